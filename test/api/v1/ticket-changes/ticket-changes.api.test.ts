// Ticket changes: the whole list, then what has changed, until a device holds exactly the session's tickets.
// @module-tag slow
import { beforeEach, describe, expect, it } from 'vitest'
import { call, callWithBindings, expectError, jsonRequest, readCost } from '../../../support/api.ts'
import { measuringDatabase } from '../../../support/faulty-database.ts'
import { addSession, addTickets, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import {
  apply,
  type Changes,
  catchUp,
  changesPath,
  expectUpToDate,
  getChanges,
  newDevice,
} from '../../../support/sync.ts'

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
})

const get = (parameters: Record<string, string | number> = {}) =>
  getChanges(org.staff, changesPath(org.session, parameters))

const addMany = (count: number) =>
  addTickets(
    org,
    Array.from({ length: count }, (_, i) => ({ attendee_name: `Name ${i}` })),
  )

const checkIn = (id: string) =>
  query(`UPDATE tickets SET status = 'CheckedIn', checked_in_at = 5 WHERE id = ?`, id)

describe('the first response', () => {
  it('has every value of a ticket', async () => {
    const [full, bare] = await addTickets(org, [
      {
        ticket_number: 'T-1',
        status: 'CheckedIn',
        seat_label: 'A1',
        holder_email: 'ana@example.com',
        attendee_name: 'Ana García',
        attendee_email: 'ana@example.net',
        attendee_company: 'Quietworks',
        checked_in_at: Date.UTC(2026, 5, 12, 18, 30),
        transfer_count: 2,
        reference: 'ORD-7',
      },
      { ticket_number: 'T-2' },
    ])
    expect(await get()).toEqual({
      fields: [
        'id',
        'ticketNumber',
        'status',
        'ticketTypeName',
        'seatLabel',
        'holderEmail',
        'attendeeName',
        'attendeeEmail',
        'attendeeCompany',
        'checkedInAt',
        'transferCount',
        ...['reference', 'codeHash', 'check', 'device', 'note', 'flag'],
        ...['inside', 'areas', 'lastIn', 'lastOut', 'entries', 'list'],
      ],
      rows: [
        [
          full,
          'T-1',
          'CheckedIn',
          'Standing',
          'A1',
          'ana@example.com',
          'Ana García',
          'ana@example.net',
          'Quietworks',
          '2026-06-12T18:30:00.000Z',
          2,
          'ORD-7',
          expect.stringMatching(/^[\w-]{8}$/),
          expect.any(Number),
          ...[null, null, null],
          ...[null, null, null, null, null, null],
        ],
        [
          bare,
          'T-2',
          'Valid',
          'Standing',
          null,
          null,
          null,
          null,
          null,
          null,
          0,
          null,
          expect.stringMatching(/^[\w-]{8}$/),
          expect.any(Number),
          ...[null, null, null],
          ...[null, null, null, null, null, null],
        ],
      ],
      removed: [],
      counts: { Valid: 1, CheckedIn: 1, Refunded: 0, Voided: 0 },
      inside: [{ areaId: null, tickets: 1, others: 0, capacity: 100 }],
      digest: expect.any(Number),
      role: null,
      typesVersion: expect.any(String),
      more: false,
      next: expect.any(String),
    })
  })

  it('of a session without tickets is empty and complete', async () => {
    expect(await get()).toMatchObject({ rows: [], removed: [], more: false })
  })

  it('has 1,000 tickets unless pageSize says otherwise, and 2,000 at most', async () => {
    await query(
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2100)
       INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id)
       SELECT (number << 20) + n, lower(printf('%08x-0000-4000-8000-%012x', number, n)), number, n, 'Valid', ?
       FROM sessions CROSS JOIN c WHERE sessions.id = ?`,
      org.types.Standing,
      org.session,
    )
    expect((await get()).rows).toHaveLength(1_000)
    expect((await get({ pageSize: 7 })).rows).toHaveLength(7)
    for (const pageSize of [2_000, 2_001, 99_999]) {
      const { rows, more } = await get({ pageSize })
      expect({ rows: rows.length, more }).toEqual({ rows: 2_000, more: true })
    }
    const device = newDevice()
    const responses = await catchUp(device, org.staff, org.session)
    expect(responses.map(({ rows }) => rows.length)).toEqual([1_000, 1_000, 100])
    await expectUpToDate(device, org.session, responses.at(-1) as (typeof responses)[0])
  })

  it('ends early where texts are long', async () => {
    const attendee_name = 'x'.repeat(3_500)
    await addTickets(
      org,
      Array.from({ length: 1_500 }, () => ({ attendee_name })),
    )
    const first = await get({ pageSize: 2_000 })
    expect(first.more).toBe(true)
    expect(first.rows.length).toBeGreaterThanOrEqual(1_000)
    expect(first.rows.length).toBeLessThan(1_100)
    const device = newDevice()
    const responses = await catchUp(device, org.staff, org.session, 2_000)
    expect(responses).toHaveLength(2)
    await expectUpToDate(device, org.session, responses.at(-1) as typeof first)
  })
})

describe('further responses', () => {
  it('have the tickets that changed, once each and as they are now', async () => {
    const [first, second, third] = (await addMany(3)) as [string, string, string]
    const device = newDevice()
    await catchUp(device, org.staff, org.session)
    await checkIn(third)
    await checkIn(first)
    await query(`UPDATE tickets SET seat_label = 'B2' WHERE id = ?`, third)
    await query('DELETE FROM tickets WHERE id = ?', second)
    const changes = await get({ since: device.since as string })
    expect(changes.rows.map(([id, , status, , seat]) => [id, status, seat])).toEqual([
      [first, 'CheckedIn', null],
      [third, 'CheckedIn', 'B2'],
    ])
    expect(changes.removed).toEqual([second])
    expect(changes.more).toBe(false)
    apply(device, changes)
    await expectUpToDate(device, org.session, changes)
  })

  it('are the same for the same since while nothing changes', async () => {
    const ids = await addMany(5)
    const { next } = await get({ pageSize: 2 })
    expect(await get({ pageSize: 2, since: next })).toEqual(await get({ pageSize: 2, since: next }))
    const { next: complete } = await get()
    for (const id of ids) await checkIn(id)
    expect(await get({ pageSize: 2, since: complete })).toEqual(await get({ pageSize: 2, since: complete }))
  })

  it('go on with the list after its last tickets were deleted', async () => {
    const ids = await addMany(5)
    const device = newDevice()
    apply(device, await get({ pageSize: 2 }))
    for (const id of ids.slice(2)) await query('DELETE FROM tickets WHERE id = ?', id)
    const responses = await catchUp(device, org.staff, org.session, 2)
    await expectUpToDate(device, org.session, responses.at(-1) as (typeof responses)[0])
    expect(responses.every(({ rows, removed, more }) => !more || rows.length + removed.length > 0)).toBe(true)
  })

  it('have nothing, and the same next, when nothing has changed', async () => {
    await addMany(3)
    const { next } = await get()
    expect(await get({ since: next })).toMatchObject({ rows: [], removed: [], more: false, next })
    // A change of another session is none of this one.
    await addTickets(org, [{}], await addSession(org))
    expect(await get({ since: next })).toMatchObject({ rows: [], removed: [], more: false, next })
  })
})

describe('304', () => {
  it('when nothing has changed since the response with the ETag; it reads no ticket', async () => {
    const [id] = (await addMany(30)) as [string]
    const { next } = await get()
    const path = changesPath(org.session, { since: next })
    const response = await call(path, { subject: org.staff })
    const headers = { 'If-None-Match': response.headers.get('ETag') as string }
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')

    const unchanged = await call(path, { subject: org.staff, headers })
    expect(unchanged.status).toBe(304)
    expect(unchanged.headers.get('ETag')).toBe(headers['If-None-Match'])
    expect(readCost(unchanged).rows).toBeLessThanOrEqual(10)
    // Another URL is another response.
    expect((await call(`${path}&pageSize=9`, { subject: org.staff, headers })).status).toBe(200)

    await checkIn(id)
    expect((await call(path, { subject: org.staff, headers })).status).toBe(200)
  })

  it('is not for those without access', async () => {
    const response = await call(changesPath(org.session), {
      subject: org.stranger,
      headers: { 'If-None-Match': '*' },
    })
    await expectError(response, 'session_not_found')
  })
})

describe('since', () => {
  const send = (since: string, session = org.session) =>
    call(changesPath(session, { since }), { subject: org.staff })

  it('400 when damaged or of another session', async () => {
    const other = await addSession(org)
    const { next } = await get()
    await expectError(await send(next, other), 'invalid_cursor', /^since: /)
    for (const damaged of [
      'x',
      '%FF',
      next.slice(1),
      `${next}A`,
      next.toLowerCase(),
      `${next}=`,
      'WzFd',
      'bnVsbA',
    ]) {
      await expectError(await send(damaged), 'invalid_cursor', /^since: /)
    }
  })

  it.each(['0', '-1', '1.5', 'x', '1e3'])('400 for pageSize=%s', async (pageSize) => {
    const response = await call(changesPath(org.session, { pageSize }), { subject: org.staff })
    await expectError(response, 'invalid_request', 'pageSize: must be a whole number, 1 or more')
  })

  it('empty counts as absent', async () => {
    await addMany(1)
    expect((await get({ since: '' })).rows).toHaveLength(1)
  })
})

describe('ticket types', () => {
  const types = async (session: string) => {
    const response = await call(`/api/v1/sessions/${session}`, { subject: org.staff })
    return response.json<{
      types: { name: string; note: string | null; flag: string }[]
      typesVersion: string
    }>()
  }

  it('have a version, which changes with each of them and with no ticket', async () => {
    const session = await addSession(org)
    const path = changesPath(session)
    const read = async (tag?: string) => {
      const response = await call(path, {
        subject: org.staff,
        headers: tag === undefined ? {} : { 'If-None-Match': tag },
      })
      const { status, headers } = response
      return {
        status,
        tag: headers.get('ETag') as string,
        body: status === 200 ? await response.json<Changes>() : null,
      }
    }
    await addTickets(org, [{}], session)
    let { tag, body } = await read()
    const expectNewTypes = async (change: () => Promise<unknown>) => {
      const before = body?.typesVersion
      const { next } = body as Changes
      expect((await read(tag)).status).toBe(304)
      await change()
      const after = await read(tag)
      expect(after.status).toBe(200)
      expect(after.body?.typesVersion).not.toBe(before)
      expect((await types(session)).typesVersion).toBe(after.body?.typesVersion)
      // No ticket has changed.
      const changes = await call(changesPath(session, { since: next }), { subject: org.staff })
      expect(await changes.json()).toMatchObject({ rows: [], removed: [], more: false })
      ;({ tag, body } = after)
    }
    const id = crypto.randomUUID()
    await expectNewTypes(() =>
      query("INSERT INTO ticket_types (id, event_id, name) VALUES (?, ?, 'Press')", id, org.event),
    )
    await expectNewTypes(() => query("UPDATE ticket_types SET note = 'Side door' WHERE id = ?", id))
    await expectNewTypes(() => query("UPDATE ticket_types SET flag = 'Stop' WHERE id = ?", id))
    expect((await types(session)).types).toContainEqual({
      ...{ id, name: 'Press', note: 'Side door', flag: 'Stop' },
      ...{ areas: null, entries: 'Once', from: null, until: null },
    })
    for (const rule of [`areas = '[]'`, `entries = 'Any'`, 'from_minutes = 0', 'until_minutes = 9'])
      await expectNewTypes(() => query(`UPDATE ticket_types SET ${rule} WHERE id = ?`, id))
    await expectNewTypes(() => query('DELETE FROM ticket_types WHERE id = ?', id))
    await query('UPDATE ticket_types SET note = note WHERE event_id = ?', org.event)
    expect((await read(tag)).status).toBe(304)
  })

  it('cost a few rows to change a note, however many tickets they have', async () => {
    const session = await addSession(org)
    await addTickets(
      org,
      Array.from({ length: 500 }, () => ({})),
      session,
    )
    const { DB, cost } = measuringDatabase()
    const path = `/api/organizer/v1/ticket-types/${org.types.Standing}`
    const response = await callWithBindings(
      { DB },
      path,
      jsonRequest('PATCH', org.owner, { note: 'x', flag: 'Info' }),
    )
    expect(response.status).toBe(200)
    expect(cost.written).toBeLessThanOrEqual(12)
    expect(cost.read).toBeLessThanOrEqual(60)
  })
})

/** What a browser loads. */
const compressedBytes = async (text: string): Promise<number> => {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return (await new Response(stream).arrayBuffer()).byteLength
}

it('takes at most 84 bytes for each of 100 changed tickets, compressed', async () => {
  const firsts = ['Anna', 'José', 'Lucía', 'Ibrahim', 'Wei', 'Olga', 'Sven', 'Zoë', 'Karl', 'Noah', 'Mia']
  const lasts = ['Smith', 'García', 'Müller', 'Jones', 'Rossi', 'Novak', 'Nguyen', 'Silva', 'Dubois']
  const ids = await addTickets(
    org,
    Array.from({ length: 100 }, (_, index) => {
      const name = `${firsts[index % firsts.length]} ${lasts[index % lasts.length]}`
      const email = `guest${(index * 7_919) % 10_007}@example.com`
      return {
        ticket_number: `NL006-${String(index * 13).padStart(6, '0')}`,
        attendee_name: name,
        attendee_email: email,
        holder_email: email,
        seat_label: index % 2 === 0 ? `A${index}` : null,
        code: crypto.randomUUID(),
      }
    }),
  )
  const device = newDevice()
  await catchUp(device, org.staff, org.session)
  for (const id of ids) await checkIn(id)
  const path = changesPath(org.session, { since: device.since as string })
  const body = await (await call(path, { subject: org.staff })).text()
  expect(JSON.parse(body).rows).toHaveLength(100)
  expect(await compressedBytes(body)).toBeLessThanOrEqual(8_400)
})
