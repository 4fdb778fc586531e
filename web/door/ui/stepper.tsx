// A number from 1 to `max`, tapped or typed.
import { useId } from 'preact/hooks'
import { texts } from '../texts.ts'

type Props = { label: string; max: number; value: number; onChange: (value: number) => void }

export const Stepper = ({ label, max, value, onChange }: Props) => {
  const id = useId()
  const change = (next: number): void => onChange(Math.min(max, Math.max(1, Math.round(next) || 1)))
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="stepper">
        <button type="button" class="button" aria-label={texts.fewer} onClick={() => change(value - 1)}>
          −
        </button>
        <input
          id={id}
          class="input"
          type="number"
          inputMode="numeric"
          min={1}
          max={max}
          value={value}
          onChange={(event) => change(Number(event.currentTarget.value))}
        />
        <button type="button" class="button" aria-label={texts.more} onClick={() => change(value + 1)}>
          +
        </button>
      </div>
    </div>
  )
}
