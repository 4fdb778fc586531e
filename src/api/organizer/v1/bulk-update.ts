// Changes many guests of a session at once.
import * as z from 'zod'
import { LEFT_OUT_REASONS } from '../../../domain/bulk-update/plan.ts'
import {
  MAX_NAMED,
  previewUpdate,
  type UpdatePreview,
  type UpdateRequest,
  updateTickets,
} from '../../../domain/bulk-update/update-tickets.ts'
import { STATUSES } from '../../../domain/check-in-rule.ts'
import { IMPORT_DEADLINE_MS } from '../../../domain/import/import-tickets.ts'
import { MAX_REFERENCE } from '../../../domain/tickets/ticket.ts'
import { countWords } from '../../../domain/tickets/words.ts'
import { fingerprint } from '../../http/conditional.ts'
import { actorOf } from '../../http/context.ts'
import { decodeOpaque, encodeOpaque } from '../../http/opaque.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { expectedVersion } from '../../resources/bulk-update.ts'
import { EXAMPLE_IDS } from '../../resources/examples.ts'
import { EXAMPLE_VERSION } from '../../resources/preview.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { sessionParams } from '../../resources/session.ts'
import { MAX_Q_CHARACTERS, MAX_Q_WORDS } from '../../resources/ticket.ts'
import { Flag, noteSchema } from '../../resources/ticket-type.ts'
import { changeBody, hasCharacters, lineSchema, strictBody, uuidSchema } from '../../resources/values.ts'
import { revertOperations } from './revert-operations.ts'

const BULK_UPDATE = '/sessions/:sessionId/tickets/bulk-update'

const MAX_IDS = 500
const IDS_RULE = `must be a list of 1 to ${MAX_IDS} ids`

const SETTABLE_STATUSES = ['Valid', 'Voided', 'Refunded'] as const

const Q_RULE = `must have 1 to ${MAX_Q_CHARACTERS} characters`

const Filter = strictBody({
  q: z
    .string(Q_RULE)
    .trim()
    .refine(hasCharacters(1, MAX_Q_CHARACTERS), Q_RULE)
    .refine((value) => countWords(value) <= MAX_Q_WORDS, `must have at most ${MAX_Q_WORDS} words`)
    .exactOptional()
    .meta({ minLength: 1, maxLength: MAX_Q_CHARACTERS, description: 'A search, as in the list of tickets.' }),
  status: z.enum(STATUSES, `must be one of ${STATUSES.join(', ')}`).exactOptional(),
  ticketTypeName: lineSchema(200).exactOptional(),
})

const Changes = changeBody({
  ticketTypeName: lineSchema(200).exactOptional().meta({
    description: 'A type that the event lacks is added to it.',
  }),
  status: z
    .enum(SETTABLE_STATUSES, `must be one of ${SETTABLE_STATUSES.join(', ')}`)
    .exactOptional()
    .meta({ description: '`Valid` leaves a ticket that is valid or checked in as it is.' }),
  note: noteSchema.exactOptional(),
  flag: Flag.exactOptional(),
  reference: lineSchema(MAX_REFERENCE).nullable().exactOptional(),
  sessionId: uuidSchema.exactOptional().meta({
    description:
      'Another session of the organizer, to which the tickets move with their ids and codes. A number that is taken there is replaced, and a type that its event lacks is added with its note, flag, entries and hours.',
  }),
})

const shape = {
  ticketIds: z
    .array(uuidSchema, IDS_RULE)
    .min(1, IDS_RULE)
    .max(MAX_IDS, IDS_RULE)
    .exactOptional()
    .meta({ description: 'The tickets to change. Ids that are not of the session are left out.' }),
  filter: Filter.exactOptional().meta({
    description:
      'Instead of `ticketIds`: the tickets that match all of it, at most 20,000. `{}` is every ticket of the session.',
  }),
  changes: Changes,
  overCapacity: z
    .boolean('must be true or false')
    .exactOptional()
    .meta({ description: 'Tickets may move beyond the capacity of the other session. By default false.' }),
}

const hasOneSelection = ({ ticketIds, filter }: { ticketIds?: unknown; filter?: unknown }) =>
  (ticketIds === undefined) !== (filter === undefined)
