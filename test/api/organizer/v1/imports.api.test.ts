// Imports of tickets by API: the preview, the run, and the revert. The rules of rows and options have tests
// of their own.
// @module-tag more
import { beforeEach, describe, expect, it } from 'vitest'
import { makeCode } from '../../../../src/domain/tickets/code.ts'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { callWithBindings, expectError, jsonRequest, okBody } from '../../../support/api.ts'
import { faultyDatabase, measuringDatabase } from '../../../support/faulty-database.ts'
import {
  addSession,
  addTickets,
  insert,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'
import { isFull } from '../../../support/runs.ts'
import { API, historyOf, remove, send } from '../../../support/setup.ts'
import { type Changes, catchUp, expectUpToDate, newDevice } from '../../../support/sync.ts'

type Preview = Schemas['ImportPreview']
type Result = Schemas['ImportResult']
type Body = { tickets: unknown[]; match?: string; missing?: string; codes?: string; checkIns?: string }

let org: Organizer
let path: string
beforeEach(async () => {
  org = await makeOrganizer()
  path = `/sessions/${org.session}/imports`
})

const previewOf = async (body: Body): Promise<Preview> => {
  const { status, body: preview } = await send<Preview>('POST', `${path}/preview`, org.owner, body)
  expect(status, JSON.stringify(preview)).toBe(200)
  return preview
}

const run = (body: Body, expectedVersion: string) =>
  send<Result>('POST', path, org.owner, { ...body, expectedVersion })

/** Previews and runs an import. */
const importRows = async (body: Body): Promise<Result> => {
  const { version } = await previewOf(body)
  const { status, body: result } = await run(body, version)
  expect(status, JSON.stringify(result)).toBe(200)
  return result
}

const revert = (recordId: string, subject = org.owner) =>
  send<{ deleted: number }>('POST', `${path}/${recordId}/revert`, subject, {})

const ticketsOf = (session = org.session) =>
  query(
    `SELECT tickets.* FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = ? ORDER BY key`,
    session,
  )

const row = (ticketNumber: string, more: object = {}) => ({
  ticketNumber,
  ticketTypeName: 'Standing',
  ...more,
})

const checkIn = (number: string) =>
  query(
    `UPDATE tickets SET status = 'CheckedIn', checked_in_at = 5 WHERE ticket_number = ? AND session_number =
      (SELECT number FROM sessions WHERE id = ?)`,
    number,
    org.session,
  )

const recordsOf = async () => {
  const records = await historyOf(org.id, org.owner, org.session)
  return records.filter(({ action }) => action.startsWith('tickets.'))
}

describe('a preview', () => {
  it('says what the rows would do, and changes nothing', async () => {
    await addTickets(org, [
      { ticket_number: 'A-1' },
      { ticket_number: 'A-2', attendee_name: 'Bo' },
      { ticket_number: 'A-3' },
      { ticket_number: 'A-4', status: 'Voided' },
    ])
    const before = await ticketsOf()
    const preview = await previewOf({
      tickets: [
        row('a-1', { ticketNumber: 'A-1' }),
        row('A-2', { attendeeName: 'Ana' }),
        row('A-4'),
        row('N-1', { ticketTypeName: 'Press', status: 'CheckedIn' }),
      ],
      missing: 'void',
    })
    expect(preview).toEqual({
      version: expect.any(String),
      ...{ rows: 4, toInsert: 1, toUpdate: 1, toVoid: 1, unchanged: 2, newTicketTypes: ['Press'] },
      ...{ soldAfter: 3, capacity: 100, problemCount: 0, problems: [], checkedInRows: 1, leftOut: 0 },
      ...{ doubleCount: 0, doubles: [] },
      toInsertByStatus: { Valid: 1, CheckedIn: 0, Refunded: 0, Voided: 0 },
      warnings: [
        { code: 'not_admitted', tickets: 1 },
        { code: 'renamed', tickets: 1 },
      ],
    })
    expect(await ticketsOf()).toEqual(before)
    expect(await recordsOf()).toEqual([])
  })

  it('warns of more tickets than the capacity, which is no problem', async () => {
    await query('UPDATE sessions SET capacity = 2 WHERE id = ?', org.session)
    const body = { tickets: [{ ticketTypeName: 'VIP', quantity: 5 }], match: 'guest' }
    expect(await previewOf(body)).toMatchObject({
      ...{ soldAfter: 5, capacity: 2, warnings: [{ code: 'over_capacity', tickets: 3 }] },
    })
    expect(await importRows(body)).toMatchObject({ inserted: 5 })
  })

  it('lists whatever is wrong inside a row', async () => {
    await addTickets(org, [{ ticket_number: 'A-1' }])
    await query(`UPDATE tickets SET code = 'taken' WHERE ticket_number = 'A-1' AND code <> 'taken'`)
    const tickets = [
      ...[null, 7, 'A-1', [], {}],
      row('A-2', { seat: 'A', status: 'valid', checkedInAt: '2026-02-30T10:00:00Z', transferCount: -1 }),
      row('A-3', { code: 'taken' }),
      row('A-4', { attendeeName: '\ud800', seatLabel: 'A\u0000', currentHolderId: 'x', id: 4 }),
      row('A-5', { note: 'x'.repeat(281), flag: 'Red', code: '\u0007', quantity: 1.5 }),
      ...[row('A-6'), row('a-6'), row('A-7', { attendeeName: 'x'.repeat(3_600) })],
      row('A-8', { [`__${'x'.repeat(100)}`]: 1, attendeeEmail: { a: 1 } }),
    ]
    const { problems, problemCount } = await previewOf({ tickets })
    expect(problems.map(({ row, field }) => [row, field])).toEqual([
      ...[1, 2, 3, 4].map((row) => [row, null]),
      ...['ticketNumber', 'ticketTypeName'].map((field) => [5, field]),
      ...['seat', 'status', 'checkedInAt', 'transferCount'].map((field) => [6, field]),
      [7, 'code'],
      ...['id', 'seatLabel', 'currentHolderId', 'attendeeName'].map((field) => [8, field]),
      ...['code', 'note', 'flag', 'quantity'].map((field) => [9, field]),
      ...[
        [11, 'ticketNumber'],
        [12, null],
        [13, `__${'x'.repeat(58)}`],
        [13, 'attendeeEmail'],
      ],
    ])
    expect(problemCount).toBe(problems.length)
    expect(problems.find(({ row }) => row === 11)?.message).toBe('"a-6" is also on row 10')
  })

  it('takes a code that we made and that nobody else has', async () => {
    const [code, other] = [makeCode(), makeCode()]
    expect(await importRows({ tickets: [row('A-1', { code })] })).toMatchObject({ inserted: 1 })
    expect(await importRows({ tickets: [row('A-1', { code: other })] })).toMatchObject({ updated: 1 })
    expect(await query('SELECT code FROM tickets WHERE code IN (?, ?)', code, other)).toEqual([
      { code: other },
    ])
  })

  it('lists codes that we made for another organizer, and the run refuses them', async () => {
    const other = await makeOrganizer()
    const own = await addSession(org)
    const [held, shared] = [makeCode(), makeCode()]
    for (const [of, session, code] of [
      [other, other.session, held],
      [other, other.otherEventSession, 'printed'],
      [org, own, shared],
    ] as const) {
      const [id] = await addTickets(of, [{}], session)
      await query('UPDATE tickets SET code = ? WHERE id = ?', code, id as string)
    }
    const free = [row('A-1', { code: makeCode() }), row('A-2', { code: 'printed' })]
    expect((await previewOf({ tickets: free })).problems).toEqual([])
    const body = { tickets: [...free, row('A-3', { code: held }), row('A-4', { code: shared })] }
    const { problems, version } = await previewOf(body)
    const message = 'is the code of a ticket of another organizer'
    expect(problems).toEqual([{ row: 3, field: 'code', message }])
    const { response } = await run(body, version)
    await expectError(response, 'code_taken', `Row 3, code: ${message}. Nothing was changed.`)
    expect(await ticketsOf()).toEqual([])
  })

  it('lists the first row that would be too many for the session', async () => {
    const [number] = await query<{ number: number }>('SELECT number FROM sessions WHERE id = ?', org.session)
    await query('UPDATE ticket_counts SET valid = 199999 WHERE session_number = ?', number?.number as number)
    const body = { tickets: [row('A-1'), row('A-2'), row('A-3')] }
    const { problems, version } = await previewOf(body)
    const message = 'a session holds up to 200,000 tickets'
    expect(problems).toEqual([{ row: 2, field: null, message }])
    const { response } = await run(body, version)
    await expectError(response, 'limit_reached', `Row 2: ${message}. Nothing was changed.`)
    expect(await importRows({ tickets: [row('A-1')] })).toMatchObject({ inserted: 1 })
  })

  it('lists five unknown fields of a row with any number of them', { tags: ['slow'] }, async () => {
    const fields = Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [`f${n}`, 1]))
    const { problemCount } = await previewOf({ tickets: [row('A-1', fields)] })
    expect(problemCount).toBe(5)
  })

  it('costs nobody who may not see it more for the ids of its rows', async () => {
    const tickets = Array.from({ length: 2_000 }, (_, n) => row(`N-${n}`, { id: crypto.randomUUID() }))
    const { DB, cost } = measuringDatabase()
    const response = await callWithBindings(
      { DB },
      `${API}${path}/preview`,
      jsonRequest('POST', org.staff, { tickets }),
    )
    await expectError(response, 'forbidden')
    expect(cost.read).toBeLessThan(40)
  })

  it('lists the first hundred problems', async () => {
    const tickets = Array.from({ length: 150 }, () => ({ ticketTypeName: 'VIP' }))
    const { problems, problemCount } = await previewOf({ tickets })
    expect([problems.length, problems.at(-1)?.row, problemCount]).toEqual([100, 100, 150])
  })

  it.each([
    ['no rows', { tickets: [] }, /^tickets: must be a list of rows for 1 to 20,000 tickets\.$/],
    ['too many rows', { tickets: Array(20_001).fill(0) }, /^tickets: must be a list/],
    [
      'too many tickets',
      { tickets: Array(201).fill({ ticketTypeName: 'VIP', quantity: 100 }), match: 'guest' },
      /^tickets: must be a list/,
    ],
    [
      'texts that quantities make large',
      {
        tickets: Array(200).fill({ ticketTypeName: 'VIP', attendeeName: 'x'.repeat(600), quantity: 100 }),
        match: 'guest',
      },
      /^tickets: must not have more than 8 MiB with their quantities\.$/,
    ],
    ['an unknown option', { tickets: [row('A')], match: 'name' }, /^match: must be number, code or guest\.$/],
    ['an unknown field', { tickets: [row('A')], void: true }, /^Unknown field "void"\.$/],
  ])('refuses %s', async (_, body, message) => {
    const { response } = await send('POST', `${path}/preview`, org.owner, body)
    await expectError(response, 'invalid_request', message)
  })

  it('refuses more than 8 MiB', async () => {
    const tickets = [row('A', { note: 'x'.repeat(8 * 1024 * 1024) })]
    const { response } = await send('POST', `${path}/preview`, org.owner, { tickets })
    await expectError(response, 'payload_too_large', /8192 KiB/)
  })
})

