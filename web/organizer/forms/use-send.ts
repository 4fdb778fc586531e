// Changes that need no form: what is being sent, and what went wrong with the last one.
import { useSignal } from '@preact/signals'
import type { Ask } from '../../shared/api.ts'
import type { Failed, Result } from '../data/load.ts'
import { sendSafely } from './send.ts'

export const useSend = () => {
  const failed = useSignal<Failed | undefined>(undefined)
  const isBusy = useSignal(false)
  const send = async <Body = unknown>(
    method: NonNullable<Ask['method']>,
    path: string,
    body?: object,
  ): Promise<Result<Body>> => {
    isBusy.value = true
    const answer = await sendSafely<Body>(path, { method, ...(body && { body }) })
    isBusy.value = false
    failed.value = answer.kind === 'ok' ? undefined : answer
    return answer
  }
  return { failed, isBusy, send }
}
