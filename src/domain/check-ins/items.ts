// What devices send, and what becomes of it. Instants are epoch milliseconds.

/** The outcomes that clients know. */
export const OUTCOMES = [
  'CheckedIn',
  'AlreadyCheckedIn',
  'NotValid',
  'NotAllowed',
  'UnknownTicket',
  'Undone',
] as const

export type Outcome = (typeof OUTCOMES)[number]

/** `admitted`: the person has been let in already, without asking. */
export type CheckIn = { type: 'CheckIn'; id: string; at: number; admitted: boolean }
export type Undo = { type: 'Undo'; id: string; checkInId: string; at: number }
/** The check-in of somebody without a ticket, who was let in. It brings the ticket. */
export type WalkIn = { type: 'WalkIn'; id: string; at: number }
export type Item = CheckIn | Undo | WalkIn
