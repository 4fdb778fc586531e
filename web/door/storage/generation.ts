// One list of a session's tickets, in memory and on disk. Each response is an entry on disk; small ones are added to the last
// entry, so that a session has few entries after a night of changes.
import type { Held } from '../core/segment.ts'
import { FIELDS, MIN_VALUES, type Row } from '../core/ticket.ts'
import { TicketList } from '../core/tickets.ts'
import { result, type Stores } from './database.ts'

/** Some tickets of a generation. Later entries replace earlier ones. */
type TicketsEntry = { sessionId: string; generation: number; number: number; held: Held[]; removed: string[] }

/** Tickets in an entry. Fewer entries are faster to read, and a change writes its entry again. */
const ENTRY_SIZE = 2_048

/** The copy is written again when the disk has more than this many times the tickets held, plus the margin. */
const COMPACT_FACTOR = 2
const COMPACT_MARGIN = 10_000

/** The keys of the entries of some generations. */
export const generationRange = (sessionId: string, first: number, last: number): IDBKeyRange =>
  IDBKeyRange.bound([sessionId, first, 0], [sessionId, last, Number.MAX_SAFE_INTEGER])

/** A generation while it is filled: its tickets in memory, and its last entry on disk. */
export class Generation {
  readonly tickets = new TicketList()
  #stored = 0
  #tail: { number: number; held: Map<string, Held>; removed: Set<string> } | undefined
  readonly number: number

  constructor(number: number) {
    this.number = number
  }

  /** Takes an entry as it was read from disk. */
  take({ number, held, removed }: TicketsEntry): void {
    this.#tail = { number, held: new Map(), removed: new Set() }
    this.#stored += held.length
    this.apply(held, removed)
  }

  /** The entry to store for a response: the last one with the response added to it, or a new one. */
  plan(sessionId: string, held: readonly Held[], removed: readonly string[]): TicketsEntry {
    const isFull = this.#tail !== undefined && this.#tail.held.size + held.length > ENTRY_SIZE
    const base = isFull ? undefined : this.#tail
    const rows = new Map(base?.held)
    const gone = new Set(base?.removed)
    for (const one of held) {
      rows.set(one.row[0], one)
      gone.delete(one.row[0])
    }
    for (const id of removed) {
      rows.delete(id)
      gone.add(id)
    }
    const number = base?.number ?? (this.#tail?.number ?? -1) + 1
    return { sessionId, generation: this.number, number, held: [...rows.values()], removed: [...gone] }
  }

  apply(held: readonly Held[], removed: readonly string[]): void {
    for (const one of held) {
      this.tickets.put(one)
      this.#tail?.held.set(one.row[0], one)
      this.#tail?.removed.delete(one.row[0])
    }
    for (const id of removed) {
      this.tickets.remove(id)
      this.#tail?.held.delete(id)
      this.#tail?.removed.add(id)
    }
  }

  /** After {@link plan} was stored. */
  commit(entry: TicketsEntry, held: readonly Held[], removed: readonly string[]): void {
    if (this.#tail?.number !== entry.number) {
      this.#tail = { number: entry.number, held: new Map(), removed: new Set() }
    }
    this.#stored += held.length
    this.apply(held, removed)
  }

  get isBloated(): boolean {
    return this.#stored > COMPACT_FACTOR * this.tickets.size + COMPACT_MARGIN
  }
}

/** What is held as the entries of a new generation, as few as possible. */
export const toEntries = (sessionId: string, generation: number, tickets: TicketList): TicketsEntry[] => {
  const all = [...tickets.all()]
  return Array.from({ length: Math.ceil(all.length / ENTRY_SIZE) }, (_, number) => ({
    sessionId,
    generation,
    number,
    held: all.slice(number * ENTRY_SIZE, (number + 1) * ENTRY_SIZE),
    removed: [],
  }))
}

const isHeld = (held: Held): boolean =>
  held?.row?.length >= MIN_VALUES &&
  held.row.length <= FIELDS.length &&
  typeof held.words === 'string' &&
  typeof held.name === 'string'

/** A row that an earlier version of the page stored, without the values that came later. */
const fillUp = ({ row, ...held }: Held): Held => ({
  ...held,
  row: FIELDS.map((_, index) => (index < MIN_VALUES ? row[index] : null)) as unknown as Row,
})

/** Reads what can be read of a generation. */
export const readGeneration = async (
  stores: Stores,
  id: string,
  number: number,
): Promise<{ generation: Generation; isWhole: boolean }> => {
  const generation = new Generation(number)
  const entries = await result<TicketsEntry[]>(stores('tickets').getAll(generationRange(id, number, number)))
  let isWhole = true
  entries.forEach((entry, index) => {
    const isReadable = Array.isArray(entry.held) && Array.isArray(entry.removed) && entry.held.every(isHeld)
    const isOld = isReadable && entry.held.some(({ row }) => row.length < FIELDS.length)
    if (isReadable) generation.take(isOld ? { ...entry, held: entry.held.map(fillUp) } : entry)
    isWhole &&= isReadable && !isOld && entry.number === index
  })
  return { generation, isWhole }
}
