// Requests to the service. A response counts only if it looks like one of the service: Wi-Fi networks with
// a login page respond for every host.

/** How often to ask for changes, if the service says so. */
type Paced = { pollSeconds?: number | undefined }

export type Reply<Body> =
  | ({ kind: 'ok'; body: Body; etag: string | null } & Paced)
  | ({ kind: 'unchanged' } & Paced)
  /** An error of the service, by its code. `retryAfter` is in seconds. */
  | {
      kind: 'error'
      status: number
      code: string
      message: string
      requestId: string | null
      retryAfter: number | null
      /** The new role of the phone. */
      role?: unknown
    }
  /** No response of the service: no network, a network that answers itself, or a time limit. */
  | { kind: 'unreachable' }
  /** A new sign-in is needed. */
  | { kind: 'signed-out' }

export type Ask = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
  timeoutMs?: number
  signal?: AbortSignal
}

export type Api = <Body>(path: string, ask?: Ask) => Promise<Reply<Body>>

const DEFAULT_TIMEOUT_MS = 15_000
/** The longest `Retry-After` that is obeyed. Browser timers above 24 days fire at once. */
const MAX_RETRY_AFTER_SECONDS = 3_600

/** Called with the `Date` of each response of the service, in epoch milliseconds, and how long it took. */
export type OnDate = (date: number, roundTripMs: number) => void

const readJson = async (response: Response): Promise<unknown> => {
  if (!/^application\/(problem\+)?json\b/.test(response.headers.get('Content-Type') ?? '')) return undefined
  return response.json().catch(() => undefined)
}

export const toReply = async <Body>(response: Response): Promise<Reply<Body>> => {
  const pollSeconds = Number(response.headers.get('X-Poll-Seconds'))
  if (response.status === 304) return { kind: 'unchanged', pollSeconds }
  if (response.status === 204) return { kind: 'ok', body: undefined as Body, etag: null }
  const body = await readJson(response)
  if (typeof body !== 'object' || body === null) return { kind: 'unreachable' }
  if (response.ok) return { kind: 'ok', body: body as Body, etag: response.headers.get('ETag'), pollSeconds }
  const { code, message, role } = body as { code?: unknown; message?: unknown; role?: unknown }
  if (typeof code !== 'string') return { kind: 'unreachable' }
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return {
    kind: 'error',
    status: response.status,
    code,
    role,
    message: String(message ?? code),
    requestId: response.headers.get('X-Request-Id'),
    retryAfter: Number.isNaN(retryAfter) ? null : Math.min(retryAfter, MAX_RETRY_AFTER_SECONDS),
  }
}

/** Every read sees at least what the pages of this browser have written and read before. */
const BOOKMARK_KEY = 'doorlist.bookmark'

/**
 * Keeps the newest bookmark: they sort by age, and responses can arrive out of order. A response older than
 * its request’s bookmark means that the database was restored. The old bookmark would then delay every
 * read.
 */
const keepBookmark = (received: string | null, sent: string | null): void => {
  if (received === null) return
  const kept = localStorage.getItem(BOOKMARK_KEY) ?? ''
  const isRestored = sent !== null && received < sent && kept >= sent
  if (received <= kept && !isRestored) return
  try {
    localStorage.setItem(BOOKMARK_KEY, received)
  } catch {
    // The storage is full. The response counts all the same.
  }
}

/** Aborts after a time, or with `signal`. `AbortSignal.any` is too new for browsers at doors. */
const limit = (timeoutMs: number, signal: AbortSignal | undefined): AbortSignal => {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  AbortSignal.timeout(timeoutMs).addEventListener('abort', abort)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  return controller.signal
}

/** What a page says with every request. */
export const everyRequest: { headers?: (ask: Ask) => Record<string, string> } = {}

/** Sends a request, with a token if there is one. Throws if nothing comes back that the service has sent. */
export const send = async (path: string, ask: Ask, token?: string, onDate?: OnDate): Promise<Response> => {
  const bookmark = localStorage.getItem(BOOKMARK_KEY)
  const sentAt = performance.now()
  const response = await fetch(path, {
    method: ask.method ?? 'GET',
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(ask.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(bookmark === null ? {} : { 'X-D1-Bookmark': bookmark }),
      ...everyRequest.headers?.(ask),
      ...ask.headers,
    },
    ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
    // Responses hold personal data: the browser must not keep them.
    cache: 'no-store',
    redirect: 'error',
    signal: limit(ask.timeoutMs ?? DEFAULT_TIMEOUT_MS, ask.signal),
  })
  const isOfService = response.headers.has('X-Request-Id')
  if (!isOfService) throw new Error('This is not a response of the service.')
  keepBookmark(response.headers.get('X-D1-Bookmark'), bookmark)
  const date = Date.parse(response.headers.get('Date') ?? '')
  if (!Number.isNaN(date)) onDate?.(date, performance.now() - sentAt)
  return response
}

/** Posts to an operation that needs no token. It never throws. */
export const post = async <Body>(path: string, body?: object): Promise<Reply<Body>> => {
  try {
    return await toReply(await send(path, { method: 'POST', ...(body && { body }) }))
  } catch {
    return { kind: 'unreachable' }
  }
}
