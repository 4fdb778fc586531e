// Reverting a change of tickets by its record: an import or a bulk update.
import * as z from 'zod'
import { IMPORT_DEADLINE_MS } from '../../../domain/import/import-tickets.ts'
import { LEFT_OUT_REASONS } from '../../../domain/revert/plan-revert.ts'
import { MAX_LEFT_OUT, type RecordKind, type RevertPreview } from '../../../domain/revert/read-record.ts'
import { previewRevertOf, revertRecord } from '../../../domain/revert/revert-record.ts'
import { actorOf } from '../../http/context.ts'
import { decodeOpaque, encodeOpaque } from '../../http/opaque.ts'
import type { RateLimit } from '../../http/rate-limit.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { EXAMPLE_IDS } from '../../resources/examples.ts'
import { EXAMPLE_VERSION } from '../../resources/preview.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { sessionParams } from '../../resources/session.ts'
import { strictBody, uuidSchema } from '../../resources/values.ts'

const count = z.int().min(0)

const recordParams = { ...sessionParams, recordId: uuidSchema }

const checkedIn = z.enum(['refuse', 'keep'], 'must be refuse or keep').exactOptional().meta({
  description:
    'What happens if a ticket that an import created was ever checked in: nothing is reverted (`refuse`), or such tickets stay (`keep`). By default `refuse`.',
})

const RevertPreviewBody = strictBody({ checkedIn })

const RevertBody = strictBody({
  expectedVersion: z.string('must be the version of a preview').exactOptional().meta({
    description: 'The `version` of a preview: reverts exactly what was previewed, or nothing.',
  }),
  checkedIn,
})

const LeftOutTicket = z
  .strictObject({
    ticketId: z.uuid(),
    ticketNumber: z.string(),
    reason: z.enum(LEFT_OUT_REASONS).meta({
      description:
        '`CheckedIn`: it was checked in, so it is neither deleted nor void again. `ChangedSince`: a field no longer has the value that was written, or a source has taken the ticket over. `Erased`: its guest was erased. `NumberTaken`, `CodeTaken`: another ticket has the old number or code. `Gone`: it is no longer in the session. Its other fields come back.',
    }),
  })
  .register(responseSchemas, { id: 'LeftOutTicket' })

const exampleLeftOut: z.infer<typeof LeftOutTicket> = {
  ticketId: EXAMPLE_IDS.ticketId,
  ticketNumber: '000012',
  reason: 'CheckedIn',
}

const leftOut = z.array(LeftOutTicket).meta({
  description: `The first ${MAX_LEFT_OUT} tickets that keep a value, once for each reason.`,
})

const RevertPreviewed = z
  .strictObject({
    version: z.string().meta({
      description: 'Opaque. Sent as `expectedVersion`, it reverts exactly what was previewed, or nothing.',
    }),
    toDelete: count,
    toRestore: count.meta({ description: 'Tickets that get at least one field back.' }),
    toUncover: count.meta({ description: 'Tickets that are valid again. They are not in `toRestore`.' }),
    checkedIn: count.meta({
      description:
        'Tickets that an import created and that were ever checked in. Because of them, the revert needs `checkedIn`.',
    }),
    leftOut,
    leftOutCount: count.meta({ description: 'How many entries `leftOut` would have without its limit.' }),
    keptUntil: z.iso.datetime().nullable().meta({
      description:
        'Until when the old values are kept. Null afterwards: then only what an import created can be deleted.',
    }),
    warnings: z.array(
      z.strictObject({
        code: z.string().meta({
          examples: ['over_capacity'],
          description: '`over_capacity`: tickets above the capacity.',
        }),
        tickets: count,
      }),
    ),
  })
  .register(responseSchemas, { id: 'RevertPreview' })

const RevertedImport = z
  .strictObject({ deleted: count, restored: count, uncovered: count, leftOut })
  .register(responseSchemas, { id: 'RevertedImport' })

const serializeRevertPreview = (
  { plan, leftOut, keptUntil, capacity, soldAfter }: RevertPreview,
  version: string,
): z.infer<typeof RevertPreviewed> => {
  const over = plan.sold > 0 ? Math.max(soldAfter - capacity, 0) : 0
  return {
    version,
    toDelete: plan.deletes.length,
    toRestore: plan.changed - plan.uncovered,
    toUncover: plan.uncovered,
    checkedIn: plan.used,
    leftOut,
    leftOutCount: plan.leftOut.length,
    keptUntil: keptUntil === null ? null : new Date(keptUntil).toISOString(),
    warnings: over > 0 ? [{ code: 'over_capacity', tickets: over }] : [],
  }
}

