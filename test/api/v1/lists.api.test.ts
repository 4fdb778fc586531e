// What those who have the link of a guest list do.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../web/shared/schemas.ts'
import { callWithBindings, expectError, getBody, okBody, sendJson } from '../../support/api.ts'
import { sendOne } from '../../support/check-ins.ts'
import { countingLimiter } from '../../support/counting-limiter.ts'
import { addSession, addTicket, makeOrganizer, type Organizer, query } from '../../support/rows.ts'
import { create, historyOf, readBody, remove, send } from '../../support/setup.ts'

type GuestList = Schemas['GuestList']
type View = Schemas['ListView']
type Ticket = {
  id: string
  attendee_name: string
  attendee_email: string | null
  holder_email: string | null
  status: string
  note: string | null
  flag: string
  reference: string | null
  ticket_type_name: string
  guest_list_id: string | null
}

const DAY_MS = 86_400_000

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
  await query('UPDATE sessions SET starts_at = ? WHERE event_id = ?', Date.now() + DAY_MS, org.event)
})

const codeOf = ({ link }: GuestList): string => String(link).split('#')[1] as string
const open = async (body: object = {}, session = org.session) => {
  const list = await create<GuestList>(`/sessions/${session}/guest-lists`, org.manager, {
    ...{ name: 'DJ Tom', quota: 20 },
    ...body,
  })
  return { id: list.id, code: codeOf(list) }
}
const post = (path: string, body: object) => sendJson('POST', `/api/v1/lists${path}`, undefined, body)
const inspect = async (code: string) => okBody<View>(await post('/inspect', { code }))
const newEntry = (name: string, more: object = {}) => ({ id: crypto.randomUUID(), name, ...more })
const addAll = async (code: string, ...entries: object[]) =>
  okBody<View>(await post('/entries', { code, entries }))
const change = (code: string, id: string, body: object) => post('/entries/change', { code, id, ...body })
const removeEntry = (code: string, id: string) => post('/entries/remove', { code, id })
const ticketsOf = (list: string) =>
  query<Ticket>('SELECT * FROM tickets WHERE guest_list_id = ? ORDER BY key', list)
const managed = (id: string) => readBody<GuestList>(`/guest-lists/${id}`, org.owner)
const edit = (id: string, body: object) => send('PATCH', `/guest-lists/${id}`, org.manager, body)

it('shows a list with its entries, and nothing else', async () => {
  const { code } = await open({ showArrivals: true })
  const ana = newEntry('Ana García', { plusOnes: 2, email: 'ana@example.com', note: 'Brings the cake.' })
  const added = await addAll(code, ana, newEntry('Bo'))
  expect(added.list).toMatchObject({ used: 4, quota: 20 })
  expect(added.entries).toEqual([
    { id: ana.id, name: 'Ana García', plusOnes: 2, note: 'Brings the cake.', arrived: 0 },
    { id: expect.any(String), name: 'Bo', plusOnes: 0, note: null, arrived: 0 },
  ])
  const view = await inspect(code)
  const [session] = await query<{ starts_at: number }>(
    'SELECT starts_at FROM sessions WHERE id = ?',
    org.session,
  )
  const startsAt = new Date(session?.starts_at ?? 0).toISOString()
  expect(view.list).toEqual({
    ...{ name: 'DJ Tom', eventName: expect.any(String), startsAt, timeZone: 'UTC', closesAt: startsAt },
    ...{ venueName: null, isOpen: true, quota: 20, used: 4, maxPlusOnes: 3, showArrivals: true },
  })
  expect(view.entries).toEqual(added.entries)
})

