// Phones that hold no names: what each role gets, what it may send, and what a change of the role does.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, callWithBindings, expectError, jsonRequest, okBody, sendJson } from '../../support/api.ts'
import {
  admission,
  checkIn,
  exit,
  type Results,
  type Sent,
  tally,
  undo,
  walkIn,
} from '../../support/check-ins.ts'
import { measuringDatabase } from '../../support/faulty-database.ts'
import { addTarget, callOperation, OPERATIONS, prepare } from '../../support/operations.ts'
import { addTicket, addTickets, makeOrganizer, type Organizer, query } from '../../support/rows.ts'
import { API, create, readBody } from '../../support/setup.ts'
import { addDevice, bearer, connect, renew } from '../../support/sign-in.ts'
import { type Changes, changesPath } from '../../support/sync.ts'

type Role = 'Staff' | 'Steward' | 'Kiosk'
type Phone = { id: string; token: string; subject: string; refresh: string }

const HOUR = 3_600_000
const NAMELESS = [
  'attendeeName',
  'attendeeEmail',
  'attendeeCompany',
  'holderEmail',
  'note',
  'seatLabel',
  'reference',
] as const
/** In every field of a ticket that says whose it is. */
const SECRET = 'secret'

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
})
afterEach(() => {
  vi.useRealTimers()
})

const useClock = () => vi.useFakeTimers({ toFake: ['Date'] })
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

const phoneOf = async (role: Role, body: object = {}): Promise<Phone> => {
  const added = await addDevice(org.id, org.manager, { role, ...body })
  const { access_token, refresh_token, device } = await connect(added)
  expect(device.role).toBe(role)
  return { id: added.id, token: access_token, subject: `device:${added.id}`, refresh: refresh_token }
}

const change = (path: string, subject: string, body: object) =>
  call(`${API}${path}`, jsonRequest('PATCH', subject, body))
const devicePath = (id: string) => `/organizers/${org.id}/devices/${id}`
const setRole = async (phone: Phone, role: Role) =>
  okBody<{ role: Role }>(await change(devicePath(phone.id), org.manager, { role }))

const addGuest = (more: object = {}) =>
  addTicket(org, {
    ...{ seat_label: SECRET, holder_email: `${SECRET}@example.com`, attendee_name: SECRET, note: SECRET },
    ...{ attendee_email: `${SECRET}@example.com`, attendee_company: SECRET, reference: SECRET },
    ...more,
  })

const ask = (phone: Phone, path: string, headers = {}, DB = undefined as D1Database | undefined) =>
  callWithBindings(DB ? { DB } : {}, path, { headers: { ...bearer(phone.token), ...headers } })

const changesOf = async (phone: Phone, since?: string) =>
  okBody<Changes>(await ask(phone, changesPath(org.session, { ...(since && { since }) })))

const report = (phone: Phone, items: Sent[]) =>
  call(
    `/api/v1/sessions/${org.session}/check-ins`,
    jsonRequest('POST', undefined, { device: 'Entrance', items }, bearer(phone.token)),
  )
const outcomes = async (phone: Phone, ...items: Sent[]) =>
  (await okBody<Results>(await report(phone, items))).results.map(({ outcome }) => outcome)
const statusOf = async (ticket: string) => {
  const [row] = await query<{ status: string }>('SELECT status FROM tickets WHERE id = ?', ticket)
  return row?.status
}