describe('an import', () => {
  it('does what was previewed, with the values of the rows, and records no guest', async () => {
    await insert('ticket_types', {
      ...{ id: crypto.randomUUID(), event_id: org.event, name: 'Press' },
      ...{ note: 'Side entrance', flag: 'Stop' },
    })
    await addTickets(org, [{ ticket_number: 'A-1', attendee_name: 'Bo' }, { ticket_number: 'A-2' }])
    const id = crypto.randomUUID()
    const result = await importRows({
      tickets: [
        row('A-1', { attendeeName: '\u200b', seatLabel: 'Row 1', ticketTypeName: 'press' }),
        row('N-1', {
          ...{ id, ticketTypeName: 'Press', code: ' printed ', note: 'Desk', flag: 'Info', transferCount: 2 },
          ...{ attendeeName: 'Ana Garci\u0301a', attendeeEmail: 'ana@example.com', attendeeCompany: 'Radio' },
          ...{ holderEmail: 'bo@example.com', status: 'CheckedIn', checkedInAt: '2026-06-12T20:30:00+02:00' },
        }),
        row('N-2', { ticketTypeName: 'Backstage' }),
      ],
      checkIns: 'keep',
    })
    const { recordId, ...counts } = result
    expect(counts).toEqual({ inserted: 2, updated: 1, unchanged: 0, voided: 0 })
    const [changed, kept, first, second] = await ticketsOf()
    const stamps = { updated_at: expect.any(Number), updated_by: org.owner }
    const press = { ticket_type_name: 'Press' }
    expect(changed).toMatchObject({ attendee_name: null, seat_label: 'Row 1', ...press, ...stamps })
    expect(kept).toMatchObject({ ticket_number: 'A-2', updated_at: null })
    expect(first).toMatchObject({
      ...{ id, ticket_number: 'N-1', code: 'printed', note: 'Desk', flag: 'Info', transfer_count: 2 },
      ...{ attendee_name: 'Ana García', attendee_email: 'ana@example.com', attendee_company: 'Radio' },
      ...{
        holder_email: 'bo@example.com',
        status: 'CheckedIn',
        checked_in_at: Date.UTC(2026, 5, 12, 18, 30),
      },
      ...press,
      ...stamps,
    })
    expect(second).toMatchObject({
      ticket_type_name: 'Backstage',
      code: expect.stringMatching(/^[0-9A-Z]{20}$/),
    })
    const records = await recordsOf()
    expect(records).toMatchObject([
      {
        ...{ id: recordId, action: 'tickets.import', entityType: 'session', by: org.owner, before: null },
        change: { ...counts, match: 'number', missing: 'keep', newTicketTypes: ['Backstage'], ids: [id] },
      },
    ])
    expect(JSON.stringify(records)).not.toMatch(/Ana|example|printed|Desk/)
    const device = newDevice()
    const [changes] = (await catchUp(device, org.staff, org.session)).slice(-1)
    await expectUpToDate(device, org.session, changes as Changes)
  })

  it('happens once, however often it is repeated, and has the first response each time', async () => {
    const body = { tickets: [{ ticketTypeName: 'VIP', quantity: 3 }], match: 'guest' }
    const { version } = await previewOf(body)
    const responses = await Promise.all(Array.from({ length: 4 }, () => run(body, version)))
    await query(`UPDATE tickets SET attendee_name = 'Sold' WHERE session_number IN
      (SELECT number FROM sessions WHERE id = '${org.session}')`)
    responses.push(await run(body, version))
    const [record, ...others] = await recordsOf()
    for (const { status, body: result } of responses) {
      const counts = { inserted: 3, updated: 0, unchanged: 0, voided: 0 }
      expect([status, result]).toEqual([200, { ...counts, recordId: record?.id }])
    }
    expect(await ticketsOf()).toHaveLength(3)
    expect(others).toEqual([])
  })

  it('is refused if a ticket that it would change or void is not what it was', async () => {
    await addTickets(org, [{ ticket_number: 'A-1' }, { ticket_number: 'A-2' }, { ticket_number: 'A-3' }])
    const body = { tickets: [row('A-1', { seatLabel: 'A' }), row('A-3')], missing: 'void' }
    for (const change of [
      `UPDATE tickets SET attendee_name = 'Bo' WHERE ticket_number = 'A-1'`,
      `UPDATE tickets SET note = 'Desk' WHERE ticket_number = 'A-2'`,
      `UPDATE tickets SET seat_label = 'Z', ticket_number = 'B-1' WHERE ticket_number = 'A-3'`,
    ]) {
      const { version } = await previewOf(body)
      await query(`${change} AND session_number = (SELECT number FROM sessions WHERE id = '${org.session}')`)
      const before = await ticketsOf()
      await expectError((await run(body, version)).response, 'preview_outdated')
      expect(await ticketsOf()).toEqual(before)
    }
  })

  it('is not outdated by check-ins, other sales or other changes, and voids nobody who is inside', async () => {
    await addTickets(org, [
      { ticket_number: 'A-1' },
      { ticket_number: 'A-2' },
      { ticket_number: 'A-3', attendee_name: 'Ana' },
    ])
    const body = {
      tickets: [row('A-1', { seatLabel: 'A' }), row('A-3', { attendeeName: 'Ana' }), row('N-1')],
      missing: 'void',
    }
    const { version, toVoid } = await previewOf(body)
    expect(toVoid).toBe(1)
    await checkIn('A-1')
    await checkIn('A-2')
    await query(`UPDATE tickets SET seat_label = 'Z' WHERE ticket_number = 'A-3' AND attendee_name = 'Ana'`)
    expect(await run(body, version)).toMatchObject({
      status: 200,
      body: { inserted: 1, updated: 1, unchanged: 1, voided: 0 },
    })
    const statuses = (await ticketsOf()).map(({ ticket_number, status }) => `${ticket_number} ${status}`)
    expect(statuses).toEqual(['A-1 CheckedIn', 'A-2 CheckedIn', 'A-3 Valid', 'N-1 Valid'])

    const late = { tickets: [row('N-2')] }
    const preview = await previewOf(late)
    await addTickets(org, [{ ticket_number: 'SOLD' }])
    expect(await run(late, preview.version)).toMatchObject({ status: 200, body: { inserted: 1 } })
  })

  it('adds no type again under the name that it had at the preview', async () => {
    const body = { tickets: [row('A-1', { ticketTypeName: 'VIP' })] }
    const { version, newTicketTypes } = await previewOf(body)
    expect(newTicketTypes).toEqual([])
    await query(`UPDATE ticket_types SET name = 'Gold' WHERE id = ?`, org.types.VIP)
    await expectError((await run(body, version)).response, 'preview_outdated')
    const second = await previewOf(body)
    expect(second.newTicketTypes).toEqual(['VIP'])
    // Another import may have added it in the meantime.
    await importRows({ tickets: [row('B-1', { ticketTypeName: 'vip' })] })
    expect(await run(body, second.version)).toMatchObject({ status: 200, body: { inserted: 1 } })
    expect((await ticketsOf()).map(({ ticket_type_name: type }) => type)).toEqual(['vip', 'vip'])
  })

  it('is bound to the rows, the options, the session and the person of its preview', async () => {
    const body = { tickets: [row('A-1')] }
    const { version } = await previewOf(body)
    const other = await addSession(org)
    const outdated = [
      await run({ tickets: [row('A-2')] }, version),
      await run({ ...body, missing: 'void' }, version),
      await run(body, `${version.slice(0, -2)}xx`),
      await send('POST', path, org.manager, { ...body, expectedVersion: version }),
      await send('POST', `/sessions/${other}/imports`, org.owner, { ...body, expectedVersion: version }),
    ]
    for (const { response } of outdated) await expectError(response, 'preview_outdated')
    expect(await ticketsOf()).toEqual([])
    const { response } = await send('POST', path, org.owner, body)
    await expectError(response, 'invalid_request', /^expectedVersion: must be the version of a preview/)
  })

  it('is refused while there is a problem', async () => {
    const body = { tickets: [row('A-1'), row('A-2', { flag: 'Red' }), row('a-1')] }
    const { version } = await previewOf(body)
    await expectError(
      (await run(body, version)).response,
      'invalid_request',
      /^Row 2, flag: must be one of None, Info, Stop\. 1 more problem\. Nothing was changed\.$/,
    )
    expect(await ticketsOf()).toEqual([])
  })

  it('finds a type whose name was written decomposed', async () => {
    const id = crypto.randomUUID()
    await insert('ticket_types', { id, event_id: org.event, name: 'Cafe\u0301', flag: 'Stop' })
    await addTickets(org, [{ ticket_number: 'A-1', ticket_type_id: id }])
    const { unchanged, newTicketTypes } = await previewOf({
      tickets: [row('A-1', { ticketTypeName: 'Café' })],
    })
    expect([unchanged, newTicketTypes]).toEqual([1, []])
  })

  it('has an id that a forged version cannot choose', async () => {
    const body = { tickets: [row('A-1')] }
    const { version } = await previewOf(body)
    expect((await run(body, version)).status).toBe(200)
    const [checksum, importId] = JSON.parse(
      new TextDecoder().decode(Uint8Array.fromBase64(version, { alphabet: 'base64url' })),
    )
    const [record] = await recordsOf()
    expect(checksum).toEqual(expect.any(String))
    expect(importId).not.toBe(record?.id)
  })

  it('that changes nothing is not recorded', async () => {
    await addTickets(org, [{ ticket_number: 'A-1' }])
    expect(await importRows({ tickets: [row('A-1')] })).toEqual({
      ...{ inserted: 0, updated: 0, unchanged: 1, voided: 0, recordId: null },
    })
    expect(await recordsOf()).toEqual([])
  })

  it('is for owners and managers of the organizer', async () => {
    const body = { tickets: [row('A-1')] }
    const { version } = await previewOf(body)
    const stranger = (await makeOrganizer()).owner
    for (const [subject, code] of [
      [org.staff, 'forbidden'],
      [stranger, 'session_not_found'],
    ] as const) {
      const attempts = [
        await send('POST', path, subject, { ...body, expectedVersion: version }),
        await revert(crypto.randomUUID(), subject),
      ]
      for (const { response } of attempts) await expectError(response, code)
    }
  })
})

