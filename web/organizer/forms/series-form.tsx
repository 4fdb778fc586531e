// The name and the description of a series, edited in place.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import type { Ok } from '../data/load.ts'
import { useNames } from '../data/member-names.ts'
import { pathOfSeries, type SeriesPath } from '../data/reads.ts'
import type { Series } from '../data/types.ts'
import { formatDayTime } from '../formats.ts'
import { texts } from '../texts.ts'
import { Form } from '../ui/form.tsx'
import { Failure } from '../ui/notices.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { Controls } from './control.tsx'
import { SERIES_FIELDS, seriesBody, seriesDraft } from './series-fields.ts'
import { useEdit } from './use-edit.ts'

type Props = { path: SeriesPath; loaded: Ok<Series>; onSaved: () => Promise<void> }

export const SeriesForm = ({ path, loaded: { body: series, etag }, onSaved }: Props) => {
  const isSaved = useSignal(false)
  const edit = useEdit({
    fields: SERIES_FIELDS,
    initial: seriesDraft(series),
    target: { method: 'PUT', path: pathOfSeries(path), etag, toDraft: seriesDraft },
    toBody: seriesBody,
    onSaved: async () => {
      isSaved.value = true
      await onSaved()
    },
  })
  const { draft, errors, failure, conflict, isBusy, isDirty } = edit
  const nameOf = useNames(series.organizerId)
  // A reload replaces the draft unless the person has changed it.
  useEffect(() => {
    if (!isDirty.value) edit.begin({ draft: seriesDraft(series), etag })
  }, [series])
  const { updatedAt, updatedBy } = series
  return (
    <Form label={texts.details} look="card stack part-details" onSubmit={edit.save}>
      <Controls
        fields={SERIES_FIELDS}
        draft={draft.value}
        errors={errors.value}
        onInput={(name, value) => {
          isSaved.value = false
          edit.change(name, value)
        }}
      />
      {failure.value !== undefined && <Failure {...failure.value} />}
      <ConflictNotice edit={edit} fields={SERIES_FIELDS} nameOf={nameOf} onTaken={onSaved} />
      <div class="buttons">
        <Button
          look="primary"
          type="submit"
          text={texts.save}
          isBusy={isBusy.value}
          isDisabled={!isDirty.value || conflict.value !== undefined}
        />
        {isDirty.value && conflict.value === undefined && (
          <Button text={texts.discard} isBusy={isBusy.value} onClick={edit.discard} />
        )}
        <p role="status" class={isSaved.value ? 'good' : 'soft'}>
          {isBusy.value ? texts.saving : isSaved.value ? texts.saved : ''}
        </p>
        {updatedAt !== null && !isSaved.value && !isBusy.value && !isDirty.value && (
          <p class="soft small">
            {texts.changed}:{' '}
            {texts.changedBy(
              formatDayTime(updatedAt),
              updatedBy === null ? texts.noValue : nameOf(updatedBy),
            )}
          </p>
        )}
      </div>
    </Form>
  )
}
