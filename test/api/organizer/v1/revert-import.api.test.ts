// @module-tag more
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../../src/db/client.ts'
import { deleteOldValues } from '../../../../src/domain/erase/kept-values.ts'
import { runIn } from '../../../../src/domain/erase/run.ts'
import { eraseDueGuests } from '../../../../src/domain/erase/sessions.ts'
import { makeCode } from '../../../../src/domain/tickets/code.ts'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { here } from '../../../support/address.ts'
import { call, callWithBindings, expectError, jsonRequest, okBody } from '../../../support/api.ts'
import { faultyDatabase, measuringDatabase } from '../../../support/faulty-database.ts'
import {
  addSession,
  addTickets,
  insert,
  makeOrganizer,
  type Organizer,
  query,
  type Row,
} from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'
import { API, historyOf, remove, send } from '../../../support/setup.ts'

type Preview = Schemas['RevertPreview']
type Reverted = Schemas['RevertedImport']
type Body = { tickets: unknown[]; match?: string; missing?: string }

let org: Organizer
let path: string
beforeEach(async () => {
  org = await makeOrganizer()
  path = `/sessions/${org.session}/imports`
})

const importRows = async (body: Body): Promise<string> => {
  const { body: preview } = await send<Schemas['ImportPreview']>('POST', `${path}/preview`, org.owner, body)
  const run = { ...body, expectedVersion: preview.version }
  const { status, body: result } = await send<Schemas['ImportResult']>('POST', path, org.owner, run)
  expect(status, JSON.stringify([preview, result])).toBe(200)
  return result.recordId as string
}

