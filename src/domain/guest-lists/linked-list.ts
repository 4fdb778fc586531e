// The guest list of a link, which is known by the hash of the link’s code, as those who have the link see it.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { AppError } from '../../errors.ts'
import { EVENTS_BY_ID } from '../access.ts'
import type { Actor } from '../actor.ts'
import { hashOf } from '../secrets.ts'
import { CLOSES_AT } from './guest-list.ts'

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

/** Anyone who has the link, as a subject. Tickets with another `updated_by` were changed by somebody else. */
export const SUBJECT = sql`'guest-list:' || guest_lists.id`

export const fromLink = (codeHash: string): SQL => sql`guest_lists INDEXED BY guest_lists_code_hash_unique
  CROSS JOIN sessions ON sessions.number = guest_lists.session_number
  CROSS JOIN ${EVENTS_BY_ID} ON events.id = sessions.event_id
  WHERE guest_lists.code_hash = ${codeHash}`

export const listId = (codeHash: string): SQL =>
  sql`(SELECT id FROM guest_lists WHERE code_hash = ${codeHash})`

export const isOpen = (now: Date): SQL =>
  sql`(${CLOSES_AT} > ${now.getTime()} AND sessions.cancelled_at IS NULL)`

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
export const selectList = <More extends Record<string, SQL<unknown>>>(
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

export const requireList = <Row>(row: Row | undefined): Row => {
  if (row === undefined)
    throw new AppError('guest_list_not_found', 'There is no such guest list, or its link was replaced.')
  return row
}

export const requireOpen = ({ isOpen }: LinkedList): void => {
  if (isOpen === 0) throw new AppError('list_closed')
}

export const full = ({ quota, used }: LinkedList): AppError => {
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
