// A ticket's status as a word, a sign and a colour, because colour alone is lost on some eyes.
import type { Status } from '../core/ticket.ts'
import { texts } from '../texts.ts'

const SIGNS: Record<Status, string> = { Valid: '●', CheckedIn: '✓', Refunded: '✕', Voided: '✕' }

export const StatusTag = ({ status }: { status: Status }) => (
  <span class={`tag ${status}`}>
    <span aria-hidden="true">{SIGNS[status]}</span>
    {texts.status[status]}
  </span>
)
