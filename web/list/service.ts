// What the page asks of the service: the four operations of a list’s link.
import { signal } from '@preact/signals'
import { type Reply, toReply } from '../shared/request.ts'
import type { Schemas } from '../shared/schemas.ts'

export type Entry = Schemas['ListEntry']
export type NewEntry = {
  id: string
  name: string
  plusOnes: number
  email: string | undefined
  note: string | undefined
}

const TIMEOUT_MS = 15_000

/** The code at the end of the link. Browsers never send it. */
const codeOfLink = (): string => location.hash.slice(1)

const send = async <Body>(path: string, body: object): Promise<Reply<Body>> => {
  try {
    const response = await fetch(`/api/v1/lists/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code: codeOfLink(), ...body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return await toReply<Body>(response)
  } catch {
    return { kind: 'unreachable' }
  }
}

type Shown =
  | { kind: 'loading' }
  | { kind: 'failed'; code: string | null }
  | { kind: 'list'; list: Schemas['LinkedList']; entries: Entry[] }

export const shown = signal<Shown>({ kind: 'loading' })

/** The code of the service’s error; `offline` without an answer; undefined if it worked. */
export type Failure = { code: string; message: string } | undefined

const failureOf = (reply: Reply<unknown>): Failure => {
  if (reply.kind === 'error') return { code: reply.code, message: reply.message }
  return reply.kind === 'ok' ? undefined : { code: 'offline', message: '' }
}

/** Whether the service does not know the link, so that asking again is of no use. */
export const isUnknown = (code: string | null): boolean =>
  code === 'guest_list_not_found' || code === 'invalid_request'

/** Reads the list. What is shown stays while the service cannot answer. */
export const load = async (): Promise<void> => {
  const link = codeOfLink()
  const reply = await send<Schemas['ListView']>('inspect', {})
  // Another link was opened meanwhile.
  if (link !== codeOfLink()) return
  if (reply.kind === 'ok') {
    shown.value = { kind: 'list', ...reply.body }
    return
  }
  const code = failureOf(reply)?.code ?? null
  if (shown.value.kind !== 'list' || isUnknown(code)) shown.value = { kind: 'failed', code }
}

/** Opens the list of the link that is in the address now. */
export const open = (): Promise<void> => {
  shown.value = { kind: 'loading' }
  return load()
}

/** Reads the list again, unless that is of no use. */
export const refresh = async (): Promise<void> => {
  if (shown.value.kind !== 'failed' || !isUnknown(shown.value.code)) await load()
}

const change = async (path: string, body: object): Promise<Failure> => {
  const failure = failureOf(await send(path, body))
  await load()
  return failure
}

export const MAX_AT_ONCE = 100

export const add = (entries: readonly NewEntry[]): Promise<Failure> => change('entries', { entries })
export const edit = (id: string, values: object): Promise<Failure> =>
  change('entries/change', { id, ...values })
export const remove = (id: string): Promise<Failure> => change('entries/remove', { id })
