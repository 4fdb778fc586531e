// The rest of a guest's group, below the outcome of one of them.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { checkIn, dispatch, isBusy, list, overlay } from '../runtime.ts'
import { texts } from '../texts.ts'
import { MAX_WITHOUT_QUESTION, partyOf, ticketById } from './search-view.ts'
import { hasJustTapped } from './taps.ts'

/** How many of a guest's group are in, and the rest. Found after the paint: it reads the whole list. */
export const Rest = ({ id }: { id: string }) => {
  const party = useSignal<ReturnType<typeof partyOf> | undefined>(undefined)
  const { version } = list.value ?? {}
  useEffect(() => {
    const ticket = ticketById(id)
    party.value = ticket && partyOf(ticket)
  }, [version, overlay.value])
  const { waiting = [], inside = 0, size = 0 } = party.value ?? {}
  if (size < 2) return null
  const checkInAll = (): void => {
    if (waiting.length > MAX_WITHOUT_QUESTION) dispatch({ type: 'chosen', ticketId: id })
    else checkIn(waiting.map((one) => one.id))
  }
  return (
    <>
      <p class="help">{texts.partyIn(inside, size)}</p>
      {waiting.length > 0 && (
        <div class="actions stack">
          <Button
            text={texts.checkInAll(waiting.length)}
            isDisabled={isBusy.value || hasJustTapped.value}
            onClick={checkInAll}
          />
        </div>
      )}
    </>
  )
}
