// The benchmark's database: sessions of 100 to 100,000 tickets among a million others, the same every time.

import { insertRows } from '../../scripts/data/load.ts'
import type { LocalDatabase } from '../../scripts/lib/local-database.ts'
import { rebuildStatements, SESSIONS_QUERY, type SessionKeys } from '../../scripts/search-index.ts'
import { NAIVE_INDEXES, NAIVE_TABLE } from './naive.ts'
import type { Scale } from './scale.ts'

/**
 * Members of the organizer. Everything is measured as the manager; in the overload scenario the staff member
 * waits.
 */
export const MANAGER = 'manager'
export const STAFF = 'door'

/** The managers of the overload scenario: each attack has its own, who have all their requests and points. */
export const ATTACKERS = 500
export const attacker = (number: number): string => `attacker-${number}`

/** Members of another organizer, who import and rename. */
export const WRITERS = 200
export const writer = (number: number): string => `writer-${number}`

const id = (kind: number, number: number): string =>
  `00000000-0000-4000-${8000 + kind}-${String(number).padStart(12, '0')}`

/** Series of the soak: each has one client that changes it. */
export const SERIES = 8
export const SESSIONS_PER_SERIES = 12
/** A series with the time slots of a season. */
export const LARGE_SERIES = id(6, SERIES + 1)
const LARGE_SERIES_SESSIONS = 2_000
/** The sessions of the series have the numbers from here on, after all others. */
const FIRST_SERIES_SESSION = 100_000

const TICKETS_PER_STATEMENT = 20_000
const STARTS_AT = Date.UTC(2026, 5, 1)

const ORGANIZER = id(0, 1)
export const EVENT = id(2, 1)
export const VENUE = id(4, 1)
export const LISTING = id(5, 1)
export const seriesId = (index: number): string => id(6, index + 1)

/** The number of the session with `size` tickets, a power of ten from 100. */
export const sessionNumber = (size: number): number => Math.log10(size) - 1
export const sessionId = (size: number): string => id(1, sessionNumber(size))

const ORGANIZER_OF_WRITERS = id(0, 2)
const EVENT_OF_WRITERS = id(2, 2)
/** The type whose tickets get another name. */
export const TYPE_OF_WRITERS = id(8, 1)
export const RENAMED_TICKETS = 10_000
const SESSIONS_OF_WRITERS = 40
/** Sessions for imports, in turns. The one after them has the tickets of the type. */
export const sessionOfWriters = (index: number): string => id(9, index % SESSIONS_OF_WRITERS)
/** After the sessions of the series. */
const FIRST_SESSION_OF_WRITERS = 200_000

/** Tickets of the session whose check-ins are measured: as many as a large venue has. */
export const GATE_TICKETS = 20_000
/** It comes after the filler sessions. */
export const gateSessionNumber = ({ sizes, fillerSessions }: Scale): number =>
  sizes.length + fillerSessions + 1
export const gateSessionId = (scale: Scale): string => id(1, gateSessionNumber(scale))

/** The id of ticket `n`, as SQL below writes it. */
export const gateTicketId = (scale: Scale, n: number): string => {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  return `${hex(gateSessionNumber(scale), 8)}-${hex(n % 65_536, 4)}-4000-8000-${hex(n, 12)}`
}

/** The first word of every ticket number of a session. */
export const numberPrefix = (session: number): string => `B${String(session).padStart(3, '0')}`

const FIRST_NAMES = 'Anna Maria John Peter José Lucía Ibrahim Wei Olga Sven Zoë Karl Emma Noah Mia'.split(' ')
const LAST_NAMES =
  'Smith García Müller Jones Brown Rossi Novak Nguyen Kim Silva Martin Dubois Olsen Ivanov Cohen Tanaka'.split(
    ' ',
  )
const NAMES = FIRST_NAMES.flatMap((first) => LAST_NAMES.map((last) => ({ first, last })))

/** The status and check-in time of ticket `n`. */
const STATUS = `CASE WHEN n * 31 % 10 < 3 THEN 'CheckedIn' WHEN n * 31 % 10 < 4 THEN 'Refunded'
    WHEN n * 31 % 10 < 9 THEN 'Valid' ELSE 'Voided' END`
