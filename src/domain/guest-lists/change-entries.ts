// Changes and removes an entry of a guest list by its link, until somebody of it has arrived.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { guestListEntries, tickets } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { insertAudit, isFirstRun } from '../audit.ts'
import { hashOf } from '../secrets.ts'
import { makeCode } from '../tickets/code.ts'
import { layCover, setStatus } from '../tickets/cover.ts'
import type { Entry } from './add-entries.ts'
import {
  fitsSession,
  insertTickets,
  newReference,
  newTicket,
  noteError,
  noteWith,
  SEPARATOR,
  tooLong,
  wasWritten,
} from './entry-tickets.ts'
import {
  type Call,
  fromLink,
  full,
  isOpen,
  type LinkedList,
  listId,
  requireList,
  requireOpen,
  SUBJECT,
  selectList,
} from './linked-list.ts'

/** Omitted values stay as they are. */
export type EntryChange = { id: string } & Partial<Omit<Entry, 'id'>>

/** The tickets of the entry with this id, in terms of `guest_lists` and `entries`. */
const OF_ENTRY = sql`tickets INDEXED BY tickets_by_guest_list WHERE tickets.guest_list_id = guest_lists.id
  AND tickets.guest_list_entry = entries.number`

const ENTRIES = sql`guest_list_entries AS entries INDEXED BY guest_list_entries_by_id`

/** Whether the link gave the ticket its values, and it is still on the list. */
const IS_OWN = sql`tickets.updated_by IS ${SUBJECT} AND tickets.session_number = guest_lists.session_number`

/** True while nobody of the entry has arrived, and nobody else has changed or moved a ticket of it. */
const IS_FREE = sql`(SELECT coalesce(sum(${IS_OWN} AND tickets.status = 'Valid'), 0) = entries.persons
  AND coalesce(sum(NOT (${IS_OWN}) OR NOT (tickets.status = 'Valid' OR tickets.cover IS 'Voided' AND tickets.status = 'Voided')), 0) = 0
  FROM ${OF_ENTRY})`

/** A value of the entry; NULL if the list has none with this id. */
const ofEntry = <Value>(id: string, value: SQL): SQL<Value | null> =>
  sql<Value | null>`(SELECT ${value} FROM ${ENTRIES} WHERE entries.list_id = guest_lists.id AND entries.id = ${id})`

/** A column of the entry, in statements without the list. */
const stored = (codeHash: string, id: string, column: 'number' | 'persons' | 'note'): SQL =>
  sql`(SELECT ${sql.raw(column)} FROM ${ENTRIES} WHERE entries.list_id = ${listId(codeHash)} AND entries.id = ${id})`

const IN_USE = 'Somebody of the entry has arrived, or a manager has changed it. Nothing was changed.'

/**
 * Changes an entry. Further companions get tickets; those of fewer are void.
 *
 * @returns the list
 * @throws AppError `guest_list_not_found` for any fault of the code; `entry_not_found`; `list_closed`;
 *   `in_use`; `invalid_request` for too many companions or too long a note; `list_full`; `limit_reached`
 */
