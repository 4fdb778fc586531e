// Texts to copy.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { texts } from '../texts.ts'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'

/** `name`: what is copied, for screen readers. */
export const CopyButton = ({ value, name, text }: { value: string; name?: string; text: string }) => {
  const isCopied = useSignal(false)
  const copy = (): Promise<void> =>
    navigator.clipboard.writeText(value).then(
      () => {
        isCopied.value = true
      },
      () => undefined,
    )
  return <Button text={isCopied.value ? texts.copied : text} name={name} onClick={copy} />
}

type Props = {
  title: string
  help: string
  values: readonly (readonly [label: string, value: string])[]
  onClose: () => void
}

/** What the service gives only once. */
export const ShownOnce = ({ title, help, values, onClose }: Props) => (
  <Dialog title={title} onClose={onClose}>
    <p>{help}</p>
    {values.map(([label, value]) => (
      <Field key={label} label={label}>
        {(control) => (
          <div class="spread">
            <input
              class="input"
              readOnly
              value={value}
              onFocus={(event) => event.currentTarget.select()}
              {...control}
            />
            <CopyButton value={value} name={label} text={texts.copy} />
          </div>
        )}
      </Field>
    ))}
    <div class="buttons foot">
      <Button look="primary" text={texts.close} onClick={onClose} />
    </div>
  </Dialog>
)
