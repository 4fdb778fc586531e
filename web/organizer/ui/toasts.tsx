// Says what was just done, with a way back where there is one.
import { signal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { texts } from '../texts.ts'

type Toast = { id: number; text: string; undo: (() => unknown) | undefined }

/** Long enough to read, and to reach the button. */
const SHOWN_MS = 8_000

const toasts = signal<readonly Toast[]>([])
let count = 0

const dismiss = (id: number): void => {
  toasts.value = toasts.value.filter((one) => one.id !== id)
}

export const toast = (text: string, undo?: () => unknown): void => {
  count += 1
  const id = count
  toasts.value = [...toasts.value, { id, text, undo }]
  setTimeout(() => dismiss(id), SHOWN_MS)
}

export const Toasts = () => (
  <div class="toasts stack" aria-live="polite">
    {toasts.value.map(({ id, text, undo }) => (
      <div key={id} class="toast spread">
        <span>
          <bdi>{text}</bdi>
        </span>
        {undo !== undefined && (
          <Button
            look="plain"
            text={texts.undo}
            onClick={() => {
              dismiss(id)
              return undo()
            }}
          />
        )}
      </div>
    ))}
  </div>
)
