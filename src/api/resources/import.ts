// An import of tickets: its request, its preview and its result.
import * as z from 'zod'
import { COLUMNS } from '../../domain/import/file/columns.ts'
import { DEFAULT_OPTIONS, type Problem, type RowTicket, rowReader } from '../../domain/import/file/rows.ts'
import type { ImportPreview } from '../../domain/import/preview-import.ts'
import { AppError } from '../../errors.ts'
import { responseSchemas } from './schema-names.ts'
import { strictBody } from './values.ts'

export const IMPORTS = '/sessions/:sessionId/imports'

export const MAX_IMPORT_BYTES = 8 * 1024 * 1024
const MAX_TICKETS = 20_000
const COUNT_RULE = `must be a list of rows for 1 to ${MAX_TICKETS.toLocaleString('en')} tickets`

const SIZE_RULE = `must not have more than ${MAX_IMPORT_BYTES / 1024 / 1024} MiB with their quantities`

/** A preview lists at most this many problems. */
const MAX_LISTED = 100

const text = { type: ['string', 'null'] as const }

/** What is wrong inside a row is a problem of the preview, so any value is valid here. */
const Row = z.unknown().meta({
  type: 'object',
  description: 'The columns of the file import. What is left out stays as it is, and null clears a value.',
  properties: {
    ...Object.fromEntries(COLUMNS.map((column) => [column, text])),
    transferCount: { type: ['integer', 'string', 'null'] },
    quantity: {
      type: ['integer', 'string', 'null'],
      description: 'How many tickets the row makes, up to 100.',
    },
  },
})

const shape = {
  tickets: z.array(Row, COUNT_RULE).min(1, COUNT_RULE).max(MAX_TICKETS, COUNT_RULE),
  match: z.enum(['number', 'code', 'guest'], 'must be number, code or guest').exactOptional().meta({
    description:
      'How a row finds its ticket: by its number, by its code, or by e-mail, name and type together, for lists without numbers. `number` unless given.',
  }),
  missing: z.enum(['keep', 'void'], 'must be keep or void').exactOptional().meta({
    description: 'What becomes of tickets that are in no row and not checked in. `keep` unless given.',
  }),
  codes: z.enum(['made', 'number'], 'must be made or number').exactOptional().meta({
    description:
      'The codes of tickets whose row has none: random ones for new tickets, or the ticket’s number. `made` unless given.',
  }),
}

export const ImportPreviewBody = strictBody(shape)

export const ImportBody = strictBody({
  ...shape,
  expectedVersion: z.string('must be the version of a preview').meta({
    description: 'The `version` of the preview.',
  }),
})

type Body = z.output<typeof ImportPreviewBody>

export const importExamples = {
  guests: {
    summary: 'A guest list without numbers',
    value: {
      tickets: [
        { ticketTypeName: 'Guest list', attendeeName: 'Ana García', holderEmail: 'ana@example.com' },
        { ticketTypeName: 'Crew', quantity: 3 },
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
const MAX_LIGHT_TICKETS = 1_000

export const isLargeImport = ({ body: { tickets } }: { body: Body }): boolean =>
  tickets.reduce<number>((sum, row) => sum + (Number(Object(row).quantity ?? 1) || 1), 0) > MAX_LIGHT_TICKETS

/**
 * The rows of a request as tickets, with the first problems and their number.
 *
 * @throws AppError `invalid_request` for too many or too large ones
 */
export const readRows = ({ tickets: rows, ...given }: Body) => {
  const { match, missing, codes } = { ...DEFAULT_OPTIONS, ...given }
  const options = { match, missing, codes }
  const readRow = rowReader(options)
  const tickets: RowTicket[] = []
  const problems: Problem[] = []
  let [problemCount, bytes] = [0, 0]
  for (const [index, fields] of rows.entries()) {
    const row = readRow(index + 1, fields)
    problemCount += row.problems.length
    problems.push(...row.problems.slice(0, MAX_LISTED - problems.length))
    for (const ticket of row.tickets) tickets.push(ticket)
    if (tickets.length > MAX_TICKETS) throw new AppError('invalid_request', `tickets: ${COUNT_RULE}.`)
    if (row.tickets.length > 1) bytes += JSON.stringify(fields).length * row.tickets.length
    if (bytes > MAX_IMPORT_BYTES) throw new AppError('invalid_request', `tickets: ${SIZE_RULE}.`)
  }
  return { options, tickets, problems, problemCount }
}

const count = z.int().min(0)

export const ImportPreviewed = z
  .strictObject({
    version: z.string().meta({
      description: 'Opaque. Sent as `expectedVersion`, it imports exactly what was previewed, or nothing.',
    }),
    rows: count,
    toInsert: count,
    toUpdate: count,
    toVoid: count,
    unchanged: count,
    newTicketTypes: z.array(z.string()).meta({ description: 'Names that the event lacks.' }),
    soldAfter: z.int().meta({ description: 'Tickets that would be `Valid` or `CheckedIn`.' }),
    capacity: count,
    warnings: z.array(
      z.strictObject({
        code: z.string().meta({
          examples: ['over_capacity'],
          description:
            '`over_capacity`, `checked_in_without_time`: such tickets come last in `sort=-checkedInAt`; `not_admitted`: tickets that stay refunded or voided although their row does not say so; `still_checked_in`: tickets that stay checked in although their row says refunded or voided.',
        }),
        tickets: count,
      }),
    ),
    problemCount: count,
    problems: z
      .array(
        z.strictObject({
          row: z.int().meta({ description: 'The number of the row, from 1.' }),
          field: z.string().nullable().meta({ description: 'Null for the row as a whole.' }),
          message: z.string(),
        }),
      )
      .meta({ description: `The first ${MAX_LISTED}. While there are any, nothing can be imported.` }),
  })
  .register(responseSchemas, { id: 'ImportPreview' })

const MAX_TYPES_LISTED = 200

/** `rows` is their number, and `problems` what was wrong before the session was read. */
export const serializeImportPreview = (
  { plan, capacity, soldAfter, ...preview }: ImportPreview,
  rows: number,
  { problems, problemCount }: { problems: readonly Problem[]; problemCount: number },
  version: string,
): z.infer<typeof ImportPreviewed> => {
  const all = [...problems, ...preview.problems].toSorted((a, b) => a.row - b.row)
  const warnings = [
    { code: 'over_capacity', tickets: plan.sold > 0 ? Math.max(soldAfter - capacity, 0) : 0 },
    { code: 'checked_in_without_time', tickets: plan.checkedInWithoutTime },
    { code: 'not_admitted', tickets: plan.notAdmitted },
    { code: 'still_checked_in', tickets: plan.stillCheckedIn },
  ]
  return {
    version,
    rows,
    ...{ toInsert: plan.inserts.length, toUpdate: plan.updates.length, toVoid: plan.voids.length },
    unchanged: plan.unchanged,
    newTicketTypes: plan.newTypes.slice(0, MAX_TYPES_LISTED).map(({ name }) => name),
    ...{ soldAfter, capacity },
    warnings: warnings.filter(({ tickets }) => tickets > 0),
    problemCount: problemCount + preview.problems.length,
    problems: all.slice(0, MAX_LISTED).map(({ row, field, message }) => ({ row, field, message })),
  }
}

export const ImportResult = z
  .strictObject({
    ...{ inserted: count, updated: count, unchanged: count, voided: count },
    recordId: z.uuid().nullable().meta({
      description: 'The record in the history, with which to revert the import. Null if nothing was changed.',
    }),
  })
  .register(responseSchemas, { id: 'ImportResult' })
