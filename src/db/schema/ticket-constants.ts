// Constants of tickets, apart from the table because pages import them too.

export const STATUSES = ['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const

/** What covers a ticket: a void or refund that hides its facts until it is taken away. */
export const COVERS = ['Refunded', 'Voided'] as const

/** What comes of an item that a device sends. */
export const OUTCOMES = [
  'CheckedIn',
  'Entered',
  'ReEntered',
  'AlreadyCheckedIn',
  'WrongArea',
  'NotNow',
  'NotValid',
  'NotAllowed',
  'UnknownTicket',
  'Left',
  'NotInside',
  'Counted',
  'Undone',
] as const

/** Outcomes of a question that let somebody in. */
export const ADMITTED = ['CheckedIn', 'Entered', 'ReEntered'] as const

/** Outcomes of an admission that is an entry all the same; of `NotValid`, once the ticket’s cover is gone. */
export const ADMITTED_ANYWAY = ['AlreadyCheckedIn', 'WrongArea', 'NotNow', 'NotValid'] as const

/** Outcomes of an admission that staff should look at. */
export const AGAINST_RULES = ['WrongArea', 'NotNow', 'NotValid', 'NotAllowed', 'UnknownTicket'] as const

/** How often a ticket of a type admits to the venue: once, again after an exit, or any number of times. */
export const ENTRIES = ['Once', 'AfterExit', 'Any'] as const

/** How a note appears at the door: not at all, beside the guest, or blocking the check-in until read. */
export const FLAGS = ['None', 'Info', 'Stop'] as const

/**
 * `key = session number × 2^20 + n` with n from 1, so a session is one range of keys in the table and in the
 * search index, of up to 1,048,575 tickets.
 */
export const TICKET_KEY_BITS = 20
export const MAX_TICKETS_IN_SESSION = 2 ** TICKET_KEY_BITS - 1

/** The limit of the API, so that no member can fill the database (10 GB). SQL may write more. */
export const MAX_TICKETS_BY_API = 200_000

/** Characters of a ticket's reference. */
export const MAX_REFERENCE = 100

/** UTF-8 bytes of a ticket's texts together. Bounds responses, cursors and the search index. */
export const MAX_TICKET_BYTES = 3_600

/** Persons of a guest list. */
export const MAX_QUOTA = 2_000

/** Companions of an entry of a guest list. */
export const MAX_PLUS_ONES = 20