const RevertState = z.tuple([z.string()])

const ownerOf = (
  kind: RecordKind,
  subject: string,
  { sessionId, recordId }: { sessionId: string; recordId: string },
) => ['revert', kind, subject, sessionId, recordId]

type Reverted = {
  kind: RecordKind
  /** Of the operation that made the record. */
  path: string
  /** Of the preview and the revert, as their summaries. */
  ids: [string, string]
  summaries: [string, string]
  /** Of the revert. */
  description: string
  limits?: () => RateLimit[]
}

/** The operations that preview and revert a record. */
export const revertOperations = ({
  kind,
  path,
  ids: [previewId, revertId],
  summaries: [previewSummary, revertSummary],
  description,
  limits,
}: Reverted) => [
  operation({
    id: previewId,
    method: 'POST',
    path: `${path}/:recordId/revert/preview`,
    tag: 'Guests',
    summary: previewSummary,
    description:
      'Returns what a revert would delete, restore and uncover, and what it would leave, whatever `checkedIn` is. Changes nothing.',
    access: 'manager',
    params: recordParams,
    body: RevertPreviewBody,
    bodyExamples: { record: { summary: 'A record', value: {} } },
    isBodyOptional: true,
    isRead: true,
    isHeavy: true,
    ...(limits && { limits }),
    response: {
      description: 'The effect of the revert.',
      body: RevertPreviewed,
      cache: 'private',
      examples: {
        record: {
          summary: '4 new, 2 changed and 1 void ticket',
          value: {
            version: EXAMPLE_VERSION,
            toDelete: 3,
            toRestore: 2,
            toUncover: 1,
            checkedIn: 1,
            leftOut: [exampleLeftOut],
            leftOutCount: 1,
            keptUntil: '2026-07-19T18:30:00.000Z',
            warnings: [],
          },
        },
      },
    },
    errors: { session_not_found: true, record_not_found: true },
    handle: async (c, { params }) => {
      const actor = actorOf(c)
      c.get('db').allow(IMPORT_DEADLINE_MS)
      const preview = await readFromNearest(c, (db) => previewRevertOf(db, actor, { kind, ...params }))
      return serializeRevertPreview(
        preview,
        await encodeOpaque(c.get('db'), ownerOf(kind, actor.subject, params), [preview.state]),
      )
    },
  }),
  operation({
    id: revertId,
    method: 'POST',
    path: `${path}/:recordId/revert`,
    tag: 'Guests',
    summary: revertSummary,
    description,
    access: 'manager',
    params: recordParams,
    body: RevertBody,
    bodyExamples: {
      record: { summary: 'As previewed', value: { expectedVersion: EXAMPLE_VERSION } },
      kept: { summary: 'Guests who were checked in stay', value: { checkedIn: 'keep' } },
    },
    isBodyOptional: true,
    isHeavy: true,
    ...(limits && { limits }),
    response: {
      description: 'What was reverted.',
      body: RevertedImport,
      examples: {
        record: {
          summary: 'Three tickets deleted, two restored, one valid again',
          value: { deleted: 3, restored: 2, uncovered: 1, leftOut: [exampleLeftOut] },
        },
      },
    },
    errors: {
      session_not_found: true,
      record_not_found: true,
      preview_outdated: true,
      in_use: '3 of the tickets were checked in. Nothing was deleted.',
    },
    handle: async (c, { params, body: { expectedVersion, checkedIn } }) => {
      const actor = actorOf(c)
      const [state] =
        expectedVersion === undefined
          ? []
          : ((await decodeOpaque(
              c.get('db'),
              RevertState,
              ownerOf(kind, actor.subject, params),
              expectedVersion,
            )) ?? [])
      const db = c.get('db')
      db.allow(IMPORT_DEADLINE_MS)
      return revertRecord(
        db,
        actor,
        { kind, ...params },
        {
          keeps: checkedIn === 'keep',
          isAsPreviewed: (current) => expectedVersion === undefined || current === state,
        },
      )
    },
  }),
]
