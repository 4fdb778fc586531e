// The bulk update's rules: venue, capacity, access, audit trail, cost.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  bulkUpdatePath,
  call,
  callWithBindings,
  expectError,
  jsonRequest,
  readCost,
  ticketsPath,
} from '../../../support/api.ts'
import {
  DAY,
  expectRejected,
  fourDays,
  postBulkUpdate,
  readAudit,
  readSessions,
} from '../../../support/bulk-update.ts'
import { faultyDatabase } from '../../../support/faulty-database.ts'
import {
  addSeries,
  addTickets,
  addVenue,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const post = (series: string, body: unknown, subject?: string, under?: string) =>
  postBulkUpdate(org, series, body, subject, under)

describe('a venue', () => {
  it('of another organizer, or an unknown one, is a 422 and changes nothing', async () => {
    const other = await makeOrganizer()
    const { series } = await addSeries(org, fourDays())
    const bodies = []
    for (const newVenueId of [await addVenue(other.id), crypto.randomUUID()]) {
      const body = { filterType: 'All', newVenueId, newCapacity: 5 }
      bodies.push(await expectRejected(series, () => post(series, body), 'unknown_venue', /^newVenueId: /))
    }
    expect(bodies[0]).toEqual(bodies[1])
  })
})

describe('the capacity', () => {
  it('below a selected session’s sold tickets is a 409 with the number of sessions and the largest count', async () => {
    const { series, sessions } = await addSeries(org, fourDays())
    const sell = (session: string, sold: number, other: number) =>
      addTickets(
        org,
        [
          ...Array.from({ length: sold }, (_, i) => ({ status: i % 2 ? 'Valid' : 'CheckedIn' }) as const),
          ...Array.from({ length: other }, (_, i) => ({ status: i % 2 ? 'Voided' : 'Refunded' }) as const),
        ],
        session,
      )
    await sell(sessions[1] as string, 7, 5)
    await sell(sessions[2] as string, 9, 1)
    await sell(sessions[3] as string, 3, 9)
    const body = { filterType: 'All', newCapacity: 6, newDoorsOpenOffset: 10 }
    const { message } = await expectRejected(
      series,
      () => post(series, body),
      'capacity_below_sold',
      /^newCapacity: /,
    )
    expect(message).toMatch(/\b2 of the selected sessions\b.*\b9\b/)
    // Sessions that are not selected do not count, and a capacity equal to the sold tickets is enough.
    expect(
      (
        await post(series, {
          ...body,
          filterType: 'FromDate',
          fromDate: new Date(Date.now() + 1.5 * DAY).toISOString(),
        })
      ).status,
    ).toBe(200)
    expect((await post(series, { filterType: 'All', newCapacity: 9 })).status).toBe(200)
  })

  it('is checked and changed in one transaction: a sale comes before both or after both', async () => {
    for (const when of ['before', 'between', 'after'] as const) {
      const { series, sessions } = await addSeries(org, [Date.now() + DAY])
      await addTickets(org, [{}, {}], sessions[0])
      const sell = () => addTickets(org, [{}], sessions[0])
      if (when === 'before') await sell()
      // `between`: after the statements were built, before their transaction.
      const DB = faultyDatabase((real) => async (statements) => {
        if (when === 'between') await sell()
        const results = await real(statements)
        if (when === 'after') await sell()
        return results
      })
      const response = await callWithBindings(
        { DB },
        bulkUpdatePath(org.event, series),
        jsonRequest('POST', org.owner, { filterType: 'All', newCapacity: 2 }),
      )
      const [row] = await readSessions(series)
      expect({ when, status: response.status, capacity: row?.capacity }).toEqual(
        when === 'after' ? { when, status: 200, capacity: 2 } : { when, status: 409, capacity: 100 },
      )
    }
  })

  it.each(['sale', 'update'] as const)(
    'is never below the sold tickets after a concurrent sale and update, the %s first',
    async (first) => {
      const { series, sessions } = await addSeries(org, [Date.now() + DAY])
      const session = sessions[0] as string
      await addTickets(org, [{}, {}], session)
      let sale: Promise<unknown> = Promise.resolve()
      // The statement of docs/data.md that sells one ticket while there is room.
      const sell = () => {
        sale = query(
          `INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id)
           SELECT (number << 20) + 9, ?, number, 'N', 'Valid', ? FROM sessions
           JOIN ticket_counts ON session_number = number WHERE sessions.id = ? AND valid + checked_in < capacity`,
          crypto.randomUUID(),
          org.types.VIP,
          session,
        )
      }
      let isSold = false
      const DB = faultyDatabase((real) => (statements) => {
        if (first === 'sale' && !isSold) sell()
        const batch = real(statements)
        if (first === 'update' && !isSold) sell()
        isSold = true
        return batch
      })
      const response = await callWithBindings(
        { DB },
        bulkUpdatePath(org.event, series),
        jsonRequest('POST', org.manager, { filterType: 'All', newCapacity: 2 }),
      )
      await sale
      const [row] = await query(
        'SELECT capacity, valid + checked_in AS sold FROM sessions JOIN ticket_counts ON session_number = number WHERE id = ?',
        session,
      )
      // Either the sale was counted and the update rejected, or the update left no room for the sale.
      expect({ status: response.status, ...row }).toEqual(
        first === 'sale' ? { status: 409, capacity: 100, sold: 3 } : { status: 200, capacity: 2, sold: 2 },
      )
    },
  )
})

describe('access', () => {
  it('is a 404 for non-members and for a series of another event', async () => {
    const other = await makeOrganizer()
    const { series } = await addSeries(org, fourDays())
    const body = { filterType: 'All', newCapacity: 5 }
    for (const [subject, event] of [
      [other.owner, org.event],
      [other.owner, other.event],
      [org.stranger, org.event],
      [org.owner, org.otherEvent],
    ] as const) {
      await expectRejected(series, () => post(series, body, subject, event), 'series_not_found')
    }
    await expectError(await post(crypto.randomUUID(), body), 'series_not_found')
  })

  it.each(['staff', 'eventStaff'] as const)(
    'is a 403 for %s, even with an unknown venue or a capacity below sold',
    async (person) => {
      const { series } = await addSeries(org, fourDays())
      const body = { filterType: 'All', newVenueId: crypto.randomUUID() }
      await expectRejected(series, () => post(series, body, org[person]), 'forbidden')
    },
  )
})

describe('a change', () => {
  it('is recorded with time, subject, values, number of sessions and request id', async () => {
    const { series } = await addSeries(org, fourDays())
    const response = await post(
      series,
      { filterType: 'Upcoming', newCapacity: 70, newDoorsOpenOffset: 'PT1H' },
      org.owner,
    )
    const rows = await readAudit(series)
    expect(rows).toMatchObject([
      {
        subject: org.owner,
        action: 'sessions.bulk-update',
        sessions: 2,
        request_id: response.headers.get('X-Request-Id'),
      },
    ])
    expect(JSON.parse(rows[0]?.change as string)).toEqual({
      filter: { type: 'Upcoming' },
      capacity: 70,
      doorsOpenOffsetMinutes: 60,
    })
    const changed = (await readSessions(series)).filter(({ updated_by }) => updated_by !== null)
    expect(changed.map(({ updated_by, updated_at }) => [updated_by, updated_at])).toEqual(
      Array(2).fill([org.owner, rows[0]?.at]),
    )
  })

  it('keeps the ETag of the ticket list, which does not show it', async () => {
    const { series, sessions } = await addSeries(org, [Date.now() + DAY])
    const tag = async () =>
      (await call(ticketsPath(sessions[0] as string), { subject: org.staff })).headers.get('ETag')
    const before = await tag()
    await post(series, { filterType: 'All', newCapacity: 70, newVenueId: await addVenue(org.id) })
    expect(await tag()).toBe(before)
  })

  it('of 1,000 sessions takes one round trip', async () => {
    const { series } = await addSeries(
      org,
      Array.from({ length: 1000 }, (_, i) => Date.now() + i * DAY),
    )
    const response = await post(series, { filterType: 'All', newCapacity: 7, newDoorsOpenOffset: 1 })
    expect(await response.json()).toEqual({ sessionsUpdated: 1000 })
    expect(readCost(response).trips).toBe(1)
    expect(new Set((await readSessions(series)).map(({ capacity }) => capacity))).toEqual(new Set([7]))
  })
})
