// Narrows the table of sessions by date, weekday and time. What is shown can then be selected as a whole.
import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { NO_FILTER, type SessionFilter } from '../../data/session-filter.ts'
import { formatWeekday } from '../../formats.ts'
import { texts } from '../../texts.ts'
import { Field } from '../../ui/field.tsx'

type Props = {
  filter: Signal<SessionFilter>
  choices: { weekdays: readonly string[]; times: readonly string[] }
  /** How many sessions match, and how many there are. */
  shown: number
  all: number
}

export const SessionFilters = ({ filter, choices, shown, all }: Props) => {
  const id = useId()
  const change = (part: Partial<SessionFilter>): void => {
    filter.value = { ...filter.value, ...part }
  }
  const date = (name: 'from' | 'until', label: string) => (
    <Field id={`${id}-${name}`} label={label}>
      <input
        id={`${id}-${name}`}
        class="input"
        type="date"
        value={filter.value[name]}
        onInput={(event) => change({ [name]: event.currentTarget.value })}
      />
    </Field>
  )
  const choice = (
    name: 'weekday' | 'time',
    label: string,
    any: string,
    values: readonly string[],
    format: (value: string) => string,
  ) => (
    <Field id={`${id}-${name}`} label={label}>
      <select
        id={`${id}-${name}`}
        class="input"
        value={filter.value[name]}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      >
        <option value="">{any}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {format(value)}
          </option>
        ))}
      </select>
    </Field>
  )
  return (
    <details class="stack">
      <summary>
        {texts.filterSessions} {shown < all && <span class="soft small">{texts.shownOf(shown, all)}</span>}
      </summary>
      <div class="filters">
        {date('from', texts.fromDay)}
        {date('until', texts.untilDay)}
        {choice('weekday', texts.weekday, texts.anyDay, choices.weekdays, formatWeekday)}
        {choice('time', texts.timeOfDay, texts.anyTime, choices.times, (value) => value)}
      </div>
      {filter.value !== NO_FILTER && (
        <button type="button" class="button" onClick={() => (filter.value = NO_FILTER)}>
          {texts.clearFilter}
        </button>
      )}
    </details>
  )
}
