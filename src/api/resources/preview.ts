// The preview of a change, with the version that applies it.
import * as z from 'zod'
import type { Actor } from '../../domain/actor.ts'
import type { RevertState } from '../../domain/series/revert-change.ts'
import type { SeriesPath } from '../../domain/series/series.ts'
import {
  type PlannedSession,
  SESSION_PROBLEMS,
  type SessionValues,
  stateOf,
} from '../../domain/series/session-plan.ts'
import { fingerprint } from '../http/conditional.ts'
import { type Asked, decodeOpaque, encodeOpaque } from '../http/opaque.ts'
import { demoId } from './examples.ts'
import { responseSchemas } from './schema-names.ts'
import { NOT_CANCELLED } from './session.ts'
import { formatInstant, Instant, serializer, uuidSchema } from './values.ts'

/** The sessions that a preview lists. Its version covers all of them. */
const MAX_LISTED = 2_000

const Values = z.strictObject({
  capacity: z.int().min(0),
  venueId: z.uuid().nullable(),
  doorsOpenOffset: z.int().nullable().meta({ description: 'Minutes before the start.' }),
  cancelledAt: Instant.nullable().meta({
    description:
      'Null if it takes place. Of a session that the change would cancel, the time of the preview.',
  }),
  cancelNotice: z.string().nullable(),
})

export const PreviewedSession = z
  .strictObject({
    id: z.uuid(),
    startsAt: Instant.nullable().meta({ description: 'Null if the session no longer exists.' }),
    before: Values.nullable().meta({
      description: 'The current values. Null if the session no longer exists.',
    }),
    after: Values.nullable().meta({
      description: 'The values after the change. Null if the session no longer exists.',
    }),
    sold: z.int().min(0).meta({ description: 'Tickets that are `Valid` or `CheckedIn`.' }),
    problem: z.enum(SESSION_PROBLEMS).nullable().meta({
      description:
        '`capacity_below_sold`: the session has sold more tickets than the new capacity, so the change would be refused. `changed_since` (revert only): the session was changed after the recorded change; reverting overwrites that. `session_gone` (revert only): the session is no longer in the series and is skipped.',
    }),
  })
  .register(responseSchemas, { id: 'PreviewedSession' })

const SeriesValues = z.strictObject({ name: z.string(), description: z.string().nullable() })

export const Preview = z
  .strictObject({
    sessionsSelected: z.int().min(0),
    series: z
      .strictObject({ before: SeriesValues, after: SeriesValues })
      .nullable()
      .meta({ description: 'The series before and after a change of the series itself.' }),
    sessions: z.array(PreviewedSession).meta({
      description: `At most ${MAX_LISTED}: those with a problem first, then by start.`,
    }),
    version: z.string().meta({
      description:
        'Opaque. Sent as `expectedVersion`, it applies the change exactly as previewed, or not at all.',
    }),
  })
  .register(responseSchemas, { id: 'Preview' })

const serializeValues = (values: SessionValues): z.infer<typeof Values> => ({
  capacity: values.capacity,
  venueId: values.venueId,
  doorsOpenOffset: values.doorsOpenOffsetMinutes,
  cancelledAt: values.cancelledAt === null ? null : formatInstant(values.cancelledAt),
  cancelNotice: values.cancelNotice,
})

const serialize = serializer(PreviewedSession)

const serializePreviewed = (session: PlannedSession): z.infer<typeof PreviewedSession> =>
  serialize({
    ...session,
    before: session.before && serializeValues(session.before),
    after: session.after && serializeValues(session.after),
  })

/** `sessions` must be sorted by start. */
export const serializePreview = (
  { sessions = [], series }: RevertState,
  version: string,
): z.infer<typeof Preview> => {
  const withProblem = sessions.filter(({ problem }) => problem !== null)
  const others = sessions.filter(({ problem }) => problem === null)
  return {
    sessionsSelected: sessions.length,
    series: series ?? null,
    sessions: [...withProblem, ...others].slice(0, MAX_LISTED).map(serializePreviewed),
    version,
  }
}

const values = { capacity: 400, venueId: demoId('50'), doorsOpenOffset: 60, ...NOT_CANCELLED }

export const examplePreviewed: z.infer<typeof PreviewedSession> = {
  id: demoId('30'),
  startsAt: '2026-06-19T18:30:00.000Z',
  before: values,
  after: { ...values, capacity: 250 },
  sold: 54,
  problem: null,
}

export const EXAMPLE_VERSION = 'WyJZMGtxTGpq'

type Previewed = { subject: string; path: SeriesPath; change: unknown }

const Content = z.tuple([uuidSchema, z.string()])

const ownerOf = ({ subject, path, change }: Previewed) => [
  'preview',
  subject,
  path.eventId,
  path.seriesId,
  change,
]

const digestOf = ({ sessions, series }: RevertState): Promise<string> =>
  sessions === undefined
    ? fingerprint(series.before.name, series.before.description)
    : fingerprint(...sessions.map(stateOf))

export const encodeVersion = async (db: Asked, previewed: Previewed, state: RevertState): Promise<string> =>
  encodeOpaque(db, ownerOf(previewed), [crypto.randomUUID(), await digestOf(state)])

/**
 * Binds the call to a preview version and returns a predicate for "the state is unchanged", which is false if
 * the version belongs to another subject, series or change.
 */
export const expectVersion = async (db: Asked, previewed: Previewed, version: string, actor: Actor) => {
  const content = await decodeOpaque(db, Content, ownerOf(previewed), version)
  if (content === undefined) return { actor, isAsPreviewed: async (_: RevertState) => false }
  const [callId, digest] = content
  return {
    actor: { ...actor, callId },
    isAsPreviewed: async (state: RevertState) => (await digestOf(state)) === digest,
  }
}
