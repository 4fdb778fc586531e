// Imports of guests as people have them: companions, lists of another session, copies.
// @module-tag more
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { readGuestText } from '../../../../src/domain/import/file/guest-file.ts'
import { toImportRows } from '../../../../src/domain/import/file/import-rows.ts'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { call, expectError } from '../../../support/api.ts'
import { readingOf } from '../../../support/import-file.ts'
import {
  addSession,
  addTickets,
  makeOrganizer,
  type Organizer,
  query,
  type TicketInput,
} from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'
import { API, send } from '../../../support/setup.ts'

type Preview = Schemas['ImportPreview']
type Result = Schemas['ImportResult']

let org: Organizer
let next: string
beforeEach(async () => {
  org = await makeOrganizer()
  next = await addSession(org)
})

const pathOf = (session: string) => `/sessions/${session}/imports`

const preview = async (session: string, body: object): Promise<Preview> => {
  const { status, body: previewed } = await send<Preview>(
    'POST',
    `${pathOf(session)}/preview`,
    org.owner,
    body,
  )
  expect(status, JSON.stringify(previewed)).toBe(200)
  return previewed
}

const run = async (session: string, body: object): Promise<Result> => {
  const { version: expectedVersion, ...previewed } = await preview(session, body)
  const { status, body: result } = await send<Result>('POST', pathOf(session), org.owner, {
    ...body,
    expectedVersion,
  })
  expect(status, JSON.stringify(result)).toBe(200)
  expect(result).toMatchObject({ inserted: previewed.toInsert, updated: previewed.toUpdate })
  return result
}

const ticketsOf = (session: string) =>
  query<TicketInput & { code: string; reference: string | null; key: number }>(
    `SELECT tickets.* FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = ? ORDER BY key`,
    session,
  )

const lines = async (session: string, ...columns: (keyof TicketInput)[]) =>
  (await ticketsOf(session)).map((ticket) => columns.map((column) => ticket[column] ?? '–').join(' '))

const guest = (attendeeName: string, more: object = {}) => ({ ticketTypeName: 'VIP', attendeeName, ...more })

const byGuest = (...tickets: object[]) => ({ tickets, match: 'guest' })