it('of many long type names records the first of them, and the ids that a revert needs', async () => {
  const tickets = Array.from({ length: 150 }, (_, n) => ({
    ...row(`N-${n}`, { id: crypto.randomUUID() }),
    ticketTypeName: `${n} ${'𝄞'.repeat(90)}`,
  }))
  const { recordId } = await importRows({ tickets })
  const [record] = await recordsOf()
  const change = record?.change as { newTicketTypes: string[]; ids: string[] }
  expect(change.newTicketTypes).toEqual([
    ...tickets.slice(0, 5).map(({ ticketTypeName }) => ticketTypeName),
    '… (cut)',
  ])
  expect(change.ids).toHaveLength(150)
  expect((await revert(recordId as string)).body).toMatchObject({ deleted: 150 })
})

describe('another writer between reading and writing', () => {
  /** Runs an import while `statement` is written just before its transaction, the first time. */
  const runBeside = async (body: Body, statement: string) => {
    const { version } = await previewOf(body)
    let batches = 0
    const DB = faultyDatabase((real) => async (statements) => {
      batches += 1
      // The first one reads.
      if (batches === 2) {
        await query(
          statement.replaceAll('SESSION', `(SELECT number FROM sessions WHERE id = '${org.session}')`),
        )
      }
      return real(statements)
    })
    return callWithBindings(
      { DB },
      `${API}${path}`,
      jsonRequest('POST', org.owner, { ...body, expectedVersion: version }),
    )
  }

  it('who sells tickets takes no place or number from the import', async () => {
    await addTickets(org, [{ ticket_number: 'A-1' }])
    const response = await runBeside(
      { tickets: [{ ticketTypeName: 'VIP', quantity: 2 }], match: 'guest' },
      `INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id)
       SELECT key + 1, '${crypto.randomUUID()}', session_number, '000002', 'Valid', ticket_type_id FROM tickets
       WHERE session_number = SESSION AND ticket_number = 'A-1'`,
    )
    expect(await response.json()).toMatchObject({ inserted: 2 })
    const numbers = (await ticketsOf()).map(({ ticket_number }) => ticket_number)
    expect(numbers).toEqual(['A-1', '000002', '000003', '000004'])
  })

  it('who adds the guest of another session’s list is seen, whatever the match', async () => {
    await addTickets(org, [{ ticket_number: 'A-1' }])
    const tickets = [
      row('Z-1', { session: org.otherEventSession, attendeeName: 'Ana', attendeeEmail: 'a@example.net' }),
    ]
    const response = await runBeside(
      { tickets },
      `INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name, attendee_name, attendee_email)
       SELECT key + 1, '${crypto.randomUUID()}', session_number, 'Y-1', 'Valid', ticket_type_id, 'Standing', 'Ana', 'a@example.net'
       FROM tickets WHERE session_number = SESSION AND ticket_number = 'A-1'`,
    )
    await expectError(response, 'preview_outdated')
    expect(await ticketsOf()).toHaveLength(2)
  })

  it('who checks a guest in wins over the void of the ticket', async () => {
    await addTickets(org, [{ ticket_number: 'A-1' }, { ticket_number: 'A-2' }])
    const response = await runBeside(
      { tickets: [row('A-2')], missing: 'void' },
      `UPDATE tickets SET status = 'CheckedIn' WHERE session_number = SESSION AND ticket_number = 'A-1'`,
    )
    expect(await response.json()).toMatchObject({
      inserted: 0,
      updated: 0,
      unchanged: 1,
      voided: 0,
      recordId: null,
    })
    expect((await ticketsOf()).map(({ status }) => status)).toEqual(['CheckedIn', 'Valid'])
  })

  it.each([
    [
      'changes a value that it would change',
      `UPDATE tickets SET seat_label = 'Z' WHERE session_number = SESSION`,
    ],
    ['deletes a ticket that it would change', 'DELETE FROM tickets WHERE session_number = SESSION'],
  ])('who %s makes it outdated', async (_, statement) => {
    await addTickets(org, [{ ticket_number: 'A-1' }])
    const response = await runBeside({ tickets: [row('A-1', { seatLabel: 'A' }), row('N-1')] }, statement)
    await expectError(response, 'preview_outdated')
    expect((await ticketsOf()).map(({ ticket_number }) => ticket_number)).not.toContain('N-1')
    expect(await recordsOf()).toEqual([])
  })

  it('who takes its new number, code or type makes it read again', async () => {
    const [type, id] = [crypto.randomUUID(), crypto.randomUUID()]
    await addTickets(org, [{ ticket_number: 'A-1' }])
    const body = { tickets: [row('N-1', { ticketTypeName: 'Box', code: 'c' })] }
    const added = await runBeside(
      body,
      `INSERT INTO ticket_types (id, event_id, name) VALUES ('${type}', '${org.event}', 'BOX')`,
    )
    expect(await added.json()).toMatchObject({ inserted: 1 })
    expect((await ticketsOf()).at(-1)).toMatchObject({ ticket_type_id: type })
    const sold = await runBeside(
      { tickets: [row('N-2', { code: 'd' })] },
      `INSERT INTO tickets (key, id, session_number, ticket_number, code, status, ticket_type_id)
       SELECT key + 5, '${id}', session_number, 'X', 'd', 'Valid', ticket_type_id FROM tickets
       WHERE session_number = SESSION AND ticket_number = 'A-1'`,
    )
    await expectError(sold, 'invalid_request', /^Row 1, code: is the code of another ticket/)
  })

  it('who renames its type renames that of its tickets', async () => {
    const response = await runBeside(
      { tickets: [row('N-1', { ticketTypeName: 'VIP' })] },
      `UPDATE ticket_types SET name = 'Gold' WHERE id = '${org.types.VIP}'`,
    )
    expect(await response.json()).toMatchObject({ inserted: 1 })
    expect(await ticketsOf()).toMatchObject([{ ticket_type_id: org.types.VIP, ticket_type_name: 'Gold' }])
  })

  it('who gives its code to a ticket of another organizer is noticed', async () => {
    const other = await makeOrganizer()
    const code = makeCode()
    await addTickets(other, [{}])
    const response = await runBeside(
      { tickets: [row('N-1', { code })] },
      `UPDATE tickets SET code = '${code}' WHERE session_number = (SELECT number FROM sessions WHERE id = '${other.session}')`,
    )
    await expectError(response, 'code_taken', /^Row 1, code: /)
    expect(await ticketsOf()).toEqual([])
  })

  it('who sells the last ticket that a session may have is noticed', async () => {
    const response = await runBeside(
      { tickets: [row('N-1')] },
      'UPDATE ticket_counts SET valid = 200000 WHERE session_number = SESSION',
    )
    await expectError(response, 'limit_reached', /^Row 1: /)
    expect(await ticketsOf()).toEqual([])
  })

  it('who removes the member ends it', async () => {
    const response = await runBeside(
      { tickets: [row('A-1')] },
      `DELETE FROM members WHERE subject = '${org.owner}'`,
    )
    await expectError(response, 'session_not_found')
    expect(await ticketsOf()).toEqual([])
  })

  it('who sells a ticket with the key of a deleted one gets no value of another guest', async () => {
    await addTickets(org, [{ ticket_number: 'A-1' }, { ticket_number: 'A-2' }])
    const id = crypto.randomUUID()
    for (const body of [
      { tickets: [row('A-1'), row('A-2', { holderEmail: 'ana@example.com' })] },
      { tickets: [row('A-1')], missing: 'void' },
    ]) {
      const response = await runBeside(
        body,
        `UPDATE tickets SET id = '${id}', ticket_number = 'SOLD' WHERE session_number = SESSION AND ticket_number <> 'A-1'`,
      )
      await expectError(response, 'preview_outdated')
      const [, sold] = await ticketsOf()
      expect(sold).toMatchObject({ id, status: 'Valid', holder_email: null })
      await query(`UPDATE tickets SET id = ?, ticket_number = 'A-2' WHERE id = ?`, crypto.randomUUID(), id)
    }
  })

  it('who changes a ticket that it would void makes it outdated', async () => {
    await addTickets(org, [{ ticket_number: 'A-1' }, { ticket_number: 'A-2' }])
    const response = await runBeside(
      { tickets: [row('A-1')], missing: 'void' },
      `UPDATE tickets SET attendee_name = 'Bo' WHERE session_number = SESSION AND ticket_number = 'A-2'`,
    )
    await expectError(response, 'preview_outdated')
  })

  it('who gives another ticket the number that it would set is noticed', async () => {
    await addTickets(org, [{ ticket_number: 'A-1' }, { ticket_number: 'A-2' }])
    await query(`UPDATE tickets SET code = 'own' WHERE ticket_number = 'A-1' AND session_number =
      (SELECT number FROM sessions WHERE id = '${org.session}')`)
    const response = await runBeside(
      { tickets: [row('N-1', { code: 'own' })], match: 'code' },
      `UPDATE tickets SET ticket_number = 'N-1' WHERE session_number = SESSION AND ticket_number = 'A-2'`,
    )
    await expectError(response, 'invalid_request', /is the number of another ticket/)
  })

  it('who imports the same guests adds none of them twice', async () => {
    await addTickets(org, [{ ticket_number: '000002' }])
    const body = { tickets: [{ ticketTypeName: 'Standing', attendeeName: 'Ana' }], match: 'guest' }
    const { version } = await previewOf(body)
    let batches = 0
    const DB = faultyDatabase((real) => async (statements) => {
      batches += 1
      if (batches === 2) await importRows(body)
      return real(statements)
    })
    const response = await callWithBindings(
      { DB },
      `${API}${path}`,
      jsonRequest('POST', org.owner, { ...body, expectedVersion: version }),
    )
    await expectError(response, 'preview_outdated')
    expect(await ticketsOf()).toHaveLength(2)
  })

  it('of the same import, whose response was lost, leaves it done once', async () => {
    const body = { tickets: [row('A-1')] }
    const { version } = await previewOf(body)
    let batches = 0
    const DB = faultyDatabase((real) => async (statements) => {
      const results = await real(statements)
      batches += 1
      if (batches === 2) throw new Error('Network connection lost.')
      return results
    })
    const response = await callWithBindings(
      { DB },
      `${API}${path}`,
      jsonRequest('POST', org.owner, { ...body, expectedVersion: version }),
    )
    // The batch that was sent again failed, and the session was read again.
    expect(batches).toBe(3)
    expect(await response.json()).toMatchObject({ inserted: 1 })
    expect(await ticketsOf()).toHaveLength(1)
  })
})

