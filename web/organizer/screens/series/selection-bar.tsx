// On phones, the bulk edit is below a long table: this bar leads there once a session is selected.
import type { Signal } from '@preact/signals'
import { Button } from '../../../shared/button.tsx'
import { texts } from '../../texts.ts'

/** Scrolls to the form, and moves the focus there. */
const goToForm = (): void => {
  const form = document.getElementById('bulk-edit')
  form?.scrollIntoView()
  form?.focus({ preventScroll: true })
}

export const SelectionBar = ({ selected }: { selected: Signal<ReadonlySet<string>> }) => {
  if (selected.value.size === 0) return null
  return (
    <div class="buttons selection strong">
      <span role="status">{texts.selected(selected.value.size)}</span>
      <Button look="plain" text={texts.clearSelection} onClick={() => (selected.value = new Set())} />
      <Button text={texts.edit} onClick={goToForm} />
    </div>
  )
}