describe('a guest with companions', () => {
  it('is a party of tickets with one reference, which is that of the row if it has one', async () => {
    await run(
      org.session,
      byGuest(guest('Anna', { plusOnes: 2 }), guest('Bo +1', { reference: 'ORD-7' }), guest('Cy')),
    )
    const tickets = await ticketsOf(org.session)
    expect(tickets.map(({ attendee_name }) => attendee_name)).toEqual([
      ...['Anna', 'Anna +1', 'Anna +2', 'Bo', 'Bo +1', 'Cy'],
    ])
    const references = tickets.map(({ reference }) => reference)
    expect(references[0]).toMatch(/^\d{10}$/)
    expect(references).toEqual([references[0], references[0], references[0], 'ORD-7', 'ORD-7', null])
  })

  it('is found again with the same companions; more join, and fewer leave a whole list only', async () => {
    await run(org.session, byGuest(guest('Anna', { plusOnes: 1 }), guest('Bo')))
    const [{ reference } = { reference: null }] = await ticketsOf(org.session)
    expect(await run(org.session, byGuest(guest('Anna +1'), guest('Bo')))).toMatchObject({ unchanged: 3 })
    expect(await run(org.session, byGuest(guest('Anna', { quantity: 3 })))).toMatchObject({
      ...{ inserted: 1, unchanged: 2 },
    })
    expect((await ticketsOf(org.session)).map((ticket) => ticket.reference)).toEqual([
      ...[reference, reference, null, reference],
    ])
    expect(await run(org.session, byGuest(guest('Anna'), guest('Bo')))).toMatchObject({ unchanged: 2 })
    const whole = { ...byGuest(guest('Anna', { plusOnes: '0' }), guest('Bo')), missing: 'void' }
    expect(await run(org.session, whole)).toMatchObject({ voided: 2, unchanged: 2 })
  })

  it('who comes alone at first gets a reference with the first companion', async () => {
    await run(org.session, byGuest(guest('Anna')))
    expect(await run(org.session, byGuest(guest('Anna +1')))).toMatchObject({ inserted: 1, updated: 1 })
    const references = new Set((await ticketsOf(org.session)).map(({ reference }) => reference))
    expect([...references]).toEqual([expect.stringMatching(/^\d{10}$/)])
  })

  it('can be reached at the address that the row gives, and so can the companions', async () => {
    await run(org.session, byGuest(guest('Anna +1', { attendeeEmail: 'anna@example.com' })))
    expect(await lines(org.session, 'attendee_name', 'attendee_email', 'holder_email')).toEqual([
      'Anna anna@example.com –',
      'Anna +1 – anna@example.com',
    ])
  })

  it.each([
    [{ plusOnes: 1, ticketNumber: 'A' }, 'plusOnes', /^must be 0 for a row with an id, a number or a code$/],
    [{ plusOnes: 1, code: 'A' }, 'plusOnes', /^must be 0/],
    [{ quantity: 2, id: crypto.randomUUID() }, 'quantity', /^must be 1/],
    [{ plusOnes: 1, quantity: 3 }, 'quantity', /another number of people/],
    [{ plusOnes: 2, attendeeName: 'Anna +1' }, 'plusOnes', /another number of people/],
    [{ plusOnes: 100 }, 'plusOnes', /^must be a whole number from 0 to 99$/],
    [{ plusOnes: 'two' }, 'plusOnes', /^must be a whole number/],
  ])('is a problem with %j', async (more, field, message) => {
    const { problems } = await preview(org.session, byGuest(guest('Anna', more)))
    expect(problems).toEqual([{ row: 1, field, message: expect.stringMatching(message) }])
  })

  it.each([
    ['a ticket of its own', { ticketNumber: 'A-2', attendeeName: 'Anna +2' }],
    ['a number above 20', { attendeeName: 'Class +21' }],
    ['no space', { attendeeName: 'Anna+2' }],
  ])('is not read into a name with %s', async (_, more) => {
    expect(await preview(org.session, byGuest(guest('Anna', more)))).toMatchObject({ toInsert: 1 })
  })

  it('is not read into the name of a companion whose guest is in the list, too', async () => {
    const reference = 'ORD-1'
    const list = byGuest(
      guest('Anna', { reference }),
      guest('Anna +1', { reference }),
      guest('Anna +2', { reference }),
    )
    expect(await preview(org.session, list)).toMatchObject({ toInsert: 3, problemCount: 0 })
  })
})

