// A text to copy.
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { texts } from '../texts.ts'
import { Field } from './field.tsx'

/** `name`: what is copied, for screen readers. */
export const CopyButton = ({
  value,
  name,
  text,
  isPrimary = false,
}: {
  value: string
  name?: string
  text: string
  isPrimary?: boolean
}) => {
  const isCopied = useSignal(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value).then(
      () => (isCopied.value = true),
      () => undefined,
    )
  }
  return (
    <button
      type="button"
      class={`button ${isPrimary ? 'primary' : ''}`}
      aria-label={name && `${text}: ${name}`}
      onClick={copy}
    >
      {isCopied.value ? texts.copied : text}
    </button>
  )
}

export const Copied = ({ label, value }: { label: string; value: string }) => {
  const id = useId()
  return (
    <Field id={id} label={label}>
      <div class="copied">
        <input
          id={id}
          class="input"
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={value} name={label} text={texts.copy} />
      </div>
    </Field>
  )
}
