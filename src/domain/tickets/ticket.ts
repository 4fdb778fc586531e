/** The statuses that clients know. A new status of the table does not become theirs by itself. */
export const TICKET_STATUSES = ['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const

export type TicketStatus = (typeof TICKET_STATUSES)[number]
