// @module-tag more
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../../src/db/client.ts'
import { tickets } from '../../../../src/db/schema/tickets.ts'
import { takeCover } from '../../../../src/domain/tickets/cover.ts'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { here } from '../../../support/address.ts'
import { callWithBindings, expectError, getBody, jsonRequest } from '../../../support/api.ts'
import {
  admission,
  at,
  checkIn,
  exit,
  listCheckIns,
  movementsPath,
  send as sendItems,
  sendOne,
  stateOf,
  undo,
  walkIn,
  writeState,
} from '../../../support/check-ins.ts'
import { faultyDatabase, measuringDatabase } from '../../../support/faulty-database.ts'
import { followFeed, happened, switchOn } from '../../../support/feed.ts'
import {
  addArea,
  addSession,
  addTicket,
  insert,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'
import { API, historyOf, read, send } from '../../../support/setup.ts'

type Ticket = Schemas['ManagedTicket']
type Changes = Schemas['TicketChanges']
type Settable = 'Valid' | 'Refunded' | 'Voided'

let org: Organizer
let ticket: string
beforeEach(async () => {
  org = await makeOrganizer()
  ticket = await addTicket(org)
})

const pathOf = (id = ticket) => `/sessions/${org.session}/tickets/${id}`

const patch = (status: Settable, { id = ticket, subject = org.manager, headers = {} } = {}) =>
  send<Ticket>('PATCH', pathOf(id), subject, { status }, headers)

/** Sets the status, and returns that and the minute of the check-in as the response has them. */
const set = async (status: Settable, id = ticket) => {
  const { status: code, body } = await patch(status, { id })
  expect(code, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ status: (await stateOf(id))?.status })
  const minutes =
    body.checkedInAt == null ? null : (Date.parse(body.checkedInAt) - Date.parse(at(0))) / 60_000
  return [body.status, minutes]
}

const coverOf = async (id = ticket) => {
  const [row] = await query<{ cover: string | null; cover_record: string | null }>(
    'SELECT cover, cover_record FROM tickets WHERE id = ?',
    id,
  )
  return row as NonNullable<typeof row>
}

const post = (...items: Parameters<typeof sendItems>[2]) => sendItems(org.session, org.staff, items)

const problems = async () =>
  (await listCheckIns(org.session, org.staff, { problem: 'true' })).data.map(({ id }) => id)

const changesOf = () => getBody<Changes>(org.staff, `/api/v1/sessions/${org.session}/ticket-changes`)

const movements = async () => {
  const { data } = await getBody<Schemas['Movements']>(org.staff, movementsPath(org.session))
  return data.map(({ entered, left }) => [entered, left])
}

const move = (session: string) =>
  query(
    `UPDATE tickets SET session_number = number, key = number * 1048576 + 500
     FROM sessions WHERE sessions.id = ? AND tickets.id = ?`,
    session,
    ticket,
  )

