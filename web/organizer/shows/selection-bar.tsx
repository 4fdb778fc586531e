// On phones, the bulk edit is below a long table: this bar leads there once a session is selected.
import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { texts } from '../texts.ts'

type Props = {
  selected: Signal<ReadonlySet<string>>
  bulkEdit: RefObject<HTMLFieldSetElement | null>
}

export const SelectionBar = ({ selected, bulkEdit }: Props) => {
  if (selected.value.size === 0) return null
  const edit = (): void => {
    bulkEdit.current?.scrollIntoView()
    bulkEdit.current?.focus({ preventScroll: true })
  }
  return (
    <div class="selection">
      <span role="status">{texts.selected(selected.value.size)}</span>
      <button type="button" class="button plain" onClick={() => (selected.value = new Set())}>
        {texts.clearSelection}
      </button>
      <button type="button" class="button primary" onClick={edit}>
        {texts.editSelected}
      </button>
    </div>
  )
}
