// Searches and numbered pages of large sessions: no statement is so long that others wait for it, parts are
// shorter while somebody waits, the results are those of one statement, and only what is above 20,000 tickets
// is heavy.
// @module-tag slow
// @module-tag full
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetQueue, recordWait } from '../../../../src/db/queue.ts'
import { BINDING } from '../../../support/address.ts'
import { callWithBindings, expectError, okBody, type Page, ticketsPath } from '../../../support/api.ts'
import { movementsPath } from '../../../support/check-ins.ts'
import { countingLimiter } from '../../../support/counting-limiter.ts'
import { type Batch, faultyDatabase } from '../../../support/faulty-database.ts'
import { fillSession } from '../../../support/fill-session.ts'
import { addSession, addStaff, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'

const LARGE = 46_000
const LIGHT = 20_000
/** What one statement may read while nobody waits, and while somebody does. */
const MAX_ROWS = { alone: 100_000, awaited: 25_000 }

let org: Organizer
let large: string
let light: string

type Row = { id: string; name: string; status: string; ticket_number: string }

/** The tickets in an order that SQLite knows. */
const inOrder = (session: string, order: string, condition = 'true'): Promise<Row[]> =>
  query<Row>(
    `SELECT tickets.id, attendee_name AS name, status, ticket_number FROM tickets
     JOIN sessions ON number = session_number WHERE sessions.id = ? AND ${condition} ORDER BY ${order}`,
    session,
  )

/** The real database, and the rows that each statement of each batch has read. */
const watched = (before: (batch: number) => Promise<unknown> = async () => undefined) => {
  const batches: number[][] = []
  const DB = faultyDatabase(
    (real): Batch =>
      async (statements) => {
        await before(batches.length)
        const results = await real(statements)
        batches.push(results.map(({ meta }) => meta.rows_read))
        return results
      },
  )
  return { DB, batches }
}

/** A request of this isolate has just waited behind another one. */
const somebodyWaits = (): void => {
  recordWait(BINDING, 0)
  recordWait(BINDING, 50, Date.now(), true)
}

/** Reads as somebody who has all points. */
const read = async (path: string, DB: D1Database): Promise<Page> =>
  okBody<Page>(await callWithBindings({ DB }, path, { subject: await addStaff(org) }))

beforeAll(async () => {
  org = await makeOrganizer()
  large = await addSession(org)
  light = await addSession(org)
  await fillSession(org, large, LARGE)
  await fillSession(org, light, LIGHT)
  // Texts that differ in what JavaScript and SQLite could order differently.
  await query(
    `UPDATE tickets SET ticket_number = CASE key % 6 WHEN 0 THEN lower(ticket_number) WHEN 1 THEN char(0x1F600) || ticket_number
       WHEN 2 THEN char(0xFF01) || ticket_number WHEN 3 THEN ticket_number || '_' ELSE ticket_number END
     WHERE key & 1048575 < 3000 AND session_number = (SELECT number FROM sessions WHERE id = ?)`,
    large,
  )
}, 120_000)

const SEARCHES = [
  { query: { q: 'anna', pageSize: 50 }, order: 'ticket_number, key', where: `name = 'Anna Smith'` },
  {
    query: { q: 'anna smith', sort: '-seatLabel', pageSize: 500 },
    order: `coalesce(seat_label, '') COLLATE NOCASE DESC, key DESC`,
    where: `name = 'Anna Smith'`,
  },
  {
    query: { q: 'anna', sort: 'checkedInAt', status: 'Valid' },
    order: 'coalesce(checked_in_at, -1), key',
    where: `name = 'Anna Smith' AND status = 'Valid'`,
  },
  {
    query: { q: 'an', sort: '-status', page: 700 },
    order: 'status DESC, ticket_number COLLATE NOCASE DESC, key DESC',
    where: `name = 'Anna Smith'`,
  },
  {
    query: { q: 'thousandth', pageSize: 5 },
    order: 'ticket_number COLLATE NOCASE, key',
    where: `name LIKE 'Thou%'`,
  },
] as const

describe.each([
  ['large', 'alone'],
  ['large', 'awaited'],
  ['light', 'alone'],
] as const)('in a %s session, %s', (which, situation) => {
  beforeEach(() => {
    if (situation === 'awaited') somebodyWaits()
  })

  it.each(SEARCHES)('$query', async ({ query: parameters, order, where }) => {
    const session = which === 'large' ? large : light
    const size: number = 'pageSize' in parameters ? parameters.pageSize : 20
    const number: number = 'page' in parameters ? parameters.page : 1
    const collated = order.replace(/^ticket_number,/, 'ticket_number COLLATE NOCASE,')
    const expected = await inOrder(session, collated, where.replaceAll('name', 'attendee_name'))
    const skipped = (number - 1) * size
    const { DB, batches } = watched()
    const first = await read(ticketsPath(session, { ...parameters }), DB)
    expect(first.meta.totalCount).toBe(expected.length)
    expect(first.data.map(({ id }) => id)).toEqual(
      expected.slice(skipped, skipped + size).map(({ id }) => id),
    )
    const after = await read(first.links.next as string, DB)
    expect(after.meta.totalCount).toBe(expected.length)
    expect(after.data.map(({ id }) => id)).toEqual(
      expected.slice(skipped + size, skipped + 2 * size).map(({ id }) => id),
    )
    const back = await read(after.links.prev as string, DB)
    expect(back.data.map(({ id }) => id)).toEqual(first.data.map(({ id }) => id))
    const mostRows = Math.max(...batches.flat())
    if (which === 'large') expect(mostRows).toBeLessThanOrEqual(MAX_ROWS[situation])
    else {
      expect(batches).toHaveLength(3)
      expect(mostRows).toBeLessThanOrEqual(3 * LIGHT + 3 * size)
    }
  })
})

describe.each(['alone', 'awaited'] as const)('a page by number, %s', (situation) => {
  beforeEach(() => {
    if (situation === 'awaited') somebodyWaits()
  })
  const order = 'ticket_type_name COLLATE NOCASE, key'

  it.each([2, 900, 1_150, 1_400, 2_000, 2_299, 2_300, 2_301])('%i of a large session', async (page) => {
    const expected = await inOrder(large, order)
    const { DB, batches } = watched()
    const { data, meta } = await read(ticketsPath(large, { sort: 'ticketTypeName', page }), DB)
    expect(data.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 20, page * 20).map(({ id }) => id))
    expect(meta).toMatchObject({ totalCount: LARGE, page, totalPages: LARGE / 20 })
    expect(Math.max(...batches.flat())).toBeLessThanOrEqual(MAX_ROWS[situation])
  })
})

