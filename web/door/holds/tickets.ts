// The tickets of a session in memory. It is pure: where they come from and where they are stored is decided elsewhere.
import { parseSearch, ticketWords } from '../../../src/domain/tickets/words.ts'
import { type Held, markBeginning, Segment } from './segment.ts'
import { type Counts, type Row, STATUS_FIELD, type Status, type Ticket, toTicket } from './ticket.ts'

export const emptyCounts = (): Counts => ({ Valid: 0, CheckedIn: 0, Refunded: 0, Voided: 0 })

/** The words by which a ticket is found, with their beginnings marked. */
export const wordsOf = ([
  ,
  ticketNumber,
  ,
  ,
  seatLabel,
  holderEmail,
  attendeeName,
  attendeeEmail,
]: Row): string =>
  [...ticketWords({ ticketNumber, seatLabel, holderEmail, attendeeName, attendeeEmail })]
    .map(markBeginning)
    .join('')

const normalizeNumber = (number: string): string => number.toUpperCase()

/** Tickets by name, tickets without a name last, and by number within a name. */
const compare = (a: Row, b: Row): number => {
  const [nameA, nameB] = [a[6], b[6]]
  if (nameA !== nameB) {
    if (nameA === null) return 1
    if (nameB === null) return -1
    return nameA < nameB ? -1 : 1
  }
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1
  return a[0] < b[0] ? -1 : 1
}

/** The state of tickets that were checked in or undone here, while the copy may lack it. */
type Overlay = ReadonlyMap<string, Pick<Ticket, 'status' | 'checkedInAt'>>

/** Tickets by the time of their check-in, the latest first. */
const byLatest = (overlay: Overlay) => {
  // As text, in the format of the service: rows are compared more often than they are shown.
  const times = new Map(
    [...overlay].map(([id, { checkedInAt }]) => [
      id,
      checkedInAt === null ? '' : new Date(checkedInAt).toISOString(),
    ]),
  )
  const timeOf = (row: Row): string => times.get(row[0]) ?? row[9] ?? ''
  return (a: Row, b: Row): number => {
    const [timeA, timeB] = [timeOf(a), timeOf(b)]
    if (timeA === timeB) return compare(a, b)
    return timeA < timeB ? 1 : -1
  }
}

/** Keeps the first `limit` rows of all that it is given, in order. */
const makeFirst = (limit: number, order: (a: Row, b: Row) => number) => {
  const rows: Row[] = []
  return {
    rows,
    add: (row: Row): void => {
      if (limit === 0 || (rows.length === limit && order(row, rows[limit - 1] as Row) > 0)) return
      let [low, high] = [0, rows.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if (order(rows[middle] as Row, row) < 0) low = middle + 1
        else high = middle
      }
      rows.splice(low, 0, row)
      if (rows.length > limit) rows.pop()
    },
  }
}

export type Query = {
  q: string
  /** Only tickets with this status. Tickets whose status the device changed are in `overlay`. */
  status: Status | undefined
  overlay: Overlay
  limit: number
}

export type Found = { tickets: Ticket[]; count: number }

export class HeldTickets {
  readonly #segments: Segment[] = []
  readonly #places = new Map<string, { segment: Segment; slot: number }>()
  readonly #idsByNumber = new Map<string, Set<string>>()
  readonly counts = emptyCounts()

  get size(): number {
    return this.#places.size
  }

  #row(id: string): Row | undefined {
    const place = this.#places.get(id)
    return place?.segment.at(place.slot)
  }

  /** Everything that is held, in no particular order. */
  *all(): Iterable<Held> {
    for (const segment of this.#segments) yield* segment.all()
  }

  get(id: string): Ticket | undefined {
    const row = this.#row(id)
    return row && toTicket(row)
  }

  /** Replaces by id, or adds. */
  put(held: Held): void {
    const [id, number, status] = held.row
    const before = this.#row(id)
    this.counts[status] += 1
    if (before?.[1] !== number) {
      if (before !== undefined) this.#forgetNumber(before)
      const key = normalizeNumber(number)
      this.#idsByNumber.set(key, (this.#idsByNumber.get(key) ?? new Set()).add(id))
    }
    const place = this.#places.get(id)
    if (before !== undefined && place !== undefined) {
      this.counts[before[STATUS_FIELD] as Status] -= 1
      place.segment.set(place.slot, held)
      return
    }
    let segment = this.#segments.at(-1)
    if (segment === undefined || segment.isFull) {
      segment = new Segment()
      this.#segments.push(segment)
    }
    this.#places.set(id, { segment, slot: segment.add(held) })
  }

  remove(id: string): void {
    const place = this.#places.get(id)
    const row = this.#row(id)
    if (place === undefined || row === undefined) return
    this.counts[row[2]] -= 1
    this.#forgetNumber(row)
    place.segment.set(place.slot, undefined)
    this.#places.delete(id)
  }

  #forgetNumber([id, number]: Row): void {
    this.#idsByNumber.get(normalizeNumber(number))?.delete(id)
  }

  /** The ids of the tickets with exactly this number, in either case. */
  withNumber(number: string): string[] {
    return [...(this.#idsByNumber.get(normalizeNumber(number)) ?? [])]
  }

  /** The tickets of the same holder as the given one, itself included; none if it has no holder. */
  ofHolder({ holderEmail }: Ticket): Ticket[] {
    const tickets: Ticket[] = []
    if (holderEmail === null) return tickets
    const key = holderEmail.toLowerCase()
    for (const segment of this.#segments) {
      segment.forEach([], (row) => {
        if (row[5] !== null && row[5].toLowerCase() === key) tickets.push(toTicket(row))
      })
    }
    return tickets
  }

  /** The tickets that a search finds: the same ones as the parameter `q` of the ticket list. */
  search({ q, status, overlay, limit }: Query): Found {
    const groups = parseSearch(q)
    const isEmpty = q.trim() === ''
    let count = 0
    const first = makeFirst(limit, isEmpty && status === 'CheckedIn' ? byLatest(overlay) : compare)
    if (groups.length > 0 || isEmpty) {
      for (const segment of this.#segments) {
        segment.forEach(groups, (row) => {
          if (status !== undefined && (overlay.get(row[0])?.status ?? row[2]) !== status) return
          count += 1
          first.add(row)
        })
      }
    }
    return { tickets: first.rows.map(toTicket), count }
  }
}
