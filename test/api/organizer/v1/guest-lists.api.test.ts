// Guest lists as managers set them up.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { callWithBindings, expectError, ORIGIN, okBody } from '../../../support/api.ts'
import { addSeries, addSession, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { API, create, historyOf, read, readBody, remove, send } from '../../../support/setup.ts'

type GuestList = Schemas['GuestList']

let org: Organizer
let lists: string
beforeEach(async () => {
  org = await makeOrganizer()
  lists = `/sessions/${org.session}/guest-lists`
})

const add = (body: object = {}) =>
  create<GuestList>(lists, org.manager, { name: 'DJ Tom', quota: 20, ...body })
const change = (id: string, body: object) => send<GuestList>('PATCH', `/guest-lists/${id}`, org.manager, body)

it('creates a list from a name and a quota', async () => {
  const list = await add()
  const [session] = await query<{ starts_at: number }>(
    'SELECT starts_at FROM sessions WHERE id = ?',
    org.session,
  )
  expect(list).toEqual({
    id: list.id,
    sessionId: org.session,
    name: 'DJ Tom',
    ticketTypeName: 'Guest list',
    quota: 20,
    maxPlusOnes: 3,
    closesAt: new Date(session?.starts_at ?? 0).toISOString(),
    note: null,
    flag: 'None',
    showArrivals: true,
    link: expect.stringMatching(new RegExp(`^${ORIGIN}/list/#[\\w-]{22}$`)),
    persons: 0,
    arrived: 0,
  })
  expect(await readBody(`/guest-lists/${list.id}`, org.owner)).toEqual(list)
  expect(await readBody(lists, org.owner)).toMatchObject({ data: [list] })
  const types = await readBody<{ data: object[] }>(`/events/${org.event}/ticket-types`, org.owner)
  expect(types.data).toContainEqual(expect.objectContaining({ name: 'Guest list' }))
})

it('takes every field, and changes each', async () => {
  const all = {
    ...{ name: 'Bar', quota: 2_000, ticketTypeName: 'standing', maxPlusOnes: 20, flag: 'Stop' },
    ...{ closesAt: '2026-06-12T17:00:00.000Z', note: 'Ask Ana.', showArrivals: false },
  }
  const list = await add(all)
  expect(list).toMatchObject({ ...all, ticketTypeName: 'Standing' })
  const changed = {
    ...{ name: 'Bar 2', quota: 1, ticketTypeName: 'Free', maxPlusOnes: 0, flag: 'None' },
    ...{ closesAt: '2026-06-12T18:00:00.000Z', note: null, showArrivals: true },
  }
  expect((await change(list.id, changed)).body).toEqual({ ...list, ...changed })
})

it('closes when the doors open, else at the start, and follows the session', async () => {
  const list = await add()
  const closesAt = async () => (await readBody<GuestList>(`/guest-lists/${list.id}`, org.owner)).closesAt
  await send('PATCH', `/sessions/${org.session}`, org.owner, {
    startsAt: '2027-01-01T20:00:00Z',
    doorsOpenOffset: 60,
  })
  expect(await closesAt()).toBe('2027-01-01T19:00:00.000Z')
  await change(list.id, { closesAt: '2027-01-01T12:00:00Z' })
  expect(await closesAt()).toBe('2027-01-01T12:00:00.000Z')
  await change(list.id, { closesAt: null })
  await send('PATCH', `/sessions/${org.session}`, org.owner, { doorsOpenOffset: null })
  expect(await closesAt()).toBe('2027-01-01T20:00:00.000Z')
})

it.each([
  [{ quota: 0 }, /^quota: must be a whole number of persons from 1 to 2,000/],
  [{ quota: 2_001 }, /^quota/],
  [{ quota: '20' }, /^quota/],
  [{ maxPlusOnes: 21 }, /^maxPlusOnes: must be a whole number from 0 to 20/],
  [{ maxPlusOnes: -1 }, /^maxPlusOnes/],
  [{ name: '' }, /^name/],
  [{ closesAt: 'tonight' }, /^closesAt/],
  [{ showArrivals: 1 }, /^showArrivals: must be true or false/],
  [{ persons: 3 }, /persons/],
])('refuses %j', async (body, message) => {
  const { response } = await send('POST', lists, org.manager, { name: 'DJ Tom', quota: 20, ...body })
  await expectError(response, 'invalid_request', message)
})

it('has at most 100 lists in a session', { tags: ['slow'] }, async () => {
  const first = await add({ id: crypto.randomUUID() })
  for (let index = 1; index < 100; index += 1) await add({ name: `List ${index}` })
  const { response } = await send('POST', lists, org.manager, { name: 'One more', quota: 1 })
  await expectError(response, 'limit_reached', /at most 100 guest lists/)
  expect(await add({ id: first.id })).toEqual(first)
  const other = await addSession(org)
  await create(`/sessions/${other}/guest-lists`, org.owner, { name: 'Elsewhere', quota: 1 })
})

it('leaves its link when the call that made it is repeated, and takes no id twice', async () => {
  const id = crypto.randomUUID()
  const list = await add({ id })
  expect(await add({ id, flag: 'None', ticketTypeName: 'Guest list' })).toEqual(list)
  const { response } = await send('POST', lists, org.manager, { id, name: 'Another', quota: 20 })
  await expectError(response, 'id_taken')
  expect((await remove(`/guest-lists/${id}`, org.owner)).status).toBe(204)
  const again = await send('POST', lists, org.manager, { id, name: 'DJ Tom', quota: 20 })
  await expectError(again.response, 'id_taken')
  await expectError(await read(`/guest-lists/${id}`, org.owner), 'guest_list_not_found')
})

describe('a list for each session of a series', () => {
  const DAY_MS = 86_400_000
  const pathOf = (series: string, event = org.event) => `/events/${event}/series/${series}/guest-lists`
  const addAll = async (series: string, body: object = {}) =>
    send<{ created: GuestList[] }>('POST', pathOf(series), org.manager, {
      ...{ name: 'DJ Tom', quota: 20 },
      ...body,
    })
  const addDates = (...days: number[]) =>
    addSeries(
      org,
      days.map((day) => Date.now() + day * DAY_MS),
    )

  it('is made in those that are still to come, each with its own link', async () => {
    const { series, sessions } = await addDates(3, 1, -1, 2)
    await query('UPDATE sessions SET cancelled_at = 1 WHERE id = ?', sessions[3] as string)
    const body = { ticketTypeName: 'Friends', maxPlusOnes: 0, note: 'Stage door.', flag: 'Info' }
    const { status, body: made } = await addAll(series, body)
    expect(status).toBe(200)
    expect(made.created.map(({ sessionId }) => sessionId)).toEqual([sessions[1], sessions[0]])
    expect(new Set(made.created.map(({ link }) => link)).size).toBe(2)
    for (const list of made.created) {
      expect(list).toMatchObject({ name: 'DJ Tom', quota: 20, ...body, persons: 0 })
      expect(await readBody(`/guest-lists/${list.id}`, org.owner)).toEqual(list)
      expect((await historyOf(org.id, org.owner, list.id)).map(({ action }) => action)).toEqual([
        'guest-list.create',
      ])
    }
  })

  it('is made where it is missing when the call is repeated', async () => {
    const { series, sessions } = await addDates(1, 2)
    const path = `/sessions/${sessions[0]}/guest-lists`
    const first = await create<GuestList>(path, org.manager, { name: 'DJ Tom', quota: 5 })
    const made = (await addAll(series)).body.created
    expect(made.map(({ sessionId }) => sessionId)).toEqual([sessions[1]])
    expect((await addAll(series)).body).toEqual({ created: [] })
    expect(await readBody(`/guest-lists/${first.id}`, org.owner)).toEqual(first)
    const both = await Promise.all([addAll(series, { name: 'Bar' }), addAll(series, { name: 'Bar' })])
    const lists = await query(
      `SELECT 1 FROM sessions JOIN guest_lists ON session_number = sessions.number
       WHERE series_id = ? AND guest_lists.name = 'Bar'`,
      series,
    )
    expect(lists).toHaveLength(2)
    expect(both.map(({ body }) => body.created.length).sort()).toEqual([0, 2])
  })

  it('is made everywhere or nowhere', async () => {
    const { series, sessions } = await addDates(1, 2)
    await query(
      `INSERT INTO guest_lists (id, session_number, name, ticket_type_id, quota)
       SELECT printf('%08x-0000-4000-8000-%012x', value, sessions.number), sessions.number, 'List ' || value, ?, 1
       FROM sessions, json_each(?) WHERE sessions.id = ?`,
      ...[
        org.types.VIP,
        JSON.stringify(Array.from({ length: 100 }, (_, index) => index)),
        sessions[1] as string,
      ],
    )
    const { response } = await addAll(series)
    await expectError(response, 'limit_reached', /at most 100 guest lists/)
    expect(
      (await readBody<{ data: object[] }>(`/sessions/${sessions[0]}/guest-lists`, org.owner)).data,
    ).toEqual([])
  })

  it('needs a series of the event, and a manager', async () => {
    const { series } = await addDates(1)
    const body = { name: 'DJ Tom', quota: 20 }
    const other = await send('POST', pathOf(series, org.otherEvent), org.manager, body)
    await expectError(other.response, 'series_not_found')
    await expectError((await send('POST', pathOf(series), org.staff, body)).response, 'forbidden')
    await expectError((await send('POST', pathOf(series), org.stranger, body)).response, 'series_not_found')
    const closing = await addAll(series, { closesAt: '2026-06-12T17:00:00Z' })
    await expectError(closing.response, 'invalid_request', /closesAt/)
  })
})

describe('the link', () => {
  it('is replaced by a new one, without a body', async () => {
    const list = await add()
    const response = await send('POST', `/guest-lists/${list.id}/new-link`, org.manager, {})
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ ...list, link: expect.not.stringMatching(String(list.link)) })
    const bare = await callWithBindings({}, `${API}/guest-lists/${list.id}/new-link`, {
      method: 'POST',
      subject: org.manager,
    })
    const body = await okBody<GuestList>(bare)
    expect(body.link).not.toBe(response.body.link)
    expect(await readBody(`/guest-lists/${list.id}`, org.owner)).toEqual(body)
  })

  it('is null with another secret, until there is a new one, and needs one', async () => {
    const list = await add()
    const path = `${API}/guest-lists/${list.id}`
    const other = { DOORLIST_SECRET: 'another secret of the tests, as long' }
    const readWith = async (bindings: object) =>
      (await okBody<GuestList>(await callWithBindings(bindings, path, { subject: org.owner }))).link
    expect(await readWith(other)).toBe(null)
    expect(await readWith({ DOORLIST_SECRET: '' })).toBe(null)
    expect(await readWith({})).toBe(list.link)
    for (const [where, body] of [
      [`${API}${lists}`, JSON.stringify({ name: 'Bar', quota: 1 })],
      [`${path}/new-link`, '{}'],
    ] as const) {
      const refused = await callWithBindings({ DOORLIST_SECRET: '' }, where, {
        ...{ method: 'POST', subject: org.owner, body },
        headers: { 'Content-Type': 'application/json' },
      })
      await expectError(refused, 'auth_unavailable')
    }
    const renewed = await callWithBindings(other, `${path}/new-link`, { method: 'POST', subject: org.owner })
    expect((await okBody<GuestList>(renewed)).link).not.toBe(null)
    expect(await readWith(other)).not.toBe(null)
  })
})

