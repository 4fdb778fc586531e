// The dialog that checks in a group: how many of them, or which, are here.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { Dialog } from '../../shared/dialog.tsx'
import { Notice } from '../../shared/notice.tsx'
import type { Ticket } from '../core/ticket.ts'
import { checkIn } from '../runtime.ts'
import { texts } from '../texts.ts'
import { MAX_WITHOUT_QUESTION } from './search-view.ts'
import { Stepper } from './stepper.tsx'
import { hasJustTapped, noteTap } from './taps.ts'

/** Asks how many guests of the same holder are here. */
export const GroupDialog = ({ group, onClose }: { group: readonly Ticket[]; onClose: () => void }) => {
  const chosen = useSignal(group.map(({ id }) => id))
  const isSure = useSignal(false)
  const here = group.filter(({ id }) => chosen.value.includes(id)).map(({ id }) => id)
  const count = here.length
  const confirm = (): void => {
    noteTap()
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
    <Dialog title={texts.howMany} onClose={onClose}>
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
      {isSure.value && <Notice look="warn" text={texts.sureAboutMany(count)} />}
      <div class="stack">
        <Button
          look="primary"
          text={isSure.value ? texts.yesCheckIn(count) : texts.checkInMany(count)}
          isDisabled={count === 0}
          isBusy={hasJustTapped.value}
          onClick={confirm}
        />
        <Button text={texts.cancel} onClick={onClose} />
      </div>
    </Dialog>
  )
}
