// A ticket: its details and actions.

import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { isWalkIn } from '../../../src/domain/tickets/walk-in.ts'
import { Dialog } from '../../shared/dialog.tsx'
import type { Ticket } from '../core/ticket.ts'
import { checkIn, dispatch, isBusy } from '../runtime.ts'
import { formatSeconds, formatWhen, texts } from '../texts.ts'
import { GuestNote } from './card.tsx'
import { MAX_WITHOUT_QUESTION, ticketById, ticketsOfHolder } from './search-view.ts'
import { StatusTag } from './status-tag.tsx'
import { Stepper } from './stepper.tsx'

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </>
)

/** E-mail addresses are hidden at first, because others can see the screen. */
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
      <Fact name={texts.checkedInAt}>{formatWhen(ticket.checkedInAt, formatSeconds)}</Fact>
    )}
  </dl>
)

/** Asks how many guests of the same holder are here. */
const Group = ({ group, onClose }: { group: readonly Ticket[]; onClose: () => void }) => {
  const chosen = useSignal(group.map(({ id }) => id))
  const isSure = useSignal(false)
  const here = group.filter(({ id }) => chosen.value.includes(id)).map(({ id }) => id)
  const count = here.length
  const confirm = (): void => {
    if (count > MAX_WITHOUT_QUESTION && !isSure.value) isSure.value = true
    else checkIn(here)
  }
  const choose = (ids: readonly string[]): void => {
    isSure.value = false
    chosen.value = [...ids]
  }
  /** Takes the last ones out, or adds the first of the others. */
  const change = (next: number): void => {
    const others = group.map(({ id }) => id).filter((id) => !here.includes(id))
    choose([...here, ...others].slice(0, next))
  }
  return (
    <>
      <Stepper label={texts.hereOf(group.length)} max={group.length} value={count} onChange={change} />
      <div>
        {group.map(({ id, name, number }) => (
          <label key={id} class="check">
            <bdi>{name ?? number}</bdi>
            <input
              type="checkbox"
              checked={here.includes(id)}
              onChange={({ currentTarget }) =>
                choose(currentTarget.checked ? [...here, id] : here.filter((one) => one !== id))
              }
            />
          </label>
        ))}
      </div>
      {isSure.value && (
        <p class="notice warn" role="alert">
          {texts.sureAboutMany(count)}
        </p>
      )}
      <div class="actions">
        <button type="button" class="button primary" disabled={count === 0} onClick={confirm}>
          {isSure.value ? texts.yesCheckIn(count) : texts.checkInMany(count)}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {texts.cancel}
        </button>
      </div>
    </>
  )
}

export const TicketDialog = ({ id }: { id: string }) => {
  const isGroup = useSignal(false)
  const close = (): void => dispatch({ type: 'chosen', ticketId: null })
  const ticket = ticketById(id)
  if (ticket === undefined) {
    return (
      <Dialog title={texts.unknownTicket} onClose={close}>
        <button type="button" class="button" onClick={close}>
          {texts.close}
        </button>
      </Dialog>
    )
  }
  const group = ticketsOfHolder(ticket)
    .filter(({ status }) => status === 'Valid')
    // The chosen ticket comes first.
    .sort((a, b) => Number(b.id === id) - Number(a.id === id))
  if (isGroup.value && group.length > 1) {
    return (
      <Dialog title={texts.howMany} onClose={close}>
        <Group group={group} onClose={close} />
      </Dialog>
    )
  }
  return (
    <Dialog title={ticket.name ?? texts.noName} onClose={close}>
      <p>
        <StatusTag ticket={ticket} />
      </p>
      <Facts ticket={ticket} />
      <GuestNote id={id} />
      {ticket.transferCount > 0 && <p class="soft">{texts.transferred(ticket.transferCount)}</p>}
      <Emails ticket={ticket} />
      <div class="actions">
        {(ticket.status === 'Valid' || (ticket.status === 'Voided' && isWalkIn(ticket))) && (
          <button
            type="button"
            class="button primary"
            autofocus
            disabled={isBusy.value}
            onClick={() => checkIn([id])}
          >
            {texts.checkIn}
          </button>
        )}
        {group.length > 1 && (
          <button type="button" class="button" disabled={isBusy.value} onClick={() => (isGroup.value = true)}>
            {texts.checkInAll(group.length)}
          </button>
        )}
        {ticket.status === 'CheckedIn' && (
          <button
            type="button"
            class="button danger"
            disabled={isBusy.value}
            onClick={() => {
              dispatch({ type: 'undo ticket tapped', ticketId: id })
              close()
            }}
          >
            {texts.undoCheckIn}
          </button>
        )}
        <button type="button" class="button" onClick={close}>
          {texts.close}
        </button>
      </div>
    </Dialog>
  )
}
