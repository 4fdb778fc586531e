// Loads what a screen shows, and loads it again only if it has changed.
import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { signInNeeded } from '../../shared/account.ts'
import type { Reply } from '../../shared/api.ts'
import { kept, startKeeping } from './kept.ts'
import { request } from './service.ts'

export type Ok<Body> = { kind: 'ok'; body: Body; etag: string | null }
/** Why there is no body. */
export type Failed = Exclude<Reply<unknown>, { kind: 'ok' | 'unchanged' }>
export type Result<Body> = Ok<Body> | Failed

/** The result of a request without `If-None-Match`, to which no 304 can come. */
export const toResult = <Body>(reply: Reply<Body>): Result<Body> =>
  reply.kind === 'unchanged' ? { kind: 'unreachable' } : reply

/** Reads a body. With the ETag of an earlier one, the reply may be `unchanged`. */
export type Read<Body> = (signal?: AbortSignal, etag?: string | null) => Promise<Reply<Body>>

export const read =
  <Body>(path: string): Read<Body> =>
  (signal, etag = null) =>
    request<Body>(path, {
      ...(signal === undefined ? {} : { signal }),
      ...(etag === null ? {} : { headers: { 'If-None-Match': etag } }),
    })

export type Load<Body> = {
  /** The last body; undefined until there is one. */
  ok: Signal<Ok<Body> | undefined>
  /** Why the last load failed; undefined if it succeeded. */
  failed: Signal<Failed | undefined>
  /** When the last load succeeded, in epoch milliseconds. */
  loadedAt: Signal<number>
  reload: () => Promise<void>
}

/** What is this old is still good enough to say nothing about a 429. */
const QUIET_MS = 60_000

/** Whether a failure is a 429 that may pass before anybody minds. */
export const isQuiet = (failed: Failed, loadedAt: number): boolean =>
  failed.kind === 'error' && failed.status === 429 && Date.now() - loadedAt < QUIET_MS

/** Loads again what the end of the sign-in has interrupted, once the person has signed in again. */
export const useReloadAfterSignIn = ({ failed, reload }: Pick<Load<unknown>, 'failed' | 'reload'>): void =>
  useSignalEffect(() => {
    if (!signInNeeded.value && failed.peek()?.kind === 'signed-out') reload()
  })

/**
 * Loads when the component appears and whenever `key` changes. A new load cancels the one before. With
 * `name`, it is kept, and not loaded again as long as it is fresh.
 */
export const useLoad = <Body>(read: Read<Body>, key = '', name?: string): Load<Body> => {
  const find = () => (name === undefined ? undefined : kept<Ok<Body>>(name))
  const found = useMemo(find, [])
  const ok = useSignal<Ok<Body> | undefined>(found?.ok)
  const failed = useSignal<Failed | undefined>(undefined)
  const loadedAt = useSignal(found?.at ?? Date.now())
  const current = useRef<AbortController | undefined>(undefined)
  const reload = async (): Promise<void> => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    const keep = name === undefined ? undefined : startKeeping(name)
    const reply = await read(controller.signal, ok.value?.etag)
    if (controller.signal.aborted) return
    if (reply.kind === 'ok') ok.value = reply
    const isLoaded = reply.kind === 'ok' || reply.kind === 'unchanged'
    if (isLoaded) loadedAt.value = Date.now()
    if (isLoaded && ok.value !== undefined) keep?.(ok.value, loadedAt.value)
    const isSaid = !isLoaded && !(ok.value !== undefined && isQuiet(reply, loadedAt.value))
    failed.value = isSaid ? reply : undefined
  }
  // Before the paint: nobody acts on what belongs to the key before.
  useLayoutEffect(() => {
    const there = find()
    ok.value = there?.ok
    failed.value = undefined
    if (there === undefined) reload()
    return () => current.current?.abort()
  }, [key])
  useReloadAfterSignIn({ failed, reload })
  return { ok, failed, loadedAt, reload }
}
