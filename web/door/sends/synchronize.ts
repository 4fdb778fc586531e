// Keeps the copy of a session's tickets up to date: one request, and what its response means.
import { alone } from '../../shared/alone.ts'
import { type Api, isAccessDenied, type Reply } from '../../shared/api.ts'
import { type Changes, isChanges, type SessionStore } from '../holds/session-store.ts'
import { type Counts, totalOf } from '../holds/ticket.ts'

const PAGE_SIZE = 2_000
/** For networks on which the usual page does not arrive within the time limit. */
const SMALL_PAGE_SIZE = 200
const TIMEOUT_MS = 20_000

/** Access is denied for good if the service still says so this long after the first time. */
const DENIED_MS = 60_000

/** A copy whose counts differ is not loaded again more often than this, doubled each time. */
const RELOAD_MS = 60_000

export type SyncResult =
  /** `changed`: the ids of the tickets in the response. `more`: ask again at once. */
  | { kind: 'current' | 'more'; changed: readonly string[] }
  | { kind: 'failed'; retryAfter: number | null; isReached: boolean }
  | { kind: 'signed-out' }
  /** The service denies access. Hide the tickets. */
  | { kind: 'denied' }
  /** It denied access again: the tickets were erased. */
  | { kind: 'erased' }

const BEGIN_AGAIN: ReadonlySet<string> = new Set(['changes_gone', 'invalid_cursor'])

const sameCounts = (a: Counts, b: Counts): boolean =>
  (Object.keys(b) as (keyof Counts)[]).every((status) => a[status] === b[status])

export class Synchronizer {
  readonly #api: Api
  readonly #store: SessionStore
  #etag: { since: string; tag: string } | undefined
  #pageSize = PAGE_SIZE
  #reloads = 0
  #reloadedAt = 0
  /** Whether the list was begun again, and no list was complete since. */
  #isBegunAgain = false
  /** The total of a list that is being loaded. */
  total: number | undefined

  constructor(api: Api, store: SessionStore) {
    this.#api = api
    this.#store = store
  }

  /** Makes one request and stores its response. One at a time over all tabs. */
  poll(subject: string | undefined, now: () => number): Promise<SyncResult> {
    return alone(`doorlist.changes.${this.#store.entry.id}`, async (): Promise<SyncResult> => {
      await this.#store.refresh()
      const { since } = this.#store
      const reply = await this.#ask(since)
      if (reply.kind === 'unchanged') {
        await this.#store.confirm(subject)
        return { kind: 'current', changed: [] }
      }
      if (reply.kind === 'ok') return this.#take(reply, since, subject, now())
      return this.#fail(reply, now())
    })
  }

  #ask(since: string | null): Promise<Reply<Changes>> {
    const query = new URLSearchParams({ pageSize: String(this.#pageSize) })
    if (since !== null) query.set('since', since)
    const { tag } = this.#etag?.since === since ? this.#etag : { tag: undefined }
    return this.#api<Changes>(`/api/v1/sessions/${this.#store.entry.id}/ticket-changes?${query}`, {
      timeoutMs: TIMEOUT_MS,
      ...(tag === undefined ? {} : { headers: { 'If-None-Match': tag } }),
    })
  }

  async #take(
    { body, etag }: Extract<Reply<Changes>, { kind: 'ok' }>,
    since: string | null,
    subject: string | undefined,
    now: number,
  ): Promise<SyncResult> {
    if (!isChanges(body)) return { kind: 'failed', retryAfter: null, isReached: false }
    this.#pageSize = PAGE_SIZE
    this.total = totalOf(body.counts)
    const isSame = !body.more && body.rows.length + body.removed.length === 0 && body.next === since
    if (isSame) {
      if (etag !== null) this.#etag = { since: body.next, tag: etag }
      await this.#store.confirm(subject)
    } else await this.#store.apply(body, subject)
    const changed = [...body.rows.map(([id]) => id), ...body.removed]
    if (body.more) return { kind: 'more', changed }
    this.#isBegunAgain = false
    const { tickets } = this.#store
    if (tickets !== undefined && !sameCounts(tickets.counts, body.counts)) return this.#reload(now, changed)
    return { kind: 'current', changed }
  }

  /** The copy is not what the service has: loads it again, but less and less often. */
  async #reload(now: number, changed: readonly string[]): Promise<SyncResult> {
    if (now - this.#reloadedAt < RELOAD_MS * 2 ** this.#reloads && this.#reloads > 0)
      return { kind: 'current', changed }
    this.#reloads += 1
    this.#reloadedAt = now
    await this.#store.startAgain()
    return { kind: 'more', changed }
  }

  async #fail(
    reply: Exclude<Reply<Changes>, { kind: 'ok' | 'unchanged' }>,
    now: number,
  ): Promise<SyncResult> {
    if (reply.kind === 'signed-out') return reply
    if (reply.kind === 'unreachable') {
      this.#pageSize = SMALL_PAGE_SIZE
      return { kind: 'failed', retryAfter: null, isReached: false }
    }
    if (BEGIN_AGAIN.has(reply.code)) {
      await this.#store.startAgain()
      // Once at once. A service that breaks off each list gets time, and not a request after the other.
      const isFirst = !this.#isBegunAgain
      this.#isBegunAgain = true
      return isFirst
        ? { kind: 'more', changed: [] }
        : { kind: 'failed', retryAfter: reply.retryAfter, isReached: true }
    }
    if (!isAccessDenied(reply.code)) return { kind: 'failed', retryAfter: reply.retryAfter, isReached: true }
    const { deniedAt } = this.#store.entry
    if (deniedAt === null) {
      await this.#store.deny(now)
    } else if (now - deniedAt >= DENIED_MS) {
      await this.#store.erase()
      return { kind: 'erased' }
    }
    return { kind: 'denied' }
  }
}
