// Changing many guests at once: who is selected, what becomes of them, and what is refused.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { callWithBindings, expectError, jsonRequest } from '../../../support/api.ts'
import { checkIn, send as sendItems } from '../../../support/check-ins.ts'
import { faultyDatabase } from '../../../support/faulty-database.ts'
import { happened, switchOn } from '../../../support/feed.ts'
import { fillSession } from '../../../support/fill-session.ts'
import {
  addSession,
  addTicket,
  addTickets,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'
import { API, historyOf, send } from '../../../support/setup.ts'

type Preview = Schemas['TicketBulkUpdatePreview']
type Result = Schemas['TicketBulkUpdateResult']
type Body = { ticketIds?: string[]; filter?: object; changes: object }

let org: Organizer
let path: string
let ids: string[]
beforeEach(async () => {
  org = await makeOrganizer()
  path = `/sessions/${org.session}/tickets/bulk-update`
  ids = await addTickets(org, [
    { attendee_name: 'Ana García', holder_email: 'ana@example.com' },
    { attendee_name: 'Bo Lind' },
    { attendee_name: 'Cy Lind', ticket_type_id: org.types.VIP, note: 'Aisle' },
  ])
})

const tryPreview = (body: unknown, subject = org.manager) =>
  send<Preview>('POST', `${path}/preview`, subject, body)

const preview = async (body: Body): Promise<Preview> => {
  const { status, body: answer } = await tryPreview(body)
  expect(status, JSON.stringify(answer)).toBe(200)
  return answer
}

const tryUpdate = (body: Body, expectedVersion: string, subject = org.manager) =>
  send<Result>('POST', path, subject, { ...body, expectedVersion })

/** Previews and updates, and expects that it does what was previewed. */
const update = async (body: Body): Promise<Result> => {
  const { version, toChange, unchanged, leftOut } = await preview(body)
  const { status, body: result } = await tryUpdate(body, version)
  expect(status, JSON.stringify(result)).toBe(200)
  expect(result).toEqual({
    changed: toChange,
    unchanged,
    leftOut,
    recordId: toChange === 0 ? null : expect.any(String),
  })
  return result
}

const list = (columns: string) =>
  query(
    `SELECT ${columns} FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = ? ORDER BY key`,
    org.session,
  )

const valuesOf = async (column: string) => (await list(column)).map((row) => row[column])

const nobody = { leftOut: [], warnings: [], inside: 0, version: expect.any(String) }

it('says how many guests a status checks in again', async () => {
  const [came, left, never] = ids as [string, string, string]
  await sendItems(org.session, org.staff, [checkIn(came), checkIn(left)])
  const status = (to: string) => ({ filter: {}, changes: { status: to } })
  expect((await preview(status('Voided'))).warnings).toEqual([])
  await update(status('Voided'))
  const again = [{ code: 'checked_in_again', tickets: 2 }]
  expect(await preview(status('Valid'))).toMatchObject({ toChange: 3, inside: 0, warnings: again })
  expect((await preview(status('Refunded'))).warnings).toEqual([])
  expect((await preview({ ticketIds: [never], changes: { status: 'Valid' } })).warnings).toEqual([])
  // A file says it, too.
  const [row] = await query('SELECT ticket_number FROM tickets WHERE id = ?', came)
  const file = await send<Schemas['ImportPreview']>(
    'POST',
    `/sessions/${org.session}/imports/preview`,
    org.manager,
    {
      tickets: [{ ticketNumber: row?.ticket_number, ticketTypeName: 'Standing', status: 'Valid' }],
    },
  )
  expect(file.body.warnings).toEqual([{ code: 'checked_in_again', tickets: 1 }])
  await update(status('Valid'))
  expect(await valuesOf('status')).toEqual(['CheckedIn', 'CheckedIn', 'Valid'])
})

describe('selecting', () => {
  it.each([
    [{}, 3],
    [{ q: 'lind' }, 2],
    [{ q: 'lind cy' }, 1],
    [{ q: '?' }, 0],
    [{ status: 'Valid' }, 3],
    [{ status: 'Voided' }, 0],
    [{ ticketTypeName: ' vip ' }, 1],
    [{ ticketTypeName: 'Unknown' }, 0],
    [{ q: 'lind', ticketTypeName: 'Standing' }, 1],
    [{ q: 'lind', ticketTypeName: 'VIP', status: 'Valid' }, 1],
    [{ ticketTypeName: 'VIP', status: 'Refunded' }, 0],
  ])('takes tickets by the filter %j', async (filter, matched) => {
    const body = { filter, changes: { flag: 'Stop' } }
    expect(await preview(body)).toEqual({ ...nobody, matched, toChange: matched, unchanged: 0 })
    await update(body)
    expect((await valuesOf('flag')).filter((flag) => flag === 'Stop')).toHaveLength(matched)
  })

  it('takes tickets by id, each once, and gives every other id the same answer', async () => {
    const other = await makeOrganizer()
    const foreign = await addTicket(other)
    const elsewhere = await addTicket(org, {}, await addSession(org))
    const unknown = crypto.randomUUID()
    const first = ids[0] as string
    const body = {
      ticketIds: [first.toUpperCase(), first, foreign, elsewhere, unknown],
      changes: { note: 'Hi' },
    }
    const gone = [{ reason: 'Gone', count: 3, ticketIds: [foreign, elsewhere, unknown] }]
    expect(await preview(body)).toMatchObject({ matched: 1, toChange: 1, unchanged: 0, leftOut: gone })
    expect(await update(body)).toMatchObject({ changed: 1, leftOut: gone })
    expect(await valuesOf('note')).toEqual(['Hi', null, 'Aisle'])
    const [count] = await query('SELECT count(*) AS n FROM tickets WHERE note = ? AND id <> ?', 'Hi', first)
    expect(count?.n).toBe(0)
  })

  it('names the first 20 of those that it leaves out', async () => {
    const ticketIds = Array.from({ length: 30 }, () => crypto.randomUUID())
    const { matched, leftOut } = await preview({ ticketIds, changes: { flag: 'Info' } })
    expect({ matched, leftOut }).toEqual({
      matched: 0,
      leftOut: [{ reason: 'Gone', count: 30, ticketIds: ticketIds.slice(0, 20) }],
    })
  })

  it.each([
    [{ changes: { flag: 'Info' } }, 'must have either ticketIds or filter'],
    [{ ticketIds: [], changes: { flag: 'Info' } }, 'ticketIds: must be a list of 1 to 500 ids'],
    [{ ticketIds: ['x'], changes: { flag: 'Info' } }, 'ticketIds.0: must be a UUID'],
    [{ filter: { q: ' ' }, changes: { flag: 'Info' } }, 'filter.q: must have 1 to 100 characters'],
    [{ filter: { ticketTypeName: '' }, changes: { flag: 'Info' } }, 'filter.ticketTypeName: must have 1'],
    [{ filter: { status: '' }, changes: { flag: 'Info' } }, 'filter.status: must be one of'],
    [{ filter: { status: null }, changes: { flag: 'Info' } }, 'filter.status: must be one of'],
    [{ filter: { name: 'x' }, changes: { flag: 'Info' } }, 'name'],
    [{ filter: {}, changes: {} }, 'changes: Nothing to change'],
    [{ filter: {} }, 'changes'],
    [{ filter: {}, changes: { status: 'CheckedIn' } }, 'changes.status: must be one of Valid'],
    [{ filter: {}, changes: { status: null } }, 'changes.status: must be one of Valid'],
    [{ filter: {}, changes: { flag: null } }, 'changes.flag: must be one of'],
    [{ filter: {}, changes: { ticketTypeName: null } }, 'changes.ticketTypeName: must be text'],
    [{ filter: {}, changes: { code: 'x' } }, 'code'],
  ])('refuses %j', async (body, message) => {
    const { response } = await tryPreview(body)
    expect((await expectError(response, 'invalid_request')).message).toContain(message)
    const unversioned = { ticketIds: ids, changes: { flag: 'Info' } }
    const { response: update } = await send('POST', path, org.manager, unversioned)
    expect((await expectError(update, 'invalid_request')).message).toContain('expectedVersion')
  })

  it('refuses a filter that matches too many, with their number', { tags: ['slow'] }, async () => {
    const session = await addSession(org)
    await fillSession(org, session, 21_000)
    const big = `/sessions/${session}/tickets/bulk-update`
    for (const filter of [{}, { q: 'T' }, { ticketTypeName: 'Standing' }]) {
      for (const changes of [{ flag: 'Info' }, { sessionId: org.session }]) {
        const tries = [
          await send('POST', `${big}/preview`, org.manager, { filter, changes }),
          await send('POST', big, org.owner, { filter, changes, expectedVersion: 'x' }),
        ]
        for (const { response } of tries)
          expect((await expectError(response, 'invalid_request')).message).toContain(
            'matches 21,000 tickets; at most 20,000',
          )
      }
    }
    const voided = { filter: { q: 'T', status: 'Voided' }, changes: { flag: 'Info' } }
    const { body } = await send(
      'POST',
      `/sessions/${session}/tickets/bulk-update/preview`,
      org.manager,
      voided,
    )
    expect(body).toMatchObject({ matched: 2_100 })
  })
})

describe('changing', () => {
  it('sets and clears values, and changes nothing twice', async () => {
    const body = {
      filter: {},
      changes: { note: null, reference: 'ORD-1', flag: 'Info', ticketTypeName: 'standing' },
    }
    expect(await update(body)).toMatchObject({ changed: 3, unchanged: 0 })
    expect(await list('note, reference, flag, ticket_type_name')).toEqual(
      ids.map(() => ({ note: null, reference: 'ORD-1', flag: 'Info', ticket_type_name: 'Standing' })),
    )
    expect(await update(body)).toEqual({ changed: 0, unchanged: 3, leftOut: [], recordId: null })
  })

  it('adds a missing type to the event, once', async () => {
    await update({ filter: {}, changes: { ticketTypeName: 'Box' } })
    await update({ filter: {}, changes: { ticketTypeName: ' bOX' } })
    expect(await query('SELECT name FROM ticket_types WHERE event_id = ? ORDER BY name', org.event)).toEqual([
      { name: 'Box' },
      { name: 'Standing' },
      { name: 'VIP' },
      { name: 'seated' },
    ])
    expect(await valuesOf('ticket_type_name')).toEqual(['Box', 'Box', 'Box'])
  })

  it('lays covers and takes them away', async () => {
    await sendItems(org.session, org.staff, [checkIn(ids[0] as string)])
    await query(`UPDATE tickets SET status = 'Voided' WHERE id = ?`, ids[1] as string)
    expect(await preview({ filter: {}, changes: { status: 'Voided' } })).toMatchObject({
      toChange: 3,
      inside: 1,
    })
    const { recordId } = await update({ filter: {}, changes: { status: 'Voided' } })
    const voided = { status: 'Voided', cover: 'Voided', cover_record: recordId }
    expect(await list('status, cover, cover_record')).toEqual(ids.map(() => voided))
    expect(await update({ filter: {}, changes: { status: 'Valid' } })).toMatchObject({ changed: 3 })
    expect(await valuesOf('status')).toEqual(['CheckedIn', 'Valid', 'Valid'])
    expect(await update({ filter: {}, changes: { status: 'Valid' } })).toMatchObject({ unchanged: 3 })
  })

  it('names the tickets above the capacity, and makes them valid all the same', async () => {
    await update({ filter: {}, changes: { status: 'Refunded' } })
    await query('UPDATE sessions SET capacity = 1 WHERE id = ?', org.session)
    const body = { filter: {}, changes: { status: 'Valid' } }
    expect((await preview(body)).warnings).toEqual([{ code: 'over_capacity', tickets: 2 }])
    expect(await update(body)).toMatchObject({ changed: 3 })
  })

  it('refuses a ticket with too much text', async () => {
    await query(`UPDATE tickets SET seat_label = ? WHERE id = ?`, 'x'.repeat(3_500), ids[1] as string)
    const { response } = await tryPreview({ filter: {}, changes: { note: 'n'.repeat(280) } })
    expect((await expectError(response, 'invalid_request')).message).toContain('T-00002')
    expect(await valuesOf('note')).toEqual([null, null, 'Aisle'])
  })

  it('is one record without personal data, and one event', async () => {
    await switchOn(org.id)
    const { recordId } = await update({
      filter: { q: 'ana' },
      changes: { note: 'Secret', reference: 'R-9', flag: 'Stop' },
    })
    const [record] = await historyOf(org.id, org.owner, org.session)
    expect(record).toMatchObject({
      id: recordId,
      action: 'tickets.bulk-update',
      change: { fields: ['note', 'flag', 'reference'], flag: 'Stop', changed: 1, unchanged: 0 },
    })
    expect(JSON.stringify(record)).not.toMatch(/Secret|R-9|"ana"/)
    expect(await happened(org)).toEqual([{ type: 'import.applied', recordId }])
  })
})

describe('the version', () => {
  const body = () => ({ filter: {}, changes: { status: 'Voided', note: 'Off' } })

  it('counts once', async () => {
    const { version } = await preview(body())
    const { body: first } = await tryUpdate(body(), version)
    await query(`UPDATE tickets SET note = 'Later' WHERE id = ?`, ids[0] as string)
    expect((await tryUpdate(body(), version)).body).toEqual(first)
    expect(await valuesOf('note')).toEqual(['Later', 'Off', 'Off'])
  })

  it('belongs to its body, caller and session', async () => {
    const { version } = await preview(body())
    const other = await addSession(org)
    const tries = [
      tryUpdate({ ...body(), filter: { status: 'Valid' } }, version),
      tryUpdate({ ...body(), changes: { note: 'Off' } }, version),
      tryUpdate(body(), version, org.owner),
      tryUpdate(body(), 'x'),
      send('POST', `/sessions/${other}/tickets/bulk-update`, org.manager, {
        ...body(),
        expectedVersion: version,
      }),
    ]
    for (const { response } of await Promise.all(tries)) await expectError(response, 'preview_outdated')
    expect(await valuesOf('status')).toEqual(['Valid', 'Valid', 'Valid'])
  })

  it('checks access first', async () => {
    const other = await makeOrganizer()
    await expectError((await tryUpdate(body(), 'x', org.staff)).response, 'forbidden')
    await expectError((await tryUpdate(body(), 'x', other.owner)).response, 'session_not_found')
    await expectError((await tryPreview(body(), other.owner)).response, 'session_not_found')
  })

  it.each([
    ['a check-in', () => sendItems(org.session, org.staff, [checkIn(ids[1] as string)])],
    ['a new guest', () => addTicket(org, { ticket_number: 'N-1' })],
    ['a deletion', () => query('DELETE FROM tickets WHERE id = ?', ids[1] as string)],
    ['another manager', () => update({ ticketIds: ids, changes: { note: 'Mine' } })],
  ])('is outdated by %s', async (_, happen) => {
    const { version } = await preview(body())
    await happen()
    await expectError((await tryUpdate(body(), version)).response, 'preview_outdated')
    expect(await valuesOf('cover')).not.toContain('Voided')
  })

  it('is outdated by a new name of its type, and not by a new type of that name', async () => {
    const selected = { ticketIds: ids.slice(0, 1), changes: { ticketTypeName: 'VIP' } }
    const { version } = await preview(selected)
    await query(`UPDATE ticket_types SET name = 'Gold' WHERE id = ?`, org.types.VIP)
    await expectError((await tryUpdate(selected, version)).response, 'preview_outdated')
    const second = await preview(selected)
    await query(
      `INSERT INTO ticket_types (id, event_id, name) VALUES (?, ?, 'vip')`,
      ...[crypto.randomUUID(), org.event],
    )
    expect((await tryUpdate(selected, second.version)).body).toMatchObject({ changed: 1 })
    expect(await valuesOf('ticket_type_name')).toEqual(['vip', 'Standing', 'Gold'])
  })

  it('is not outdated by a ticket that is not selected', async () => {
    const selected = { ticketIds: ids.slice(0, 1), changes: { status: 'Voided' } }
    const { version } = await preview(selected)
    await sendItems(org.session, org.staff, [checkIn(ids[1] as string)])
    expect((await tryUpdate(selected, version)).status).toBe(200)
  })

  it('lets one of two managers at once win', async () => {
    const { version } = await preview(body())
    const theirs = { filter: {}, changes: { note: 'Theirs' } }
    const { body: other } = await tryPreview(theirs, org.owner)
    const answers = await Promise.all([
      tryUpdate(body(), version),
      tryUpdate(theirs, other.version, org.owner),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(new Set(await valuesOf('note')).size).toBe(1)
  })

  it('counts once when the answer of the database is lost', async () => {
    const { version } = await preview(body())
    let lost = 0
    const DB = faultyDatabase((real) => async (statements) => {
      const results = await real(statements)
      // The lease is a row of its own.
      const wrote = results.some(({ meta }) => meta.rows_written > 1)
      if (wrote && lost++ === 0) throw new Error('Network connection lost.')
      return results
    })
    const response = await callWithBindings(
      { DB },
      `${API}${path}`,
      jsonRequest('POST', org.manager, { ...body(), expectedVersion: version }),
    )
    expect([response.status, lost]).toEqual([200, 1])
    expect(await response.json()).toMatchObject({ changed: 3 })
    const records = await historyOf(org.id, org.owner, org.session)
    expect(records.filter(({ action }) => action === 'tickets.bulk-update')).toHaveLength(1)
  })
})

describe('reverting', () => {
  const revertPath = (recordId: string | null) => `${path}/${recordId}/revert`

  it('gives every ticket back what it had', async () => {
    await sendItems(org.session, org.staff, [checkIn(ids[0] as string)])
    await query(`UPDATE tickets SET status = 'Refunded' WHERE id = ?`, ids[1] as string)
    const columns = 'tickets.id, status, cover, note, flag, reference, ticket_type_id, checked_in_at'
    const before = await list(columns)
    const { recordId } = await update({
      filter: {},
      changes: { status: 'Voided', note: 'Off', flag: 'Stop', reference: 'R', ticketTypeName: 'Box' },
    })
    const { body: seen } = await send('POST', `${revertPath(recordId)}/preview`, org.manager, {})
    expect(seen).toMatchObject({ toDelete: 0, toRestore: 1, toUncover: 2, checkedIn: 0, leftOut: [] })
    const { version: expectedVersion } = seen
    const { body: done } = await send('POST', revertPath(recordId), org.manager, { expectedVersion })
    expect(done).toEqual({ deleted: 0, restored: 1, uncovered: 2, leftOut: [] })
    expect(await list(columns)).toEqual(before)
    expect((await send('POST', revertPath(recordId), org.owner, {})).body).toEqual(done)
  })

  it('leaves whom a manager has voided alone since', async () => {
    const { recordId } = await update({ filter: {}, changes: { status: 'Voided' } })
    const path = `/sessions/${org.session}/tickets/${ids[0]}`
    for (const _ of ['voided', 'repeated']) {
      expect((await send('PATCH', path, org.owner, { status: 'Voided' })).status).toBe(200)
    }
    const records = await historyOf(org.id, org.owner, ids[0])
    expect(records.map(({ action }) => action)).toEqual(['ticket.update'])
    expect(await update({ ticketIds: ids.slice(0, 1), changes: { status: 'Voided' } })).toMatchObject({
      unchanged: 1,
    })
    expect((await send('POST', revertPath(recordId), org.manager, {})).body).toEqual({
      ...{ deleted: 0, restored: 0, uncovered: 2 },
      leftOut: [{ ticketId: ids[0], ticketNumber: 'T-00001', reason: 'ChangedSince' }],
    })
    expect(await valuesOf('status')).toEqual(['Voided', 'Valid', 'Valid'])
  })

  it.each([[[0, 1]], [[1, 0]]])(
    'keeps a guest void until both voids are reverted, in order %j',
    async (order) => {
      const all = await update({ filter: {}, changes: { status: 'Voided' } })
      const one = await update({ ticketIds: ids.slice(0, 1), changes: { status: 'Voided' } })
      const [first, second] = order.map((index) => [all, one][index]?.recordId ?? null)
      expect((await send('POST', revertPath(first ?? null), org.manager, {})).status).toBe(200)
      const others = first === all.recordId ? 'Valid' : 'Voided'
      expect(await valuesOf('status')).toEqual(['Voided', others, others])
      expect((await send('POST', revertPath(second ?? null), org.manager, {})).status).toBe(200)
      expect(await list('status, cover')).toEqual(ids.map(() => ({ status: 'Valid', cover: null })))
    },
  )

  it.each([[[0, 1]], [[1, 0]]])(
    'starts over if the other void is reverted at the same time, in order %j',
    async (order) => {
      const voids = [
        await update({ filter: {}, changes: { status: 'Voided' } }),
        await update({ filter: {}, changes: { status: 'Voided' } }),
      ]
      const [slow, quick] = order.map((index) => revertPath(voids[index]?.recordId ?? null))
      let batches = 0
      const DB = faultyDatabase((real) => async (statements) => {
        batches += 1
        // The first one reads.
        if (batches === 2) await send('POST', quick ?? '', org.owner, {})
        return real(statements)
      })
      const response = await callWithBindings({ DB }, `${API}${slow}`, jsonRequest('POST', org.manager, {}))
      expect(response.status).toBe(200)
      expect(await list('status, cover')).toEqual(ids.map(() => ({ status: 'Valid', cover: null })))
    },
  )

  it('of a chain leaves nothing of records that were reverted in between', async () => {
    const change = (status: string, note: string) => update({ filter: {}, changes: { status, note } })
    const back = ({ recordId }: Result) => send('POST', revertPath(recordId), org.manager, {})
    const before = await list('status, cover, note')
    const first = await change('Voided', 'A')
    const second = await change('Refunded', 'B')
    await back(first)
    const third = await change('Voided', 'C')
    await back(second)
    await back(third)
    expect(await list('status, cover, note')).toEqual(before)
  })

  it('brings back what was written by hand after the revert of the same value', async () => {
    const { recordId } = await update({ filter: {}, changes: { note: 'A' } })
    await send('POST', revertPath(recordId), org.manager, {})
    await send('PATCH', `/sessions/${org.session}/tickets/${ids[0]}`, org.manager, { note: 'A' })
    const later = await update({ filter: {}, changes: { note: 'B' } })
    await send('POST', revertPath(later.recordId), org.manager, {})
    expect(await valuesOf('note')).toEqual(['A', null, 'Aisle'])
  })

  it('is for 30 days, at its own session and path', async () => {
    const { recordId } = await update({ filter: {}, changes: { flag: 'Stop' } })
    const wrong = [
      `/sessions/${org.session}/imports/${recordId}/revert`,
      `/sessions/${await addSession(org)}/tickets/bulk-update/${recordId}/revert`,
    ]
    for (const one of wrong) {
      await expectError((await send('POST', one, org.manager, {})).response, 'record_not_found')
    }
    await query('UPDATE audit_log SET at = at - ? WHERE call_id = ?', 31 * 86_400_000, recordId)
    for (const one of [revertPath(recordId), `${revertPath(recordId)}/preview`]) {
      await expectError((await send('POST', one, org.manager, {})).response, 'record_not_found')
    }
  })
})
