// The upload of a file of guests: how it is read, a preview, the import, and its revert.
import { batch, useComputed, useSignal } from '@preact/signals'
import type { Schemas } from '../../shared/schemas.ts'
import {
  type GuestFile,
  guessMapping,
  type ImportRow,
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
type Printed = (typeof PRINTED)[number]

/** How the file is read, and what is done with it. */
type Choices = Reading & {
  printed: Printed
  /** Whether the guests who are not in the file become void. */
  isWhole: boolean
}

export type Problem = { line: number; message: string }

const NO_CHOICES: Choices = {
  mapping: {},
  typeName: texts.guestList,
  scope: {},
  without: new Set(),
  printed: 'made',
  isWhole: false,
}

/** Without the code of the file, where the tickets do not carry it. */
const withoutCode = ({ line, fields: { code: _, ...fields } }: ImportRow): ImportRow => ({ line, fields })

const bodyOf = (read: readonly ImportRow[], { printed, isWhole }: Choices) => {
  const rows = printed === 'code' ? read : read.map(withoutCode)
  return {
    tickets: rows.map(({ fields }) => fields),
    match: matchOf(rows),
    missing: isWhole ? 'void' : 'keep',
    codes: printed === 'number' ? 'number' : 'made',
  }
}

/** `onDone` is called when guests were added, or an import was reverted. */
export const useUpload = (sessionId: string, onDone: () => unknown) => {
  const path = `${ORGANIZER_API}/sessions/${sessionId}/imports`
  const file = useSignal<GuestFile | undefined>(undefined)
  const unreadable = useSignal<string | undefined>(undefined)
  const choices = useSignal(NO_CHOICES)
  const preview = useSignal<{ preview: Preview; body: object } | undefined>(undefined)
  const problems = useSignal<{ shown: Problem[]; count: number } | undefined>(undefined)
  const failed = useSignal<{ failed: Failed; text?: string } | undefined>(undefined)
  const isBusy = useSignal(false)
  const result = useSignal<Result | undefined>(undefined)
  const reverted = useSignal<number | undefined>(undefined)
  /** The ticket types in the file, those that are left out too. */
  const types = useComputed(() => {
    if (file.value === undefined) return []
    const { rows } = toImportRows(file.value, { ...choices.value, without: new Set() })
    return [...new Set(rows.map(({ fields }) => String(fields.ticketTypeName ?? '')))].filter(Boolean)
  })

  /** Undefined if it failed. `unknown`: what is said where it is not known whether it was done. */
  const send = async <Body>(to: string, body: object, unknown?: string): Promise<Body | undefined> => {
    isBusy.value = true
    failed.value = undefined
    const answer = await sendSafely<Body>(to, { method: 'POST', body, timeoutMs: TIMEOUT_MS })
    isBusy.value = false
    if (answer.kind === 'ok') return answer.body
    failed.value = {
      failed: answer,
      ...(answer.kind === 'unreachable' && unknown !== undefined && { text: unknown }),
    }
    return undefined
  }

  const forgetPreview = (): void => {
    preview.value = undefined
    problems.value = undefined
  }

  const makePreview = async (): Promise<void> => {
    if (file.value === undefined || isBusy.value) return
    forgetPreview()
    const { rows, errors } = toImportRows(file.value, choices.value)
    if (errors.length > 0 || rows.length === 0) {
      const shown = errors.length > 0 ? errors : [{ line: 1, message: texts.noRows }]
      problems.value = { shown, count: shown.length }
      return
    }
    const asked = { file: file.value, choices: choices.value }
    const body = bodyOf(rows, asked.choices)
    const answer = await send<Preview>(`${path}/preview`, body)
    // What was chosen meanwhile is previewed instead.
    if (asked.file !== file.value || asked.choices !== choices.value) return makePreview()
    if (answer === undefined) return
    if (answer.problemCount > 0) {
      problems.value = {
        shown: answer.problems.map(({ row, field, message }) => ({
          line: rows[row - 1]?.line ?? row,
          message: field === null ? message : `${field}: ${message}`,
        })),
        count: answer.problemCount,
      }
    } else preview.value = { preview: answer, body }
  }

  /** The preview is then of something else. */
  const change = (part: Partial<Choices>): void =>
    batch(() => {
      choices.value = { ...choices.value, ...part }
      forgetPreview()
    })

  const choose = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return
    unreadable.value = undefined
    forgetPreview()
    try {
      const read = await readGuestFile(chosen)
      const mapping = read.format === undefined ? guessMapping(read.columns) : {}
      const hasCodes = read.format !== undefined || Object.values(mapping).includes('code')
      batch(() => {
        file.value = read
        choices.value = {
          ...{ ...NO_CHOICES, mapping, printed: hasCodes ? 'code' : 'made', isWhole: choices.value.isWhole },
          scope: Object.fromEntries(
            scopesOf(read).map((column) => [column, valuesOf(read, column)[0] ?? '']),
          ),
        }
      })
      await makePreview()
    } catch (error) {
      file.value = undefined
      unreadable.value = error instanceof Error ? error.message : String(error)
    }
  }

  const apply = async (): Promise<void> => {
    if (preview.value === undefined || isBusy.value) return
    const { body, preview: shown } = preview.value
    const whole = { ...body, expectedVersion: shown.version }
    const answer = await send<Result>(path, whole, texts.notKnownApplied)
    if (answer !== undefined) {
      result.value = answer
      preview.value = undefined
      await onDone()
      return
    }
    const reason = failed.value?.failed
    if (reason?.kind === 'error' && reason.code === 'preview_outdated') {
      await makePreview()
      failed.value = { failed: reason, text: texts.outdated }
    }
  }

  const revert = async (): Promise<void> => {
    if (isBusy.value) return
    const answer = await send<{ deleted: number }>(`${path}/${result.value?.recordId}/revert`, {})
    if (answer === undefined) return
    reverted.value = answer.deleted
    await onDone()
  }

  return {
    ...{ file, unreadable, choices, types, preview, problems, failed, isBusy, result, reverted },
    ...{ choose, change, makePreview, apply, revert },
  }
}

export type UsedUpload = ReturnType<typeof useUpload>
