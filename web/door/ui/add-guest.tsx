// The button for guests without tickets. Loaded with the dialogs.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { role } from '../role.ts'
import { list, session } from '../runtime.ts'
import { texts } from '../texts.ts'
import { AddGuestForm } from './add-guest-form.tsx'
import { query } from './search-view.ts'

/** The searched text, if it may be a name. */
const nameIn = (text: string): string => (/^[^\d@]*\p{L}[^\d@]*$/u.test(text) ? text.trim() : '')

/** The last row of every list of results, and on the screen without a search. */
export const AddGuest = () => {
  const opened = useSignal<string | undefined>(undefined)
  const close = (): void => {
    opened.value = undefined
  }
  const asked = opened.value
  if (asked !== undefined) return <AddGuestForm asked={asked} onClose={close} />
  if (session.value?.walkIns !== true || list.value?.isComplete !== true) return null
  const name = role ? '' : nameIn(query.value)
  return (
    <Button
      look="add-guest"
      text={name === '' ? texts.addGuest : texts.addNamed(name)}
      onClick={() => (opened.value = name)}
    />
  )
}
