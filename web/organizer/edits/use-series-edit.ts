// The edit of a series: what is typed, what it began with, and saving it without overwriting anybody.
import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Reply } from '../../shared/api.ts'
import { request } from '../app.ts'
import { type Failed, type Ok, toResult } from '../loads/load.ts'
import { pathOfSeries, readSeries, type SeriesPath } from '../loads/reads.ts'
import type { Series } from '../loads/types.ts'
import { texts } from '../texts.ts'
import { withoutFieldName } from './bulk-form.ts'
import { waitForNetwork } from './network.ts'
import { sendRepeatedly } from './send.ts'
import { changeOf, type SeriesField, type SeriesText, standingOf, textOf } from './series-change.ts'

type Failure = {
  field: SeriesField | 'form'
  /** What is said beside the field, or instead of the message of the service. */
  text?: string
  failed?: Failed
}

/** What name and description were when the person began, and the ETag that says so. */
type Base = { text: SeriesText; etag: string | null }

const baseOf = ({ body, etag }: Ok<Series>): Base => ({ text: textOf(body), etag })

const toFailure = (failed: Failed): Failure => {
  if (failed.kind === 'unreachable') return { field: 'form', failed, text: texts.notKnownSaved }
  const [, field] = failed.kind === 'error' ? (/^(name|description):/.exec(failed.message) ?? []) : []
  return failed.kind === 'error' && field !== undefined
    ? { field: field as SeriesField, failed, text: withoutFieldName(failed.message) }
    : { field: 'form', failed }
}

export const useSeriesEdit = (path: SeriesPath, loaded: Ok<Series>, onSaved: () => Promise<void>) => {
  const base = useSignal<Base>(baseOf(loaded))
  const draft = useSignal<SeriesText>(base.value.text)
  const state = useSignal<'idle' | 'saving' | 'saved'>('idle')
  const failure = useSignal<Failure | undefined>(undefined)
  /** The series that somebody else has changed while this was edited. */
  const conflict = useSignal<Ok<Series> | undefined>(undefined)
  const isDirty = useComputed(() => changeOf(base.value.text, draft.value) !== undefined)

  const begin = (from: Ok<Series>): void => {
    base.value = baseOf(from)
    draft.value = base.value.text
    conflict.value = undefined
    failure.value = undefined
  }

  // What is loaded again replaces what nobody has touched.
  useEffect(() => {
    if (!isDirty.value) begin(loaded)
  }, [loaded])

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (isDirty.value) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])

  const put = (change: object): Promise<Reply<void>> => {
    const headers = base.value.etag === null ? {} : { 'If-Match': base.value.etag }
    return sendRepeatedly(
      () => request<void>(pathOfSeries(path), { method: 'PUT', body: change, headers }),
      waitForNetwork,
      () => undefined,
    )
  }

  const finish = async (): Promise<void> => {
    base.value = { ...base.value, text: { ...draft.value, name: draft.value.name.trim() } }
    draft.value = base.value.text
    conflict.value = undefined
    state.value = 'saved'
    await onSaved()
  }

  /** The series is not what the edit began with: decides whether a person must look. Returns whether to send again. */
  const look = async (): Promise<boolean> => {
    const now = await readSeries(path)
    if (now.kind !== 'ok') {
      failure.value = toFailure(now)
      return false
    }
    const standing = standingOf(base.value.text, draft.value, textOf(now.body))
    if (standing === 'saved') await finish()
    if (standing === 'conflict') conflict.value = now
    if (standing === 'same') base.value = { ...base.value, etag: now.etag }
    return standing === 'same'
  }

  /** Sends what differs from the base. Returns whether to do it again. */
  const attempt = async (): Promise<boolean> => {
    const change = changeOf(base.value.text, draft.value)
    if (change === undefined) {
      await finish()
      return false
    }
    const result = toResult(await put(change))
    if (result.kind === 'ok') await finish()
    else if (result.kind === 'error' && result.code === 'precondition_failed') return look()
    else failure.value = toFailure(result)
    return false
  }

  const save = async (): Promise<void> => {
    if (state.value === 'saving') return
    failure.value = undefined
    if (draft.value.name.trim() === '') {
      failure.value = { field: 'name', text: texts.nameMissing }
      return
    }
    state.value = 'saving'
    // Sessions may be added to the series again and again, but hardly in the moment of saving.
    if (await attempt()) await attempt()
    if (state.value === 'saving') state.value = 'idle'
  }

  return {
    draft,
    state,
    failure,
    conflict,
    isDirty,
    change: (part: Partial<SeriesText>): void => {
      draft.value = { ...draft.value, ...part }
      failure.value = undefined
      if (state.value === 'saved') state.value = 'idle'
    },
    discard: () => {
      draft.value = base.value.text
      failure.value = undefined
    },
    save,
    /** Saves over what is there now. */
    keepMine: async (): Promise<void> => {
      if (conflict.value === undefined || state.value === 'saving') return
      base.value = baseOf(conflict.value)
      conflict.value = undefined
      await save()
    },
    takeTheirs: async (): Promise<void> => {
      if (conflict.value === undefined || state.value === 'saving') return
      begin(conflict.value)
      await onSaved()
    },
  }
}