export const changeEntry = async (
  db: Database,
  { requestId, callId, now }: Call,
  code: string,
  { id, name, plusOnes, email, note }: EntryChange,
): Promise<LinkedList> => {
  const codeHash = await hashOf(code)
  const wanted = plusOnes === undefined ? sql`entries.persons` : sql`${plusOnes + 1}`
  const added = sql`max(${wanted} - entries.persons, 0)`
  const newNote = note === undefined ? sql`entries.note` : sql`${note}`
  const first = (column: string): SQL =>
    sql`(SELECT tickets.${sql.raw(column)} FROM ${OF_ENTRY} ORDER BY tickets.key LIMIT 1)`
  const differs = sql.join(
    [
      sql`${wanted} <> entries.persons`,
      sql`${newNote} IS NOT entries.note`,
      ...(name === undefined ? [] : [sql`${name} IS NOT ${first('attendee_name')}`]),
      ...(email === undefined ? [] : [sql`${email} IS NOT ${first('attendee_email')}`]),
    ],
    sql` OR `,
  )
  const more = {
    isThere: ofEntry<number>(id, sql`removed_at IS NULL`),
    isFree: ofEntry<number>(id, IS_FREE),
    differs: ofEntry<number>(id, sql`(${differs})`),
    isCrowded: ofEntry<number>(
      id,
      sql`(${wanted} > entries.persons AND ${wanted} > guest_lists.max_plus_ones + 1)`,
    ),
    tooLong: ofEntry<number>(id, tooLong(newNote)),
    fits: ofEntry<number>(id, sql`(${added} = 0 OR guest_lists.persons + ${added} <= guest_lists.quota)`),
    fitsSession: ofEntry<number>(id, fitsSession(added)),
  }
  const entryNumber = stored(codeHash, id, 'number')
  const persons = stored(codeHash, id, 'persons')
  const placed = sql`(SELECT tickets.key, row_number() OVER (ORDER BY tickets.key) AS place,
      first_value(tickets.attendee_name) OVER (ORDER BY tickets.key) AS guest,
      first_value(tickets.attendee_email) OVER (ORDER BY tickets.key) AS email,
      max(tickets.reference) OVER () AS party, guest_lists.note AS list_note
    FROM guest_lists CROSS JOIN tickets INDEXED BY tickets_by_guest_list
      ON tickets.guest_list_id = guest_lists.id AND tickets.guest_list_entry = ${entryNumber}
    WHERE guest_lists.code_hash = ${codeHash}) AS placed`
  const storedNote = stored(codeHash, id, 'note')
  const guest = name === undefined ? sql`placed.guest` : sql`${name}`
  const address = email === undefined ? sql`placed.email` : sql`${email}`
  const reference = newReference()
  const party = sql`coalesce(placed.party, ${reference})`
  const isKept = sql`placed.place <= ${persons}`
  const nameAt = (place: SQL): SQL => sql`iif(${place} = 1, ${guest}, ${guest} || ' +' || (${place} - 1))`
  const candidates = sql`json_each(${JSON.stringify(
    Array.from({ length: (plusOnes ?? 0) + 1 }, () => ({ id: crypto.randomUUID(), code: makeCode() })),
  )}) AS candidate`
  const ticketsOf = sql`(SELECT count(*) FROM tickets WHERE guest_list_id = guest_lists.id AND guest_list_entry = ${entryNumber})`
  const [[before], , , , , [after]] = await db.batch([
    selectList(db, codeHash, now, more),
    insertAudit(
      db,
      { subject: SUBJECT, requestId, callId, now },
      {
        action: 'guest-list.change',
        entity: { type: 'guest-list', id: sql`guest_lists.id`, organizerId: sql`events.organizer_id` },
        change: sql`json_object('persons', ${ofEntry(id, wanted)})`,
        before: sql`json_object('persons', ${ofEntry(id, sql`entries.persons`)})`,
      },
      sql`FROM ${fromLink(codeHash)} AND ${isFirstRun({ callId })} AND ${isOpen(now)} AND ${more.isThere}
        AND ${more.isFree} AND ${more.differs} AND NOT ${more.isCrowded} AND ${more.tooLong} IS NULL
        AND ${more.fits} AND ${more.fitsSession}`,
    ),
    db
      .update(guestListEntries)
      .set({
        ...(plusOnes !== undefined && { persons: plusOnes + 1 }),
        ...(note !== undefined && { note }),
        ...(plusOnes === undefined && note === undefined && { persons: sql`persons` }),
      })
      .where(sql`list_id = ${listId(codeHash)} AND id = ${id} AND ${wasWritten}`),
    db
      .update(tickets)
      .set({
        ...setStatus(sql`iif(${isKept}, 'Valid', 'Voided')`, callId),
        // Also of a companion who does not come any more: who erases the guest finds them by the name.
        attendeeName: nameAt(sql`placed.place`),
        attendeeEmail: sql`iif(placed.place = 1, ${address}, NULL)`,
        holderEmail: sql`iif(placed.place = 1, NULL, ${address})`,
        reference: sql`iif(${persons} > 1, ${party}, tickets.reference)`,
        note: sql`coalesce(placed.list_note || ${SEPARATOR} || ${storedNote}, ${storedNote}, placed.list_note)`,
        updatedAt: now,
      })
      .from(placed)
      .where(sql`tickets.key = placed.key AND ${wasWritten}`),
    insertTickets(
      db,
      {
        ...newTicket(sql`placed.missing`, sql`placed.candidate ->> 'id'`, now),
        code: sql`placed.candidate ->> 'code'`,
        note: noteWith(storedNote),
        reference: sql`placed.party`,
        holderEmail: sql`placed.email`,
        attendeeName: sql`placed.guest || ' +' || (placed.place - 1)`,
        guestListEntry: entryNumber,
      },
      sql`FROM (SELECT candidate.value AS candidate, candidate.key + 1 AS place,
          candidate.key + 1 - ${ticketsOf} AS missing, first.reference AS party, first.attendee_name AS guest,
          first.attendee_email AS email
          FROM guest_lists CROSS JOIN ${candidates}
          CROSS JOIN tickets AS first ON first.key = (SELECT min(key) FROM tickets WHERE guest_list_id = guest_lists.id
            AND guest_list_entry = ${entryNumber})
          WHERE guest_lists.code_hash = ${codeHash} AND candidate.key + 1 > ${ticketsOf}) AS placed
        CROSS JOIN guest_lists ON guest_lists.code_hash = ${codeHash} WHERE ${wasWritten}`,
    ),
    selectList(db, codeHash, now, { differs: ofEntry<number>(id, sql`(${differs})`) }),
  ])
  const list = requireList(before)
  if (list.isThere !== 1) throw new AppError('entry_not_found')
  if (after?.differs === 0) return after
  requireOpen(list)
  if (list.isFree === 0) throw new AppError('in_use', IN_USE)
  if (list.isCrowded === 1)
    throw new AppError(
      'invalid_request',
      `plusOnes: an entry of this list can have at most ${list.maxPlusOnes} companions.`,
    )
  if (list.tooLong !== null) throw noteError(list.tooLong, '')
  if (list.fits === 0) throw full(list)
  throw new AppError('limit_reached')
}

