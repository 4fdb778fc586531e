// The rest of a guest's group, below the outcome of one of them.
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { SHRINK_MS, upToDate } from '../core/cards.ts'
import { keepIndex } from '../core/search-index.ts'
import type { Ticket } from '../core/ticket.ts'
import type { TicketList } from '../core/ticket-list.ts'
import { card, checkIn, dispatch, isBusy, list, overlay, state } from '../runtime.ts'
import { texts } from '../texts.ts'
import { keepDecoder } from './decoder.ts'
import { useMovedRows } from './moved-rows.ts'
import { MAX_WITHOUT_QUESTION, partyOf, ticketById } from './search-view.ts'
import { isReadyOffline } from './status.tsx'
import { hasJustTapped, noteTap } from './taps.ts'
import { lookOf } from './verdict.ts'

/**
 * A guest's group, with the list and what happens on this phone. Found after the paint, because it reads the
 * list.
 */
const useParty = (id: string) => {
  const party = useSignal<ReturnType<typeof partyOf> | undefined>(undefined)
  const { version } = list.value ?? {}
  useEffect(() => {
    const ticket = ticketById(id)
    party.value = ticket && partyOf(ticket)
  }, [id, version, overlay.value])
  return party.value ?? { waiting: [], inside: 0, size: 0 }
}

const CheckInAll = ({ id, waiting }: { id: string; waiting: readonly Ticket[] }) => (
  <Button
    text={texts.checkInAll(waiting.length)}
    isDisabled={isBusy.value || hasJustTapped.value}
    onClick={() => {
      if (waiting.length > MAX_WITHOUT_QUESTION) dispatch({ type: 'chosen', ticketId: id })
      else checkIn(waiting.map((one) => one.id))
    }}
  />
)

/** How many of a guest's group are in, and the rest. */
export const Rest = ({ id }: { id: string }) => {
  const { waiting, inside, size } = useParty(id)
  if (size < 2) return null
  return (
    <>
      <p class="help">{texts.partyIn(inside, size)}</p>
      {waiting.length > 0 && (
        <div class="actions stack">
          <CheckInAll id={id} waiting={waiting} />
        </div>
      )}
    </>
  )
}

const Line = ({ id }: { id: string }) => {
  const { waiting, inside, size } = useParty(id)
  const isShown = size > 1 && inside > 0 && waiting.length > 0
  // What it moves takes no tap that was meant for something else.
  useLayoutEffect(() => {
    if (isShown) noteTap()
  }, [isShown])
  if (!isShown) return null
  return (
    <div class="rest-line">
      <span class="strong">{texts.partyIn(inside, size)}</span> · <CheckInAll id={id} waiting={waiting} />
    </div>
  )
}

/**
 * The rest of the last guest's group in one line, once the card does not show it: companions who park the car
 * come later. It stays until the next verdict.
 */
const RestLine = () => {
  const isLate = useSignal(false)
  const shown = card.value
  const last = state.value.lastVerdict?.card
  const verdicts = last === undefined ? [] : upToDate(state.value, last.verdicts)
  const [one, ...others] = verdicts
  useEffect(() => {
    isLate.value = false
    if (last === undefined) return
    const ms = last.shownAt + SHRINK_MS - performance.now()
    const timer = setTimeout(() => (isLate.value = true), ms)
    return () => clearTimeout(timer)
  }, [last?.id])
  if (one === undefined || others.length > 0) return null
  const look = lookOf(verdicts)
  const isOnCard = shown?.kind === 'verdict' && shown.id === last?.id && !(look === 'in' && isLate.value)
  if (isOnCard || !/^(in|already)$/.test(look)) return null
  return <Line key={one.guest.id} id={one.guest.id} />
}

/** The rest of a group, and what this phone does and loads besides once a session is open. */
export const AboveSearch = () => {
  useMovedRows()
  const isReady = isReadyOffline()
  useEffect(() => {
    // Not before: the decoder is larger than most lists.
    if (isReady) keepDecoder().catch(() => undefined)
  }, [isReady])
  const { copy } = list.value ?? {}
  useEffect(() => {
    if (isReady && copy) keepIndex(copy as TicketList, () => new Promise((resolve) => setTimeout(resolve)))
  }, [isReady, copy])
  return <RestLine />
}