describe('the role of a phone', () => {
  it('is Staff unless a manager says otherwise, and is changed by managers', async () => {
    const added = await addDevice(org.id, org.manager)
    expect(added.role).toBe('Staff')
    const changed = await change(devicePath(added.id), org.manager, { role: 'Steward' })
    expect(await okBody(changed)).toMatchObject({ id: added.id, role: 'Steward' })
    expect(await readBody(devicePath(added.id), org.manager)).toMatchObject({ role: 'Steward' })
    await expectError(await change(devicePath(added.id), org.staff, { role: 'Staff' }), 'forbidden')
    await expectError(await change(devicePath(added.id), org.manager, { role: 'Guest' }), 'invalid_request')
    await expectError(await change(devicePath(added.id), org.manager, {}), 'invalid_request')
    await expectError(await change(devicePath(added.id), org.stranger, { role: 'Staff' }), 'device_not_found')
    const [row] = await query('SELECT phone_role FROM members WHERE subject = ?', `device:${added.id}`)
    expect(row).toEqual({ phone_role: 'Steward' })
  })

  it('is in what a phone gets with its tokens', async () => {
    const phone = await phoneOf('Steward')
    await setRole(phone, 'Kiosk')
    expect(await okBody(await renew(phone.refresh))).toMatchObject({ device: { role: 'Kiosk' } })
  })

  it('can be set again without an effect', async () => {
    useClock()
    const phone = await phoneOf('Staff')
    await setRole(phone, 'Kiosk')
    const since = () => query('SELECT role_since FROM devices WHERE id = ?', phone.id)
    const before = await since()
    pass(HOUR)
    expect(await setRole(phone, 'Kiosk')).toMatchObject({ role: 'Kiosk' })
    expect(await since()).toEqual(before)
  })
})

