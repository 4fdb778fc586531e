import type { Ticket } from './ticket.ts'

const isReadable = (ticket: Ticket): boolean =>
  Object.values(ticket).every((value) => value === null || typeof value !== 'object')

/**
 * Leaves out tickets that hold a BLOB, and reports their keys. The tables refuse BLOBs, unless their checks
 * are turned off. One such row must not keep every device from the rest of the list.
 */
export const leaveOutUnreadable = <Row extends Ticket>(tickets: readonly Row[]): Row[] => {
  const readable = tickets.filter(isReadable)
  if (readable.length < tickets.length) {
    const keys = tickets.filter((ticket) => !isReadable(ticket)).map(({ key }) => key)
    console.error(JSON.stringify({ warning: 'Tickets with a BLOB were left out', keys }))
  }
  return readable
}
