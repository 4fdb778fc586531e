// The benchmark's database: sessions of 100 to 100,000 tickets among a million others, the same every time.
import { insertRows } from '../../scripts/data/load.ts'
import { rebuildStatements, SESSIONS_QUERY } from '../../scripts/derived.ts'
import { TEXTBOOK_INDEXES, TEXTBOOK_TABLE } from './textbook.ts'

export const SIZES = [100, 1_000, 10_000, 100_000] as const
export const SUBJECT = 'manager'
/** What the soak changes and reads: series of their own, so that each has one writer; a venue; a listing. */
export const SEASONS = 8
export const SESSIONS_A_SEASON = 12
const FILLERS = 250
const FILLER_TICKETS = 4_000
const ROWS_A_STATEMENT = 20_000

const id = (kind: number, number: number): string =>
  `00000000-0000-4000-${8000 + kind}-${String(number).padStart(12, '0')}`

export const EVENT = id(2, 1)
export const VENUE = id(4, 1)
export const LISTING = id(5, 1)
export const seasonOf = (number: number): string => id(6, number + 1)

/** The session with so many tickets. */
export const sessionOf = (size: number): string => id(1, SIZES.indexOf(size as (typeof SIZES)[number]) + 1)

const FIRST = [
  'Anna',
  'Maria',
  'John',
  'Peter',
  'José',
  'Lucía',
  'Ibrahim',
  'Wei',
  'Olga',
  'Sven',
  'Zoë',
  'Karl',
  'Emma',
  'Noah',
  'Mia',
]
const LAST = [
  'Smith',
  'García',
  'Müller',
  'Jones',
  'Brown',
  'Rossi',
  'Novak',
  'Nguyen',
  'Kim',
  'Silva',
  'Martin',
  'Dubois',
  'Olsen',
  'Ivanov',
  'Cohen',
  'Tanaka',
]

const NAMES = FIRST.length * LAST.length

/** Deterministic choices for ticket `n`: 1 in 16 is a Smith, and one in 15 of these an Anna. */
const ticketColumns = (session: string): string => `
  lower(printf('%08x-%04x-4000-8000-%012x', ${session}, n % 65536, n)) AS id,
  printf('B%03d-%06d', ${session}, n * 7919 % 1000003) AS ticket_number,
  substr('CheckedInRefunded Valid    Voided   ', 1 + 9 * (n * 31 % 10 >= 3) + 9 * (n * 31 % 10 >= 4) + 9 * (n * 31 % 10 >= 9), 9) AS status,
  n * 13 % 3 AS type,
  CASE n % 3 WHEN 0 THEN NULL ELSE printf('%s-%d', char(65 + n % 26), n * 17 % 200) END AS seat_label,
  CASE n % 11 WHEN 0 THEN NULL ELSE lower(last || '.' || first) || (n * 37 % 1000) || '@example.com' END AS holder_email,
  CASE n WHEN 77 THEN 'Rarissima Unica' ELSE first || ' ' || last END AS attendee_name,
  CASE n * 31 % 10 >= 3 WHEN 0 THEN 1780000000000 + n * 7 % 100000 * 60 END AS checked_in_at,
  CASE n % 10 WHEN 0 THEN 1 ELSE 0 END AS transfer_count`