const SELECTION_RULE = 'must have either ticketIds or filter'

const TicketBulkUpdatePreviewBody = strictBody(shape)
  .refine(hasOneSelection, SELECTION_RULE)
  .register(requestSchemas, { id: 'TicketBulkUpdateRequest' })

const TicketBulkUpdateBody = strictBody({
  ...shape,
  expectedVersion: expectedVersion.meta({ description: 'The `version` of a preview of the same body.' }),
})
  .refine(hasOneSelection, SELECTION_RULE)
  .register(requestSchemas, { id: 'TicketBulkUpdate' })

type Body = z.output<typeof TicketBulkUpdatePreviewBody>

const LIMIT = 'A session can have at most 200,000 tickets. Nothing was changed.'

const count = z.int().min(0)

const leftOut = z.array(
  z
    .strictObject({
      reason: z.enum(LEFT_OUT_REASONS).meta({
        description:
          '`CheckedIn`: the ticket was checked in, so it does not move. `CodeTaken`: another ticket has its code in the session to move to. `Gone`: the session has no ticket with the id.',
      }),
      count,
      ticketIds: z.array(z.uuid()).meta({ description: `The first ${MAX_NAMED}.` }),
    })
    .register(responseSchemas, { id: 'LeftOutTickets' }),
)

const TicketBulkUpdatePreview = z
  .strictObject({
    version: z.string().meta({
      description: 'Opaque. Sent as `expectedVersion`, it changes exactly what was previewed, or nothing.',
    }),
    matched: count.meta({
      description: 'All selected tickets of the session, including those that are left out.',
    }),
    toChange: count,
    unchanged: count.meta({ description: 'Tickets that have the values already.' }),
    inside: count.meta({ description: 'Selected tickets whose guest is inside now.' }),
    leftOut,
    warnings: z.array(
      z.strictObject({
        code: z.string().meta({
          examples: ['over_capacity'],
          description:
            '`over_capacity`: tickets above the capacity. `renumbered`: tickets that get another number in the session to move to. `checked_in_again`: void or refunded tickets that are checked in again, because their guest had come in.',
        }),
        tickets: count,
      }),
    ),
  })
  .register(responseSchemas, { id: 'TicketBulkUpdatePreview' })

const TicketBulkUpdateResult = z
  .strictObject({
    changed: count,
    unchanged: count,
    leftOut,
    recordId: z.uuid().nullable().meta({
      description: 'The history record by which it can be reverted. Null if nothing was changed.',
    }),
  })
  .register(responseSchemas, { id: 'TicketBulkUpdateResult' })

const examples = {
  tickets: {
    summary: 'Another type for one guest',
    value: { ticketIds: [EXAMPLE_IDS.ticketId], changes: { ticketTypeName: 'Box' } },
  },
  filter: {
    summary: 'A note for everybody of a type',
    value: {
      filter: { ticketTypeName: 'Standing' },
      changes: { note: 'Use the north entrance', flag: 'Info' },
    },
  },
} satisfies Record<string, { summary: string; value: z.input<typeof TicketBulkUpdatePreviewBody> }>

/** Filters can match many. */
const isLarge = ({ body }: { body: Body }): boolean => body.filter !== undefined

const toRequest = (
  sessionId: string,
  { ticketIds, filter = {}, changes, overCapacity }: Body,
): UpdateRequest => ({
  sessionId,
  selection: ticketIds === undefined ? { filter } : { ticketIds },
  changes,
  isOverCapacity: overCapacity ?? false,
})

const Content = z.tuple([uuidSchema, z.array(z.string())])

const ownerOf = async (subject: string, { sessionId, selection, changes }: UpdateRequest) => [
  'bulk-update',
  subject,
  sessionId,
  await fingerprint(selection, changes),
]

const serializePreview = (
  { plan, matched, inside, leftOut, soldAfter, capacity }: UpdatePreview,
  version: string,
): z.infer<typeof TicketBulkUpdatePreview> => {
  const over = plan.sold > 0 ? Math.max(soldAfter - capacity, 0) : 0
  return {
    version,
    matched,
    toChange: plan.changes.length,
    unchanged: plan.unchanged,
    inside,
    leftOut,
    warnings: [
      { code: 'over_capacity', tickets: over },
      { code: 'renumbered', tickets: plan.renumbered },
      { code: 'checked_in_again', tickets: plan.checkedInAgain },
    ].filter(({ tickets }) => tickets > 0),
  }
}

