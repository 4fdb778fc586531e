// What the console makes of a night: problems by ticket, and the closing figures.
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { closingOf, toCsv } from '../../../web/organizer/data/closing.ts'
import { problemsByTicket } from '../../../web/organizer/data/door-problems.ts'
import type { LiveTicket } from '../../../web/organizer/data/live-tickets.ts'
import type { CheckIn } from '../../../web/organizer/data/types.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 5, 12, 18, minute)).toISOString()

/** In Berlin, in summer. */
const nightOf = (name: string) => ({ name, startsAt: at(0), timeZone: 'Europe/Berlin' })

let last = 0
const ticket = (values: Partial<LiveTicket> = {}): LiveTicket => {
  last += 1
  return {
    ...{ id: `t${last}`, ticketNumber: `T-${last}`, status: 'Valid', ticketTypeName: 'Standing' },
    ...{ seatLabel: null, holderEmail: null, attendeeName: null, checkedInAt: null, note: null },
    ...{ device: null, check: last, inside: null, areas: null, lastIn: null, lastOut: null },
    list: null,
    ...values,
  }
}

const came = (minute: number, device: string | null, values: Partial<LiveTicket> = {}): LiveTicket =>
  ticket({ status: 'CheckedIn', checkedInAt: at(minute), device, ...values })

const further = (of: LiveTicket, minute: number, values: Partial<CheckIn> = {}): CheckIn => {
  last += 1
  return {
    ...{ id: `c${last}`, type: 'CheckIn', ticketId: of.id, ticketNumber: of.ticketNumber },
    ...{ attendeeName: null, areaId: null, assumed: false, people: null, passback: true },
    ...{
      at: at(minute),
      receivedAt: at(minute),
      device: 'Gate B',
      by: 'door',
      admitted: true,
      walkIn: false,
    },
    ...{
      outcome: 'AlreadyCheckedIn',
      undoneAt: null,
      undoneBy: null,
      resolvedAt: null,
      movedTo: null,
      cameBack: false,
    },
    earlier: { at: of.checkedInAt, device: of.device },
    ...values,
  }
}

describe('problems at the door', () => {
  it('are listed once for each ticket, with every admission, the earliest first', () => {
    const twice = came(3, 'Gate A')
    const other = came(4, 'Gate A')
    const list = [further(twice, 9), further(other, 8), further(twice, 5)]
    const problems = problemsByTicket(list, [other, twice])
    expect(problems.map(({ ticketId }) => ticketId)).toEqual([twice.id, other.id])
    expect(problems[0]?.admissions).toEqual([
      { at: at(3), device: 'Gate A' },
      { at: at(5), device: 'Gate B' },
      { at: at(9), device: 'Gate B' },
    ])
  })

  it('name both admissions where the second to arrive was the first', () => {
    // Gate B was offline: its admission at 2 arrived after that of Gate A at 3.
    const late = came(2, 'Gate B')
    const [problem] = problemsByTicket(
      [further(late, 2, { earlier: { at: at(3), device: 'Gate A' } })],
      [late],
    )
    expect(problem?.admissions).toEqual([
      { at: at(2), device: 'Gate B' },
      { at: at(3), device: 'Gate A' },
    ])
  })

  it('do not name an admission that was undone', () => {
    const stays = came(4, 'Gate B')
    const gone = { at: at(3), device: 'Gate A' }
    const list = [further(stays, 6, { earlier: gone }), further(stays, 4, { earlier: gone })]
    const [problem] = problemsByTicket(list, [stays])
    expect(problem?.admissions.map((one) => one.at)).toEqual([at(4), at(6)])
  })

  it('stay resolved as long as no further one comes', () => {
    const twice = came(3, 'Gate A')
    const done = further(twice, 5, { resolvedAt: at(10) })
    expect(problemsByTicket([done], [twice])[0]?.isResolved).toBe(true)
    expect(problemsByTicket([further(twice, 11), done], [twice])[0]?.isResolved).toBe(false)
  })

  it('of a ticket that is not valid have its admissions alone', () => {
    const voided = ticket({ status: 'Voided' })
    const [problem] = problemsByTicket([further(voided, 5, { outcome: 'NotValid', earlier: null })], [voided])
    expect(problem?.admissions).toEqual([{ at: at(5), device: 'Gate B' }])
  })
})