export const buildDatabase = async (db: D1Database, log: (line: string) => void): Promise<void> => {
  const count = await db.prepare('SELECT count(*) AS n FROM sessions').first<number>('n')
  if (count === SIZES.length + FILLERS + SEASONS * SESSIONS_A_SEASON && (await isWhole(db))) return
  if (count !== 0) throw new Error('The benchmark database is half built: delete its folder and run again.')

  const sessions = [...SIZES, ...Array.from({ length: FILLERS }, () => FILLER_TICKETS)]
  const types = ['Standing', 'Seated', 'VIP'].map((name, index) => ({
    id: id(3, index),
    event_id: EVENT,
    name,
  }))
  await db.batch([
    ...insertRows(db, 'organizers', [{ id: id(0, 1), name: 'Bench' }]),
    ...insertRows(db, 'events', [{ id: EVENT, organizer_id: id(0, 1), name: 'Bench' }]),
    ...insertRows(db, 'members', [
      { organizer_id: id(0, 1), subject: SUBJECT, role: 'manager', event_id: null },
    ]),
    ...insertRows(db, 'ticket_types', types),
    ...insertRows(
      db,
      'sessions',
      sessions.map((size, index) => ({
        number: index + 1,
        id: id(1, index + 1),
        event_id: EVENT,
        starts_at: 1_780_000_000_000,
        capacity: size,
      })),
    ),
    ...insertRows(db, 'venues', [{ id: VENUE, organizer_id: id(0, 1), name: 'Hall' }]),
    ...insertRows(db, 'listings', [
      {
        id: LISTING,
        organizer_id: id(0, 1),
        title: 'Bench',
        slug: 'bench',
        created_at: 1_780_000_000_000,
        updated_at: 1_780_000_000_000,
      },
    ]),
    ...insertRows(
      db,
      'series',
      Array.from({ length: SEASONS }, (_, season) => ({
        id: seasonOf(season),
        event_id: EVENT,
        name: 'Season',
      })),
    ),
    ...insertRows(
      db,
      'sessions',
      Array.from({ length: SEASONS * SESSIONS_A_SEASON }, (_, index) => ({
        number: 100_000 + index,
        id: id(7, index),
        event_id: EVENT,
        series_id: seasonOf(index % SEASONS),
        starts_at: 1_900_000_000_000,
        capacity: 100,
      })),
    ),
    db.prepare('CREATE TABLE bench_answers (request TEXT PRIMARY KEY, body TEXT) WITHOUT ROWID'),
    db.prepare('CREATE TABLE bench_names (name INTEGER PRIMARY KEY, first TEXT, last TEXT)'),
    ...insertRows(
      db,
      'bench_names',
      Array.from({ length: NAMES }, (_, name) => ({
        name,
        first: FIRST[Math.floor(name / LAST.length)] as string,
        last: LAST[name % LAST.length] as string,
      })),
    ),
    ...TEXTBOOK_TABLE.map((statement) => db.prepare(statement)),
  ])

  // Loaded bare, then indexed: what the triggers keep is made by the rebuild that operators use as well.
  const { results: made } = await db
    .prepare(
      `SELECT type, name, sql FROM sqlite_master WHERE tbl_name = 'tickets' AND type IN ('index', 'trigger') AND sql IS NOT NULL`,
    )
    .all<{ type: string; name: string; sql: string }>()
  await db.batch(made.map(({ type, name }) => db.prepare(`DROP ${type} ${name}`)))
  let loaded = 0
  for (const [index, size] of sessions.entries()) {
    for (let from = 0; from < size; from += ROWS_A_STATEMENT) {
      const to = Math.min(size, from + ROWS_A_STATEMENT)
      const number = index + 1
      const numbers = `WITH RECURSIVE c(n) AS (SELECT ${from + 1} UNION ALL SELECT n + 1 FROM c WHERE n < ${to}),
        made AS (SELECT n, ${ticketColumns(String(number))} FROM c CROSS JOIN bench_names ON name = n % ${NAMES})`
      await db.batch([
        db.prepare(`INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name,
            seat_label, holder_email, attendee_name, checked_in_at, transfer_count)
          ${numbers} SELECT (${number} << 20) + made.n, made.id, ${number}, ticket_number, trim(status), ticket_types.id, name, seat_label,
            holder_email, attendee_name, checked_in_at, transfer_count
          FROM made CROSS JOIN ticket_types ON ticket_types.id = '${id(3, 0).slice(0, -1)}' || type`),
        db.prepare(`INSERT INTO textbook_tickets
          SELECT id, '${id(1, number)}', ticket_number, status, ticket_type_name, seat_label, current_holder_id, holder_email,
            attendee_name, attendee_email, attendee_company, checked_in_at, transfer_count
          FROM tickets WHERE key BETWEEN ${number * 2 ** 20 + from + 1} AND ${number * 2 ** 20 + to}`),
      ])
      loaded += to - from
    }
    if (index % 50 === 0) log(`  ${loaded} tickets`)
  }
  log('  indexes and derived data')
  for (const statement of [
    ...made.filter(({ type }) => type === 'index').map(({ sql }) => sql),
    ...TEXTBOOK_INDEXES,
  ]) {
    await db.prepare(statement).run()
  }
  const { results: places } = await db
    .prepare(SESSIONS_QUERY)
    .all<{ number: number; lastKey: number | null }>()
  for (const statement of rebuildStatements(places)) await db.prepare(statement).run()
  const searching = /\bticket_search\b/
  for (const { type, sql } of made) {
    if (type === 'trigger' && !searching.test(sql)) await db.prepare(sql).run()
  }
  await db.prepare('PRAGMA optimize').run()
  await db.prepare('CREATE TABLE bench_is_whole (yes INTEGER)').run()
}

const isWhole = async (db: D1Database): Promise<boolean> =>
  (await db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'bench_is_whole'`).first()) !== null
