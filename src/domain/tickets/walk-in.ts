// The numbers of tickets that walk-ins bring. The service and the door page make the same ones.

/** The number of the ticket that a walk-in brings with this id. */
export const walkInNumber = (ticketId: string): string => `W-${ticketId.slice(-8).toUpperCase()}`

/** Whether a walk-in brought a ticket. */
export const isWalkIn = ({ id, number }: { readonly id: string; readonly number: string }): boolean =>
  number === walkInNumber(id)
