// A labelled field of a form, with its hint and its error.
import type { ComponentChildren } from 'preact'

type Props = {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  children: ComponentChildren
}

export const Field = ({ id, label, hint, error, children }: Props) => (
  <div class="field">
    <label for={id}>{label}</label>
    {children}
    {hint !== undefined && (
      <p class="soft small" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {error !== undefined && (
      <p class="error small" id={`${id}-error`}>
        {error}
      </p>
    )}
  </div>
)

/** The attributes of the control in a {@link Field}. */
export const describedBy = (
  id: string,
  { hint, error }: { hint?: string | undefined; error?: string | undefined },
): { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined } => {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean)
  return {
    id,
    'aria-invalid': error !== undefined,
    'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
  }
}
