// What those who have the link of a guest list do with it. The list is known by the hash of the link’s code,
// and the quota is a condition of each write. An entry is a party, with a ticket for each person.
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import {
  guestListEntries,
  MAX_TICKETS_BY_API,
  MAX_TICKETS_IN_SESSION,
  tickets,
} from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { EVENTS_BY_ID } from '../access.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, isFirstRun } from '../audit.ts'
import { hashOf } from '../secrets.ts'
import { ticketCount } from '../ticket-counts.ts'
import { makeCode } from '../tickets/code.ts'
import { layCover, setStatus } from '../tickets/cover.ts'
import { lastKeyOf } from '../tickets/create-tickets.ts'
import { CLOSES_AT, MAX_NOTE_CHARACTERS } from './guest-list.ts'

/** A list of this quota takes so many times as many entries ever, so that a link cannot fill the database. */
const ENTRIES_PER_PLACE = 10

export type Entry = { id: string; name: string; plusOnes: number; email: string | null; note: string | null }

/** Omitted values stay as they are. */
export type EntryChange = { id: string } & Partial<Omit<Entry, 'id'>>

/** `isOpen` and `showArrivals` are 0 or 1. */
export type LinkedList = {
  name: string
  eventName: string
  startsAt: number
  timeZone: string
  venueName: string | null
  closesAt: number
  isOpen: number
  quota: number
  used: number
  maxPlusOnes: number
  showArrivals: number
}

/** An entry as it is now. Its name is null once the guest was erased. */
export type ListedEntry = {
  id: string
  name: string | null
  plusOnes: number
  note: string | null
  arrived: number
}

export type Call = Pick<Actor, 'requestId' | 'callId' | 'now'>

const SEPARATOR = ' · '

/** Anyone who has the link, as a subject. Tickets with another `updated_by` were changed by somebody else. */
const SUBJECT = sql`'guest-list:' || guest_lists.id`

const fromLink = (codeHash: string): SQL => sql`guest_lists INDEXED BY guest_lists_code_hash_unique
  CROSS JOIN sessions ON sessions.number = guest_lists.session_number
  CROSS JOIN ${EVENTS_BY_ID} ON events.id = sessions.event_id
  WHERE guest_lists.code_hash = ${codeHash}`

const listId = (codeHash: string): SQL => sql`(SELECT id FROM guest_lists WHERE code_hash = ${codeHash})`

const isOpen = (now: Date): SQL => sql`(${CLOSES_AT} > ${now.getTime()} AND sessions.cancelled_at IS NULL)`

const columnsOf = (now: Date) => ({
  name: sql<string>`guest_lists.name`.as('name'),
  eventName: sql<string>`events.name`.as('event_name'),
  startsAt: sql<number>`sessions.starts_at`.as('starts_at'),
  timeZone: sql<string>`events.time_zone`.as('time_zone'),
  venueName: sql<string | null>`(SELECT name FROM venues WHERE id = sessions.venue_id)`.as('venue_name'),
  closesAt: CLOSES_AT.as('closes'),
  isOpen: sql<number>`${isOpen(now)}`.as('is_open'),
  quota: sql<number>`guest_lists.quota`.as('quota'),
  used: sql<number>`guest_lists.persons`.as('used'),
  maxPlusOnes: sql<number>`guest_lists.max_plus_ones`.as('max_plus_ones'),
  showArrivals: sql<number>`guest_lists.show_arrivals`.as('show_arrivals'),
})

/** Statement that reads the list of a link, and more about it. */
const selectList = <More extends Record<string, SQL<unknown>>>(
  db: Database,
  codeHash: string,
  now: Date,
  more: More,
) =>
  db
    .select({
      ...columnsOf(now),
      ...(Object.fromEntries(
        Object.entries(more).map(([name, value]) => [name, value.as(`more_${name}`)]),
      ) as { [Name in keyof More]: SQL.Aliased<More[Name] extends SQL<infer Value> ? Value : never> }),
    })
    .from(fromLink(codeHash))

const requireList = <Row>(row: Row | undefined): Row => {
  if (row === undefined)
    throw new AppError('guest_list_not_found', 'There is no such guest list, or its link was replaced.')
  return row
}

const requireOpen = ({ isOpen }: LinkedList): void => {
  if (isOpen === 0) throw new AppError('list_closed')
}

const full = ({ quota, used }: LinkedList): AppError => {
  const left = Math.max(0, quota - used)
  return new AppError('list_full', `The list has ${left} of ${quota} places left. Nothing was changed.`)
}

