// The cost of a list in rows read and round trips, which are the same on every machine. Sessions of 100 and
// of 10,000 tickets are compared, with as many in another session; in `npm run check`, 100,000.
// @module-tag full
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { SORT_KEYS } from '../../../../src/domain/tickets/sort.ts'
import { call, type Page, readCost, ticketsPath } from '../../../support/api.ts'
import { fillSession } from '../../../support/fill-session.ts'
import {
  addSession,
  addStaff,
  addTickets,
  insert,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'
import { isFull } from '../../../support/runs.ts'

const STATUSES = isFull ? [undefined, 'Valid', 'CheckedIn', 'Refunded', 'Voided'] : [undefined, 'CheckedIn']
const PAGE_SIZE = 20
const PAGE_ROWS = 3 * PAGE_SIZE + 20
/** Larger sessions are read in parts: large.isolated.test.ts. */
const LARGE = isFull ? 20_000 : 10_000
/** How many tickets of the large session have the same name. All others but one have the third name. */
const THOUSANDTHS = LARGE / 1_000
const ANNAS = LARGE - THOUSANDTHS - 1

let org: Organizer
let small: string
let large: string

beforeAll(async () => {
  org = await makeOrganizer()
  small = await addSession(org)
  large = await addSession(org)
  const bystander = await addSession(org)
  await fillSession(org, small, 100)
  await fillSession(org, large, LARGE)
  await fillSession(org, bystander, LARGE)
})

const get = async (path: string, subject: string, headers = {}) => {
  const response = await call(path, { subject, headers })
  const body = response.status === 200 ? await response.json<Page>() : undefined
  return {
    status: response.status,
    body,
    etag: response.headers.get('ETag') as string,
    ...readCost(response),
  }
}

describe.each([...SORT_KEYS, ...SORT_KEYS.map((key) => `-${key}` as const)])('sorted by %s', (sort) => {
  it.each(STATUSES)(
    'with status %s, the cost of a page and of its links is independent of session size',
    async (status) => {
      const subject = await addStaff(org)
      const parameters = { sort, pageSize: PAGE_SIZE, ...(status && { status }) }
      const costs = []
      for (const session of [small, large]) {
        const first = await get(ticketsPath(session, parameters), subject)
        const last = await get(first.body?.links.last as string, subject)
        // A page in the middle of the list gives links that are deep in it.
        const middle = Math.ceil((first.body?.meta.totalPages as number) / 2)
        const deep = await get(ticketsPath(session, { ...parameters, page: middle }), subject)
        const steps = [first, last]
        for (const link of [deep.body?.links.next, deep.body?.links.prev, first.body?.links.next]) {
          if (link) steps.push(await get(link, subject))
        }
        for (const { rows, trips, status: code } of steps) {
          expect({ code, trips, few: rows <= PAGE_ROWS }, `${rows} rows`).toEqual({
            code: 200,
            trips: 1,
            few: true,
          })
        }
        costs.push(first.rows)
        const held = { 'If-None-Match': first.etag }
        const unchanged = await get(ticketsPath(session, parameters), subject, held)
        expect({ ...unchanged, few: unchanged.rows <= 10 }).toMatchObject({
          status: 304,
          trips: 1,
          few: true,
        })
      }
      // With the other statuses the small session has too few tickets for a full page.
      if (status === undefined || status === 'Valid') expect(costs[0]).toBe(costs[1])
    },
  )
})

describe('many events and members', () => {
  it('do not add to the cost, even with statistics from when there were few', async () => {
    const other = await makeOrganizer()
    // The statistics that `PRAGMA optimize` leaves in a database of one organizer with one event.
    await query('ANALYZE')
    await query(`UPDATE sqlite_stat1 SET stat = '1 1 1' WHERE tbl = 'members'`)
    await query(`UPDATE sqlite_stat1 SET stat = '1 1' WHERE tbl = 'events'`)
    await query('ANALYZE sqlite_schema')
    const before = await get(ticketsPath(other.session), other.staff)
    await query(
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5000)
       INSERT INTO members (organizer_id, subject, role) SELECT ?, 'extra-' || n, 'staff' FROM c`,
      other.id,
    )
    await query(
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5000)
       INSERT INTO events (id, organizer_id, name) SELECT printf('%08x-0000-4000-9000-000000000000', n), ?, 'E' FROM c`,
      other.id,
    )
    const { rows } = await get(ticketsPath(other.session), other.staff)
    expect(rows).toBe(before.rows)
  })
})