describe('companions with names', () => {
  const party = (...companions: unknown[]) => guest('Anna', { companions })

  it('are a party with their guest, and are found again by their names', async () => {
    const list = byGuest(party('Bo Lind', 'Cy'), guest('Dee', { plusOnes: 2, companions: ['Eve'] }))
    await run(org.session, list)
    const names = await lines(org.session, 'attendee_name')
    expect(names).toEqual(['Anna', 'Bo Lind', 'Cy', 'Dee', 'Eve', 'Dee +2'])
    expect(new Set((await ticketsOf(org.session)).map(({ reference }) => reference)).size).toBe(2)
    expect(await run(org.session, list)).toMatchObject({ unchanged: 6, recordId: null })
    expect(await run(org.session, byGuest(party('Cy', 'Fay', 'Bo Lind')))).toMatchObject({
      ...{ inserted: 1, updated: 0, unchanged: 3 },
    })
  })

  it('stay in their party where others have the same name', async () => {
    const list = [party('Bo'), guest('Bo'), guest('Dee', { companions: ['Bo'] })]
    await run(org.session, byGuest(...list))
    const before = await lines(org.session, 'attendee_name', 'reference')
    expect(await run(org.session, byGuest(...list.toReversed()))).toMatchObject({ unchanged: 5, updated: 0 })
    expect(await run(org.session, byGuest(guest('Dee', { companions: ['Bo'] })))).toMatchObject({
      unchanged: 2,
    })
    expect(await lines(org.session, 'attendee_name', 'reference')).toEqual(before)
  })

  it('do not take the ticket of a guest of that name', async () => {
    await run(org.session, byGuest(guest('Bo')))
    expect(await run(org.session, byGuest(party('Bo')))).toMatchObject({ inserted: 2, unchanged: 0 })
  })

  it('take the place of companions without a name, and leave a whole list with their guest', async () => {
    await run(org.session, byGuest(guest('Anna', { plusOnes: 2 }), guest('Zoe')))
    expect(await preview(org.session, byGuest(party('Bo', 'Cy')))).toMatchObject({
      ...{ toInsert: 0, toUpdate: 2, unchanged: 1, warnings: [] },
    })
    const whole = { ...byGuest(party('Bo')), missing: 'void' }
    expect(await run(org.session, whole)).toMatchObject({ inserted: 0, updated: 1, unchanged: 1, voided: 2 })
    expect(await lines(org.session, 'attendee_name', 'status')).toEqual([
      ...['Anna Valid', 'Bo Valid', 'Anna +2 Voided', 'Zoe Voided'],
    ])
  })

  it.each([
    [{ companions: 'Bo' }, 'companions', /^must be a list of up to 99 names$/],
    [{ companions: ['Bo', ''] }, 'companions', /^must be a list/],
    [{ companions: ['Bo', 7] }, 'companions', /^must be a list/],
    [{ companions: Array(100).fill('Bo') }, 'companions', /^must be a list/],
    [{ companions: ['B\0o'] }, 'companions', /^has a character that cannot be stored/],
    [
      { companions: ['Bo', 'Cy'], plusOnes: 1 },
      'companions',
      /^has more names than the row has companions: 1$/,
    ],
    [{ companions: ['Bo'], quantity: 1 }, 'companions', /^has more names/],
    [{ companions: ['Bo'], code: 'A' }, 'companions', /^must be empty for a row with an id/],
  ])('are a problem with %j', async (more, field, message) => {
    const { problems } = await preview(org.session, byGuest(guest('Anna', more)))
    expect(problems).toEqual([{ row: 1, field, message: expect.stringMatching(message) }])
  })

  it('may be 99, none or null', async () => {
    const many = guest('Anna', { companions: Array.from({ length: 99 }, (_, n) => `G ${n}`) })
    expect(await preview(org.session, byGuest(many))).toMatchObject({ toInsert: 100, problemCount: 0 })
    for (const companions of [[], null]) {
      expect(await preview(org.session, byGuest(guest('Bo', { companions })))).toMatchObject({ toInsert: 1 })
    }
  })
})

it('a reference is set, found like a number, and cleared; the ticket list does not have it', async () => {
  const [id] = await addTickets(org, [{ attendee_name: 'Anna' }])
  const ticket = `/sessions/${org.session}/tickets/${id}`
  const find = async (q: string) => {
    const response = await call(`/api/v1/sessions/${org.session}/tickets?q=${q}`, { subject: org.staff })
    return ((await response.json()) as { data: object[] }).data
  }
  const changed = await send('PATCH', ticket, org.owner, { reference: 'Größe-2026/77-A' })
  expect(changed.body).toMatchObject({ reference: 'Größe-2026/77-A' })
  for (const q of ['grosse', 'groesse-2026', '77-a', '2026/77']) {
    const found = await find(q)
    expect(found).toMatchObject([{ id }])
    expect(found[0]).not.toHaveProperty('reference')
  }
  expect((await send('PATCH', ticket, org.owner, { reference: null })).body).toMatchObject({
    reference: null,
  })
  expect(await find('grosse')).toEqual([])
  for (const reference of ['', 'x'.repeat(101), 'a\nb', 7]) {
    const { response } = await send('PATCH', ticket, org.owner, { reference })
    await expectError(response, 'invalid_request', /reference/)
  }
})

