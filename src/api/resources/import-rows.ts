// What an import takes: the bodies of its requests, and how their rows are read.
import * as z from 'zod'
import { COLUMNS } from '../../domain/import/file/table/columns.ts'
import {
  DEFAULT_OPTIONS,
  type ImportOptions,
  type Problem,
  type RowTicket,
  rowReader,
  splitName,
} from '../../domain/import/file/table/rows.ts'
import { type ImportedRows, type RowSource, readGuestsOf } from '../../domain/import/preview-import.ts'
import { AppError } from '../../errors.ts'
import { MAX_LISTED } from './import-preview.ts'
import { strictBody, uuidSchema } from './values.ts'

export const MAX_IMPORT_BYTES = 8 * 1024 * 1024
const MAX_TICKETS = 20_000
const COUNT_RULE = `must be a list of rows for 1 to ${MAX_TICKETS.toLocaleString('en')} tickets`

const SIZE_RULE = `must not have more than ${MAX_IMPORT_BYTES / 1024 / 1024} MiB with their quantities`

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

export const ImportPreviewBody = strictBody(shape).refine(hasOneSource, SOURCE_RULE)

export const ImportBody = strictBody({
  ...shape,
  expectedVersion: z.string('must be the version of a preview').meta({
    description: 'The `version` of the preview.',
  }),
}).refine(hasOneSource, SOURCE_RULE)

type Body = z.output<typeof ImportPreviewBody>

/** Larger imports are heavy. */
const MAX_LIGHT_IMPORT = 1_000

/** At least as many as the row makes: companions can also be in its name. */
const ticketsOf = (row: unknown): number => {
  const { quantity, plusOnes, companions, attendeeName } = Object(row)
  const [, inName = 0] = (typeof attendeeName === 'string' && splitName(attendeeName.trim())) || []
  const named = Array.isArray(companions) ? companions.length : 0
  return Math.max(Number(quantity) || 1, (Number(plusOnes) || 0) + 1, inName + 1, named + 1)
}

export const isLargeImport = ({ body: { tickets } }: { body: Body }): boolean =>
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

/** What the version of a preview belongs to. */
export type Previewed = {
  subject: string
  sessionId: string
  options: ImportOptions
  /** What was sent, or the session whose guests are copied. */
  rows: readonly unknown[] | string
}

/** What a request imports, by which options, and what its version belongs to. */
export const sourceOf = (
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
