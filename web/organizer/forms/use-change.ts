// Previews a change and applies exactly what was previewed, once, even if the connection is lost.
import { useSignal } from '@preact/signals'
import { type Failed, toResult } from '../data/load.ts'
import { request } from '../data/service.ts'
import type { Preview } from '../data/types.ts'
import { texts } from '../texts.ts'
import { isTooLargeToRevert } from './preview.ts'
import { sendSafely } from './send.ts'

/** A change of 20,000 sessions takes a few seconds. */
const TIMEOUT_MS = 60_000

type Previewed = {
  /** Identifies the form that was previewed. */
  key: string
  body: object | undefined
  preview: Preview
}

type Options = {
  previewPath: string
  applyPath: string
  onApplied: () => Promise<void>
}

export const useChange = ({ previewPath, applyPath, onApplied }: Options) => {
  const previewed = useSignal<Previewed | undefined>(undefined)
  const busy = useSignal<'preview' | 'apply' | 'repeat' | undefined>(undefined)
  const failure = useSignal<{ failed: Failed; text?: string } | undefined>(undefined)
  /** How many sessions the last change wrote, and whether it can be reverted. Cleared by the next edit. */
  const applied = useSignal<{ sessions: number; canRevert: boolean } | undefined>(undefined)

  const loadPreview = async (key: string, body: object | undefined): Promise<Failed | undefined> => {
    const options = {
      method: 'POST',
      timeoutMs: TIMEOUT_MS,
      ...(body === undefined ? {} : { body }),
    } as const
    const result = toResult(await request<Preview>(previewPath, options))
    previewed.value = result.kind === 'ok' ? { key, body, preview: result.body } : undefined
    return result.kind === 'ok' ? undefined : result
  }

  const makePreview = async (key: string, body?: object): Promise<void> => {
    if (busy.value !== undefined) return
    busy.value = 'preview'
    applied.value = undefined
    failure.value = undefined
    const failed = await loadPreview(key, body)
    failure.value = failed && { failed }
    busy.value = undefined
  }

  /** The service rejected the change and changed nothing: shows why, and a new preview. */
  const previewAgain = async (
    failed: Failed & { kind: 'error' },
    { key, body }: Previewed,
  ): Promise<void> => {
    const failedAgain = await loadPreview(key, body)
    if (failed.code !== 'preview_outdated') failure.value = { failed }
    else failure.value = { failed, text: failedAgain ? texts.outdatedNoPreview : texts.outdated }
  }

  const apply = async (): Promise<void> => {
    const current = previewed.value
    if (busy.value !== undefined || current === undefined) return
    busy.value = 'apply'
    failure.value = undefined
    const body = { ...current.body, expectedVersion: current.preview.version }
    const ask = { method: 'POST', body, timeoutMs: TIMEOUT_MS } as const
    const result = await sendSafely<{ sessionsUpdated: number }>(applyPath, ask, () => {
      busy.value = 'repeat'
    })
    if (result.kind === 'ok') {
      previewed.value = undefined
      applied.value = {
        sessions: result.body.sessionsUpdated,
        canRevert: !isTooLargeToRevert(current.preview),
      }
      await onApplied()
    } else if (result.kind === 'error' && result.status < 500 && result.status !== 429) {
      await previewAgain(result, current)
    } else {
      failure.value = {
        failed: result,
        ...(result.kind === 'unreachable' ? { text: texts.notKnownApplied } : {}),
      }
    }
    busy.value = undefined
  }

  /** The form has changed: removes the messages about the form as it was. */
  const forget = (): void => {
    failure.value = undefined
    applied.value = undefined
  }

  return { previewed, busy, failure, applied, makePreview, apply, forget }
}

export type UsedChange = ReturnType<typeof useChange>

/** A text for the request that is under way. */
export const describeBusy = (busy: UsedChange['busy']['value']): string => {
  switch (busy) {
    case undefined:
      return ''
    case 'preview':
      return texts.previewing
    case 'apply':
      return texts.applying
    case 'repeat':
      return texts.repeating
  }
}
