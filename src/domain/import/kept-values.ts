// The values that a record overwrites are kept, so that it can be reverted.
import { sha256 } from '@noble/hashes/sha2.js'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { auditLog } from '../../db/schema/audit-log.ts'
import { keptValues } from '../../db/schema/kept-values.ts'
import { MAX_TICKETS_IN_SESSION } from '../../db/schema/tickets.ts'
import { PERSON_COLUMNS } from '../erase/columns.ts'
import type { TicketRow } from './file/table/columns.ts'
import { inValues, valueAt } from './write-import.ts'

export type Values = Partial<TicketRow>

const encoder = new TextEncoder()

const DIGEST_CHARACTERS = 16

const isOfGuest = (column: string): boolean => PERSON_COLUMNS.includes(column)

/**
 * A value as written. Only a digest is kept of a guest's, which the ticket has anyway: an address that
 * somebody has changed since would otherwise be found by nobody who erases it.
 */
export const writtenValue = (
  callId: string,
  ticketId: string,
  column: string,
  value: string | number | null | undefined,
): string | number | null => {
  if (value == null || !isOfGuest(column)) return value ?? null
  const digest = sha256(encoder.encode(JSON.stringify([callId, ticketId, column, value])))
  return digest.toHex().slice(0, DIGEST_CHARACTERS)
}

const mapValues = (change: Values, map: (column: keyof TicketRow) => string | number | null): string =>
  JSON.stringify(
    Object.fromEntries((Object.keys(change) as (keyof TicketRow)[]).map((column) => [column, map(column)])),
  )

/** A status goes back to its cover, with the record that laid it. */
const withCover = (change: Values): Values =>
  change.status === undefined ? change : { ...change, cover: null, cover_record: null }

/** Statements that keep the old values of changed tickets with the record of the call, which must exist. */
export const keepValues = (
  db: Database,
  callId: string,
  sessionNumber: number,
  changes: readonly { present: TicketRow; change: Values }[],
) => {
  const rows = changes.map(({ present, change }) => [
    present.key,
    present.id,
    present.ticket_number,
    mapValues(withCover(change), (column) => present[column]),
    mapValues(change, (column) => writtenValue(callId, present.id, column, change[column])),
    Object.keys(change).some((column) => isOfGuest(column) || column === 'guest_list_entry') ? 'Kept' : null,
  ])
  return [...inValues(rows)].map((json) =>
    db.insert(keptValues).select(
      sql`SELECT (${auditLog.id} << 20) | (${valueAt(0)} & ${sql.raw(String(MAX_TICKETS_IN_SESSION))}), ${valueAt(1)},
          ${sessionNumber}, ${valueAt(2)}, ${valueAt(3)}, ${valueAt(4)}, ${valueAt(5)}
        FROM audit_log CROSS JOIN json_each(${json}) AS each WHERE ${auditLog.callId} = ${callId}`,
    ),
  )
}
