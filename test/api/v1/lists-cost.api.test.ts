// What guest lists cost, and what a link cannot use up.
import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_TICKETS_BY_API, TICKET_KEY_BITS } from '../../../src/db/schema/tickets.ts'
import type { Schemas } from '../../../web/shared/schemas.ts'
import { callWithBindings, expectError, jsonRequest, okBody } from '../../support/api.ts'
import { measuringDatabase } from '../../support/faulty-database.ts'
import { addSeries, addTickets, makeOrganizer, type Organizer, query } from '../../support/rows.ts'
import { API, create } from '../../support/setup.ts'
import { changesPath } from '../../support/sync.ts'

type GuestList = Schemas['GuestList']

const DAY_MS = 86_400_000

/** Rows of each operation, rounded up; `each` and `ofSeries` of one among many, `shown` of a person. */
const COSTS = {
  add: { read: 110, written: 30 },
  change: { read: 180, written: 38 },
  remove: { read: 70, written: 32 },
  each: { read: 70, written: 24 },
  shown: 4,
  list: { read: 20 },
  make: { read: 80, written: 12 },
  ofSeries: { read: 50 },
  rename: { read: 20, written: 14 },
}

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
  await query('UPDATE sessions SET starts_at = ? WHERE event_id = ?', Date.now() + DAY_MS, org.event)
})

const openList = async (body: object = {}) => {
  const list = await create<GuestList>(`/sessions/${org.session}/guest-lists`, org.manager, {
    ...{ name: 'DJ Tom', quota: 2_000 },
    ...body,
  })
  return { id: list.id, code: String(list.link).split('#')[1] as string }
}

/** Sends a request, which must succeed, and returns what it cost. */
const costOf = async (
  path: string,
  subject: string | undefined,
  method: 'GET' | 'POST' | 'PATCH',
  body?: object,
) => {
  const { DB, cost } = measuringDatabase()
  const init = method === 'GET' ? { subject } : jsonRequest(method, subject, body)
  const response = await callWithBindings({ DB }, path, init)
  expect(response.status, await response.clone().text()).toBeLessThan(300)
  return cost
}
const post = (path: string, body: object) => costOf(`/api/v1/lists${path}`, undefined, 'POST', body)
const entries = (count: number, plusOnes = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: crypto.randomUUID(), name: `Guest ${index}`, plusOnes }))

/** Adds a list’s entries as they are stored, `removed` ones first. */
const fill = async (list: string, count: number, removed = 0) => {
  await query(
    `INSERT INTO guest_list_entries (list_id, number, id, persons, removed_at)
     WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?)
     SELECT ?, n, lower(printf('%08x-0000-4000-8000-%012x', n, n)), 1, iif(n <= ?, 1, NULL) FROM c`,
    ...[count, list, removed],
  )
  await query(
    `INSERT INTO tickets (key, id, session_number, ticket_number, status, cover, ticket_type_id, ticket_type_name,
       attendee_name, guest_list_id, guest_list_entry, updated_by)
     WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?)
     SELECT (sessions.number << ${TICKET_KEY_BITS}) + n, lower(printf('%08x-0000-4000-9000-%012x', sessions.number, n)),
       sessions.number, 'L-' || n, iif(n <= ?, 'Voided', 'Valid'), iif(n <= ?, 'Voided', NULL), ?, 'VIP', 'Guest ' || n,
       ?, n, 'guest-list:' || ?
     FROM sessions CROSS JOIN c WHERE sessions.id = ?`,
    ...[count, removed, removed, org.types.VIP, list, list, org.session],
  )
}

