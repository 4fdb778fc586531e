// One copy of a session's list, in memory and on disk. Each response is stored as an entry; small ones are
// added to the last entry, so that a session has few entries after a night of changes.
import type { IndexedRow } from '../core/segment.ts'
import { FIELDS } from '../core/ticket.ts'
import { TicketList } from '../core/ticket-list.ts'
import { result, type Stores } from './database.ts'

/** Some of the tickets. Later entries override earlier ones. */
type TicketsEntry = {
  sessionId: string
  generation: number
  number: number
  rows: IndexedRow[]
  removed: string[]
}

/** Tickets in an entry. Fewer entries load faster, but a change rewrites its whole entry. */
const ENTRY_SIZE = 2_048

/** The copy is compacted when the disk has more than this many times its tickets, plus the margin. */
const COMPACT_FACTOR = 2
const COMPACT_MARGIN = 10_000

/** The key range of some generations. */
export const generationRange = (sessionId: string, first: number, last: number): IDBKeyRange =>
  IDBKeyRange.bound([sessionId, first, 0], [sessionId, last, Number.MAX_SAFE_INTEGER])

/** A generation: its tickets in memory, and its last entry on disk. */
export class Generation {
  readonly tickets = new TicketList()
  #stored = 0
  #tail: { number: number; rows: Map<string, IndexedRow>; removed: Set<string> } | undefined
  readonly number: number

  constructor(number: number) {
    this.number = number
  }

  /** Adds an entry that was read from disk. */
  take({ number, rows, removed }: TicketsEntry): void {
    this.#tail = { number, rows: new Map(), removed: new Set() }
    this.#stored += rows.length
    this.apply(rows, removed)
  }

  /** The entry to store for a response: the last one extended by it, or a new one. */
  plan(sessionId: string, rows: readonly IndexedRow[], removed: readonly string[]): TicketsEntry {
    const isFull = this.#tail !== undefined && this.#tail.rows.size + rows.length > ENTRY_SIZE
    const base = isFull ? undefined : this.#tail
    const kept = new Map(base?.rows)
    const gone = new Set(base?.removed)
    for (const one of rows) {
      kept.set(one.row[0], one)
      gone.delete(one.row[0])
    }
    for (const id of removed) {
      kept.delete(id)
      gone.add(id)
    }
    const number = base?.number ?? (this.#tail?.number ?? -1) + 1
    return { sessionId, generation: this.number, number, rows: [...kept.values()], removed: [...gone] }
  }

  apply(rows: readonly IndexedRow[], removed: readonly string[]): void {
    for (const one of rows) {
      // An earlier entry still has the person.
      if (this.tickets.put(one)) this.#stored = Number.POSITIVE_INFINITY
      this.#tail?.rows.set(one.row[0], one)
      this.#tail?.removed.delete(one.row[0])
    }
    for (const id of removed) {
      this.tickets.remove(id)
      this.#tail?.rows.delete(id)
      this.#tail?.removed.add(id)
    }
  }

  /** Applies an entry after it was stored. */
  commit(entry: TicketsEntry, rows: readonly IndexedRow[], removed: readonly string[]): void {
    if (this.#tail?.number !== entry.number) {
      this.#tail = { number: entry.number, rows: new Map(), removed: new Set() }
    }
    this.#stored += rows.length
    this.apply(rows, removed)
  }

  /** Whether the disk has too much, or a person who was erased. */
  get isBloated(): boolean {
    return this.#stored > COMPACT_FACTOR * this.tickets.size + COMPACT_MARGIN
  }
}

/** Packs the tickets into as few entries as possible. */
export const toEntries = (sessionId: string, generation: number, tickets: TicketList): TicketsEntry[] => {
  const all = [...tickets.all()]
  return Array.from({ length: Math.ceil(all.length / ENTRY_SIZE) }, (_, number) => ({
    sessionId,
    generation,
    number,
    rows: all.slice(number * ENTRY_SIZE, (number + 1) * ENTRY_SIZE),
    removed: [],
  }))
}

const isIndexedRow = (one: IndexedRow): boolean =>
  one?.row?.length === FIELDS.length && typeof one.words === 'string' && typeof one.name === 'string'

/** Reads what is readable of a generation. */
export const readGeneration = async (
  stores: Stores,
  id: string,
  number: number,
): Promise<{ generation: Generation; isWhole: boolean; isEmpty: boolean }> => {
  const generation = new Generation(number)
  const entries = await result<TicketsEntry[]>(stores('tickets').getAll(generationRange(id, number, number)))
  let isWhole = true
  entries.forEach((entry, index) => {
    const isReadable =
      Array.isArray(entry.rows) && Array.isArray(entry.removed) && entry.rows.every(isIndexedRow)
    if (isReadable) generation.take(entry)
    isWhole &&= isReadable && entry.number === index
  })
  return { generation, isWhole, isEmpty: entries.length === 0 }
}