describe.each(['Steward', 'Kiosk'] as const)('a %s', (role) => {
  it('gets tickets without names, in the list and in changes', async () => {
    const ticket = await addGuest({ flag: 'Stop' })
    const phone = await phoneOf(role)
    const valuesOf = ({ fields, rows }: Changes) =>
      rows.map((row) => Object.fromEntries(fields.map((field, index) => [field, row[index]])))
    const all = await changesOf(phone)
    expect(all.role).toBe(role)
    await query('UPDATE tickets SET attendee_name = ? WHERE id = ?', `${SECRET} 2`, ticket)
    const changed = await changesOf(phone, all.next)
    for (const answer of [all, changed]) {
      expect(JSON.stringify(answer)).not.toContain(SECRET)
      expect(valuesOf(answer)).toEqual([
        expect.objectContaining({
          ...Object.fromEntries(NAMELESS.map((field) => [field, null])),
          ...{ id: ticket, status: 'Valid', flag: 'Stop', codeHash: expect.any(String) },
          ...{ ticketNumber: expect.any(String), ticketTypeName: expect.any(String) },
        }),
      ])
    }
    expect(changed.digest).toBe(valuesOf(changed)[0]?.check)
  })

  it('does not get the names of guest lists', async () => {
    const list = await create<{ link: string }>(`/sessions/${org.session}/guest-lists`, org.manager, {
      ...{ name: `List of ${SECRET}`, quota: 5, closesAt: '2099-01-01T00:00:00Z' },
    })
    const code = list.link.split('#')[1]
    const entries = [{ id: crypto.randomUUID(), name: SECRET, note: SECRET, email: `${SECRET}@example.com` }]
    await okBody(await sendJson('POST', '/api/v1/lists/entries', undefined, { code, entries }))
    const changes = await changesOf(await phoneOf(role))
    expect(changes.rows).toHaveLength(1)
    expect(JSON.stringify(changes)).not.toContain(SECRET)
  })

  it('gets each part of a list without names', async () => {
    for (let count = 0; count < 3; count += 1) await addGuest()
    const phone = await phoneOf(role)
    const parts: Changes[] = []
    for (let since: string | undefined; parts.at(-1)?.more !== false; ) {
      const path = changesPath(org.session, { pageSize: 1, ...(since && { since }) })
      const part = await okBody<Changes>(await ask(phone, path))
      parts.push(part)
      since = part.next
    }
    expect(parts.flatMap(({ rows }) => rows)).toHaveLength(3)
    expect(JSON.stringify(parts)).not.toContain(SECRET)
  })

  it('gets a session without notes', async () => {
    await query('UPDATE ticket_types SET note = ? WHERE event_id = ?', SECRET, org.event)
    const read = async (phone: Phone) =>
      (await okBody<{ types: { note: string | null }[] }>(
        await ask(phone, `/api/v1/sessions/${org.session}`),
      ).then(({ types }) => types.map(({ note }) => note))) as (string | null)[]
    expect(new Set(await read(await phoneOf('Staff')))).toEqual(new Set([SECRET]))
    expect(new Set(await read(await phoneOf(role)))).toEqual(new Set([null]))
  })

  it('gets results without names', async () => {
    const ticket = await addGuest()
    const phone = await phoneOf(role)
    const response = await report(phone, [checkIn(ticket)])
    expect(await response.text()).not.toContain(SECRET)
    expect(await statusOf(ticket)).toBe('CheckedIn')
  })

  it.each([
    '/api/v1/sessions/:session/tickets',
    '/api/v1/sessions/:session/tickets?q=secret',
    '/api/v1/sessions/:session/tickets?status=Valid&sort=-ticketNumber',
    '/api/v1/sessions/:session/check-ins',
    '/api/v1/sessions/:session/check-ins?problem=true',
    '/api/v1/sessions/:session/movements',
    '/api/organizer/v1/sessions/:session/tickets.csv',
    '/api/organizer/v1/sessions/:session/tickets/:ticket',
    '/api/organizer/v1/organizers/:organizer/tickets?q=secret',
  ])('gets 403 for %s', async (path) => {
    const ticket = await addGuest()
    const phone = await phoneOf(role)
    const filled = path
      .replace(':session', org.session)
      .replace(':ticket', ticket)
      .replace(':organizer', org.id)
    await expectError(await ask(phone, filled), 'role_forbids')
  })

  it('learns nothing from what a search would find', async () => {
    await addGuest()
    const phone = await phoneOf(role)
    const answer = async (path: string) => {
      const response = await ask(phone, path)
      const { requestId, ...body } = (await response.json()) as { requestId: string }
      return { status: response.status, tag: response.headers.get('ETag'), body }
    }
    for (const path of [`/api/v1/sessions/${org.session}/tickets`, `${API}/organizers/${org.id}/tickets`])
      expect(await answer(`${path}?q=${SECRET}`)).toEqual(await answer(`${path}?q=nobody`))
  })

  it('of another event has no access at all', async () => {
    const phone = await phoneOf(role, { eventId: org.event })
    for (const path of ['ticket-changes', 'tickets', 'check-ins', 'movements']) {
      const other = `/api/v1/sessions/${org.otherEventSession}/${path}`
      await expectError(await ask(phone, other), 'forbidden')
    }
  })

  it('reads no more rows for an answer without changes than other phones', async () => {
    await addTickets(
      org,
      Array.from({ length: 20 }, () => ({ attendee_name: SECRET })),
    )
    const costs = []
    for (const one of ['Staff', role] as const) {
      const phone = await phoneOf(one)
      const { next } = await changesOf(phone)
      const { DB, cost } = measuringDatabase()
      await ask(phone, changesPath(org.session, { since: next }), {}, DB)
      costs.push({ read: cost.read, trips: cost.trips })
    }
    expect(costs[1]).toEqual(costs[0])
  })
})