export const bulkUpdateOperations = [
  operation({
    id: 'previewTicketBulkUpdate',
    method: 'POST',
    path: `${BULK_UPDATE}/preview`,
    tag: 'Guests',
    summary: 'Preview a change of many tickets',
    description: 'Returns what the update would do. Changes nothing.',
    access: 'manager',
    params: sessionParams,
    body: TicketBulkUpdatePreviewBody,
    bodyExamples: examples,
    isRead: true,
    isHeavy: isLarge,
    response: {
      description: 'The effect of the update.',
      body: TicketBulkUpdatePreview,
      cache: 'private',
      examples: {
        tickets: {
          summary: 'One ticket',
          value: {
            version: EXAMPLE_VERSION,
            matched: 1,
            toChange: 1,
            unchanged: 0,
            inside: 0,
            leftOut: [],
            warnings: [],
          },
        },
      },
    },
    errors: {
      invalid_request: 'filter: matches 31,200 tickets; at most 20,000 can be changed at once.',
      session_not_found: true,
      limit_reached: LIMIT,
    },
    handle: async (c, { params: { sessionId }, body }) => {
      const caller = { subject: c.get('subject'), updateId: crypto.randomUUID() }
      const request = toRequest(sessionId, body)
      c.get('db').allow(IMPORT_DEADLINE_MS)
      const preview = await readFromNearest(c, (db) => previewUpdate(db, caller, request))
      const owner = await ownerOf(caller.subject, request)
      return serializePreview(
        preview,
        await encodeOpaque(c.get('db'), owner, [caller.updateId, preview.state]),
      )
    },
  }),
  operation({
    id: 'bulkUpdateTickets',
    method: 'POST',
    path: BULK_UPDATE,
    tag: 'Guests',
    summary: 'Change many tickets of a session',
    description:
      'Takes the body of the preview and its version. Changes all tickets of the preview or none, in one transaction. Repeating the call returns the first response again. A check-in of a ticket that it would change outdates the preview.',
    access: 'manager',
    params: sessionParams,
    body: TicketBulkUpdateBody,
    bodyExamples: {
      tickets: {
        summary: examples.tickets.summary,
        value: { ...examples.tickets.value, expectedVersion: EXAMPLE_VERSION },
      },
    },
    isHeavy: isLarge,
    isAlone: true,
    response: {
      description: 'What was written.',
      body: TicketBulkUpdateResult,
      examples: {
        tickets: {
          summary: 'One ticket',
          value: { changed: 1, unchanged: 0, leftOut: [], recordId: EXAMPLE_IDS.recordId },
        },
      },
    },
    errors: {
      session_not_found: true,
      preview_outdated: true,
      capacity_exceeded: 'The session would have 301 tickets, more than its capacity. Nothing was changed.',
      limit_reached: LIMIT,
    },
    handle: async (c, { params: { sessionId }, body: { expectedVersion, ...body } }) => {
      const actor = actorOf(c)
      const request = toRequest(sessionId, body)
      const owner = await ownerOf(actor.subject, request)
      const [updateId, previewed] = (await decodeOpaque(c.get('db'), Content, owner, expectedVersion)) ?? []
      const db = c.get('db')
      db.allow(IMPORT_DEADLINE_MS)
      return updateTickets(db, actor, request, {
        updateId: updateId ?? crypto.randomUUID(),
        previewed,
      })
    },
  }),
  ...revertOperations({
    kind: 'tickets.bulk-update',
    path: BULK_UPDATE,
    ids: ['previewRevertOfTicketBulkUpdate', 'revertTicketBulkUpdate'],
    summaries: ['Preview reverting a change of many tickets', 'Revert a change of many tickets'],
    description:
      'Gives the tickets their old values back, all or none, in one transaction. What has changed since stays, and is named in `leftOut`. The old values are kept for 30 days. `recordId` names the update’s record in the history. Repeating the call returns the first response again.',
  }),
]
