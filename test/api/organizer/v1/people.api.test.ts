// Members and invitations: who may let whom in, and what a link is worth.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { ORIGIN } from '../../../support/address.ts'
import { call, callWithBindings, expectError, jsonRequest, sendJson } from '../../../support/api.ts'
import { countingLimiter } from '../../../support/counting-limiter.ts'
import { insert, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { create, historyOf, read, readBody, remove, send } from '../../../support/setup.ts'

type Member = Schemas['Member']
type Invitation = Schemas['InvitationWithLink']

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
})

const membersPath = () => `/organizers/${org.id}/members`
const memberPath = (subject: string) => `${membersPath()}/${encodeURIComponent(subject)}`
const put = (subject: string, body: object, by = org.owner) => send('PUT', memberPath(subject), by, body)

const roleOf = async (subject: string) => {
  const [row] = await query(
    'SELECT role, event_id AS event, name FROM members WHERE organizer_id = ? AND subject = ?',
    org.id,
    subject,
  )
  return row
}

describe('an organizer', () => {
  it('is listed for those who manage it, with their role', async () => {
    const rolesOf = async (subject: string) =>
      (await readBody<{ data: unknown[] }>('/organizers', subject)).data
    expect(await rolesOf(org.owner)).toEqual([
      { id: org.id, name: 'Organizer', role: 'owner', eraseAfterDays: null, feed: false },
    ])
    expect(await rolesOf(org.manager)).toEqual([
      { id: org.id, name: 'Organizer', role: 'manager', eraseAfterDays: null, feed: false },
    ])
    expect(await rolesOf(org.staff)).toEqual([])
  })

  it('is created by nobody', async () => {
    const response = await call('/api/organizer/v1/organizers', { method: 'POST', subject: org.owner })
    await expectError(response, 'forbidden', /operator/)
  })

  it('gets a name from an owner, not from a manager', async () => {
    const rename = (subject: string) => send('PATCH', `/organizers/${org.id}`, subject, { name: 'Nights' })
    await expectError((await rename(org.manager)).response, 'forbidden')
    expect((await rename(org.owner)).body).toEqual({
      id: org.id,
      name: 'Nights',
      role: 'owner',
      eraseAfterDays: null,
      feed: false,
    })
  })
})

