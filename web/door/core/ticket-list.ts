// The tickets of a session in memory, with indexes for searches. Pure: storage is elsewhere.
import { isEmailAddress } from '../../../src/domain/email-address.ts'
import { fold, parseSearch, type SearchGroup, ticketWords } from '../../../src/domain/tickets/words.ts'
import { ListCopy } from '../../shared/list-copy.ts'
import {
  type Row,
  type Status,
  type Ticket,
  type TicketState,
  type TicketType,
  toTicket,
  withType,
} from './ticket.ts'

/** A row with what searches and sorting need: its words, their beginnings marked, and its folded name. */
export type IndexedRow = { row: Row; words: string; name: string }

const FIRST_LETTER = /^[a-z]/

/**
 * Marks the beginning of a word, so that a search finds only beginnings. Folded words are lower-case, so an
 * upper-case first letter can be the mark.
 */
const markBeginning = (word: string): string =>
  FIRST_LETTER.test(word) ? word.charAt(0).toUpperCase() + word.slice(1) : ` ${word}`

/** Recognizes the words of tickets that match every group: all its parts, or one of its joined forms. */
export const matcherOf = (groups: readonly SearchGroup[]): ((words: string) => boolean) => {
  const marked = groups.map(({ parts, joined }) => ({
    parts: parts.map((variants) => variants.map(markBeginning)),
    joined: joined.map(markBeginning),
  }))
  return (words) => {
    const has = (beginning: string): boolean => words.includes(beginning)
    return marked.every(
      ({ parts, joined }) => parts.every((variants) => variants.some(has)) || joined.some(has),
    )
  }
}

/** The searchable words of a ticket, with their beginnings marked. */
const wordsOf = (row: Row): string => {
  const [, ticketNumber, , , seatLabel, holderEmail, attendeeName, attendeeEmail] = row
  const reference = row[15]
  return [...ticketWords({ ticketNumber, reference, seatLabel, holderEmail, attendeeName, attendeeEmail })]
    .map(markBeginning)
    .join('')
}

/** Sorts after every name. */
const NO_NAME = '\u{10FFFF}'
const ASCII = /^[\x20-\x7E]*$/

/** A name without case and accents, so that Á is beside A. */
const sortName = (name: string | null): string => {
  if (name === null) return NO_NAME
  return ASCII.test(name) ? name.toLowerCase() : fold(name)
}

export const indexRow = (row: Row): IndexedRow => ({ row, words: wordsOf(row), name: sortName(row[6]) })

/** No number begins with it. */
const REFERENCE = '\n'

/** By what else a ticket is found: its number, and its reference if it has one. */
const keysOf = (row: Row | undefined): string[] =>
  row === undefined ? [] : [row[1].toUpperCase(), ...(row[15] ? [REFERENCE + row[15]] : [])]

/** By name, then number. Tickets without a name are last. */
export const compare = (a: IndexedRow, b: IndexedRow): number => {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  if (a.row[1] !== b.row[1]) return a.row[1] < b.row[1] ? -1 : 1
  return a.row[0] < b.row[0] ? -1 : 1
}

/** Ticket states that the copy may not show yet. */
type Overlay = ReadonlyMap<string, TicketState>

/** By the time of the check-in, the latest first. */
const byLatest = (overlay: Overlay) => {
  // As text in the format of the service: rows are compared more often than shown.
  const times = new Map(
    [...overlay].map(([id, { checkedInAt }]) => [
      id,
      checkedInAt === null ? '' : new Date(checkedInAt).toISOString(),
    ]),
  )
  const timeOf = ({ row }: IndexedRow): string => times.get(row[0]) ?? row[9] ?? ''
  return (a: IndexedRow, b: IndexedRow): number => {
    const [timeA, timeB] = [timeOf(a), timeOf(b)]
    if (timeA === timeB) return compare(a, b)
    return timeA < timeB ? 1 : -1
  }
}

/** The words of a search as {@link rankBy} compares them. */
export const typedWords = (q: string): readonly string[] => fold(q).match(/\S+/g) ?? []

/** Last names that begin as typed come first, then first names, then other words of a name, then the rest. */
export const rankBy =
  (typed: readonly string[]) =>
  ({ name }: IndexedRow): number => {
    const last = name.lastIndexOf(' ') + 1
    let rank = 3
    for (const word of typed) {
      const own = name.startsWith(word, last)
        ? 0
        : name.startsWith(word)
          ? 1
          : name.includes(` ${word}`)
            ? 2
            : 3
      rank = Math.min(rank, own)
    }
    return rank
  }