describe('a page that one statement of at most 100,000 rows can read', () => {
  const path = () => ticketsPath(large, { sort: 'ticketTypeName', page: LARGE / 40 })
  const roundTrips = async (): Promise<number> => {
    const { batches, DB } = watched()
    await read(path(), DB)
    return batches.length
  }

  it('is one while nobody waits', async () => {
    await roundTrips()
    expect(await roundTrips()).toBe(1)
  })

  it('is read in parts after another member had to wait for it, and as one again later', async () => {
    let last: Promise<unknown> = Promise.resolve()
    let isHeld = true
    // D1 runs one batch at a time. The first one is held until another request waits behind it.
    const DB = faultyDatabase(
      (real): Batch =>
        async (statements) => {
          const before = last
          const own = Promise.withResolvers<void>()
          last = own.promise
          await before
          try {
            const results = await real(statements)
            while (isHeld) await scheduler.wait(5)
            return results
          } finally {
            own.resolve()
          }
        },
    )
    isHeld = false
    await read(ticketsPath(large), DB)
    isHeld = true
    const dear = read(path(), DB)
    const other = read(ticketsPath(large), DB)
    // What counts is how long the other one has waited.
    await scheduler.wait(50)
    isHeld = false
    await Promise.all([dear, other])
    expect(await roundTrips()).toBeGreaterThan(1)
    forgetQueue()
    expect(await roundTrips()).toBe(1)
  })
})

