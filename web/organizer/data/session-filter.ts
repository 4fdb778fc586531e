// Which sessions of a long list are shown: by date, weekday and time of day, in the time zone of the browser.
export type SessionFilter = {
  /** The first and the last day, as `<input type="date">` gives them; empty for any. */
  from: string
  until: string
  /** `0` for Sunday; empty for any. */
  weekday: string
  /** Such as `20:00`; empty for any. */
  time: string
}

export const NO_FILTER: SessionFilter = { from: '', until: '', weekday: '', time: '' }

type Starting = { startsAt: string }

const pad = (value: number): string => String(value).padStart(2, '0')

export const dayOf = (instant: string | Date): string => {
  const date = new Date(instant)
  return `${String(date.getFullYear()).padStart(4, '0')}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

export const weekdayOf = (startsAt: string): string => String(new Date(startsAt).getDay())

export const timeOf = (instant: string | Date): string => {
  const date = new Date(instant)
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`
}

export const filterSessions = <Session extends Starting>(
  sessions: readonly Session[],
  { from, until, weekday, time }: SessionFilter,
): readonly Session[] =>
  sessions.filter(
    ({ startsAt }) =>
      (from === '' || dayOf(startsAt) >= from) &&
      (until === '' || dayOf(startsAt) <= until) &&
      (weekday === '' || weekdayOf(startsAt) === weekday) &&
      (time === '' || timeOf(startsAt) === time),
  )

/** The weekdays, from Monday on, and the times that occur. */
export const choicesOf = (sessions: readonly Starting[]): { weekdays: string[]; times: string[] } => {
  const fromMonday = (weekday: string): number => (Number(weekday) + 6) % 7
  return {
    weekdays: [...new Set(sessions.map(({ startsAt }) => weekdayOf(startsAt)))].sort(
      (a, b) => fromMonday(a) - fromMonday(b),
    ),
    times: [...new Set(sessions.map(({ startsAt }) => timeOf(startsAt)))].sort(),
  }
}

/** The ids with all from one place to another selected or not, as a click with the shift key does. */
export const selectRange = (
  selected: ReadonlySet<string>,
  ids: readonly string[],
  from: number,
  to: number,
  isSelected: boolean,
): ReadonlySet<string> => {
  const next = new Set(selected)
  for (const id of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isSelected) next.add(id)
    else next.delete(id)
  }
  return next
}