const byName = (q: string) => {
  const rankOf = rankBy(typedWords(q))
  return (a: IndexedRow, b: IndexedRow): number => rankOf(a) - rankOf(b) || compare(a, b)
}

/** Collects the first `limit` tickets, in order. */
export const makeFirst = (limit: number, order: (a: IndexedRow, b: IndexedRow) => number) => {
  const all: IndexedRow[] = []
  return {
    all,
    add: (indexed: IndexedRow): void => {
      if (limit === 0 || (all.length === limit && order(indexed, all[limit - 1] as IndexedRow) > 0)) return
      let [low, high] = [0, all.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if (order(all[middle] as IndexedRow, indexed) < 0) low = middle + 1
        else high = middle
      }
      all.splice(low, 0, indexed)
      if (all.length > limit) all.pop()
    },
  }
}

export type Query = {
  q: string
  /** Only tickets with this status, according to `overlay` where it has them. */
  status: Status | undefined
  overlay: Overlay
  limit: number
}

export type Found = { tickets: Ticket[]; count: number }

export class TicketList extends ListCopy<IndexedRow> {
  readonly #idsByKey = new Map<string, Set<string>>()
  readonly #idsByHash = new Map<string, string>()
  /** The ticket types by name. */
  types: ReadonlyMap<string, TicketType> = new Map()

  constructor() {
    super(({ row }) => ({ id: row[0], status: row[2], check: row[11] }))
  }

  get(id: string): Ticket | undefined {
    const row = this.tickets.get(id)?.row
    return row && this.toTicket(row)
  }

  toTicket(row: Row): Ticket {
    return withType(toTicket(row), this.types.get(row[3]))
  }

  /** Whether this row takes a person off the ticket: an address, the name, the note or the reference. */
  isErased({ row }: IndexedRow): boolean {
    const before = this.tickets.get(row[0])?.row
    return before !== undefined && [5, 6, 7, 13, 15].some((field) => before[field] && !row[field])
  }

  protected override replace(id: string, indexed: IndexedRow | undefined): void {
    const before = this.tickets.get(id)?.row
    const row = indexed?.row
    super.replace(id, indexed)
    for (const key of keysOf(before)) this.#idsByKey.get(key)?.delete(id)
    for (const key of keysOf(row)) this.#idsByKey.set(key, (this.#idsByKey.get(key) ?? new Set()).add(id))
    const [hash, next] = [before?.[12], row?.[12]]
    // Another ticket may have the code by now.
    if (hash && hash !== next && this.#idsByHash.get(hash) === id) this.#idsByHash.delete(hash)
    if (next) this.#idsByHash.set(next, id)
  }

  withHash(hash: string): string | undefined {
    return this.#idsByHash.get(hash)
  }

  withNumber(number: string): string[] {
    return this.#idsWith(number.toUpperCase())
  }

  #idsWith(key: string): string[] {
    return [...(this.#idsByKey.get(key) ?? [])]
  }

  /** The tickets that come together: of one reference, or else of one holder’s address. None without. */
  groupOf({ reference, holderEmail }: Ticket): Ticket[] {
    if (reference) return this.#idsWith(REFERENCE + reference).map((id) => this.get(id) as Ticket)
    // Strangers who share a "-" do not.
    if (!holderEmail || !isEmailAddress(holderEmail)) return []
    const key = holderEmail.toLowerCase()
    return [...this.tickets.values()].flatMap(({ row }) =>
      !row[15] && row[5]?.toLowerCase() === key ? [this.toTicket(row)] : [],
    )
  }

  /** Finds the same tickets as the parameter `q` of the ticket list. */
  search({ q, status, overlay, limit }: Query): Found {
    const groups = parseSearch(q)
    const matches = matcherOf(groups)
    const isEmpty = q.trim() === ''
    let count = 0
    const first = makeFirst(limit, isEmpty && status === 'CheckedIn' ? byLatest(overlay) : byName(q))
    if (groups.length > 0 || isEmpty) {
      for (const indexed of this.tickets.values()) {
        const { row, words } = indexed
        if (!matches(words)) continue
        if (status !== undefined && (overlay.get(row[0])?.status ?? row[2]) !== status) continue
        count += 1
        first.add(indexed)
      }
    }
    return { tickets: first.all.map(({ row }) => this.toTicket(row)), count }
  }
}