it('makes a party of an entry, with the type, note and flag of the list', async () => {
  const { id, code } = await open({ ticketTypeName: 'Free', note: 'Wristband.', flag: 'Info' })
  await addAll(
    code,
    newEntry('Ana', { plusOnes: 2, email: 'ana@example.com', note: 'Cake.' }),
    newEntry('Bo'),
  )
  const [ana, first, second, bo] = await ticketsOf(id)
  expect(ana).toMatchObject({
    ...{ attendee_name: 'Ana', attendee_email: 'ana@example.com', holder_email: null, status: 'Valid' },
    ...{ note: 'Wristband. · Cake.', flag: 'Info', ticket_type_name: 'Free' },
  })
  expect(first).toMatchObject({
    attendee_name: 'Ana +1',
    attendee_email: null,
    holder_email: 'ana@example.com',
  })
  expect(second).toMatchObject({ attendee_name: 'Ana +2', reference: ana?.reference })
  expect(ana?.reference).toMatch(/^[0-9A-Z]{10}$/)
  expect(bo).toMatchObject({ attendee_name: 'Bo', note: 'Wristband.', reference: null })
  const changes = await getBody<{ fields: string[]; rows: unknown[][] }>(
    org.owner,
    `/api/v1/sessions/${org.session}/ticket-changes`,
  )
  const at = changes.fields.indexOf('list')
  expect(changes.rows.map((row) => row[at])).toEqual(Array(4).fill('DJ Tom'))
  const read = readBody(`/sessions/${org.session}/tickets/${ana?.id}`, org.manager)
  expect(await read).toMatchObject({ list: 'DJ Tom' })
  expect(await managed(id)).toMatchObject({ persons: 4, arrived: 0 })
})

describe('an entry that is repeated', () => {
  it('adds nothing, and answers as at first, also once it was changed or removed', async () => {
    const { id, code } = await open()
    const entry = newEntry('Ana', { plusOnes: 1, note: 'Cake.' })
    const first = await addAll(code, entry)
    expect(await addAll(code, entry)).toEqual(first)
    await okBody(await change(code, entry.id, { name: 'Anna' }))
    expect((await addAll(code, entry)).entries).toEqual(first.entries)
    await okBody(await removeEntry(code, entry.id))
    const again = await addAll(code, entry)
    expect(again.entries).toEqual(first.entries)
    expect(again.list.used).toBe(0)
    expect((await inspect(code)).entries).toEqual([])
    expect((await ticketsOf(id)).map(({ status }) => status)).toEqual(['Voided', 'Voided'])
    await expectError(await change(code, entry.id, { name: 'Bo' }), 'entry_not_found')
    // The answer to a removal can be lost, too.
    await okBody(await removeEntry(code, entry.id))
  })

  it('adds what is new beside it, and nothing if its values differ', async () => {
    const { code } = await open()
    const entry = newEntry('Ana')
    await addAll(code, entry)
    const added = await addAll(code, entry, newEntry('Bo', { plusOnes: 1 }))
    expect(added.list.used).toBe(3)
    const conflict = await post('/entries', { code, entries: [newEntry('Cy'), { ...entry, name: 'Dan' }] })
    await expectError(conflict, 'id_taken', /^entries\.1\.id/)
    expect((await inspect(code)).entries.map(({ name }) => name)).toEqual(['Ana', 'Bo'])
  })

  it('is no entry of another list', async () => {
    const [one, other] = [await open(), await open({ name: 'Bar' })]
    const entry = newEntry('Ana')
    await addAll(one.code, entry)
    await expectError(await change(other.code, entry.id, { name: 'Bo' }), 'entry_not_found')
    await expectError(await removeEntry(other.code, entry.id), 'entry_not_found')
    expect((await addAll(other.code, { ...entry, name: 'Bo' })).list.used).toBe(1)
  })
})

