// Phones without accounts: a link connects one, once, and it is then a member of the staff until it is ended.
import { env } from 'cloudflare:workers'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noonAfter } from '../../../../src/domain/local-time.ts'
import { ORIGIN } from '../../../support/address.ts'
import { call, callWithBindings, expectError, jsonRequest, ticketsPath } from '../../../support/api.ts'
import { faultyDatabase } from '../../../support/faulty-database.ts'
import { makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { historyOf, read, readBody, remove, send } from '../../../support/setup.ts'
import {
  addDevice,
  bearer,
  codeOf,
  connect,
  type DeviceWithLink,
  newAddress,
  post,
  renew,
} from '../../../support/sign-in.ts'

/** Errors after which a batch is sent again. */
const LOST = ['D1_ERROR: Network connection lost.', 'D1_ERROR: internal error; reference = 0a1b2c3d']

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
const useClock = () => vi.useFakeTimers({ toFake: ['Date'] })
/** Noon of the day in Madrid. */
const noon = (instant: number) => noonAfter(instant, 'Europe/Madrid', 0)
const devicesPath = () => `/organizers/${org.id}/devices`
const listTickets = (token: string, session = org.session) =>
  call(ticketsPath(session), { headers: bearer(token) })
const again = (device: { id: string }, subject = org.owner) =>
  call(`/api/organizer/v1${devicesPath()}/${device.id}/connect`, { method: 'POST', subject })

describe('a phone', () => {
  it('is added by a manager, with a link that ends after 15 minutes', async () => {
    const added = await addDevice(org.id, org.manager, { eventId: org.event })
    expect(added).toEqual({
      ...{ id: expect.any(String), name: 'Gate A', eventId: org.event, connectedAt: null, lastSeenAt: null },
      role: 'Staff',
      unsent: 0,
      expiresAt: expect.any(String),
      connect: {
        url: expect.stringMatching(new RegExp(`^${ORIGIN}/door/#connect/[\\w-]{22,}$`)),
        expiresAt: expect.any(String),
      },
    })
    expect(Date.parse(added.expiresAt) - Date.now()).toBeGreaterThan(30 * DAY - MINUTE)
    expect(Date.parse(added.expiresAt) - Date.now()).toBeLessThanOrEqual(31 * DAY)
    expect(Date.parse(added.connect.expiresAt) - Date.now()).toBeLessThanOrEqual(15 * MINUTE)
    const [record] = await historyOf(org.id, org.owner, added.id)
    expect(record).toMatchObject({ action: 'device.create', by: org.manager, change: { name: 'Gate A' } })
    expect(JSON.stringify(record)).not.toContain(codeOf(added.connect.url))
  })

  it.each([
    ['the last session that it may see', { days: 60, otherDays: 90 }, (now: number) => noon(now + 61 * DAY)],
    ['30 days, if that is earlier', { days: 3, otherDays: 4 }, (now: number) => noon(now + 30 * DAY)],
    ['400 days, if that is later', { days: 800, otherDays: 1 }, (now: number) => noon(now + 399 * DAY)],
  ])('is signed out at noon of the day after %s', async (_, { days, otherDays }, expected) => {
    useClock()
    vi.setSystemTime(noon(Date.now()) - 2 * 60 * MINUTE)
    const now = Date.now()
    await query("UPDATE events SET time_zone = 'Europe/Madrid' WHERE id = ?", org.event)
    await query('UPDATE sessions SET starts_at = ? WHERE id = ?', now + days * DAY, org.session)
    await query(
      'UPDATE sessions SET starts_at = ? WHERE id = ?',
      now + otherDays * DAY,
      org.otherEventSession,
    )
    const { expiresAt } = await addDevice(org.id, org.manager, { eventId: org.event })
    expect(Date.parse(expiresAt)).toBe(expected(now))
    const all = await addDevice(org.id, org.manager)
    if (days === 60)
      expect(Date.parse(all.expiresAt)).toBe(Math.floor((now + 91 * DAY) / DAY) * DAY + DAY / 2)
  })

  it('stays signed in after its end while a session that it may see started in the last 12 hours', async () => {
    useClock()
    const expiresAt = new Date(Date.now() + 30 * MINUTE).toISOString()
    const added = await addDevice(org.id, org.owner, { eventId: org.event, expiresAt })
    let tokens = await connect(added)
    await query('UPDATE sessions SET starts_at = ? WHERE id = ?', Date.now() + 10 * MINUTE, org.session)
    const renewed = async () => {
      const response = await renew(tokens.refresh_token)
      if (response.ok) tokens = await response.json()
      return response.status
    }
    for (const hours of [1, 5, 5]) {
      pass(hours * 60 * MINUTE)
      expect(await renewed()).toBe(200)
      expect(tokens).toMatchObject({ expires_in: 600, device: { expiresAt } })
      expect((await listTickets(tokens.access_token)).status).toBe(200)
    }
    // A lost phone gets a new link.
    expect((await connect(await again(added).then((response) => response.json()))).expires_in).toBe(600)
    tokens = await connect(await again(added).then((response) => response.json()))
    pass(65 * MINUTE)
    expect(await renewed()).toBe(200)
    // Twelve hours after the start, in 5 minutes.
    expect(tokens.expires_in).toBe(300)
    pass(6 * MINUTE)
    expect(await renewed()).toBe(401)
    // The night of another event is not its own.
    await query('UPDATE sessions SET starts_at = ? WHERE id = ?', Date.now() - MINUTE, org.otherEventSession)
    expect(await renewed()).toBe(401)
    await query('UPDATE sessions SET starts_at = ? WHERE id = ?', Date.now() - MINUTE, org.session)
    expect(await renewed()).toBe(200)
    await remove(`${devicesPath()}/${added.id}`, org.owner)
    expect(await renewed()).toBe(401)
    expect((await listTickets(tokens.access_token)).status).toBe(404)
  })

  it('is seen when it asks, at most once a minute', async () => {
    useClock()
    const added = await addDevice(org.id, org.owner)
    const { access_token } = await connect(added)
    const seenAt = async () =>
      (await query<{ n: number }>('SELECT seen_at AS n FROM devices WHERE id = ?', added.id))[0]?.n
    const ask = () => callWithBindings({}, ticketsPath(org.session), { headers: bearer(access_token) })
    await ask()
    const first = Date.now()
    expect(await seenAt()).toBe(first)
    pass(59_000)
    await ask()
    expect(await seenAt()).toBe(first)
    pass(1_000)
    // A request that is refused shows a phone, too.
    await callWithBindings({}, ticketsPath(crypto.randomUUID()), { headers: bearer(access_token) })
    expect(await seenAt()).toBe(first + MINUTE)
    const { lastSeenAt } = await readBody<{ lastSeenAt: string }>(`${devicesPath()}/${added.id}`, org.owner)
    expect(Date.parse(lastSeenAt)).toBe(first + MINUTE)
  })

  describe('that says how many check-ins it could not send', () => {
    const ask = (token: string, unsent?: string) =>
      callWithBindings({}, ticketsPath(org.session), {
        headers: { ...bearer(token), ...(unsent !== undefined && { 'X-Unsent': unsent }) },
      })
    const readUnsent = async ({ id }: { id: string }) =>
      (await readBody<{ unsent: number }>(`${devicesPath()}/${id}`, org.manager)).unsent
    const count = (path: string, body: object, unsent: string) =>
      call(path, jsonRequest('POST', undefined, body, { 'X-Unsent': unsent, ...newAddress() }))

    it('is listed with the number, from the first request that changes it on', async () => {
      useClock()
      const added = await addDevice(org.id, org.owner)
      const { access_token } = await connect(added)
      await ask(access_token)
      expect(await readUnsent(added)).toBe(0)
      pass(1_000)
      await ask(access_token, '2')
      expect(await readUnsent(added)).toBe(2)
      // What did not change is not written.
      const [before] = await query<{ n: number }>('SELECT seen_at AS n FROM devices WHERE id = ?', added.id)
      pass(1_000)
      await ask(access_token, '2')
      expect(await query('SELECT seen_at AS n FROM devices WHERE id = ?', added.id)).toEqual([before])
      for (const malformed of ['-1', 'x', '1e3', '12345678', '2; DROP', '']) {
        pass(1_000)
        await ask(access_token, '3')
        expect(await readUnsent(added)).toBe(3)
        pass(1_000)
        await ask(access_token, malformed)
        expect(await readUnsent(added), malformed).toBe(0)
      }
      const { data } = await readBody<{ data: DeviceWithLink[] }>(devicesPath(), org.manager)
      expect(data).toMatchObject([{ id: added.id, unsent: 0 }])
    })

    it('is listed with what it says once its sign-in is over, and when it signs out', async () => {
      useClock()
      const expiresAt = new Date(Date.now() + 30 * MINUTE).toISOString()
      const added = await addDevice(org.id, org.owner, { expiresAt })
      const { refresh_token } = await connect(added)
      pass(31 * MINUTE)
      const path = '/api/v1/devices/token'
      expect((await count(path, { refresh_token }, '4')).status).toBe(401)
      expect(await readUnsent(added)).toBe(4)
      expect((await renew(refresh_token)).status).toBe(401)
      expect(await readUnsent(added)).toBe(4)
      expect((await count('/api/v1/sign-in/end', { refresh_token }, '5')).status).toBe(204)
      expect(await readUnsent(added)).toBe(5)
      // It has signed out, and a copy of its token says nothing any more.
      expect((await count(path, { refresh_token }, '6')).status).toBe(401)
      expect((await count('/api/v1/sign-in/end', { refresh_token }, '7')).status).toBe(204)
      expect(await readUnsent(added)).toBe(5)
    })

    it('says nothing about the phone that was connected in its place, nor about others', async () => {
      useClock()
      const expiresAt = new Date(Date.now() + 30 * MINUTE).toISOString()
      const added = await addDevice(org.id, org.owner, { expiresAt })
      const before = await connect(added)
      pass(1_000)
      await connect(await again(added).then((response) => response.json()))
      const other = await addDevice(org.id, org.owner)
      pass(31 * MINUTE)
      const { refresh_token } = before
      expect((await count('/api/v1/devices/token', { refresh_token }, '4')).status).toBe(401)
      expect((await count('/api/v1/sign-in/end', { refresh_token }, '4')).status).toBe(204)
      expect((await count('/api/v1/devices/token', { refresh_token: 'guess' }, '4')).status).toBe(401)
      expect([await readUnsent(added), await readUnsent(other)]).toEqual([0, 0])
      // A person's requests say nothing either.
      await call(ticketsPath(org.session), { subject: org.staff, headers: { 'X-Unsent': '9' } })
      expect([await readUnsent(added), await readUnsent(other)]).toEqual([0, 0])
    })
  })

  it('is one of at most 500', async () => {
    await query(
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 499)
       INSERT INTO devices (id, organizer_id, name, expires_at)
       SELECT lower(hex(randomblob(4)) || '-0000-4000-8000-' || hex(randomblob(6))), ?, 'Gate', 1 FROM c`,
      org.id,
    )
    await addDevice(org.id, org.manager)
    const { response } = await send('POST', devicesPath(), org.manager, { name: 'Gate A' })
    await expectError(response, 'limit_reached', 'An organizer can have at most 500 phones.')
  })

  it('is nothing for staff, and does not exist for others', async () => {
    const add = (subject: string) => send('POST', devicesPath(), subject, { name: 'Gate A' })
    await expectError((await add(org.staff)).response, 'forbidden')
    await expectError((await add(org.stranger)).response, 'organizer_not_found')
  })

  it.each([
    [{ name: '' }, /name/],
    [{ name: 'x'.repeat(61) }, /name/],
    [{ expiresAt: new Date(Date.now() - 1_000).toISOString() }, /expiresAt: must be in the future/],
    [{ expiresAt: new Date(Date.now() + 401 * DAY).toISOString() }, /expiresAt: must be within 400 days/],
    [{ role: 'owner' }, /role/],
  ])('is refused with %j', async (fields, message) => {
    const { response } = await send('POST', devicesPath(), org.owner, { name: 'Gate A', ...fields })
    await expectError(response, 'invalid_request', message)
  })

  it('is refused for an event of somebody else', async () => {
    const other = await makeOrganizer()
    const { response } = await send('POST', devicesPath(), org.owner, {
      ...{ name: 'Gate A', eventId: other.event },
    })
    await expectError(response, 'event_not_found')
  })

  it('connects by its link, and is staff of its event', async () => {
    const added = await addDevice(org.id, org.owner, { eventId: org.event })
    const tokens = await connect(added)
    expect(tokens).toMatchObject({
      ...{ token_type: 'Bearer', expires_in: 600 },
      device: { id: added.id, name: 'Gate A', role: 'Staff', expiresAt: added.expiresAt },
      organizer: { id: org.id, name: 'Organizer' },
    })
    const { iss, aud, sub, exp = 0, iat = 0 } = decodeJwt(tokens.access_token)
    expect({ iss, aud, sub, lifetime: exp - iat }).toEqual({
      iss: expect.stringMatching(/^urn:doorlist:[0-9a-f-]{36}$/),
      aud: env.AUTH_AUDIENCE,
      sub: `device:${added.id}`,
      lifetime: 600,
    })
    expect((await listTickets(tokens.access_token)).status).toBe(200)
    await expectError(await listTickets(tokens.access_token, org.otherEventSession), 'forbidden')
    for (const path of ['/devices', '/members', '/invitations', '/history']) {
      const response = await call(`/api/organizer/v1/organizers/${org.id}${path}`, {
        headers: bearer(tokens.access_token),
      })
      await expectError(response, 'forbidden')
    }
    const { data } = await readBody<{ data: DeviceWithLink[] }>(devicesPath(), org.manager)
    expect(data).toEqual([
      {
        ...{ id: added.id, name: 'Gate A', eventId: org.event, expiresAt: added.expiresAt },
        ...{ connectedAt: expect.any(String), lastSeenAt: expect.any(String), role: 'Staff', unsent: 0 },
      },
    ])
    const [record] = await historyOf(org.id, org.owner, added.id)
    expect(record).toMatchObject({ action: 'device.connect', by: `device:${added.id}`, byName: 'Gate A' })
  })

  it('is not listed among the people', async () => {
    const { id } = await addDevice(org.id, org.owner)
    const { data } = await readBody<{ data: { subject: string }[] }>(
      `/organizers/${org.id}/members`,
      org.owner,
    )
    expect(data.map(({ subject }) => subject)).not.toContain(`device:${id}`)
    expect(data.length).toBeGreaterThan(0)
  })

  it('keeps an event from being deleted', async () => {
    const event = await send<{ id: string }>('POST', '/events', org.owner, {
      ...{ organizerId: org.id, name: 'Event' },
    })
    await addDevice(org.id, org.owner, { eventId: event.body.id })
    await expectError(await remove(`/events/${event.body.id}`, org.owner), 'in_use')
  })

  it('that is ended has no access at once, and no way back', async () => {
    const added = await addDevice(org.id, org.owner)
    const tokens = await connect(added)
    expect((await remove(`${devicesPath()}/${added.id}`, org.manager)).status).toBe(204)
    await expectError(await listTickets(tokens.access_token), 'session_not_found')
    await expectError(await renew(tokens.refresh_token), 'invalid_grant')
    await expectError(await read(`${devicesPath()}/${added.id}`, org.owner), 'device_not_found')
    expect(await query('SELECT * FROM sign_ins WHERE id = ?', added.id)).toEqual([])
  })

  it('is signed out when its time is over, and its last token ends with it', async () => {
    useClock()
    const expiresAt = new Date(Date.now() + 5 * MINUTE).toISOString()
    const tokens = await connect(await addDevice(org.id, org.owner, { expiresAt }))
    expect(tokens.expires_in).toBeLessThanOrEqual(300)
    pass(6 * MINUTE)
    await expectError(await renew(tokens.refresh_token), 'invalid_grant')
    await expectError(await listTickets(tokens.access_token), 'invalid_token')
  })
})

describe('a link', () => {
  it('says what it is for, and is not used up by that', async () => {
    const added = await addDevice(org.id, org.owner)
    for (let time = 0; time < 2; time += 1) {
      const response = await post('/links/inspect', { code: codeOf(added.connect.url) })
      expect(await response.json()).toEqual({
        ...{ kind: 'device', organizerName: 'Organizer', name: 'Gate A', role: 'staff' },
        expiresAt: added.connect.expiresAt,
      })
    }
    await connect(added)
    await expectError(
      await post('/links/inspect', { code: codeOf(added.connect.url) }),
      'invitation_not_found',
    )
  })

  it('of an invitation says whom it invites', async () => {
    const { body } = await send<{ url: string; expiresAt: string }>(
      'POST',
      `/organizers/${org.id}/invitations`,
      org.owner,
      { role: 'manager', name: 'Bo' },
    )
    const response = await post('/links/inspect', { code: codeOf(body.url) })
    expect(await response.json()).toEqual({
      ...{ kind: 'invitation', organizerName: 'Organizer', name: 'Bo', role: 'manager' },
      expiresAt: body.expiresAt,
    })
  })

  it('that was just made is found, wherever it is read', async () => {
    const added = await addDevice(org.id, org.owner)
    const DB = faultyDatabase((real, constraint) => async (statements) => {
      const results = await real(statements)
      return constraint === 'first-primary' ? results : results.map((result) => ({ ...result, results: [] }))
    })
    const response = await post('/links/inspect', { code: codeOf(added.connect.url) }, { bindings: { DB } })
    expect(response.status).toBe(200)
  })

  it('works once', async () => {
    const added = await addDevice(org.id, org.owner)
    await connect(added)
    const code = codeOf(added.connect.url)
    await expectError(await post('/devices/connect', { code }), 'invalid_grant')
    await expectError(await post('/devices/connect', { code, attempt: 'another' }), 'invalid_grant')
  })

  it('has its answer again for the same attempt, while it is valid', async () => {
    useClock()
    const added = await addDevice(org.id, org.owner)
    const first = await connect(added, 'attempt 1')
    const second = await connect(added, 'attempt 1')
    expect(second.refresh_token).toBe(first.refresh_token)
    expect(second.device).toEqual(first.device)
    pass(16 * MINUTE)
    const code = codeOf(added.connect.url)
    await expectError(await post('/devices/connect', { code, attempt: 'attempt 1' }), 'invalid_grant')
  })

  it.each(LOST)('connects one phone when the database loses its answer (%s)', async (message) => {
    const added = await addDevice(org.id, org.owner)
    let batches = 0
    const DB = faultyDatabase((real) => async (statements) => {
      const results = await real(statements)
      // A single statement reads the key.
      if (statements.length === 1) return results
      batches += 1
      if (batches === 1) throw new Error(message)
      return results
    })
    const response = await post('/devices/connect', { code: codeOf(added.connect.url) }, { bindings: { DB } })
    expect({ status: response.status, batches }).toEqual({ status: 200, batches: 2 })
    const records = await historyOf(org.id, org.owner, added.id)
    expect(records.filter(({ action }) => action === 'device.connect')).toHaveLength(1)
  })

  it('ends after 15 minutes', async () => {
    useClock()
    const added = await addDevice(org.id, org.owner)
    pass(15 * MINUTE + 1)
    await expectError(await post('/devices/connect', { code: codeOf(added.connect.url) }), 'invalid_grant')
    await expectError(
      await post('/links/inspect', { code: codeOf(added.connect.url) }),
      'invitation_not_found',
    )
  })

  it('raced by many phones connects one of them', async () => {
    const code = codeOf((await addDevice(org.id, org.owner)).connect.url)
    const attempts = await Promise.all(
      Array.from({ length: 8 }, (_, index) => post('/devices/connect', { code, attempt: `phone ${index}` })),
    )
    expect(attempts.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(attempts.filter(({ status }) => status === 401)).toHaveLength(7)
  })

  it('that is made anew ends the one before, and signs out the phone that used it once it is used', async () => {
    const added = await addDevice(org.id, org.owner)
    const before = await connect(added)
    const unused = await (await again(added)).json<DeviceWithLink>()
    const renewed = await (await again(added)).json<DeviceWithLink>()
    await expectError(await post('/devices/connect', { code: codeOf(unused.connect.url) }), 'invalid_grant')
    // The phone goes on until the new link is used.
    expect((await renew(before.refresh_token)).status).toBe(200)
    const after = await connect(renewed)
    await expectError(await renew(before.refresh_token), 'invalid_grant')
    expect((await renew(after.refresh_token)).status).toBe(200)
  })

  it('of a repeated creation is new, and ends the one before', async () => {
    const id = crypto.randomUUID()
    const first = await addDevice(org.id, org.owner, { id })
    const second = await addDevice(org.id, org.owner, { id })
    expect(second.connect.url).not.toBe(first.connect.url)
    await expectError(await post('/devices/connect', { code: codeOf(first.connect.url) }), 'invalid_grant')
    await connect(second)
    const { response } = await send('POST', devicesPath(), org.owner, { id, name: 'Gate B' })
    await expectError(response, 'id_taken')
  })

  it('is stored as a hash only, and its code is in no record', async () => {
    const code = codeOf((await addDevice(org.id, org.owner)).connect.url)
    const rows = [...(await query('SELECT * FROM devices')), ...(await query('SELECT * FROM audit_log'))]
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it('of a phone of somebody else cannot be made', async () => {
    const { id } = await addDevice(org.id, org.owner)
    const other = await makeOrganizer()
    await expectError(await again({ id }, other.owner), 'device_not_found')
    await expectError(await again({ id }, org.staff), 'forbidden')
  })
})

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A text whose last character differs only in bits that no byte has. */
const otherText = (token: string): string =>
  token.slice(0, -1) + BASE64URL[BASE64URL.indexOf(token.slice(-1)) + 1]

describe('a refresh token', () => {
  it('has the same successor when it is sent again', async () => {
    const { refresh_token } = await connect(await addDevice(org.id, org.owner))
    const first = await (await renew(refresh_token)).json<{ refresh_token: string }>()
    const second = await (await renew(refresh_token)).json<{ refresh_token: string }>()
    expect(second.refresh_token).toBe(first.refresh_token)
    expect(first.refresh_token).not.toBe(refresh_token)
  })

  it('ends the sign-in once it is older than a minute', async () => {
    useClock()
    const tokens = await connect(await addDevice(org.id, org.owner))
    const second = await (await renew(tokens.refresh_token)).json<{ refresh_token: string }>()
    const third = await (await renew(second.refresh_token)).json<{ refresh_token: string }>()
    // Its successor has just been used.
    expect((await renew(tokens.refresh_token)).status).toBe(200)
    pass(MINUTE + 1_000)
    await expectError(await renew(tokens.refresh_token), 'invalid_grant')
    await expectError(await renew(third.refresh_token), 'invalid_grant')
  })

  it('of many tabs at once is renewed for each', async () => {
    const { refresh_token } = await connect(await addDevice(org.id, org.owner))
    const answers = await Promise.all(Array.from({ length: 6 }, () => renew(refresh_token)))
    const successors = await Promise.all(
      answers.map(async (answer) => (await answer.json<{ refresh_token: string }>()).refresh_token),
    )
    expect(new Set(successors).size).toBe(1)
  })

  it('ahead of a restored database is believed, from a backup without sign-ins too', async () => {
    const added = await addDevice(org.id, org.owner)
    let { refresh_token } = await connect(added)
    const [early] = await query('SELECT * FROM sign_ins WHERE id = ?', added.id)
    for (let time = 0; time < 3; time += 1)
      ({ refresh_token } = await (await renew(refresh_token)).json<{ refresh_token: string }>())
    await query('UPDATE sign_ins SET number = ? WHERE id = ?', early?.number as number, added.id)
    const answer = await renew(refresh_token)
    expect(answer.status).toBe(200)
    ;({ refresh_token } = await answer.json<{ refresh_token: string }>())
    await query('DELETE FROM sign_ins WHERE id = ?', added.id)
    await query('UPDATE devices SET connected_at = NULL WHERE id = ?', added.id)
    expect((await renew(refresh_token)).status).toBe(200)
  })

  it('of an earlier connection stays ended in a restored database', async () => {
    const added = await addDevice(org.id, org.owner)
    const before = await connect(added)
    const renewed = await (await again(added)).json<DeviceWithLink>()
    await connect(renewed)
    await query('DELETE FROM sign_ins WHERE id = ?', added.id)
    await expectError(await renew(before.refresh_token), 'invalid_grant')
  })

  it.each([
    ['empty text', () => 'x'],
    ['another number', (token: string) => token.replace(/\.(\d+)\.([\w-]+)$/, '.7.$2')],
    ['another code', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['zeros before its number', (token: string) => token.replace(/\.(\d+)\.([\w-]+)$/, '.0$1.$2')],
    ['zeros before its start', (token: string) => token.replace(/\.(\d+)\.(\d+)\.([\w-]+)$/, '.0$1.$2.$3')],
    ['another text of the same code', otherText],
    ['an access token', () => 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA'],
  ])('with %s is refused', async (_, change) => {
    const { refresh_token } = await connect(await addDevice(org.id, org.owner))
    await expectError(await renew(change(refresh_token)), 'invalid_grant')
  })

  it('of another secret is refused: a new secret signs everybody out', async () => {
    const { refresh_token, access_token } = await connect(await addDevice(org.id, org.owner))
    const bindings = { DOORLIST_SECRET: 'another secret, as long as the first one' }
    const response = await post('/devices/token', { refresh_token }, { bindings })
    await expectError(response, 'invalid_grant')
    await expectError(
      await callWithBindings(bindings, '/api/v1/sessions', { headers: bearer(access_token) }),
      'invalid_token',
    )
  })

  it('stays ended in a database that was restored from a backup', async () => {
    const added = await addDevice(org.id, org.owner)
    const { refresh_token } = await connect(added)
    await post('/sign-in/end', { refresh_token })
    await query('DELETE FROM sign_ins WHERE id = ?', added.id)
    await expectError(await renew(refresh_token), 'invalid_grant')
    await query('DELETE FROM sign_ins WHERE id = ?', added.id)
    await expectError(await renew(refresh_token), 'invalid_grant')
  })

  it('ends by signing out, which can be repeated', async () => {
    const { refresh_token } = await connect(await addDevice(org.id, org.owner))
    for (let time = 0; time < 2; time += 1)
      expect((await post('/sign-in/end', { refresh_token })).status).toBe(204)
    await expectError(await renew(refresh_token), 'invalid_grant')
    expect((await post('/sign-in/end', { refresh_token: 'nothing' })).status).toBe(204)
  })
})

describe('without a secret', () => {
  it.each(['', 'too short'])('%j phones are 503, and everything else works', async (DOORLIST_SECRET) => {
    const bindings = { DOORLIST_SECRET }
    const organizer = `/api/organizer/v1/organizers/${org.id}`
    const refused = [
      callWithBindings(bindings, `${organizer}/devices`, jsonRequest('POST', org.owner, { name: 'Gate A' })),
      ...['devices', 'programs', `devices/${crypto.randomUUID()}`].map((path) =>
        callWithBindings(bindings, `${organizer}/${path}`, { subject: org.owner }),
      ),
      post('/devices/connect', { code: 'x' }, { bindings }),
      post('/devices/token', { refresh_token: 'x' }, { bindings }),
      callWithBindings(bindings, '/.well-known/jwks.json'),
    ]
    for (const response of refused) await expectError(await response, 'auth_unavailable')
    const response = await callWithBindings(bindings, ticketsPath(org.session), { subject: org.owner })
    expect(response.status).toBe(200)
  })
})

describe("the service's key", () => {
  it('is public, without its private half, and has signed the tokens', async () => {
    const { access_token } = await connect(await addDevice(org.id, org.owner))
    const { keys } = await (await call('/.well-known/jwks.json')).json<{ keys: Record<string, string>[] }>()
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    expect(decodeProtectedHeader(access_token)).toEqual({ alg: 'ES256', kid: keys[0]?.kid, typ: 'at+jwt' })
  })

  it('is sealed in the database', async () => {
    await call('/.well-known/jwks.json')
    const rows = await query('SELECT * FROM signing_keys')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/"d"|kty/)
  })
})
