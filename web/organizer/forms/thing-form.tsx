// Makes, changes or deletes one thing in a dialog: an event, a venue, a ticket. Lost answers are repeated safely.
import { useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { type Failed, read, toResult } from '../data/load.ts'
import { useUnsaved } from '../data/unsaved.ts'
import { texts } from '../texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { describedBy, Field } from '../ui/field.tsx'
import { Failure } from '../ui/notices.tsx'
import { ConflictTable } from './conflict-table.tsx'
import { sendSafely } from './send.ts'

/** What the fields hold. An empty text is no value. */
export type Draft = Record<string, string>

export type FieldOf = {
  /** As in the request. */
  name: string
  label: string
  hint?: string
  /** A text of one line unless given. */
  kind?: 'prose' | 'number' | 'datetime-local' | 'date'
  /** Makes it a choice. */
  options?: readonly { value: string; text: string }[]
}

/** Texts for fields that cannot be sent, by their names. */
export class FieldErrors {
  readonly texts: Record<string, string>

  constructor(texts: Record<string, string>) {
    this.texts = texts
  }
}

type Target =
  | { method: 'POST'; path: string }
  /** `toDraft` reads the thing again when somebody else has changed it. */
  | { method: 'PATCH'; path: string; etag: string | null; toDraft: (body: never) => Draft }

type Props<Body> = {
  title: string
  fields: readonly FieldOf[]
  initial: Draft
  target: Target
  /** The body of the request. */
  toBody: (draft: Draft) => object | FieldErrors
  onClose: () => void
  /** With the thing as it is now. */
  onSaved: (body: Body) => unknown
  /** Shows a button that deletes it, with what that means. */
  deletion?: { text: string; onDeleted: () => unknown }
  /** Stands below the fields. */
  children?: (draft: Draft) => ComponentChildren
}

/** The field that a message of the service names, and the message without it. */
const fieldIn = (failed: Failed, fields: readonly FieldOf[]): [string, string] | undefined => {
  if (failed.kind !== 'error') return undefined
  const [, name = '', text = ''] = /^(?:\w+\.\d+\.)?(?:attendee\.)?(\w+): (.*)$/.exec(failed.message) ?? []
  return fields.some((field) => field.name === name) ? [name, text] : undefined
}

const Control = ({
  id,
  field: { name, label, hint, kind, options },
  value,
  error,
  onInput,
}: {
  id: string
  field: FieldOf
  value: string
  error: string | undefined
  onInput: (value: string) => void
}) => {
  const described = describedBy(id, { hint, error })
  const change = (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {options !== undefined ? (
        <select class="input" value={value} onChange={change} name={name} {...described}>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ) : kind === 'prose' ? (
        <textarea class="input" rows={2} value={value} onInput={change} name={name} {...described} />
      ) : (
        <input
          class="input"
          {...(kind === 'date' || kind === 'datetime-local'
            ? { type: kind }
            : { type: 'text', inputMode: kind === 'number' ? 'numeric' : 'text' })}
          autocomplete="off"
          value={value}
          onInput={change}
          name={name}
          {...described}
        />
      )}
    </Field>
  )
}

/** The values now and those that were typed, where they differ. */
const conflictRows = (fields: readonly FieldOf[], now: Draft, mine: Draft) => {
  const shown = ({ options }: FieldOf, value = '') =>
    options?.find((option) => option.value === value)?.text ?? value
  return fields
    .filter(({ name }) => now[name] !== mine[name])
    .map((field) => ({
      label: field.label,
      theirs: shown(field, now[field.name]),
      mine: shown(field, mine[field.name]),
    }))
}

const same = (a: Draft, b: Draft): boolean => Object.keys(a).every((name) => a[name] === b[name])

export const ThingForm = <Body,>({
  title,
  fields,
  initial,
  target,
  toBody,
  onClose,
  onSaved,
  deletion,
  children,
}: Props<Body>) => {
  const id = useId()
  const base = useSignal({ draft: initial, etag: target.method === 'PATCH' ? target.etag : null })
  const draft = useSignal(initial)
  const errors = useSignal<Record<string, string>>({})
  const failed = useSignal<Failed | undefined>(undefined)
  /** The thing as somebody else has changed it. */
  const conflict = useSignal<{ draft: Draft; etag: string | null } | undefined>(undefined)
  const isBusy = useSignal(false)
  const isDeleting = useSignal(false)
  const isDirty = useComputed(() => !same(base.value.draft, draft.value))
  // Chosen once, so that a repeated request makes nothing further.
  const newId = useSignal(crypto.randomUUID())
  useUnsaved(isDirty)

  const send = async <Answer,>(method: 'POST' | 'PATCH' | 'DELETE', body?: object) => {
    isBusy.value = true
    const headers = method !== 'POST' && base.value.etag !== null ? { 'If-Match': base.value.etag } : {}
    const result = await sendSafely<Answer>(target.path, { method, headers, ...(body && { body }) })
    isBusy.value = false
    return result
  }

  const reconcile = async (toDraft: (body: never) => Draft): Promise<void> => {
    const current = toResult(await read<never>(target.path)())
    if (current.kind === 'ok') conflict.value = { draft: toDraft(current.body), etag: current.etag }
    else failed.value = current
  }

  const save = async (): Promise<void> => {
    if (isBusy.value) return
    failed.value = undefined
    const body = toBody(draft.value)
    errors.value = body instanceof FieldErrors ? body.texts : {}
    if (body instanceof FieldErrors) return
    const isNew = target.method === 'POST'
    const result = await send<Body>(
      target.method,
      isNew && !('id' in body) ? { id: newId.value, ...body } : body,
    )
    if (result.kind === 'ok') {
      base.value = { ...base.value, draft: draft.value }
      await onSaved(result.body)
      return
    }
    if (target.method === 'PATCH' && result.kind === 'error' && result.code === 'precondition_failed') {
      return reconcile(target.toDraft)
    }
    const named = fieldIn(result, fields)
    if (named === undefined) failed.value = result
    else errors.value = { [named[0]]: named[1] }
  }

  const remove = async (): Promise<void> => {
    failed.value = undefined
    const result = await send<void>('DELETE')
    // Somebody else, or the request whose answer was lost, has deleted it.
    const isGone = result.kind === 'ok' || (result.kind === 'error' && result.status === 404)
    if (isGone) {
      base.value = { ...base.value, draft: draft.value }
      await deletion?.onDeleted()
    } else if (
      target.method === 'PATCH' &&
      result.kind === 'error' &&
      result.code === 'precondition_failed'
    ) {
      isDeleting.value = false
      await reconcile(target.toDraft)
    } else failed.value = result
  }

  const resolve = (isMine: boolean): void => {
    if (conflict.value === undefined) return
    base.value = conflict.value
    if (!isMine) draft.value = conflict.value.draft
    conflict.value = undefined
    if (isMine) save()
  }

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    save()
  }
  return (
    <Dialog title={title} onClose={onClose} mayClose={() => !isDirty.value || confirm(texts.leaveUnsaved)}>
      {isDeleting.value ? (
        <div class="notice bad stack" role="alert">
          <p>{deletion?.text}</p>
          <div class="buttons">
            <button type="button" class="button" onClick={remove} aria-disabled={isBusy.value}>
              {texts.delete}
            </button>
            <button type="button" class="button" onClick={() => (isDeleting.value = false)}>
              {texts.cancel}
            </button>
          </div>
        </div>
      ) : (
        <form class="stack" onSubmit={submit} noValidate>
          {fields.map((field) => (
            <Control
              key={field.name}
              id={`${id}-${field.name}`}
              field={field}
              value={draft.value[field.name] ?? ''}
              error={errors.value[field.name]}
              onInput={(value) => {
                draft.value = { ...draft.value, [field.name]: value }
              }}
            />
          ))}
          {children?.(draft.value)}
          {conflict.value !== undefined && (
            <div class="notice warn stack" role="alert">
              <p>{texts.changedMeanwhile}</p>
              <ConflictTable
                title={texts.changedMeanwhile}
                rows={conflictRows(fields, conflict.value.draft, draft.value)}
              />
              <div class="buttons">
                <button type="button" class="button primary" onClick={() => resolve(true)}>
                  {texts.keepMine}
                </button>
                <button type="button" class="button" onClick={() => resolve(false)}>
                  {texts.takeTheirs}
                </button>
              </div>
            </div>
          )}
          <div class="buttons">
            <button
              type="submit"
              class="button primary"
              disabled={conflict.value !== undefined}
              aria-disabled={isBusy.value}
            >
              {isBusy.value ? texts.saving : texts.save}
            </button>
            <button type="button" class="button" onClick={onClose}>
              {texts.cancel}
            </button>
            {deletion !== undefined && (
              <button type="button" class="button plain" onClick={() => (isDeleting.value = true)}>
                {texts.delete}
              </button>
            )}
          </div>
        </form>
      )}
      {failed.value !== undefined && (
        <Failure
          failed={failed.value}
          text={failed.value.kind === 'unreachable' ? texts.notKnownSaved : undefined}
        />
      )}
    </Dialog>
  )
}
