// Dates and times in the time zone of an event.
import { noonAfter, toInstant, toLocal, toMinute, wallTime } from '../../../src/domain/local-time.ts'

export { noonAfter, toInstant, toLocal }

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

/** The time zones that the browser knows, and the one of the event. */
export const timeZones = (present: string): string[] =>
  [...new Set([present, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
