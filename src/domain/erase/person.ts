// Erases the guest of a ticket, or an e-mail address. The number, type, seat, status and times stay.
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { auditLog, isMove } from '../../db/schema/audit-log.ts'
import { keptValues } from '../../db/schema/kept-values.ts'
import { sourceRows } from '../../db/schema/sources.ts'
import { STATUSES } from '../../db/schema/ticket-constants.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, isFirstRun, isRecorded, wasRecorded } from '../audit.ts'
import { changeResource } from '../resources/change-resource.ts'
import { ORGANIZER } from '../resources/definitions.ts'
import { entityOf, fromManaged, isAt, selectResources } from '../resources/resource.ts'
import { type ManagedTicket, TICKET } from '../tickets/create-tickets.ts'
import { HOLDER_COLUMNS, PERSON_COLUMNS } from './columns.ts'
import { ERASED_VALUES } from './kept-values.ts'
import { mergeWords } from './purge-words.ts'
import { dueSessions } from './sessions.ts'

const named = (columns: readonly string[], valueFor: (column: string) => SQL | null) =>
  Object.fromEntries(
    Object.entries(getTableColumns(tickets))
      .filter(([, { name }]) => columns.includes(name))
      .map(([property, { name }]) => [property, valueFor(name)]),
  )

/** The sessions to and from which tickets of a session were moved, by their numbers. */
const movedWith = (number: SQL): SQL => sql`
  SELECT other.number FROM sessions AS own
  CROSS JOIN audit_log INDEXED BY audit_log_moves ON entity_id = own.id AND ${isMove}
  CROSS JOIN sessions AS other ON other.id = coalesce(change ->> 'sessionId', change ->> 'fromSessionId')
  WHERE own.number = ${number}`

/**
 * The companions of guests, who are named after them: “Ana +1”. They are in the session of the guest, or
 * where one of them was moved. `guests` is a SELECT of `session_number`, `reference`, `name` and `email`.
 */
const companionsOf = (guests: SQL): SQL => sql`
  SELECT companion.key, companion.id, companion.session_number FROM (${guests}) AS guest
  CROSS JOIN tickets AS companion INDEXED BY tickets_by_reference ON companion.reference = guest.reference
    AND companion.session_number IN (
      SELECT guest.session_number UNION ${movedWith(sql`guest.session_number`)})
  WHERE substr(companion.attendee_name, 1, length(guest.name) + 2) = guest.name || ' +'`

/** Statement that erases the companions of a guest, and their holder where that is the guest. */
const eraseCompanions = (db: Database, { now, subject }: Actor, guest: SQL) =>
  db
    .update(tickets)
    .set({
      ...named(PERSON_COLUMNS, (column) =>
        HOLDER_COLUMNS.includes(column)
          ? sql`iif(holder_email_order = (SELECT email FROM (${guest})) COLLATE NOCASE, NULL, ${sql.raw(column)})`
          : null,
      ),
      updatedAt: now,
      updatedBy: subject,
    })
    .where(sql`key IN (SELECT key FROM (${companionsOf(guest)}))`)

/** Statement that removes the digests of guests from the records of their tickets. `ids` is a SELECT. */
const removeDigests = (db: Database, ids: SQL) =>
  db
    .update(auditLog)
    .set({ change: sql`json_remove(change, '$.digest')` })
    .where(
      sql`id IN (SELECT created.id FROM (${ids}) AS erased CROSS JOIN audit_log AS created INDEXED BY audit_log_creations
        ON created.entity_id = erased.id AND substr(created.action, -7) = '.create'
        WHERE created.entity_type = 'ticket')`,
    )

/** Statement that erases the guests in what reverts keep of tickets. `ids` is a SELECT. */
const eraseKept = (db: Database, ids: SQL) =>
  db
    .update(keptValues)
    .set({ guest: 'Erased', before: sql.raw(ERASED_VALUES.before), after: sql.raw(ERASED_VALUES.after) })
    .where(
      sql`key IN (SELECT kept.key FROM (${ids}) AS erased CROSS JOIN kept_values AS kept INDEXED BY kept_values_by_ticket
        ON kept.ticket_id = erased.id AND kept.guest = 'Kept')`,
    )

/** Statement that keeps sources from writing a person into tickets again. `ids` is a SELECT. */
const eraseSourceRows = (db: Database, ids: SQL) =>
  db.update(sourceRows).set({ erased: 1 }).where(sql`ticket_id IN (SELECT id FROM (${ids}))`)

/** A guest as {@link companionsOf} needs them. An attendee without an address is the holder. */
const AS_GUEST = sql`tickets.session_number, tickets.reference, tickets.attendee_name AS name,
  coalesce(tickets.attendee_email, tickets.holder_email) AS email`