describe('the quota', () => {
  it('holds for additions and changes, all or none, and says what is left', async () => {
    const { code } = await open({ quota: 5 })
    const ana = newEntry('Ana', { plusOnes: 2 })
    await addAll(code, ana)
    const tooMany = await post('/entries', {
      code,
      entries: [newEntry('Bo'), newEntry('Cy', { plusOnes: 1 })],
    })
    await expectError(tooMany, 'list_full', /^The list has 2 of 5 places left/)
    await addAll(code, newEntry('Bo'), newEntry('Cy'))
    await expectError(await change(code, ana.id, { plusOnes: 3 }), 'list_full', /has 0 of 5/)
    await okBody(await change(code, ana.id, { plusOnes: 1 }))
    expect((await addAll(code, newEntry('Dan'))).list).toMatchObject({ used: 5 })
  })

  it('holds with 50 writers at the last place', { tags: ['slow'] }, async () => {
    const { id, code } = await open({ quota: 3 })
    await addAll(code, newEntry('Ana', { plusOnes: 1 }))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        post('/entries', { code, entries: [newEntry(`Guest ${index}`)] }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      await expectError(answer, 'list_full', /has 0 of 3/)
    expect(await managed(id)).toMatchObject({ persons: 3 })
  })

  it('binds the link alone, whatever the capacity is', async () => {
    const { id, code } = await open({ quota: 4 })
    const ana = newEntry('Ana', { plusOnes: 3 })
    await addAll(code, ana)
    await query('UPDATE sessions SET capacity = 0 WHERE id = ?', org.session)
    await edit(id, { quota: 2 })
    expect((await inspect(code)).list).toMatchObject({ used: 4, quota: 2 })
    await expectError(await post('/entries', { code, entries: [newEntry('Bo')] }), 'list_full', /has 0 of 2/)
    await okBody(await change(code, ana.id, { plusOnes: 2 }))
    await okBody(await change(code, ana.id, { plusOnes: 0 }))
    expect((await addAll(code, newEntry('Bo'))).list.used).toBe(2)
  })

  it('takes ten times as many entries ever', async () => {
    const { code } = await open({ quota: 1 })
    for (let index = 0; index < 10; index += 1) {
      const entry = newEntry(`Guest ${index}`)
      await addAll(code, entry)
      await okBody(await removeEntry(code, entry.id))
    }
    await expectError(await post('/entries', { code, entries: [newEntry('Ana')] }), 'limit_reached')
  })
})

describe('closing', () => {
  it('is by the clock of the service', async () => {
    const { id, code } = await open()
    const entry = newEntry('Ana')
    await addAll(code, entry)
    await edit(id, { closesAt: new Date(Date.now() - 1).toISOString() })
    expect((await inspect(code)).list.isOpen).toBe(false)
    const headers = { Date: new Date(Date.now() - DAY_MS).toUTCString() }
    const late = await sendJson(
      'POST',
      '/api/v1/lists/entries',
      undefined,
      { code, entries: [newEntry('Bo')] },
      headers,
    )
    await expectError(late, 'list_closed')
    await expectError(await change(code, entry.id, { name: 'Bo' }), 'list_closed')
    await expectError(await removeEntry(code, entry.id), 'list_closed')
    // A repeat of what was in time.
    await addAll(code, entry)
    await edit(id, { closesAt: null })
    await addAll(code, newEntry('Bo'))
  })

  it('stays where it is, or goes with the hours, when the event gets another time zone', async () => {
    const { code } = await open()
    const closes = async () => (await inspect(code)).list.closesAt
    const before = await closes()
    await send('PATCH', `/events/${org.event}`, org.owner, { timeZone: 'Pacific/Kiritimati' })
    expect(await closes()).toBe(before)
    const minute = (instant: string) => Math.floor(Date.parse(instant) / 60_000)
    // 14 hours east of there, the same hours are later. Seconds are no part of them.
    await send('PATCH', `/events/${org.event}`, org.owner, { timeZone: 'UTC', hours: 'keep' })
    expect(minute(await closes()) - minute(before)).toBe(14 * 60)
    expect((await inspect(code)).list).toMatchObject({ timeZone: 'UTC', isOpen: true })
  })

  it('follows the session, also one that is cancelled', async () => {
    const { code } = await open()
    await send('PATCH', `/sessions/${org.session}`, org.owner, {
      startsAt: new Date(Date.now() - 1).toISOString(),
    })
    await expectError(await post('/entries', { code, entries: [newEntry('Ana')] }), 'list_closed')
    await send('PATCH', `/sessions/${org.session}`, org.owner, {
      startsAt: new Date(Date.now() + DAY_MS).toISOString(),
    })
    await addAll(code, newEntry('Ana'))
    await send('PATCH', `/sessions/${org.session}`, org.owner, { cancelled: true })
    expect((await inspect(code)).list.isOpen).toBe(false)
    await expectError(await post('/entries', { code, entries: [newEntry('Bo')] }), 'list_closed')
  })
})

describe('a change', () => {
  it('gives further companions tickets, and voids those of fewer', async () => {
    const { id, code } = await open()
    const entry = newEntry('Ana', { email: 'ana@example.com' })
    await addAll(code, entry)
    await okBody(await change(code, entry.id, { plusOnes: 2 }))
    const three = await ticketsOf(id)
    expect(three.map((ticket) => [ticket.attendee_name, ticket.holder_email, ticket.status])).toEqual([
      ['Ana', null, 'Valid'],
      ['Ana +1', 'ana@example.com', 'Valid'],
      ['Ana +2', 'ana@example.com', 'Valid'],
    ])
    expect(new Set(three.map(({ reference }) => reference)).size).toBe(1)
    expect(three[0]?.reference).not.toBe(null)
    await okBody(await change(code, entry.id, { plusOnes: 0, name: 'Anna', note: 'Cake.', email: null }))
    expect((await ticketsOf(id)).map((ticket) => [ticket.attendee_name, ticket.status, ticket.note])).toEqual(
      [
        ['Anna', 'Valid', 'Cake.'],
        ['Anna +1', 'Voided', 'Cake.'],
        ['Anna +2', 'Voided', 'Cake.'],
      ],
    )
    await okBody(await change(code, entry.id, { plusOnes: 3 }))
    const four = await ticketsOf(id)
    expect(four.map(({ attendee_name, status }) => [attendee_name, status])).toEqual([
      ['Anna', 'Valid'],
      ['Anna +1', 'Valid'],
      ['Anna +2', 'Valid'],
      ['Anna +3', 'Valid'],
    ])
    expect(four.slice(0, 3).map((ticket) => ticket.id)).toEqual(three.map((ticket) => ticket.id))
    expect((await inspect(code)).entries).toEqual([
      { id: entry.id, name: 'Anna', plusOnes: 3, note: 'Cake.', arrived: 0 },
    ])
    expect(await managed(id)).toMatchObject({ persons: 4 })
    await expectError(
      await change(code, entry.id, { plusOnes: 4 }),
      'invalid_request',
      /at most 3 companions/,
    )
    await expectError(await change(code, crypto.randomUUID(), { name: 'Bo' }), 'entry_not_found')
  })

  it('is refused once somebody of the entry has arrived', async () => {
    const { id, code } = await open()
    const entry = newEntry('Ana', { plusOnes: 1 })
    await addAll(code, entry)
    const [, companion] = await ticketsOf(id)
    const item = {
      id: crypto.randomUUID(),
      type: 'CheckIn',
      ticketId: companion?.id,
      at: new Date().toISOString(),
      admitted: true,
    }
    await sendOne(org.session, org.owner, item)
    expect((await inspect(code)).entries).toMatchObject([{ name: 'Ana', arrived: 1 }])
    expect(await managed(id)).toMatchObject({ persons: 2, arrived: 1 })
    await expectError(await change(code, entry.id, { plusOnes: 0 }), 'in_use')
    await expectError(await removeEntry(code, entry.id), 'in_use')
    await sendOne(org.session, org.owner, {
      id: crypto.randomUUID(),
      type: 'Undo',
      checkInId: item.id,
      at: item.at,
    })
    await okBody(await change(code, entry.id, { plusOnes: 0 }))
    await edit(id, { showArrivals: false })
    expect((await inspect(code)).entries).toMatchObject([{ arrived: null }])
  })

  it('is refused once a manager has changed, voided, moved or deleted a ticket, which is shown as it is', async () => {
    const { id, code } = await open({ quota: 40 })
    const shown = async (entry: { id: string }) =>
      (await inspect(code)).entries.find(({ id: one }) => one === entry.id)
    const other = await addSession(org)
    const by: Record<string, (ticket: string) => Promise<unknown>> = {
      renamed: (ticket) =>
        send('PATCH', `/sessions/${org.session}/tickets/${ticket}`, org.manager, {
          attendee: { name: 'Zoe' },
        }),
      noted: (ticket) =>
        send('PATCH', `/sessions/${org.session}/tickets/${ticket}`, org.manager, { note: 'Thief!' }),
      voided: (ticket) =>
        send('PATCH', `/sessions/${org.session}/tickets/${ticket}`, org.manager, { status: 'Voided' }),
      deleted: (ticket) => remove(`/sessions/${org.session}/tickets/${ticket}`, org.owner),
      moved: (ticket) =>
        query(
          `UPDATE tickets SET key = (SELECT coalesce(max(other.key), number << 20) + 1 FROM tickets AS other
             WHERE other.session_number = number), session_number = number
           FROM sessions WHERE sessions.id = ? AND tickets.id = ?`,
          ...[other, ticket],
        ),
    }
    const expected: Record<string, object> = {
      renamed: { name: 'Ana', plusOnes: 1, note: 'Cake.' },
      noted: { name: 'Ana', plusOnes: 1, note: 'Cake.' },
      voided: { name: 'Ana', plusOnes: 0 },
      deleted: { name: 'Ana', plusOnes: 0 },
      moved: { name: 'Ana', plusOnes: 0 },
    }
    for (const [what, touch] of Object.entries(by)) {
      const entry = newEntry('Ana', { plusOnes: 1, note: 'Cake.' })
      await addAll(code, entry)
      const companion = (await ticketsOf(id)).at(-1)
      await touch(companion?.id as string)
      expect(await shown(entry), what).toMatchObject(expected[what] as object)
      await expectError(await change(code, entry.id, { name: 'Bo' }), 'in_use')
      await expectError(await removeEntry(code, entry.id), 'in_use')
    }
    const { list, entries } = await inspect(code)
    expect(list.used).toBe(entries.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0))
    expect(await managed(id)).toMatchObject({ persons: list.used })
  })
})

