// Which sessions of a long list are shown: by date, weekday and time of day, in the time zone of their event.
import { toLocal } from './dates.ts'

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

type Starting = { startsAt: string; timeZone: string }

const localOf = ({ startsAt, timeZone }: Starting): string => toLocal(startsAt, timeZone)

export const dayOf = (session: Starting): string => localOf(session).slice(0, 10)

export const weekdayOf = (session: Starting): string => String(new Date(dayOf(session)).getUTCDay())

export const timeOf = (session: Starting): string => localOf(session).slice(11)

export const filterSessions = <Session extends Starting>(
  sessions: readonly Session[],
  { from, until, weekday, time }: SessionFilter,
): readonly Session[] =>
  sessions.filter(
    (session) =>
      (from === '' || dayOf(session) >= from) &&
      (until === '' || dayOf(session) <= until) &&
      (weekday === '' || weekdayOf(session) === weekday) &&
      (time === '' || timeOf(session) === time),
  )

/** The weekdays, from Monday on, and the times that occur. */
export const choicesOf = (sessions: readonly Starting[]): { weekdays: string[]; times: string[] } => {
  const fromMonday = (weekday: string): number => (Number(weekday) + 6) % 7
  return {
    weekdays: [...new Set(sessions.map(weekdayOf))].sort((a, b) => fromMonday(a) - fromMonday(b)),
    times: [...new Set(sessions.map(timeOf))].sort(),
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
