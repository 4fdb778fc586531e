// Adds guests without tickets, and lets them in.
import { type Signal, useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Dialog } from '../../shared/dialog.tsx'
import { MAX_NAME, MAX_NOTE } from '../core/asking.ts'
import { dispatch, isBusy, list, session } from '../runtime.ts'
import { texts } from '../texts.ts'
import { overCapacity } from './figures.ts'
import { filter, found, query, show } from './search-view.ts'
import { Stepper } from './stepper.tsx'

const MAX_GUESTS = 10
const LAST_TYPE = 'doorlist.walk-in-type'

/** The searched text, if it may be a name. */
const nameIn = (text: string): string => (/^[^\d@]*\p{L}[^\d@]*$/u.test(text) ? text.trim() : '')

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

const Form = ({ onClose }: { onClose: () => void }) => {
  const types = session.value?.ticketTypes?.length ? session.value.ticketTypes : [texts.walkInType]
  const last = localStorage.getItem(LAST_TYPE) ?? ''
  const [name, type] = [useSignal(nameIn(query.peek())), useSignal(types.includes(last) ? last : types[0])]
  const [note, count] = [useSignal(''), useSignal(1)]
  const id = useId()
  const over = overCapacity(count.value)
  const typeNote = session.value?.types?.find(({ name }) => name === type.value)
  const add = (): void => {
    localStorage.setItem(LAST_TYPE, type.value as string)
    dispatch({
      type: 'walk-in tapped',
      guest: { name: name.value, type: type.value as string },
      walkIn: { note: note.value },
      ids: Array.from({ length: count.value }, () => ({
        ticketId: crypto.randomUUID(),
        checkInId: crypto.randomUUID(),
      })),
    })
    onClose()
    show('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextField label={texts.name} text={name} max={MAX_NAME} />
      <div class="field">
        <label for={id}>{texts.type}</label>
        <select
          id={id}
          class="input"
          value={type.value}
          onChange={(event) => (type.value = event.currentTarget.value)}
        >
          {types.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      {typeNote?.note != null && (
        <p class={`notice ${typeNote.flag === 'Stop' ? 'warn' : ''}`} role="status" dir="auto">
          {typeNote.note}
        </p>
      )}
      <TextField label={texts.note} text={note} max={MAX_NOTE} />
      <Stepper
        label={texts.howMany}
        max={MAX_GUESTS}
        value={count.value}
        onChange={(next) => (count.value = next)}
      />
      {over > 0 && (
        <p class="notice warn" role="status">
          {texts.wouldBeOver(over)}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="button primary" disabled={isBusy.value}>
          {texts.addAndCheckIn(count.value)}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {texts.cancel}
        </button>
      </div>
    </form>
  )
}

/** Offered when a search of the whole list finds nobody. */
export const AddGuest = () => {
  const isOpen = useSignal(false)
  const close = (): void => {
    isOpen.value = false
  }
  const isNobody = query.value.trim() !== '' && filter.value === undefined && found.value?.count === 0
  if (isOpen.value) {
    return (
      <Dialog title={texts.addGuest} onClose={close} isTitleFocused>
        <Form onClose={close} />
      </Dialog>
    )
  }
  if (session.value?.walkIns !== true || list.value?.isComplete !== true || !isNobody) return null
  return (
    <button type="button" class="button" onClick={() => (isOpen.value = true)}>
      {texts.addGuest}
    </button>
  )
}
