// What the readers of shops share: lists in pages. Each thing in them has the time of its last change, by the
// clock of the shop.
import type { ExportFormat, Fields } from '../import/file/formats/format.ts'
import type { ImportRow } from '../import/file/import-rows.ts'
import type { LineError } from '../import/file/read.ts'
import { cleanCell } from '../import/file/table/cells.ts'
import { hashCode } from '../tickets/code-hash.ts'
import {
  type Order,
  type ReaderDeps,
  type ReadRows,
  type ReadSource,
  SourceError,
  type SourceResponse,
  type Unchanged,
} from './reader.ts'

/** An object of an answer. */
export type Json = { readonly [name: string]: unknown }

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : [])

/** Text, also of a number, which ids are. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

/** A ticket of a shop. */
export type ShopTicket = {
  /** By the names of the columns of the shop's export, whose rules it has. */
  values: Fields
  /** Whether it is for another date by now. */
  isElsewhere?: boolean
}

/** An order or an attendee as the shop wrote it, with the time of its last change. */
export type Item = { id: string; changed: string; content: Json }

type Page = {
  items: Item[]
  /** What names the next page; null after the last. */
  next: string | null
  /** When the shop has made the page, if it says so. */
  generated?: string
}

/** The shop does not know any more which page is meant. */
export class LostPage extends Error {}

/** Where reading goes on. Times are those of the shop, unless they say otherwise. */
type Cursor = {
  /** What has changed since then is read; null while everything is. */
  since: string | null
  /** A hash of what was read so lately that it comes again, by its id. Two changes may have one time. */
  seen: Record<string, string>
  /** Of a reading that goes on. */
  next?: string | undefined
  generated?: string | undefined
  newest?: string | undefined
  /** Epoch milliseconds by our clock. */
  startedAt?: number
  pageCount?: number
  /** Epoch milliseconds by our clock, before which the shop wants no request. */
  waitUntil?: number
}

/** Of what a Worker can keep in memory and write at once. */
const MAX_PAGES = 20
/** Of one reading, in all its calls: more than a session can have tickets. */
const MAX_READING_PAGES = 5_000
/** What has changed so long before a reading is read again: shops store a change later than its time says. */
const OVERLAP_MS = 60_000
/** If there is more, it is read twice rather than remembered. */
const MAX_SEEN = 1_000

const msOf = (time: string): number => Date.parse(time)

const before = (time: string, ms: number): string => new Date(msOf(time) - ms).toISOString()

const startOf = (cursor: string | null): Cursor =>
  cursor === null ? { since: null, seen: {} } : (JSON.parse(cursor) as Cursor)

export type ShopReader = {
  format: ExportFormat
  /** Reads a page of what has changed since a time, or of everything. `next` is undefined for the first. */
  readPage: (since: string | null, next: string | undefined) => Promise<Page>
  toTickets: (content: Json) => Promise<ShopTicket[]>
  /** Of a shop that has several tickets in a thing. */
  orderOf?: (content: Json) => Order
}

/**
 * Reads pages until the list ends, or this call does. The next reading begins where this one began, by the
 * clock of the shop, and a little earlier; it leaves out what is as it was read before.
 */
