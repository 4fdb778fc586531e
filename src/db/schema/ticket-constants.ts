// What a ticket can be, without the table: the pages import it too.

export const STATUSES = ['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const

/** What comes of an item that a device sends. */
export const OUTCOMES = [
  'CheckedIn',
  'AlreadyCheckedIn',
  'NotValid',
  'NotAllowed',
  'UnknownTicket',
  'Undone',
] as const

/** How a note is shown at the door: not at all, beside the guest, or before anybody is let in. */
export const FLAGS = ['None', 'Info', 'Stop'] as const

/**
 * A ticket's key carries its session: `key = session number × 2^20 + n`, n from 1. So a session is one range
 * of keys, in the table and in the search index alike, and holds up to 1,048,575 tickets.
 */
export const TICKET_KEY_BITS = 20
export const MAX_TICKETS_IN_SESSION = 2 ** TICKET_KEY_BITS - 1

/**
 * How many tickets a session may have through the API, so that nobody fills the database (10 GB). SQL may
 * write more.
 */
export const MAX_TICKETS_BY_API = 200_000

/** UTF-8 bytes that a ticket's texts may have together. It bounds responses, cursors and the search index. */
export const MAX_TICKET_BYTES = 3_600
