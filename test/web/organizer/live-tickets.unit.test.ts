// The list that the console holds of a session.
import { expect, it } from 'vitest'
import { countsByType, isRight, type LiveTicket, toTicket } from '../../../web/organizer/data/live-tickets.ts'

const ticket = (id: string, status: LiveTicket['status'], type: string, check: number): LiveTicket =>
  ({ id, status, ticketTypeName: type, check }) as LiveTicket

const TICKETS = [
  ticket('a', 'Valid', 'VIP', 1),
  ticket('b', 'CheckedIn', 'VIP', 2),
  ticket('c', 'Refunded', 'Standing', 4),
]

it('reads a row by the names of its fields, whatever their order', () => {
  expect(toTicket(['status', 'id', 'check'], ['Valid', 'a', 7] as never)).toEqual({
    ...{ status: 'Valid', id: 'a', check: 7 },
  })
})

it('is right if each count and the digest are', () => {
  const held = new Map(TICKETS.map((one) => [one.id, one]))
  const counts = { Valid: 1, CheckedIn: 1, Refunded: 1, Voided: 0 }
  expect(isRight(held, { counts, digest: 7 })).toBe(true)
  expect(isRight(held, { counts, digest: 8 })).toBe(false)
  expect(isRight(held, { counts: { ...counts, Valid: 0, Voided: 1 }, digest: 7 })).toBe(false)
})

it('counts the tickets of each type, by name', () => {
  expect(countsByType(TICKETS)).toEqual([
    { name: 'Standing', Valid: 0, CheckedIn: 0, Refunded: 1, Voided: 0 },
    { name: 'VIP', Valid: 1, CheckedIn: 1, Refunded: 0, Voided: 0 },
  ])
})
