// The form that adds guests without tickets, and lets them in.
import { type Signal, signal } from '@preact/signals'
import { useId, useState } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { Dialog } from '../../shared/dialog.tsx'
import { Notice } from '../../shared/notice.tsx'
import { MAX_NAME, MAX_NOTE } from '../core/asking.ts'
import { role } from '../role.ts'
import { dispatch, isBusy, session } from '../runtime.ts'
import { texts } from '../texts.ts'
import { overCapacity } from './figures.ts'
import { show } from './search-view.ts'
import { Stepper } from './stepper.tsx'

const MAX_GUESTS = 10
const LAST_TYPE = 'doorlist.walk-in-type'

/** Without an id if the event has none, so the service adds it. */
type Type = { id?: string; name: string; note?: string | null; flag?: string }

const TextField = ({ label, text, max }: { label: string; text: Signal<string>; max: number }) => {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        dir="auto"
        maxLength={max}
        autocomplete="off"
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
    </div>
  )
}

/** What is in the form. `asked`: the name that it was opened with. */
const newDraft = (asked: string, types: readonly Type[]) => {
  const last = types.find(({ name }) => name === localStorage.getItem(LAST_TYPE))
  return {
    ...{ asked, session: session.peek()?.id, name: signal(asked), note: signal(''), count: signal(1) },
    typeId: signal(last?.id),
  }
}

/** A scan closes the form. What was in it is there when it is opened for the same guest again. */
let draft: ReturnType<typeof newDraft> | undefined

const openDraft = (asked: string, types: readonly Type[]) => {
  const isSame = draft?.session === session.peek()?.id && (asked === '' || asked === draft?.asked)
  draft = isSame && draft !== undefined ? draft : newDraft(asked, types)
  return draft
}

export const AddGuestForm = ({ asked, onClose }: { asked: string; onClose: () => void }) => {
  const known = session.value?.types
  const types: readonly Type[] = known?.length ? known : [{ name: texts.walkInType }]
  const [{ name, typeId, note, count }] = useState(() => openDraft(asked, types))
  const id = useId()
  const over = overCapacity(count.value)
  // The types may be read again while the form is open.
  const type = types.find(({ id }) => id === typeId.value) ?? (types[0] as Type)
  const add = (): void => {
    localStorage.setItem(LAST_TYPE, type.name)
    dispatch({
      type: 'walk-in tapped',
      guest: { name: name.value, type: type.name },
      walkIn: { note: note.value, ticketTypeId: type.id },
      ids: Array.from({ length: count.value }, () => ({
        ticketId: crypto.randomUUID(),
        checkInId: crypto.randomUUID(),
      })),
    })
    end()
    show('')
  }
  const end = (): void => {
    draft = undefined
    onClose()
  }
  return (
    <Dialog title={texts.addGuest} onClose={onClose} isTitleFocused>
      {/* Enter adds nobody: a scanner may have typed it. */}
      <form class="sheet" onSubmit={(event) => event.preventDefault()}>
        {!role && <TextField label={texts.name} text={name} max={MAX_NAME} />}
        <div class="field">
          <label for={id}>{texts.type}</label>
          <select
            id={id}
            class="input"
            value={type.id}
            onChange={(event) => (typeId.value = event.currentTarget.value)}
          >
            {types.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </div>
        {type.note != null && (
          <p class={`notice ${type.flag === 'Stop' ? 'warn' : ''}`} role="status" dir="auto">
            {type.note}
          </p>
        )}
        {!role && <TextField label={texts.note} text={note} max={MAX_NOTE} />}
        <Stepper
          label={texts.howMany}
          max={MAX_GUESTS}
          value={count.value}
          onChange={(next) => (count.value = next)}
        />
        {over > 0 && <Notice look="warn" role="status" text={texts.wouldBeOver(over)} />}
        <div class="stack">
          <Button
            look="primary"
            text={texts.addAndCheckIn(count.value)}
            isDisabled={isBusy.value}
            onClick={add}
          />
          <Button text={texts.cancel} onClick={end} />
        </div>
      </form>
    </Dialog>
  )
}
