// Formats times and numbers in the language and the time zone of the browser.

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat(undefined, options)
  return (instant: string | number): string => formatter.format(new Date(instant))
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const
const TIME = { hour: '2-digit', minute: '2-digit' } as const

const thisYear = format({ ...DAY, ...TIME })
const otherYear = format({ ...DAY, year: 'numeric', ...TIME })

export const formatTime = format(TIME)
export const formatDay = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' })
/** The name of a weekday from 0, Sunday. The epoch was a Thursday. */
export const formatWeekday = (day: string): string => weekday.format((Number(day) + 3) * 86_400_000)
export const formatSeconds = format({ ...TIME, second: '2-digit' })
export const formatFull = format({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  ...TIME,
})

/** Day and time, with the year unless it is the current one. */
export const formatDayTime = (instant: string | number): string =>
  new Date(instant).getFullYear() === new Date().getFullYear() ? thisYear(instant) : otherYear(instant)

const DAY_MS = 86_400_000

/** Within a day of the start, the time says enough. */
export const formatNear = (instant: string | number, startsAt: string): string =>
  Math.abs(new Date(instant).getTime() - Date.parse(startsAt)) < DAY_MS
    ? formatTime(instant)
    : formatDayTime(instant)

/** Day and time in a time zone, with the year. */
export const formatIn = (timeZone: string): ((instant: string | number) => string) =>
  format({ ...DAY, year: 'numeric', ...TIME, timeZone })

const numbers = new Intl.NumberFormat()
export const formatNumber = (value: number): string => numbers.format(value)

export const formatPrice = (amount: number, currency: string | undefined): string => {
  try {
    return new Intl.NumberFormat(
      undefined,
      currency === undefined ? {} : { style: 'currency', currency },
    ).format(amount)
  } catch {
    // Throws a RangeError if the currency is not a code of three letters.
    return `${formatNumber(amount)} ${currency}`
  }
}

export const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone
