// A ticket's status as a word, a sign and a colour, because colour alone is lost on some eyes. The usual is
// quiet, so that exceptions are seen.
import { presenceOf } from '../../../src/domain/check-in-rule.ts'
import type { Ticket } from '../core/ticket.ts'
import { formatWhen, texts } from '../texts.ts'

export const StatusTag = ({ ticket }: { ticket: Ticket }) => {
  const { status, checkedInAt } = ticket
  const { inside, lastOut } = presenceOf(ticket)
  const word = texts.status[status]
  if (status === 'Valid') return <span class="hidden">{word}</span>
  const isGone = status !== 'CheckedIn'
  if (!isGone && inside)
    return (
      <span class="strong soft small">
        <span class="hidden">{word}</span>
        <span aria-hidden="true">✓ {checkedInAt === null ? '' : formatWhen(checkedInAt)}</span>
      </span>
    )
  return (
    <span class={`strong small ${isGone ? 'gone bad' : 'soft'}`}>
      <span aria-hidden="true">{isGone ? '✕ ' : '↩ '}</span>
      {isGone ? word : texts.leftAt(lastOut === null ? '' : formatWhen(lastOut), null)}
    </span>
  )
}
