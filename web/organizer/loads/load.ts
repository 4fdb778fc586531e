// Reads from the API, and loads what a screen shows.
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Reply } from '../../shared/api.ts'
import { request } from '../app.ts'

export type Ok<Body> = { kind: 'ok'; body: Body; etag: string | null }
/** Why there is no body. */
export type Failed = Exclude<Reply<unknown>, { kind: 'ok' | 'unchanged' }>
export type Result<Body> = Ok<Body> | Failed

/** A 304 cannot happen: the page sends no `If-None-Match`. */
export const toResult = <Body>(reply: Reply<Body>): Result<Body> =>
  reply.kind === 'unchanged' ? { kind: 'unreachable' } : reply

export const read = async <Body>(path: string, signal?: AbortSignal): Promise<Result<Body>> =>
  toResult(await request<Body>(path, signal === undefined ? {} : { signal }))

type Read<Body> = (signal: AbortSignal) => Promise<Result<Body>>

export type Load<Body> = {
  /** The last body; undefined until there is one. */
  ok: Signal<Ok<Body> | undefined>
  /** Why the last load failed; undefined if it succeeded. */
  failed: Signal<Failed | undefined>
  reload: () => Promise<void>
}

/** Loads when the component appears and whenever `key` changes. A new load cancels the one before. */
export const useLoad = <Body>(read: Read<Body>, key: string): Load<Body> => {
  const ok = useSignal<Ok<Body> | undefined>(undefined)
  const failed = useSignal<Failed | undefined>(undefined)
  const current = useRef<AbortController | undefined>(undefined)
  const reload = async (): Promise<void> => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    const result = await read(controller.signal)
    if (controller.signal.aborted) return
    if (result.kind === 'ok') ok.value = result
    failed.value = result.kind === 'ok' ? undefined : result
  }
  useEffect(() => {
    ok.value = undefined
    failed.value = undefined
    reload()
    return () => current.current?.abort()
  }, [key])
  return { ok, failed, reload }
}