describe('a covered ticket', () => {
  it('is not valid, not inside and in no figure, and is as before once it is valid', async () => {
    const area = await addArea(org.event)
    const ofTicket = async () => {
      const { fields, rows, counts, inside } = await changesOf()
      const row = rows.find(([id]) => id === ticket) ?? []
      const { check: _, ...shown } = Object.fromEntries(fields.map((field, index) => [field, row[index]]))
      return { shown, counts, inside, movements: await movements() }
    }
    await sendItems(org.session, org.staff, [checkIn(ticket, { areaId: area, at: at(3) })], 'Gate B')
    const before = await ofTicket()
    expect(before).toMatchObject({ counts: { CheckedIn: 1 }, movements: [[1, 0]] })
    expect(await set('Refunded')).toEqual(['Refunded', 3])
    const covered = await ofTicket()
    expect(covered).toMatchObject({
      shown: { status: 'Refunded', checkedInAt: at(3), device: null },
      ...{ counts: { CheckedIn: 0, Refunded: 1 }, movements: [] },
    })
    expect(covered.inside.map(({ tickets }) => tickets)).toEqual([0, 0])
    expect(await post(checkIn(ticket), exit(ticket, 4))).toMatchObject({
      results: [
        { outcome: 'NotValid', ticket: { status: 'Refunded', inside: false } },
        { outcome: 'NotInside' },
      ],
    })
    expect(await set('Voided')).toEqual(['Voided', 3])
    expect(await set('Valid')).toEqual(['CheckedIn', 3])
    // The exit that came meanwhile counts too.
    expect(await ofTicket()).toMatchObject({
      shown: { ...before.shown, inside: false, areas: [], lastIn: at(3), lastOut: at(4), entries: 1 },
      ...{ counts: before.counts, movements: [[1, 1]] },
    })
  })

  it('takes who was let in meanwhile once it is valid, who is a problem until then', async () => {
    const late = admission(ticket, 5)
    await set('Voided')
    expect(await post(checkIn(ticket), late)).toMatchObject({
      results: [{ outcome: 'NotValid' }, { outcome: 'NotValid', ticket: { status: 'Voided' } }],
    })
    expect(await problems()).toEqual([late.id])
    expect(await stateOf(ticket)).toEqual({ status: 'Voided', minutes: 5 })
    expect(await movements()).toEqual([])
    expect(await set('Valid')).toEqual(['CheckedIn', 5])
    expect(await problems()).toEqual([])
    expect(await movements()).toEqual([[1, 0]])
  })

  it('accuses who was let in twice, before and after', async () => {
    const again = admission(ticket, 5)
    await post(checkIn(ticket))
    await set('Voided')
    await post(again)
    expect(await problems()).toEqual([again.id])
    expect(await set('Valid')).toEqual(['CheckedIn', 0])
    expect(await problems()).toEqual([again.id])
    const gone = exit(ticket, 3)
    await post(gone)
    expect(await problems()).toEqual([])
  })

  it('follows undos below the cover, also of those that came first', async () => {
    const [first, second] = [checkIn(ticket, { at: at(1) }), admission(ticket, 2)]
    await post(first)
    await set('Voided')
    await post(second, undo(first.id))
    expect(await stateOf(ticket)).toEqual({ status: 'Voided', minutes: 2 })
    await post(undo(second.id))
    expect(await stateOf(ticket)).toEqual({ status: 'Voided', minutes: null })
    const third = admission(ticket, 3)
    await post(undo(third.id), third)
    expect(await set('Valid')).toEqual(['Valid', null])
  })

  it('is as others wrote it below, and what others write takes the cover away', async () => {
    const states = async (status: string, minutes: number | null) => {
      await writeState(ticket, status, minutes)
      return [...(await set('Voided')), ...(await set('Valid'))]
    }
    expect(await states('CheckedIn', 7)).toEqual(['Voided', 7, 'CheckedIn', 7])
    expect(await states('CheckedIn', null)).toEqual(['Voided', null, 'CheckedIn', null])
    expect(await states('Refunded', 4)).toEqual(['Voided', null, 'Valid', null])
    await set('Voided')
    await query("UPDATE tickets SET status = 'Refunded' WHERE id = ?", ticket)
    expect(await coverOf()).toEqual({ cover: null, cover_record: null })
    const late = admission(ticket, 5)
    await post(late)
    expect(await set('Valid')).toEqual(['Valid', null])
    expect(await problems()).toEqual([late.id])
  })

  it('keeps a base without check-ins only below a cover', async () => {
    const bases = () => query('SELECT status FROM ticket_bases WHERE ticket_id = ?', ticket)
    for (const [status, minutes] of [
      ['Valid', null],
      ['CheckedIn', 1],
    ] as const) {
      await writeState(ticket, status, minutes)
      await set('Voided')
      expect(await bases()).toEqual([])
      await set('Valid')
    }
    await writeState(ticket, 'Refunded', null)
    await set('Voided')
    expect(await bases()).toEqual([{ status: 'Refunded' }])
    await set('Valid')
    expect(await bases()).toEqual([])
    await writeState(ticket, 'Refunded', null)
    await set('Voided')
    await query('DELETE FROM tickets WHERE id = ?', ticket)
    expect(await bases()).toEqual([])
  })

  it('keeps its cover where others write the same status, and their time is that of the base', async () => {
    await post(admission(ticket, 5))
    await set('Voided')
    await writeState(ticket, 'Voided', 5)
    expect(await coverOf()).toMatchObject({ cover: 'Voided' })
    await writeState(ticket, 'Voided', 8)
    expect(await set('Valid')).toEqual(['CheckedIn', 8])
  })

  it('is valid afterwards where its walk-in was undone or not allowed', async () => {
    await query('UPDATE events SET walk_ins = 1 WHERE id = ?', org.event)
    const undone = walkIn()
    await post(undone, undo(undone.id))
    await query('UPDATE events SET walk_ins = 0 WHERE id = ?', org.event)
    const refused = walkIn()
    await post(refused)
    for (const { ticketId } of [undone, refused]) {
      const id = ticketId as string
      expect(await set('Refunded', id)).toEqual(['Refunded', null])
      expect(await set('Valid', id)).toEqual(['Valid', null])
      expect(await sendOne(org.session, org.staff, checkIn(id))).toMatchObject({ outcome: 'CheckedIn' })
    }
  })

  it('goes along to another session and back, and what was recorded meanwhile counts', async () => {
    const elsewhere = await addSession(org)
    for (const status of ['Valid', 'CheckedIn'] as const) {
      await writeState(ticket, status, null)
      const late = admission(ticket, 3)
      await post(late)
      await set('Voided')
      await move(elsewhere)
      expect(await coverOf()).toMatchObject({ cover: 'Voided' })
      const there = { session: elsewhere, items: [exit(ticket, 9)] }
      expect((await sendItems(there.session, org.staff, there.items)).results).toMatchObject([
        { outcome: 'NotInside' },
      ])
      await post(undo(late.id))
      expect(await stateOf(ticket)).toEqual({ status: 'Voided', minutes: 3 })
      await move(org.session)
      expect(await stateOf(ticket)).toEqual({ status: 'Voided', minutes: null })
      expect(await set('Valid')).toEqual([status, null])
    }
  })

  const restore = async (): Promise<void> => {
    const tables = { tickets: 'id', check_ins: 'ticket_id', ticket_bases: 'ticket_id' }
    const generated = /_order$/
    const rows = new Map<string, Record<string, string | number | null>[]>()
    for (const [table, column] of Object.entries(tables)) {
      const all = await query(`SELECT * FROM ${table} WHERE ${column} = ?`, ticket)
      rows.set(
        table,
        all.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !generated.test(name)))),
      )
    }
    await query('DELETE FROM tickets WHERE id = ?', ticket)
    await query('DELETE FROM check_ins WHERE ticket_id = ?', ticket)
    await query('DELETE FROM ticket_bases WHERE ticket_id = ?', ticket)
    for (const [table, all] of rows) await insert(table, ...all)
  }

  it('is the same after a restore', async () => {
    await post(checkIn(ticket, { at: at(2) }), exit(ticket, 3))
    await set('Voided')
    await post(admission(ticket, 4))
    await restore()
    expect(await movements()).toEqual([])
    expect(await set('Valid')).toEqual(['CheckedIn', 2])
    expect(await movements()).toEqual([[2, 1]])
  })

  it('counts after a restore if it became valid while the export went on', async () => {
    await post(checkIn(ticket, { at: at(2) }))
    await set('Voided')
    const [base = {}] = await query<Record<string, string | number | null>>(
      'SELECT * FROM ticket_bases WHERE ticket_id = ?',
      ticket,
    )
    expect(base).toMatchObject({ covered: 1 })
    await set('Valid')
    await query('DELETE FROM ticket_bases WHERE ticket_id = ?', ticket)
    await insert('ticket_bases', base)
    expect(await movements()).toEqual([[1, 0]])
  })

  it('is the same after a restore if it had moved when it was admitted', async () => {
    const there = await addSession(org)
    await move(there)
    await post(admission(ticket, 3))
    await restore()
    expect(await movements()).toEqual([])
    expect(await stateOf(ticket)).toEqual({ status: 'Valid', minutes: null })
    await move(org.session)
    expect(await stateOf(ticket)).toEqual({ status: 'CheckedIn', minutes: 3 })
    expect(await movements()).toEqual([[1, 0]])
  })
})

