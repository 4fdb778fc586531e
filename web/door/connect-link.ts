// Connecting this phone by a link, instead of signing in.
import { signal } from '@preact/signals'
import { post, type Reply } from '../shared/request.ts'
import type { Schemas } from '../shared/schemas.ts'

type Link = Schemas['Link']
type Connected = Schemas['DeviceTokens']

/** The code of the link that is about to be used; `ask` while there is none. Undefined: nobody connects. */
export const connecting = signal<string | 'ask' | undefined>(undefined)

/** The code at the end of a link; undefined in any other text. */
export const codeIn = (text: string): string | undefined =>
  /#connect\/([\w-]{22,200})$/.exec(text.trim())?.[1]

/**
 * What was sent and has no response yet. A link works once, but for the same attempt it works again: after a lost response,
 * and in another tab.
 */
const KEY = 'doorlist.connect'
export type Attempt = Pick<Link, 'organizerName' | 'name'> & { code: string; attempt: string }

export const readAttempt = (): Attempt | undefined => {
  try {
    const sent = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Attempt | null
    return typeof sent?.attempt === 'string' ? sent : undefined
  } catch {
    return undefined
  }
}

export const forgetAttempt = (): void => localStorage.removeItem(KEY)

/** Who the link is of. One that was sent already can be looked at no more. */
export const inspectLink = async (code: string): Promise<Reply<Omit<Link, 'expiresAt' | 'role'>>> => {
  const sent = readAttempt()
  return sent?.code === code
    ? { kind: 'ok', body: { kind: 'device', ...sent }, etag: null }
    : post<Link>('/api/v1/links/inspect', { code })
}

export const connect = async (
  code: string,
  { organizerName, name }: Pick<Link, 'organizerName' | 'name'>,
): Promise<Reply<Connected>> => {
  const before = readAttempt()
  const sent = before?.code === code ? before : { code, attempt: crypto.randomUUID(), organizerName, name }
  localStorage.setItem(KEY, JSON.stringify(sent))
  const { attempt } = sent
  const reply = await post<Connected>('/api/v1/devices/connect', { code, attempt })
  if (reply.kind === 'error' && reply.code === 'invalid_grant') forgetAttempt()
  return reply
}
