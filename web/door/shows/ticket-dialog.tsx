// One ticket: what tells it from others, and what can be done with it.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Dialog } from '../../shared/dialog.tsx'
import type { Ticket } from '../holds/ticket.ts'
import type { OpenSession } from '../open-session.ts'
import { formatSeconds, texts } from '../texts.ts'
import type { Desk } from './desk.ts'

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

/** E-mail addresses are shown on request: others can see the screen. */
const Emails = ({ ticket }: { ticket: Ticket }) => {
  const isShown = useSignal(false)
  if (ticket.email === null && ticket.holderEmail === null) return null
  if (!isShown.value) {
    return (
      <button type="button" class="button plain" onClick={() => (isShown.value = true)}>
        {texts.showEmail}
      </button>
    )
  }
  return (
    <dl class="facts">
      {ticket.email && <Fact name={texts.email}>{ticket.email}</Fact>}
      {ticket.holderEmail && <Fact name={texts.holder}>{ticket.holderEmail}</Fact>}
    </dl>
  )
}

const Facts = ({ ticket }: { ticket: Ticket }) => (
  <dl class="facts">
    <Fact name={texts.number}>{ticket.number}</Fact>
    <Fact name={texts.type}>{ticket.type}</Fact>
    {ticket.seat && <Fact name={texts.seat}>{ticket.seat}</Fact>}
    {ticket.company && <Fact name={texts.company}>{ticket.company}</Fact>}
    {ticket.status === 'CheckedIn' && ticket.checkedInAt !== null && (
      <Fact name={texts.checkedInAt}>{formatSeconds(ticket.checkedInAt)}</Fact>
    )}
  </dl>
)

type Props = { open: OpenSession; desk: Desk; id: string; onClose: () => void }

export const TicketDialog = ({ open, desk, id, onClose }: Props) => {
  open.version.value
  const ticket = open.ticket(id)
  if (ticket === undefined) {
    return (
      <Dialog title={texts.unknownTicket} onClose={onClose}>
        <button type="button" class="button" onClick={onClose}>
          {texts.close}
        </button>
      </Dialog>
    )
  }
  const group = open
    .ofHolder(ticket)
    .filter(({ status }) => status === 'Valid')
    // The chosen ticket comes first.
    .sort((a, b) => Number(b.id === id) - Number(a.id === id))
  const isBusy = desk.isBusy.value
  return (
    <Dialog title={ticket.name ?? texts.noName} onClose={onClose}>
      <p>
        <span class={`tag ${ticket.status}`}>{texts.status[ticket.status]}</span>
      </p>
      <Facts ticket={ticket} />
      {ticket.transferCount > 0 && <p class="soft">{texts.transferred(ticket.transferCount)}</p>}
      <Emails ticket={ticket} />
      <div class="actions">
        {ticket.status === 'Valid' && (
          <button
            type="button"
            class="button primary"
            disabled={isBusy}
            onClick={() => desk.checkIn([ticket])}
          >
            {texts.checkIn}
          </button>
        )}
        {group.length > 1 && (
          <button type="button" class="button" disabled={isBusy} onClick={() => desk.checkIn(group)}>
            {texts.checkInAll(group.length)}
          </button>
        )}
        {ticket.status === 'CheckedIn' && (
          <button
            type="button"
            class="button danger"
            disabled={isBusy}
            onClick={() => desk.undoTicket(ticket)}
          >
            {texts.undoCheckIn}
          </button>
        )}
        <button type="button" class="button" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </Dialog>
  )
}
