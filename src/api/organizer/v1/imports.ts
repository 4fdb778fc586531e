import * as z from 'zod'
import { STATUSES } from '../../../domain/check-in-rule.ts'
import type { Double } from '../../../domain/import/doubles.ts'
import { COLUMNS } from '../../../domain/import/file/table/columns.ts'
import {
  DEFAULT_OPTIONS,
  type ImportOptions,
  type Problem,
  type RowTicket,
  rowReader,
  splitName,
} from '../../../domain/import/file/table/rows.ts'
import { IMPORT_DEADLINE_MS, importTickets } from '../../../domain/import/import-tickets.ts'
import {
  type ImportedRows,
  type ImportPreview,
  previewImport,
  type RowSource,
  readGuestsOf,
} from '../../../domain/import/preview-import.ts'
import { AppError } from '../../../errors.ts'
import { fingerprint } from '../../http/conditional.ts'
import { actorOf } from '../../http/context.ts'
import { type Asked, decodeOpaque, encodeOpaque } from '../../http/opaque.ts'
import { RATE_LIMITS } from '../../http/rate-limit.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { EXAMPLE_IDS } from '../../resources/examples.ts'
import { EXAMPLE_VERSION } from '../../resources/preview.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { sessionParams } from '../../resources/session.ts'
import { TicketCounts } from '../../resources/ticket.ts'
import { strictBody, uuidSchema } from '../../resources/values.ts'
import { revertOperations } from './revert-operations.ts'

const IMPORTS = '/sessions/:sessionId/imports'

const MAX_IMPORT_BYTES = 8 * 1024 * 1024
const MAX_TICKETS = 20_000
const COUNT_RULE = `must be a list of rows for 1 to ${MAX_TICKETS.toLocaleString('en')} tickets`

const SIZE_RULE = `must not have more than ${MAX_IMPORT_BYTES / 1024 / 1024} MiB with their quantities`

/** The problems and doubles that a preview lists. */
const MAX_LISTED = 100

const text = { type: ['string', 'null'] as const }

/** Faults in a row are problems of the preview, so any value passes here. */
const Row = z.unknown().meta({
  type: 'object',
  description: 'The columns of the file import. Omitted columns stay as they are; null clears a value.',
  properties: {
    ...Object.fromEntries(COLUMNS.map((column) => [column, text])),
    transferCount: { type: ['integer', 'string', 'null'] },
    plusOnes: {
      type: ['integer', 'string', 'null'],
      description:
        'The number of companions, up to 99. The row makes a ticket for the guest and for each of them, named “Ana +1”, “Ana +2”, with one `reference`. A name that ends in “ +2” means the same.',
    },
    companions: {
      type: ['array', 'null'],
      items: { type: 'string' },
      maxItems: 99,
      description:
        'The names of companions. Without `plusOnes` and `quantity` they are all; with more, the others are numbered.',
    },
    quantity: {
      type: ['integer', 'string', 'null'],
      description: 'The number of people: one more than `plusOnes`.',
    },
    session: {
      ...text,
      description:
        'The session that the row comes from, as downloads have it. A guest of another session is expected here. Their row is matched by guest, refunded and void ones are left out, the number is kept if it is free, and the code if `codes` is `kept`.',
    },
  },
})