/**
 * Reads a list and its entries, oldest first.
 *
 * @throws AppError `guest_list_not_found` for any fault of the code
 */
export const inspectList = async (
  db: Database,
  code: string,
  now: Date,
): Promise<{ list: LinkedList; entries: ListedEntry[] }> => {
  const codeHash = await hashOf(code)
  // A replica may lack what this phone has just written.
  db.moveToPrimary()
  const [[list], entries] = await db.batch([
    selectList(db, codeHash, now, {}),
    db
      .select({
        id: sql<string>`entries.id`.as('entry_id'),
        // Of the ticket with the smallest key, as SQLite takes the bare column of the row of the minimum.
        first: sql<number>`min(tickets.key)`.as('first'),
        name: sql<string | null>`tickets.attendee_name`.as('guest'),
        plusOnes: sql<number>`count(*) - 1`.as('plus_ones'),
        note: sql<string | null>`entries.note`.as('entry_note'),
        arrived: sql<number>`sum(tickets.status = 'CheckedIn')`.as('arrived_persons'),
      })
      .from(
        sql`guest_lists CROSS JOIN guest_list_entries AS entries INDEXED BY guest_list_entries_present
            ON entries.list_id = guest_lists.id AND entries.removed_at IS NULL
          CROSS JOIN tickets INDEXED BY tickets_by_guest_list ON tickets.guest_list_id = entries.list_id
            AND tickets.guest_list_entry = entries.number AND tickets.session_number = guest_lists.session_number
            AND tickets.status IN ('Valid', 'CheckedIn')
          WHERE guest_lists.code_hash = ${codeHash} GROUP BY entries.number ORDER BY entries.number`,
      ),
  ])
  return { list: requireList(list), entries }
}

/** The stored columns of a ticket, by property. */
const STORED = Object.entries(getTableColumns(tickets))
  .filter(([, { generated }]) => generated === undefined)
  .map(([property]) => property)

/** Statement that inserts tickets. `source`: FROM and WHERE. */
const insertTickets = (db: Database, values: Record<string, SQL>, source: SQL) =>
  db.insert(tickets).select(
    sql`SELECT ${sql.join(
      STORED.map((property) => values[property] ?? sql`NULL`),
      sql`, `,
    )} ${source}`,
  )

/** A new ticket of the list; `place` counts the new ones. */
const newTicket = (place: SQL, id: SQL, now: Date): Record<string, SQL> => {
  const number = sql`printf('%06d', (${lastKeyOf(sql`guest_lists.session_number`)} & ${MAX_TICKETS_IN_SESSION}) + ${place})`
  return {
    key: sql`${lastKeyOf(sql`guest_lists.session_number`)} + ${place}`,
    id,
    sessionNumber: sql`guest_lists.session_number`,
    // The position in the session, unless another ticket has that number.
    ticketNumber: sql`iif(EXISTS (SELECT 1 FROM tickets AS other WHERE other.session_number = guest_lists.session_number
      AND other.ticket_number = ${number}), ${number} || '-' || substr(${id}, 1, 8), ${number})`,
    status: sql`'Valid'`,
    ticketTypeId: sql`guest_lists.ticket_type_id`,
    ticketTypeName: sql`(SELECT name FROM ticket_types WHERE id = guest_lists.ticket_type_id)`,
    flag: sql`guest_lists.flag`,
    transferCount: sql`0`,
    guestListId: sql`guest_lists.id`,
    updatedAt: sql`${now.getTime()}`,
    updatedBy: SUBJECT,
  }
}

/** The list’s note, then the entry’s. */
const noteWith = (note: SQL): SQL =>
  sql`coalesce(guest_lists.note || ${SEPARATOR} || ${note}, ${note}, guest_lists.note)`

/** The length of such a note, if it is too long; otherwise NULL. */
const tooLong = (note: SQL): SQL =>
  sql`nullif(max(coalesce(length(guest_lists.note) + ${SEPARATOR.length} + length(${note}), length(${note}), 0),
    ${MAX_NOTE_CHARACTERS}), ${MAX_NOTE_CHARACTERS})`

const noteError = (length: number, where: string): AppError =>
  new AppError(
    'invalid_request',
    `${where}note: with the note of the list it would have ${length} characters; the limit is ${MAX_NOTE_CHARACTERS}.`,
  )

