// The state of a form, which saves once and never overwrites what somebody else saved since.
import { batch, useComputed, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { type Failed, type Result, read, toResult } from '../data/load.ts'
import { useUnsaved } from '../data/unsaved.ts'
import { texts } from '../texts.ts'
import { type FieldOf, findMissing } from './control.tsx'
import { changesOf, type Draft, differingFields, plain, splitMessage } from './draft.ts'
import { sendSafely } from './send.ts'

/** What is wrong with fields, by their names. */
export type Errors = Readonly<Record<string, string>>

type Target =
  | { method: 'POST'; path: string }
  | {
      method: 'PATCH' | 'PUT'
      path: string
      etag?: string | null
      /** Reads the thing again if somebody else has changed it. Needed with `etag`. */
      toDraft?: (thing: never) => Draft
    }

/** The thing as somebody else has changed it. */
export type Conflict = {
  draft: Draft
  etag: string | null
  thing: { updatedAt?: string | null; updatedBy?: string | null }
}

type Options<Made> = {
  fields: readonly FieldOf[]
  initial: Draft
  target: Target
  /** The body of the request. `id` is for what is made: a repeated request makes nothing further. */
  toBody: (draft: Draft, id: string) => Readonly<Record<string, unknown>>
  /** Sent beside what has changed, also if nothing has. */
  always?: Readonly<Record<string, unknown>> | undefined
  /** Makes what the body names. Returns why it could not. */
  prepare?: ((draft: Draft, id: string) => Promise<Failed | undefined>) | undefined
  /** What is wrong beside empty fields. */
  check?: ((draft: Draft) => Errors) | undefined
  /** With what was made. */
  onSaved: (made: Made) => unknown
}

const isOutdated = (result: Result<unknown>): boolean =>
  result.kind === 'error' && result.code === 'precondition_failed'

export const useEdit = <Made>({
  fields,
  initial,
  target,
  toBody,
  always,
  prepare,
  check,
  onSaved,
}: Options<Made>) => {
  const { method, path } = target
  const [etag, toDraft] = target.method === 'POST' ? [] : [target.etag, target.toDraft]
  /** What the person began with. */
  const base = useSignal({ draft: initial, etag: etag ?? null })
  const draft = useSignal(initial)
  const errors = useSignal<Errors>({})
  const failure = useSignal<{ failed: Failed; text?: string } | undefined>(undefined)
  const conflict = useSignal<Conflict | undefined>(undefined)
  const isBusy = useSignal(false)
  const isDirty = useComputed(() => differingFields(base.value.draft, draft.value).length > 0)
  const id = useRef(crypto.randomUUID()).current
  useUnsaved(isDirty)

  const begin = (from: { draft: Draft; etag: string | null }): void =>
    batch(() => {
      base.value = from
      draft.value = from.draft
      errors.value = {}
      failure.value = undefined
      conflict.value = undefined
    })

  const fail = (failed: Failed): void => {
    const { field, text } = failed.kind === 'error' ? splitMessage(failed.message) : {}
    if (text !== undefined && fields.some(({ name }) => name === field)) {
      errors.value = { [field as string]: text }
      failure.value = { failed, text: texts.notAccepted }
    } else failure.value = { failed, ...(failed.kind === 'unreachable' && { text: texts.notKnownSaved }) }
  }

  /** Returns whether nobody has changed the fields: then the request can be sent again. */
  const reconcile = async (): Promise<boolean> => {
    const current = toResult(await read<never>(path)())
    if (current.kind !== 'ok') {
      fail(current)
      return false
    }
    const now = { draft: toDraft?.(current.body) ?? {}, etag: current.etag, thing: current.body }
    const isSame = differingFields(now.draft, base.value.draft).length === 0
    if (isSame) base.value = now
    else conflict.value = now
    return isSame
  }

  /** Sends; once more if something else of the thing has changed. Undefined if the person must decide. */
  const send = async <Body>(
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    body?: object,
  ): Promise<Result<Body> | undefined> => {
    const attempt = () => {
      const headers = base.value.etag === null ? {} : { 'If-Match': base.value.etag }
      return sendSafely<Body>(path, { method, headers, ...(body && { body }) })
    }
    failure.value = undefined
    isBusy.value = true
    let result: Result<Body> | undefined = await attempt()
    if (isOutdated(result)) result = (await reconcile()) ? await attempt() : undefined
    isBusy.value = false
    return result
  }

  const save = async (): Promise<void> => {
    if (isBusy.value) return
    const typed = plain(draft.value)
    errors.value = { ...findMissing(fields, typed), ...check?.(typed) }
    if (Object.keys(errors.value).length > 0) return
    const unprepared = await prepare?.(typed, id)
    if (unprepared !== undefined) return fail(unprepared)
    const whole = toBody(typed, id)
    const changed = method === 'POST' ? whole : changesOf(toBody(plain(base.value.draft), id), whole)
    const body = { ...changed, ...always }
    const hasChanged = Object.keys(body).length > 0
    const result = hasChanged
      ? await send<Made>(method, body)
      : { kind: 'ok' as const, body: undefined as Made }
    if (result === undefined) return
    if (result.kind === 'ok') {
      base.value = { ...base.value, draft: typed }
      await onSaved(result.body)
    } else fail(result)
  }

  /** Returns whether it is gone. */
  const remove = async (): Promise<boolean> => {
    if (isBusy.value) return false
    const result = await send<void>('DELETE')
    if (result === undefined) return false
    // Somebody else, or the request whose answer was lost, has deleted it.
    const isGone = result.kind === 'ok' || (result.kind === 'error' && result.status === 404)
    if (isGone) base.value = { ...base.value, draft: draft.value }
    else fail(result)
    return isGone
  }

  return {
    ...{ base, draft, errors, failure, conflict, isBusy, isDirty, begin, save, remove },
    change: (name: string, value: string): void => {
      const { [name]: _, ...others } = errors.value
      draft.value = { ...draft.value, [name]: value }
      errors.value = others
      failure.value = undefined
    },
    discard: () => begin(base.value),
    /** Overwrites what somebody else has saved. */
    keepMine: async (): Promise<void> => {
      if (conflict.value === undefined || isBusy.value) return
      base.value = conflict.value
      conflict.value = undefined
      await save()
    },
    takeTheirs: (): void => {
      if (conflict.value !== undefined && !isBusy.value) begin(conflict.value)
    },
  }
}

export type UsedEdit = ReturnType<typeof useEdit>