describe('the rows of a guest list', () => {
  it('do not grow with the list or the session for an entry', async () => {
    const small = await openList({ name: 'Small' })
    const large = await openList({ name: 'Large' })
    await fill(large.id, 3_000, 1_500)
    const costs = []
    for (const { code } of [small, large]) {
      const [one] = entries(1)
      const added = await post('/entries', { code, entries: [one] })
      const changed = await post('/entries/change', { code, id: one?.id, plusOnes: 1, note: 'Cake.' })
      const removed = await post('/entries/remove', { code, id: one?.id })
      costs.push([added, changed, removed])
    }
    const [few, many] = costs as [(typeof costs)[0], (typeof costs)[0]]
    expect(many.map(({ written }) => written)).toEqual(few.map(({ written }) => written))
    for (const [index, { read }] of many.entries()) expect(read).toBeLessThan((few[index]?.read ?? 0) + 20)
    expect(few.map(({ trips }) => trips)).toEqual([1, 1, 1])
    for (const [index, { read, written }] of [COSTS.add, COSTS.change, COSTS.remove].entries()) {
      expect(few[index]?.read).toBeLessThan(read)
      expect(few[index]?.written).toBeLessThan(written)
    }
  })

  it('are bounded for 100 entries at once, and for reading', async () => {
    const { id, code } = await openList()
    const added = await post('/entries', { code, entries: entries(100) })
    expect(added.read / 100).toBeLessThan(COSTS.each.read)
    expect(added.written / 100).toBeLessThan(COSTS.each.written)
    expect((await post('/inspect', { code })).read).toBeLessThan(100 * COSTS.shown + 30)
    await query('DELETE FROM tickets WHERE guest_list_id = ?', id)
    await query('DELETE FROM guest_list_entries WHERE list_id = ?', id)
    await fill(id, 3_000, 2_000)
    expect((await post('/inspect', { code })).read).toBeLessThan(1_000 * COSTS.shown + 30)
  })

  it('are bounded for what managers do', async () => {
    const { id } = await openList()
    await openList({ name: 'Bar' })
    const lists = `${API}/sessions/${org.session}/guest-lists`
    expect((await costOf(lists, org.manager, 'GET')).read).toBeLessThan(COSTS.list.read)
    expect
      .soft((await costOf(`${API}/guest-lists/${id}`, org.manager, 'GET')).read)
      .toBeLessThan(COSTS.list.read)
    const made = await costOf(lists, org.manager, 'POST', { name: 'Promoter', quota: 5 })
    expect(made).toMatchObject({ trips: 1 })
    expect(made.read).toBeLessThan(COSTS.make.read)
    expect(made.written).toBeLessThan(COSTS.make.written)
    const starts = Array.from({ length: 20 }, (_, day) => Date.now() + (day + 1) * DAY_MS)
    const { series } = await addSeries(org, starts)
    const all = await costOf(`${API}/events/${org.event}/series/${series}/guest-lists`, org.manager, 'POST', {
      ...{ name: 'DJ Tom', quota: 20 },
    })
    expect(all).toMatchObject({ trips: 1 })
    expect(all.read / 20).toBeLessThan(COSTS.ofSeries.read)
    expect(all.written / 20).toBeLessThan(COSTS.make.written)
    await fill(id, 500)
    const renamed = await costOf(`${API}/guest-lists/${id}`, org.manager, 'PATCH', { name: 'DJ Tim' })
    expect(renamed.read / 500).toBeLessThan(COSTS.rename.read)
    expect(renamed.written / 500).toBeLessThan(COSTS.rename.written)
    const closed = await costOf(`${API}/guest-lists/${id}`, org.manager, 'PATCH', { quota: 21 })
    expect(closed.read).toBeLessThan(COSTS.make.read)
  })

  it('are none for a session without lists', async () => {
    const { next } = await okBody<{ next: string }>(
      await callWithBindings({}, changesPath(org.session), { subject: org.staff }),
    )
    const measure = async () => [
      (await costOf(`/api/v1/sessions/${org.session}`, org.staff, 'GET')).read,
      (await costOf(changesPath(org.session, { since: next }), org.staff, 'GET')).read,
      (await costOf(`/api/v1/sessions/${org.session}/tickets`, org.staff, 'GET')).read,
    ]
    const without = await measure()
    const { code } = await openList()
    // The new type is read with the session.
    expect(await measure()).toEqual([(without[0] ?? 0) + 1, ...without.slice(1)])
    await addTickets(org, [{ attendee_name: 'Ana' }])
    const one = await costOf(changesPath(org.session), org.staff, 'GET')
    await query(
      'DELETE FROM tickets WHERE session_number = (SELECT number FROM sessions WHERE id = ?)',
      org.session,
    )
    await post('/entries', { code, entries: entries(1) })
    const listed = await costOf(changesPath(org.session), org.staff, 'GET')
    expect(listed.read - one.read).toBeLessThanOrEqual(1)
  })
})

describe('a link', () => {
  it('cannot use up what the session can have', async () => {
    const { id, code } = await openList()
    // As if 100,000 guests had been added and removed.
    await query(
      `UPDATE ticket_counts SET voided = ? WHERE session_number = (SELECT number FROM sessions WHERE id = ?)`,
      ...[MAX_TICKETS_BY_API / 2 + 1, org.session],
    )
    const response = await callWithBindings(
      {},
      '/api/v1/lists/entries',
      jsonRequest('POST', undefined, { code, entries: entries(1) }),
    )
    await expectError(response, 'limit_reached')
    await create(`/sessions/${org.session}/tickets`, org.manager, {
      tickets: [{ ticketTypeName: 'VIP', attendee: { name: 'Box office' } }],
    })
    expect(await query('SELECT 1 FROM guest_list_entries WHERE list_id = ?', id)).toEqual([])
  })

  it('is no faster refused for a code that nearly is one', async () => {
    const { code } = await openList()
    const cost = async (tried: string) => {
      const { DB, cost } = measuringDatabase()
      await callWithBindings({ DB }, '/api/v1/lists/inspect', jsonRequest('POST', undefined, { code: tried }))
      return cost
    }
    const near = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`
    expect(await cost(near)).toEqual(await cost('A'.repeat(22)))
  })
})
