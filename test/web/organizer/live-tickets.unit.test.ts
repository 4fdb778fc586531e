// What the tickets of a session amount to in the console.
import { expect, it } from 'vitest'
import { countsByType, type LiveTicket } from '../../../web/organizer/data/live-tickets.ts'

const ticket = (id: string, status: LiveTicket['status'], type: string, check: number): LiveTicket =>
  ({ id, status, ticketTypeName: type, check }) as LiveTicket

const TICKETS = [
  ticket('a', 'Valid', 'VIP', 1),
  ticket('b', 'CheckedIn', 'VIP', 2),
  ticket('c', 'Refunded', 'Standing', 4),
]

it('counts the tickets of each type, by name', () => {
  expect(countsByType(TICKETS)).toEqual([
    { name: 'Standing', Valid: 0, CheckedIn: 0, Refunded: 1, Voided: 0 },
    { name: 'VIP', Valid: 1, CheckedIn: 1, Refunded: 0, Voided: 0 },
  ])
})