/**
 * Erases the person of a ticket, and the companions who are named after them. A repeated call changes
 * nothing.
 *
 * @throws AppError `ticket_not_found`, also for non-members; `forbidden` for staff; `precondition_failed`
 */
export const eraseTicket = (
  db: Database,
  actor: Actor,
  path: { id: string; sessionId: string },
  isCurrent?: (version: string) => Promise<boolean>,
): Promise<ManagedTicket> =>
  changeResource(
    db,
    actor,
    TICKET,
    path,
    named(PERSON_COLUMNS, () => null),
    {},
    {
      action: 'ticket.erase',
      isCurrent,
      before: (source) => [
        removeDigests(db, sql`SELECT tickets.id ${fromManaged(TICKET, actor.subject, path)}`),
        removeDigests(db, companionsOf(sql`SELECT ${AS_GUEST} ${source}`)),
        eraseKept(db, sql`SELECT tickets.id ${fromManaged(TICKET, actor.subject, path)}`),
        eraseKept(db, companionsOf(sql`SELECT ${AS_GUEST} ${source}`)),
        eraseSourceRows(db, sql`SELECT tickets.id ${fromManaged(TICKET, actor.subject, path)}`),
        eraseSourceRows(db, sql`SELECT id FROM (${companionsOf(sql`SELECT ${AS_GUEST} ${source}`)})`),
        eraseCompanions(db, actor, sql`SELECT ${AS_GUEST} ${source}`),
      ],
      after: [mergeWords(db, actor)],
    },
  )

/** `more`: further tickets have the address. */
export type ErasedEmail = { tickets: number; sessions: number; more: boolean }

/** Tickets that one call erases. */
export const MAX_ERASED = 5_000

/** The tickets whose attendee has the address. */
const fromAttendees = (organizerId: string | SQL, email: string): SQL => sql`
  FROM sessions INDEXED BY sessions_by_organizer
  CROSS JOIN tickets INDEXED BY tickets_by_attendee_email
    ON attendee_email IS NOT NULL AND attendee_email = ${email} COLLATE NOCASE AND session_number = sessions.number
  WHERE sessions.organizer_id = ${organizerId}`

/**
 * The organizer's first tickets with the address, ignoring ASCII case, and those of companions. Without an id
 * it reads none.
 */
const matching = (organizerId: string | SQL, email: string, limit: number): SQL => sql`
  SELECT tickets.key, tickets.id, session_number FROM sessions INDEXED BY sessions_by_organizer
  CROSS JOIN tickets INDEXED BY tickets_by_email ON session_number = sessions.number
    AND status IN (${sql.raw(STATUSES.map((status) => `'${status}'`).join())}) AND holder_email_order = ${email}
  WHERE sessions.organizer_id = ${organizerId}
  UNION
  SELECT tickets.key, tickets.id, session_number ${fromAttendees(organizerId, email)}
  UNION
  SELECT * FROM (${companionsOf(sql`SELECT ${AS_GUEST} ${fromAttendees(organizerId, email)} LIMIT ${limit}`)})
  LIMIT ${limit}`

/** What is kept of tickets that had the address before a change that can be reverted. */
const fromKept = (organizerId: string | SQL, email: string, kind: 'holder' | 'attendee'): SQL => {
  const address = sql.raw(`before ->> '${kind}_email'`)
  return sql`FROM sessions INDEXED BY sessions_by_organizer
    CROSS JOIN kept_values INDEXED BY ${sql.raw(`kept_values_by_${kind}`)}
      ON ${address} IS NOT NULL AND ${address} = ${email} COLLATE NOCASE AND session_number = sessions.number
    WHERE sessions.organizer_id = ${organizerId}`
}

/** The tickets that had the address before such a change. */
const keptTickets = (organizerId: string | SQL, email: string, limit: number): SQL => sql`
  SELECT ticket_id AS id, session_number ${fromKept(organizerId, email, 'holder')}
  UNION
  SELECT ticket_id, session_number ${fromKept(organizerId, email, 'attendee')}
  LIMIT ${limit}`

const matchingOrKept = (organizerId: string | SQL, email: string, limit: number): SQL => sql`
  SELECT id, session_number FROM (${matching(organizerId, email, limit)})
  UNION
  SELECT id, session_number FROM (${keptTickets(organizerId, email, limit)})
  LIMIT ${limit}`

const summary = (organizerId: string, email: string): SQL => sql`(
  SELECT json_object('tickets', min(count(*), ${MAX_ERASED}), 'sessions', count(DISTINCT session_number),
    'more', json(iif(count(*) > ${MAX_ERASED}, 'true', 'false')))
  FROM (${matchingOrKept(organizerId, email, MAX_ERASED + 1)}))`

