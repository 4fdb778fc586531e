// The fields of the bulk edit.
import { useId } from 'preact/hooks'
import type { Failed } from '../data/load.ts'
import type { Venue } from '../data/types.ts'
import { formatNumber } from '../formats.ts'
import { texts } from '../texts.ts'
import { describedBy, Field } from '../ui/field.tsx'
import { Failure } from '../ui/notices.tsx'
import { type BulkForm, FILTERS, type Field as FieldName, type Filter, MAX_SELECTED } from './bulk-form.ts'

export type VenueChoices = {
  /** The venues of the event's organizer; undefined until they are loaded. */
  all: readonly Venue[] | undefined
  failed: Failed | undefined
  reload: () => Promise<unknown>
}

type Props = {
  form: BulkForm
  selected: number
  venues: VenueChoices
  errors: Partial<Record<FieldName, string>>
  isDisabled: boolean
  onEdit: (part: Partial<BulkForm>) => void
}

const labelOf = (filter: Filter, selected: number): string =>
  filter === 'Selected' && selected > 0
    ? `${texts.filters.Selected} (${formatNumber(selected)})`
    : texts.filters[filter]

export const BulkFields = ({ form, selected, venues, errors, isDisabled, onEdit }: Props) => {
  const id = useId()
  const text = (field: 'capacity' | 'doorsOffset', label: string) => (
    <Field id={`${id}-${field}`} label={label} error={errors[field]}>
      <input
        class="input"
        inputMode="numeric"
        autocomplete="off"
        placeholder={texts.keep}
        value={form[field]}
        disabled={isDisabled}
        onInput={(event) => onEdit({ [field]: event.currentTarget.value })}
        {...describedBy(`${id}-${field}`, { error: errors[field] })}
      />
    </Field>
  )
  return (
    <>
      <Field id={`${id}-filter`} label={texts.whichSessions} error={errors.filter}>
        <select
          class="input"
          value={form.filter}
          disabled={isDisabled}
          onChange={(event) => onEdit({ filter: event.currentTarget.value as Filter })}
          {...describedBy(`${id}-filter`, { error: errors.filter })}
        >
          {FILTERS.map((filter) => (
            <option key={filter} value={filter}>
              {labelOf(filter, selected)}
            </option>
          ))}
        </select>
      </Field>
      {form.filter === 'Selected' && selected > MAX_SELECTED && (
        <p class="notice warn" role="status">
          {texts.tooManySelected(selected, MAX_SELECTED)}
        </p>
      )}
      {form.filter === 'FromDate' && (
        <Field id={`${id}-from`} label={texts.fromDate} error={errors.fromDate}>
          <input
            class="input"
            type="datetime-local"
            value={form.fromDate}
            disabled={isDisabled}
            onInput={(event) => onEdit({ fromDate: event.currentTarget.value })}
            {...describedBy(`${id}-from`, { error: errors.fromDate })}
          />
        </Field>
      )}
      <div class="pair">
        {text('capacity', texts.newCapacity)}
        {text('doorsOffset', texts.doorsOffset)}
      </div>
      <Field id={`${id}-venue`} label={texts.newVenue} error={errors.venueId}>
        <select
          class="input"
          value={form.venueId}
          disabled={isDisabled || venues.all === undefined}
          onChange={(event) => onEdit({ venueId: event.currentTarget.value })}
          {...describedBy(`${id}-venue`, { error: errors.venueId })}
        >
          <option value="">{venues.all === undefined ? texts.loading : texts.keep}</option>
          {venues.all?.map((venue) => (
            <option key={venue.id} value={venue.id}>
              {venue.name}
            </option>
          ))}
        </select>
      </Field>
      {venues.failed !== undefined && <Failure failed={venues.failed} onRetry={venues.reload} />}
      <p class="soft small">{texts.keepHint}</p>
    </>
  )
}
