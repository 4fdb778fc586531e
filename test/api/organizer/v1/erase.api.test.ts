import { expect, it } from 'vitest'
import { openDatabase } from '../../../../src/db/client.ts'
import { runIn } from '../../../../src/domain/erase/run.ts'
import { eraseDueGuests } from '../../../../src/domain/erase/sessions.ts'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { here } from '../../../support/address.ts'
import {
  call,
  expectError,
  getBody,
  getPage,
  okBody,
  readCost,
  sendJson,
  ticketsPath,
} from '../../../support/api.ts'
import {
  addSession,
  addTicket,
  addTickets,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'

type Erasure = Schemas['Erasure']
type Managed = Schemas['ManagedTicket']

const BASE = '/api/organizer/v1'
const ticketPath = (session: string, ticket: string) => `${BASE}/sessions/${session}/tickets/${ticket}`
const erase = ({ manager, session }: Organizer, ticket: string, subject = manager) =>
  call(`${ticketPath(session, ticket)}/erase`, { method: 'POST', subject })
const eraseEmail = ({ id, manager }: Organizer, email: string, subject = manager) =>
  sendJson('POST', `${BASE}/organizers/${id}/erase`, subject, { email })
const preview = ({ id, manager }: Organizer, body: object, subject = manager) =>
  sendJson('POST', `${BASE}/organizers/${id}/erase/preview`, subject, body)

const PERSON = {
  attendee: { name: 'Ottilie Quarkheim', email: 'Ottilie@Example.net', company: 'Quarkheim & Co' },
  holderEmail: 'buyer@example.net',
  currentHolderId: '0190a000-0000-7000-8000-00000000abcd',
  note: 'Wheelchair',
}

/** Creates tickets through the API, so that they have records. */
const create = async ({ manager, session }: Organizer, ...tickets: object[]): Promise<Managed[]> => {
  const response = await sendJson('POST', `${BASE}/sessions/${session}/tickets`, manager, {
    tickets: tickets.map((ticket) => ({ ticketTypeName: 'Standing', ...ticket })),
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { data: Managed[] }).data
}

const recordsOf = ({ id }: Organizer) =>
  query<{ action: string; entity_id: string; change: string; before: string | null; subject: string }>(
    'SELECT action, entity_id, change, before, subject FROM audit_log WHERE organizer_id = ? ORDER BY id',
    id,
  )

const found = async ({ manager, session }: Organizer, q: string) =>
  (await getPage(manager, ticketsPath(session, { q }))).meta.totalCount

it('erases the person of a ticket, and nothing else', async () => {
  const org = await makeOrganizer()
  const [ticket] = (await create(org, { ...PERSON, seatLabel: 'A 1', flag: 'Stop' })) as [Managed]
  expect(await found(org, 'quarkheim')).toBe(1)
  const erased = await okBody<Managed>(await erase(org, ticket.id))
  const { currentHolderId: _, updatedAt: __, ...kept } = ticket
  const expected = { ...kept, attendee: null, holderEmail: null, note: null }
  expect(erased).toEqual({ ...expected, updatedAt: erased.updatedAt, updatedBy: org.manager })
  expect(erased.transferCount).toBe(0)
  expect(await found(org, 'quarkheim')).toBe(0)

  const records = await recordsOf(org)
  expect(records.map(({ action }) => action)).toEqual(['ticket.create', 'ticket.erase'])
  expect(JSON.stringify(records)).not.toMatch(/digest|quark|ottilie|example\.net/i)

  // A repeat changes nothing and records nothing.
  expect(await okBody<Managed>(await erase(org, ticket.id))).toEqual(erased)
  expect(await recordsOf(org)).toEqual(records)
  // The request that created the ticket does not bring the guest back.
  const again = await sendJson('POST', `${BASE}/sessions/${org.session}/tickets`, org.manager, {
    tickets: [{ id: ticket.id, ticketTypeName: 'Standing', ...PERSON, seatLabel: 'A 1', flag: 'Stop' }],
  })
  await expectError(again, 'id_taken')
})

it('removes the digest of a guest who was already taken off the ticket, and of a deleted ticket', async () => {
  const org = await makeOrganizer()
  const [one, two] = (await create(org, PERSON, PERSON)) as [Managed, Managed]
  const nobody = { attendee: null, holderEmail: null, currentHolderId: null, note: null }
  await okBody(await sendJson('PATCH', ticketPath(org.session, one.id), org.manager, nobody))
  await okBody(await erase(org, one.id))
  expect(
    (await call(ticketPath(org.session, two.id), { method: 'DELETE', subject: org.manager })).status,
  ).toBe(204)
  expect(JSON.stringify(await recordsOf(org))).not.toContain('digest')
})

it('lets only owners and managers erase, and only in their own organizer', async () => {
  const [org, other] = [await makeOrganizer(), await makeOrganizer()]
  const ticket = await addTicket(org, { attendee_email: 'a@example.net', attendee_name: 'A' })
  await expectError(await erase(org, ticket, org.staff), 'forbidden')
  await expectError(await erase(org, ticket, other.owner), 'ticket_not_found')
  await expectError(await erase({ ...org, session: org.otherEventSession }, ticket), 'ticket_not_found')
  for (const body of [{ email: 'a@example.net' }, { eraseAfterDays: 1 }]) {
    await expectError(await preview(org, body, org.staff), 'forbidden')
    await expectError(await preview(org, body, other.owner), 'organizer_not_found')
  }
  await expectError(await eraseEmail(org, 'a@example.net', org.staff), 'forbidden')
  await expectError(await eraseEmail(org, 'a@example.net', other.owner), 'organizer_not_found')
  expect(await okBody(await eraseEmail(other, 'a@example.net'))).toEqual({
    tickets: 0,
    sessions: 0,
    more: false,
  })
  expect(await query('SELECT attendee_name FROM tickets WHERE id = ?', ticket)).toEqual([
    { attendee_name: 'A' },
  ])
  expect(await recordsOf(org)).toEqual([])
  expect(await recordsOf(other)).toEqual([])
})

it('refuses what is not an address or a number of days', async () => {
  const org = await makeOrganizer()
  for (const body of [
    {},
    { email: 'a@b.c', eraseAfterDays: 1 },
    { email: '' },
    { eraseAfterDays: 0 },
    { eraseAfterDays: 3_651 },
  ])
    await expectError(await preview(org, body), 'invalid_request')
  for (const email of ['', 7, 'x'.repeat(201)])
    await expectError(await eraseEmail(org, email as string), 'invalid_request')
})

it('erases an address: the holder, the attendee, and an attendee without an address', async () => {
  const org = await makeOrganizer()
  const [attendee, holder, own, other] = (await create(
    org,
    { ...PERSON, holderEmail: 'buyer@example.net' },
    {
      attendee: { name: 'Friend', email: 'friend@example.net' },
      holderEmail: 'OTTILIE@example.net',
      note: 'Keep',
    },
    { attendee: { name: 'Ottilie Q', company: 'Q' }, holderEmail: 'ottilie@EXAMPLE.net', note: 'Gone' },
    { attendee: { name: 'Ottilie Other', email: 'ottilie2@example.net' }, holderEmail: 'z@example.net' },
  )) as [Managed, Managed, Managed, Managed]
  const second = await addSession(org)
  await addTicket(org, { attendee_name: 'Ottilie Q', attendee_email: 'ottilie@example.net' }, second)

  const counts: Erasure = { tickets: 4, sessions: 2, more: false }
  expect(await okBody(await preview(org, { email: 'ottilie@example.net' }))).toEqual(counts)
  expect(await okBody(await eraseEmail(org, 'Ottilie@example.NET'))).toEqual(counts)
  expect(await okBody(await eraseEmail(org, 'ottilie@example.net'))).toEqual({
    tickets: 0,
    sessions: 0,
    more: false,
  })

  const read = ({ id }: Managed) => getBody<Managed>(org.manager, ticketPath(org.session, id))
  expect(await read(attendee)).toMatchObject({
    ...{ attendee: null, note: null, holderEmail: 'buyer@example.net', transferCount: 0 },
    currentHolderId: PERSON.currentHolderId,
  })
  expect(await read(holder)).toMatchObject({
    attendee: { name: 'Friend', email: 'friend@example.net', company: null },
    ...{ holderEmail: null, note: 'Keep' },
  })
  expect(await read(own)).toMatchObject({ attendee: null, holderEmail: null, note: null })
  expect(await read(other)).toEqual(other)
  expect(
    await query(
      'SELECT attendee_name FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = ?',
      second,
    ),
  ).toEqual([{ attendee_name: null }])

  const records = await recordsOf(org)
  expect(
    records.filter(({ action }) => action === 'organizer.erase').map(({ change }) => JSON.parse(change)),
  ).toEqual([counts])
  expect(JSON.stringify(records)).not.toMatch(/ottilie|example\.net/i)
  const digests = records.filter(({ change }) => change.includes('digest'))
  expect(digests.map(({ entity_id }) => entity_id)).toEqual([other.id])
})

it('erases the companions who are named after the guest, by address and by ticket, and nobody else', async () => {
  for (const how of ['email', 'ticket'] as const) {
    const org = await makeOrganizer()
    const party = { reference: 'P-1', note: 'Carla is allergic' }
    const boss = { holderEmail: 'boss@example.net' }
    const [guest, ...companions] = (await create(
      org,
      { ...party, ...boss, attendee: { name: 'Carla W', email: 'carla@example.net' } },
      { ...party, ...boss, attendee: { name: 'Carla W +1' } },
      { ...party, holderEmail: 'Carla@example.net', attendee: { name: 'Carla W +2' } },
    )) as [Managed, Managed, Managed]
    const others = await create(
      org,
      { ...party, ...boss, attendee: { name: 'Bo Lind' } },
      { ...boss, reference: 'P-2', attendee: { name: 'Carla W +1' } },
      { ...party, ...boss, attendee: { name: 'Carla Wyz +1' } },
    )
    if (how === 'ticket') await okBody(await erase(org, guest.id))
    else {
      const counts = { tickets: 3, sessions: 1, more: false }
      expect(await okBody(await preview(org, { email: 'CARLA@example.net' }))).toEqual(counts)
      expect(await okBody(await eraseEmail(org, 'carla@example.net'))).toEqual(counts)
    }
    const read = ({ id }: Managed) => getBody<Managed>(org.manager, ticketPath(org.session, id))
    for (const companion of companions)
      expect(await read(companion)).toMatchObject({ attendee: null, note: null })
    expect(await read(companions[0] as Managed)).toMatchObject(boss)
    expect(await read(companions[1] as Managed)).toMatchObject({ holderEmail: null, reference: null })
    for (const other of others) expect(await read(other)).toEqual(other)
    const records = (await recordsOf(org)).filter(({ change }) => change.includes('digest'))
    expect(records.map(({ entity_id }) => entity_id)).toEqual(others.map(({ id }) => id))
  }
})

it('erases only the guest that the caller has seen, with If-Match', async () => {
  const org = await makeOrganizer()
  const [ticket] = (await create(org, { ...PERSON, reference: 'P' })) as [Managed]
  const [companion] = (await create(org, {
    reference: 'P',
    attendee: { name: 'Ottilie Quarkheim +1' },
  })) as [Managed]
  const path = ticketPath(org.session, ticket.id)
  const seen = (await call(path, { subject: org.manager })).headers.get('ETag') as string
  await okBody(
    await sendJson('PATCH', path, org.manager, { attendee: { name: 'Ottilie Quarkheim', company: 'Q' } }),
  )
  const eraseIf = (etag: string) =>
    call(`${path}/erase`, { method: 'POST', subject: org.manager, headers: { 'If-Match': etag } })
  await expectError(await eraseIf(seen), 'precondition_failed')
  await expectError(await eraseIf('"nope"'), 'precondition_failed')
  const read = () => getBody<Managed>(org.manager, ticketPath(org.session, companion.id))
  expect(await read()).toEqual(companion)
  const now = (await call(path, { subject: org.manager })).headers.get('ETag') as string
  expect((await okBody<Managed>(await eraseIf(now))).attendee).toBeNull()
  expect((await read()).attendee).toBeNull()
  // The response was lost.
  expect((await okBody<Managed>(await eraseIf(now))).attendee).toBeNull()
})

it('reads and writes the guests of the party, not those of the session', { tags: ['slow'] }, async () => {
  const org = await makeOrganizer()
  await query('UPDATE sessions SET capacity = 5000 WHERE id = ?', org.session)
  await addTickets(
    org,
    Array.from({ length: 2_000 }, (_, index) => ({
      attendee_name: `Guest ${index}`,
      reference: `R-${index}`,
    })),
  )
  const party = { reference: 'P-1', holderEmail: 'boss@example.net' }
  const make = async (): Promise<Managed> => {
    const [guest] = await create(
      org,
      { ...party, attendee: { name: 'Carla W', email: 'carla@example.net' } },
      { ...party, attendee: { name: 'Carla W +1' } },
    )
    return guest as Managed
  }
  // Half of the session. To merge words, it reads parts of the search index, which other files fill too.
  const MAX_READ = 1_000
  expect(readCost(await erase(org, (await make()).id)).rows).toBeLessThan(MAX_READ)
  await make()
  expect(readCost(await preview(org, { email: 'carla@example.net' })).rows).toBeLessThan(MAX_READ)
  expect(readCost(await eraseEmail(org, 'carla@example.net')).rows).toBeLessThan(MAX_READ)
})

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 23)
const daily = (now = NOW) => eraseDueGuests(runIn(openDatabase(here(), undefined)), now)
const setStart = (session: string, startsAt: number) =>
  query('UPDATE sessions SET starts_at = ? WHERE id = ?', startsAt, session)
const namesIn = (session: string) =>
  query<{ n: string | null }>(
    'SELECT attendee_name AS n FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = ? ORDER BY key',
    session,
  ).then((rows) => rows.map(({ n }) => n))

it('erases the guests of sessions by itself, once they have been over for long enough', async () => {
  const org = await makeOrganizer()
  const [due, late, busy] = [org.session, await addSession(org), await addSession(org)]
  await setStart(org.otherEventSession, NOW)
  await setStart(due, NOW - 11 * DAY - 1)
  await setStart(late, NOW - 11 * DAY + 1)
  await setStart(busy, NOW - 300 * DAY)
  await create(org, PERSON)
  for (const session of [due, late, busy]) await addTickets(org, [{ attendee_name: 'Guest' }], session)
  await query(
    `INSERT INTO check_ins (session_id, id, type, at, received_at, subject, admitted, outcome)
     VALUES (?, ?, 'CheckIn', 1, ?, 's', 1, 'UnknownTicket')`,
    ...[busy, crypto.randomUUID(), NOW - 11 * DAY + 1],
  )

  expect(await daily()).toEqual({ sessions: 0, tickets: 0 })
  expect(await okBody(await preview(org, { eraseAfterDays: 10 }))).toMatchObject({
    tickets: expect.any(Number),
  })
  await expectError(
    await sendJson('PATCH', `${BASE}/organizers/${org.id}`, org.manager, { eraseAfterDays: 10 }),
    'forbidden',
  )
  const changed = await okBody<Schemas['Organizer']>(
    await sendJson('PATCH', `${BASE}/organizers/${org.id}`, org.owner, { eraseAfterDays: 10 }),
  )
  expect(changed.eraseAfterDays).toBe(10)

  expect(await daily()).toEqual({ sessions: 1, tickets: 2 })
  expect(await Promise.all([due, late, busy].map(namesIn))).toEqual([[null, null], ['Guest'], ['Guest']])
  const records = await recordsOf(org)
  expect(records.at(-1)).toMatchObject({
    action: 'session.erase',
    entity_id: due,
    subject: 'service',
    change: '{"tickets":2}',
  })
  expect(JSON.stringify(records)).not.toContain('digest')

  // A second run does nothing, until the session has a guest again.
  expect(await daily()).toEqual({ sessions: 0, tickets: 0 })
  await addTicket(org, { attendee_name: 'Late', ticket_number: 'L' }, due)
  expect(await daily()).toEqual({ sessions: 1, tickets: 1 })
  const [ticket] = await query<{ id: string }>('SELECT id FROM tickets WHERE ticket_number = ?', 'L')
  await query('UPDATE tickets SET note = ? WHERE id = ?', 'Again', ticket?.id ?? '')
  expect(await daily()).toEqual({ sessions: 1, tickets: 1 })

  expect(await daily(NOW + 2)).toEqual({ sessions: 2, tickets: 2 })
  await okBody(await sendJson('PATCH', `${BASE}/organizers/${org.id}`, org.owner, { eraseAfterDays: null }))
})
