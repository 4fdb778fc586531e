// The tickets in memory against a plain map of rows.
// @module-tag slow
// @module-tag more
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmailAddress } from '../../../src/domain/email-address.ts'
import { fold, isFound, parseSearch, ticketWords } from '../../../src/domain/tickets/words.ts'
import { type Row, type Status, type Ticket, toTicket } from '../../../web/door/core/ticket.ts'
import { indexRow, type Query, TicketList } from '../../../web/door/core/ticket-list.ts'
import { doorRow } from '../../support/door-rows.ts'
import { runs } from '../../support/runs.ts'

const STATUSES = ['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const

type Fields = { number: string; status: Status; holder: string | null; name: string | null; minute: number }

const makeRow = (id: string, { number, status, holder, name, minute }: Fields): Row =>
  doorRow({
    ...{ id, ticketNumber: number, status, holderEmail: holder, attendeeName: name, check: minute + 1 },
    checkedInAt: status === 'CheckedIn' ? new Date(minute * 60_000).toISOString() : null,
  })

const put = (tickets: TicketList, row: Row) => tickets.put(indexRow(row))

/** Few values, so that tickets share them. */
const anyRow = fc
  .tuple(
    fc.constantFrom(...'abcdefghijkl'),
    fc.record({
      number: fc.constantFrom('n-1', 'N-1', 'N-2', 'n-3'),
      status: fc.constantFrom(...STATUSES),
      holder: fc.option(fc.constantFrom('x@example.com', 'X@Example.com', 'y@example.com', '-')),
      name: fc.option(fc.constantFrom('Anna Smith', 'Ånna', "O'Neill", '李小龍')),
      minute: fc.nat(3),
    }),
  )
  .map(([id, fields]) => makeRow(id, fields))

const anyOverlay = fc
  .dictionary(
    fc.constantFrom(...'abcdefghijklm'),
    fc.oneof(
      fc.constant({ status: 'Valid' as const, checkedInAt: null }),
      fc.nat(3).map((minute) => ({ status: 'CheckedIn' as const, checkedInAt: minute * 60_000 })),
    ),
    { maxKeys: 4 },
  )
  .map((overlay) => new Map(Object.entries(overlay)))

const anyQuery: fc.Arbitrary<Query> = fc.record({
  q: fc.constantFrom('', ' ', '!', 'a', 'an sm', 'oneill', 'n-1', 'x', '小', 'anna', 'nobody'),
  status: fc.option(fc.constantFrom(...STATUSES), { nil: undefined }),
  overlay: anyOverlay,
  limit: fc.nat(14),
})

const isFoundBy = (q: string, { number, reference, seat, holderEmail, name, email }: Ticket): boolean =>
  q.trim() === '' ||
  isFound(
    ticketWords({
      ticketNumber: number,
      reference,
      seatLabel: seat,
      holderEmail,
      attendeeName: name,
      attendeeEmail: email,
    }),
    parseSearch(q),
  )

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Without case and accents, as the search compares. */
const folded = (name: string | null): string => fold(name ?? '')

/** By name, without a name last, then by number and id. */
const byName = (a: Ticket, b: Ticket): number =>
  Number(a.name === null) - Number(b.name === null) ||
  order(folded(a.name), folded(b.name)) ||
  order(a.number, b.number) ||
  order(a.id, b.id)

/** All tickets that a query finds, in order, by the plainest means. */
const expected = (rows: Iterable<Row>, { q, status, overlay }: Query): Ticket[] => {
  const stateOf = (ticket: Ticket) => overlay.get(ticket.id) ?? ticket
  const found = [...rows]
    .map(toTicket)
    .filter((ticket) => isFoundBy(q, ticket))
    .filter((ticket) => status === undefined || stateOf(ticket).status === status)
    .sort(byName)
  if (q.trim() !== '' || status !== 'CheckedIn') return found
  return found.sort((a, b) => (stateOf(b).checkedInAt ?? 0) - (stateOf(a).checkedInAt ?? 0))
}

const expectFound = (tickets: TicketList, rows: Iterable<Row>, query: Query) => {
  const all = expected(rows, query)
  expect(tickets.search(query)).toEqual({ tickets: all.slice(0, query.limit), count: all.length })
}

const expectSame = (tickets: TicketList, model: ReadonlyMap<string, Row>) => {
  const rows = [...model.values()]
  expect(tickets.tickets.size).toBe(rows.length)
  const counts = { Valid: 0, CheckedIn: 0, Refunded: 0, Voided: 0 }
  for (const row of rows) counts[row[2]] += 1
  expect(tickets.counts).toEqual(counts)
  expect(tickets.digest).toBe(rows.reduce((sum, row) => sum + row[11], 0))
  const found = [...tickets.tickets.values()].map(({ row }) => row)
  expect(found.sort((a, b) => order(a[0], b[0]))).toEqual(rows.sort((a, b) => order(a[0], b[0])))
}

describe('TicketList', () => {
  it('has what a map has after any puts and removals (property)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(anyRow, fc.constantFrom(...'abcdefghijklm')), { maxLength: 40 }),
        fc.array(anyQuery, { minLength: 1, maxLength: 4 }),
        (operations, queries) => {
          const tickets = new TicketList()
          const model = new Map<string, Row>()
          for (const operation of operations) {
            if (typeof operation === 'string') {
              tickets.remove(operation)
              model.delete(operation)
            } else {
              put(tickets, operation)
              model.set(operation[0], operation)
            }
            // A search makes the text that the next change has to replace.
            tickets.search({ q: 'a', status: undefined, overlay: new Map(), limit: 1 })
          }
          expectSame(tickets, model)
          const all = [...model.values()].map(toTicket)
          for (const id of 'abcdefghijklm') {
            expect(tickets.get(id)).toEqual(all.find((ticket) => ticket.id === id))
          }
          for (const number of ['n-1', 'N-2', 'N-3', 'N-4']) {
            const same = all.filter((ticket) => ticket.number.toLowerCase() === number.toLowerCase())
            expect(tickets.withNumber(number).sort()).toEqual(same.map(({ id }) => id).sort())
          }
          for (const ticket of all) {
            const holder = ticket.holderEmail?.toLowerCase()
            const isShared = holder !== undefined && isEmailAddress(holder)
            const group = all.filter((other) => isShared && other.holderEmail?.toLowerCase() === holder)
            expect(tickets.groupOf(ticket).sort(byName)).toEqual(group.sort(byName))
          }
          for (const query of queries) {
            for (let length = 0; length <= query.q.length; length += 1) {
              expectFound(tickets, model.values(), { ...query, q: query.q.slice(0, length) })
            }
          }
        },
      ),
      { numRuns: runs(500) },
    )
  })

  it('finds the same in a long list, also after many removals', () => {
    const NAMES = ['Anna Smith', 'Łukasz', "O'Neill", null, '李小龍', 'Zoë Smith']
    const count = 4_000
    const tickets = new TicketList()
    const model = new Map<string, Row>()
    const add = (index: number, shift: number) => {
      const row = makeRow(`id-${index}`, {
        number: `T-${String((index * 7_919) % count).padStart(5, '0')}`,
        status: STATUSES[(index + shift) % 4] as Status,
        holder: null,
        name: NAMES[(index * 31 + shift) % NAMES.length] ?? null,
        minute: index % 97,
      })
      put(tickets, row)
      model.set(row[0], row)
    }
    const check = () => {
      expectSame(tickets, model)
      const overlay = new Map([
        ['id-0', { status: 'CheckedIn' as const, checkedInAt: 1 }],
        ['id-2000', { status: 'Valid' as const, checkedInAt: null }],
      ])
      for (const q of ['smith', 'anna s', 'lukasz', 'oneill', '小', '0384', 'T-0', '']) {
        for (const status of [undefined, 'Valid', 'CheckedIn'] as const) {
          for (const limit of [0, 50, count]) {
            expectFound(tickets, model.values(), { q, status, overlay, limit })
          }
        }
      }
    }
    for (let index = 0; index < count; index += 1) add(index, 0)
    check()
    // The first half, and every third of the rest.
    for (let index = 0; index < count; index += 1) {
      if (index >= 2_000 && index % 3 !== 0) continue
      tickets.remove(`id-${index}`)
      model.delete(`id-${index}`)
    }
    check()
    for (let index = 1_990; index < 2_400; index += 1) add(index, 1)
    check()
  })
})