const CHECKED_IN_AT = `CASE WHEN n * 31 % 10 < 3 THEN ${STARTS_AT} + n * 7 % 100000 * 60 END`

/**
 * Columns of ticket `n`, not random: one ticket in 16 belongs to a Smith, and one in 15 of these to an Anna.
 */
const ticketColumns = (session: number): string => `
  lower(printf('%08x-%04x-4000-8000-%012x', ${session}, n % 65536, n)) AS id,
  printf('${numberPrefix(session)}-%06d', n * 7919 % 1000003) AS ticket_number,
  ${STATUS} AS status,
  n * 13 % 3 AS type,
  CASE n % 3 WHEN 0 THEN NULL ELSE printf('%s-%d', char(65 + n % 26), n * 17 % 200) END AS seat_label,
  CASE n % 11 WHEN 0 THEN NULL ELSE lower(last || '.' || first) || (n * 37 % 1000) || '@example.com' END AS holder_email,
  CASE n WHEN 77 THEN 'Rarissima Unica' ELSE first || ' ' || last END AS attendee_name,
  ${CHECKED_IN_AT} AS checked_in_at,
  CASE n % 10 WHEN 0 THEN 1 ELSE 0 END AS transfer_count`

const TYPE_PREFIX = id(3, 0).slice(0, -1)

/** Inserts tickets `from` to `to` of a session into the service's table and into the naive one. */
const insertTickets = (
  db: LocalDatabase,
  session: number,
  from: number,
  to: number,
): D1PreparedStatement[] => [
  db.prepare(`WITH RECURSIVE c(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM c WHERE n < ${to}),
      made AS (SELECT n, ${ticketColumns(session)} FROM c CROSS JOIN bench_names ON name = n % ${NAMES.length})
    INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name,
      seat_label, holder_email, attendee_name, checked_in_at, transfer_count)
    SELECT (${session} << 20) + made.n, made.id, ${session}, ticket_number, status, ticket_types.id, name,
      seat_label, holder_email, attendee_name, checked_in_at, transfer_count
    FROM made CROSS JOIN ticket_types ON ticket_types.id = '${TYPE_PREFIX}' || type`),
  db.prepare(`INSERT INTO naive_tickets
    SELECT id, '${id(1, session)}', ticket_number, status, ticket_type_name, seat_label, current_holder_id,
      holder_email, attendee_name, attendee_email, attendee_company, checked_in_at, transfer_count
    FROM tickets WHERE key BETWEEN ${session * 2 ** 20 + from} AND ${session * 2 ** 20 + to}`),
]

/** The organizer whose members import and rename. */
const insertWriters = (db: LocalDatabase): D1PreparedStatement[] => {
  const renamed = FIRST_SESSION_OF_WRITERS + SESSIONS_OF_WRITERS
  return [
    ...insertRows(db, 'organizers', [{ id: ORGANIZER_OF_WRITERS, name: 'Writers' }]),
    ...insertRows(db, 'events', [
      { id: EVENT_OF_WRITERS, organizer_id: ORGANIZER_OF_WRITERS, name: 'Writers' },
    ]),
    ...insertRows(
      db,
      'members',
      Array.from({ length: WRITERS }, (_, number) => ({
        ...{ organizer_id: ORGANIZER_OF_WRITERS, subject: writer(number), role: 'manager' },
      })),
    ),
    ...insertRows(db, 'ticket_types', [
      { id: TYPE_OF_WRITERS, event_id: EVENT_OF_WRITERS, name: 'Standing' },
    ]),
    ...insertRows(
      db,
      'sessions',
      Array.from({ length: SESSIONS_OF_WRITERS + 1 }, (_, index) => ({
        number: FIRST_SESSION_OF_WRITERS + index,
        id: id(9, index),
        event_id: EVENT_OF_WRITERS,
        starts_at: STARTS_AT,
        capacity: RENAMED_TICKETS,
      })),
    ),
    db.prepare(`WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${RENAMED_TICKETS})
      INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name)
      SELECT (${renamed} << 20) + n, lower(printf('%08x-%04x-4000-8000-%012x', ${renamed}, n % 65536, n)), ${renamed},
        printf('R-%06d', n), 'Valid', '${TYPE_OF_WRITERS}', 'Standing' FROM c`),
  ]
}

