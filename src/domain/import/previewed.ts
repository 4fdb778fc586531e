// The state that a preview has shown, and whether a call would still do exactly that.
import { MAX_IN_EVENT } from '../resources/limits.ts'
import { foldType } from './matching.ts'
import type { TicketType } from './plan.ts'
import { digestOf } from './source-rows.ts'

/** A digest of the tickets that would change, and one for each ticket type that would be added. */
export type PreviewedState = readonly string[]

export const stateOf = (tickets: string, newTypes: readonly TicketType[]): PreviewedState => [
  tickets,
  // More prevent the call.
  ...newTypes.slice(0, MAX_IN_EVENT.ticket_types).map(({ name }) => digestOf('type', foldType(name))),
]

/**
 * A type that was renamed since the preview is not added again under its old name. One that somebody else
 * has added since need not be.
 */
export const isSameState = (state: PreviewedState, previewed: PreviewedState = []): boolean =>
  state.every((part) => previewed.includes(part))
