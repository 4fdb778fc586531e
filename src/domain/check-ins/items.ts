// Items that devices send, and their outcomes. Instants are epoch milliseconds.
import { OUTCOMES } from '../../db/schema/check-ins.ts'

export { OUTCOMES }

export type Outcome = (typeof OUTCOMES)[number]

/** `admitted`: the guest was admitted without asking the service. */
export type CheckIn = { type: 'CheckIn'; id: string; at: number; admitted: boolean }
export type Undo = { type: 'Undo'; id: string; checkInId: string; at: number }
/** The admission of a guest without a ticket, which creates one. */
export type WalkIn = { type: 'WalkIn'; id: string; at: number }
export type Item = CheckIn | Undo | WalkIn