it('groups tickets by their reference, and those without one by their holder', () => {
  const tickets = new TicketList()
  const fields = { status: 'Valid', holder: 'ana@example.com', name: 'Ana', minute: 0 } as const
  const add = (id: string, reference: string | null) => {
    const row = makeRow(id, { ...fields, number: `N-${id}` })
    put(tickets, (row as readonly unknown[]).with(15, reference) as unknown as Row)
  }
  for (const id of 'ab') add(id, 'ORD-7')
  for (const id of 'cd') add(id, null)
  add('e', 'ORD-8')
  const groupOf = (id: string) => tickets.groupOf(tickets.get(id) as Ticket).map((ticket) => ticket.id)
  expect(groupOf('a')).toEqual(['a', 'b'])
  expect(groupOf('c').sort()).toEqual(['c', 'd'])
  expect(groupOf('e')).toEqual(['e'])
  // Another reference, none, and a ticket that is gone.
  add('b', 'ORD-8')
  add('a', null)
  expect(groupOf('e').sort()).toEqual(['b', 'e'])
  expect(groupOf('a').sort()).toEqual(['a', 'c', 'd'])
  tickets.remove('b')
  expect(groupOf('e')).toEqual(['e'])
  expect(tickets.withNumber('n-e')).toEqual(['e'])
  const found = tickets.search({ q: 'rd-8', status: undefined, overlay: new Map(), limit: 5 })
  expect(found.tickets.map(({ id }) => id)).toEqual(['e'])
})

it.each(['-', 'n/a', 'unknown', 'by phone', 'x@y'])(
  'does not group strangers whose address is %j',
  (holder) => {
    const tickets = new TicketList()
    for (const id of 'abc')
      put(tickets, makeRow(id, { number: `N-${id}`, status: 'Valid', holder, name: id, minute: 0 }))
    expect(tickets.groupOf(tickets.get('a') as Ticket)).toEqual([])
  },
)
