// A dialog of the console.
import type { ComponentProps } from 'preact'
import { Dialog as SharedDialog } from '../../shared/dialog.tsx'
import { PageNotices } from './notices.tsx'

export const Dialog = ({ children, ...props }: ComponentProps<typeof SharedDialog>) => (
  <SharedDialog {...props}>
    {children}
    <PageNotices />
  </SharedDialog>
)