describe('taking an import back', () => {
  const importAndRecord = async (body: Body): Promise<string> => (await importRows(body)).recordId as string

  it('deletes what it has inserted, once, and nothing else', async () => {
    await addTickets(org, [{ ticket_number: 'A-1' }])
    const given = crypto.randomUUID()
    const first = await importAndRecord({ tickets: [row('B-1')] })
    const wrong = await importAndRecord({
      tickets: [row('A-1', { seatLabel: 'A' }), row('N-1', { id: given }), row('N-2')],
    })
    // A ticket that was sold since takes the key of one that was deleted since.
    await query(`DELETE FROM tickets WHERE ticket_number = 'N-2' AND session_number =
      (SELECT number FROM sessions WHERE id = '${org.session}')`)
    await addTickets(org, [{ ticket_number: 'SOLD' }])
    for (let call = 0; call < 2; call += 1) {
      expect(await revert(wrong)).toMatchObject({ status: 200, body: { deleted: 1 } })
    }
    const numbers = (await ticketsOf()).map(({ ticket_number }) => ticket_number)
    expect(numbers).toEqual(['A-1', 'B-1', 'SOLD'])
    expect((await recordsOf())[0]).toMatchObject({
      action: 'tickets.revert',
      change: { recordId: wrong, deleted: 1 },
    })
    expect((await revert(first)).body).toMatchObject({ deleted: 1 })
  })

  it('leaves a ticket that somebody added with an id like its own', async () => {
    const record = await importAndRecord({ tickets: [row('N-1')] })
    const [made] = await ticketsOf()
    const id = `${String(made?.id).slice(0, 24)}ffffffffffff`
    const added = { tickets: [{ id, ticketNumber: 'OWN', ticketTypeName: 'Standing' }] }
    expect((await send('POST', `/sessions/${org.session}/tickets`, org.owner, added)).status).toBe(201)
    expect((await revert(record)).body).toMatchObject({ deleted: 1 })
    expect((await ticketsOf()).map(({ ticket_number }) => ticket_number)).toEqual(['OWN'])
  })

  it('is refused if a guest of it was ever checked in', async () => {
    const record = await importAndRecord({ tickets: [row('N-1'), row('N-2')] })
    await checkIn('N-2')
    await expectError(
      (await revert(record)).response,
      'in_use',
      /^1 of the tickets were checked in\. Nothing/,
    )
    expect(await ticketsOf()).toHaveLength(2)
    await query(`UPDATE tickets SET status = 'Valid', checked_in_at = NULL WHERE ticket_number = 'N-2'`)
    expect((await revert(record)).body).toMatchObject({ deleted: 2 })
  })

  it('leaves a ticket that was made anew with an id that the rows gave', async () => {
    const id = crypto.randomUUID()
    const record = await importAndRecord({ tickets: [row('N-1', { id })] })
    const ticket = `/sessions/${org.session}/tickets/${id}`
    expect((await remove(ticket, org.owner)).status).toBe(204)
    await query(
      `INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id)
       SELECT (number << 20) + 9, ?, number, 'SOLD', 'Valid', ? FROM sessions WHERE id = ?`,
      id,
      (await query('SELECT id FROM ticket_types WHERE event_id = ? LIMIT 1', org.event))[0]?.id as string,
      org.session,
    )
    expect((await revert(record)).body).toMatchObject({ deleted: 0 })
    expect(await ticketsOf()).toHaveLength(1)
  })

  it('needs a record of an import of the session', async () => {
    const record = await importAndRecord({ tickets: [row('N-1')] })
    const other = await addSession(org)
    const elsewhere = await send('POST', `/sessions/${other}/imports/${record}/revert`, org.owner, {})
    await expectError(elsewhere.response, 'record_not_found')
    await expectError((await revert(crypto.randomUUID())).response, 'record_not_found')
    expect((await revert(record)).body).toMatchObject({ deleted: 1 })
    const [taken] = await recordsOf()
    await expectError((await revert(taken?.id as string)).response, 'record_not_found')
  })
})