describe('the feed', () => {
  it('says that a ticket was voided, and that it changed once it is valid', async () => {
    await switchOn(org.id)
    await query('UPDATE sessions SET capacity = 1 WHERE id = ?', org.session)
    await post(checkIn(ticket), exit(ticket, 1))
    const { next } = await followFeed(org)
    for (const status of ['Voided', 'Voided', 'Refunded', 'Valid'] as const) await set(status)
    const changed = { type: 'ticket.changed', ticketId: ticket, fields: ['status'] }
    expect(await happened(org, { after: next })).toEqual([
      { type: 'ticket.voided', ticketId: ticket },
      { type: 'ticket.refunded', ticketId: ticket },
      changed,
    ])
    // Nobody is told of the same guest a second time.
    const other = await followFeed(org)
    await set('Voided')
    await post(admission(ticket, 5))
    await set('Valid')
    expect((await happened(org, { after: other.next })).slice(1)).toEqual([changed])
  })
})

describe('an import', () => {
  const run = async (rows: object[], more: object = {}) => {
    const body = { tickets: rows.map((row) => ({ ticketTypeName: 'Standing', ...row })), ...more }
    const path = `/sessions/${org.session}/imports`
    const { body: preview } = await send<{ version: string }>('POST', `${path}/preview`, org.owner, body)
    const result = await send<Schemas['ImportResult']>('POST', path, org.owner, {
      ...body,
      expectedVersion: preview.version,
    })
    expect(result.status, JSON.stringify(result.body)).toBe(200)
    return result.body
  }
  const rowsOf = () =>
    query<{ id: string; number: string; status: string; cover: string | null; record: string | null }>(
      `SELECT tickets.id, ticket_number AS number, status, cover, cover_record AS record FROM tickets
       JOIN sessions ON sessions.number = session_number WHERE sessions.id = ? ORDER BY ticket_number`,
      org.session,
    )

  it('creates a void ticket as a valid one with a cover', async () => {
    const { recordId } = await run([
      { ticketNumber: 'N-1', status: 'Voided', checkedInAt: at(3) },
      { ticketNumber: 'N-2', status: 'Refunded' },
      { ticketNumber: 'N-3' },
    ])
    const numbers = (await rowsOf()).filter(({ number }) => number.startsWith('N-'))
    expect(numbers).toMatchObject([
      { status: 'Voided', cover: 'Voided', record: recordId },
      { status: 'Refunded', cover: 'Refunded', record: recordId },
      { status: 'Valid', cover: null, record: null },
    ])
    const id = numbers[0]?.id as string
    await post(admission(id, 5))
    expect(await set('Valid', id)).toEqual(['CheckedIn', 5])
  })

  it('lays a cover and takes it away, as a manager does', async () => {
    await query("UPDATE tickets SET ticket_number = 'A-1' WHERE id = ?", ticket)
    await post(admission(ticket, 4))
    const missing = await addTicket(org, { ticket_number: 'A-2' })
    await set('Voided')
    // It says the same: a manager's word stands.
    expect(await run([{ ticketNumber: 'A-1', status: 'Voided' }, { ticketNumber: 'A-2' }])).toMatchObject({
      ...{ updated: 0, unchanged: 2 },
    })
    const { recordId } = await run([{ ticketNumber: 'A-1', status: 'Refunded', attendeeName: 'Ana' }], {
      missing: 'void',
    })
    expect(await rowsOf()).toMatchObject([
      { status: 'Refunded', cover: 'Refunded', record: recordId },
      { id: missing, status: 'Voided', cover: 'Voided', record: recordId },
    ])
    expect(await stateOf(ticket)).toEqual({ status: 'Refunded', minutes: 4 })
    await run([{ ticketNumber: 'A-1', status: 'Valid', attendeeName: 'Bo' }, { ticketNumber: 'A-2' }])
    expect(await rowsOf()).toMatchObject([
      { status: 'CheckedIn', cover: null, record: null },
      { status: 'Voided', cover: 'Voided', record: recordId },
    ])
    expect(await stateOf(ticket)).toEqual({ status: 'CheckedIn', minutes: 4 })
  })

  it('lays the covers of many different rows too', async () => {
    const columns = ['seatLabel', 'attendeeName', 'attendeeEmail', 'attendeeCompany', 'note', 'holderEmail']
    const rows = Array.from({ length: 64 }, (_, index) => ({
      ticketNumber: `M-${String(index).padStart(2, '0')}`,
      status: (['Valid', 'Voided', 'Refunded'] as const)[index % 3],
    }))
    const first = await run(rows)
    const changed = rows.map((row, index) => ({
      ...row,
      ...(index % 2 === 0 && { status: (['Voided', 'Valid', 'Refunded'] as const)[index % 3] }),
      ...Object.fromEntries(
        columns
          .filter((_, bit) => (index >> bit) % 2 === 1)
          .map((column) => [column, `x${index}@example.com`]),
      ),
    }))
    const second = await run(changed)
    const all = (await rowsOf()).filter(({ number }) => number.startsWith('M-'))
    expect(all.map(({ number, status, cover, record }) => ({ number, status, cover, record }))).toEqual(
      changed.map(({ ticketNumber, status }, index) => {
        const isKept = status === rows[index]?.status
        const cover = status === 'Valid' ? null : status
        return {
          ...{ number: ticketNumber, status, cover },
          record: cover === null ? null : (isKept ? first : second).recordId,
        }
      }),
    )
  })

  it('can be taken back by its record, while a void by somebody else stays', async () => {
    await query("UPDATE tickets SET ticket_number = 'A-1' WHERE id = ?", ticket)
    await addTicket(org, { ticket_number: 'A-2' })
    await addTicket(org, { ticket_number: 'A-3' })
    await writeState((await rowsOf())[2]?.id as string, 'Voided', null)
    await post(admission(ticket, 4))
    await set('Refunded')
    const { recordId } = await run([
      { ticketNumber: 'A-1', status: 'Voided' },
      { ticketNumber: 'A-2', status: 'Voided' },
      { ticketNumber: 'A-3', status: 'Refunded' },
    ])
    const second = (await rowsOf())[1]?.id as string
    expect(await set('Voided', second)).toEqual(['Voided', null])
    const db = openDatabase(here(), undefined)
    await db.batch([
      db
        .update(tickets)
        .set(takeCover)
        .where(eq(tickets.coverRecord, recordId as string)),
    ])
    expect((await rowsOf()).map(({ status, cover }) => [status, cover])).toEqual([
      ['CheckedIn', null],
      ['Voided', 'Voided'],
      // Others had voided it.
      ['Voided', null],
    ])
  })
})

