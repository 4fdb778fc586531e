// A ticket's status: a word, a sign and a colour. Colour alone says nothing in the dark or to people who cannot tell red from
// green.
import type { Status } from '../core/ticket.ts'
import { texts } from '../texts.ts'

const SIGNS: Record<Status, string> = { Valid: '●', CheckedIn: '✓', Refunded: '✕', Voided: '✕' }

export const StatusTag = ({ status }: { status: Status }) => (
  <span class={`tag ${status}`}>
    <span aria-hidden="true">{SIGNS[status]}</span>
    {texts.status[status]}
  </span>
)