describe('a search that matches many tickets', () => {
  const SMALL_PAGE = { pageSize: PAGE_SIZE }

  it.each([
    ['ticketNumber', 'ticket_number, key'],
    ['-transferCount', 'transfer_count DESC, key DESC'],
    ['status', 'status, ticket_number, key'],
  ])('reads about two rows for each match, sorted by %s', async (sort, order) => {
    const { body, rows } = await get(ticketsPath(large, { q: 'anna', sort, ...SMALL_PAGE }), org.staff)
    const next = await get(body?.links.next as string, org.staff)
    const expected = await query<{ id: string }>(
      `SELECT tickets.id FROM tickets JOIN sessions ON number = session_number
       WHERE sessions.id = ? AND attendee_name = 'Anna Smith' ORDER BY ${order} LIMIT 40`,
      large,
    )
    const shown = [...(body?.data ?? []), ...(next.body?.data ?? [])]
    expect(shown.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    const found = body?.meta.totalCount as number
    expect(found).toBe(ANNAS)
    // Plus the candidates: twice as many tickets as the page shows.
    expect(rows).toBeLessThanOrEqual(2 * found + 4 * 2 * PAGE_SIZE + PAGE_ROWS)
  })

  it('finds all matches in order when they are together at the far end of the list', async () => {
    const session = await addSession(org)
    await fillSession(org, session, 4_000)
    await query(
      `UPDATE tickets SET attendee_name = 'Zoe Last', ticket_number = 'Z' || ticket_number
       WHERE session_number = (SELECT number FROM sessions WHERE id = ?) AND key & 1048575 > 2000`,
      session,
    )
    const numbers: string[] = []
    let path: string | null = ticketsPath(session, { q: 'zoe last', pageSize: 50 })
    while (path !== null) {
      const page: Awaited<ReturnType<typeof get>> = await get(path, org.staff)
      expect(page.rows).toBeLessThanOrEqual(5.125 * 2000 + 3 * 50 + 50)
      numbers.push(...(page.body?.data ?? []).map(({ ticketNumber }) => ticketNumber))
      path = page.body?.links.next ?? null
    }
    expect(numbers).toHaveLength(2000)
    expect(numbers).toEqual(numbers.toSorted())
    expect(new Set(numbers).size).toBe(2000)
  })
})

describe('the tickets of a type', () => {
  const VIPS = LARGE / 4
  let session: string
  beforeAll(async () => {
    session = await addSession(org)
    await fillSession(org, session, LARGE)
    await query(
      `UPDATE tickets SET ticket_type_id = ?, ticket_type_name = 'VIP'
       WHERE session_number = (SELECT number FROM sessions WHERE id = ?) AND key % 4 = 0`,
      org.types.VIP,
      session,
    )
  })

  it.each([{}, { sort: '-ticketTypeName' }, { status: 'Valid' }])(
    'with %j cost a page and one index row for each, and nothing if unchanged',
    async (more) => {
      const parameters = { ticketTypeName: 'vip', pageSize: PAGE_SIZE, ...more }
      const first = await get(ticketsPath(session, parameters), await addStaff(org))
      const counted = first.body?.meta.totalCount as number
      expect(counted).toBeGreaterThanOrEqual(VIPS / 4)
      const next = await get(first.body?.links.next as string, org.staff)
      const back = await get(next.body?.links.prev as string, org.staff)
      const last = await get(first.body?.links.last as string, org.staff)
      for (const { rows, trips } of [first, next, back, last])
        expect({ trips, few: rows <= PAGE_ROWS + counted }, `${rows} rows`).toEqual({ trips: 1, few: true })
      const middle = Math.floor(counted / PAGE_SIZE / 2)
      const deep = await get(ticketsPath(session, { ...parameters, page: middle }), org.staff)
      expect(deep.rows).toBeLessThanOrEqual(PAGE_ROWS + counted + middle * PAGE_SIZE)
      const held = { 'If-None-Match': first.etag }
      const unchanged = await get(ticketsPath(session, parameters), org.staff, held)
      expect({ ...unchanged, few: unchanged.rows <= 10 }).toMatchObject({ status: 304, trips: 1, few: true })
    },
  )

  it.each([
    ['thousandth', undefined],
    ['anna', undefined],
    ['anna', 'Valid'],
  ])(
    'in a search for %s with status %s read two rows for each match, and two to count it',
    async (q, status) => {
      const all = (await get(ticketsPath(session, { q }), org.staff)).body?.meta.totalCount as number
      const parameters = { q, ticketTypeName: 'VIP', pageSize: PAGE_SIZE, ...(status && { status }) }
      const first = await get(ticketsPath(session, parameters), org.staff)
      const last = await get(first.body?.links.last as string, org.staff)
      // The page ends the reading.
      expect(first.rows).toBeLessThanOrEqual(2 * all + 2 * 4 * 4 * PAGE_SIZE + PAGE_ROWS)
      expect(last.rows).toBeLessThanOrEqual(4 * all + PAGE_ROWS)
    },
  )
})

describe('a page of 500', () => {
  it('reads at most three rows for each of its tickets', async () => {
    const { rows, trips } = await get(ticketsPath(large, { pageSize: 500, sort: '-holderEmail' }), org.staff)
    expect({ trips, few: rows <= 3 * 500 + 20 }, `${rows} rows`).toEqual({ trips: 1, few: true })
  })
})

describe('a search', () => {
  it.each([
    ['only', 1],
    ['one only', 1],
    ['thousandth', THOUSANDTHS],
    ['thou tick', THOUSANDTHS],
    ['nobody', 0],
    ['anna', ANNAS],
  ])('for %s reads at most four rows for each of its matches (%i)', async (q, found) => {
    const { body, rows, trips } = await get(ticketsPath(large, { q }), org.staff)
    expect(body?.meta.totalCount).toBe(found)
    expect({ trips, few: rows <= 4 * found + 50 }, `${rows} rows`).toEqual({ trips: 1, few: true })
  })

  it.each(['thousandth', 'anna'])(
    'for %s with a status reads at most one more row for each match with that status',
    async (q) => {
      const { body, rows } = await get(ticketsPath(large, { q, status: 'Valid' }), org.staff)
      const all = (await get(ticketsPath(large, { q }), org.staff)).body?.meta.totalCount as number
      expect(rows).toBeLessThanOrEqual(4 * all + (body?.meta.totalCount as number) + 50)
    },
  )
})

describe('a numbered page of a search', () => {
  it('after its last match reads no ticket', async () => {
    const { body, rows, trips } = await get(
      ticketsPath(large, { q: 'anna', page: 2_147_483_647, pageSize: 500, sort: '-ticketTypeName' }),
      org.staff,
    )
    expect(body?.data).toEqual([])
    expect(body?.meta.totalCount).toBe(ANNAS)
    // Counting reads one row for each match.
    expect({ trips, few: rows <= ANNAS + 50 }, `${rows} rows`).toEqual({ trips: 1, few: true })
  })
})

describe('renaming a ticket type', () => {
  it('reads only the tickets of that type', async () => {
    const type = crypto.randomUUID()
    await insert('ticket_types', { id: type, event_id: org.event, name: 'Rare' })
    const session = await addSession(org)
    await addTickets(org, [{ ticket_type_id: type }, { ticket_type_id: type }, {}], session)
    const { meta } = await env.DB.prepare(`UPDATE ticket_types SET name = 'Rarer' WHERE id = ?`)
      .bind(type)
      .run()
    expect(meta.rows_read).toBeLessThan(100)
  })
})

describe('writing', () => {
  const rowsWritten = async (sql: string, ...values: (string | number)[]) =>
    (
      await env.DB.prepare(sql)
        .bind(...values)
        .run()
    ).meta.rows_written

  it('a ticket, a check-in and a new name writes 16, 12 and 6 rows', async () => {
    const session = await addSession(org)
    const ticket = crypto.randomUUID()
    const inserted = await rowsWritten(
      `INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name)
       SELECT (number << 20) + 1, ?, number, 'N', 'Valid', ?, 'Standing' FROM sessions WHERE id = ?`,
      ticket,
      org.types.Standing,
      session,
    )
    const checkedIn = await rowsWritten(
      `UPDATE tickets SET status = 'CheckedIn', checked_in_at = 5 WHERE id = ?`,
      ticket,
    )
    const renamed = await rowsWritten(`UPDATE tickets SET attendee_name = 'New' WHERE id = ?`, ticket)
    expect({ inserted, checkedIn, renamed }).toEqual({ inserted: 16, checkedIn: 12, renamed: 6 })
  })
})