it('keeps a guest known who was let in without a network before the entry was removed', async () => {
  const { id, code } = await open()
  const entry = newEntry('Ana')
  await addAll(code, entry)
  await okBody(await removeEntry(code, entry.id))
  const [ticket] = await ticketsOf(id)
  const answer = await sendOne(org.session, org.owner, {
    ...{
      id: crypto.randomUUID(),
      type: 'CheckIn',
      ticketId: ticket?.id,
      at: new Date().toISOString(),
      admitted: true,
    },
  })
  expect(JSON.stringify(answer)).toContain('NotValid')
})

describe('a link', () => {
  it('that was replaced, or whose list was deleted, is unknown', async () => {
    const { id, code } = await open()
    await addAll(code, newEntry('Ana'))
    const { body } = await send<GuestList>('POST', `/guest-lists/${id}/new-link`, org.manager, {})
    for (const path of ['/inspect', '/entries', '/entries/change', '/entries/remove'] as const) {
      const bodies = {
        '/inspect': {},
        '/entries': { entries: [newEntry('Bo')] },
        '/entries/change': { id: crypto.randomUUID(), name: 'Bo' },
        '/entries/remove': { id: crypto.randomUUID() },
      }
      await expectError(await post(path, { code, ...bodies[path] }), 'guest_list_not_found')
    }
    const renewed = codeOf(body)
    expect((await inspect(renewed)).entries).toMatchObject([{ name: 'Ana' }])
    await remove(`/guest-lists/${id}`, org.owner)
    await expectError(await post('/inspect', { code: renewed }), 'guest_list_not_found')
    const left = await query<Ticket>(
      "SELECT * FROM tickets WHERE attendee_name = 'Ana' AND ticket_type_name = 'Guest list'",
    )
    expect(left.filter(({ guest_list_id }) => guest_list_id === id)).toEqual([])
    expect(await query('SELECT * FROM guest_list_entries WHERE list_id = ?', id)).toEqual([])
  })

  it('answers with nothing of others', { tags: ['slow'] }, async () => {
    const [own, other] = [
      await open({ note: 'For the door only.' }),
      await open({ name: 'Secret Bar', quota: 5 }),
    ]
    await addAll(other.code, newEntry('Zoe Hidden', { note: 'Other note.' }))
    await addTicket(org, { attendee_name: 'Buyer Hidden', code: 'HIDDEN-CODE', ticket_number: 'HIDDEN-1' })
    await addAll(own.code, newEntry('Ana'))
    const text = JSON.stringify(await inspect(own.code))
    const tickets = await query<Record<string, unknown>>('SELECT * FROM tickets')
    for (const { code, ticket_number, id } of tickets)
      for (const value of [code, ticket_number, id]) expect(text).not.toContain(`"${value}"`)
    for (const word of [
      'Hidden',
      'Secret Bar',
      'Other note',
      'For the door only',
      own.id,
      other.id,
      org.id,
      org.session,
    ])
      expect(text).not.toContain(word)
  })

  it('is not guessed', async () => {
    const bindings = { GUESS_RATE_LIMIT: countingLimiter(20) }
    const headers = { 'CF-Connecting-IP': '198.51.100.77', 'Content-Type': 'application/json' }
    for (let count = 1; count <= 25; count += 1) {
      const body = JSON.stringify({ code: crypto.randomUUID() })
      const { status } = await callWithBindings(bindings, '/api/v1/lists/inspect', {
        ...{ method: 'POST', headers, body },
      })
      expect(status).toBe(count <= 20 ? 404 : 429)
    }
  })
})

