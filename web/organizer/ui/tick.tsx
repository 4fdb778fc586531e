// The checkbox of a row, or of all rows.
type Props = {
  label: string
  isChecked: boolean
  isIndeterminate?: boolean
  onChange: (isChecked: boolean, withShift: boolean) => void
}

export const Tick = ({ label, isChecked, isIndeterminate = false, onChange }: Props) => (
  <label class="tick">
    <input
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      ref={(element) => {
        if (element !== null) element.indeterminate = isIndeterminate
      }}
      onClick={(event) => onChange(event.currentTarget.checked, event.shiftKey)}
    />
  </label>
)
