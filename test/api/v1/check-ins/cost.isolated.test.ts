// What check-ins cost in rows, and that a batch is one round trip and one transaction.
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { callWithBindings, expectError, getWithCost } from '../../../support/api.ts'
import {
  admission,
  at,
  batchRequest,
  checkIn,
  checkInsPath,
  costOfBatch,
  movementsPath,
  type Sent,
  send,
  undo,
} from '../../../support/check-ins.ts'
import { faultyDatabase } from '../../../support/faulty-database.ts'
import {
  addSession,
  addStaff,
  addTicket,
  addTickets,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const requestOf = (items: readonly Sent[]) => batchRequest(org.staff, items)
const costOf = (session: string, items: readonly Sent[]) => costOfBatch(session, org.staff, items)

/** Rows written for each item, whatever comes of it. */
const MAX_WRITTEN = 25
/** Rows read for each item, and for the session and its counts. */
const MAX_READ = 100
const ACCESS_READ = 40

describe('a batch', () => {
  it('writes at most 25 rows for each item, in one round trip', async () => {
    const session = await addSession(org)
    const tickets = await addTickets(
      org,
      Array.from({ length: 100 }, () => ({
        seat_label: 'A1',
        holder_email: 'a@example.com',
        attendee_name: 'Anna',
      })),
      session,
    )
    const first = tickets.map((ticket) => checkIn(ticket))
    const second = tickets.map((ticket) => admission(ticket, -5))
    const batches: Record<string, Sent[]> = {
      first,
      repeated: first,
      second,
      attempts: tickets.map((ticket) => checkIn(ticket)),
      unknown: tickets.map(() => admission(crypto.randomUUID())),
      'undo the second': second.map(({ id }) => undo(id)),
      'undo the first': first.map(({ id }) => undo(id)),
      'undo what comes later': tickets.map(() => undo(crypto.randomUUID())),
      'let in and out': tickets.slice(0, 50).flatMap((ticket) => {
        const item = admission(ticket, 3)
        return [item, undo(item.id)]
      }),
    }
    const written: Record<string, number> = {}
    for (const [name, items] of Object.entries(batches)) {
      const cost = await costOf(session, items)
      written[name] = cost.written / items.length
      expect(cost.trips, name).toBe(1)
      expect(cost.written, name).toBeLessThanOrEqual(MAX_WRITTEN * items.length)
      expect(cost.read, name).toBeLessThanOrEqual(MAX_READ * items.length + ACCESS_READ)
    }
    console.log('Rows written for each item:', JSON.stringify(written))
    expect(written.repeated).toBe(0)
  })

  it('costs as much in a session with many tickets and check-ins as in an empty one', async () => {
    const [small, large] = [await addSession(org), await addSession(org)]
    const lone = await addTicket(org, {}, small)
    const tickets = await addTickets(
      org,
      Array.from({ length: 600 }, () => ({})),
      large,
    )
    for (let start = 0; start < 500; start += 100) {
      await send(
        large,
        org.staff,
        tickets.slice(start, start + 100).map((ticket) => checkIn(ticket)),
      )
    }
    const cost = await costOf(small, [checkIn(lone)])
    const { read, ...others } = await costOf(large, [checkIn(tickets.at(-1) as string)])
    expect(others).toEqual({ trips: cost.trips, written: cost.written })
    // A range of an index ends at the next row, which an empty session lacks.
    expect(read).toBeLessThanOrEqual(cost.read + 3)
  })

  it('costs as much for a ticket that was tried and let in many times', async () => {
    const session = await addSession(org)
    const tickets = await addTickets(org, [{}, {}], session)
    const [fresh, popular] = tickets as [string, string]
    const cost = async (ticket: string) => {
      const item = admission(ticket)
      const { read } = await costOf(session, [item])
      return read + (await costOf(session, [undo(item.id)])).read
    }
    await send(session, org.staff, [admission(fresh, 1), admission(fresh, 2)])
    const before = await cost(fresh)
    await send(
      session,
      org.staff,
      Array.from({ length: 100 }, () => checkIn(popular)),
    )
    await send(
      session,
      org.staff,
      Array.from({ length: 100 }, (_, index) => admission(popular, index)),
    )
    expect(await cost(popular)).toBeLessThan(before + 20)
  })

  it('is recorded whole or not at all, whichever of its statements or items fails', async () => {
    const session = await addSession(org)
    const tickets = await addTickets(org, [{}, {}, {}], session)
    const items = tickets.map((ticket) => checkIn(ticket))
    const state = async () => [
      await query('SELECT * FROM check_ins WHERE session_id = ?', session),
      await query('SELECT * FROM ticket_bases WHERE session_id = ?', session),
      await query('SELECT id, status, checked_in_at FROM tickets WHERE id IN (?, ?, ?)', ...tickets),
    ]
    const before = await state()
    let count = 0
    for (let place = 0; place <= count; place++) {
      const DB = faultyDatabase((real) => (statements) => {
        count = statements.length
        const broken = env.DB.prepare(`SELECT json('no JSON')`)
        return real([...statements.slice(0, place), broken, ...statements.slice(place)])
      })
      await expectError(
        await callWithBindings({ DB }, checkInsPath(session), requestOf(items)),
        'internal_error',
      )
      expect(await state()).toEqual(before)
    }
    // The write of the second ticket fails inside the triggers.
    await query(
      `CREATE TRIGGER broken BEFORE UPDATE ON tickets WHEN NEW.id = '${tickets[1]}' BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    )
    try {
      const response = await callWithBindings({}, checkInsPath(session), requestOf(items))
      await expectError(response, 'internal_error')
      expect(await state()).toEqual(before)
    } finally {
      await query('DROP TRIGGER broken')
    }
    expect((await send(session, org.staff, items)).results.map(({ outcome }) => outcome)).toEqual(
      Array(3).fill('CheckedIn'),
    )
  })
})

describe('a read', () => {
  const read = (path: string) => getWithCost<{ data: { entered?: number }[] }>(org.staff, path)

  it('of the list reads four rows for each check-in that it shows, and seven for each problem', async () => {
    const session = await addSession(org)
    const tickets = await addTickets(
      org,
      Array.from({ length: 300 }, () => ({})),
      session,
    )
    for (let start = 0; start < 300; start += 100) {
      const some = tickets.slice(start, start + 100)
      await send(
        session,
        org.staff,
        some.map((ticket) => checkIn(ticket)),
      )
      await send(
        session,
        org.staff,
        some.map((ticket) => admission(ticket, 5)),
      )
      await send(
        session,
        org.staff,
        some.map(() => undo(crypto.randomUUID())),
      )
    }
    const path = checkInsPath(session)
    for (const [search, rows] of [
      ['', 4],
      ['?pageSize=100', 4],
      [`?ticketId=${tickets[7]}`, 4],
      ['?problem=true&pageSize=100', 8],
    ] as const) {
      const { trips, rows: rowsRead, data } = await read(path + search)
      expect(data.length).toBeGreaterThan(1)
      expect(trips).toBe(1)
      expect(rowsRead, search).toBeLessThanOrEqual(rows * data.length + 30)
    }
  })

  it('of movements reads three rows for each admission, whoever made it', async () => {
    const session = await addSession(org)
    const tickets = await addTickets(
      org,
      Array.from({ length: 400 }, (_, index) => ({
        status: index < 300 ? ('Valid' as const) : ('CheckedIn' as const),
        checked_in_at: index < 300 ? null : Date.parse(at(index % 7)),
      })),
      session,
    )
    await send(
      session,
      org.staff,
      tickets.slice(0, 100).map((ticket, index) => checkIn(ticket, { at: at(index % 7) })),
    )
    // Others had checked these in before.
    await send(
      session,
      org.staff,
      tickets.slice(300).map((ticket) => admission(ticket, -1)),
      null,
    )
    const { trips, rows, data } = await read(movementsPath(session))
    expect(data.reduce((sum, { entered = 0 }) => sum + entered, 0)).toBe(300)
    expect(trips).toBe(1)
    expect(rows).toBeLessThanOrEqual(3 * 300 + 45)
  })

  it('uses its index, also with statistics of small tables', async () => {
    await addStaff(org)
    const session = await addSession(org)
    const ticket = await addTicket(org, {}, session)
    await query('ANALYZE')
    const many = await addSession(org)
    const tickets = await addTickets(
      org,
      Array.from({ length: 500 }, () => ({})),
      many,
    )
    await send(
      many,
      org.staff,
      tickets.slice(0, 100).map((other) => checkIn(other)),
    )
    const cost = await costOf(session, [checkIn(ticket)])
    expect(await costOf(many, [checkIn(tickets.at(-1) as string)])).toEqual(cost)
    expect((await read(`${checkInsPath(many)}?pageSize=1`)).rows).toBeLessThan(20)
  })
})
