// How a kind of source is read. A reader asks by the fetch that it is given, which checks each address,
// follows redirects, and bounds time and bytes. It has no database.
import type { ImportRow } from '../import/file/import-rows.ts'
import type { LineError } from '../import/file/read.ts'

export type SourceResponse = {
  /** The last address, after redirects. */
  url: string
  status: number
  headers: Headers
  /** The body; empty for a 304. */
  bytes: Uint8Array
}

/**
 * Sends a GET, and follows redirects. `headers` go to the first origin alone, so that a token never leaves
 * for another. `headersAt` are those of one address, such as what it answered with before.
 *
 * @throws SourceError if there is no answer: its message is for people, without the address
 */
export type SourceFetch = (
  url: string,
  headers?: Record<string, string>,
  headersAt?: (url: string) => Record<string, string>,
) => Promise<SourceResponse>

/** Why a source cannot be read: a sentence for people, without an address, a token or a guest. */
export class SourceError extends Error {
  /** Not before then, in milliseconds from now: `Retry-After`. */
  readonly retryMs: number | undefined

  constructor(message: string, { retryMs }: { retryMs?: number } = {}) {
    super(message)
    this.retryMs = retryMs
  }
}

export type ReaderDeps = {
  fetch: SourceFetch
  now: () => number
  /** Epoch milliseconds after which a reader asks for no further page. */
  deadline: number
}

/** A source as its reader sees it. */
export type ReadSource = {
  sessionId: string
  /** Null if the kind has an address of its own. */
  url: string | null
  settings: Readonly<Record<string, unknown>>
  secret: string | null
  columns: Readonly<Record<string, string>>
  ticketTypeName: string | null
  /** What the last run returned; null at first, after a change of the source, and to read it all again. */
  cursor: string | null
}

/** An order, with the numbers of all tickets that it still has. */
export type Order = { reference: string; numbers: readonly string[] }

export type ReadRows = {
  /** Orders that were read whole: a ticket of one that it has no more is void. */
  orders?: readonly Order[]
  /** Lines of tickets that are for another date by now: they change a ticket of here, and make none. */
  elsewhere?: readonly number[]
  /** `fields` are those of an import's row: `ticketNumber`, `code`, `status`, `attendeeName` … */
  rows: readonly ImportRow[]
  /**
   * Rows that cannot be read, or only in part. One that is also in `rows` counts as there. One that is not
   * has no key, so nobody becomes void.
   */
  problems: readonly LineError[]
  /** What a person should know, such as sheets that are not read. */
  warnings: readonly string[]
  /** The headings of a table, and what their columns are read as. */
  columns?: readonly { heading: string; field: string | null }[]
  /** Where the next run continues. Stored with what the rows write, so nothing is left out. */
  cursor: string
  /** Whether these are all rows of the source. Only then can a ticket have lost its row. */
  isWhole: boolean
  /** False if there is more right now: the next run follows at once. */
  isComplete: boolean
}

/** Nothing has changed since the cursor, except perhaps how the other side is asked the next time. */
export type Unchanged = 'unchanged' | { unchanged: true; cursor: string }

export type Reader = (deps: ReaderDeps, source: ReadSource) => Promise<ReadRows | Unchanged>

export const isUnchanged = (read: ReadRows | Unchanged): read is Unchanged =>
  read === 'unchanged' || 'unchanged' in read