/** All rows but the tickets, and the benchmark's own tables. */
const insertFrame = (db: LocalDatabase, sessionSizes: readonly number[]): D1PreparedStatement[] => [
  ...insertRows(db, 'organizers', [{ id: ORGANIZER, name: 'Bench' }]),
  ...insertRows(db, 'events', [{ id: EVENT, organizer_id: ORGANIZER, name: 'Bench' }]),
  ...insertRows(db, 'members', [
    { organizer_id: ORGANIZER, subject: MANAGER, role: 'manager' },
    { organizer_id: ORGANIZER, subject: STAFF, role: 'staff' },
    ...Array.from({ length: ATTACKERS }, (_, number) => ({
      ...{ organizer_id: ORGANIZER, subject: attacker(number), role: 'manager' },
    })),
  ]),
  ...insertRows(
    db,
    'ticket_types',
    ['Standing', 'Seated', 'VIP'].map((name, type) => ({
      id: `${TYPE_PREFIX}${type}`,
      event_id: EVENT,
      name,
    })),
  ),
  ...insertRows(db, 'venues', [{ id: VENUE, organizer_id: ORGANIZER, name: 'Hall' }]),
  ...insertRows(db, 'listings', [
    {
      id: LISTING,
      organizer_id: ORGANIZER,
      title: 'Bench',
      slug: 'bench',
      created_at: STARTS_AT,
      updated_at: STARTS_AT,
    },
  ]),
  ...insertRows(
    db,
    'series',
    [...Array.from({ length: SERIES }, (_, index) => seriesId(index)), LARGE_SERIES].map((series) => ({
      id: series,
      event_id: EVENT,
      name: 'Season',
    })),
  ),
  ...insertRows(
    db,
    'sessions',
    sessionSizes.map((size, index) => ({
      number: index + 1,
      id: id(1, index + 1),
      event_id: EVENT,
      starts_at: STARTS_AT,
      capacity: size,
    })),
  ),
  ...insertRows(
    db,
    'sessions',
    Array.from({ length: SERIES * SESSIONS_PER_SERIES + LARGE_SERIES_SESSIONS }, (_, index) => ({
      number: FIRST_SERIES_SESSION + index,
      id: id(7, index),
      event_id: EVENT,
      series_id: index < SERIES * SESSIONS_PER_SERIES ? seriesId(index % SERIES) : LARGE_SERIES,
      starts_at: STARTS_AT,
      capacity: 100,
    })),
  ),
  db.prepare('CREATE TABLE bench_responses (request TEXT PRIMARY KEY, body TEXT) WITHOUT ROWID'),
  db.prepare('CREATE TABLE bench_writes (number INTEGER PRIMARY KEY, body TEXT)'),
  db.prepare('CREATE TABLE bench_names (name INTEGER PRIMARY KEY, first TEXT, last TEXT)'),
  ...insertRows(
    db,
    'bench_names',
    NAMES.map((name, index) => ({ name: index, ...name })),
  ),
  db.prepare(NAIVE_TABLE),
]

type SchemaObject = { type: 'index' | 'trigger'; name: string; sql: string }

/** Indexes and triggers of the tickets table, as the migrations created them. */
const readSchemaObjects = (db: LocalDatabase): Promise<SchemaObject[]> =>
  db
    .prepare(
      `SELECT type, name, sql FROM sqlite_master
       WHERE tbl_name = 'tickets' AND type IN ('index', 'trigger') AND sql IS NOT NULL`,
    )
    .all<SchemaObject>()
    .then(({ results }) => results)

/** Builds the derived data with the rebuild that operators use. */
const rebuildSearch = async (db: LocalDatabase): Promise<void> => {
  const { results: sessions } = await db.prepare(SESSIONS_QUERY).all<SessionKeys>()
  for (const sql of rebuildStatements(sessions)) await db.prepare(sql).run()
}

