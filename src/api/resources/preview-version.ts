// The version of a preview: an opaque text with an id and a digest of the previewed state. It belongs to one
// subject, series and change. The id becomes the id of the call, so a version takes effect once.
import * as z from 'zod'
import type { Actor } from '../../domain/actor.ts'
import type { RevertState } from '../../domain/series/revert-change.ts'
import type { SeriesPath } from '../../domain/series/series.ts'
import { stateOf } from '../../domain/series/session-plan.ts'
import { fingerprint } from '../http/fingerprint.ts'
import { decodeOpaque, encodeOpaque } from '../pagination/opaque.ts'
import { uuidSchema } from './values.ts'

/** A preview's request. */
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

export const encodeVersion = async (previewed: Previewed, state: RevertState): Promise<string> =>
  encodeOpaque(ownerOf(previewed), [crypto.randomUUID(), await digestOf(state)])

/**
 * Binds the call to a preview version and returns a predicate for "the state is unchanged". For a version of
 * another subject, series or change it is always false.
 */
export const expectVersion = async (previewed: Previewed, version: string, actor: Actor) => {
  const content = await decodeOpaque(Content, ownerOf(previewed), version)
  if (content === undefined) return { actor, isAsPreviewed: async (_: RevertState) => false }
  const [callId, digest] = content
  return {
    actor: { ...actor, callId },
    isAsPreviewed: async (state: RevertState) => (await digestOf(state)) === digest,
  }
}
