// A text to copy.
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { texts } from '../texts.ts'
import { Field } from './field.tsx'

export const Copied = ({ label, value }: { label: string; value: string }) => {
  const id = useId()
  const isCopied = useSignal(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value).then(
      () => (isCopied.value = true),
      () => undefined,
    )
  }
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
        <button type="button" class="button" aria-label={`${texts.copy}: ${label}`} onClick={copy}>
          {isCopied.value ? texts.copied : texts.copy}
        </button>
      </div>
    </Field>
  )
}
