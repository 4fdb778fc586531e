// A form whose errors stand at its fields.
import type { ComponentChildren } from 'preact'
import { focusInvalid } from './field.tsx'

type Props = {
  /** Of a part of a long screen. */
  id?: string
  label?: string
  look?: string
  onSubmit: () => Promise<void>
  children: ComponentChildren
}

/** After `onSubmit`, the first field with an error gets the focus. */
export const Form = ({ id, label, look = 'stack', onSubmit, children }: Props) => (
  <form
    id={id}
    tabIndex={id === undefined ? undefined : -1}
    class={look}
    noValidate
    aria-label={label}
    onSubmit={async (event) => {
      event.preventDefault()
      const form = event.currentTarget
      await onSubmit()
      focusInvalid(form)
    }}
  >
    {children}
  </form>
)
