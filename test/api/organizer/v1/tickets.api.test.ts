// The tickets of a session: created, read, changed and deleted by its organizer.
import { beforeEach, describe, expect, it } from 'vitest'
import { makeCode } from '../../../../src/domain/tickets/code.ts'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { ORIGIN } from '../../../support/address.ts'
import { call, expectError, getPage, ticketsPath } from '../../../support/api.ts'
import { addTickets, insert, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { create, historyOf, read, readBody, remove, send } from '../../../support/setup.ts'

type Ticket = Schemas['ManagedTicket']

let org: Organizer
let path: string
beforeEach(async () => {
  org = await makeOrganizer()
  path = `/sessions/${org.session}/tickets`
})

const createTickets = async (tickets: object[], more: object = {}): Promise<Ticket[]> =>
  (await create<{ data: Ticket[] }>(path, org.owner, { tickets, ...more })).data

const sendTickets = (tickets: object[], more: object = {}) =>
  send('POST', path, org.owner, { tickets, ...more })

const change = (id: string, body: object, headers = {}) =>
  send<Ticket>('PATCH', `${path}/${id}`, org.owner, body, headers)

const MADE = /^[0-9A-HJKMNP-TV-Z]{20}$/

describe('new tickets', () => {
  it('get numbers and codes where they have none, and are in the list at once', async () => {
    const [guest, printed] = await createTickets([
      { ticketTypeName: 'standing', attendee: { name: 'Ana Garci\u0301a' } },
      {
        ...{
          ticketNumber: 'AB3CD-1',
          ticketTypeName: 'Press',
          seatLabel: 'A 1',
          holderEmail: 'bo@example.com',
        },
        ...{
          attendee: { name: 'Bo', email: null, company: 'Radio' },
          code: ' mz4x/8f6=q2 ',
          note: 'Desk',
          flag: 'Stop',
        },
      },
    ])
    expect(guest).toEqual({
      ...{ id: expect.any(String), ticketNumber: '000001', status: 'Valid', ticketTypeName: 'Standing' },
      ...{ seatLabel: null, reference: null, holderEmail: null, transferCount: 0, note: null, flag: 'None' },
      attendee: { name: 'Ana García', email: null, company: null },
      code: expect.stringMatching(MADE),
      list: null,
      cover: null,
      pageUrl: `${ORIGIN}/t/${guest?.code}`,
      updatedAt: expect.stringMatching(/Z$/),
      updatedBy: org.owner,
    })
    expect(printed).toMatchObject({
      ...{ ticketNumber: 'AB3CD-1', ticketTypeName: 'Press', code: 'mz4x/8f6=q2', pageUrl: null },
      ...{ note: 'Desk', flag: 'Stop', attendee: { name: 'Bo', email: null, company: 'Radio' } },
    })
    expect(await readBody(`${path}/${printed?.id}`, org.owner)).toEqual(printed)
    const { data } = await getPage(org.staff, ticketsPath(org.session, { q: 'garcia' }))
    expect(data.map(({ id }) => id)).toEqual([guest?.id])
    expect(JSON.stringify(data)).not.toContain(guest?.code)
    // The type was added once.
    const types = await query('SELECT name FROM ticket_types WHERE event_id = ? ORDER BY name', org.event)
    expect(types.map(({ name }) => name)).toEqual(['Press', 'Standing', 'VIP', 'seated'])
  })

  it('get the next free number of the session', async () => {
    await createTickets([{ ticketTypeName: 'VIP' }, { ticketTypeName: 'VIP', ticketNumber: '000004' }])
    const later = await createTickets([{ ticketTypeName: 'VIP' }, { ticketTypeName: 'VIP' }])
    expect(later[0]?.ticketNumber).toBe('000003')
    expect(later[1]?.ticketNumber).toMatch(/^000004-[0-9a-f]{8}$/)
  })

  it('get no number that another new ticket brings', async () => {
    const [made, given] = await createTickets([
      { ticketTypeName: 'VIP' },
      { ticketTypeName: 'VIP', ticketNumber: '000001' },
    ])
    expect(given?.ticketNumber).toBe('000001')
    expect(made?.ticketNumber).toMatch(/^000001-[0-9a-f]{8}$/)
  })

  it('bring no more ticket types than an event can have', async () => {
    const has = Object.keys(org.types).length
    const names = Array.from({ length: 200 - has }, (_, number) => `Type ${number}`)
    const tickets = names.map((ticketTypeName) => ({ ticketTypeName }))
    const one = { ticketTypeName: 'One more' }
    const message = /^An event can have at most 200 ticket types\./
    await expectError((await sendTickets([...tickets, one])).response, 'invalid_request', message)
    const [ticket] = await createTickets([...tickets, { ticketTypeName: 'TYPE 1' }], { overCapacity: true })
    await expectError((await sendTickets([one])).response, 'invalid_request', message)
    await expectError((await change(ticket?.id as string, one)).response, 'invalid_request', message)
    expect((await change(ticket?.id as string, { ticketTypeName: 'type 1' })).status).toBe(200)
  })

  it('are created once, however often the call is repeated', async () => {
    const tickets = [
      { id: crypto.randomUUID(), ticketTypeName: 'VIP', attendee: { name: 'Ana' } },
      { id: crypto.randomUUID(), ticketTypeName: 'New type' },
    ]
    const first = await createTickets(tickets)
    const again = await createTickets(tickets.toReversed())
    expect(again.toReversed()).toEqual(first)
    expect(
      await query('SELECT count(*) AS n FROM tickets WHERE id IN (?, ?)', ...tickets.map(({ id }) => id)),
    ).toEqual([{ n: 2 }])
    const other = [{ ...tickets[0], attendee: { name: 'Bo' } }]
    await expectError((await sendTickets(other)).response, 'id_taken')
  })

  it.each([
    ['another number in other case', { ticketNumber: 'a-1' }, 'number_taken', 'tickets.1.ticketNumber: '],
    ['a code of the session', { code: 'c1' }, 'code_taken', 'tickets.1.code: '],
  ] as const)('409 for %s', async (_, wrong, code, message) => {
    await createTickets([{ ticketTypeName: 'VIP', ticketNumber: 'A-1', code: 'c1' }])
    const { response } = await sendTickets([{ ticketTypeName: 'VIP' }, { ticketTypeName: 'VIP', ...wrong }])
    await expectError(response, code, message)
    expect((await getPage(org.owner, ticketsPath(org.session))).data).toHaveLength(1)
  })

  it('may have a code that another session has', async () => {
    await createTickets([{ ticketTypeName: 'VIP', code: 'c1' }])
    path = `/sessions/${org.otherEventSession}/tickets`
    expect(await createTickets([{ ticketTypeName: 'VIP', code: 'c1' }])).toHaveLength(1)
  })

  it('take no code that we made from another organizer, but may have it in two sessions of their own', async () => {
    const other = await makeOrganizer()
    const [made] = await createTickets([{ ticketTypeName: 'VIP' }])
    const code = made?.code as string
    const theirs = `/sessions/${other.session}/tickets`
    const post = (ticket: object) =>
      send<{ data: Ticket[] }>('POST', theirs, other.owner, {
        tickets: [{ ticketTypeName: 'VIP' }, { ticketTypeName: 'VIP', ...ticket }],
      })
    await expectError(
      (await post({ code })).response,
      'code_taken',
      'tickets.1.code: another organizer has this code. Nothing was created.',
    )
    const [ticket] = (await post({ code: 'A-1' })).body.data
    const to = `${theirs}/${ticket?.id}`
    await expectError(
      (await send('PATCH', to, other.owner, { code })).response,
      'code_taken',
      'code: another organizer has this code. Nothing was changed.',
    )
    expect((await send('PATCH', to, other.owner, { code: makeCode() })).status).toBe(200)

    path = `/sessions/${org.otherEventSession}/tickets`
    const [own] = await createTickets([{ ticketTypeName: 'VIP', code }])
    expect((await change(own?.id as string, { code: makeCode() })).status).toBe(200)
    expect((await change(own?.id as string, { code })).status).toBe(200)
    for (const { id, at } of [
      { id: made?.id, at: org.session },
      { id: own?.id, at: org.otherEventSession },
    ]) {
      expect((await remove(`/sessions/${at}/tickets/${id}`, org.owner)).status).toBe(204)
    }
    // Nobody has it now.
    expect((await post({ code })).status).toBe(201)
  })

  it('do not exceed the capacity, unless that is asked for', async () => {
    await query('UPDATE sessions SET capacity = 2 WHERE id = ?', org.session)
    await addTickets(org, [{ status: 'CheckedIn' }, { status: 'Voided' }])
    const two = [{ ticketTypeName: 'VIP' }, { ticketTypeName: 'VIP' }]
    await expectError((await sendTickets(two)).response, 'capacity_exceeded', 'would have 3 tickets')
    expect(await createTickets(two.slice(1))).toHaveLength(1)
    expect(await createTickets(two, { overCapacity: true })).toHaveLength(2)
  })

  it('are at most 200,000 in a session', async () => {
    const counts = (valid: number) =>
      query(
        'UPDATE ticket_counts SET valid = ? WHERE session_number = (SELECT number FROM sessions WHERE id = ?)',
        ...[valid, org.session],
      )
    const one = [{ ticketTypeName: 'VIP' }]
    await counts(199_999)
    const { response } = await sendTickets([...one, ...one], { overCapacity: true })
    await expectError(response, 'limit_reached', 'A session can have at most 200,000 tickets.')
    expect(await createTickets(one, { overCapacity: true })).toHaveLength(1)
    await expectError((await sendTickets(one, { overCapacity: true })).response, 'limit_reached')
  })

  it.each([
    ['none', [], /^tickets: must be a list of 1 to 500 tickets/],
    [
      'two with one number',
      [{ ticketNumber: 'A' }, { ticketNumber: 'a' }],
      /^tickets: must have different ticket numbers/,
    ],
    ['two with one code', [{ code: 'c' }, { code: 'c' }], /^tickets: must have different codes/],
    ['no type', [{ ticketTypeName: '' }], /^tickets\.0\.ticketTypeName: must have 1 to 200 characters/],
    ['a status', [{ status: 'CheckedIn' }], /^tickets\.0: Unknown field "status"/],
    ['a name that shows nothing', [{ attendee: { name: '\u2800\u200b' } }], /name: must have a visible/],
    ['an empty code', [{ code: '' }], /^tickets\.0\.code: must have 1 to 200 characters/],
    ['a code with a line break', [{ code: 'a\nb' }], /^tickets\.0\.code: must have no control characters/],
    [
      'an attendee without a name',
      [{ attendee: { email: 'a@b' } }],
      /^tickets\.0\.attendee\.name: must be text/,
    ],
    ['a long note', [{ note: 'x'.repeat(281) }], /^tickets\.0\.note: must have 1 to 280 characters/],
    [
      'texts that are too long',
      [
        {
          attendee: { name: '𝄞'.repeat(200), company: '𝄞'.repeat(200), email: '𝄞'.repeat(200) },
          note: '𝄞'.repeat(280),
          seatLabel: '𝄞'.repeat(100),
        },
      ],
      /^tickets\.0: must have at most 3600 bytes of text/,
    ],
    [
      'texts that are too long with a number and a code',
      [
        {
          attendee: { name: '𝄞'.repeat(200), company: '𝄞'.repeat(200), email: '𝄞'.repeat(200) },
          note: '𝄞'.repeat(280),
          seatLabel: 'x'.repeat(3600 - 3 * 800 - 1120 - 'VIP'.length),
        },
      ],
      /^tickets\.0: must have at most 3600 bytes of text/,
    ],
  ])('400 for %s', async (_, tickets, message) => {
    const { response } = await sendTickets(tickets.map((ticket) => ({ ticketTypeName: 'VIP', ...ticket })))
    await expectError(response, 'invalid_request', message)
  })

  it('are recorded without anything about guests', async () => {
    const [ticket] = await createTickets([
      { ticketTypeName: 'VIP', attendee: { name: 'Ana García' }, note: 'Secret' },
    ])
    await change(ticket?.id as string, { holderEmail: 'bo@example.com', status: 'Voided' })
    const records = await historyOf(org.id, org.owner, ticket?.id)
    expect(records).toMatchObject([
      {
        action: 'ticket.update',
        change: { fields: ['holderEmail', 'status'], status: 'Voided' },
        before: { status: 'Valid' },
      },
      { action: 'ticket.create', change: { fields: ['ticketTypeName', 'attendee', 'note'] }, before: null },
    ])
    // What is recorded; the ticket's own name comes from the ticket.
    expect(records[0]?.about?.name).toBe('Ana García')
    const recorded = records.map(({ about: _, ...record }) => record)
    expect(JSON.stringify(recorded)).not.toMatch(/Ana|Secret|example\.com/)
  })
})

describe('a ticket', () => {
  let ticket: Ticket
  beforeEach(async () => {
    ;[ticket] = (await createTickets([
      {
        ticketTypeName: 'VIP',
        attendee: { name: 'Ana', email: 'ana@example.com' },
        holderEmail: 'ana@example.com',
      },
    ])) as [Ticket]
  })

  it('changes what is given, and nothing else', async () => {
    const { body } = await change(ticket.id, {
      note: 'Wheelchair',
      flag: 'Info',
      ticketTypeName: 'Brand new',
    })
    expect(body).toEqual({
      ...ticket,
      ...{ note: 'Wheelchair', flag: 'Info', ticketTypeName: 'Brand new', updatedAt: expect.any(String) },
    })
    expect((await change(ticket.id, { attendee: { name: 'Bo' } })).body.attendee).toEqual({
      ...{ name: 'Bo', email: null, company: null },
    })
    expect((await change(ticket.id, { attendee: null, note: null })).body).toMatchObject({
      attendee: null,
      note: null,
    })
  })

  it('counts a transfer when its holder becomes another', async () => {
    const transfersAfter = async (body: object) => (await change(ticket.id, body)).body.transferCount
    expect(await transfersAfter({ holderEmail: 'ana@example.com' })).toBe(0)
    expect(await transfersAfter({ holderEmail: 'bo@example.com' })).toBe(1)
    expect(
      await transfersAfter({ currentHolderId: crypto.randomUUID(), holderEmail: 'bo@example.com' }),
    ).toBe(2)
    expect(await transfersAfter({ holderEmail: null, currentHolderId: null })).toBe(3)
    expect(await transfersAfter({ seatLabel: 'A1' })).toBe(3)
  })

  it('is refunded, voided and valid again, but a check-in is only undone', async () => {
    const statusAfter = async (status: string) => (await change(ticket.id, { status })).body.status
    expect(await statusAfter('Refunded')).toBe('Refunded')
    expect(await statusAfter('Voided')).toBe('Voided')
    expect(await statusAfter('Valid')).toBe('Valid')
    await query("UPDATE tickets SET status = 'CheckedIn', checked_in_at = 1 WHERE id = ?", ticket.id)
    await expectError((await change(ticket.id, { status: 'Valid' })).response, 'checked_in')
    await expectError(
      (await change(ticket.id, { status: 'CheckedIn' })).response,
      'invalid_request',
      /^status: /,
    )
    expect(await statusAfter('Voided')).toBe('Voided')
  })

  it('409 for the number or code of another ticket, not for its own', async () => {
    const [other] = await createTickets([{ ticketTypeName: 'VIP', ticketNumber: 'B-1', code: 'b1' }])
    await expectError((await change(ticket.id, { ticketNumber: 'b-1' })).response, 'number_taken')
    await expectError((await change(ticket.id, { code: 'b1' })).response, 'code_taken')
    expect((await change(other?.id as string, { ticketNumber: 'b-1', code: 'b1' })).body.ticketNumber).toBe(
      'b-1',
    )
  })

  it('400 for texts that would be too long with those it has', async () => {
    const long = { attendee: { name: '𝄞'.repeat(200), email: '𝄞'.repeat(200), company: '𝄞'.repeat(200) } }
    expect((await change(ticket.id, long)).status).toBe(200)
    const { response } = await change(ticket.id, { note: '𝄞'.repeat(280), seatLabel: '𝄞'.repeat(20) })
    await expectError(response, 'invalid_request', /would have 3\d{3} bytes; the limit is 3600/)
  })

  it('has an ETag that follows every change, also of the guest', async () => {
    const tag = (await read(`${path}/${ticket.id}`, org.owner)).headers.get('ETag') as string
    expect((await change(ticket.id, { attendee: { name: 'Bo' } }, { 'If-Match': tag })).status).toBe(200)
    await expectError(
      (await change(ticket.id, { note: 'x' }, { 'If-Match': tag })).response,
      'precondition_failed',
    )
  })

  it('has another code at once', async () => {
    const renew = async () => {
      const response = await call(`/api/organizer/v1${path}/${ticket.id}/new-code`, {
        method: 'POST',
        subject: org.owner,
      })
      return ((await response.json()) as Ticket).code
    }
    const codes = [ticket.code, await renew(), await renew()]
    for (const code of codes) expect(code).toMatch(MADE)
    expect(new Set(codes).size).toBe(3)
    expect(await query('SELECT code FROM tickets WHERE id = ?', ticket.id)).toEqual([{ code: codes[2] }])
  })

  it('is deleted unless it was ever checked in', async () => {
    await insert('check_ins', {
      ...{ session_id: org.session, id: crypto.randomUUID(), type: 'CheckIn', ticket_id: ticket.id, at: 1 },
      ...{ received_at: 1, subject: 'door', admitted: 1 },
    })
    await expectError(await remove(`${path}/${ticket.id}`, org.owner), 'in_use', 'In use by 1 check-in.')
    const [other] = await createTickets([{ ticketTypeName: 'VIP' }])
    await query("UPDATE tickets SET status = 'CheckedIn' WHERE id = ?", other?.id as string)
    await expectError(await remove(`${path}/${other?.id}`, org.owner), 'in_use', 'In use by 1 check-in.')
    await query("UPDATE tickets SET status = 'Valid' WHERE id = ?", other?.id as string)
    expect((await remove(`${path}/${other?.id}`, org.owner)).status).toBe(204)
    await expectError(await remove(`${path}/${other?.id}`, org.owner), 'ticket_not_found')
  })

  it('is not found under another session', async () => {
    const elsewhere = `/sessions/${org.otherEventSession}/tickets/${ticket.id}`
    await expectError(await read(elsewhere, org.owner), 'ticket_not_found')
    await expectError((await send('PATCH', elsewhere, org.owner, { note: 'x' })).response, 'ticket_not_found')
  })
})

describe('what a device gets', () => {
  it('is the note and flag of the ticket, not those of its type, and not the code', async () => {
    const [ticket] = (await createTickets([{ ticketTypeName: 'VIP', note: 'Own', flag: 'Info' }])) as [Ticket]
    await send('PATCH', `/ticket-types/${org.types.VIP}`, org.owner, { note: 'Type', flag: 'Stop' })
    const response = await call(`/api/v1/sessions/${org.session}/ticket-changes`, { subject: org.staff })
    const { fields, rows } = (await response.json()) as { fields: string[]; rows: unknown[][] }
    const row = Object.fromEntries(fields.map((field, index) => [field, rows[0]?.[index]]))
    expect(row).toMatchObject({ id: ticket.id, note: 'Own', flag: 'Info' })
    expect(JSON.stringify(rows)).not.toContain(ticket.code)
  })
})