it('costs round trips by the page and the megabyte, and rows by the ticket', { tags: ['slow'] }, async () => {
  const count = isFull ? 20_000 : 2_000
  const tickets = Array.from({ length: count }, (_, n) =>
    row(`N-${n}`, { attendeeName: `Guest ${n}`, holderEmail: `guest${n}@example.com`, code: `code-${n}` }),
  )
  await addTickets(org, [{ ticket_number: 'A-1' }])
  const post = async (to: string, body: object) => {
    const { DB, cost } = measuringDatabase()
    const response = await callWithBindings({ DB }, `${API}${to}`, jsonRequest('POST', org.owner, body))
    return { cost, body: await okBody<Preview & Result>(response) }
  }
  type Cost = { trips: number; read: number; written: number }
  const expectCost = (cost: Cost, most: Cost) => {
    expect(cost.trips, 'round trips').toBeLessThanOrEqual(most.trips)
    expect(cost.read / count, 'rows read for each ticket').toBeLessThanOrEqual(most.read)
    expect(cost.written / count, 'rows written for each ticket').toBeLessThanOrEqual(most.written)
  }
  const pages = isFull ? 5 : 1
  const first = await post(`${path}/preview`, { tickets })
  expectCost(first.cost, { trips: 1, read: 0.1, written: 0 })
  const checkingIn = checkIn('A-1')
  const inserted = await post(path, { tickets, expectedVersion: first.body.version })
  await checkingIn
  expect(inserted.body.inserted).toBe(count)
  // Two for the lease.
  expectCost(inserted.cost, { trips: 2 + 2, read: 29, written: 17 })

  const changed = tickets.map((ticket) => ({ ...ticket, seatLabel: 'A' }))
  const second = await post(`${path}/preview`, { tickets: changed })
  expectCost(second.cost, { trips: pages, read: 1.1, written: 0 })
  const updated = await post(path, { tickets: changed, expectedVersion: second.body.version })
  expect(updated.body.updated).toBe(count)
  expectCost(updated.cost, { trips: 1 + pages + 2, read: 25, written: 8.01 })
})
