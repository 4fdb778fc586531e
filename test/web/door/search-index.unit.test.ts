// The index of a large list against the search without it.
// @module-tag more
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keepIndex } from '../../../web/door/core/search-index.ts'
import type { Row } from '../../../web/door/core/ticket.ts'
import { indexRow, TicketList } from '../../../web/door/core/ticket-list.ts'
import { doorRow } from '../../support/door-rows.ts'
import { runs } from '../../support/runs.ts'

const IDS = [...'abcdefghijkl']
const NAMES = [
  ...[
    'Anna Smith',
    'anna smithson',
    'Ånna',
    "O'Neill",
    'Zoë Öztürk',
    'Smith',
    'Ana-María Ruiz',
    '李小龍',
    'ÿves',
  ],
  ...['Anna  Smith ', '-x 2nd', 'Straße', 'Straßburg Anna', '🙂 Smiley'],
]
const SEARCHES = [
  ...[
    'anna smith',
    'smith anna',
    "o'neill",
    'oneill',
    'ana maria',
    'anamaria',
    'zoe oe',
    'strasse',
    '000123',
  ],
  ...['n-0001', '小龍', 'x@example', 'example.com', '  an', 'öz', '!', 'yves', '2nd', '-x', 'smiley'],
]

const anyRow = fc
  .record({
    id: fc.constantFrom(...IDS),
    ticketNumber: fc.constantFrom('N-000123', 'N-000124', 'X 99', 'n-000123'),
    status: fc.constantFrom('Valid' as const, 'CheckedIn' as const),
    attendeeName: fc.option(fc.constantFrom(...NAMES)),
    holderEmail: fc.option(fc.constantFrom('x@example.com', 'anna.smith@example.com')),
    reference: fc.option(fc.constantFrom('ORDER-1', 'ordner')),
  })
  .map((fields): Row => doorRow({ ...fields, check: 1 }))

/** A ticket that comes or changes, an id that goes, or a text that is typed letter by letter. */
const anyStep = fc.oneof(
  anyRow,
  fc.constantFrom(...IDS),
  fc.record({
    text: fc.constantFrom(...SEARCHES),
    limit: fc.nat(4),
    status: fc.option(fc.constantFrom('Valid' as const, 'CheckedIn' as const), { nil: undefined }),
  }),
)

const overlay = new Map([['a', { status: 'CheckedIn' as const, checkedInAt: 1 }]])

it('finds what the search without it finds, whatever changes while somebody types (property)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRow, { maxLength: 20 }),
      fc.array(anyStep, { minLength: 1, maxLength: 20 }),
      async (rows, steps) => {
        const [plain, indexed] = [new TicketList(), new TicketList()]
        const both = (change: (list: TicketList) => void) => [plain, indexed].forEach(change)
        for (const row of rows) both((list) => list.put(indexRow(row)))
        await keepIndex(indexed, async () => undefined, 0)
        for (const step of steps) {
          if (typeof step === 'string') both((list) => list.remove(step))
          else if ('text' in step) {
            const { text, ...query } = step
            for (let length = 1; length <= text.length; length += 1) {
              const search = { q: text.slice(0, length), overlay, ...query }
              expect({ search, ...indexed.search(search) }).toEqual({ search, ...plain.search(search) })
            }
          } else both((list) => list.put(indexRow(step)))
        }
      },
    ),
    { numRuns: runs(300) },
  )
})

it('is made in steps, and knows what changes meanwhile and what is added later', async () => {
  const list = new TicketList()
  const row = (id: number, attendeeName: string) =>
    indexRow(doorRow({ id: `t${id}`, ticketNumber: `N${id}`, attendeeName, check: 1 }))
  for (let id = 0; id < 2_500; id += 1) list.put(row(id, 'Ana Ruiz'))
  let steps = 0
  const search = () => list.search({ q: 'zoe', status: undefined, overlay: new Map(), limit: 3 }).count
  await keepIndex(
    list,
    async () => {
      steps += 1
      list.put(row(steps, 'Zoe Novak'))
      list.put(row(2_490 + steps, 'Zoe Novak'))
      list.remove('t7')
      expect(search()).toBe(steps * 2)
    },
    0,
  )
  expect(steps).toBe(2)
  expect(search()).toBe(4)
  expect(list.search({ q: 'ana', status: undefined, overlay: new Map(), limit: 3 }).count).toBe(2_495)

  for (let id = 2_500; id < 4_500; id += 1) list.put(row(id, 'Zoe Novak'))
  expect(search()).toBe(2_004)
  expect(list.search({ q: 'ana', status: undefined, overlay: new Map(), limit: 3 }).count).toBe(2_495)
})

it('is not made of a list that is searched at once anyway', async () => {
  const list = new TicketList()
  list.put(indexRow(doorRow({ id: 'a', ticketNumber: 'N1', check: 1 })))
  await keepIndex(list, async () => undefined)
  expect(list.search).toBe(TicketList.prototype.search)
})
