// Dialogs and the scanner are loaded once a session is open, or one of them is. The service worker keeps them
// for use without a network.
import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { Dialog } from '../../shared/dialog.tsx'
import { loadPart } from '../../shared/load-part.ts'
import { loadDialogTexts, texts } from '../texts.ts'

type Dialogs = typeof import('./dialogs.ts')

const loaded = signal<Dialogs | undefined>(undefined)
const failure = signal('')

/** Without `onClose`, nothing says that the part is missing. */
type Props = { onClose?: () => void; children: (dialogs: Dialogs) => JSX.Element }

export const loadDialogs = (): void => {
  failure.value = ''
  if (loaded.peek() !== undefined) return
  Promise.all([loadPart(() => import('./dialogs.ts')), loadDialogTexts()]).then(
    ([part]) => {
      loaded.value = part
    },
    ({ message }: Error) => {
      failure.value = message
    },
  )
}

export const OnDemand = ({ onClose, children }: Props) => {
  useEffect(loadDialogs, [])
  if (loaded.value !== undefined) return children(loaded.value)
  if (failure.value === '' || onClose === undefined) return null
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p class="notice bad" role="alert">
        {failure.value}
      </p>
      <button type="button" class="button" onClick={onClose}>
        {texts.close}
      </button>
    </Dialog>
  )
}
