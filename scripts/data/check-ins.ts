// The recorded check-ins of the demo. The database carries them out when they are inserted.
import type { Row } from '../lib/database.ts'

const MINUTE_MS = 60_000

/** What two gates sent: one ticket was admitted twice, one was tried again, one check-in was undone. */
export const generateCheckIns = (session: string, now: number, valid: readonly Row[]): Row[] => {
  if (valid.length < 4) throw new Error('The demo needs four valid tickets to check in.')
  const [first, twice, again, undone] = valid.map(({ id }) => id) as [string, string, string, string]
  const idOf = (end: string): string => `${session.slice(0, -2)}${end}`
  const item = (end: string, minutesAgo: number, device: string, more: Row): Row => ({
    session_id: session,
    id: idOf(end),
    type: 'CheckIn',
    ticket_id: null,
    check_in_id: null,
    at: now - minutesAgo * MINUTE_MS,
    received_at: now - minutesAgo * MINUTE_MS + 2_000,
    device,
    subject: 'door',
    admitted: 0,
    outcome: null,
    ...more,
  })
  return [
    item('c1', 50, 'Gate A', { ticket_id: first }),
    item('c2', 48, 'Gate A', { ticket_id: twice }),
    item('c3', 45, 'Gate B', { ticket_id: again, admitted: 1 }),
    item('c4', 41, 'Gate A', { ticket_id: again }),
    item('c5', 37, 'Gate B', { ticket_id: undone }),
    item('c6', 36, 'Gate B', { type: 'Undo', check_in_id: idOf('c5'), outcome: 'Undone' }),
    item('c7', 30, 'Gate B', { ticket_id: twice, admitted: 1 }),
  ]
}