const shape = {
  tickets: z.array(Row, COUNT_RULE).min(1, COUNT_RULE).max(MAX_TICKETS, COUNT_RULE).exactOptional(),
  fromSessionId: uuidSchema.exactOptional().meta({
    description:
      'Instead of `tickets`: copies the valid and checked-in guests of another session of the organizer, as rows of that session.',
  }),
  match: z.enum(['number', 'code', 'guest'], 'must be number, code or guest').exactOptional().meta({
    description:
      'How a row is matched to its ticket: by number, by code, or by e-mail, name and type together, for lists without numbers. By default `number`.',
  }),
  missing: z.enum(['keep', 'void'], 'must be keep or void').exactOptional().meta({
    description: 'What happens to tickets that match no row and are not checked in. By default `keep`.',
  }),
  codes: z.enum(['made', 'number', 'kept'], 'must be made, number or kept').exactOptional().meta({
    description:
      'Codes for rows without one: random codes for new tickets (`made`), or the ticket numbers (`number`). `kept`: as `made`, but guests of another session keep their codes. By default `made`.',
  }),
  checkIns: z.enum(['ignore', 'keep'], 'must be ignore or keep').exactOptional().meta({
    description:
      'Whether new tickets whose row says `CheckedIn` are checked in (`keep`) or expected (`ignore`). By default `ignore`.',
  }),
  doubles: z.enum(['add', 'skip', 'change'], 'must be add, skip or change').exactOptional().meta({
    description:
      'What happens to `doubles`: their rows add tickets (`add`), add none (`skip`), or change the guest on the list (`change`). By default `add`.',
  }),
}

const hasOneSource = ({ tickets, fromSessionId }: { tickets?: unknown; fromSessionId?: unknown }) =>
  (tickets === undefined) !== (fromSessionId === undefined)
const SOURCE_RULE = 'must have either tickets or fromSessionId'

const ImportPreviewBody = strictBody(shape).refine(hasOneSource, SOURCE_RULE)

const ImportBody = strictBody({
  ...shape,
  expectedVersion: z.string('must be the version of a preview').meta({
    description: 'The `version` of the preview.',
  }),
}).refine(hasOneSource, SOURCE_RULE)

type Body = z.output<typeof ImportPreviewBody>

const importExamples = {
  guests: {
    summary: 'A guest list without numbers',
    value: {
      tickets: [
        { ticketTypeName: 'Guest list', attendeeName: 'Ana García', holderEmail: 'ana@example.com' },
        { ticketTypeName: 'Crew', attendeeName: 'Bo Lind', plusOnes: 2 },
      ],
      match: 'guest' as const,
    },
  },
  printed: {
    summary: 'Tickets that another system printed',
    value: {
      tickets: [
        { ticketNumber: 'AB3CD-1', ticketTypeName: 'Standing', code: 'mz4x8f6q2kcepw9s', status: 'Valid' },
      ],
      missing: 'void' as const,
    },
  },
}

/** Larger imports are heavy. */
const MAX_LIGHT_IMPORT = 1_000

/** At least as many as the row makes: companions can also be in its name. */
const ticketsOf = (row: unknown): number => {
  const { quantity, plusOnes, companions, attendeeName } = Object(row)
  const [, inName = 0] = (typeof attendeeName === 'string' && splitName(attendeeName.trim())) || []
  const named = Array.isArray(companions) ? companions.length : 0
  return Math.max(Number(quantity) || 1, (Number(plusOnes) || 0) + 1, inName + 1, named + 1)
}

const isLargeImport = ({ body: { tickets } }: { body: Body }): boolean =>
  tickets === undefined || tickets.reduce<number>((sum, row) => sum + ticketsOf(row), 0) > MAX_LIGHT_IMPORT

/**
 * Reads the rows of a request as tickets, with the first problems and their total.
 *
 * @throws AppError `invalid_request` for too many or too large rows
 */
const readRows = (rows: readonly unknown[], options: ImportOptions, sessionId: string): ImportedRows => {
  const readRow = rowReader(options, sessionId, rows)
  const tickets: RowTicket[] = []
  const problems: Problem[] = []
  let [problemCount, bytes, checkedIn, leftOut] = [0, 0, 0, 0]
  for (const [index, fields] of rows.entries()) {
    const row = readRow(index + 1, fields)
    problemCount += row.problems.length
    checkedIn += Number(row.isCheckedIn)
    leftOut += Number(row.isLeftOut)
    problems.push(...row.problems.slice(0, MAX_LISTED - problems.length))
    for (const ticket of row.tickets) tickets.push(ticket)
    if (tickets.length > MAX_TICKETS) throw new AppError('invalid_request', `tickets: ${COUNT_RULE}.`)
    if (row.tickets.length > 1) bytes += JSON.stringify(fields).length * row.tickets.length
    if (bytes > MAX_IMPORT_BYTES) throw new AppError('invalid_request', `tickets: ${SIZE_RULE}.`)
  }
  return { tickets, problems, problemCount, rowCount: rows.length, checkedIn, leftOut }
}

