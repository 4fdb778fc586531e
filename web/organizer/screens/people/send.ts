// Sends a change of people.
import { useSignal } from '@preact/signals'
import type { Failed } from '../../data/load.ts'
import { sendSafely } from '../../forms/send.ts'

/** Repeats it while there is no answer. */
export const useSend = (onDone: () => Promise<unknown>) => {
  const failed = useSignal<Failed | undefined>(undefined)
  const send = async (method: 'PUT' | 'DELETE', path: string, body?: object): Promise<void> => {
    const answer = await sendSafely(path, { method, ...(body && { body }) })
    failed.value = answer.kind === 'ok' ? undefined : answer
    await onDone()
  }
  return { failed, send }
}
