import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { MAX_TICKET_BYTES, SIZED_TEXTS, tickets } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../actor.ts'
import { changeResource } from '../resources/change-resource.ts'
import { countGuard } from '../resources/limits.ts'
import type { Guard } from '../resources/resource.ts'
import { isCoverOfTicket, layCover, makeValid } from './cover.ts'
import {
  belongsToAnother,
  inSession,
  insertTypes,
  isTaken,
  type ManagedTicket,
  type NewTicket,
  OWNED_ELSEWHERE,
  reservedCode,
  TICKET,
  typeNamed,
} from './create-tickets.ts'

/** Omitted values stay as they are. */
export type TicketChange = Partial<Omit<NewTicket, 'id' | 'ticketNumber' | 'code'>> & {
  ticketNumber?: string
  code?: string
  status?: 'Valid' | 'Refunded' | 'Voided'
}

const sizedTexts = Object.entries(getTableColumns(tickets)).filter(([, { name }]) =>
  SIZED_TEXTS.includes(name),
)

/** The size of a ticket's texts with these values, in bytes. */
export const bytesWith = (change: Partial<typeof tickets.$inferInsert>): SQL =>
  sql.join(
    sizedTexts.map(([name, column]) => {
      const value = change[name as keyof typeof change]
      return sql`coalesce(octet_length(${value === undefined ? column : sql`${value}`}), 0)`
    }),
    sql` + `,
  )

/**
 * A void or refund covers the ticket, also where others made it void, or a change of many guests, which could
 * be reverted. One of this ticket alone stays, so that a repeat changes nothing.
 */
const statusValues = (status: NonNullable<TicketChange['status']>, callId: string) => {
  if (status === 'Valid') {
    // Refused by a guard.
    return { ...makeValid, status: sql`iif(tickets.status = 'CheckedIn', 'Valid', ${makeValid.status})` }
  }
  const isThere = sql`tickets.cover = ${status} AND ${isCoverOfTicket}`
  const cover = layCover(status, callId)
  return { ...cover, coverRecord: sql`iif(${isThere}, tickets.cover_record, ${cover.coverRecord})` }
}

const guardsOf = (path: { id: string; sessionId: string }, change: TicketChange): Guard[] => {
  const { number, eventId } = inSession(path.sessionId)
  const { ticketNumber, ticketTypeName, code, status } = change
  const taken = (column: 'ticket_number' | 'code', value: string) =>
    sql`iif(${isTaken(column, number, sql`${value}`, sql`${path.id}`)}, 1, NULL)`
  return [
    ...(ticketTypeName === undefined
      ? []
      : [countGuard('ticket_types', sql`(${typeNamed(sql`id`, eventId, sql`${ticketTypeName}`)} IS NULL)`)]),
    ...(ticketNumber === undefined
      ? []
      : [{ failed: taken('ticket_number', ticketNumber), error: () => new AppError('number_taken') }]),
    ...(code === undefined
      ? []
      : [
          { failed: taken('code', code), error: () => new AppError('code_taken') },
          {
            failed: sql`nullif(${belongsToAnother(sql`${reservedCode(code)}`, sql`events.organizer_id`)}, 0)`,
            error: () => new AppError('code_taken', `code: ${OWNED_ELSEWHERE}. Nothing was changed.`),
          },
        ]),
    ...(status !== 'Valid'
      ? []
      : [
          {
            failed: sql`iif(tickets.status = 'CheckedIn', 1, NULL)`,
            error: () => new AppError('checked_in'),
          },
        ]),
    {
      failed: sql`nullif(max(${bytesWith(change)}, ${MAX_TICKET_BYTES}), ${MAX_TICKET_BYTES})`,
      error: (bytes) =>
        new AppError(
          'invalid_request',
          `The texts of the ticket would have ${bytes} bytes; the limit is ${MAX_TICKET_BYTES}.`,
        ),
    },
  ]
}

/** Counts a transfer if the holder changes. */
const transfersWith = ({ holderEmail, currentHolderId }: TicketChange): SQL | undefined => {
  const changes = [
    ...(holderEmail === undefined ? [] : [sql`tickets.holder_email IS NOT ${holderEmail}`]),
    ...(currentHolderId === undefined ? [] : [sql`tickets.current_holder_id IS NOT ${currentHolderId}`]),
  ]
  return changes.length === 0 ? undefined : sql`tickets.transfer_count + (${sql.join(changes, sql` OR `)})`
}

/**
 * Changes a ticket. Missing ticket types are added to the event.
 * The record has the names of the fields, not their values.
 *
 * @throws AppError `ticket_not_found`, also for non-members; `forbidden` for staff; `precondition_failed`;
 *   `number_taken`; `code_taken`; `checked_in`; `invalid_request` for too much text or too many ticket types
 */
export const changeTicket = (
  db: Database,
  actor: Actor,
  path: { id: string; sessionId: string },
  change: TicketChange,
  fields: readonly string[],
  isCurrent?: (version: string) => Promise<boolean>,
): Promise<ManagedTicket> => {
  const { ticketTypeName, status, ...values } = change
  const { eventId } = inSession(path.sessionId)
  const transferCount = transfersWith(change)
  const name = sql`${ticketTypeName}`
  return changeResource(
    db,
    actor,
    TICKET,
    path,
    {
      ...values,
      ...(status !== undefined && statusValues(status, actor.callId)),
      ...(transferCount !== undefined && { transferCount }),
      ...(ticketTypeName !== undefined && { ticketTypeId: typeNamed(sql`id`, eventId, name) }),
    },
    { fields, ...(status !== undefined && { status }) },
    {
      isCurrent,
      guards: guardsOf(path, change),
      ...(ticketTypeName !== undefined && {
        before: (source: SQL) => [
          insertTypes(db, eventId, {
            name,
            id: sql`${crypto.randomUUID()}`,
            rows: source,
          }),
        ],
      }),
    },
  )
}
