// The copy of a list that both pages hold, and that docs/sync.md shows.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Copied, isRight, ListCopy, readRow } from '../../../web/shared/list-copy.ts'

const STATUSES = ['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const

const makeCopy = () => new ListCopy<Copied>((ticket) => ticket)

const anyTicket = fc.record({
  id: fc.constantFrom(...'abcdef'),
  status: fc.constantFrom(...STATUSES),
  check: fc.nat(16_777_215),
})
const anyChanges = fc.record({
  rows: fc.array(anyTicket, { maxLength: 4 }),
  removed: fc.array(fc.constantFrom(...'abcdefg'), { maxLength: 2 }),
  next: fc.string(),
})

it('reads a row by the names of its fields, whatever their order', () => {
  expect(readRow(['status', 'id', 'check'], ['Valid', 'a', 7])).toEqual({
    status: 'Valid',
    id: 'a',
    check: 7,
  })
})

it('has the tickets, counts, digest and position that the responses leave, repeated or not (property)', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyChanges, fc.boolean())), (responses) => {
      const copy = makeCopy()
      const model = new Map<string, Copied>()
      for (const [changes, isRepeated] of responses) {
        for (const ticket of changes.rows) model.set(ticket.id, ticket)
        for (const id of changes.removed) model.delete(id)
        copy.apply(changes)
        if (isRepeated) copy.apply(changes)
      }
      expect(new Map(copy.tickets)).toEqual(model)
      const tickets = [...model.values()]
      const count = (status: string) => tickets.filter((ticket) => ticket.status === status).length
      expect(copy.counts).toEqual(Object.fromEntries(STATUSES.map((status) => [status, count(status)])))
      expect(copy.digest).toBe(tickets.reduce((sum, { check }) => sum + check, 0))
      expect(copy.since).toBe(responses.at(-1)?.[0].next ?? null)
    }),
  )
})

it('is right if each count and the digest are', () => {
  const copy = makeCopy()
  copy.put({ id: 'a', status: 'Valid', check: 1 })
  copy.put({ id: 'b', status: 'CheckedIn', check: 2 })
  copy.put({ id: 'c', status: 'Refunded', check: 4 })
  const counts = { Valid: 1, CheckedIn: 1, Refunded: 1, Voided: 0 }
  expect(isRight(copy, { counts, digest: 7 })).toBe(true)
  expect(isRight(copy, { counts, digest: 8 })).toBe(false)
  expect(isRight(copy, { counts: { ...counts, Valid: 0, Voided: 1 }, digest: 7 })).toBe(false)
})
