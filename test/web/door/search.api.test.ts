// The device searches by the same rule as the parameter `q` of the ticket list.
// @module-tag more
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { countWords } from '../../../src/domain/tickets/words.ts'
import { readChanges, type Status } from '../../../web/door/core/ticket.ts'
import { indexRow, TicketList } from '../../../web/door/core/ticket-list.ts'
import { getPage, ticketsPath } from '../../support/api.ts'
import { addSession, addStaff, addTickets, makeOrganizer, type Organizer, query } from '../../support/rows.ts'
import { runs } from '../../support/runs.ts'
import { changesPath, getChanges } from '../../support/sync.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

/** Names that people type in several ways, in several scripts. */
const HARD_NAMES = [
  "Siobhán O'Neill",
  'Siobhan O’Neill',
  'ONeill',
  'Jean-Luc',
  'Jeanluc',
  'Ana-María de la Cruz',
  'Łukasz',
  'Søren',
  'Soeren Müller',
  'Mu\u0308ller',
  'Mueller',
  'Straße',
  'Straẞe',
  'Æther Œuvre',
  'Đặng Nguyễn',
  'Işık',
  'İbrahim',
  'Hawaiʻi',
  'Ὀδυσσεύς',
  'Семён Фёдоров',
  'Україна',
  'مُحَمَّد أحمد',
  'محـــمد فاطمة',
  'שָׁלוֹם',
  '山田太郎',
  '김철수',
  'สมชาย',
  'ﾔﾏﾀﾞ',
  '１２３４５',
  'ﬁona',
  'Anna Smith',
  'ana+vip@example.com',
  'A-12',
  'R12/S7',
  'NL006-000384',
  '🎉',
  '|bar|',
  '"a" OR (b)*',
]

const LETTERS = [...'aAbéÉüñ12 -.@_\'"*%|', 'ß', 'ø', 'ä', 'ae', '李', '\u0301', 'Σ', 'ё']

const text = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...HARD_NAMES) },
  fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 10 }).map((letters) => letters.join('')),
)

const fields = fc.record({
  ticket_number: text,
  seat_label: fc.option(text),
  holder_email: fc.option(text),
  attendee_name: fc.option(text),
  attendee_email: fc.option(text),
  status: fc.constantFrom<Status>('Valid', 'CheckedIn', 'Refunded', 'Voided'),
})

const anyPart = fc
  .tuple(text, fc.nat(6), fc.integer({ min: 1, max: 8 }))
  .map(([value, start, length]) => [...value].slice(start, start + length).join(''))

/** What the parameter `q` accepts: at most 100 characters and 12 words. */
const typed = fc
  .array(fc.oneof(text, anyPart), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(' '))
  .filter((q) => [...q].length <= 100 && countWords(q) <= 12)

/** More than 2,048 tickets are in tickets.test.ts: here each search is also a request. */
const TICKETS = 60

/** What happens to a ticket in the database, by its place in the list. */
const change = fc.record({
  kind: fc.constantFrom('update' as const, 'update' as const, 'remove' as const),
  place: fc.nat(TICKETS - 1),
  ticket: fields,
})

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

/** Updates a ticket, removes it, or adds it again with the same id. */
const makeChange = async (session: string, ids: readonly string[], { kind, place, ticket }: Change) => {
  const id = ids[place] as string
  if (kind === 'remove') {
    await query('DELETE FROM tickets WHERE id = ?', id)
    return
  }
  const assignments = Object.keys(ticket).map((name) => `${name} = ?`)
  const updated = await query(
    `UPDATE tickets SET ${assignments.join(', ')} WHERE id = ? RETURNING id`,
    ...Object.values(ticket),
    id,
  )
  if (updated.length === 0) await addTickets(org, [{ id, ...ticket }], session)
}

/** The tickets as the device has them after each response. */
const makeDevice = (subject: string, session: string) => {
  const tickets = new TicketList()
  let since: string | undefined
  return {
    tickets,
    synchronize: async () => {
      for (let more = true; more; ) {
        const changes = await getChanges(subject, changesPath(session, since === undefined ? {} : { since }))
        for (const row of readChanges(changes)?.rows ?? []) tickets.put(indexRow(row))
        for (const id of changes.removed) tickets.remove(id)
        since = changes.next
        more = changes.more
      }
    },
  }
}

/** The ids on all pages of the list. */
const listIds = async (subject: string, session: string, search: Record<string, string>) => {
  const ids: string[] = []
  for (let path: string | null = ticketsPath(session, { ...search, pageSize: 25 }); path !== null; ) {
    const { data, links }: Awaited<ReturnType<typeof getPage>> = await getPage(subject, path)
    ids.push(...data.map(({ id }) => id))
    path = links.next
  }
  return ids.sort()
}

const NO_OVERLAY = new Map()

const searchIds = (tickets: TicketList, q: string, status?: Status) => {
  const found = tickets.search({ q, status, overlay: NO_OVERLAY, limit: tickets.tickets.size })
  expect(found.count).toBe(found.tickets.length)
  return found.tickets.map(({ id }) => id).sort()
}

describe('a search on the device', () => {
  it('finds the same tickets as the ticket list, whatever changes (property)', {
    tags: ['slow'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fields, { minLength: TICKETS, maxLength: TICKETS }),
        fc.array(
          fc.record({
            changes: fc.array(change, { maxLength: 12 }),
            searches: fc.array(typed, { minLength: 4, maxLength: 8 }),
            status: fc.constantFrom<Status>('Valid', 'CheckedIn', 'Refunded', 'Voided'),
          }),
          { minLength: 1, maxLength: 3 },
        ),
        async (tickets, rounds) => {
          const session = await addSession(org)
          const subject = await addStaff(org)
          const ids = await addTickets(org, tickets, session)
          const device = makeDevice(subject, session)
          for (const { changes, searches, status } of rounds) {
            await device.synchronize()
            for (const one of changes) await makeChange(session, ids, one)
            await device.synchronize()
            for (const q of searches) {
              // As it is typed: each search may begin with what the one before found.
              for (let length = 1; length < q.length; length += 1) {
                searchIds(device.tickets, q.slice(0, length))
              }
              expect(searchIds(device.tickets, q)).toEqual(await listIds(subject, session, { q }))
            }
            const [q = ''] = searches
            expect(searchIds(device.tickets, q, status)).toEqual(
              await listIds(subject, session, { q, status }),
            )
          }
        },
      ),
      { numRuns: runs(30) },
    )
  })

  it('finds the same tickets for each hard name and each beginning of it', { tags: ['slow'] }, async () => {
    const session = await addSession(org)
    await addTickets(
      org,
      HARD_NAMES.map((attendee_name) => ({ attendee_name })),
      session,
    )
    const device = makeDevice(org.staff, session)
    await device.synchronize()
    const searches = new Set(
      HARD_NAMES.flatMap((name) => [name, name.toUpperCase(), [...name].slice(0, 3).join('')]),
    )
    for (const q of searches) {
      expect([q, searchIds(device.tickets, q)]).toEqual([q, await listIds(org.staff, session, { q })])
    }
  })

  it.each(['', ' \u3000 ', '!?', '🎉'])(
    'treats %j, which has no letter or digit, as the list does',
    async (q) => {
      const session = await addSession(org)
      await addTickets(org, [{ attendee_name: '🎉' }, { attendee_name: 'Anna' }], session)
      const device = makeDevice(org.staff, session)
      await device.synchronize()
      expect(searchIds(device.tickets, q)).toEqual(await listIds(org.staff, session, { q }))
    },
  )
})