const previewOf = async (record: string): Promise<Preview> => {
  const { status, body } = await send<Preview>('POST', `${path}/${record}/revert/preview`, org.owner, {})
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const tryRevert = (record: string, body: object = {}, subject = org.owner) =>
  send<Reverted>('POST', `${path}/${record}/revert`, subject, body)

/** Previews and reverts, and expects that it does what was previewed. */
const revert = async (record: string): Promise<Reverted> => {
  const preview = await previewOf(record)
  const body = { expectedVersion: preview.version, checkedIn: 'keep' }
  const { status, body: result } = await tryRevert(record, body)
  expect(status, JSON.stringify(result)).toBe(200)
  expect(result).toEqual({
    deleted: preview.toDelete,
    restored: preview.toRestore,
    uncovered: preview.toUncover,
    leftOut: preview.leftOut,
  })
  return result
}

/** The tickets of the session, without what every change sets. */
const list = async () => {
  const rows = await query(
    `SELECT tickets.* FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = ? ORDER BY key`,
    org.session,
  )
  return rows.map(({ updated_at, updated_by, ...row }) => row)
}

const ticket = async (number: string) => {
  const found = (await list()).find(({ ticket_number }) => ticket_number === number)
  return found as Record<string, string | number | null> & { id: string }
}

const row = (ticketNumber: string, more: object = {}) => ({
  ticketNumber,
  ticketTypeName: 'Standing',
  ...more,
})

const inSession = `session_number = (SELECT number FROM sessions WHERE id = ?)`
const change = (number: string, set: string) =>
  query(`UPDATE tickets SET ${set} WHERE ticket_number = ? AND ${inSession}`, number, org.session)
const checkIn = (number: string) => change(number, `status = 'CheckedIn', checked_in_at = 5`)
const kept = () => query(`SELECT * FROM kept_values WHERE ${inSession} ORDER BY key`, org.session)

const ticketPath = async (number: string) => `/sessions/${org.session}/tickets/${(await ticket(number)).id}`
const patch = async (number: string, body: object) => {
  const { status } = await send('PATCH', await ticketPath(number), org.owner, body)
  expect(status).toBe(200)
}

const leftOut = async (number: string, reason: string) => ({
  ticketId: (await ticket(number)).id,
  ticketNumber: number,
  reason,
})

const nothing = { deleted: 0, restored: 0, uncovered: 0, leftOut: [] }

describe('reverting an import', () => {
  it('gives the whole list back, once', async () => {
    await addTickets(org, [
      { ticket_number: 'A-1', attendee_name: 'Ana', holder_email: 'ana@example.com', seat_label: 'A' },
      { ticket_number: 'A-2' },
      { ticket_number: 'A-3' },
      { ticket_number: 'A-4' },
    ])
    const before = await list()
    const record = await importRows({
      tickets: [
        row('A-1', { attendeeName: 'Bo', holderEmail: '', seatLabel: 'B', ticketTypeName: 'Box' }),
        row('A-2', { status: 'Refunded' }),
        row('A-3'),
        row('N-1', { ticketTypeName: 'Box' }),
      ],
      missing: 'void',
    })
    expect((await ticket('A-4')).status).toBe('Voided')
    const preview = await previewOf(record)
    expect(preview).toEqual({
      version: expect.any(String),
      ...{
        toDelete: 1,
        toRestore: 1,
        toUncover: 2,
        checkedIn: 0,
        leftOut: [],
        leftOutCount: 0,
        warnings: [],
      },
      keptUntil: expect.stringMatching(/Z$/),
    })
    const result = { deleted: 1, restored: 1, uncovered: 2, leftOut: [] }
    expect(await revert(record)).toEqual(result)
    expect(await list()).toEqual(before)
    for (const body of [{}, { checkedIn: 'keep' }, { expectedVersion: preview.version }]) {
      expect((await tryRevert(record, body)).body).toEqual(result)
    }
    const [latest] = await historyOf(org.id, org.owner, org.session)
    expect(latest).toMatchObject({
      action: 'tickets.revert',
      change: { recordId: record, deleted: 1, restored: 1, uncovered: 2 },
    })
  })

  it('takes no body, or one without fields, as one that asks for nothing else', async () => {
    const record = await importRows({ tickets: [row('N-1')] })
    for (const to of [`${path}/${record}/revert/preview`, `${path}/${record}/revert`]) {
      const response = await call(`${API}${to}`, { method: 'POST', subject: org.owner })
      expect(response.status).toBe(200)
    }
    expect(await list()).toEqual([])
    for (const [body, code] of [
      ['{"checkedIn":"maybe"}', 'invalid_request'],
      ['{"force":true}', 'invalid_request'],
      ['', 'invalid_request'],
    ] as const) {
      const response = await call(`${API}${path}/${record}/revert`, {
        ...{ method: 'POST', subject: org.owner, body },
        headers: { 'Content-Type': 'application/json' },
      })
      await expectError(response, code)
    }
    const response = await call(`${API}${path}/${record}/revert`, {
      ...{ method: 'POST', subject: org.owner, body: '{}' },
      headers: { 'Content-Type': 'text/plain' },
    })
    await expectError(response, 'unsupported_media_type')
  })

  it('is for managers of the organizer, by a record of the session', async () => {
    const record = await importRows({ tickets: [row('N-1')] })
    const stranger = (await makeOrganizer()).owner
    const other = await addSession(org)
    for (const [session, subject, id, code] of [
      [org.session, org.staff, record, 'forbidden'],
      [org.session, stranger, record, 'session_not_found'],
      [org.session, org.owner, crypto.randomUUID(), 'record_not_found'],
      [other, org.owner, record, 'record_not_found'],
    ] as const) {
      for (const end of ['revert', 'revert/preview']) {
        const to = `/sessions/${session}/imports/${id}/${end}`
        await expectError((await send('POST', to, subject, {})).response, code)
      }
    }
    expect(await list()).toHaveLength(1)
  })

  it('does exactly what was previewed, or nothing', async () => {
    await addTickets(org, [{ ticket_number: 'A-1', seat_label: 'A' }])
    const record = await importRows({ tickets: [row('A-1', { seatLabel: 'B' }), row('N-1')] })
    const { version } = await previewOf(record)
    await change('A-1', `seat_label = 'C'`)
    const outdated = [
      await tryRevert(record, { expectedVersion: version }),
      await tryRevert(record, { expectedVersion: 'x' }),
      await tryRevert(record, { expectedVersion: version }, org.manager),
    ]
    for (const { response } of outdated) await expectError(response, 'preview_outdated')
    await change('A-1', `seat_label = 'B'`)
    expect((await tryRevert(record, { expectedVersion: version })).body).toMatchObject({ restored: 1 })
  })

  it('warns of more tickets than the capacity', async () => {
    await addTickets(org, [{ ticket_number: 'A-1' }, { ticket_number: 'A-2' }])
    const record = await importRows({ tickets: [row('A-1')], missing: 'void' })
    await query('UPDATE sessions SET capacity = 1 WHERE id = ?', org.session)
    expect((await previewOf(record)).warnings).toEqual([{ code: 'over_capacity', tickets: 1 }])
  })
})

describe('leaves out', () => {
  it('guests who were checked in: refuses, or keeps them', async () => {
    const record = await importRows({ tickets: [row('N-1'), row('N-2')] })
    await checkIn('N-2')
    const { version, ...preview } = await previewOf(record)
    expect(preview).toMatchObject({ toDelete: 1, checkedIn: 1, leftOut: [await leftOut('N-2', 'CheckedIn')] })
    for (const body of [{}, { expectedVersion: version }, { checkedIn: 'refuse' }]) {
      const { response } = await tryRevert(record, body)
      await expectError(response, 'in_use', /^1 of the tickets were checked in\. Nothing was deleted\.$/)
    }
    const left = [await leftOut('N-2', 'CheckedIn')]
    for (let time = 0; time < 2; time += 1) {
      const { body } = await tryRevert(record, { checkedIn: 'keep', expectedVersion: version })
      expect(body).toEqual({ ...nothing, deleted: 1, leftOut: left })
    }
    // A repeat answers the same, whatever became of the guest.
    await query(`DELETE FROM tickets WHERE ticket_number = 'N-2' AND ${inSession}`, org.session)
    expect((await tryRevert(record)).body).toEqual({ ...nothing, deleted: 1, leftOut: left })
  })

  it('fields that were changed since, and gives the others back', async () => {
    await addTickets(org, [{ ticket_number: 'A-1', seat_label: 'A', attendee_name: 'Ana' }])
    const record = await importRows({ tickets: [row('A-1', { seatLabel: 'B', attendeeName: 'Bo' })] })
    await patch('A-1', { attendee: { name: 'Cleo' } })
    expect(await revert(record)).toEqual({
      ...nothing,
      restored: 1,
      leftOut: [await leftOut('A-1', 'ChangedSince')],
    })
    expect(await ticket('A-1')).toMatchObject({ seat_label: 'A', attendee_name: 'Cleo' })
  })

  it('a void by somebody else', async () => {
    await addTickets(org, [{ ticket_number: 'A-1' }, { ticket_number: 'A-2' }])
    const record = await importRows({ tickets: [row('A-2')], missing: 'void' })
    await patch('A-1', { status: 'Valid' })
    await patch('A-1', { status: 'Voided' })
    expect(await revert(record)).toEqual({ ...nothing, leftOut: [await leftOut('A-1', 'ChangedSince')] })
    expect(await ticket('A-1')).toMatchObject({ status: 'Voided' })
  })

  it('a ticket that would be void again and is checked in by now', async () => {
    await addTickets(org, [{ ticket_number: 'A-1', status: 'Voided', seat_label: 'A' }])
    const record = await importRows({ tickets: [row('A-1', { status: 'Valid', seatLabel: 'B' })] })
    await checkIn('A-1')
    expect(await revert(record)).toEqual({
      ...nothing,
      restored: 1,
      leftOut: [await leftOut('A-1', 'CheckedIn')],
    })
    expect(await ticket('A-1')).toMatchObject({ status: 'CheckedIn', seat_label: 'A' })
  })

  it('what became valid by the import is void again', async () => {
    await addTickets(org, [{ ticket_number: 'A-1', status: 'Voided' }])
    const record = await importRows({ tickets: [row('A-1', { status: 'Valid' })] })
    expect(await revert(record)).toEqual({ ...nothing, restored: 1 })
    expect(await ticket('A-1')).toMatchObject({ status: 'Voided' })
  })

  it('numbers and codes that another ticket has by now', async () => {
    await addTickets(org, [{ ticket_number: 'A-1' }, { ticket_number: 'A-2' }, { ticket_number: 'A-3' }])
    for (const n of [1, 2, 3]) await change(`A-${n}`, `code = 'c${n}', seat_label = 'A'`)
    const renumbered = await importRows({
      ...{ tickets: [row('B-1', { code: 'c1', seatLabel: 'B' })], match: 'code' },
    })
    const coded = await importRows({ tickets: [row('A-2', { code: 'd2', seatLabel: 'B' })] })
    const free = await importRows({ tickets: [row('A-3', { code: 'd3' })] })
    await addTickets(org, [{ ticket_number: 'a-1' }, { ticket_number: 'S-2' }])
    await change('S-2', `code = 'c2'`)
    expect(await revert(renumbered)).toEqual({
      ...nothing,
      restored: 1,
      leftOut: [await leftOut('B-1', 'NumberTaken')],
    })
    expect(await revert(coded)).toEqual({
      ...nothing,
      restored: 1,
      leftOut: [await leftOut('A-2', 'CodeTaken')],
    })
    expect(await ticket('B-1')).toMatchObject({ seat_label: 'A', code: 'c1' })
    expect(await ticket('A-2')).toMatchObject({ seat_label: 'A', code: 'd2' })
    expect(await revert(free)).toEqual({ ...nothing, restored: 1 })
    expect(await ticket('A-3')).toMatchObject({ code: 'c3' })
  })

  it('a code that belongs to another organizer by now', async () => {
    const code = makeCode()
    await addTickets(org, [{ ticket_number: 'A-1' }])
    await change('A-1', `code = '${code}'`)
    const record = await importRows({ tickets: [row('A-1', { code: 'printed' })] })
    const other = await makeOrganizer()
    await addTickets(other, [{}])
    await query(
      `UPDATE tickets SET code = ? WHERE session_number = (SELECT number FROM sessions WHERE id = ?)`,
      code,
      other.session,
    )
    expect(await revert(record)).toEqual({ ...nothing, leftOut: [await leftOut('A-1', 'CodeTaken')] })
  })

  it('tickets that are gone or in another session', async () => {
    await addTickets(org, [{ ticket_number: 'A-1', seat_label: 'A' }, { ticket_number: 'A-2' }])
    const record = await importRows({
      tickets: [row('A-1', { seatLabel: 'B', attendeeName: 'Bo' }), row('A-2', { seatLabel: 'B' })],
    })
    const left = [await leftOut('A-1', 'Gone'), await leftOut('A-2', 'Gone')]
    expect((await remove(await ticketPath('A-1'), org.owner)).status).toBe(204)
    const other = await addSession(org)
    await query(
      `UPDATE tickets SET session_number = (SELECT number FROM sessions WHERE id = ?),
        key = ((SELECT number FROM sessions WHERE id = ?) << 20) + 1 WHERE id = ?`,
      ...[other, other, (await ticket('A-2')).id],
    )
    expect(await revert(record)).toEqual({ ...nothing, leftOut: left })
  })

  it('a new ticket that was moved to another session', async () => {
    const record = await importRows({ tickets: [row('N-1'), row('N-2')] })
    const left = await leftOut('N-1', 'Gone')
    const other = await addSession(org)
    await query(
      `UPDATE tickets SET session_number = (SELECT number FROM sessions WHERE id = ?),
        key = ((SELECT number FROM sessions WHERE id = ?) << 20) + 1 WHERE id = ?`,
      ...[other, other, left.ticketId],
    )
    expect(await revert(record)).toEqual({ ...nothing, deleted: 1, leftOut: [left] })
    expect(await query('SELECT 1 FROM tickets WHERE id = ?', left.ticketId)).toHaveLength(1)
  })

  it('no more than 500 by name', async () => {
    const record = await importRows({ tickets: Array.from({ length: 501 }, (_, n) => row(`N-${n}`)) })
    await query(`UPDATE tickets SET status = 'CheckedIn' WHERE ${inSession}`, org.session)
    expect(await previewOf(record)).toMatchObject({ toDelete: 0, leftOutCount: 501 })
    expect((await revert(record)).leftOut).toHaveLength(500)
  })
})

describe('a void by the import', () => {
  const admit = async (number: string) => {
    const item = { id: crypto.randomUUID(), type: 'CheckIn', ticketId: (await ticket(number)).id }
    const response = await call(
      `/api/v1/sessions/${org.session}/check-ins`,
      jsonRequest('POST', org.staff, {
        items: [{ ...item, at: '2026-06-19T18:00:00.000Z', admitted: true }],
      }),
    )
    expect(response.status).toBe(200)
  }

  it('goes, and whoever was let in meanwhile is checked in', async () => {
    await addTickets(org, [{ ticket_number: 'A-1' }, { ticket_number: 'A-2' }])
    const record = await importRows({ tickets: [row('A-2')], missing: 'void' })
    await admit('A-1')
    expect(await ticket('A-1')).toMatchObject({ status: 'Voided' })
    expect(await revert(record)).toEqual({ ...nothing, uncovered: 1 })
    expect(await ticket('A-1')).toMatchObject({ status: 'CheckedIn', cover: null })
  })

  it('gives way to the void that was there before', async () => {
    await addTickets(org, [{ ticket_number: 'A-1' }])
    await patch('A-1', { status: 'Voided' })
    const before = await list()
    const record = await importRows({ tickets: [row('A-1', { status: 'Refunded' })] })
    expect(await ticket('A-1')).toMatchObject({ status: 'Refunded', cover_record: record })
    expect(await revert(record)).toEqual({ ...nothing, restored: 1 })
    expect(await list()).toEqual(before)
  })
})

it('reverts an import in a database that was restored', async () => {
  await addTickets(org, [{ ticket_number: 'A-1', attendee_name: 'Ana' }, { ticket_number: 'A-2' }])
  const before = await list()
  const record = await importRows({
    tickets: [row('A-1', { attendeeName: 'Bo' }), row('N-1')],
    missing: 'void',
  })
  const tables = {
    tickets: await query(
      `SELECT key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name, code, attendee_name,
         cover, cover_record FROM tickets WHERE ${inSession}`,
      org.session,
    ),
    audit_log: await query('SELECT * FROM audit_log WHERE entity_id = ?', org.session),
    kept_values: await kept(),
  }
  await query(`DELETE FROM tickets WHERE ${inSession}`, org.session)
  await query('DELETE FROM audit_log WHERE entity_id = ?', org.session)
  expect(await kept()).toEqual([])
  for (const [table, rows] of Object.entries(tables)) await insert(table, ...(rows as Row[]))
  expect(await revert(record)).toEqual({ ...nothing, deleted: 1, restored: 1, uncovered: 1 })
  expect(await list()).toEqual(before)
})

it('makes a deleted type again by its name', async () => {
  await addTickets(org, [{ ticket_number: 'A-1' }])
  const made = await importRows({ tickets: [row('A-1', { ticketTypeName: 'Box' })] })
  const moved = await importRows({ tickets: [row('A-1', { ticketTypeName: 'Loge' })] })
  const typeId = (name: string) =>
    query('SELECT id FROM ticket_types WHERE event_id = ? AND name = ?', org.event, name)
  const [before] = await typeId('Box')
  await query('DELETE FROM ticket_types WHERE id = ?', before?.id as string)
  expect(await revert(moved)).toEqual({ ...nothing, restored: 1 })
  expect(await ticket('A-1')).toMatchObject({ ticket_type_name: 'Box' })
  expect(await typeId('Box')).not.toEqual([before])
  expect(await revert(made)).toEqual({ ...nothing, restored: 1 })
  expect(await ticket('A-1')).toMatchObject({ ticket_type_name: 'Standing' })
})

describe('other writers', () => {
  /** Reverts while `beside` runs before the batch with this number. */
  const revertBeside = (record: string, at: number, beside: () => Promise<unknown>, body: object = {}) => {
    let batches = 0
    const DB = faultyDatabase((real) => async (statements) => {
      batches += 1
      if (batches === at) await beside()
      return real(statements)
    })
    return callWithBindings({ DB }, `${API}${path}/${record}/revert`, jsonRequest('POST', org.owner, body))
  }

  /** The first batch reads, the next one writes. */
  const WRITE = 2

  it('who check a guest in, or change a field, are seen', async () => {
    await addTickets(org, [{ ticket_number: 'A-1', seat_label: 'A' }, { ticket_number: 'A-2' }])
    const record = await importRows({
      ...{ tickets: [row('A-1', { seatLabel: 'B' }), row('N-1'), row('N-2')], missing: 'void' },
    })
    const refused = await revertBeside(record, WRITE, () => checkIn('N-1'))
    await expectError(refused, 'in_use')
    expect(await ticket('A-2')).toMatchObject({ status: 'Voided' })
    const changed = await revertBeside(record, WRITE, () => change('A-1', `seat_label = 'C'`), {
      checkedIn: 'keep',
    })
    expect(await okBody(changed)).toMatchObject({ deleted: 1, restored: 0, uncovered: 1 })
    expect(await ticket('A-1')).toMatchObject({ seat_label: 'C' })
  })

  it('of the same revert leave it done once, and get the same answer', async () => {
    await addTickets(org, [{ ticket_number: 'A-1', seat_label: 'A' }])
    const record = await importRows({ tickets: [row('A-1', { seatLabel: 'B' }), row('N-1')] })
    let other: unknown
    const response = await revertBeside(record, WRITE, async () => {
      other = (await tryRevert(record, {}, org.manager)).body
    })
    expect(await okBody(response)).toEqual({ ...nothing, deleted: 1, restored: 1 })
    expect(other).toEqual({ ...nothing, deleted: 1, restored: 1 })
    const records = await historyOf(org.id, org.owner, org.session)
    expect(records.filter(({ action }) => action === 'tickets.revert')).toHaveLength(1)
  })

  it('at the same time get one answer', async () => {
    const record = await importRows({ tickets: [row('N-1')] })
    const answers = await Promise.all([tryRevert(record), tryRevert(record, {}, org.manager)])
    for (const { body } of answers) expect(body).toEqual({ ...nothing, deleted: 1 })
  })

  it('do not matter where only the answer was lost', async () => {
    await addTickets(org, [{ ticket_number: 'A-1', seat_label: 'A' }])
    const record = await importRows({ tickets: [row('A-1', { seatLabel: 'B' })] })
    let batches = 0
    const DB = faultyDatabase((real) => async (statements) => {
      const results = await real(statements)
      batches += 1
      if (batches === WRITE) throw new Error('Network connection lost.')
      return results
    })
    const response = await callWithBindings(
      { DB },
      `${API}${path}/${record}/revert`,
      jsonRequest('POST', org.owner, {}),
    )
    expect(await okBody(response)).toEqual({ ...nothing, restored: 1 })
  })
})

describe('old values of a guest', () => {
  const importGuest = async () => {
    await addTickets(org, [
      { ticket_number: 'A-1', seat_label: 'A', attendee_name: 'Ana', holder_email: 'ana@example.com' },
      { ticket_number: 'A-2', seat_label: 'A', attendee_name: 'Zoe' },
    ])
    return importRows({
      tickets: [
        row('A-1', { seatLabel: 'B', attendeeName: 'Bo', holderEmail: 'bo@example.com' }),
        row('A-2', { seatLabel: 'B', attendeeName: 'Zora' }),
      ],
    })
  }

  const expectErased = async (record: string) => {
    const text = JSON.stringify(await kept())
    for (const word of ['Ana', 'ana@', 'Bo', 'bo@']) expect(text).not.toContain(word)
    expect(await revert(record)).toEqual({
      ...nothing,
      restored: 2,
      leftOut: [await leftOut('A-1', 'Erased')],
    })
    expect(await ticket('A-1')).toMatchObject({ seat_label: 'A', attendee_name: null, holder_email: null })
    expect(await ticket('A-2')).toMatchObject({ seat_label: 'A', attendee_name: 'Zoe' })
  }

  it('are kept without those that the ticket has', async () => {
    await importGuest()
    const text = JSON.stringify(await kept())
    expect(text).toContain('Ana')
    expect(text).not.toContain('Bo')
    expect(text).not.toContain('bo@example.com')
  })

  it('are erased with the guest of the ticket', async () => {
    const record = await importGuest()
    expect((await send('POST', `${await ticketPath('A-1')}/erase`, org.owner, undefined)).status).toBe(200)
    await expectErased(record)
  })

  it.each(['bo@example.com', 'ANA@example.com'])('are erased with the address %s', async (email) => {
    const record = await importGuest()
    const erase = `/organizers/${org.id}/erase`
    const other = await makeOrganizer()
    expect((await send('POST', `/organizers/${other.id}/erase`, other.owner, { email })).body).toMatchObject({
      tickets: 0,
    })
    expect(await kept()).toHaveLength(2)
    expect(JSON.stringify(await kept())).toContain('Ana')
    const found = { tickets: 1, sessions: 1, more: false }
    expect((await send('POST', `${erase}/preview`, org.owner, { email })).body).toEqual(found)
    expect((await send('POST', erase, org.owner, { email })).body).toEqual(found)
    expect((await send('POST', erase, org.owner, { email })).body).toMatchObject({ tickets: 0 })
    // The ticket is somebody else’s by now.
    if (email.startsWith('ANA')) {
      expect(await ticket('A-1')).toMatchObject({ attendee_name: 'Bo' })
      await change('A-1', 'attendee_name = NULL, holder_email = NULL')
    }
    await expectErased(record)
  })

  it('are erased with the session', async () => {
    await importGuest()
    await query(`UPDATE organizers SET erase_after_days = 1 WHERE id = ?`, org.id)
    await query(`UPDATE sessions SET starts_at = 1 WHERE id = ?`, org.session)
    await eraseDueGuests(runIn(openDatabase(here(), undefined)), Date.now())
    const text = JSON.stringify(await kept())
    expect(text).not.toMatch(/Ana|ana@|Zoe/)
    expect(await kept()).toHaveLength(2)
  })

  it('go with the ticket, and all with the record', async () => {
    const record = await importGuest()
    await query(`DELETE FROM tickets WHERE ${inSession}`, org.session)
    expect(JSON.stringify(await kept())).not.toMatch(/Ana|ana@|Zoe/)
    await query('DELETE FROM audit_log WHERE call_id = ?', record)
    expect(await kept()).toEqual([])
  })

  it('end after 30 days; then only what was created can be deleted', async () => {
    await addTickets(org, [{ ticket_number: 'A-1', seat_label: 'A' }])
    const record = await importRows({ tickets: [row('A-1', { seatLabel: 'B' }), row('N-1')] })
    const { keptUntil } = await previewOf(record)
    const [made] = await query('SELECT at FROM audit_log WHERE call_id = ?', record)
    expect(Date.parse(keptUntil as string)).toBe((made?.at as number) + 30 * 86_400_000)
    const run = runIn(openDatabase(here(), undefined))
    await deleteOldValues(run, Date.now())
    expect(await kept()).toHaveLength(1)
    // Records of other tests are older: values are looked at from the oldest record on.
    const upToIt = 'id <= (SELECT id FROM audit_log WHERE call_id = ?)'
    await query(`UPDATE audit_log SET at = at - ? WHERE ${upToIt}`, 30 * 86_400_000, record)
    const late = { toDelete: 1, toRestore: 0, leftOut: [], keptUntil: null }
    expect(await previewOf(record)).toMatchObject(late)
    await deleteOldValues(run, Date.now() + 1)
    expect(await kept()).toEqual([])
    expect(await revert(record)).toEqual({ ...nothing, deleted: 1 })
    expect(await ticket('A-1')).toMatchObject({ seat_label: 'B' })
  })
})

it('costs a row more for each changed ticket, and a revert a bounded number', async () => {
  const count = 300
  const numbers = Array.from({ length: count }, (_, n) => `A-${n}`)
  await addTickets(
    org,
    numbers.map((ticket_number) => ({ ticket_number })),
  )
  const body = { tickets: numbers.map((number) => row(number, { seatLabel: 'A' })) }
  const post = async <Answer>(to: string, sent: object) => {
    const { DB, cost } = measuringDatabase()
    const response = await callWithBindings({ DB }, `${API}${to}`, jsonRequest('POST', org.owner, sent))
    return { cost, body: await okBody<Answer>(response) }
  }
  const { body: preview } = await post<Preview>(`${path}/preview`, body)
  const done = await post<Schemas['ImportResult']>(path, { ...body, expectedVersion: preview.version })
  expect(Math.floor(done.cost.written / count), 'written by the import').toBe(8)
  const record = done.body.recordId as string
  const seen = await post<Preview>(`${path}/${record}/revert/preview`, {})
  expect(seen.cost.written).toBe(0)
  expect(seen.cost.read / count, 'read by the preview').toBeLessThan(4)
  const reverted = await post<Reverted>(`${path}/${record}/revert`, {})
  expect(reverted.body).toEqual({ ...nothing, restored: count })
  expect(reverted.cost.read / count, 'read').toBeLessThan(26)
  expect(Math.floor(reverted.cost.written / count), 'written').toBe(7)
  expect(seen.cost.trips).toBe(1)
  expect(reverted.cost.trips).toBe(2)
})

describe('two imports', () => {
  const values = fc.record(
    {
      seatLabel: fc.constantFrom('A', 'B', 'C', ''),
      attendeeName: fc.constantFrom('Ana', 'Bo', ''),
      holderEmail: fc.constantFrom('ana@example.com', 'bo@example.com', ''),
      note: fc.constantFrom('x', 'y', ''),
      flag: fc.constantFrom('None', 'Info'),
      status: fc.constantFrom('Valid', 'Voided', 'Refunded'),
      ticketTypeName: fc.constantFrom('Standing', 'Box', 'Loge'),
    },
    { requiredKeys: [] },
  )
  const rows = fc.record({
    tickets: fc
      .tuple(...['A-1', 'A-2', 'A-3', 'N-1', 'N-2'].map(() => fc.option(values, { nil: undefined })))
      .map((all) =>
        all.flatMap((more, index) =>
          more === undefined ? [] : [row(['A-1', 'A-2', 'A-3', 'N-1', 'N-2'][index] as string, more)],
        ),
      ),
    missing: fc.constantFrom('keep', 'void'),
  })

  it('leave the list as it was without them, in whatever order they are reverted', {
    tags: ['slow'],
  }, async () => {
    const example = fc.tuple(rows, rows, fc.boolean())
    await fc.assert(
      fc.asyncProperty(example, async ([first, second, isFirstFirst]) => {
        org = await makeOrganizer()
        path = `/sessions/${org.session}/imports`
        await addTickets(org, [
          { ticket_number: 'A-1', seat_label: 'A', attendee_name: 'Ana' },
          { ticket_number: 'A-2', status: 'Voided' },
          { ticket_number: 'A-3' },
        ])
        const before = await list()
        const records: string[] = []
        for (const body of [first, second]) {
          const record = body.tickets.length === 0 ? null : await importRows(body)
          if (record !== null) records.push(record)
        }
        for (const record of isFirstFirst ? records : records.toReversed()) await revert(record)
        expect(await list()).toEqual(before)
      }),
      { numRuns: runs(150) },
    )
  })
})
