// What members can make the service keep, and what it costs to read it again, is bounded whatever they send.
import { beforeAll, describe, expect, it } from 'vitest'
import { call, getWithCost, readCost } from '../support/api.ts'
import {
  admission,
  admissionsPath,
  at,
  checkIn,
  checkInsPath,
  type List,
  type Sent,
  START,
  send,
  sendOne,
  stateOf,
  undo,
  writeState,
} from '../support/check-ins.ts'
import { addSession, addStaff, addTicket, makeOrganizer, type Organizer, query } from '../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const MAX_OF_TICKET = 200
const MAX_LOOSE = 5_000
const MAX_ROWS_READ = 25_000

/** Sends items in full batches. */
const sendAll = async (session: string, items: readonly Sent[], device: string | null = 'Gate A') => {
  const staff = await addStaff(org)
  const outcomes: string[] = []
  for (let start = 0; start < items.length; start += 100) {
    const { results } = await send(session, staff, items.slice(start, start + 100), device)
    outcomes.push(...results.map(({ outcome }) => outcome))
  }
  return outcomes
}

const countOf = async (session: string): Promise<number> => {
  const [row] = await query<{ n: number }>(
    'SELECT count(*) AS n FROM check_ins WHERE session_id = ?',
    session,
  )
  return row?.n as number
}

const makeTicket = async () => {
  const session = await addSession(org)
  const ticket = await addTicket(org, {}, session)
  return { session, ticket }
}

/** Inserts second admissions by 200 devices, on a version of the ticket's base: the current one for null. */
const fill = (session: string, ticket: string, count: number, version: string | null) =>
  query(
    `WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < CAST(?3 AS INTEGER))
     INSERT INTO check_ins (session_id, id, type, ticket_id, at, received_at, device, subject, admitted, outcome, base_version)
     SELECT ?1, lower(printf('%08x-0000-4000-8000-%s', value, substr(?2, -12))), 'CheckIn', ?2, ?4 + value * 60000, 0,
       'Gate ' || (value % 200), 's', 1, 'AlreadyCheckedIn',
       coalesce(?5, (SELECT version FROM ticket_bases WHERE ticket_id = ?2))
     FROM n`,
    session,
    ticket,
    count,
    START,
    version,
  )

describe('of one ticket', () => {
  it('at most 200 check-ins are recorded; more are answered the same, and known ones stay what they are', async () => {
    const { session, ticket } = await makeTicket()
    const items = Array.from({ length: MAX_OF_TICKET + 50 }, (_, index) => admission(ticket, index))
    const [first, ...others] = items as [Sent, ...Sent[]]
    expect(await sendAll(session, items)).toEqual(['CheckedIn', ...others.map(() => 'AlreadyCheckedIn')])
    expect(await countOf(session)).toBe(MAX_OF_TICKET)
    // Sent again, each has the same outcome, and nothing is added.
    expect(await sendAll(session, items)).toEqual(['CheckedIn', ...others.map(() => 'AlreadyCheckedIn')])
    expect(await countOf(session)).toBe(MAX_OF_TICKET)
    const late = await sendOne(session, org.staff, checkIn(ticket))
    expect(late).toMatchObject({
      outcome: 'AlreadyCheckedIn',
      ticket: { id: ticket, status: 'CheckedIn', checkedInAt: at(0) },
      earlier: { at: at(0), device: 'Gate A' },
    })
    // Undos of what is recorded count.
    await sendOne(session, org.staff, undo(first.id))
    expect(await stateOf(ticket)).toEqual({ status: 'CheckedIn', minutes: 1 })
    await writeState(ticket, 'Refunded', null)
    expect((await sendOne(session, org.staff, checkIn(ticket))).outcome).toBe('NotValid')
  })

  it('a question that is known can still become an admission', async () => {
    const { session, ticket } = await makeTicket()
    const question = checkIn(ticket, { at: at(5) })
    await sendAll(session, [checkIn(ticket, { at: at(9) }), question])
    await sendAll(
      session,
      Array.from({ length: MAX_OF_TICKET }, () => checkIn(ticket)),
    )
    await sendOne(session, org.staff, { ...question, admitted: true })
    expect(await stateOf(ticket)).toEqual({ status: 'CheckedIn', minutes: 5 })
  })
})

