// A labelled field of a form, with its hint and its error.
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** The attributes by which a control belongs to its field. */
export type ControlProps = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

type Props = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  children: (control: ControlProps) => ComponentChildren
}

export const Field = ({ label, hint, error, children }: Props) => {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
      })}
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
}

/** Leads to the first field with an error, once the errors are shown. */
export const focusInvalid = (form: Element | null): void => {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