/** What a request imports, by which options, and what its version belongs to. */
const sourceOf = (
  subject: string,
  sessionId: string,
  { tickets: rows = [], fromSessionId: from, ...given }: Body,
): { source: RowSource; options: ImportOptions; request: Previewed } => {
  const options = { ...DEFAULT_OPTIONS, ...given }
  const request = { subject, sessionId, options, rows: from ?? rows }
  if (from !== undefined) {
    const copied = { sessionId: from, into: sessionId, max: MAX_TICKETS }
    const read: RowSource['read'] = (db) => readGuestsOf(db, subject, copied, options.codes)
    return { source: { ids: [], read, from }, options, request }
  }
  const read = readRows(rows, options, sessionId)
  const ids = read.tickets.flatMap(({ values: { id } }) => id ?? [])
  return { source: { ids, read: async () => read }, options, request }
}

const count = z.int().min(0)

const ImportPreviewed = z
  .strictObject({
    version: z.string().meta({
      description: 'Opaque. Sent as `expectedVersion`, it imports exactly what was previewed, or nothing.',
    }),
    rows: count,
    toInsert: count,
    toInsertByStatus: TicketCounts,
    toUpdate: count,
    toVoid: count,
    unchanged: count,
    checkedInRows: count.meta({ description: 'Rows that say `CheckedIn`.' }),
    leftOut: count.meta({ description: 'Refunded and void tickets of another session.' }),
    newTicketTypes: z
      .array(z.string())
      .meta({ description: 'Names of missing types, which the import would add to the event.' }),
    soldAfter: z.int().meta({ description: 'Tickets that would be `Valid` or `CheckedIn`.' }),
    capacity: count,
    warnings: z.array(
      z.strictObject({
        code: z.string().meta({
          examples: ['over_capacity'],
          description:
            '`over_capacity`: tickets above the capacity. `checked_in_without_time`: they come last in `sort=-checkedInAt`. `not_admitted`: tickets that stay refunded or voided although their row says otherwise. `still_checked_in`: tickets that stay checked in although their row says refunded or voided. `renamed`: tickets whose number or code is another guest’s in their row. `kept_by_others`: tickets that match no row and are not voided, because they are of a source or a guest list.',
        }),
        tickets: count,
      }),
    ),
    doubleCount: count,
    doubles: z
      .array(
        z.strictObject({
          row: z.int().meta({ description: 'The row number, from 1.' }),
          sameAs: z.union([
            z.strictObject({ row: z.int() }),
            z.strictObject({ ticketId: z.uuid(), ticketNumber: z.string(), ticketTypeName: z.string() }),
          ]),
          companions: z
            .array(z.string())
            .exactOptional()
            .meta({ description: 'The companions of the row, which go where it goes.' }),
        }),
      )
      .meta({
        description: `The first ${MAX_LISTED} rows that match no ticket and have the name of another row, or of a guest of the session whom no row matches, with the same e-mail or none on one side, and without a number or code.`,
      }),
    problemCount: count,
    problems: z
      .array(
        z.strictObject({
          row: z.int().meta({ description: 'The row number, from 1.' }),
          field: z.string().nullable().meta({ description: 'Null for the row as a whole.' }),
          message: z.string(),
        }),
      )
      .meta({ description: `The first ${MAX_LISTED}. Any problem prevents the import.` }),
  })
  .register(responseSchemas, { id: 'ImportPreview' })

const MAX_TYPES_LISTED = 200

const countByStatus = (rows: readonly { status: string }[]) =>
  Object.fromEntries(
    STATUSES.map((status) => [status, rows.filter((row) => row.status === status).length]),
  ) as z.infer<typeof TicketCounts>