describe('a member', () => {
  it('is added and changed by an owner, with a record of each', async () => {
    const subject = 'auth0|ana/9 ä'
    const added = await put(subject, { role: 'staff', eventId: org.event, name: 'Ana' })
    expect(added.status).toBe(200)
    expect(added.body).toEqual({
      ...{ subject, name: 'Ana', role: 'staff', eventId: org.event, eventName: 'Event' },
      ...{ addedAt: expect.stringMatching(/Z$/), addedBy: org.owner },
    })
    // A name that is left out stays.
    expect((await put(subject, { role: 'manager' })).body).toMatchObject({
      name: 'Ana',
      role: 'manager',
      eventId: null,
    })
    expect((await put(subject, { role: 'manager', name: null })).body).toMatchObject({ name: null })
    expect((await put(subject, { role: 'manager' })).status).toBe(200)
    const records = await historyOf(org.id, org.owner, subject)
    expect(records.map(({ action, before }) => ({ action, before }))).toEqual([
      { action: 'member.update', before: { role: 'manager', eventId: null, name: 'Ana' } },
      { action: 'member.update', before: { role: 'staff', eventId: org.event, name: 'Ana' } },
      { action: 'member.update', before: null },
    ])
    const { data } = await readBody<{ data: Member[] }>(membersPath(), org.manager)
    expect(data.map((member) => member.subject)).toEqual(
      [subject, org.owner, org.manager, org.staff, org.eventStaff].sort(),
    )
  })

  it('stays limited to an event unless the limit is lifted', async () => {
    const eventAfter = async (body: object) => (await put(org.eventStaff, body)).body.eventId
    expect(await eventAfter({ role: 'staff', name: 'Ana' })).toBe(org.event)
    expect(await eventAfter({ role: 'staff', eventId: null })).toBeNull()
    expect(await eventAfter({ role: 'staff', eventId: org.otherEvent })).toBe(org.otherEvent)
    expect(await eventAfter({ role: 'manager' })).toBeNull()
  })

  it('is changed by nobody but an owner', async () => {
    await expectError((await put('ana', { role: 'staff' }, org.manager)).response, 'forbidden')
    await expectError((await put('ana', { role: 'staff' }, org.staff)).response, 'forbidden')
    await expectError((await put('ana', { role: 'owner' }, org.stranger)).response, 'organizer_not_found')
    expect(await roleOf('ana')).toBeUndefined()
  })

  it('is limited to an event of the organizer, and only as staff', async () => {
    const other = await makeOrganizer()
    const { response } = await put('ana', { role: 'staff', eventId: other.event })
    await expectError(response, 'event_not_found', 'eventId: ')
    const wrong = await put('ana', { role: 'manager', eventId: org.event })
    await expectError(wrong.response, 'invalid_request', /^eventId: must be null unless the role is staff/)
  })

  it.each([...['device:7d9f0000-0000-4000-8000-000000000001', 'program:x'], ...['a\nb', 'a'.repeat(256)]])(
    'has no subject like %j',
    async (subject) => {
      await expectError((await put(subject, { role: 'staff' })).response, 'invalid_request', /^subject: /)
      await expectError(await remove(memberPath(subject), org.owner), 'invalid_request', /^subject: /)
    },
  )

  it('stays if it is the last owner', async () => {
    await expectError((await put(org.owner, { role: 'staff' })).response, 'last_owner')
    await expectError(await remove(memberPath(org.owner), org.owner), 'last_owner')
    await put(org.manager, { role: 'owner' })
    expect((await put(org.owner, { role: 'staff' })).body).toMatchObject({ role: 'staff' })
    await expectError((await put(org.manager, { role: 'manager' }, org.manager)).response, 'last_owner')
  })

  it('is removed by an owner; staff also by a manager; and has no access at once', async () => {
    await expectError(await remove(memberPath(org.owner), org.manager), 'forbidden')
    await expectError(await remove(memberPath(org.manager), org.manager), 'forbidden')
    await expectError(await remove(memberPath(org.manager), org.staff), 'forbidden')
    await expectError(await remove(memberPath('nobody'), org.owner), 'member_not_found')
    expect((await call(`/api/v1/sessions/${org.session}`, { subject: org.staff })).status).toBe(200)
    expect((await remove(memberPath(org.staff), org.manager)).status).toBe(204)
    expect((await call(`/api/v1/sessions/${org.session}`, { subject: org.staff })).status).toBe(404)
    expect((await remove(memberPath(org.manager), org.owner)).status).toBe(204)
    expect((await read(membersPath(), org.manager)).status).toBe(404)
    const [record] = await historyOf(org.id, org.owner, org.staff)
    expect(record).toMatchObject({ action: 'member.delete', by: org.manager, before: { role: 'staff' } })
  })
})

const invitationsPath = () => `/organizers/${org.id}/invitations`

const invite = (body: object, by = org.owner): Promise<Invitation> => create(invitationsPath(), by, body)

const codeOf = ({ url }: Invitation): string => url.split('/').at(-1) as string

const accept = (code: string, subject: string) =>
  sendJson('POST', '/api/v1/invitations/accept', subject, { code })