describe('the cost', () => {
  const costOf = async (method: 'PATCH' | 'POST', path: string, body: object) => {
    const { DB, cost } = measuringDatabase()
    const response = await callWithBindings({ DB }, `${API}${path}`, jsonRequest(method, org.owner, body))
    expect(response.status).toBe(200)
    return cost
  }

  it('of a void is that of a change, also where phones have checked the guest in', async () => {
    const elsewhere = await addTicket(org)
    await post(admission(ticket, 3), exit(ticket, 4))
    const most = { Voided: [32, 16], Refunded: [32, 16], Valid: [56, 16] } as const
    for (const id of [ticket, elsewhere]) {
      for (const [status, [read, written]] of Object.entries(most)) {
        const cost = await costOf('PATCH', pathOf(id), { status })
        expect(cost.trips).toBe(1)
        expect([cost.read <= read, cost.written <= written], `${status} ${JSON.stringify(cost)}`).toEqual([
          true,
          true,
        ])
      }
    }
  })

  it('of an import that voids is that of one that changes a seat', async () => {
    const count = 100
    const path = `/sessions/${org.session}/imports`
    const runAs = async (status: Settable) => {
      const rows = Array.from({ length: count }, (_, index) => ({
        ...{ ticketNumber: `N-${index}`, ticketTypeName: 'Standing', status },
      }))
      const { body } = await send<{ version: string }>('POST', `${path}/preview`, org.owner, {
        tickets: rows,
      })
      return costOf('POST', path, { tickets: rows, expectedVersion: body.version })
    }
    await runAs('Valid')
    for (const status of ['Voided', 'Refunded', 'Valid'] as const) {
      const { read, written } = await runAs(status)
      expect(read / count, `rows read for each ${status}`).toBeLessThanOrEqual(24)
      expect(written / count, `rows written for each ${status}`).toBeLessThanOrEqual(13)
    }
  })
})

