// A ticket: its details and actions.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { isWalkIn } from '../../../src/domain/tickets/walk-in.ts'
import { Button } from '../../shared/button.tsx'
import { Dialog } from '../../shared/dialog.tsx'
import { isLive } from '../core/check-in.ts'
import type { Ticket } from '../core/ticket.ts'
import { checkIn, checkIns, dispatch, isBusy, place, tools } from '../runtime.ts'
import { fetchLiveCheckIns } from '../sync/live-check-ins.ts'
import { formatSeconds, formatWhen, texts, titleOf } from '../texts.ts'
import { GroupDialog } from './group-dialog.tsx'
import { GuestNote } from './guest-note.tsx'
import { partyOf, ticketById } from './search-view.ts'
import { StatusTag } from './status-tag.tsx'
import { noteTap } from './taps.ts'

tools.findLive = fetchLiveCheckIns

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <>
    <dt class="soft">{name}</dt>
    <dd dir="auto">{children}</dd>
  </>
)

/** E-mail addresses are hidden at first, because others can see the screen. */
const Emails = ({ ticket }: { ticket: Ticket }) => {
  const isShown = useSignal(false)
  if (ticket.email === null && ticket.holderEmail === null) return null
  if (!isShown.value) {
    return <Button look="plain" text={texts.showEmail} onClick={() => (isShown.value = true)} />
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
    {ticket.reference && <Fact name={texts.reference}>{ticket.reference}</Fact>}
    {ticket.status === 'CheckedIn' && ticket.checkedInAt !== null && (
      <Fact name={texts.checkedInAt}>{formatWhen(ticket.checkedInAt, formatSeconds)}</Fact>
    )}
    {ticket.presence?.lastOut != null && (
      <Fact name={texts.outcomes.Left}>{formatWhen(ticket.presence.lastOut, formatSeconds)}</Fact>
    )}
  </dl>
)

export const TicketDialog = ({ id }: { id: string }) => {
  const isGroup = useSignal(false)
  const close = (): void => dispatch({ type: 'chosen', ticketId: null })
  const ticket = ticketById(id)
  if (ticket === undefined) {
    return (
      <Dialog title={texts.outcomes.UnknownTicket} onClose={close}>
        <Button text={texts.close} onClick={close} />
      </Dialog>
    )
  }
  // The chosen ticket comes first.
  const group = partyOf(ticket).waiting.sort((a, b) => Number(b.id === id) - Number(a.id === id))
  if (isGroup.value && group.length > 1) {
    return <GroupDialog group={group} onClose={close} />
  }
  const { isOut, hasExits } = place.value
  const own = [...checkIns.value.values()].filter((one) => one.guest.id === id && isLive(one))
  const last = own.sort((a, b) => a.order - b.order).at(-1)
  const isHere = hasExits && ticket.status === 'CheckedIn'
  return (
    <Dialog title={titleOf(ticket)} onClose={close}>
      <p>
        <StatusTag ticket={ticket} />
      </p>
      <Facts ticket={ticket} />
      <GuestNote id={id} />
      {ticket.transferCount > 0 && <p class="soft">{texts.transferred(ticket.transferCount)}</p>}
      <Emails ticket={ticket} />
      <div class="stack">
        {(isHere || ticket.status === 'Valid' || (ticket.status === 'Voided' && isWalkIn(ticket))) && (
          <button
            type="button"
            class="button primary"
            autofocus
            disabled={isBusy.value}
            onClick={() => checkIn([id], isHere && isOut)}
          >
            {isHere && isOut ? texts.checkOut : texts.checkIn}
          </button>
        )}
        {group.length > 1 && (
          <Button
            text={texts.checkInAll(group.length)}
            isDisabled={isBusy.value}
            onClick={() => {
              noteTap()
              isGroup.value = true
            }}
          />
        )}
        {last?.type === 'Exit' && (
          <Button
            text={texts.undoExit}
            onClick={() => dispatch({ type: 'undo tapped', checkInIds: [last.id], isOnCard: false })}
          />
        )}
        {ticket.status === 'CheckedIn' && (
          <Button
            look="danger"
            text={texts.undoCheckIn}
            isDisabled={isBusy.value}
            onClick={() => {
              dispatch({ type: 'undo ticket tapped', ticketId: id })
              close()
            }}
          />
        )}
        <Button text={texts.close} onClick={close} />
      </div>
    </Dialog>
  )
}
