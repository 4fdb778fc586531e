// The tickets of a session in memory, with indexes for searches. Pure: storage is elsewhere.
import { foldCharacter, parseSearch, ticketWords } from '../../../src/domain/tickets/words.ts'
import { type IndexedRow, markBeginning, Segment } from './segment.ts'
import { similarTo } from './similar.ts'
import {
  emptyCounts,
  type Row,
  type Status,
  type Ticket,
  type TicketState,
  type TypeNote,
  toTicket,
  withTypeNote,
} from './ticket.ts'

/** The searchable words of a ticket, with their beginnings marked. */
const wordsOf = ([, ticketNumber, , , seatLabel, holderEmail, attendeeName, attendeeEmail]: Row): string =>
  [...ticketWords({ ticketNumber, seatLabel, holderEmail, attendeeName, attendeeEmail })]
    .map(markBeginning)
    .join('')

/** Sorts after every name. */
const NO_NAME = '\u{10FFFF}'
const ASCII = /^[\x20-\x7E]*$/

/** A name without case and accents, so that Á is beside A. */
const sortName = (name: string | null): string => {
  if (name === null) return NO_NAME
  return ASCII.test(name) ? name.toLowerCase() : [...name].map(foldCharacter).join('')
}

export const indexRow = (row: Row): IndexedRow => ({ row, words: wordsOf(row), name: sortName(row[6]) })

const normalizeNumber = (number: string): string => number.toUpperCase()

/** By name, then number. Tickets without a name are last. */
const compare = (a: IndexedRow, b: IndexedRow): number => {
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

/** Last names that begin as typed come first, then first names, then other words of a name, then the rest. */
const byName = (q: string) => {
  const typed = [...q].map(foldCharacter).join('').split(/\s+/).filter(Boolean)
  const rankOf = ({ name }: IndexedRow): number => {
    const last = name.lastIndexOf(' ') + 1
    let rank = 3
    for (const word of typed) {
      if (name.startsWith(word, last)) return 0
      if (name.startsWith(word)) rank = 1
      else if (rank === 3 && name.includes(` ${word}`)) rank = 2
    }
    return rank
  }
  return (a: IndexedRow, b: IndexedRow): number => rankOf(a) - rankOf(b) || compare(a, b)
}

/** Collects the first `limit` tickets, in order. */
const makeFirst = (limit: number, order: (a: IndexedRow, b: IndexedRow) => number) => {
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

export class TicketList {
  readonly #segments: Segment[] = []
  readonly #slots = new Map<string, { segment: Segment; slot: number }>()
  readonly #idsByNumber = new Map<string, Set<string>>()
  readonly #idsByHash = new Map<string, string>()
  readonly counts = emptyCounts()
  /** The sum of `check` over the tickets. */
  checkSum = 0
  /** The notes of the ticket types, by name. */
  types: ReadonlyMap<string, TypeNote> = new Map()

  get size(): number {
    return this.#slots.size
  }

  #row(id: string): Row | undefined {
    const place = this.#slots.get(id)
    return place?.segment.at(place.slot)
  }

  /** All tickets, in no particular order. */
  *all(): Iterable<IndexedRow> {
    for (const segment of this.#segments) yield* segment.all()
  }

  get(id: string): Ticket | undefined {
    const row = this.#row(id)
    return row && this.#toTicket(row)
  }

  #toTicket(row: Row): Ticket {
    return withTypeNote(toTicket(row), this.types.get(row[3]))
  }

  /** Adds a ticket, or replaces the one with the same id. */
  put(indexed: IndexedRow): void {
    const { row } = indexed
    const [id, number, status] = row
    const before = this.#row(id)
    this.counts[status] += 1
    this.checkSum += row[11] - (before?.[11] ?? 0)
    if (before?.[1] !== number) {
      if (before !== undefined) this.#forgetNumber(before)
      const key = normalizeNumber(number)
      this.#idsByNumber.set(key, (this.#idsByNumber.get(key) ?? new Set()).add(id))
    }
    if (before !== undefined && before[12] !== row[12]) this.#forgetHash(before)
    if (row[12] !== null) this.#idsByHash.set(row[12], id)
    const place = this.#slots.get(id)
    if (before !== undefined && place !== undefined) {
      this.counts[before[2]] -= 1
      place.segment.set(place.slot, indexed)
      return
    }
    let segment = this.#segments.at(-1)
    if (segment === undefined || segment.isFull) {
      segment = new Segment()
      this.#segments.push(segment)
    }
    this.#slots.set(id, { segment, slot: segment.add(indexed) })
  }

  remove(id: string): void {
    const place = this.#slots.get(id)
    const row = this.#row(id)
    if (place === undefined || row === undefined) return
    this.counts[row[2]] -= 1
    this.checkSum -= row[11]
    this.#forgetNumber(row)
    this.#forgetHash(row)
    place.segment.set(place.slot, undefined)
    this.#slots.delete(id)
  }

  #forgetNumber([id, number]: Row): void {
    this.#idsByNumber.get(normalizeNumber(number))?.delete(id)
  }

  /** Another ticket may have the code by now. */
  #forgetHash(row: Row): void {
    if (row[12] !== null && this.#idsByHash.get(row[12]) === row[0]) this.#idsByHash.delete(row[12])
  }

  /** The id of the ticket whose code has this hash. */
  withHash(hash: string): string | undefined {
    return this.#idsByHash.get(hash)
  }

  /** The ids of the tickets with exactly this number, ignoring case. */
  withNumber(number: string): string[] {
    return [...(this.#idsByNumber.get(normalizeNumber(number)) ?? [])]
  }

  /** All tickets of the same holder; none if the ticket has no holder. */
  ofHolder({ holderEmail }: Ticket): Ticket[] {
    const tickets: Ticket[] = []
    if (holderEmail === null) return tickets
    const key = holderEmail.toLowerCase()
    for (const segment of this.#segments) {
      segment.forEach([], ({ row }) => {
        if (row[5] !== null && row[5].toLowerCase() === key) tickets.push(this.#toTicket(row))
      })
    }
    return tickets
  }

  /** Finds tickets whose names differ from `q` by one letter in a word. */
  similar(q: string, limit: number): Ticket[] {
    const isSimilar = similarTo([...q].map(foldCharacter).join(''))
    const first = makeFirst(limit, compare)
    if (isSimilar !== undefined) {
      for (const segment of this.#segments) {
        segment.forEach([], (indexed) => {
          if (indexed.row[6] !== null && isSimilar(indexed.name)) first.add(indexed)
        })
      }
    }
    return first.all.map(({ row }) => this.#toTicket(row))
  }

  /** Finds the same tickets as the parameter `q` of the ticket list. */
  search({ q, status, overlay, limit }: Query): Found {
    const groups = parseSearch(q)
    const isEmpty = q.trim() === ''
    let count = 0
    const first = makeFirst(limit, isEmpty && status === 'CheckedIn' ? byLatest(overlay) : byName(q))
    if (groups.length > 0 || isEmpty) {
      for (const segment of this.#segments) {
        segment.forEach(groups, (indexed) => {
          const { row } = indexed
          if (status !== undefined && (overlay.get(row[0])?.status ?? row[2]) !== status) return
          count += 1
          first.add(indexed)
        })
      }
    }
    return { tickets: first.all.map(({ row }) => this.#toTicket(row)), count }
  }
}
