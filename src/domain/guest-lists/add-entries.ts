// Adds entries to a guest list by its link. The quota is a condition of the write.

import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { guestListEntries } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { insertAudit, isFirstRun } from '../audit.ts'
import { hashOf } from '../secrets.ts'
import { makeCode } from '../tickets/code.ts'
import {
  fitsSession,
  insertTickets,
  newReference,
  newTicket,
  noteError,
  noteWith,
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

/** A list of this quota takes so many times as many entries ever, so that a link cannot fill the database. */
const ENTRIES_PER_PLACE = 10

export type Entry = { id: string; name: string; plusOnes: number; email: string | null; note: string | null }

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
