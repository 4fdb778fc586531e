// Local times in a time zone. The pages import it, too. Eight o’clock stays eight o’clock when clocks change.

const DAY_MS = 86_400_000

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Making one takes far longer than using it. */
const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      ...({ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const),
    })
  formatters.set(timeZone, formatter)
  return formatter
}

/** The local time in a zone as if it were UTC, in epoch milliseconds. */
export const wallTime = (instant: number, timeZone: string): number => {
  const parts = formatterOf(timeZone).formatToParts(instant)
  const numberOf = (name: string): number => Number(parts.find(({ type }) => type === name)?.value)
  return Date.UTC(
    numberOf('year'),
    numberOf('month') - 1,
    numberOf('day'),
    numberOf('hour'),
    numberOf('minute'),
  )
}

export const toMinute = (instant: number): string => new Date(instant).toISOString().slice(0, 16)

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

/** Noon of the day that begins `days` days after the day of an instant. */
export const noonAfter = (instant: number, timeZone: string, days = 1): number => {
  const day = toMinute(wallTime(instant, timeZone) + days * DAY_MS).slice(0, 10)
  return Date.parse(toInstant(`${day}T12:00`, timeZone) as string)
}
