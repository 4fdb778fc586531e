// A form whose errors stand at its fields.
import type { ComponentChildren } from 'preact'
import { focusInvalid } from './field.tsx'

type Props = {
  label?: string
  look?: string
  onSubmit: () => Promise<void>
  children: ComponentChildren
}

/** After `onSubmit`, the first field with an error gets the focus. */
export const Form = ({ label, look = 'stack', onSubmit, children }: Props) => (
  <form
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
