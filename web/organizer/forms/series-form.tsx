// The name and the description of a series, edited in place.
import { useId } from 'preact/hooks'
import type { Ok } from '../data/load.ts'
import { useNames } from '../data/member-names.ts'
import type { SeriesPath } from '../data/reads.ts'
import type { Series } from '../data/types.ts'
import { formatDayTime } from '../formats.ts'
import { texts } from '../texts.ts'
import { describedBy, Field } from '../ui/field.tsx'
import { Failure } from '../ui/notices.tsx'
import type { SeriesField } from './series-change.ts'
import { SeriesConflict } from './series-conflict.tsx'
import { useSeriesEdit } from './use-series-edit.ts'

type Props = { path: SeriesPath; loaded: Ok<Series>; onSaved: () => Promise<void> }

const DESCRIPTION_ROWS = 3

export const SeriesForm = ({ path, loaded, onSaved }: Props) => {
  const id = useId()
  const edit = useSeriesEdit(path, loaded, onSaved)
  const { name, description } = edit.draft.value
  const { failure, state, isDirty } = edit
  const field = failure.value?.field
  const message = (of: SeriesField): string | undefined => (field === of ? failure.value?.text : undefined)
  const nameOf = useNames(loaded.body.organizerId)
  const { updatedAt, updatedBy } = loaded.body
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    edit.save()
  }
  return (
    <form class="card stack" onSubmit={submit} noValidate aria-label={texts.details}>
      <Field id={`${id}-name`} label={texts.name} error={message('name')}>
        <input
          class="input"
          autocomplete="off"
          value={name}
          onInput={(event) => edit.change({ name: event.currentTarget.value })}
          {...describedBy(`${id}-name`, { error: message('name') })}
        />
      </Field>
      <Field id={`${id}-description`} label={texts.description} error={message('description')}>
        <textarea
          class="input"
          rows={DESCRIPTION_ROWS}
          value={description}
          onInput={(event) => edit.change({ description: event.currentTarget.value })}
          {...describedBy(`${id}-description`, { error: message('description') })}
        />
      </Field>
      {failure.value?.failed !== undefined && (
        <Failure
          failed={failure.value.failed}
          text={field === 'form' ? failure.value.text : texts.notAccepted}
        />
      )}
      {edit.conflict.value !== undefined && (
        <SeriesConflict
          now={edit.conflict.value.body}
          nameOf={nameOf}
          mine={edit.draft.value}
          isBusy={state.value === 'saving'}
          onKeepMine={edit.keepMine}
          onTakeTheirs={edit.takeTheirs}
        />
      )}
      <div class="buttons">
        <button
          type="submit"
          class="button primary"
          disabled={!isDirty.value || edit.conflict.value !== undefined}
          aria-disabled={state.value === 'saving'}
        >
          {texts.save}
        </button>
        {isDirty.value && edit.conflict.value === undefined && (
          <button
            type="button"
            class="button"
            onClick={edit.discard}
            aria-disabled={state.value === 'saving'}
          >
            {texts.discard}
          </button>
        )}
        <p role="status" class={state.value === 'saved' ? 'good' : 'soft'}>
          {state.value === 'saving' ? texts.saving : state.value === 'saved' ? texts.saved : ''}
        </p>
        {updatedAt !== null && state.value === 'idle' && !isDirty.value && (
          <p class="soft small">
            {texts.changed}:{' '}
            {texts.changedBy(
              formatDayTime(updatedAt),
              updatedBy === null ? texts.noValue : nameOf(updatedBy),
            )}
          </p>
        )}
      </div>
    </form>
  )
}
