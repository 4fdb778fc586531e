// An import of guests: a preview, and the import.
import { batch, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { ImportRow } from '../../../src/domain/import/file/import-rows.ts'
import { type LineError, placeOf } from '../../../src/domain/import/file/read.ts'
import type { Schemas } from '../../shared/schemas.ts'
import type { Failed } from '../data/load.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import { texts } from '../texts.ts'
import { sendSafely } from './send.ts'

export type Preview = Schemas['ImportPreview']
export type Imported = Schemas['ImportResult']

/** An import may write for half a minute. */
const TIMEOUT_MS = 40_000

/** `line` is null if the problem is not one of a line. Of several sheets, it is in one. */
export type Problem = { line: number | null; sheet?: string; message: string }

/** What happens to guests who are on the list already. */
export type DoublesChoice = 'add' | 'skip' | 'change'

/** What is to be imported, with its rows and what they may mean otherwise; or why it cannot be. */
export type Asked =
  | { body: object; rows: readonly ImportRow[]; warnings: readonly LineError[] }
  | { problems: readonly Problem[] }

/** What a person calls a field. */
const nameOf = (field: string): string => (texts.meanings as Record<string, string>)[field] ?? field

const importsPath = (sessionId: string): string => `${ORGANIZER_API}/sessions/${sessionId}/imports`

/** `onDone` is called when the import was made. */
export const useImport = (
  sessionId: string,
  ask: () => Asked | undefined,
  onDone: (result: Imported) => unknown,
) => {
  const path = importsPath(sessionId)
  type Previewed = Extract<Asked, { body: object }> & {
    preview: Preview
    doubles: DoublesChoice | undefined
  }
  const preview = useSignal<Previewed | undefined>(undefined)
  /** Nothing is chosen beforehand. */
  const doubles = useSignal<DoublesChoice | undefined>(undefined)
  const problems = useSignal<{ shown: readonly Problem[]; count: number } | undefined>(undefined)
  const failed = useSignal<{ failed: Failed; text?: string } | undefined>(undefined)
  const isBusy = useSignal(false)
  /** Raised when something else is to be imported. */
  const turn = useRef(0)

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

  /** The preview is then of something else. */
  const forgetPreview = (): void =>
    batch(() => {
      turn.current += 1
      preview.value = undefined
      problems.value = undefined
      doubles.value = undefined
    })

  const makePreview = async (): Promise<void> => {
    if (isBusy.value) return
    forgetPreview()
    await readPreview()
  }

  /** Shows what the import does with doubles as chosen. The choice stays in sight. */
  const chooseDoubles = async (choice: DoublesChoice): Promise<void> => {
    turn.current += 1
    doubles.value = choice
    if (!isBusy.value) await readPreview()
  }

  const readPreview = async (): Promise<void> => {
    const asked = ask()
    if (asked === undefined) return
    if ('problems' in asked) {
      problems.value = { shown: asked.problems, count: asked.problems.length }
      return
    }
    const { rows, warnings } = asked
    const chosen = doubles.value
    const body = { ...asked.body, ...(chosen !== undefined && { doubles: chosen }) }
    const mine = turn.current
    const answer = await send<Preview>(`${path}/preview`, body)
    // What was chosen since is previewed instead.
    if (mine !== turn.current) return readPreview()
    if (answer === undefined) return
    if (answer.problemCount > 0) {
      problems.value = {
        shown: answer.problems.map(({ row, field, message }) => ({
          ...(rows[row - 1] === undefined ? { line: row } : placeOf(rows[row - 1] as ImportRow)),
          message: field === null ? message : `${nameOf(field)}: ${message}`,
        })),
        count: answer.problemCount,
      }
      preview.value = undefined
    } else preview.value = { preview: answer, body, rows, warnings, doubles: chosen }
  }

  const apply = async (): Promise<void> => {
    if (preview.value === undefined || isBusy.value) return
    const { body, preview: shown } = preview.value
    const whole = { ...body, expectedVersion: shown.version }
    const answer = await send<Imported>(path, whole, texts.notKnownApplied)
    if (answer !== undefined) return void (await onDone(answer))
    const reason = failed.value?.failed
    if (reason?.kind === 'error' && reason.code === 'preview_outdated') {
      await makePreview()
      failed.value = { failed: reason, text: texts.outdated }
    }
  }

  return {
    ...{ preview, problems, failed, isBusy, doubles },
    ...{ forgetPreview, makePreview, chooseDoubles, apply },
  }
}

export type UsedImport = ReturnType<typeof useImport>

/** Adds the guests of another session to a new one, without asking. Returns whether it did. */
export const copyGuests = async (sessionId: string, fromSessionId: string): Promise<boolean> => {
  const send = <Body>(to: string, body: object) =>
    sendSafely<Body>(to, { method: 'POST', body, timeoutMs: TIMEOUT_MS })
  const path = importsPath(sessionId)
  const preview = await send<Preview>(`${path}/preview`, { fromSessionId })
  if (preview.kind !== 'ok' || preview.body.problemCount > 0) return false
  const { version } = preview.body
  return (await send<Imported>(path, { fromSessionId, expectedVersion: version })).kind === 'ok'
}