it('takes hostile names as they are, and refuses what is no name', async () => {
  const { code } = await open({ quota: 100 })
  const names = [
    "'); DROP TABLE tickets;--",
    '<script>alert(1)</script>',
    '=1+1',
    '山田太郎',
    '👩‍👩‍👧 '.trim(),
    'Ana +2',
    '{"a":1}',
    'null',
    '\\',
    '%_',
    'Ana\u202ezepoL',
    '\u200bAna',
  ]
  await addAll(code, ...names.map((name) => newEntry(name)))
  expect((await inspect(code)).entries.map(({ name }) => name)).toEqual(
    names.map((name) => name.normalize('NFC')),
  )
  for (const name of [
    '',
    ' ',
    '\u200b \u200d',
    '\u202e',
    '\u3164',
    '\u2800',
    'a\nb',
    'a\u0000',
    'x'.repeat(100_000),
    '\ud800',
    5,
    null,
  ])
    await expectError(
      await post('/entries', { code, entries: [newEntry(name as string)] }),
      'invalid_request',
    )
  const shown = newEntry('Bo')
  await addAll(code, shown)
  await expectError(await change(code, shown.id, { name: '\u200b' }), 'invalid_request', /visible/)
  const long = newEntry('字'.repeat(200), { plusOnes: 3, email: '字'.repeat(200), note: '字'.repeat(280) })
  await addAll(code, long)
  await expectError(await post('/entries', { code, entries: [] }), 'invalid_request')
  const many = Array.from({ length: 101 }, () => newEntry('Ana'))
  await expectError(await post('/entries', { code, entries: many }), 'invalid_request', /1 to 100 entries/)
  const twice = newEntry('Ana')
  await expectError(
    await post('/entries', { code, entries: [twice, twice] }),
    'invalid_request',
    /different ids/,
  )
})