/**
 * Removes an entry: its tickets are void, so that a guest who was let in without a network is still known,
 * and its places are free. A repeat changes nothing.
 *
 * @returns the list
 * @throws AppError `guest_list_not_found` for any fault of the code; `entry_not_found`; `list_closed`;
 *   `in_use`
 */
export const removeEntry = async (
  db: Database,
  { requestId, callId, now }: Call,
  code: string,
  id: string,
): Promise<LinkedList> => {
  const codeHash = await hashOf(code)
  const more = {
    isThere: ofEntry<number>(id, sql`removed_at IS NULL`),
    isFree: ofEntry<number>(id, IS_FREE),
  }
  const entryNumber = stored(codeHash, id, 'number')
  const [[before], , , , [after]] = await db.batch([
    selectList(db, codeHash, now, more),
    insertAudit(
      db,
      { subject: SUBJECT, requestId, callId, now },
      {
        action: 'guest-list.remove',
        entity: { type: 'guest-list', id: sql`guest_lists.id`, organizerId: sql`events.organizer_id` },
        change: sql`json_object('persons', ${ofEntry(id, sql`entries.persons`)})`,
      },
      sql`FROM ${fromLink(codeHash)} AND ${isFirstRun({ callId })} AND ${isOpen(now)} AND ${more.isThere} AND ${more.isFree}`,
    ),
    db
      .update(guestListEntries)
      .set({ removedAt: now })
      .where(sql`list_id = ${listId(codeHash)} AND id = ${id} AND ${wasWritten}`),
    db
      .update(tickets)
      .set({ ...layCover('Voided', callId), updatedAt: now })
      .where(
        sql`guest_list_id = ${listId(codeHash)} AND guest_list_entry = ${entryNumber} AND status = 'Valid' AND ${wasWritten}`,
      ),
    selectList(db, codeHash, now, { isThere: more.isThere }),
  ])
  const list = requireList(before)
  if (list.isThere === null) throw new AppError('entry_not_found')
  if (after?.isThere === 0) return after
  requireOpen(list)
  throw new AppError('in_use', IN_USE)
}
