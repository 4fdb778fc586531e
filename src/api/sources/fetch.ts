// How sources are read: by GET, within a time, a size and a number of redirects, each to an address that is
// checked. Nothing that the other side says is in a message: it may be its address, or a token.
import { type UrlRules, urlProblem } from '../../domain/public-url.ts'
import { SourceError, type SourceFetch, type SourceResponse } from '../../domain/sources/reader.ts'
import type { RunDeps } from '../../domain/sources/run.ts'
import { AppError } from '../../errors.ts'

const MAX_SOURCE_BYTES = 8 * 1024 * 1024

const MAX_REDIRECTS = 5

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const rulesOf = (env: Env): UrlRules => ({ allowsLoopback: env.LOOPBACK_URLS === 'on' })

/** The fragment of a link is not sent. */
const withoutFragment = (url: string): string => url.replace(/#.*$/s, '')

/** @throws AppError `invalid_request` unless a source may be there */
export const requireSourceUrl = (env: Env, url: string, requestUrl: string): void => {
  const problem = urlProblem(withoutFragment(url), {
    ...rulesOf(env),
    ownHost: new URL(requestUrl).hostname,
  })
  if (problem !== undefined) throw new AppError('invalid_request', `url: ${problem}.`)
}

const TOO_SLOW = 'The other side has not answered within 10 seconds.'
const TOO_LARGE = `The list is larger than ${MAX_SOURCE_BYTES / 1024 / 1024} MiB. Nothing was changed.`

const readBody = async (response: Response): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  if (reader === undefined) return new Uint8Array()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > MAX_SOURCE_BYTES) {
      await reader.cancel().catch(() => undefined)
      throw new SourceError(TOO_LARGE)
    }
    parts.push(value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}

const discard = async (response: Response): Promise<void> => {
  await response.body?.cancel().catch(() => undefined)
}

/** What a redirect leads to. */
const nextOf = (response: Response, from: URL): URL => {
  const location = response.headers.get('Location')
  const next = location === null ? null : URL.parse(location, from)
  if (next === null) throw new SourceError('The link is redirected to nowhere.')
  return next
}

const ask = async (
  env: Env,
  start: string,
  headers: Record<string, string>,
  headersAt: (url: string) => Record<string, string>,
  signal: AbortSignal,
  requests: RunDeps['requests'],
): Promise<SourceResponse> => {
  const first = new URL(withoutFragment(start))
  let url = first
  for (let redirects = 0; ; redirects += 1) {
    if (urlProblem(url.href, rulesOf(env)) !== undefined) {
      throw new SourceError('The link leads to an address that is not public.')
    }
    requests.left -= 1
    const response = await fetch(url, {
      headers: {
        'User-Agent': 'Doorlist-Sources/1.0',
        ...(url.origin === first.origin && headers),
        ...headersAt(url.href),
      },
      redirect: 'manual',
      cache: 'no-store',
      signal,
    })
    if (REDIRECTS.has(response.status)) {
      await discard(response)
      if (redirects === MAX_REDIRECTS) {
        throw new SourceError(`The link is redirected more than ${MAX_REDIRECTS} times.`)
      }
      url = new URL(withoutFragment(nextOf(response, url).href))
      continue
    }
    if (Number(response.headers.get('Content-Length')) > MAX_SOURCE_BYTES) {
      await discard(response)
      throw new SourceError(TOO_LARGE)
    }
    const { status, headers: answered } = response
    return { url: url.href, status, headers: answered, bytes: await readBody(response) }
  }
}

/** A fetch for a run, until an instant in epoch milliseconds. */
export const fetchUntil =
  (env: Env, requests: RunDeps['requests']) =>
  (deadline: number): SourceFetch =>
  async (url, headers = {}, headersAt = () => ({})) => {
    const msLeft = deadline - Date.now()
    if (msLeft <= 0) throw new SourceError(TOO_SLOW)
    const signal = AbortSignal.timeout(msLeft)
    try {
      return await ask(env, url, headers, headersAt, signal, requests)
    } catch (error) {
      if (error instanceof SourceError) throw error
      throw new SourceError(signal.aborted ? TOO_SLOW : 'The other side cannot be reached.')
    }
  }
