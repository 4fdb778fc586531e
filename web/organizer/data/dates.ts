// Dates and times in the time zone of an event.
import { noonAfter, toInstant, toLocal, toMinute, wallTime } from '../../../src/domain/local-time.ts'

export { noonAfter, toInstant, toLocal }

const MINUTE_MS = 60_000

/** After this long, a session that has started is over for the door. */
export const OVER_MS = 6 * 60 * MINUTE_MS

export const REPEATS = ['once', 'daily', 'weekly', 'monthly'] as const
export type Repeats = (typeof REPEATS)[number]

/** The API takes as many sessions in one call. */
export const MAX_DATES = 500

/**
 * The local times of repeating dates until the last day (`2026-07-31`), and one more if there are too many.
 */
export const repeat = (start: string, repeats: Repeats, until: string): string[] => {
  const first = Date.parse(`${start}Z`)
  if (Number.isNaN(first)) return []
  if (repeats === 'once') return [start]
  const end = Date.parse(`${until}T23:59Z`)
  const dates: string[] = []
  for (let n = 0; dates.length <= MAX_DATES; n += 1) {
    const date = new Date(first)
    if (repeats === 'monthly') date.setUTCMonth(date.getUTCMonth() + n)
    else date.setUTCDate(date.getUTCDate() + n * (repeats === 'daily' ? 1 : 7))
    if (!(date.getTime() <= end)) break
    // A month without this day is left out.
    if (repeats !== 'monthly' || date.getUTCDate() === new Date(first).getUTCDate())
      dates.push(toMinute(date.getTime()))
  }
  return dates
}

/** The next Friday at eight in the evening, for a new session. */
export const nextFriday = (now: number, timeZone: string): string => {
  const today = new Date(wallTime(now, timeZone))
  today.setUTCDate(today.getUTCDate() + ((5 - today.getUTCDay() + 7) % 7 || 7))
  return `${toMinute(today.getTime()).slice(0, 10)}T20:00`
}

/** An instant by the clock of a zone, with its distance from UTC: `2026-06-12T20:00:00+02:00`. */
export const withOffset = (instant: number, timeZone: string): string => {
  const minute = Math.floor(instant / MINUTE_MS) * MINUTE_MS
  const wall = wallTime(minute, timeZone)
  const offset = wall - minute
  const [sign, distance] = [offset < 0 ? '-' : '+', toMinute(Math.abs(offset)).slice(11)]
  return `${new Date(wall + instant - minute).toISOString().slice(0, 19)}${sign}${distance}`
}

/** Whether clocks in two zones show different times at an instant. */
export const showsOtherTime = (instant: string, zone: string, other: string): boolean => {
  const at = Date.parse(instant)
  try {
    return wallTime(at, zone) !== wallTime(at, other)
  } catch {
    // The browser does not know the zone, so its times are in UTC.
    return true
  }
}

/** Names that browsers still give to zones whose cities are called otherwise, and that nobody would type. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** The name of a zone today. */
export const presentName = (timeZone: string): string => RENAMED[timeZone] ?? timeZone

/** The time zones that the browser knows, after those that are named. */
export const timeZones = (...first: readonly string[]): string[] => [
  ...new Set([...first, 'UTC', ...Intl.supportedValuesOf('timeZone').map(presentName).sort()]),
]

const wordsOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_/-]+/g, ' ')
    .trim()

const formatName = (timeZone: string, timeZoneName: 'short' | 'long'): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1)

/** It takes a moment to ask for the names of all zones. */
const SPOKEN_CHARACTERS = 3

const namesOf = new Map<string, string>()

/** What people call the time of a zone: `IST`, `GMT+5:30`, `India Standard Time`. */
const spoken = (timeZone: string): string => {
  const names =
    namesOf.get(timeZone) ??
    wordsOf((['short', 'long'] as const).map((name) => formatName(timeZone, name)).join(' '))
  namesOf.set(timeZone, names)
  return names
}

/**
 * The zones in which what was typed occurs: where a city begins with it, before where anything else does, and
 * last where only their time is called so.
 */
export const findZones = (zones: readonly string[], typed: string): string[] => {
  const wanted = wordsOf(typed)
  if (wanted === '') return [...zones]
  const rankOf = (zone: string): number => {
    const whole = wordsOf(zone)
    const city = wordsOf(cityOf(zone))
    return [city === wanted || whole === wanted, city.startsWith(wanted), whole.startsWith(wanted)]
      .concat(` ${whole}`.includes(` ${wanted}`), whole.includes(wanted))
      .indexOf(true)
  }
  const found = zones
    .map((zone) => ({ zone, rank: rankOf(zone) }))
    .filter(({ rank }) => rank !== -1)
    // Berlin before Bermuda: less is left to type.
    .sort((a, b) => a.rank - b.rank || cityOf(a.zone).length - cityOf(b.zone).length)
    .map(({ zone }) => zone)
  if (wanted.length < SPOKEN_CHARACTERS) return found
  return [...new Set([...found, ...zones.filter((zone) => ` ${spoken(zone)}`.includes(` ${wanted}`))])]
}
