// The fields of a form by their descriptions.
import { texts } from '../texts.ts'
import { Field } from '../ui/field.tsx'
import { type Option, Select } from '../ui/select.tsx'
import { ZoneBox } from '../ui/zone-box.tsx'
import type { Draft } from './draft.ts'

export type FieldOf = {
  /** As in the request. */
  name: string
  label: string
  hint?: string
  /** A text of one line unless given. */
  kind?: 'prose' | 'number' | 'datetime-local' | 'date' | 'check' | 'zone'
  /** Makes it a choice. */
  options?: readonly Option[]
  /** What is said where the field is left empty. Without it the field may be empty. */
  missing?: string
  autocomplete?: 'name' | 'organization' | 'off'
  /** Whether the form has it; by default always. */
  isShown?: (draft: Draft) => boolean
}

/** The fields that a form has with these values. */
const shownIn = (fields: readonly FieldOf[], draft: Draft): readonly FieldOf[] =>
  fields.filter(({ isShown }) => isShown?.(draft) ?? true)

/** What is missing, by the names of the fields. */
export const findMissing = (fields: readonly FieldOf[], draft: Draft): Record<string, string> =>
  Object.fromEntries(
    shownIn(fields, draft).flatMap(({ name, missing }) =>
      missing !== undefined && !draft[name] ? [[name, missing]] : [],
    ),
  )

export const NAME: FieldOf = { name: 'name', label: texts.name, missing: texts.nameMissing }

const PROSE_ROWS = 3

/** Without a last day, browsers take years of six digits. */
const LAST = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59' }

type Props = {
  field: FieldOf
  value: string
  error: string | undefined
  placeholder?: string
  isDisabled?: boolean
  onInput: (value: string) => void
}

export const Control = ({
  field: { label, hint, kind, options, autocomplete = 'off' },
  value,
  error,
  placeholder,
  isDisabled,
  onInput,
}: Props) =>
  kind === 'check' ? (
    <label class="check">
      <input
        type="checkbox"
        checked={value !== ''}
        onChange={({ currentTarget }) => onInput(currentTarget.checked ? 'true' : '')}
      />
      <bdi>{label}</bdi>
    </label>
  ) : (
    <Field label={label} hint={hint} error={error}>
      {(control) => {
        if (options !== undefined)
          return (
            <Select value={value} options={options} onChange={onInput} disabled={isDisabled} {...control} />
          )
        if (kind === 'zone')
          return <ZoneBox value={value} isDisabled={isDisabled} onChange={onInput} {...control} />
        const shared = {
          ...{ class: 'input', value, placeholder, disabled: isDisabled },
          onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
          ...control,
        }
        if (kind === 'prose') return <textarea rows={PROSE_ROWS} {...shared} />
        if (kind === 'date' || kind === 'datetime-local')
          return <input type={kind} max={LAST[kind]} {...shared} />
        return (
          <input
            type="text"
            inputMode={kind === 'number' ? 'numeric' : 'text'}
            autocomplete={autocomplete}
            {...shared}
          />
        )
      }}
    </Field>
  )

type ControlsProps = {
  fields: readonly FieldOf[]
  draft: Draft
  errors: Readonly<Record<string, string | undefined>>
  onInput: (name: string, value: string) => void
}

export const Controls = ({ fields, draft, errors, onInput }: ControlsProps) =>
  shownIn(fields, draft).map((field) => (
    <Control
      key={field.name}
      field={field}
      value={draft[field.name] ?? ''}
      error={errors[field.name]}
      onInput={(value) => onInput(field.name, value)}
    />
  ))