describe('a status in a file', () => {
  const rows = ['Valid', 'CheckedIn', 'Refunded', 'Voided'].map((status, n) => ({
    ...{ ticketNumber: `N-${n}`, ticketTypeName: 'VIP', status, checkedInAt: '2026-06-12T18:30:00Z' },
  }))

  it('checks nobody in unless that is asked', async () => {
    expect(await preview(org.session, { tickets: rows })).toMatchObject({
      toInsertByStatus: { Valid: 2, CheckedIn: 0, Refunded: 1, Voided: 1 },
      ...{ checkedInRows: 1, leftOut: 0 },
    })
    expect(await preview(org.session, { tickets: rows, checkIns: 'keep' })).toMatchObject({
      toInsertByStatus: { Valid: 1, CheckedIn: 1, Refunded: 1, Voided: 1 },
    })
    await run(org.session, { tickets: rows })
    expect(await lines(org.session, 'status', 'checked_in_at')).toEqual([
      ...['Valid –', 'Valid –', 'Refunded –', 'Voided –'],
    ])
    const kept = rows.map((row) => ({ ...row, ticketNumber: `K${row.ticketNumber}` }))
    await run(org.session, { tickets: kept, checkIns: 'keep' })
    expect((await lines(org.session, 'status', 'checked_in_at')).slice(4)).toContain(
      `CheckedIn ${Date.UTC(2026, 5, 12, 18, 30)}`,
    )
  })

  it('of an import or a call that is none is refused', async () => {
    for (const checkIns of ['yes', null]) {
      const { response } = await send('POST', `${pathOf(org.session)}/preview`, org.owner, {
        tickets: rows,
        checkIns,
      })
      await expectError(response, 'invalid_request', /^checkIns: must be ignore or keep/)
    }
  })
})

/** The rows of a session's download, as a file has them. */
const downloadOf = async (session: string) => {
  const response = await call(`${API}/sessions/${session}/tickets.csv`, { subject: org.owner })
  const file = readGuestText((await response.text()).replace('\ufeff', ''))
  expect(file.format?.name).toBe('Doorlist')
  return toImportRows(file, readingOf(file)).rows.map(({ fields }) => fields)
}

const lastWeek = () =>
  addTickets(org, [
    { ticket_number: '000001', attendee_name: 'Anna', status: 'CheckedIn', checked_in_at: 5, code: 'c1' },
    {
      ticket_number: '000002',
      attendee_name: 'Bo',
      holder_email: 'bo@example.com',
      reference: 'R',
      code: 'c2',
    },
    { ticket_number: '000003', attendee_name: 'Bo +1', reference: 'R', status: 'CheckedIn', code: 'c3' },
    { ticket_number: '000004', attendee_name: 'Cy', status: 'Refunded' },
    { ticket_number: '000005', attendee_name: 'Dee', status: 'Voided' },
  ])

