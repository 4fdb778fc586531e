// The tickets of a session that a bulk update selects: by id, or by a filter.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { TICKET_KEY_BITS } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import type { TicketStatus } from '../check-in-rule.ts'
import type { TicketRow } from '../import/file/table/columns.ts'
import { foldType } from '../import/matching.ts'
import type { TicketType } from '../import/plan.ts'
import { PACKED_TICKET, PAGE, unpackTicket } from '../import/preview-import.ts'
import { hasFacts } from '../revert/move-tickets.ts'
import type { TicketCounts } from '../ticket-counts.ts'
import { isCoverOfTicket } from '../tickets/cover.ts'
import { matchIn } from '../tickets/search.ts'
import { parseSearch } from '../tickets/words.ts'

export type Filter = { q?: string; status?: TicketStatus; ticketTypeName?: string }
export type Selection = { ticketIds: readonly string[] } | { filter: Filter }

/** Each 0 or 1. `isCovered`: by a manager, alone. `hasFacts`: only of tickets that shall move. */
export type SelectedTicket = TicketRow & { inside: number; isCovered: number; hasFacts: number }

/** Tickets that one call changes. */
const MAX_SELECTED = 20_000

/** Few enough for a statement not to hold up other requests. */
const KEYS_AT_ONCE = 20_000

const moreValues = (movesFrom: string | undefined) => ({
  inside: sql<number>`iif(tickets.status = 'CheckedIn', coalesce(tickets.presence ->> 'inside', 1), 0)`.as(
    'inside',
  ),
  isCovered: sql<number>`tickets.cover IS NOT NULL AND ${isCoverOfTicket}`.as('is_covered'),
  hasFacts: (movesFrom === undefined ? sql<number>`0` : hasFacts(sql`${movesFrom}`)).as('has_facts'),
})

/** `movesFrom`: the id of the session that the tickets shall leave. */
type Reading = { db: Database; movesFrom: string | undefined }

const selectFrom = ({ db, movesFrom }: Reading, from: SQL) =>
  db.select({ ...PACKED_TICKET, ...moreValues(movesFrom) }).from(from)

/** Statement that reads tickets of the session with the number by their ids. */
export const selectByIds = (reading: Reading, number: SQL, ids: readonly string[]) =>
  selectFrom(
    reading,
    sql`json_each(${JSON.stringify(ids)}) AS each CROSS JOIN tickets INDEXED BY tickets_id_unique
      ON tickets.id = each.value AND +tickets.session_number = ${number} ORDER BY tickets.key`,
  )

type Session = TicketCounts & { number: number; types: readonly TicketType[] }

const tooMany = (matched: number): AppError =>
  new AppError(
    'invalid_request',
    `filter: matches ${matched.toLocaleString('en')} tickets; at most ${MAX_SELECTED.toLocaleString('en')} can be changed at once.`,
  )