export const readPages = async (
  deps: ReaderDeps,
  source: ReadSource,
  { format, readPage, toTickets, orderOf }: ShopReader,
): Promise<ReadRows | Unchanged> => {
  const { now } = deps
  const cursor = startOf(source.cursor)
  const { since, seen, waitUntil = 0 } = cursor
  let { next, generated, newest, startedAt = 0, pageCount = 0 } = cursor
  if (waitUntil > now()) throw askedTooOften(format.name, waitUntil - now())

  const read = new Map<string, Item>()
  const made = new Map<string, ShopTicket[]>()
  const orders = new Map<string, Order>()
  const hashOf = ({ content }: Item) => hashCode(source.sessionId, JSON.stringify(content))
  const finish = (to: Cursor, isComplete: boolean): ReadRows => ({
    ...rowsOf(format, source, [...made.values()].flat()),
    ...{ cursor: JSON.stringify(to), isWhole: false, isComplete, orders: [...orders.values()] },
  })
  const goOn = (wait: { waitUntil?: number } = {}): ReadRows =>
    finish({ since, seen, next, generated, newest, startedAt, pageCount, ...wait }, false)

  for (let pages = 0; pages < MAX_PAGES && (pages === 0 || now() < deps.deadline); pages += 1) {
    const askedAt = now()
    let page: Page
    try {
      page = await readPage(since, next)
      for (const item of page.items) {
        const isKnown = seen[item.id] !== undefined && seen[item.id] === hashOf(item)
        if (isKnown) continue
        made.set(item.id, await toTickets(item.content))
        const order = orderOf?.(item.content)
        // One without tickets has left them out.
        if (order !== undefined && order.numbers.length > 0) orders.set(item.id, order)
      }
    } catch (error) {
      if (error instanceof LostPage && next !== undefined) {
        next = undefined
        continue
      }
      // What was read before counts.
      if (!(error instanceof SourceError) || pages === 0) throw error
      return goOn(error.retryMs === undefined ? {} : { waitUntil: now() + error.retryMs })
    }
    if (next === undefined) {
      startedAt = askedAt
      ;({ generated } = page)
      newest = undefined
      pageCount = 0
    }
    for (const item of page.items) {
      if (Number.isNaN(msOf(item.changed))) throw new SourceError(notUnderstood(format.name))
      // A change between two pages moves what follows, so that it comes twice.
      read.set(item.id, item)
      if (newest === undefined || msOf(item.changed) > msOf(newest)) newest = item.changed
    }
    if (page.next !== null) {
      pageCount += 1
      if (page.next === next || pageCount > MAX_READING_PAGES) throw new SourceError(endless(format.name))
      next = page.next
      continue
    }
    // The latest change was before the end of the reading, so this long before it is before its start.
    const start = generated ?? (newest && before(newest, now() - startedAt))
    const from = start === undefined ? since : before(start, OVERLAP_MS)
    const recent = [...read.values()].filter(({ changed }) => from !== null && msOf(changed) >= msOf(from))
    const kept = recent.length > MAX_SEEN ? [] : recent.map((item) => [item.id, hashOf(item)])
    const to: Cursor = { since: from, seen: Object.fromEntries(kept) }
    if (made.size > 0 || since === null || cursor.next !== undefined) return finish(to, true)
    // Otherwise each run would fetch again what was sold in the minute before the last one.
    const isLater = from !== null && msOf(from) > msOf(since)
    return isLater ? { unchanged: true, cursor: JSON.stringify(to) } : 'unchanged'
  }
  return goOn()
}

/** Shops have longer names of products. */
const MAX_TYPE_NAME = 200

/** The rows of an import. What a shop does not say as documented is a problem of its row. */
const rowsOf = (format: ExportFormat, { ticketTypeName }: ReadSource, tickets: readonly ShopTicket[]) => {
  const rows: ImportRow[] = []
  const problems: LineError[] = []
  const elsewhere: number[] = []
  for (const { values, isElsewhere } of tickets) {
    const line = rows.length + 1
    const fields = format.toColumns(values, (field, message) =>
      problems.push({ line, message: `${field}: ${message}` }),
    )
    const named = cleanCell(textOf(fields.ticketTypeName)).slice(0, MAX_TYPE_NAME).trim()
    const type = named || (ticketTypeName ?? format.name)
    const gone = isElsewhere && { status: 'Voided' }
    if (isElsewhere) elsewhere.push(line)
    rows.push({ line, fields: { ...fields, ticketTypeName: type, ...gone } })
  }
  return { rows, problems, elsewhere, warnings: [] }
}

export const notUnderstood = (shop: string): string => `${shop} answered with something that is not a list.`

const endless = (shop: string): string => `${shop} answered with a list that does not end.`

const askedTooOften = (shop: string, retryMs: number): SourceError =>
  new SourceError(`${shop} asks us to wait, because it was asked too often.`, { retryMs })

const DEFAULT_WAIT_MS = 60_000

/** A Retry-After has seconds, or a date. */
const waitOf = (header: string | null, now: number): number => {
  const text = header?.trim() ?? ''
  const ms = /^\d{1,7}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(ms) ? DEFAULT_WAIT_MS : Math.max(ms, 1_000)
}

/**
 * What a shop answered. Messages quote nothing of an answer, which may repeat the token.
 * @throws SourceError unless it is JSON with status 200
 */
export const bodyOf = (shop: string, { status, headers, bytes }: SourceResponse, now: number): Json => {
  const retryAfter = headers.get('Retry-After')
  if (status === 429) throw askedTooOften(shop, waitOf(retryAfter, now))
  if (status === 401) throw new SourceError(`${shop} refuses the token. Enter a valid one.`)
  if (status === 403 || status === 404) {
    throw new SourceError(`${shop} has no such event, or the token may not read its orders.`)
  }
  if (status !== 200) {
    const wait = retryAfter === null ? {} : { retryMs: waitOf(retryAfter, now) }
    throw new SourceError(`${shop} answered with an error (${status}).`, wait)
  }
  return jsonOf(bytes) ?? fail(notUnderstood(shop))
}

const fail = (message: string): never => {
  throw new SourceError(message)
}

/** An object in JSON; undefined for anything else. */
export const jsonOf = (bytes: Uint8Array): Json | undefined => {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
  } catch {
    return undefined
  }
}
