// Dates and times in the time zone of an event. Eight o’clock stays eight o’clock when clocks change.

const DAY_MS = 86_400_000

export const REPEATS = ['once', 'daily', 'weekly', 'monthly'] as const
export type Repeats = (typeof REPEATS)[number]

/** The API takes as many sessions in one call. */
export const MAX_DATES = 500

/** The local time in a zone as if it were UTC, in epoch milliseconds. */
const wallTime = (instant: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const),
  }).formatToParts(instant)
  const numberOf = (name: string): number => Number(parts.find(({ type }) => type === name)?.value)
  return Date.UTC(
    numberOf('year'),
    numberOf('month') - 1,
    numberOf('day'),
    numberOf('hour'),
    numberOf('minute'),
  )
}

const toMinute = (instant: number): string => new Date(instant).toISOString().slice(0, 16)

/** A local time as the control `datetime-local` has it: `2026-06-12T20:00`. */
export const toLocal = (instant: string | number, timeZone: string): string =>
  toMinute(wallTime(new Date(instant).getTime(), timeZone))

/**
 * The instant of a local time; undefined if the text is not one. When clocks go back, the first of two
 * instants. A time that clocks skip is moved forward by the gap.
 */
export const toInstant = (local: string, timeZone: string): string | undefined => {
  const wall = Date.parse(`${local}Z`)
  if (Number.isNaN(wall)) return undefined
  // The offsets before and after a change of the clock on that day.
  const guesses = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - (wallTime(near, timeZone) - near))
  const instant = guesses.find((guess) => wallTime(guess, timeZone) === wall) ?? guesses[0]
  return new Date(instant as number).toISOString()
}

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

/** The time zones that the browser knows, and the one of the event. */
export const timeZones = (present: string): string[] =>
  [...new Set([present, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
