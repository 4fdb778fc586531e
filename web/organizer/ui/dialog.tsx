// A dialog of the console.
import type { ComponentProps } from 'preact'
import { useRef } from 'preact/hooks'
import { Dialog as SharedDialog } from '../../shared/dialog.tsx'
import { PageNotices } from './notices.tsx'

type Props = ComponentProps<typeof SharedDialog>

/** Escape asks twice: at the key, and at what follows from it. A person answers once. */
const useOneAnswer = (mayClose: NonNullable<Props['mayClose']>): (() => boolean) => {
  const isAllowed = useRef(false)
  return () => {
    if (!isAllowed.current) {
      isAllowed.current = mayClose()
      setTimeout(() => {
        isAllowed.current = false
      })
    }
    return isAllowed.current
  }
}

export const Dialog = ({ children, mayClose = () => true, ...props }: Props) => (
  <SharedDialog mayClose={useOneAnswer(mayClose)} {...props}>
    {children}
    <PageNotices />
  </SharedDialog>
)