describe('a change of the role', () => {
  it.each([
    ['Staff', 'Steward'],
    ['Steward', 'Kiosk'],
    ['Kiosk', 'Staff'],
  ] as const)('from %s to %s is a 410 that names the new one', async (before, after) => {
    await addGuest()
    const phone = await phoneOf(before)
    const old = await changesOf(phone)
    const path = changesPath(org.session, { since: old.next })
    const idle = await ask(phone, path)
    const known = { 'If-None-Match': idle.headers.get('ETag') as string }
    expect((await ask(phone, path, known)).status).toBe(304)
    await setRole(phone, after)
    for (const headers of [{}, known, { 'If-None-Match': '*' }]) {
      const body = await expectError(await ask(phone, path, headers), 'changes_gone')
      expect(body).toMatchObject({ role: after, message: expect.stringContaining(after) })
    }
    const again = await changesOf(phone)
    expect(again.role).toBe(after)
    const { typesVersion } = await okBody<Changes>(await ask(phone, `/api/v1/sessions/${org.session}`))
    expect(again.typesVersion).toBe(typesVersion)
    expect(again.typesVersion).not.toBe(old.typesVersion)
    expect(JSON.stringify(again.rows).includes(SECRET)).toBe(after === 'Staff')
  })

  it('changes the ETag of a session and of its list', async () => {
    const phone = await phoneOf('Staff')
    const tags = async () =>
      Promise.all(
        [`/api/v1/sessions/${org.session}`, changesPath(org.session)].map(async (path) =>
          (await ask(phone, path)).headers.get('ETag'),
        ),
      )
    const before = await tags()
    await setRole(phone, 'Steward')
    const after = await tags()
    expect(after[0]).not.toBe(before[0])
    expect(after[1]).not.toBe(before[1])
  })

  it('in the middle of a list is a 410 too', async () => {
    await addGuest()
    await addGuest()
    const phone = await phoneOf('Staff')
    const part = await okBody<Changes>(await ask(phone, changesPath(org.session, { pageSize: 1 })))
    await setRole(phone, 'Steward')
    await expectError(await ask(phone, changesPath(org.session, { since: part.next })), 'changes_gone')
  })
})

describe('a Steward', () => {
  it('reports like other staff, also a walk-in with a name', async () => {
    const ticket = await addGuest()
    const phone = await phoneOf('Steward')
    const event = { walk_ins: 1 }
    await query('UPDATE events SET walk_ins = ? WHERE id = ?', event.walk_ins, org.event)
    expect(await outcomes(phone, admission(ticket), exit(ticket, 10), tally(2), walkIn())).toEqual([
      'CheckedIn',
      'Left',
      'Counted',
      'CheckedIn',
    ])
  })
})