describe('last week’s list', () => {
  beforeEach(async () => {
    await lastWeek()
    await addTickets(org, [{ ticket_number: '000001', attendee_name: 'Xaver', code: 'x' }], next)
  })

  it('brings its guests to the next session, all of them expected, and nobody else changes', async () => {
    const tickets = await downloadOf(org.session)
    const [xaver] = await ticketsOf(next)
    expect(await preview(next, { tickets, checkIns: 'keep' })).toMatchObject({
      ...{ rows: 5, toInsert: 3, toUpdate: 0, leftOut: 2, checkedInRows: 2, problemCount: 0, warnings: [] },
      toInsertByStatus: { Valid: 3, CheckedIn: 0, Refunded: 0, Voided: 0 },
    })
    await run(next, { tickets, checkIns: 'keep' })
    const [kept, anna, ...others] = await ticketsOf(next)
    expect(kept).toEqual(xaver)
    expect(anna).toMatchObject({ attendee_name: 'Anna', status: 'Valid', checked_in_at: null })
    // Anna's number is taken, those of the others are free.
    expect(anna?.ticket_number).toMatch(/^000002-[0-9a-f]{8}$/)
    expect(others.map(({ ticket_number }) => ticket_number)).toEqual(['000002', '000003'])
    expect(others.map(({ reference }) => reference)).toEqual(['R', 'R'])
    for (const { code } of [anna, ...others] as { code: string }[]) expect(code).toMatch(/^[0-9A-Z]{20}$/)
  })

  it('brings nobody twice', async () => {
    const tickets = await downloadOf(org.session)
    for (const match of ['number', 'guest', 'number']) {
      await run(next, { tickets, match })
      expect(await ticketsOf(next)).toHaveLength(4)
    }
  })

  it('keeps its codes only if that is asked', async () => {
    await run(next, { tickets: await downloadOf(org.session), codes: 'kept' })
    expect((await ticketsOf(next)).map(({ code }) => code)).toEqual(['x', 'c1', 'c2', 'c3'])
  })

  it('is not matched by code', async () => {
    const { problems } = await preview(next, { tickets: await downloadOf(org.session), match: 'code' })
    expect(problems).toHaveLength(5)
    expect(problems[0]).toMatchObject({ row: 1, field: 'session' })
  })

  it('is a list of this session where it comes from', async () => {
    const tickets = await downloadOf(org.session)
    expect(await preview(org.session, { tickets })).toMatchObject({ unchanged: 5, toInsert: 0, leftOut: 0 })
  })

  it('names its session by a UUID', async () => {
    const { problems } = await preview(next, byGuest(guest('Anna', { session: 'Friday' })))
    expect(problems).toEqual([{ row: 1, field: 'session', message: 'must be a UUID' }])
  })
})

describe('a copy', () => {
  const copy = () => ({ fromSessionId: org.session })
  beforeEach(lastWeek)

  it('brings the guests of another session, expected, with new codes and their numbers', async () => {
    expect(await preview(next, copy())).toMatchObject({
      ...{ rows: 3, toInsert: 3, checkedInRows: 2, problemCount: 0, newTicketTypes: [] },
    })
    const { recordId } = await run(next, copy())
    expect(await lines(next, 'attendee_name', 'ticket_number', 'status', 'reference')).toEqual([
      ...['Anna 000001 Valid –', 'Bo 000002 Valid R', 'Bo +1 000003 Valid R'],
    ])
    for (const { code } of await ticketsOf(next)) expect(code).toMatch(/^[0-9A-Z]{20}$/)
    expect(await run(next, copy())).toMatchObject({ inserted: 0, unchanged: 3 })
    const [record] = await query<{ change: string }>(
      'SELECT change FROM audit_log WHERE call_id = ?',
      recordId as string,
    )
    expect(JSON.parse(record?.change as string)).toMatchObject({ fromSessionId: org.session, inserted: 3 })
    const reverted = await send<{ deleted: number }>(
      'POST',
      `${pathOf(next)}/${recordId}/revert`,
      org.owner,
      {},
    )
    expect(reverted.body).toMatchObject({ deleted: 3 })
  })

  it('is what was previewed: a check-in there does not matter, another guest does', async () => {
    const { version: expectedVersion } = await preview(next, copy())
    await query(`UPDATE tickets SET status = 'CheckedIn' WHERE attendee_name = 'Bo' AND code = 'c2'`)
    const body = { ...copy(), expectedVersion }
    await query(`UPDATE tickets SET attendee_name = 'Anne' WHERE attendee_name = 'Anna' AND code = 'c1'`)
    await expectError((await send('POST', pathOf(next), org.owner, body)).response, 'preview_outdated')
    await query(`UPDATE tickets SET attendee_name = 'Anna' WHERE attendee_name = 'Anne' AND code = 'c1'`)
    const first = await send<Result>('POST', pathOf(next), org.owner, body)
    expect(first.body).toMatchObject({ inserted: 3 })
    // The repeat of a lost response does not read the other session.
    await query(`DELETE FROM tickets WHERE code IN ('c1', 'c2', 'c3')`)
    expect((await send<Result>('POST', pathOf(next), org.owner, body)).body).toEqual(first.body)
  })

  it('is one of the same organizer’s sessions, by those who may manage them', async () => {
    const other = await makeOrganizer()
    const ask = async (subject: string, into: string, body: object) =>
      (await send('POST', `${pathOf(into)}/preview`, subject, body)).response
    await expectError(await ask(org.owner, next, { fromSessionId: other.session }), 'session_not_found')
    await expectError(await ask(other.owner, other.session, copy()), 'session_not_found')
    await query(
      `INSERT INTO members (organizer_id, subject, role) VALUES (?, ?, 'manager')`,
      ...[other.id, org.owner],
    )
    await expectError(await ask(org.owner, next, { fromSessionId: other.session }), 'session_not_found')
    await expectError(await ask(org.staff, next, copy()), 'forbidden')
    await expectError(await ask(org.owner, next, { fromSessionId: crypto.randomUUID() }), 'session_not_found')
  })

  it.each([
    [{}, 'must have either tickets or fromSessionId'],
    [{ tickets: [guest('Anna')], fromSessionId: crypto.randomUUID() }, 'must have either'],
    [{ fromSessionId: 'last' }, 'fromSessionId: must be a UUID'],
  ])('needs a session and no rows (%j)', async (body, message) => {
    const { response } = await send('POST', `${pathOf(next)}/preview`, org.owner, body)
    await expectError(response, 'invalid_request', new RegExp(message))
  })
})