const serializeDouble = ({ row, sameAs, companions }: Double) => ({
  row,
  sameAs:
    'row' in sameAs
      ? sameAs
      : {
          ticketId: sameAs.ticket.id,
          ticketNumber: sameAs.ticket.ticket_number,
          ticketTypeName: sameAs.ticket.ticket_type_name,
        },
  ...(companions.length > 0 && { companions }),
})

const serializeImportPreview = (
  { plan, capacity, soldAfter, problems, problemCount }: ImportPreview,
  { rowCount, checkedIn, leftOut }: ImportedRows,
  version: string,
): z.infer<typeof ImportPreviewed> => {
  const warnings = [
    { code: 'over_capacity', tickets: plan.sold > 0 ? Math.max(soldAfter - capacity, 0) : 0 },
    { code: 'checked_in_without_time', tickets: plan.checkedInWithoutTime },
    { code: 'not_admitted', tickets: plan.notAdmitted },
    { code: 'still_checked_in', tickets: plan.stillCheckedIn },
    { code: 'renamed', tickets: plan.renamed },
    { code: 'kept_by_others', tickets: plan.keptByOthers },
  ]
  return {
    version,
    rows: rowCount,
    toInsert: plan.inserts.length,
    toInsertByStatus: countByStatus(plan.inserts),
    toUpdate: plan.updates.length,
    toVoid: plan.voids.length,
    unchanged: plan.unchanged,
    checkedInRows: checkedIn,
    leftOut,
    newTicketTypes: plan.newTypes.slice(0, MAX_TYPES_LISTED).map(({ name }) => name),
    soldAfter,
    capacity,
    warnings: warnings.filter(({ tickets }) => tickets > 0),
    doubleCount: plan.doubles.length,
    doubles: plan.doubles.slice(0, MAX_LISTED).map(serializeDouble),
    problemCount,
    problems: problems.slice(0, MAX_LISTED).map(({ row, field, message }) => ({ row, field, message })),
  }
}

const ImportResult = z
  .strictObject({
    inserted: count,
    updated: count,
    unchanged: count,
    voided: count,
    recordId: z.uuid().nullable().meta({
      description: 'The history record by which the import can be reverted. Null if nothing was changed.',
    }),
  })
  .register(responseSchemas, { id: 'ImportResult' })

// The version of an import's preview: an opaque text with the import's id and the state of the tickets that
// it would change. It is valid for one subject, session and set of rows.

type Previewed = {
  subject: string
  sessionId: string
  options: ImportOptions
  /** What was sent, or the session whose guests are copied. */
  rows: readonly unknown[] | string
}

const Content = z.tuple([uuidSchema, z.string()])

const ownerOf = async ({ subject, sessionId, options, rows }: Previewed) => [
  'import',
  subject,
  sessionId,
  await fingerprint(options, rows),
]

const encodeImport = async (
  db: Asked,
  previewed: Previewed,
  importId: string,
  state: string,
): Promise<string> => encodeOpaque(db, await ownerOf(previewed), [importId, state])

/** The import's id and the previewed state; undefined if the version belongs to another import. */
const decodeImport = async (db: Asked, previewed: Previewed, version: string) => {
  const content = await decodeOpaque(db, Content, await ownerOf(previewed), version)
  return content && { importId: content[0], state: content[1] }
}