/** The keys of the tickets that a filter with a search or a type matches. */
const readKeys = async (
  db: Database,
  { number, types }: Session,
  { q, status, ticketTypeName }: Filter,
): Promise<number[]> => {
  const typeId =
    ticketTypeName === undefined
      ? undefined
      : types.find(({ name }) => foldType(name) === foldType(ticketTypeName))?.id
  const groups = q === undefined ? undefined : parseSearch(q)
  // A search without a letter or digit matches nothing.
  if (groups?.length === 0 || (ticketTypeName !== undefined && typeId === undefined)) return []
  const isType = sql`ticket_type_id = ${typeId}`
  const isMatch = sql.join(
    [
      sql`true`,
      ...(status === undefined ? [] : [sql`tickets.status = ${status}`]),
      ...(typeId === undefined ? [] : [sql`tickets.${isType}`]),
    ],
    sql` AND `,
  )
  const end = (number + 1) * 2 ** TICKET_KEY_BITS
  const keys: number[] = []
  for (let [after, matched] = [number * 2 ** TICKET_KEY_BITS, 0]; ; ) {
    const next = (key: string) =>
      sql.raw(`${key} > ${after} AND ${key} < ${end} ORDER BY ${key} LIMIT ${KEYS_AT_ONCE}`)
    const candidates =
      groups !== undefined
        ? sql`SELECT rowid AS key FROM ticket_search
          WHERE ticket_search MATCH ${matchIn(groups, number)} AND ${next('rowid')}`
        : sql`SELECT key FROM tickets INDEXED BY tickets_by_type_id WHERE ${isType} AND ${next('key')}`
    const isEach = status === undefined && (groups === undefined || typeId === undefined)
    const [rows] = await db.batch([
      db
        .select({
          key: sql<number>`candidate.key`.as('candidate_key'),
          isMatch: (isEach ? sql<number>`1` : sql<number>`coalesce(${isMatch}, 0)`).as('is_match'),
        })
        .from(
          sql`(${candidates}) AS candidate ${isEach ? sql`` : sql`LEFT JOIN tickets ON tickets.key = candidate.key`}`,
        ),
    ])
    const found = rows.filter((row) => row.isMatch === 1)
    matched += found.length
    if (matched <= MAX_SELECTED) for (const { key } of found) keys.push(key)
    if (rows.length === KEYS_AT_ONCE) {
      after = rows.at(-1)?.key as number
      continue
    }
    if (matched > MAX_SELECTED) throw tooMany(matched)
    return keys
  }
}

const readByKeys = async (reading: Reading, keys: readonly number[]): Promise<SelectedTicket[]> => {
  const tickets: SelectedTicket[] = []
  for (let start = 0; start < keys.length; start += PAGE) {
    const page = JSON.stringify(keys.slice(start, start + PAGE))
    const [rows] = await reading.db.batch([
      selectFrom(
        reading,
        sql`json_each(${page}) AS each CROSS JOIN tickets ON tickets.key = each.value ORDER BY tickets.key`,
      ),
    ])
    for (const row of rows) tickets.push(unpackTicket(row))
  }
  return tickets
}

/** Every ticket of the session. */
const readAll = async (reading: Reading, number: number): Promise<SelectedTicket[]> => {
  const tickets: SelectedTicket[] = []
  const end = (number + 1) * 2 ** TICKET_KEY_BITS
  for (let after = number * 2 ** TICKET_KEY_BITS; ; ) {
    const [rows] = await reading.db.batch([
      selectFrom(
        reading,
        sql`tickets WHERE ${sql.raw(`key > ${after} AND key < ${end} ORDER BY key LIMIT ${PAGE}`)}`,
      ),
    ])
    for (const row of rows) tickets.push(unpackTicket(row))
    if (rows.length < PAGE) return tickets
    after = tickets.at(-1)?.key as number
  }
}

/**
 * Reads the tickets that match a filter, by key.
 *
 * @throws AppError `invalid_request` for more than {@link MAX_SELECTED}, with their number
 */
export const readFiltered = async (
  reading: Reading,
  session: Session,
  filter: Filter,
): Promise<SelectedTicket[]> => {
  const { q, status, ticketTypeName } = filter
  const { number, Valid, CheckedIn, Refunded, Voided } = session
  if (q !== undefined || ticketTypeName !== undefined) {
    return readByKeys(reading, await readKeys(reading.db, session, filter))
  }
  const matched = status === undefined ? Valid + CheckedIn + Refunded + Voided : session[status]
  if (matched > MAX_SELECTED) throw tooMany(matched)
  if (status === undefined) return readAll(reading, number)
  const [rows] = await reading.db.batch([
    reading.db
      .select({ key: sql<number>`key`.as('key') })
      .from(
        sql`tickets INDEXED BY tickets_by_number WHERE session_number = ${number} AND status = ${status} ORDER BY key`,
      ),
  ])
  const keys = rows.map(({ key }) => key)
  if (keys.length > MAX_SELECTED) throw tooMany(keys.length)
  return readByKeys(reading, keys)
}