it('keeps what is used: its type and its session', async () => {
  const list = await add({ ticketTypeName: 'Bar staff' })
  const types = await readBody<{ data: { id: string; name: string }[] }>(
    `/events/${org.event}/ticket-types`,
    org.owner,
  )
  const type = types.data.find(({ name }) => name === 'Bar staff')?.id
  await expectError(await remove(`/ticket-types/${type}`, org.owner), 'in_use', /1 guest list/)
  await expectError(await remove(`/sessions/${org.session}`, org.owner), 'in_use', /1 guest list/)
  await send('PATCH', `/ticket-types/${type}`, org.owner, { name: 'Bar crew' })
  expect(await readBody(`/guest-lists/${list.id}`, org.owner)).toMatchObject({ ticketTypeName: 'Bar crew' })
  await remove(`/guest-lists/${list.id}`, org.owner)
  expect((await remove(`/ticket-types/${type}`, org.owner)).status).toBe(204)
})

it('is recorded without its link', async () => {
  const list = await add()
  await change(list.id, { quota: 30 })
  await change(list.id, { quota: 30 })
  await send('POST', `/guest-lists/${list.id}/new-link`, org.manager, {})
  await remove(`/guest-lists/${list.id}`, org.manager)
  const records = await historyOf(org.id, org.owner, list.id)
  expect(records.map(({ action }) => action)).toEqual([
    'guest-list.delete',
    'guest-list.new-link',
    'guest-list.update',
    'guest-list.create',
  ])
  expect(records[2]).toMatchObject({ change: { quota: 30 }, before: { quota: 20 } })
  expect(JSON.stringify(records)).not.toContain(String(list.link).slice(-22))
})
