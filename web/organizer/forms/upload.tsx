// Uploads a file of guests: what its columns are, a preview, the import, and its take-back.
import { useComputed, useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { subject } from '../../shared/account.ts'
import { Dialog } from '../../shared/dialog.tsx'
import type { Schemas } from '../../shared/schemas.ts'
import {
  type GuestFile,
  guessMapping,
  MEANINGS,
  type Meaning,
  matchOf,
  type Reading,
  readGuestFile,
  scopesOf,
  toImportRows,
  valuesOf,
} from '../data/guest-file.ts'
import { type Failed, toResult } from '../data/load.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import { request } from '../data/service.ts'
import { formatNumber } from '../formats.ts'
import { texts } from '../texts.ts'
import { describedBy, Field } from '../ui/field.tsx'
import { Failure } from '../ui/notices.tsx'
import { sendSafely } from './send.ts'

type Preview = Schemas['ImportPreview']
type Result = Schemas['ImportResult']
type ImportRecord = { id: string; action: string; by: string; change: { inserted?: number } }

/** An import may write for half a minute. */
const TIMEOUT_MS = 40_000

const PRINTED = ['made', 'number', 'code'] as const
type Printed = (typeof PRINTED)[number]

type Problem = { line: number; message: string }

const Problems = ({ problems, count }: { problems: readonly Problem[]; count: number }) => (
  <div class="notice bad stack" role="alert">
    <p>{texts.fileProblems(count)}</p>
    <ul class="small">
      {problems.slice(0, 20).map(({ line, message }) => (
        <li key={`${line} ${message}`}>{texts.line(line, message)}</li>
      ))}
    </ul>
  </div>
)

const Effect = ({ preview }: { preview: Preview }) => {
  const figures: [string, number][] = [
    [texts.toInsert, preview.toInsert],
    [texts.toUpdate, preview.toUpdate],
    [texts.toVoid, preview.toVoid],
    [texts.unchangedGuests, preview.unchanged],
    [texts.soldAfter, preview.soldAfter],
    [texts.capacity, preview.capacity],
  ]
  return (
    <div class="stack" role="status">
      <dl class="figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt class="soft small">{label}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {preview.newTicketTypes.length > 0 && <p>{texts.newTypes(preview.newTicketTypes)}</p>}
      {preview.warnings.map(({ code, tickets }) => (
        <p class="notice warn" key={code}>
          {texts.importWarnings[code]?.(tickets) ?? code}
        </p>
      ))}
    </div>
  )
}

type Props = { sessionId: string; organizerId: string; onClose: () => void; onDone: () => unknown }

export const Upload = ({ sessionId, organizerId, onClose, onDone }: Props) => {
  const id = useId()
  const path = `${ORGANIZER_API}/sessions/${sessionId}/imports`
  const file = useSignal<GuestFile | undefined>(undefined)
  const unreadable = useSignal<string | undefined>(undefined)
  const reading = useSignal<Reading>({
    mapping: {},
    typeName: texts.guestList,
    scope: {},
    without: new Set(),
  })
  const printed = useSignal<Printed>('made')
  const isWhole = useSignal(false)
  const preview = useSignal<{ preview: Preview; body: object; lines: number[] } | undefined>(undefined)
  const failed = useSignal<{ failed: Failed; text?: string } | undefined>(undefined)
  const isBusy = useSignal(false)
  const result = useSignal<Result | undefined>(undefined)
  const takenBack = useSignal<number | undefined>(undefined)
  const types = useComputed(() =>
    file.value === undefined
      ? []
      : [
          ...new Set(
            toImportRows(file.value, { ...reading.value, without: new Set() }).rows.map(({ fields }) =>
              String(fields.ticketTypeName ?? ''),
            ),
          ),
        ].filter((name) => name !== ''),
  )

  const send = async <Body,>(to: string, body: object) => {
    isBusy.value = true
    failed.value = undefined
    const answer = await sendSafely<Body>(to, { method: 'POST', body, timeoutMs: TIMEOUT_MS })
    isBusy.value = false
    if (answer.kind !== 'ok') {
      failed.value = { failed: answer, ...(answer.kind === 'unreachable' && { text: texts.notKnownApplied }) }
    }
    return answer.kind === 'ok' ? answer.body : undefined
  }

  const problems = useSignal<{ shown: Problem[]; count: number } | undefined>(undefined)

  const makePreview = async (): Promise<void> => {
    if (file.value === undefined || isBusy.value) return
    preview.value = undefined
    problems.value = undefined
    const { rows, errors } = toImportRows(file.value, reading.value)
    if (errors.length > 0 || rows.length === 0) {
      const none = { line: 1, message: texts.noRows }
      problems.value = { shown: errors.length > 0 ? errors : [none], count: Math.max(errors.length, 1) }
      return
    }
    const body = {
      tickets: rows.map(({ fields }) =>
        printed.value === 'code'
          ? fields
          : { ...fields, ...(file.value?.format === undefined && { code: undefined }) },
      ),
      match: matchOf(rows),
      missing: isWhole.value ? 'void' : 'keep',
      codes: printed.value === 'number' ? 'number' : 'made',
    }
    const asked = { file: file.value, reading: reading.value, printed: printed.value, isWhole: isWhole.value }
    const answer = await send<Preview>(`${path}/preview`, body)
    const isCurrent =
      asked.file === file.value &&
      asked.reading === reading.value &&
      asked.printed === printed.value &&
      asked.isWhole === isWhole.value
    // What was chosen meanwhile is previewed instead.
    if (!isCurrent) return makePreview()
    if (answer === undefined) return
    const lines = rows.map(({ line }) => line)
    if (answer.problemCount > 0) {
      problems.value = {
        shown: answer.problems.map(({ row, field, message }) => ({
          line: lines[row - 1] ?? row,
          message: field === null ? message : `${field}: ${message}`,
        })),
        count: answer.problemCount,
      }
      return
    }
    preview.value = { preview: answer, body, lines }
  }

  const change = (part: Partial<Reading>): void => {
    reading.value = { ...reading.value, ...part }
    preview.value = undefined
  }

  const choose = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return
    unreadable.value = undefined
    preview.value = undefined
    problems.value = undefined
    try {
      const read = await readGuestFile(chosen)
      const mapping = !read.format ? guessMapping(read.columns) : {}
      file.value = read
      printed.value = read.format !== undefined || Object.values(mapping).includes('code') ? 'code' : 'made'
      reading.value = {
        ...{ mapping, typeName: texts.guestList, without: new Set() },
        scope: Object.fromEntries(scopesOf(read).map((column) => [column, valuesOf(read, column)[0] ?? ''])),
      }
      await makePreview()
    } catch (error) {
      file.value = undefined
      unreadable.value = error instanceof Error ? error.message : String(error)
    }
  }

  const apply = async (): Promise<void> => {
    if (preview.value === undefined || isBusy.value) return
    const { body, preview: shown } = preview.value
    const answer = await send<Result>(path, { ...body, expectedVersion: shown.version })
    if (answer === undefined) {
      const { failed: reason } = failed.value ?? {}
      if (reason?.kind === 'error' && reason.code === 'preview_outdated') {
        await makePreview()
        failed.value = { failed: reason, text: texts.outdated }
      }
      return
    }
    result.value = answer
    preview.value = undefined
    await onDone()
  }

  /** Takes back the import of this form, even if somebody else has imported since. */
  const takeBack = async (): Promise<void> => {
    const history = `${ORGANIZER_API}/organizers/${organizerId}/history?entityId=${sessionId}&pageSize=50`
    const records = toResult(await request<{ data: ImportRecord[] }>(history))
    if (records.kind !== 'ok') {
      failed.value = { failed: records }
      return
    }
    const record = records.body.data.find(
      ({ action, by, change }) =>
        action === 'tickets.import' && by === subject.value && change.inserted === result.value?.inserted,
    )
    const answer = await send<{ deleted: number }>(`${path}/${record?.id}/take-back`, {})
    if (answer === undefined) return
    takenBack.value = answer.deleted
    await onDone()
  }

  const { mapping, typeName, scope, without } = reading.value
  const shown = file.value
  return (
    <Dialog title={texts.uploadGuests} onClose={onClose}>
      {result.value !== undefined ? (
        <>
          <p class="notice good" role="status">
            {takenBack.value === undefined ? texts.imported(result.value) : texts.takenBack(takenBack.value)}
          </p>
          <div class="buttons">
            <button type="button" class="button primary" onClick={onClose}>
              {texts.close}
            </button>
            {takenBack.value === undefined && result.value.inserted > 0 && (
              <button type="button" class="button" onClick={takeBack} aria-disabled={isBusy.value}>
                {texts.takeBack}
              </button>
            )}
          </div>
        </>
      ) : (
        <form
          class="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            makePreview()
          }}
        >
          <Field id={`${id}-file`} label={texts.file} hint={texts.fileHint} error={unreadable.value}>
            <input
              class="input"
              type="file"
              accept=".csv,.tsv,.txt,.jsonl,.xlsx,text/csv"
              onChange={(event) => choose(event.currentTarget.files?.[0])}
              {...describedBy(`${id}-file`, { hint: texts.fileHint, error: unreadable.value })}
            />
          </Field>
          {shown !== undefined && (
            <>
              <p class="soft">
                {!shown.format
                  ? texts.fileOfUnknown(shown.rows.length)
                  : texts.fileOf(shown.format.name, shown.rows.length)}
              </p>
              {Object.keys(scope).map((column) => (
                <Field key={column} id={`${id}-scope-${column}`} label={column}>
                  <select
                    id={`${id}-scope-${column}`}
                    class="input"
                    value={scope[column]}
                    onChange={(event) => change({ scope: { ...scope, [column]: event.currentTarget.value } })}
                  >
                    {valuesOf(shown, column).map((value) => (
                      <option key={value}>{value}</option>
                    ))}
                  </select>
                </Field>
              ))}
              {!shown.format && (
                <fieldset class="stack">
                  <legend>{texts.columns}</legend>
                  {shown.columns.map((column) => (
                    <Field key={column} id={`${id}-column-${column}`} label={column}>
                      <select
                        id={`${id}-column-${column}`}
                        class="input"
                        value={mapping[column]}
                        onChange={(event) =>
                          change({
                            mapping: { ...mapping, [column]: event.currentTarget.value as Meaning | '' },
                          })
                        }
                      >
                        <option value="">{texts.notImported}</option>
                        {MEANINGS.map((meaning) => (
                          <option key={meaning} value={meaning}>
                            {texts.meanings[meaning]}
                          </option>
                        ))}
                      </select>
                    </Field>
                  ))}
                  <Field id={`${id}-type`} label={texts.typeOfOthers}>
                    <input
                      id={`${id}-type`}
                      class="input"
                      value={typeName}
                      onInput={(event) => change({ typeName: event.currentTarget.value })}
                    />
                  </Field>
                </fieldset>
              )}
              {types.value.length > 1 && types.value.length <= 50 && (
                <fieldset>
                  <legend>{texts.ticketTypes}</legend>
                  {types.value.map((name) => (
                    <label key={name} class="check">
                      <input
                        type="checkbox"
                        checked={!without.has(name)}
                        onChange={(event) => {
                          const next = new Set(without)
                          if (event.currentTarget.checked) next.delete(name)
                          else next.add(name)
                          change({ without: next })
                        }}
                      />
                      <bdi>{name}</bdi>
                    </label>
                  ))}
                </fieldset>
              )}
              <Field id={`${id}-printed`} label={texts.whatIsPrinted}>
                <select
                  id={`${id}-printed`}
                  class="input"
                  value={printed.value}
                  onChange={(event) => {
                    printed.value = event.currentTarget.value as Printed
                    preview.value = undefined
                  }}
                >
                  {PRINTED.map((value) => (
                    <option key={value} value={value}>
                      {texts.printed[value]}
                    </option>
                  ))}
                </select>
              </Field>
              <label class="check">
                <input
                  type="checkbox"
                  checked={isWhole.value}
                  onChange={(event) => {
                    isWhole.value = event.currentTarget.checked
                    preview.value = undefined
                  }}
                />
                {texts.isWhole}
              </label>
              {problems.value !== undefined && (
                <Problems problems={problems.value.shown} count={problems.value.count} />
              )}
              {preview.value !== undefined && <Effect preview={preview.value.preview} />}
              <div class="buttons">
                {preview.value !== undefined && (
                  <button type="button" class="button primary" onClick={apply} aria-disabled={isBusy.value}>
                    {isBusy.value ? texts.applying : texts.apply}
                  </button>
                )}
                <button
                  type="submit"
                  class={preview.value === undefined ? 'button primary' : 'button'}
                  aria-disabled={isBusy.value}
                >
                  {isBusy.value && preview.value === undefined ? texts.previewing : texts.preview}
                </button>
                <button type="button" class="button" onClick={onClose}>
                  {texts.cancel}
                </button>
              </div>
            </>
          )}
        </form>
      )}
      {failed.value !== undefined && <Failure failed={failed.value.failed} text={failed.value.text} />}
    </Dialog>
  )
}
