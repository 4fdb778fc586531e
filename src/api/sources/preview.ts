// What a run of a source would change, as managers get it.
import * as z from 'zod'
import { DEFAULT_TYPE } from '../../domain/sources/list-rows.ts'
import type { SourcePreview } from '../../domain/sources/preview.ts'
import { SourceError } from '../../domain/sources/reader.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { RowProblem } from './source.ts'

const count = z.int().min(0)

export const Preview = z
  .strictObject({
    problem: z.string().nullable().meta({ description: 'Why the source cannot be read.' }),
    rows: count,
    toInsert: count,
    toUpdate: count,
    toVoid: count,
    unchanged: count,
    adopted: count.meta({
      description:
        'Tickets that the source would take over, because the first run finds them by number or code.',
    }),
    theirs: count.meta({
      description:
        'Tickets that rows match, but that belong to somebody else or to another source. They stay as they are.',
    }),
    inside: count.meta({ description: 'Checked-in tickets that stay although the list says otherwise.' }),
    gone: count.meta({
      description: 'Rows whose ticket was deleted, or moved to another session. They make none again.',
    }),
    newTicketTypes: z.array(z.string()),
    soldAfter: z.int(),
    capacity: count,
    warnings: z
      .array(z.string())
      .meta({ description: 'What else to know, such as sheets that are not read.' }),
    columns: z
      .array(z.strictObject({ heading: z.string(), field: z.string().nullable() }))
      .meta({ description: 'The headings of a list, with the field that each is read as.' }),
    problemCount: count,
    problems: z.array(RowProblem),
    guests: z
      .array(
        z.strictObject({
          row: z.int(),
          name: z.string().nullable(),
          email: z.string().nullable(),
          ticketTypeName: z.string(),
          note: z.string().nullable(),
        }),
      )
      .meta({ description: 'The first 50 rows, as they were read.' }),
  })
  .register(responseSchemas, { id: 'SourcePreview' })

const MAX_LISTED = 100
const MAX_GUESTS = 50
const MAX_TYPES_LISTED = 200

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

export const serializePreview = (
  preview: SourcePreview | SourceError,
  typeName: string | null,
): z.infer<typeof Preview> => {
  if (preview instanceof SourceError) {
    return {
      ...{ problem: preview.message, rows: 0, toInsert: 0, toUpdate: 0, toVoid: 0, unchanged: 0 },
      ...{ adopted: 0, theirs: 0, inside: 0, gone: 0, newTicketTypes: [], soldAfter: 0, capacity: 0 },
      ...{ warnings: [], columns: [], problemCount: 0, problems: [], guests: [] },
    }
  }
  const { read, plan, problems, capacity, soldAfter } = preview
  return {
    problem: null,
    rows: read.rows.length,
    toInsert: plan.inserts.length,
    toUpdate: plan.updates.length,
    toVoid: plan.voids.length,
    unchanged: plan.unchanged,
    adopted: plan.adopted.length,
    ...{ theirs: plan.theirs, inside: plan.inside, gone: plan.gone },
    newTicketTypes: plan.newTypes.slice(0, MAX_TYPES_LISTED).map(({ name }) => name),
    ...{ soldAfter, capacity },
    warnings: read.warnings.slice(0, MAX_LISTED),
    columns: (read.columns ?? []).filter(({ heading }) => heading !== '').slice(0, MAX_LISTED),
    problemCount: problems.length,
    problems: problems.slice(0, MAX_LISTED),
    guests: read.rows.slice(0, MAX_GUESTS).map(({ line, fields: row }) => ({
      row: line,
      name: textOrNull(row.attendeeName),
      email: textOrNull(row.attendeeEmail) ?? textOrNull(row.holderEmail),
      ticketTypeName: textOrNull(row.ticketTypeName) ?? typeName ?? DEFAULT_TYPE,
      note: textOrNull(row.note),
    })),
  }
}
