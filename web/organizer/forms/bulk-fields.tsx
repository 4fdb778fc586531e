// The fields of the bulk edit.
import type { Failed } from '../data/load.ts'
import type { Venue } from '../data/types.ts'
import { formatNumber } from '../formats.ts'
import { texts } from '../texts.ts'
import { Failure } from '../ui/notices.tsx'
import { namedOptions, textOptions } from '../ui/select.tsx'
import { type BulkField, type BulkForm, FILTERS, MAX_SELECTED } from './bulk-form.ts'
import { Control, type FieldOf } from './control.tsx'

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
  errors: Partial<Record<BulkField, string>>
  isDisabled: boolean
  onEdit: (part: Partial<BulkForm>) => void
}

export const BulkFields = ({ form, selected, venues, errors, isDisabled, onEdit }: Props) => {
  const control = (field: FieldOf & { name: keyof BulkForm }, isOff = isDisabled) => (
    <Control
      field={field}
      value={form[field.name]}
      error={errors[field.name]}
      placeholder={texts.noChange}
      isDisabled={isOff}
      onInput={(value) => onEdit({ [field.name]: value })}
    />
  )
  const count = selected > 0 ? ` (${formatNumber(selected)})` : ''
  const filters = { ...texts.filters, Selected: `${texts.filters.Selected}${count}` }
  return (
    <>
      {control({ name: 'filterType', label: texts.whichSessions, options: textOptions(FILTERS, filters) })}
      {form.filterType === 'Selected' && selected > MAX_SELECTED && (
        <p class="notice warn" role="status">
          {texts.tooManySelected(selected, MAX_SELECTED)}
        </p>
      )}
      {form.filterType === 'FromDate' &&
        control({ name: 'fromDate', label: texts.fromDate, kind: 'datetime-local' })}
      <div class="grid">
        {control({ name: 'newCapacity', label: texts.newCapacity, kind: 'number' })}
        {control({ name: 'newDoorsOpenOffset', label: texts.doorsOffset, kind: 'number' })}
      </div>
      {control(
        {
          name: 'newVenueId',
          label: texts.newVenue,
          options: [
            { value: '', text: venues.all === undefined ? texts.loading : texts.noChange },
            ...namedOptions(venues.all ?? []),
          ],
        },
        isDisabled || venues.all === undefined,
      )}
      {control({
        name: 'newCancelled',
        label: texts.newCancellation,
        options: [
          { value: '', text: texts.noChange },
          ...textOptions(['true', 'false'], texts.cancellations),
        ],
      })}
      {form.newCancelled !== 'false' &&
        control({
          name: 'newCancelNotice',
          label: texts.cancelNotice,
          hint: texts.cancelNoticeHint,
          kind: 'prose',
        })}
      {venues.failed !== undefined && <Failure failed={venues.failed} onRetry={venues.reload} />}
      <p class="soft small">{texts.keepHint}</p>
    </>
  )
}
