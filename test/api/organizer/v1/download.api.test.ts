// The download of a session's tickets as CSV.
// @module-tag slow
import { parse } from 'csv-parse/browser/esm/sync'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CSV_COLUMNS } from '../../../../src/domain/import/file/table/csv.ts'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { ORIGIN } from '../../../support/address.ts'
import { call, callWithBindings, expectError, getPage, sendJson, ticketsPath } from '../../../support/api.ts'
import { faultyDatabase } from '../../../support/faulty-database.ts'
import { readTickets } from '../../../support/import-file.ts'
import { addStaff, addTickets, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { API, create, historyOf, send } from '../../../support/setup.ts'

let org: Organizer
let path: string
beforeEach(async () => {
  org = await makeOrganizer()
  path = `${API}/sessions/${org.session}/tickets.csv`
})

const download = async (parameters = '') => {
  const response = await call(path + parameters, { subject: org.owner })
  expect(response.status).toBe(200)
  // `text` would drop the byte order mark.
  return {
    response,
    text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await response.arrayBuffer()),
  }
}

const rowsIn = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true })

const many = (count: number) =>
  addTickets(
    org,
    Array.from({ length: count }, (_, n) => ({ ticket_number: `N-${count - n}` })),
  )

describe('the download', () => {
  it('of a ticket type has its tickets alone, and says so in the history', async () => {
    await addTickets(org, [
      { ticket_type_id: org.types.VIP },
      {},
      { ticket_type_id: org.types.VIP, status: 'Voided' },
    ])
    const rows = async (parameters: string) => rowsIn((await download(parameters)).text)
    expect((await rows('?ticketTypeName=vip')).map((row) => row.ticketTypeName)).toEqual(['VIP', 'VIP'])
    expect(await rows('?ticketTypeName=vip&status=Voided')).toHaveLength(1)
    expect(await rows('?ticketTypeName=VI')).toEqual([])
    const records = await historyOf(org.id, org.owner, org.session)
    expect(records.map(({ change }) => change)).toContainEqual({ ticketTypeName: 'vip', status: 'Voided' })
  })

  it('is CSV with every value of a ticket but its id, then its session, device, page and guest list', async () => {
    await create(`/sessions/${org.session}/tickets`, org.owner, {
      tickets: [
        {
          ...{ ticketNumber: 'A-2', ticketTypeName: 'VIP', seatLabel: 'Row "1", left', code: 'printed' },
          reference: 'ORD-7',
          ...{ holderEmail: 'bo@example.com', note: 'Desk', flag: 'Stop' },
          currentHolderId: '5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c0001',
          attendee: { name: 'Ana, García', email: 'ana@example.com', company: 'Radio' },
        },
        { ticketNumber: 'A-1', ticketTypeName: 'VIP' },
      ],
    })
    const { data } = await getPage(org.staff, ticketsPath(org.session, { q: 'A-2' }))
    const item = {
      type: 'CheckIn',
      id: crypto.randomUUID(),
      ticketId: data[0]?.id,
      at: '2026-06-12T20:30:00Z',
    }
    await sendJson('POST', `/api/v1/sessions/${org.session}/check-ins`, org.staff, {
      device: 'Gate A',
      items: [{ ...item, admitted: true }],
    })
    const { response, text } = await download()
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="tickets.csv"')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    const [header, first, second, ...rest] = text.split('\r\n')
    expect(header).toBe(`\ufeff${CSV_COLUMNS.join(',')}`)
    const code = first?.split(',')[3]
    expect(first).toBe(`A-1,Valid,VIP,${code},,None,,,,,,,,,0,${org.session},,${ORIGIN}/t/${code},`)
    expect(second).toBe(
      `A-2,CheckedIn,VIP,printed,Desk,Stop,"Row ""1"", left",ORD-7,5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c0001,bo@example.com,"Ana, García",ana@example.com,Radio,2026-06-12T20:30:00.000Z,0,${org.session},Gate A,,`,
    )
    expect(rest).toEqual([''])
  })

  it('names the guest list of a ticket', async () => {
    await query('UPDATE sessions SET starts_at = ? WHERE id = ?', Date.now() + 3_600_000, org.session)
    const lists = `/sessions/${org.session}/guest-lists`
    const { link } = await create<Schemas['GuestList']>(lists, org.owner, { name: '=DJ, Tom', quota: 2 })
    // These names come from anyone with the link, and the organizer opens them in a spreadsheet.
    const [name, note] = ['=HYPERLINK("http://x.example";"Ana")', '@SUM(1) \u202enot']
    const entries = [{ id: crypto.randomUUID(), name, plusOnes: 1, note }]
    await sendJson('POST', '/api/v1/lists/entries', undefined, { code: link?.split('#')[1], entries })
    await addTickets(org, [{ ticket_number: 'Z-1' }])
    const { text } = await download()
    expect(rowsIn(text).map(({ list }) => list)).toEqual(["'=DJ, Tom", "'=DJ, Tom", ''])
    expect(rowsIn(text)[1]).toMatchObject({ attendeeName: `'${name} +1`, note: `'${note}` })
    expect(readTickets(text.replace('\ufeff', '')).errors).toEqual([])
  })

  it('has the order of the list, and only a status if one is given', async () => {
    await addTickets(org, [
      { ticket_number: 'b-2' },
      { ticket_number: 'B-1', status: 'Refunded' },
      { ticket_number: 'a-3' },
      { ticket_number: 'A-3', status: 'Voided' },
    ])
    const numbers = async (parameters: string) =>
      rowsIn((await download(parameters)).text).map(({ ticketNumber }) => ticketNumber)
    const { data } = await getPage(org.staff, ticketsPath(org.session))
    expect(await numbers('')).toEqual(data.map(({ ticketNumber }) => ticketNumber))
    expect(await numbers('?status=Valid')).toEqual(['a-3', 'b-2'])
    expect(await numbers('?status=CheckedIn')).toEqual([])
    await expectError(
      await call(`${path}?status=valid`, { subject: org.owner }),
      'invalid_request',
      /^status: /,
    )
  })

  it('is safe in a spreadsheet, and imports again without a change', async () => {
    const hostile = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      "'quoted",
      "'=1",
      '＝1',
      '"',
      'a,b',
      'Zoë',
      '00012',
      '1E5',
    ]
    await send('POST', `/sessions/${org.session}/tickets`, org.owner, {
      tickets: hostile.map((name, n) => ({
        ...{ ticketNumber: name, ticketTypeName: 'VIP', seatLabel: name, code: `${name}${n}`, note: name },
        ...{ holderEmail: name, attendee: { name, company: name } },
      })),
    })
    await addTickets(org, [
      { ticket_number: 'T', attendee_name: '\tcmd' },
      { ticket_number: 'U', attendee_name: 'two\r\nlines', status: 'CheckedIn', checked_in_at: 5 },
    ])
    const { text } = await download()
    for (const row of parse(text, { bom: true }) as string[][]) {
      for (const cell of row) expect(cell).not.toMatch(/^[=+\-@＝\t\r]/)
    }
    const { tickets, errors } = readTickets(text.replace('\ufeff', ''))
    expect(errors).toEqual([])
    const names = tickets.map(({ values }) => values.attendeeName)
    expect(new Set(names)).toEqual(new Set([...hostile, 'cmd', 'two\nlines']))
    const rows = tickets
      .map(({ values: { checkedInAt: _, ...values } }) => values)
      .filter(({ attendeeName }) => hostile.includes(attendeeName as string))
    const { body } = await send<Schemas['ImportPreview']>(
      'POST',
      `/sessions/${org.session}/imports/preview`,
      org.owner,
      { tickets: rows },
    )
    expect(body).toMatchObject({ unchanged: hostile.length, toInsert: 0, toUpdate: 0, problemCount: 0 })
  })

  it('has each ticket once, in pages of 2,000', async () => {
    await many(4_001)
    const costs: number[] = []
    const DB = faultyDatabase((real) => async (statements) => {
      const results = await real(statements)
      costs.push(results.reduce((sum, { meta }) => sum + meta.rows_read, 0))
      // A ticket of the first page moves to the last one, and one of the last to the first.
      if (costs.length === 1) {
        await query(`UPDATE tickets SET ticket_number = 'Z-1' WHERE ticket_number = 'N-1' AND session_number =
          (SELECT number FROM sessions WHERE id = '${org.session}')`)
      }
      return results
    })
    const response = await callWithBindings({ DB }, path, { subject: org.owner })
    const numbers = rowsIn(await response.text()).map(({ ticketNumber }) => ticketNumber)
    expect([numbers.length, new Set(numbers).size]).toEqual([4_001, 4_001])
    // The second one records the download.
    expect(costs).toHaveLength(4)
    for (const cost of costs) expect(cost).toBeLessThan(2_000 * 3 + 50)
  })

  it('breaks off when a page fails, and logs that at the end', async () => {
    await many(4_001)
    const error = vi.spyOn(console, 'error').mockReturnValue()
    let batches = 0
    const DB = faultyDatabase((real) => (statements) => {
      batches += 1
      return batches === 3 ? Promise.reject(new Error('D1 DB is overloaded.')) : real(statements)
    })
    // The text of the response is read to compare it with the document.
    await expect(callWithBindings({ DB }, path, { subject: org.owner })).rejects.toThrow()
    const lines = error.mock.calls.map(([line]) => JSON.parse(String(line)))
    error.mockRestore()
    expect(lines).toMatchObject([{ status: 200, code: 'database_unavailable', roundTrips: 3 }])
  })

  it('breaks off when the membership ends', async () => {
    await many(2_001)
    const log = vi.spyOn(console, 'log').mockReturnValue()
    let batches = 0
    const DB = faultyDatabase((real) => async (statements) => {
      batches += 1
      if (batches === 3) await query('DELETE FROM members WHERE subject = ?', org.owner)
      return real(statements)
    })
    await expect(callWithBindings({ DB }, path, { subject: org.owner })).rejects.toThrow()
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)))
    log.mockRestore()
    expect(lines).toMatchObject([{ code: 'session_not_found' }])
  })

  it('is for owners and managers of the organizer', async () => {
    await expectError(await call(path, { subject: await addStaff(org) }), 'forbidden')
    await expectError(await call(path, { subject: (await makeOrganizer()).owner }), 'session_not_found')
    expect((await call(path, { subject: org.manager })).status).toBe(200)
  })

  it('answers HEAD without a body', async () => {
    const response = await call(path, { subject: org.owner, method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(await historyOf(org.id, org.owner, org.session)).toEqual([])
  })

  it('is in the history', async () => {
    await download('?status=Valid')
    expect(await historyOf(org.id, org.owner, org.session)).toMatchObject([
      { action: 'tickets.download', entityId: org.session, by: org.owner, change: { status: 'Valid' } },
    ])
  })
})
