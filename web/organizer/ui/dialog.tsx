// A dialog of the console.
import type { ComponentProps } from 'preact'
import { Dialog as SharedDialog } from '../../shared/dialog.tsx'
import { PageNotices } from './notices.tsx'

type Props = Omit<ComponentProps<typeof SharedDialog>, 'onKeyDown' | 'onCancel'> & {
  /** Whether Escape or a tap outside may close it now. */
  mayClose?: () => boolean
}

export const Dialog = ({ children, mayClose, ...props }: Props) => (
  <SharedDialog
    {...props}
    // Browsers let nobody keep it open for a second Escape, so they do not get the key.
    onKeyDown={(event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || mayClose === undefined) return
      event.preventDefault()
      if (mayClose()) event.currentTarget.close()
    }}
    onCancel={(event) => {
      // A file chooser and a select in the dialog send this event too.
      if (event.target === event.currentTarget && mayClose?.() === false) event.preventDefault()
    }}
  >
    {children}
    <PageNotices />
  </SharedDialog>
)