/** Who adds and removes entries by a link cannot use up the tickets that the session can have. */
const MAX_VOID_TICKETS = MAX_TICKETS_BY_API / 2

/** Whether the session can have so many more tickets. */
const fitsSession = (added: SQL): SQL<number> =>
  sql`((SELECT ${ticketCount(undefined)} FROM ticket_counts WHERE session_number = sessions.number) + ${added} <= ${MAX_TICKETS_BY_API}
    AND (SELECT ${ticketCount('Voided')} FROM ticket_counts WHERE session_number = sessions.number) <= ${MAX_VOID_TICKETS}
    AND (${lastKeyOf(sql`sessions.number`)} & ${MAX_TICKETS_IN_SESSION}) + ${added} <= ${MAX_TICKETS_IN_SESSION})`

/** What groups the tickets of a party. Ten letters and digits. */
const newReference = (): string => makeCode().slice(0, 10)

const wasWritten = sql`(SELECT changes() > 0)`

/**
 * Adds entries, all or none. An id that was added before, also one that was removed since, adds nothing.
 *
 * @returns the list
 * @throws AppError `guest_list_not_found` for any fault of the code; `id_taken` for an id that was added with
 *   other values; `list_closed`; `invalid_request` for too many companions or too long a note; `list_full`;
 *   `limit_reached`
 */
