// A modal dialog of the browser: it keeps the focus, and Escape closes it.
import type { ComponentChildren, TargetedEvent, TargetedKeyboardEvent } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

type Props = {
  title: string
  onClose: () => void
  /** The title gets the focus at first, so that no field makes a phone show its keyboard. */
  isTitleFocused?: boolean
  children: ComponentChildren
  onKeyDown?: (event: TargetedKeyboardEvent<HTMLDialogElement>) => void
  onCancel?: (event: TargetedEvent<HTMLDialogElement>) => void
}

export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

export const Dialog = ({ title, onClose, isTitleFocused = false, children, ...handlers }: Props) => {
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
      closedby="any"
      {...handlers}
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
