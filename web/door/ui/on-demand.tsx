// Dialogs and the scanner are loaded once a session is open, or one of them is. The service worker keeps them
// for use without a network.
import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { Dialog } from '../../shared/dialog.tsx'
import { loadPart } from '../../shared/load-part.ts'
import { Notice } from '../../shared/notice.tsx'
import { loadDialogTexts, texts } from '../texts.ts'

type Dialogs = typeof import('./dialogs.ts')

const loaded = signal<Dialogs | undefined>(undefined)
const failure = signal('')

/** Without `onClose`, nothing says that the part is missing. */
type Props = { onClose?: () => void; children: (dialogs: Dialogs) => JSX.Element }

const loadDialogs = (): void => {
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
      <Notice text={failure.value} />
      <Button text={texts.close} onClick={onClose} />
    </Dialog>
  )
}

/** What somebody must look at: the end of the phone, conflicts, and check-ins that the service rejects. */
export const Attention = () => <OnDemand>{({ Problems }) => <Problems />}</OnDemand>

/** That the session was cancelled, and unsent check-ins of other people and phones. */
export const HeadNotices = () => <OnDemand>{({ HeadNotices }) => <HeadNotices />}</OnDemand>
