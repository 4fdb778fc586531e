// Cursors of the list of sessions: the start and id of a page's last session.
import * as z from 'zod'
import type { SessionPosition, SessionQuery } from '../domain/list-sessions.ts'
import { cursorsOf } from './forward-cursors.ts'

export const sessionCursors = cursorsOf<Pick<SessionQuery, 'from' | 'to' | 'eventId'>, SessionPosition>(
  z.strictObject({ startsAt: z.int(), id: z.string() }),
  ({ from, to, eventId }) => ['sessions', from?.getTime() ?? null, to?.getTime() ?? null, eventId ?? null],
  'cursor: is damaged or belongs to another from, to or eventId.',
)