export const importOperations = [
  operation({
    id: 'previewImport',
    method: 'POST',
    path: `${IMPORTS}/preview`,
    tag: 'Guests',
    summary: 'Preview an import of tickets',
    description:
      'Returns what the rows would change, and their problems. Changes nothing. A row never checks an existing ticket in or out.',
    access: 'manager',
    params: sessionParams,
    body: ImportPreviewBody,
    maxBodyBytes: MAX_IMPORT_BYTES,
    bodyExamples: importExamples,
    isRead: true,
    isHeavy: isLargeImport,
    limits: () => [RATE_LIMITS.imports],
    response: {
      description: 'The effect of the import.',
      body: ImportPreviewed,
      cache: 'private',
      examples: {
        guests: {
          summary: 'A new guest, and another one with two companions',
          value: {
            version: EXAMPLE_VERSION,
            rows: 2,
            toInsert: 4,
            toInsertByStatus: { Valid: 4, CheckedIn: 0, Refunded: 0, Voided: 0 },
            toUpdate: 0,
            toVoid: 0,
            unchanged: 0,
            checkedInRows: 0,
            leftOut: 0,
            newTicketTypes: ['Guest list', 'Crew'],
            soldAfter: 184,
            capacity: 400,
            warnings: [],
            doubleCount: 0,
            doubles: [],
            problemCount: 0,
            problems: [],
          },
        },
      },
    },
    errors: { session_not_found: true },
    handle: async (c, { params: { sessionId }, body }) => {
      const caller = { subject: c.get('subject'), importId: crypto.randomUUID() }
      const { source, options, request } = sourceOf(caller.subject, sessionId, body)
      c.get('db').allow(IMPORT_DEADLINE_MS)
      const { rows, preview } = await readFromNearest(c, (db) =>
        previewImport(db, caller, sessionId, source, options),
      )
      const version = await encodeImport(c.get('db'), request, caller.importId, preview.state)
      return serializeImportPreview(preview, rows, version)
    },
  }),
  operation({
    id: 'importTickets',
    method: 'POST',
    path: IMPORTS,
    tag: 'Guests',
    summary: 'Import tickets into a session',
    description:
      'Takes the body of the preview and its version. Imports all rows or none, in one transaction. Repeating the call has no further effect. Unrelated sales and check-ins do not outdate the preview.',
    access: 'manager',
    params: sessionParams,
    body: ImportBody,
    maxBodyBytes: MAX_IMPORT_BYTES,
    bodyExamples: {
      guests: {
        summary: importExamples.guests.summary,
        value: { ...importExamples.guests.value, expectedVersion: EXAMPLE_VERSION },
      },
    },
    isHeavy: isLargeImport,
    isAlone: true,
    limits: () => [RATE_LIMITS.imports],
    response: {
      description: 'What was written.',
      body: ImportResult,
      examples: {
        guests: {
          summary: 'Four new tickets',
          value: { inserted: 4, updated: 0, unchanged: 0, voided: 0, recordId: EXAMPLE_IDS.recordId },
        },
      },
    },
    errors: {
      limit_reached: 'Row 40: a session holds up to 200,000 tickets. Nothing was changed.',
      session_not_found: true,
      preview_outdated: true,
      code_taken: 'Row 3, code: is the code of a ticket of another organizer. Nothing was changed.',
    },
    handle: async (c, { params: { sessionId }, body: { expectedVersion, ...body } }) => {
      const actor = actorOf(c)
      const { source, options, request } = sourceOf(actor.subject, sessionId, body)
      const previewed = await decodeImport(c.get('db'), request, expectedVersion)
      const db = c.get('db')
      db.allow(IMPORT_DEADLINE_MS)
      return importTickets(db, actor, sessionId, source, options, {
        importId: previewed?.importId ?? crypto.randomUUID(),
        isAsPreviewed: (state) => state === previewed?.state,
      })
    },
  }),
  ...revertOperations({
    kind: 'tickets.import',
    path: IMPORTS,
    ids: ['previewRevertOfImport', 'revertImport'],
    summaries: ['Preview reverting an import of tickets', 'Revert an import of tickets'],
    description:
      'Deletes the tickets that the import created, gives those that it changed their old values back, and makes those that it voided or refunded valid again: all or none, in one transaction. What has changed since stays, and is named in `leftOut`. The old values are kept for 30 days; later, only what the import created is deleted. `recordId` names the import’s record in the history. Repeating the call returns the first response again.',
    limits: () => [RATE_LIMITS.imports],
  }),
]
