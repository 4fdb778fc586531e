// Narrows the table of sessions by date, weekday and time. What is shown can then be selected as a whole.
import type { Signal } from '@preact/signals'
import { Button } from '../../../shared/button.tsx'
import { NO_FILTER, type SessionFilter } from '../../data/session-filter.ts'
import { formatWeekday } from '../../formats.ts'
import { texts } from '../../texts.ts'
import { Field } from '../../ui/field.tsx'
import { type Option, Select } from '../../ui/select.tsx'

type Props = {
  filter: Signal<SessionFilter>
  choices: { weekdays: readonly string[]; times: readonly string[] }
  /** How many sessions match, and how many there are. */
  shown: number
  all: number
}

export const SessionFilters = ({ filter, choices, shown, all }: Props) => {
  const change = (part: Partial<SessionFilter>): void => {
    filter.value = { ...filter.value, ...part }
  }
  const date = (name: 'from' | 'until', label: string) => (
    <Field label={label}>
      {(control) => (
        <input
          class="input"
          type="date"
          value={filter.value[name]}
          onInput={(event) => change({ [name]: event.currentTarget.value })}
          {...control}
        />
      )}
    </Field>
  )
  const choice = (name: 'weekday' | 'time', label: string, any: string, options: readonly Option[]) => (
    <Field label={label}>
      {(control) => (
        <Select
          value={filter.value[name]}
          options={[{ value: '', text: any }, ...options]}
          onChange={(value) => change({ [name]: value })}
          {...control}
        />
      )}
    </Field>
  )
  const weekdays = choices.weekdays.map((value) => ({ value, text: formatWeekday(value) }))
  const times = choices.times.map((value) => ({ value, text: value }))
  return (
    <details class="stack">
      <summary>
        {texts.filterSessions} {shown < all && <span class="soft small">{texts.shownOf(shown, all)}</span>}
      </summary>
      <div class="grid">
        {date('from', texts.fromDay)}
        {date('until', texts.untilDay)}
        {choice('weekday', texts.weekday, texts.anyDay, weekdays)}
        {choice('time', texts.timeOfDay, texts.anyTime, times)}
      </div>
      {filter.value !== NO_FILTER && (
        <Button text={texts.clearFilter} onClick={() => (filter.value = NO_FILTER)} />
      )}
    </details>
  )
}