describe.each(['alone', 'awaited'] as const)('the tickets of a type of a large session, %s', (situation) => {
  beforeEach(() => {
    if (situation === 'awaited') somebodyWaits()
  })

  it.each([
    [{}, 'key', 'true'],
    [{ sort: '-ticketTypeName' }, 'key DESC', 'true'],
    [{ page: 1_150 }, 'key', 'true'],
    [{ page: 700, status: 'Valid' }, 'key', `status = 'Valid'`],
    [{ q: 'anna', page: 2 }, 'key', `attendee_name = 'Anna Smith'`],
    [{ q: 'thousandth', pageSize: 5 }, 'key', `attendee_name LIKE 'Thou%'`],
  ] as const)('are read in parts: %j', async (parameters, order, condition) => {
    const expected = await inOrder(large, order, condition)
    const { DB, batches } = watched()
    const page = 'page' in parameters ? parameters.page : 1
    const size = 'pageSize' in parameters ? parameters.pageSize : 20
    const skipped = (page - 1) * size
    const path = ticketsPath(large, { ticketTypeName: 'standing', ...parameters })
    const first = await read(path, DB)
    expect(first.meta.totalCount).toBe(expected.length)
    expect(first.data.map(({ id }) => id)).toEqual(
      expected.slice(skipped, skipped + size).map(({ id }) => id),
    )
    const after = await read(first.links.next as string, DB)
    expect(after.meta.totalCount).toBe(expected.length)
    expect(after.data.map(({ id }) => id)).toEqual(
      expected.slice(skipped + size, skipped + 2 * size).map(({ id }) => id),
    )
    expect((await read(after.links.prev as string, DB)).data).toEqual(first.data)
    expect(Math.max(...batches.flat())).toBeLessThanOrEqual(MAX_ROWS[situation])
  })

  it('that none has are an empty list', async () => {
    const page = await read(ticketsPath(large, { ticketTypeName: 'Stand' }), watched().DB)
    expect(page).toMatchObject({ data: [], meta: { totalCount: 0, totalPages: 0 } })
  })

  it('and change meanwhile are counted once more, then at once', async () => {
    const touch = () =>
      query(
        `UPDATE tickets SET transfer_count = transfer_count + 1 WHERE key =
           (SELECT max(key) FROM tickets WHERE session_number = (SELECT number FROM sessions WHERE id = ?))`,
        large,
      )
    const { DB } = watched(touch)
    const page = await read(ticketsPath(large, { ticketTypeName: 'Standing' }), DB)
    expect(page.meta.totalCount).toBe(LARGE)
    expect(page.data).toHaveLength(20)
  })
})

describe('tickets that change while a page is read in parts', () => {
  beforeEach(somebodyWaits)
  const path = () => ticketsPath(large, { q: 'anna', sort: '-transferCount' })
  const change = () =>
    query(
      `UPDATE tickets SET transfer_count = transfer_count + 10 WHERE key =
         (SELECT max(key) FROM tickets WHERE attendee_name = 'Anna Smith'
           AND session_number = (SELECT number FROM sessions WHERE id = ?))`,
      large,
    )
  const expectRight = async (page: Page) => {
    const expected = await inOrder(large, 'transfer_count DESC, key DESC', `attendee_name = 'Anna Smith'`)
    expect(page.data.map(({ id }) => id)).toEqual(expected.slice(0, 20).map(({ id }) => id))
    expect(page.meta.totalCount).toBe(expected.length)
  }

  it('make it read once more', async () => {
    await read(path(), watched().DB)
    let changes = 0
    const { DB, batches } = watched(async (batch) => {
      if (batch === 3) changes = (await change()).length + 1
    })
    await expectRight(await read(path(), DB))
    expect(changes).toBe(1)
    expect(Math.max(...batches.flat())).toBeLessThanOrEqual(MAX_ROWS.awaited)
  })

  it('and then at once, if they go on changing', async () => {
    const { DB, batches } = watched(change)
    await expectRight(await read(path(), DB))
    expect(Math.max(...batches.flat())).toBeGreaterThan(MAX_ROWS.awaited)
  })
})

