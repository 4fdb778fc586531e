// Cancelled sessions stand last within their day. The service keeps them in their place.
import { groupBy } from '../../shared/group-by.ts'
import { dayOf } from './session-filter.ts'

type Item = { startsAt: string; timeZone: string; cancelledAt: string | null }

export const cancelledLast = <Session extends Item>(sessions: readonly Session[]): readonly Session[] =>
  sessions.every(({ cancelledAt }) => cancelledAt === null)
    ? sessions
    : [...groupBy(sessions, dayOf).values()].flatMap((day) => [
        ...day.filter(({ cancelledAt }) => cancelledAt === null),
        ...day.filter(({ cancelledAt }) => cancelledAt !== null),
      ])
