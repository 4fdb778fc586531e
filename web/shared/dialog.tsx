// A modal dialog of the browser: it keeps the focus, and Escape closes it.
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

type Props = {
  title: string
  onClose: () => void
  /** The dialog itself gets the focus at first, so that no field makes a phone show its keyboard. */
  autofocus?: boolean
  children: ComponentChildren
}

export const Dialog = ({ title, onClose, autofocus = false, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose} closedby="any" autofocus={autofocus}>
      <div class="sheet">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