export const addEntries = async (
  db: Database,
  { requestId, callId, now }: Call,
  code: string,
  entries: readonly Entry[],
): Promise<LinkedList> => {
  const codeHash = await hashOf(code)
  const given = await Promise.all(
    entries.map(async ({ id, name, plusOnes, email, note }) => {
      const reference = plusOnes > 0 ? newReference() : null
      return {
        id,
        note,
        digest: await hashOf(JSON.stringify([id, name, plusOnes, email, note])),
        people: Array.from({ length: plusOnes + 1 }, (_, index) => ({
          id: crypto.randomUUID(),
          code: makeCode(),
          name: index === 0 ? name : `${name} +${index}`,
          email: index === 0 ? email : null,
          // The guest's own address is where the companions can be reached.
          holder: index === 0 ? null : email,
          reference,
        })),
      }
    }),
  )
  const items = sql`json_each(${JSON.stringify(given)}) AS item`
  const known = sql`EXISTS (SELECT 1 FROM guest_list_entries AS known INDEXED BY guest_list_entries_by_id
    WHERE known.list_id = guest_lists.id AND known.id = item.value ->> 'id')`
  const people = sql`json_array_length(item.value, '$.people')`
  const firstNew = (condition: SQL) =>
    sql<number | null>`(SELECT min(item.key) FROM ${items} WHERE NOT ${known} AND ${condition})`
  const ever = sql`(SELECT coalesce(max(number), 0) FROM guest_list_entries WHERE list_id = guest_lists.id)`
  const fresh = sql<number>`(SELECT count(*) FROM ${items} WHERE NOT ${known})`
  const persons = sql<number>`(SELECT coalesce(sum(${people}), 0) FROM ${items} WHERE NOT ${known})`
  const longest = sql<
    number | null
  >`(SELECT max(${tooLong(sql`item.value ->> 'note'`)}) FROM ${items} WHERE NOT ${known})`
  const more = {
    fresh,
    conflicting: sql<number | null>`(SELECT min(item.key) FROM ${items}
      CROSS JOIN guest_list_entries AS known INDEXED BY guest_list_entries_by_id
        ON known.list_id = guest_lists.id AND known.id = item.value ->> 'id'
      WHERE known.digest <> item.value ->> 'digest')`,
    crowded: firstNew(sql`${people} > guest_lists.max_plus_ones + 1`),
    longest,
    fitsEver: sql<number>`(${ever} + ${fresh} <= ${ENTRIES_PER_PLACE} * guest_lists.quota)`,
    fits: sql<number>`(guest_lists.persons + ${persons} <= guest_lists.quota)`,
    fitsSession: fitsSession(persons),
  }
  /** The new entries with their numbers. */
  const numbered = sql`(SELECT item.value AS entry, item.key AS position, ${ever} + row_number() OVER (ORDER BY item.key) AS number
    FROM guest_lists CROSS JOIN ${items} WHERE guest_lists.code_hash = ${codeHash} AND NOT ${known}) AS fresh`
  const person = (name: string): SQL => sql`placed.person ->> ${sql.raw(`'${name}'`)}`
  const [[before], , , , [after]] = await db.batch([
    selectList(db, codeHash, now, more),
    insertAudit(
      db,
      { subject: SUBJECT, requestId, callId, now },
      {
        action: 'guest-list.add',
        entity: { type: 'guest-list', id: sql`guest_lists.id`, organizerId: sql`events.organizer_id` },
        change: sql`json_object('entries', ${fresh}, 'persons', ${persons})`,
      },
      sql`FROM ${fromLink(codeHash)} AND ${isFirstRun({ callId })} AND ${isOpen(now)} AND ${fresh} > 0
        AND ${more.conflicting} IS NULL AND ${more.crowded} IS NULL AND ${longest} IS NULL
        AND ${more.fitsEver} AND ${more.fits} AND ${more.fitsSession}`,
    ),
    insertTickets(
      db,
      {
        ...newTicket(sql`placed.place`, person('id'), now),
        code: person('code'),
        note: noteWith(sql`placed.note`),
        reference: person('reference'),
        holderEmail: person('holder'),
        attendeeName: person('name'),
        attendeeEmail: person('email'),
        guestListEntry: sql`placed.number`,
      },
      sql`FROM (SELECT fresh.number, fresh.entry ->> 'note' AS note, people.value AS person,
          row_number() OVER (ORDER BY fresh.number, people.key) AS place
          FROM ${numbered} CROSS JOIN json_each(fresh.entry, '$.people') AS people) AS placed
        CROSS JOIN guest_lists ON guest_lists.code_hash = ${codeHash} WHERE ${wasWritten}`,
    ),
    db.insert(guestListEntries).select(
      sql`SELECT ${listId(codeHash)}, fresh.number, fresh.entry ->> 'id', json_array_length(fresh.entry, '$.people'),
          fresh.entry ->> 'note', fresh.entry ->> 'digest', NULL
        FROM ${numbered} WHERE ${wasWritten}`,
    ),
    selectList(db, codeHash, now, {
      isAdded: sql<number>`NOT EXISTS (SELECT 1 FROM ${items} WHERE NOT ${known})`,
    }),
  ])
  const list = requireList(before)
  if (list.conflicting !== null)
    throw new AppError(
      'id_taken',
      `entries.${list.conflicting}.id: was added with other values. Nothing was added.`,
    )
  // A repeated batch finds its own entries, and a repeated call those of the first.
  if (after?.isAdded === 1) return after
  requireOpen(list)
  if (list.crowded !== null)
    throw new AppError(
      'invalid_request',
      `entries.${list.crowded}.plusOnes: an entry of this list can have at most ${list.maxPlusOnes} companions.`,
    )
  if (list.longest !== null) throw noteError(list.longest, 'entries: ')
  if (list.fits === 0) throw full(list)
  throw new AppError('limit_reached', 'The list takes no more entries. Nothing was added.')
}

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
  const entryNumber = sql`(SELECT number FROM ${ENTRIES} WHERE entries.list_id = ${listId(codeHash)} AND entries.id = ${id})`
  const persons = sql`(SELECT persons FROM ${ENTRIES} WHERE entries.list_id = ${listId(codeHash)} AND entries.id = ${id})`
  const placed = sql`(SELECT tickets.key, row_number() OVER (ORDER BY tickets.key) AS place,
      first_value(tickets.attendee_name) OVER (ORDER BY tickets.key) AS guest,
      first_value(tickets.attendee_email) OVER (ORDER BY tickets.key) AS email,
      max(tickets.reference) OVER () AS party, guest_lists.note AS list_note
    FROM guest_lists CROSS JOIN tickets INDEXED BY tickets_by_guest_list
      ON tickets.guest_list_id = guest_lists.id AND tickets.guest_list_entry = ${entryNumber}
    WHERE guest_lists.code_hash = ${codeHash}) AS placed`
  const storedNote = sql`(SELECT note FROM ${ENTRIES} WHERE entries.list_id = ${listId(codeHash)} AND entries.id = ${id})`
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
        attendeeName: sql`iif(${isKept}, ${nameAt(sql`placed.place`)}, tickets.attendee_name)`,
        attendeeEmail: sql`iif(${isKept}, iif(placed.place = 1, ${address}, NULL), tickets.attendee_email)`,
        holderEmail: sql`iif(${isKept}, iif(placed.place = 1, NULL, ${address}), tickets.holder_email)`,
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
  const entryNumber = sql`(SELECT number FROM ${ENTRIES} WHERE entries.list_id = ${listId(codeHash)} AND entries.id = ${id})`
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