type Step = 'upload' | 'repeat' | 'revert' | 'copy' | 'list'

it('ends with the same guests, whatever the order of imports, repeats and reverts', {
  tags: ['slow'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Step>('upload', 'repeat', 'revert', 'copy', 'list'), {
        minLength: 2,
        maxLength: 6,
      }),
      async (steps) => {
        org = await makeOrganizer()
        next = await addSession(org)
        await lastWeek()
        await addTickets(
          org,
          [{ ticket_number: '000001', attendee_name: 'Xaver', status: 'CheckedIn', checked_in_at: 7 }],
          next,
        )
        const [xaver] = await ticketsOf(next)
        const list = await downloadOf(org.session)
        const bodies = {
          upload: byGuest(guest('Eve +1'), guest('Xaver', { ticketTypeName: 'Standing', status: 'Voided' })),
          copy: { fromSessionId: org.session },
          list: { tickets: list, checkIns: 'keep' },
        }
        let last: { body: object; result: Result } | undefined
        for (const step of steps) {
          if (step === 'revert' || step === 'repeat') {
            if (last?.result.recordId == null) continue
            if (step === 'repeat') {
              const result = await send<Result>('POST', pathOf(next), org.owner, last.body)
              expect(result.body).toEqual(last.result)
            } else {
              const { recordId } = last.result
              const { status } = await send('POST', `${pathOf(next)}/${recordId}/revert`, org.owner, {})
              expect(status).toBe(200)
            }
            continue
          }
          const { version: expectedVersion } = await preview(next, bodies[step])
          const body = { ...bodies[step], expectedVersion }
          const { body: result } = await send<Result>('POST', pathOf(next), org.owner, body)
          last = { body, result }
        }
        const [kept, ...added] = await ticketsOf(next)
        expect(kept).toEqual(xaver)
        for (const { status, checked_in_at } of added)
          expect([status, checked_in_at]).toEqual(['Valid', null])
        const names = added.map(({ attendee_name }) => attendee_name)
        expect(new Set(names).size).toBe(names.length)
      },
    ),
    { numRuns: runs(200) },
  )
})
