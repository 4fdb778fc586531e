// Edits the name and the description of a series, and saves them without overwriting somebody else's change.
import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Failed, type Ok, type Result, read, toResult } from '../data/load.ts'
import { pathOfSeries, type SeriesPath } from '../data/reads.ts'
import type { Series } from '../data/types.ts'
import { useUnsaved } from '../data/unsaved.ts'
import { texts } from '../texts.ts'
import { withoutFieldName } from './bulk-form.ts'
import { sendSafely } from './send.ts'
import { changeOf, compare, type SeriesField, type SeriesText, textOf } from './series-change.ts'

type Failure = {
  field: SeriesField | 'form'
  /** Stands beside the field, or replaces the message of the service. */
  text?: string
  failed?: Failed
}

/** The name and the description when the person began, and the ETag of that version. */
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
  /** The series as somebody else has changed it since the person began. */
  const conflict = useSignal<Ok<Series> | undefined>(undefined)
  const isDirty = useComputed(() => changeOf(base.value.text, draft.value) !== undefined)

  const begin = (from: Ok<Series>): void => {
    base.value = baseOf(from)
    draft.value = base.value.text
    conflict.value = undefined
    failure.value = undefined
  }

  // A reload replaces the draft unless the person has changed it.
  useEffect(() => {
    if (!isDirty.value) begin(loaded)
  }, [loaded])

  useUnsaved(isDirty)

  const put = (change: object): Promise<Result<void>> => {
    const headers = base.value.etag === null ? {} : { 'If-Match': base.value.etag }
    return sendSafely(pathOfSeries(path), { method: 'PUT', body: change, headers })
  }

  const finish = async (): Promise<void> => {
    base.value = { ...base.value, text: { ...draft.value, name: draft.value.name.trim() } }
    draft.value = base.value.text
    conflict.value = undefined
    state.value = 'saved'
    await onSaved()
  }

  /** The series has changed since the person began. Returns whether the change can be sent again without asking. */
  const reconcile = async (): Promise<boolean> => {
    const current = toResult(await read<Series>(pathOfSeries(path))())
    if (current.kind !== 'ok') {
      failure.value = toFailure(current)
      return false
    }
    const comparison = compare(base.value.text, draft.value, textOf(current.body))
    if (comparison === 'saved') await finish()
    if (comparison === 'conflict') conflict.value = current
    if (comparison === 'same') base.value = { ...base.value, etag: current.etag }
    return comparison === 'same'
  }

  /** Sends the fields that differ from the base. Returns whether to send them again. */
  const attempt = async (): Promise<boolean> => {
    const change = changeOf(base.value.text, draft.value)
    if (change === undefined) {
      await finish()
      return false
    }
    const result = await put(change)
    if (result.kind === 'ok') await finish()
    else if (result.kind === 'error' && result.code === 'precondition_failed') return reconcile()
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
    // The ETag changes with the number of sessions too. A second change while this is saved is unlikely.
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
    /** Overwrites the other change. */
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
