// Formats times and numbers in the language of the browser: the times of a session in the time zone of its
// event, all others in that of the browser.

export const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const
const LONG_DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
/** As the language writes the hour: 4:14 AM, 04:14. */
const TIME = { hour: 'numeric', minute: 'numeric' } as const

const DAY_MS = 86_400_000

/** Clocks change at a quarter of an hour, by an hour or half of one. */
const QUARTER_MS = 900_000
const CHANGES_MS = [-3_600_000, -1_800_000, 1_800_000, 3_600_000]

/** A zone that the browser does not know, because its database is older, is shown as UTC. */
const isKnown = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== undefined
  } catch {
    return false
  }
}

/** `CEST`, `GMT+2`: as the language of the browser calls the time of a zone. */
const shortName = (instant: number, timeZone: string): string =>
  new Intl.DateTimeFormat(undefined, { timeZone, timeZoneName: 'short' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

const make = (asked: string) => {
  const timeZone = isKnown(asked) ? asked : 'UTC'
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(undefined, { ...options, timeZone })
    const marks = new Map<number, string>()
    /** When clocks go back, some times come twice: which of the two it is, such as ` CEST`. */
    const markOf = (instant: number): string => {
      const quarter = Math.floor(instant / QUARTER_MS) * QUARTER_MS
      const known = marks.get(quarter)
      if (known !== undefined) return known
      const text = formatter.format(quarter)
      const isTwice = CHANGES_MS.some((change) => formatter.format(quarter + change) === text)
      const mark = isTwice ? ` ${shortName(quarter, timeZone)}` : ''
      marks.set(quarter, mark)
      return mark
    }
    return (instant: string | number): string => {
      const at = new Date(instant).getTime()
      return formatter.format(at) + (options.hour === undefined ? '' : markOf(at))
    }
  }
  const time = format(TIME)
  const year = format({ year: 'numeric' })
  const thisYear = format({ ...DAY, ...TIME })
  const otherYear = format({ ...DAY, year: 'numeric', ...TIME })
  /** Day and time, with the year unless it is the current one. */
  const dayTime = (instant: string | number): string =>
    year(instant) === year(Date.now()) ? thisYear(instant) : otherYear(instant)
  return {
    timeZone,
    /** What the zone is called at an instant: `CEST`, `GMT+2`. */
    zone: (instant: string): string => shortName(Date.parse(instant), timeZone),
    time,
    seconds: format({ ...TIME, second: '2-digit' }),
    day: format(LONG_DAY),
    dayTime,
    /** Day and time, with the year. */
    dated: otherYear,
    full: format({ ...LONG_DAY, ...TIME }),
    /** Within a day of the start, the time says enough. */
    near: (instant: string | number, startsAt: string): string =>
      Math.abs(new Date(instant).getTime() - Date.parse(startsAt)) < DAY_MS
        ? time(instant)
        : dayTime(instant),
  }
}

export type Times = ReturnType<typeof make>

const made = new Map<string, Times>()

/** The times of a zone. Its formatters are made once. */
export const timesIn = (timeZone: string): Times => {
  const times = made.get(timeZone) ?? make(timeZone)
  made.set(timeZone, times)
  return times
}

export const {
  time: formatTime,
  seconds: formatSeconds,
  day: formatDay,
  dayTime: formatDayTime,
} = timesIn(TIME_ZONE)

/** `Europe/Berlin`, `America/New York`. */
export const formatZone = (timeZone: string): string => timeZone.replaceAll('_', ' ')

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' })
/** The name of a weekday from 0, Sunday. The epoch was a Thursday. */
export const formatWeekday = (day: string): string => weekday.format((Number(day) + 3) * DAY_MS)

/** A name with which a sentence begins. Without marks, one from right to left would turn it around. */
export const nameFirst = (name: string): string =>
  /[\u0590-\u08ff]/.test(name) ? `\u2068${name}\u2069` : name

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