it('limits the note of the list and of the entry together', async () => {
  const { id, code } = await open({ note: 'x'.repeat(200) })
  const note = 'y'.repeat(100)
  await expectError(
    await post('/entries', { code, entries: [newEntry('Ana', { note })] }),
    'invalid_request',
    /303/,
  )
  const entry = newEntry('Ana', { note: 'y'.repeat(77) })
  await addAll(code, entry)
  await expectError(await change(code, entry.id, { note }), 'invalid_request', /303/)
  await expectError((await edit(id, { note: 'x'.repeat(201) })).response, 'invalid_request', /281/)
  await edit(id, { note: 'Door.', name: 'DJ Tim', flag: 'Stop', ticketTypeName: 'Other' })
  expect(await ticketsOf(id)).toMatchObject([
    { note: `Door. · ${'y'.repeat(77)}`, flag: 'Stop', ticket_type_name: 'Other' },
  ])
  expect((await change(code, entry.id, { name: 'Bo' })).status).toBe(200)
})

it('is recorded by the link, without names', async () => {
  const { id, code } = await open()
  const entry = newEntry('Ana Hidden', { plusOnes: 1 })
  await addAll(code, entry)
  await change(code, entry.id, { plusOnes: 2 })
  await change(code, entry.id, { plusOnes: 2 })
  await removeEntry(code, entry.id)
  const records = await historyOf(org.id, org.owner, id)
  expect(records.map(({ action, by, change: recorded }) => [action, by, recorded])).toEqual([
    ['guest-list.remove', `guest-list:${id}`, { persons: 3 }],
    ['guest-list.change', `guest-list:${id}`, { persons: 3 }],
    ['guest-list.add', `guest-list:${id}`, { entries: 1, persons: 2 }],
    ['guest-list.create', org.manager, expect.anything()],
  ])
  expect(JSON.stringify(records.slice(0, 3))).not.toContain('Hidden')
  for (const { about } of records)
    expect(about).toMatchObject({
      name: 'DJ Tom',
      eventId: org.event,
      sessionId: org.session,
      timeZone: 'UTC',
    })
})

it('forgets a guest who is erased', async () => {
  const { id, code } = await open()
  const entry = newEntry('Ana', { note: 'Ana’s cake.', email: 'ana@example.com' })
  await addAll(code, entry)
  const [ticket] = await ticketsOf(id)
  await send('POST', `/sessions/${org.session}/tickets/${ticket?.id}/erase`, org.owner, undefined)
  expect((await inspect(code)).entries).toEqual([
    { id: entry.id, name: null, plusOnes: 0, note: null, arrived: 0 },
  ])
  const [kept] = await query('SELECT note, digest FROM guest_list_entries WHERE list_id = ?', id)
  expect(kept).toEqual({ note: null, digest: null })
  expect((await addAll(code, entry)).list.used).toBe(1)
})
