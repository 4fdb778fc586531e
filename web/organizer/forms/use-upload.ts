// The upload of a file of guests: how it is read, a preview, the import, and its take-back.
import { batch, useComputed, useSignal } from '@preact/signals'
import type { Schemas } from '../../shared/schemas.ts'
import {
  type GuestFile,
  guessMapping,
  matchOf,
  type Reading,
  readGuestFile,
  scopesOf,
  toImportRows,
  valuesOf,
} from '../data/guest-file.ts'
import type { Failed } from '../data/load.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import { texts } from '../texts.ts'
import { sendSafely } from './send.ts'

export type Preview = Schemas['ImportPreview']
type Result = Schemas['ImportResult']

/** An import may write for half a minute. */
const TIMEOUT_MS = 40_000

/** What is printed on the tickets. */
export const PRINTED = ['made', 'number', 'code'] as const
export type Printed = (typeof PRINTED)[number]

export type Problem = { line: number; message: string }

/** `onDone` is called when guests were added or taken back. */
export const useUpload = (sessionId: string, onDone: () => unknown) => {
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

  const send = async <Body>(to: string, body: object) => {
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

  /** Changes how the file is read. The preview is then of something else. */
  const change = (part: Partial<Reading> & { printed?: Printed; isWhole?: boolean }): void => {
    const { printed: isPrinted = printed.value, isWhole: whole = isWhole.value, ...rest } = part
    batch(() => {
      reading.value = { ...reading.value, ...rest }
      printed.value = isPrinted
      isWhole.value = whole
      preview.value = undefined
    })
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

  const takeBack = async (): Promise<void> => {
    const answer = await send<{ deleted: number }>(`${path}/${result.value?.recordId}/take-back`, {})
    if (answer === undefined) return
    takenBack.value = answer.deleted
    await onDone()
  }

  return {
    ...{ file, unreadable, reading, printed, isWhole, types },
    ...{ preview, problems, failed, isBusy, result, takenBack },
    ...{ choose, change, makePreview, apply, takeBack },
  }
}