describe('a Kiosk', () => {
  it('asks, and takes back what it asked', async () => {
    const ticket = await addGuest()
    const phone = await phoneOf('Kiosk')
    const question = checkIn(ticket)
    expect(await outcomes(phone, question)).toEqual(['CheckedIn'])
    expect(await outcomes(phone, undo(question.id))).toEqual(['Undone'])
    expect(await statusOf(ticket)).toBe('Valid')
  })

  it.each<[string, (ticket: string) => Sent]>([
    ['an admission', (ticket) => admission(ticket)],
    ['an exit', (ticket) => exit(ticket)],
    ['a tally', () => tally(1)],
    ['a walk-in', () => walkIn()],
    ['a walk-in without a name', () => walkIn(undefined, { name: null })],
  ])('may not send %s, and nothing of the batch is recorded', async (_, itemFor) => {
    const ticket = await addGuest()
    const phone = await phoneOf('Kiosk')
    await query('UPDATE events SET walk_ins = 1 WHERE id = ?', org.event)
    await expectError(await report(phone, [checkIn(ticket), itemFor(ticket)]), 'role_forbids')
    expect(await statusOf(ticket)).toBe('Valid')
    expect(await query('SELECT 1 FROM check_ins WHERE session_id = ?', org.session)).toEqual([])
    expect(
      await query(
        'SELECT 1 FROM tickets WHERE id <> ? AND session_number = (SELECT number FROM sessions WHERE id = ?)',
        ticket,
        org.session,
      ),
    ).toEqual([])
  })

  it('cannot turn its question into an admission', async () => {
    const ticket = await addGuest()
    const phone = await phoneOf('Kiosk')
    const question = checkIn(ticket)
    await outcomes(phone, question)
    await expectError(await report(phone, [{ ...question, admitted: true }]), 'role_forbids')
  })

  it.each(['before', 'after'] as const)(
    'undoes nothing of another phone, where its undo arrives %s the check-in',
    async (when) => {
      const ticket = await addGuest()
      const kiosk = await phoneOf('Kiosk')
      const staff = await phoneOf('Staff')
      const item = admission(ticket)
      const attempt = undo(item.id)
      const sendings = [() => outcomes(staff, item), () => outcomes(kiosk, attempt)]
      for (const sending of when === 'after' ? sendings : sendings.toReversed()) await sending()
      expect(await statusOf(ticket)).toBe('CheckedIn')
      expect(
        await query("SELECT of_subject FROM check_ins WHERE session_id = ? AND type = 'Undo'", org.session),
      ).toEqual([{ of_subject: kiosk.subject }])
      // An undo of the staff still works.
      expect(await outcomes(staff, undo(item.id))).toEqual(['Undone'])
      expect(await statusOf(ticket)).toBe('Valid')
    },
  )

  it('undoes nothing of a walk-in of another phone that its undo came before', async () => {
    await query('UPDATE events SET walk_ins = 0 WHERE id = ?', org.event)
    const kiosk = await phoneOf('Kiosk')
    const staff = await phoneOf('Staff')
    const item = walkIn()
    await outcomes(kiosk, undo(item.id))
    expect(await outcomes(staff, item)).toEqual(['NotAllowed'])
  })

  it('takes its question back, also where the undo arrives first, twice, or after its role', async () => {
    const ticket = await addGuest()
    const kiosk = await phoneOf('Kiosk')
    const question = checkIn(ticket)
    const back = undo(question.id)
    expect(await outcomes(kiosk, back)).toEqual(['Undone'])
    expect(await outcomes(kiosk, back)).toEqual(['Undone'])
    expect(await outcomes(kiosk, question)).toEqual(['Undone'])
    expect(await statusOf(ticket)).toBe('Valid')
    expect(
      await query('SELECT items FROM unmatched_items WHERE session_id = ? AND items <> 0', org.session),
    ).toEqual([])
    const [second] = [checkIn(ticket)]
    expect(await outcomes(kiosk, second, undo(second.id))).toEqual(['CheckedIn', 'Undone'])
    expect(await statusOf(ticket)).toBe('Valid')
  })

  it('cannot fill the database with undos of what others admitted', async () => {
    const ticket = await addGuest()
    const kiosk = await phoneOf('Kiosk')
    const staff = await phoneOf('Staff')
    const item = admission(ticket)
    await outcomes(staff, item)
    await query(
      `INSERT INTO unmatched_items (session_id, subject, items) VALUES (?, ?, 1000), (?, '', 1000)
       ON CONFLICT DO UPDATE SET items = 1000`,
      ...[org.session, kiosk.subject, org.session],
    )
    expect(await outcomes(kiosk, undo(item.id))).toEqual(['Undone'])
    expect(
      await query("SELECT 1 FROM check_ins WHERE session_id = ? AND type = 'Undo'", org.session),
    ).toEqual([])
    const own = checkIn(await addGuest())
    expect(await outcomes(kiosk, own, undo(own.id))).toEqual(['CheckedIn', 'Undone'])
  })

  it('does not look for a code in other sessions, as a Steward does', async () => {
    const body = { code: 'nowhere', sessionId: org.session }
    const find = async (role: Role) =>
      call('/api/v1/codes/find', jsonRequest('POST', undefined, body, bearer((await phoneOf(role)).token)))
    expect(await okBody(await find('Steward'))).toEqual({ data: [] })
    await expectError(await find('Kiosk'), 'role_forbids')
  })
})