describe('of one session', () => {
  it('at most 5,000 undos of nothing and unknown tickets are recorded; other undos always are', async () => {
    const { session, ticket } = await makeTicket()
    const [dangling, unknown] = [undo(crypto.randomUUID()), admission(crypto.randomUUID())]
    expect(await sendAll(session, [dangling, unknown])).toEqual(['Undone', 'UnknownTicket'])
    await query(
      'UPDATE ticket_counts SET loose_items = ? WHERE session_number = (SELECT number FROM sessions WHERE id = ?)',
      MAX_LOOSE - 1,
      session,
    )
    const more = [undo(crypto.randomUUID()), undo(crypto.randomUUID()), admission(crypto.randomUUID())]
    expect(await sendAll(session, more)).toEqual(['Undone', 'Undone', 'UnknownTicket'])
    expect(await countOf(session)).toBe(3)
    expect(await sendAll(session, [dangling, unknown, ...more])).toEqual([
      'Undone',
      'UnknownTicket',
      'Undone',
      'Undone',
      'UnknownTicket',
    ])
    expect(await countOf(session)).toBe(3)

    const item = checkIn(ticket)
    expect(await sendAll(session, [item, undo(item.id)])).toEqual(['CheckedIn', 'Undone'])
    expect(await stateOf(ticket)).toEqual({ status: 'Valid', minutes: null })
    expect(await countOf(session)).toBe(5)
    expect(await sendAll(session, [undo(item.id)])).toEqual(['Undone'])
    expect(await countOf(session)).toBe(5)
  })

  it('are counted as they are recorded', async () => {
    const { session, ticket } = await makeTicket()
    const item = checkIn(ticket)
    await sendAll(session, [
      item,
      undo(item.id),
      undo(crypto.randomUUID()),
      admission(crypto.randomUUID()),
      checkIn(crypto.randomUUID()),
    ])
    const [counts] = await query(
      'SELECT loose_items FROM ticket_counts JOIN sessions ON number = session_number WHERE id = ?',
      session,
    )
    const [base] = await query('SELECT items FROM ticket_bases WHERE ticket_id = ?', ticket)
    expect({ ...counts, ...base }).toEqual({ loose_items: 3, items: 1 })
  })
})

describe('the problems', () => {
  const read = (path: string) => getWithCost<List>(org.staff, path)

  it('cost the same however many admissions hang on an old base, and go on on a next page', async () => {
    const { session, ticket } = await makeTicket()
    const real = admission(crypto.randomUUID())
    await sendAll(session, [checkIn(ticket), real])
    await fill(session, ticket, 4_000, 'an old base')
    const found: string[] = []
    let path: string | null = `${checkInsPath(session)}?problem=true`
    let pages = 0
    while (path !== null) {
      const { data, links, rows, trips } = await read(path)
      expect(rows).toBeLessThan(MAX_ROWS_READ)
      expect(trips).toBe(1)
      found.push(...data.map(({ id }) => id))
      path = links.next
      pages += 1
      if (pages > 300) break
    }
    // All of them are second admissions while another one is live.
    expect(found).toHaveLength(4_001)
    expect(found.at(-1)).toBe(real.id)

    await writeState(ticket, 'Refunded', null)
    pages = 0
    found.length = 0
    for (path = `${checkInsPath(session)}?problem=true&pageSize=100`; path !== null; pages += 1) {
      const { data, links, rows } = await read(path)
      expect(rows).toBeLessThan(MAX_ROWS_READ)
      found.push(...data.map(({ id }) => id))
      path = links.next
    }
    expect(found).toEqual([real.id])
    expect(pages).toBeLessThanOrEqual(6)
  })
})

describe('admissions', () => {
  type Admissions = { bucketMinutes: number; data: { from: string; device: string | null; count: number }[] }
  const read = async (session: string, bucketMinutes = 1, headers: Record<string, string> = {}) => {
    const response = await call(admissionsPath(session, bucketMinutes), { subject: org.staff, headers })
    return { response, body: response.status === 200 ? await response.json<Admissions>() : undefined }
  }

  it('have few entries and 50 devices by name, in coarser buckets where these are too many', async () => {
    const { session, ticket } = await makeTicket()
    await sendAll(session, [checkIn(ticket)])
    await fill(session, ticket, 20_000, null)
    const { body, response } = await read(session)
    const { bucketMinutes, data } = body as Admissions
    expect(data.length).toBeLessThanOrEqual(5_000)
    expect(data.length).toBeGreaterThan(1_000)
    expect(bucketMinutes).toBeGreaterThan(1)
    for (const { from } of data) expect(Date.parse(from) % (bucketMinutes * 60_000)).toBe(0)
    expect(data.reduce((sum, { count }) => sum + count, 0)).toBe(20_001)
    expect(new Set(data.map(({ device }) => device)).size).toBe(51)
    expect(readCost(response).trips).toBe(1)
    const hours = await read(session, 60)
    expect(hours.body?.data.reduce((sum, { count }) => sum + count, 0)).toBe(20_001)
  })

  it('are a 304 until somebody is admitted, also for a second time, or an admission is undone', async () => {
    const { session, ticket } = await makeTicket()
    let etag = ''
    const expectChange = async () => {
      const { response } = await read(session, 1, { 'If-None-Match': etag })
      expect(response.status).toBe(200)
      etag = response.headers.get('ETag') as string
      const again = await read(session, 1, { 'If-None-Match': etag })
      expect(again.response.status).toBe(304)
      expect(readCost(again.response).rows).toBeLessThanOrEqual(20)
    }
    await expectChange()
    const [first, question] = [admission(ticket), checkIn(ticket, { at: at(5) })]
    await sendOne(session, org.staff, first)
    await expectChange()
    const second = admission(ticket, 9)
    await sendOne(session, org.staff, second)
    await expectChange()
    await sendOne(session, org.staff, undo(second.id))
    await expectChange()
    await sendOne(session, org.staff, question)
    await sendOne(session, org.staff, { ...question, admitted: true })
    await expectChange()
  })
})
