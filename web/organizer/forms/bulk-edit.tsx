// The bulk edit: the form, and the preview that must come before the change is applied.
import { type Signal, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { pathOfSeries, type SeriesPath } from '../data/reads.ts'
import { texts } from '../texts.ts'
import { focusInvalid } from '../ui/field.tsx'
import { Failure } from '../ui/notices.tsx'
import { BulkFields, type VenueChoices } from './bulk-fields.tsx'
import {
  type BulkField,
  type BulkForm,
  EMPTY,
  type FieldError,
  fieldOf,
  keyOf,
  parseForm,
} from './bulk-form.ts'
import { splitMessage } from './draft.ts'
import { idsWithoutRefused } from './preview.ts'
import { ApplyButton, PreviewResult } from './preview-result.tsx'
import { type UsedChange, useChange } from './use-change.ts'

type Props = {
  path: SeriesPath
  timeZone: string
  form: Signal<BulkForm>
  selected: Signal<ReadonlySet<string>>
  venues: VenueChoices
  onApplied: () => Promise<void>
  onHistory: () => void
}

/** The field that an error of the service is about, and the text beside it. */
const toFieldError = (failure: UsedChange['failure']['value']): { field: BulkField; text: string } => {
  if (failure?.failed.kind !== 'error') return { field: 'form', text: '' }
  const { message } = failure.failed
  return { field: fieldOf(message), text: splitMessage(message).text }
}

const describeErrors = (errors: Partial<Record<BulkField, FieldError>>): Partial<Record<BulkField, string>> =>
  Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, texts.errors[error]]))

export const BulkEdit = ({ path, timeZone, form, selected, venues, onApplied, onHistory }: Props) => {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const base = `${pathOfSeries(path)}/sessions/bulk-update`
  const change = useChange({
    previewPath: `${base}/preview`,
    applyPath: base,
    onApplied: async () => {
      form.value = { ...EMPTY, filterType: form.value.filterType, fromDate: form.value.fromDate }
      await onApplied()
    },
  })
  const errors = useSignal<Partial<Record<BulkField, FieldError>>>({})
  const ids = [...selected.value]
  const key = keyOf(form.value, ids, timeZone)
  const previewed = change.previewed.value
  const isCurrent = previewed?.key === key
  const isBusy = change.busy.value !== undefined

  const edit = (part: Partial<BulkForm>): void => {
    form.value = { ...form.value, ...part }
    errors.value = {}
    change.forget()
  }
  const preview = async (): Promise<void> => {
    const ids = [...selected.value]
    const parsed = parseForm(form.value, ids, timeZone)
    errors.value = parsed.errors ?? {}
    if (parsed.errors === undefined) await change.makePreview(keyOf(form.value, ids, timeZone), parsed.body)
    focusInvalid(fieldset.current)
  }
  const exclude = async (): Promise<void> => {
    const rest = previewed && idsWithoutRefused(previewed.preview)
    if (rest === undefined) return
    selected.value = new Set(rest)
    edit({ filterType: 'Selected' })
    await preview()
  }
  const failure = change.failure.value
  const serverError = toFieldError(failure)
  const isAtField = serverError.field !== 'form'
  const fieldErrors = {
    ...(isAtField && { [serverError.field]: serverError.text }),
    ...describeErrors(errors.value),
  }
  return (
    <fieldset class="card stack bulk" id="bulk-edit" ref={fieldset} tabIndex={-1}>
      <legend>
        <h2>{texts.bulkEdit}</h2>
      </legend>
      <BulkFields
        form={form.value}
        selected={selected.value.size}
        venues={venues}
        errors={fieldErrors}
        isDisabled={change.busy.value === 'apply' || change.busy.value === 'repeat'}
        onEdit={edit}
      />
      {errors.value.form !== undefined && (
        <p class="error" role="alert">
          {texts.errors[errors.value.form]}
        </p>
      )}
      <div class="buttons">
        <Button
          look={isCurrent ? undefined : 'primary'}
          text={texts.preview}
          isBusy={isBusy}
          onClick={preview}
        />
        <ApplyButton change={change} isCurrent={isCurrent} />
      </div>
      {failure !== undefined && (
        <Failure failed={failure.failed} text={isAtField ? texts.notAccepted : failure.text} />
      )}
      <PreviewResult
        timeZone={timeZone}
        change={change}
        isCurrent={isCurrent}
        venues={venues.all}
        onExclude={previewed && idsWithoutRefused(previewed.preview)?.length ? exclude : undefined}
      />
      {change.applied.value?.canRevert && <Button text={texts.seeHistory} onClick={onHistory} />}
    </fieldset>
  )
}
