// The preview of a change of sessions: response, and the version that the change is made with.
import * as z from 'zod'
import { type PlannedSession, PROBLEMS, type SessionValues } from '../../domain/organizer/plan.ts'
import { formatNullableInstant, Instant } from './values.ts'

/** A preview lists at most this many sessions, so that its response stays small. Its version covers all of them. */
const MAX_LISTED = 2_000

const Values = z.strictObject({
  capacity: z.int().min(0),
  venueId: z.uuid().nullable(),
  doorsOpenOffset: z.int().nullable().meta({ description: 'Minutes before the start.' }),
})

export const PreviewedSession = z.strictObject({
  id: z.uuid(),
  startsAt: Instant.nullable().meta({ description: 'Null if the session is gone.' }),
  before: Values.nullable().meta({ description: 'The values now. Null if the session is gone.' }),
  after: Values.nullable().meta({
    description: 'The values after the change. Null if the session is gone.',
  }),
  sold: z.int().min(0).meta({ description: 'Tickets that are `Valid` or `CheckedIn`.' }),
  problem: z.enum(PROBLEMS).nullable().meta({
    description:
      '`capacity_below_sold`: more tickets are sold than the new capacity, so the change would be refused. `changed_since` (put back only): the session was changed after the recorded change; putting back overwrites that. `session_gone` (put back only): the session is no longer in the series and is left out.',
  }),
})

export const Preview = z.strictObject({
  sessionsSelected: z.int().min(0),
  sessions: z.array(PreviewedSession).meta({
    description: `At most ${MAX_LISTED}: those with a problem first, then by start.`,
  }),
  version: z.string().meta({
    description:
      'Opaque. As `expectedVersion` it makes the change happen exactly as previewed, or not at all.',
  }),
})

const serializeValues = (values: SessionValues): z.infer<typeof Values> => ({
  capacity: values.capacity,
  venueId: values.venueId,
  doorsOpenOffset: values.doorsOpenOffsetMinutes,
})

const serializePreviewed = (session: PlannedSession): z.infer<typeof PreviewedSession> => ({
  id: session.id,
  startsAt: formatNullableInstant(session.startsAt),
  before: session.before && serializeValues(session.before),
  after: session.after && serializeValues(session.after),
  sold: session.sold,
  problem: session.problem,
})

/** `sessions` must be in the order of their start. */
export const serializePreview = (
  sessions: readonly PlannedSession[],
  version: string,
): z.infer<typeof Preview> => {
  const withProblem = sessions.filter(({ problem }) => problem !== null)
  const others = sessions.filter(({ problem }) => problem === null)
  return {
    sessionsSelected: sessions.length,
    sessions: [...withProblem, ...others].slice(0, MAX_LISTED).map(serializePreviewed),
    version,
  }
}