/** Fills an empty, migrated database. */
export const buildDatabase = async (
  db: LocalDatabase,
  scale: Scale,
  log: (line: string) => void,
): Promise<void> => {
  const sizes = [
    ...scale.sizes,
    ...Array.from({ length: scale.fillerSessions }, () => scale.ticketsPerFiller),
    GATE_TICKETS,
  ]
  await db.batch([...insertFrame(db, sizes), ...insertWriters(db)])

  // Without indexes and triggers, a million tickets take half a minute.
  const dropped = await readSchemaObjects(db)
  await db.batch(dropped.map(({ type, name }) => db.prepare(`DROP ${type} ${name}`)))
  let loaded = 0
  for (const [index, size] of sizes.entries()) {
    for (let from = 1; from <= size; from += TICKETS_PER_STATEMENT) {
      const to = Math.min(size, from + TICKETS_PER_STATEMENT - 1)
      await db.batch(insertTickets(db, index + 1, from, to))
      loaded += to - from + 1
    }
    if (index % 50 === 49) log(`  ${loaded} tickets`)
  }
  log('  indexes and derived data')
  const indexesFirst = dropped.toSorted((a, b) => a.type.localeCompare(b.type))
  for (const sql of [...indexesFirst.map(({ sql }) => sql), ...NAIVE_INDEXES]) await db.prepare(sql).run()
  await rebuildSearch(db)
  await db.prepare('PRAGMA optimize').run()
}

/**
 * Deletes the check-ins, the history and the new tickets of earlier runs, and gives the other tickets back
 * the status that they were built with.
 */
export const resetGateSession = async (db: LocalDatabase, scale: Scale): Promise<void> => {
  const number = gateSessionNumber(scale)
  await db.batch([
    db.prepare('DELETE FROM audit_log'),
    db
      .prepare('DELETE FROM tickets WHERE session_number BETWEEN ? AND ?')
      .bind(FIRST_SESSION_OF_WRITERS, FIRST_SESSION_OF_WRITERS + SESSIONS_OF_WRITERS - 1),
    db.prepare(`UPDATE organizers SET lease_until = 0`),
    db.prepare('DELETE FROM check_ins WHERE session_id = ?').bind(gateSessionId(scale)),
    db
      .prepare('DELETE FROM tickets WHERE session_number = ? AND key & 1048575 > ?')
      .bind(number, GATE_TICKETS),
    // The gates send more undos of nothing than a session records: the bounds are put out of their reach.
    db
      .prepare(
        `INSERT INTO unmatched_items (session_id, subject, items)
         SELECT ?, subject, -1000000 FROM (SELECT subject FROM members UNION SELECT '') WHERE true
         ON CONFLICT (session_id, subject) DO UPDATE SET items = excluded.items`,
      )
      .bind(gateSessionId(scale)),
    db.prepare('UPDATE ticket_counts SET walk_ins = 0 WHERE session_number = ?').bind(number),
    db
      .prepare(
        `WITH built AS (SELECT n, ${STATUS} AS status, ${CHECKED_IN_AT} AS at
           FROM (SELECT key & 1048575 AS n FROM tickets WHERE session_number = ?1))
         UPDATE tickets SET status = built.status, checked_in_at = built.at, device = NULL, presence = NULL
         FROM built WHERE key = (CAST(?1 AS INTEGER) << 20) + n
           AND (tickets.status, checked_in_at, device, presence) IS NOT (built.status, built.at, NULL, NULL)`,
      )
      .bind(number),
  ])
}

/** The ids of the gate session's tickets with a status, in no order. */
export const gateTickets = async (db: LocalDatabase, scale: Scale, status: string): Promise<string[]> => {
  const { results } = await db
    .prepare('SELECT id FROM tickets WHERE session_number = ? AND status = ?')
    .bind(gateSessionNumber(scale), status)
    .all<{ id: string }>()
  return results.map(({ id }) => id)
}