describe('the closing figures', () => {
  const twice = came(14, 'Gate 10')
  const tickets = [
    came(0, 'Gate 2', { ticketTypeName: '=VIP' }),
    twice,
    came(15, null),
    came(16, 'Gate 2'),
    came(29, 'Gate 2', { id: 'walks-in', ticketNumber: 'W-WALKS-IN' }),
    ticket(),
    ticket({ status: 'Refunded' }),
    ticket({ status: 'Voided', ticketTypeName: '=VIP' }),
  ]
  const problems = problemsByTicket(
    [further(twice, 15), further(twice, 16), further(tickets[6] as LiveTicket, 9, { outcome: 'NotValid' })],
    tickets,
  )
  const closing = closingOf(tickets, 4, problems)

  it('add up', () => {
    expect(closing).toMatchObject({
      counts: { Valid: 1, CheckedIn: 5, Refunded: 1, Voided: 1 },
      ...{ sold: 6, capacity: 4, overCapacity: 2, walkIns: 1, doubles: 1, notValid: 1 },
      ...{ first: Date.parse(at(0)), last: Date.parse(at(29)) },
      peak: { from: Date.parse(at(15)), count: 3 },
      gates: [
        { device: 'Gate 2', admitted: 3 },
        { device: 'Gate 10', admitted: 1 },
        { device: null, admitted: 1 },
      ],
    })
    expect(closing.types).toEqual([
      { name: '=VIP', Valid: 0, CheckedIn: 1, Refunded: 0, Voided: 1 },
      { name: 'Standing', Valid: 1, CheckedIn: 4, Refunded: 1, Voided: 0 },
    ])
  })

  it('say by guest list who came and who did not', () => {
    const listed = [
      came(1, null, { list: 'DJ Tom' }),
      ticket({ list: 'DJ Tom' }),
      ticket({ list: 'DJ Tom' }),
      ticket({ list: 'Bar', status: 'Voided' }),
    ]
    const { lists } = closingOf([...tickets, ...listed], 40, [])
    expect(lists).toEqual([
      { name: 'Bar', Valid: 0, CheckedIn: 0, Refunded: 0, Voided: 1 },
      { name: 'DJ Tom', Valid: 2, CheckedIn: 1, Refunded: 0, Voided: 0 },
    ])
    const csv = toCsv(nightOf('Night'), closingOf(listed, 40, []))
    expect(csv).toContain('Checked in,List of DJ Tom,1\r\nNo-show,List of DJ Tom,2\r\n')
    expect(closing.lists).toEqual([])
  })

  it('are a file that no spreadsheet runs', () => {
    const rows = parse(toCsv(nightOf('=Night, "late"'), closing), { bom: true, columns: true }) as Record<
      string,
      string
    >[]
    expect(rows[0]).toEqual({ Figure: 'Session', Of: '', Value: `'=Night, "late"` })
    expect(rows).toContainEqual({ Figure: 'Checked in', Of: "'=VIP", Value: '1' })
    expect(rows).toContainEqual({ Figure: 'Walk-ins', Of: '', Value: '1' })
    expect(rows).toContainEqual({ Figure: 'By gate', Of: 'Gate 10', Value: '1' })
    expect(rows).toContainEqual({
      Figure: 'Busiest quarter hour',
      Of: '2026-06-12T20:15:00+02:00',
      Value: '3',
    })
    const quarters = rows.filter(({ Figure }) => Figure === 'By quarter hour')
    expect(quarters.map(({ Value }) => Number(Value))).toEqual([2, 3])
  })

  it('of a night without anybody are empty', () => {
    const none = closingOf([], 10, [])
    expect(none).toMatchObject({ sold: 0, overCapacity: 0, first: undefined, peak: undefined, gates: [] })
    expect(toCsv(nightOf('Night'), none)).toContain('First admission,,\r\n')
  })
})