describe('what is heavy', () => {
  it.each([
    { parameters: { q: 'only' }, isHeavy: true },
    { parameters: { page: 3 }, isHeavy: true },
    { parameters: { ticketTypeName: 'VIP' }, isHeavy: true },
    { parameters: {}, isHeavy: false },
    { parameters: { status: 'Valid', sort: '-seatLabel' }, isHeavy: false },
    { parameters: { q: '!!' }, isHeavy: false },
  ])('of a large session: $parameters: $isHeavy', async ({ parameters, isHeavy }) => {
    const subject = await addStaff(org)
    // Uses up the points.
    const COST_RATE_LIMIT = countingLimiter(0)
    const dear = ticketsPath(large, { q: 'anna' })
    expect((await callWithBindings({ COST_RATE_LIMIT }, dear, { subject })).status).toBe(200)
    const response = await callWithBindings({}, ticketsPath(large, parameters), { subject })
    if (isHeavy) await expectError(response, 'rate_limited')
    else expect(response.status).toBe(200)
    for (const path of [ticketsPath(light, parameters), `/api/v1/sessions/${large}`]) {
      expect((await callWithBindings({}, path, { subject })).status).toBe(200)
    }
  })

  it('is not: what the caller already has', async () => {
    const path = ticketsPath(large, { q: 'only' })
    const subject = await addStaff(org)
    const first = await callWithBindings({}, path, { subject })
    const dear = ticketsPath(large, { q: 'anna' })
    await callWithBindings({ COST_RATE_LIMIT: countingLimiter(0) }, dear, { subject })
    const headers = { 'If-None-Match': first.headers.get('ETag') as string }
    expect((await callWithBindings({}, path, { subject, headers })).status).toBe(304)
  })
})

describe('the movements of a large session', () => {
  beforeEach(somebodyWaits)
  const QUARTER_MS = 15 * 60_000
  const START = Date.parse('2026-06-12T18:00:00Z')
  type Movements = { data: { from: string; entered: number }[] }
  const movementsOf = async (DB: D1Database): Promise<number[]> => {
    const response = await callWithBindings({ DB }, movementsPath(large), { subject: await addStaff(org) })
    const { data } = await okBody<Movements>(response)
    return data.flatMap(({ from, entered }) => Array(entered).fill(Date.parse(from)))
  }
  /** Checks in more tickets, as another part of the platform does, and returns all quarter hours. */
  const checkInMore = async (first: number, last: number): Promise<number[]> => {
    await query(
      `UPDATE tickets SET status = 'CheckedIn', device = NULL, checked_in_at = ? + (key & 1048575) * 1000
       WHERE session_number = (SELECT number FROM sessions WHERE id = ?) AND (key & 1048575) BETWEEN ? AND ?`,
      START,
      large,
      first,
      last,
    )
    const times = await query<{ at: number }>(
      `SELECT checked_in_at AS at FROM tickets JOIN sessions ON number = session_number
       WHERE sessions.id = ? AND status = 'CheckedIn' AND checked_in_at IS NOT NULL ORDER BY 1`,
      large,
    )
    return times.map(({ at }) => at - (at % QUARTER_MS))
  }

  it('are counted in parts', async () => {
    const expected = await checkInMore(1, 12_000)
    expect(expected.length).toBeGreaterThan(12_000)
    const { DB, batches } = watched()
    expect(await movementsOf(DB)).toEqual(expected)
    expect(batches).toHaveLength(Math.floor(expected.length / 5_000) + 1)
    expect(Math.max(...batches.flat())).toBeLessThanOrEqual(MAX_ROWS.awaited)
  })

  it('start over if somebody is admitted between two parts, and the second time are read in one statement', async () => {
    let expected: number[] = []
    const once = watched(async (batch) => {
      if (batch === 2) expected = await checkInMore(12_001, 12_010)
    })
    expect(await movementsOf(once.DB)).toEqual(expected)
    expect(Math.max(...once.batches.flat())).toBeLessThanOrEqual(MAX_ROWS.awaited)
    let next = 13_000
    const always = watched(async () => {
      expected = await checkInMore(next, next)
      next += 1
    })
    expect(await movementsOf(always.DB)).toEqual(expected)
    expect(Math.max(...always.batches.flat())).toBeGreaterThan(MAX_ROWS.awaited)
  })
})