describe('a change that comes twice', () => {
  it('is recorded once, and a repeat is answered with the ticket', async () => {
    await post(admission(ticket, 4))
    const [first, second] = [await patch('Voided'), await patch('Voided', { subject: org.owner })]
    expect(second.body).toEqual(first.body)
    expect(await historyOf(org.id, org.owner, ticket)).toHaveLength(1)
    expect(await set('Valid')).toEqual(['CheckedIn', 4])
    await expectError((await patch('Valid')).response, 'checked_in')
    expect(await stateOf(ticket)).toEqual({ status: 'CheckedIn', minutes: 4 })
  })

  it('is answered where the first response was lost on its way to the client', async () => {
    const tag = (await read(pathOf(), org.manager)).headers.get('ETag') as string
    const condition = { 'If-Match': tag }
    const [first, again] = [
      await patch('Voided', { headers: condition }),
      await patch('Voided', { headers: condition }),
    ]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    await expectError((await patch('Valid', { headers: condition })).response, 'precondition_failed')
  })

  it.each(['Voided', 'Valid'] as const)(
    'is %s once where the response of the database was lost',
    async (status) => {
      await post(admission(ticket, 4))
      if (status === 'Valid') await set('Refunded')
      const { length } = await historyOf(org.id, org.owner, ticket)
      let isLost = false
      const DB = faultyDatabase((real) => async (statements) => {
        const results = await real(statements)
        if (isLost) return results
        isLost = true
        throw new Error('Network connection lost.')
      })
      const response = await callWithBindings(
        { DB },
        `${API}${pathOf()}`,
        jsonRequest('PATCH', org.manager, { status }),
      )
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ status: status === 'Valid' ? 'CheckedIn' : 'Voided' })
      expect(await historyOf(org.id, org.owner, ticket)).toHaveLength(length + 1)
    },
  )

  it('from two managers and phones at once ends as one of them says, and loses nobody', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.constantFrom<Settable>('Valid', 'Refunded', 'Voided'),
            fc.record({ minute: fc.nat(9), isUndone: fc.boolean() }),
          ),
          { minLength: 2, maxLength: 6 },
        ),
        async (calls) => {
          const id = await addTicket(org)
          const minutes: number[] = []
          await Promise.all(
            calls.map(async (call) => {
              if (typeof call === 'string') return patch(call, { id })
              const item = admission(id, call.minute)
              if (!call.isUndone) minutes.push(call.minute)
              return post(item, ...(call.isUndone ? [undo(item.id)] : []))
            }),
          )
          const expected = minutes.length === 0 ? null : Math.min(...minutes)
          const state = await stateOf(id)
          expect(state?.minutes).toBe(expected)
          expect(['Refunded', 'Voided', expected === null ? 'Valid' : 'CheckedIn']).toContain(state?.status)
          expect((await coverOf(id)).cover).toBe(
            /^(Refunded|Voided)$/.test(state?.status ?? '') ? state?.status : null,
          )
          await set('Voided', id)
          expect(await set('Valid', id)).toEqual([expected === null ? 'Valid' : 'CheckedIn', expected])
        },
      ),
      { numRuns: runs(60) },
    )
  })
})