describe('for 24 hours after a change to Kiosk', () => {
  const soon = (ms: number) => new Date(Date.now() + ms).toISOString()

  it('items from before are taken as from Staff, and later ones are not', async () => {
    useClock()
    await query('UPDATE events SET walk_ins = 1 WHERE id = ?', org.event)
    const [first, second] = [await addGuest(), await addGuest()]
    const phone = await phoneOf('Staff')
    const staff = await phoneOf('Staff')
    const others = admission(second, 0, { at: soon(-2 * HOUR) })
    await outcomes(staff, others)
    pass(1_000)
    await setRole(phone, 'Kiosk')
    pass(23 * HOUR)
    const { token } = phone
    const renewed = await okBody<{ access_token: string }>(await renew(phone.refresh))
    phone.token = renewed.access_token
    expect(phone.token).not.toBe(token)
    const before = soon(-23 * HOUR - 60_000)
    expect(
      await outcomes(
        phone,
        ...[walkIn(undefined, { at: before }), admission(first, 0, { at: before }), tally(1, { at: before })],
        undo(others.id, { at: before }),
      ),
    ).toEqual(['CheckedIn', 'CheckedIn', 'Counted', 'Undone'])
    expect(await statusOf(second)).toBe('Valid')
    await expectError(await report(phone, [admission(first, 0, { at: soon(-HOUR) })]), 'role_forbids')
    const mixed = [admission(first, 0, { at: before }), admission(second, 0, { at: soon(-HOUR) })]
    await expectError(await report(phone, mixed), 'role_forbids')
    pass(HOUR + 1_000)
    phone.token = (
      await okBody<{ access_token: string; refresh_token: string }>(
        await renew((renewed as unknown as { refresh_token: string }).refresh_token),
      )
    ).access_token
    await expectError(await report(phone, [admission(first, 0, { at: before })]), 'role_forbids')
    expect(await outcomes(phone, checkIn(second, { at: before }))).toEqual(['CheckedIn'])
  })

  it('is never granted to a phone that was added as one', async () => {
    const phone = await phoneOf('Kiosk')
    const early = admission(await addGuest(), 0, { at: new Date(0).toISOString() })
    await expectError(await report(phone, [early]), 'role_forbids')
  })
})

/** What a phone may do at all, by role. Everything else needs another role, or is public. */
const OWN: Record<string, readonly Role[]> = {
  listSessions: ['Staff', 'Steward', 'Kiosk'],
  getSession: ['Staff', 'Steward', 'Kiosk'],
  listTicketChanges: ['Staff', 'Steward', 'Kiosk'],
  recordCheckIns: ['Staff', 'Steward'],
  listTickets: ['Staff'],
  listCheckIns: ['Staff'],
  listMovements: ['Staff'],
}

describe.each(['Staff', 'Steward', 'Kiosk'] as const)('every operation with the token of a %s', (role) => {
  it('is refused unless it is its own', { tags: ['slow'] }, async () => {
    const target = await addTarget(org)
    await query(
      `UPDATE tickets SET attendee_name = ?, note = ?, seat_label = ?, reference = ?
       WHERE session_number = (SELECT number FROM sessions WHERE id = ?)`,
      ...[SECRET, SECRET, SECRET, SECRET, target.session],
    )
    const phone = await phoneOf(role)
    const guarded = OPERATIONS.filter(({ access }) => access !== 'public')
    const taken: string[] = []
    for (const operation of guarded) {
      const response = await callOperation(operation, await prepare(operation, target), {
        headers: bearer(phone.token),
      })
      const body = await response.text()
      if (role !== 'Staff') expect(body, operation.name).not.toContain(SECRET)
      if (response.status === 403 || response.status === 404) continue
      // Collections of what the caller manages.
      if (!(operation.name in OWN) && response.status === 200 && JSON.parse(body).data?.length === 0) continue
      taken.push(operation.name)
      expect(response.status, operation.name).toBeLessThan(300)
    }
    expect(taken.sort()).toEqual(
      Object.keys(OWN)
        .filter((name) => OWN[name]?.includes(role))
        .sort(),
    )
  })
})
