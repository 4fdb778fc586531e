import type { Ticket } from './ticket.ts'

const isReadable = (ticket: Ticket): boolean =>
  Object.values(ticket).every((value) => value === null || typeof value !== 'object')

/**
 * Omits tickets with a BLOB and logs their keys. Tables refuse BLOBs unless their CHECKs are off, but one
 * such row must not cost every device the rest of the list.
 */
export const leaveOutUnreadable = <Row extends Ticket>(tickets: readonly Row[]): Row[] => {
  const readable = tickets.filter(isReadable)
  if (readable.length < tickets.length) {
    const keys = tickets.filter((ticket) => !isReadable(ticket)).map(({ key }) => key)
    console.error(JSON.stringify({ warning: 'Tickets with a BLOB were omitted', keys }))
  }
  return readable
}
