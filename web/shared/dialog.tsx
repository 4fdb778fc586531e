// A modal dialog of the browser: it keeps the focus, and Escape closes it.
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

type Props = {
  title: string
  onClose: () => void
  /** Whether Escape or a tap outside may close it now. */
  mayClose?: () => boolean
  /** The title gets the focus at first, so that no field makes a phone show its keyboard. */
  isTitleFocused?: boolean
  children: ComponentChildren
}

export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

export const Dialog = ({ title, onClose, mayClose, isTitleFocused = false, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const isShown = useRef(true)
  const id = useId()
  // At once: what is typed next belongs to the dialog.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      // Its event comes later, when another dialog may be open.
      isShown.current = false
      element?.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={() => isShown.current && onClose()}
      // Browsers let nobody keep it open for a second Escape.
      onKeyDown={(event) => {
        if (event.key === 'Escape' && mayClose?.() === false) event.preventDefault()
      }}
      onCancel={(event) => {
        // A file chooser and a select in the dialog send this event too.
        if (event.target === dialog.current && mayClose?.() === false) event.preventDefault()
      }}
      closedby="any"
    >
      <div class="sheet">
        <h2 id={id} dir="auto" {...(isTitleFocused ? { tabIndex: -1, autofocus: true } : {})}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}
