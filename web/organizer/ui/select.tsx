// A choice of one value.
import type { ControlProps } from './field.tsx'

export type Option<Value extends string = string> = { value: Value; text: string }

/** Options with the texts of a group. */
export const textOptions = <Value extends string>(
  values: readonly Value[],
  texts: Readonly<Record<Value, string>>,
): Option<Value>[] => values.map((value) => ({ value, text: texts[value] }))

/** Options for things by their names. */
export const namedOptions = (things: readonly { id: string; name: string }[]): Option[] =>
  things.map(({ id, name }) => ({ value: id, text: name }))

type Props<Value extends string> = Partial<ControlProps> & {
  'aria-label'?: string
  class?: string
  options: readonly Option<Value>[]
  value: Value
  disabled?: boolean | undefined
  onChange: (value: Value) => void
}

export const Select = <Value extends string>({
  options,
  onChange,
  class: look = '',
  ...attributes
}: Props<Value>) => (
  <select
    {...attributes}
    class={`input ${look}`}
    onChange={(event) => onChange(event.currentTarget.value as Value)}
  >
    {options.map(({ value, text }) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
)
