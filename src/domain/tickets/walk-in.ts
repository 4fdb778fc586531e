// Ticket numbers of walk-ins. The service and the door page derive the same ones.

export const walkInNumber = (ticketId: string): string => `W-${ticketId.slice(-8).toUpperCase()}`

/** Whether a walk-in created the ticket. */
export const isWalkIn = ({ id, number }: { readonly id: string; readonly number: string }): boolean =>
  number === walkInNumber(id)
