// What the preview of an import shows.
import * as z from 'zod'
import { STATUSES } from '../../domain/check-in-rule.ts'
import type { Double } from '../../domain/import/doubles.ts'
import type { TicketRow } from '../../domain/import/file/table/columns.ts'
import type { ImportedRows, ImportPreview } from '../../domain/import/preview-import.ts'
import { responseSchemas } from './schema-names.ts'
import { TicketCounts } from './ticket.ts'

/** The problems and doubles that a preview lists. */
export const MAX_LISTED = 100

const count = z.int().min(0)

const doubleTicket = { ticketId: z.uuid(), ticketNumber: z.string(), ticketTypeName: z.string() }

const MovedTo = z
  .strictObject({
    sessionId: z.uuid(),
    eventName: z.string(),
    startsAt: z.iso.datetime(),
    timeZone: z.string(),
  })
  .meta({ description: 'The session to which the guest was moved.' })

export const ImportPreviewed = z
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
            '`over_capacity`: tickets above the capacity. `checked_in_without_time`: they come last in `sort=-checkedInAt`. `not_admitted`: tickets that stay refunded or voided although their row says otherwise. `still_checked_in`: tickets that stay checked in although their row says refunded or voided. `renamed`: tickets whose number or code is another guest’s in their row. `kept_by_others`: tickets that match no row and are not voided, because they are of a source or a guest list. `coming_back`: new tickets of guests who have a refunded or void one. `checked_in_again`: void or refunded tickets that are checked in again, because their guest had come in.',
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
            z.strictObject({ ...doubleTicket, movedTo: MovedTo.exactOptional() }),
          ]),
          companions: z
            .array(z.string())
            .exactOptional()
            .meta({ description: 'The companions of the row, which go where it goes.' }),
          companion: z.string().exactOptional().meta({
            description: 'The companion whom it is about, if the guest of the row is not a double.',
          }),
        }),
      )
      .meta({
        description: `The first ${MAX_LISTED} rows that match no ticket and have the name of another row, of a guest of the session whom no row matches, or of one who was moved to another session, with the same e-mail or none on one side, and without a number or code. A row with the number or code of a guest who was moved is one, too.`,
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

const serializeTicket = (
  ticket: Pick<TicketRow, 'id' | 'ticket_number' | 'ticket_type_name'>,
): { ticketId: string; ticketNumber: string; ticketTypeName: string } => ({
  ticketId: ticket.id,
  ticketNumber: ticket.ticket_number,
  ticketTypeName: ticket.ticket_type_name,
})

const serializeSame = (sameAs: Double['sameAs']) => {
  if ('row' in sameAs) return sameAs
  if ('ticket' in sameAs) return serializeTicket(sameAs.ticket)
  const { movedTo } = sameAs.moved
  return {
    ...serializeTicket(sameAs.moved),
    movedTo: { ...movedTo, startsAt: movedTo.startsAt.toISOString() },
  }
}

const serializeDouble = ({ row, sameAs, companions, companion }: Double) => ({
  row,
  sameAs: serializeSame(sameAs),
  ...(companions.length > 0 && { companions }),
  ...(companion !== undefined && { companion }),
})

export const serializeImportPreview = (
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
    { code: 'checked_in_again', tickets: plan.checkedInAgain },
    { code: 'coming_back', tickets: plan.comingBack },
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