describe('an invitation', () => {
  it('is a link that works once, for seven days, whose code is not stored', async () => {
    const invitation = await invite({ role: 'staff', eventId: org.event, name: 'Ana' })
    expect(invitation.url).toMatch(new RegExp(`^${ORIGIN}/organizer/#join/[\\w-]{22}$`))
    expect(Date.parse(invitation.expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    expect(
      JSON.stringify(await query('SELECT * FROM invitations WHERE id = ?', invitation.id)),
    ).not.toContain(codeOf(invitation))
    const { data } = await readBody<{ data: object[] }>(invitationsPath(), org.manager)
    const { url: _, ...listed } = invitation
    expect(data).toEqual([listed])
    expect(await readBody(`${invitationsPath()}/${invitation.id}`, org.manager)).toEqual(listed)

    const joined = await accept(codeOf(invitation), 'ana')
    expect(await joined.json()).toEqual({ organizerId: org.id, organizerName: 'Organizer', role: 'staff' })
    expect(await roleOf('ana')).toEqual({ role: 'staff', event: org.event, name: 'Ana' })
    // Its response was lost.
    expect((await accept(codeOf(invitation), 'ana')).status).toBe(200)
    await expectError(await accept(codeOf(invitation), 'bo'), 'invitation_not_found')
    expect((await readBody<{ data: object[] }>(invitationsPath(), org.owner)).data).toEqual([])
    const [record] = await historyOf(org.id, org.owner, 'ana')
    expect(record).toMatchObject({
      action: 'invitation.accept',
      change: { invitationId: invitation.id, role: 'staff', eventId: org.event },
      before: null,
    })
  })

  it('makes nobody a member again who was removed since', async () => {
    const code = codeOf(await invite({ role: 'staff' }))
    await accept(code, 'ana')
    await remove(memberPath('ana'), org.owner)
    await expectError(await accept(code, 'ana'), 'invitation_not_found')
    expect(await roleOf('ana')).toBeUndefined()
  })

  it('is worth nothing once the person who made it could not make it any more', async () => {
    await put('second', { role: 'owner' })
    const own = codeOf(await invite({ role: 'owner' }, 'second'))
    const ofStaff = codeOf(await invite({ role: 'staff' }, 'second'))
    const { data } = await readBody<{ data: { invitedBy: string }[] }>(invitationsPath(), org.owner)
    expect(data.map(({ invitedBy }) => invitedBy)).toEqual(['second', 'second'])
    await put('second', { role: 'manager' })
    await expectError(await accept(own, 'second'), 'invitation_not_found')
    expect((await accept(ofStaff, 'ana')).status).toBe(200)
    const later = codeOf(await invite({ role: 'staff' }, 'second'))
    await remove(memberPath('second'), org.owner)
    await expectError(await accept(later, 'second'), 'invitation_not_found')
    expect(await roleOf('second')).toBeUndefined()
  })

  it('that is repeated while somebody accepts it never leaves a link that is dead', async () => {
    for (let time = 0; time < 3; time++) {
      const id = crypto.randomUUID()
      const first = await invite({ id, role: 'staff' })
      const [again, joined] = await Promise.all([
        send<Invitation>('POST', invitationsPath(), org.owner, { id, role: 'staff' }),
        accept(codeOf(first), `ana-${time}`),
      ])
      // Whichever came first.
      if (again.status === 201) {
        expect(joined.status).toBe(404)
        expect((await accept(codeOf(again.body), `bo-${time}`)).status).toBe(200)
        const actions = (await historyOf(org.id, org.owner, id)).map(({ action }) => action)
        expect(actions).toEqual(['invitation.update', 'invitation.create'])
      } else expect([again.status, joined.status]).toEqual([409, 200])
    }
  })

  it('is the same error whatever is wrong with its code', async () => {
    const other = await makeOrganizer()
    const deleted = await invite({ role: 'staff' })
    await remove(`${invitationsPath()}/${deleted.id}`, org.owner)
    const expired = await invite({ role: 'staff' })
    await query('UPDATE invitations SET expires_at = ? WHERE id = ?', Date.now() - 1, expired.id)
    const ofGoneEvent = await invite({ role: 'staff', eventId: org.otherEvent })
    await query('UPDATE invitations SET event_id = ? WHERE id = ?', other.event, ofGoneEvent.id)
    const bodies = await Promise.all(
      ['x', codeOf(deleted), codeOf(expired), codeOf(ofGoneEvent)].map(async (code) => {
        const response = await accept(code, 'ana')
        return [response.status, await response.json()]
      }),
    )
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(bodies[0]?.[0]).toBe(404)
    expect(await roleOf('ana')).toBeUndefined()
  })

  it.each([
    ['owner', null, 'staff', 'event', 'owner', null],
    ['manager', null, 'owner', null, 'owner', null],
    ['staff', 'event', 'manager', null, 'manager', null],
    ['staff', 'event', 'staff', 'otherEvent', 'staff', 'otherEvent'],
    ['staff', 'event', 'staff', null, 'staff', null],
    ['staff', null, 'staff', 'event', 'staff', null],
  ] as const)('of %s (%s) as %s (%s) makes %s (%s)', async (had, hadEvent, role, event, has, hasEvent) => {
    const eventId = (name: 'event' | 'otherEvent' | null) => (name === null ? null : org[name])
    await insert('members', {
      organizer_id: org.id,
      subject: 'ana',
      role: had,
      event_id: eventId(hadEvent),
      name: 'A',
    })
    const code = codeOf(await invite({ role, eventId: eventId(event), name: 'B' }))
    expect(await (await accept(code, 'ana')).json()).toMatchObject({ role: has })
    expect(await roleOf('ana')).toEqual({ role: has, event: eventId(hasEvent), name: 'A' })
  })

  it('is made by an owner; of staff also by a manager, who may end only those', async () => {
    const ofStaff = await invite({ role: 'staff' }, org.manager)
    const ofManager = await invite({ role: 'manager' })
    const byManager = await send('POST', invitationsPath(), org.manager, { role: 'manager' })
    await expectError(byManager.response, 'forbidden')
    const byStaff = await send('POST', invitationsPath(), org.staff, { role: 'staff' })
    await expectError(byStaff.response, 'forbidden')
    await expectError(await remove(`${invitationsPath()}/${ofManager.id}`, org.manager), 'forbidden')
    expect((await remove(`${invitationsPath()}/${ofStaff.id}`, org.manager)).status).toBe(204)
    await expectError(await accept(codeOf(ofStaff), 'ana'), 'invitation_not_found')
  })

  it('has a new link when its creation is repeated, and the earlier one ends', async () => {
    const id = crypto.randomUUID()
    const first = await invite({ id, role: 'staff' })
    const second = await invite({ id, role: 'staff' })
    expect(second.url).not.toBe(first.url)
    await expectError(await accept(codeOf(first), 'ana'), 'invitation_not_found')
    const { response } = await send('POST', invitationsPath(), org.owner, { id, role: 'owner' })
    await expectError(response, 'id_taken')
    expect((await accept(codeOf(second), 'ana')).status).toBe(200)
    const used = await send('POST', invitationsPath(), org.owner, { id, role: 'staff' })
    await expectError(used.response, 'id_taken')
    const records = await historyOf(org.id, org.owner, id)
    expect(records.map(({ action }) => action)).toEqual(['invitation.update', 'invitation.create'])
  })

  it('keeps an event from being deleted while it is open', async () => {
    const { id: event } = await create('/events', org.owner, { organizerId: org.id, name: 'New' })
    const { id } = await invite({ role: 'staff', eventId: event })
    await expectError(await remove(`/events/${event}`, org.owner), 'in_use', '1 open invitation.')
    await remove(`${invitationsPath()}/${id}`, org.owner)
    expect((await remove(`/events/${event}`, org.owner)).status).toBe(204)
  })
})

describe('guesses', () => {
  const guess = (limiter: RateLimit, code: string, address: string) =>
    callWithBindings(
      { GUESS_RATE_LIMIT: limiter },
      '/api/v1/invitations/accept',
      jsonRequest('POST', org.stranger, { code }, { 'CF-Connecting-IP': address }),
    )

  it('are limited for each address, and right codes are accepted all the same', async () => {
    const limiter = countingLimiter(20)
    for (let count = 0; count < 20; count++) {
      await expectError(await guess(limiter, `wrong-${count}`, '192.0.2.7'), 'invitation_not_found')
    }
    const refused = await guess(limiter, 'wrong', '192.0.2.7')
    await expectError(refused, 'rate_limited', '20 failed attempts per minute')
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await guess(limiter, codeOf(await invite({ role: 'staff' })), '192.0.2.7')).status).toBe(200)
  })

  it('do not count what succeeds', async () => {
    const limiter = countingLimiter()
    const code = codeOf(await invite({ role: 'staff' }))
    for (let count = 0; count < 30; count++) {
      expect((await guess(limiter, code, '192.0.2.9')).status).toBe(200)
    }
    expect(limiter.keys).toEqual([])
  })

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8::5', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1::', '2001:db8:1:0'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
  ])('of %s count for %s', async (address, key) => {
    const limiter = countingLimiter()
    await guess(limiter, 'wrong', address)
    expect(limiter.keys).toEqual([key])
  })
})