const NOTHING: ErasedEmail = { tickets: 0, sessions: 0, more: false }

/** @throws AppError `organizer_not_found`, also for non-members; `forbidden` for staff */
export const previewEmail = async (
  db: Database,
  subject: string,
  organizerId: string,
  email: string,
): Promise<ErasedEmail> => {
  const [[organizer]] = await db.batch([
    selectResources(db, ORGANIZER, subject, isAt(ORGANIZER, { id: organizerId }), {
      more: {
        found: sql<string | null>`CASE WHEN members.role <> 'staff' THEN ${summary(organizerId, email)} END`,
      },
    }),
  ])
  const { found } = requireAccess(organizer, 'organizer_not_found')
  return found === null ? NOTHING : JSON.parse(found)
}

/**
 * Erases the holder where it has the address, and the attendee where they have it, with the companions who
 * are named after them. An attendee without an address is the holder.
 *
 * @throws AppError `organizer_not_found`, also for non-members; `forbidden` for staff
 */
export const eraseEmail = async (
  db: Database,
  actor: Actor,
  organizerId: string,
  email: string,
): Promise<ErasedEmail> => {
  const path = { id: organizerId }
  const managed = fromManaged(ORGANIZER, actor.subject, path)
  // SQLite evaluates conditions that no row changes first: without access, they must read nothing.
  const own = sql`(SELECT organizers.id ${managed} AND ${isFirstRun(actor)})`
  const isHolder = sql`holder_email_order = ${email}`
  // Tickets that match by their holder may have an attendee with another address. All others match by theirs.
  const isAttendee = sql`iif(${isHolder}, coalesce(attendee_email, ${email}) = ${email} COLLATE NOCASE, true)`
  const [[organizer], , , , , , , , [recorded]] = await db.batch([
    selectResources(db, ORGANIZER, actor.subject, isAt(ORGANIZER, path)),
    removeDigests(db, sql`SELECT id FROM (${matching(own, email, MAX_ERASED)})`),
    eraseSourceRows(db, matching(own, email, MAX_ERASED)),
    eraseKept(db, sql`SELECT id FROM (${matching(own, email, MAX_ERASED)})`),
    insertAudit(
      db,
      actor,
      {
        action: 'organizer.erase',
        entity: entityOf(ORGANIZER, path),
        change: summary(organizerId, email),
      },
      sql`${managed} AND ${isFirstRun(actor)} AND EXISTS (${matchingOrKept(own, email, 1)})`,
    ),
    db
      .update(tickets)
      .set({
        ...named(PERSON_COLUMNS, (column) => {
          const isErased = HOLDER_COLUMNS.includes(column) ? isHolder : isAttendee
          return sql`iif(${isErased}, NULL, ${sql.raw(column)})`
        }),
        updatedAt: actor.now,
        updatedBy: actor.subject,
      })
      .where(
        sql`key IN (SELECT key FROM (${matching(sql`(SELECT ${organizerId} WHERE ${wasRecorded})`, email, MAX_ERASED)}))`,
      ),
    eraseKept(db, keptTickets(sql`(SELECT ${organizerId} WHERE ${isRecorded(actor)})`, email, MAX_ERASED)),
    mergeWords(db, actor),
    db
      .select({ change: sql<string>`${auditLog.change}`.as('change') })
      .from(auditLog)
      .where(eq(auditLog.callId, actor.callId)),
  ])
  requireAccess(organizer, 'organizer_not_found')
  return recorded === undefined ? NOTHING : JSON.parse(recorded.change)
}

/**
 * What the first run would erase if this were the organizer's `eraseAfterDays`.
 *
 * @throws AppError `organizer_not_found`, also for non-members; `forbidden` for staff
 */
export const previewDays = async (
  db: Database,
  { subject, now }: Pick<Actor, 'subject' | 'now'>,
  organizerId: string,
  days: number,
): Promise<ErasedEmail> => {
  const due = sql.raw(dueSessions('(SELECT 1) AS one', String(days), now.getTime()))
  const [[organizer]] = await db.batch([
    selectResources(db, ORGANIZER, subject, isAt(ORGANIZER, { id: organizerId }), {
      more: {
        found: sql<string>`(SELECT json_object('tickets', coalesce(sum(valid + checked_in + refunded + voided), 0),
            'sessions', count(*), 'more', json('false'))
          FROM (SELECT sessions.number ${due} AND organizers.id = ${organizerId} AND members.role <> 'staff') AS due
          CROSS JOIN ticket_counts ON session_number = due.number)`,
      },
    }),
  ])
  return JSON.parse(requireAccess(organizer, 'organizer_not_found').found)
}
