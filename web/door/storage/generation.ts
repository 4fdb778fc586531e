// One copy of a session's list, in memory and on disk. Each response is stored as an entry. After many
// entries the copy is compacted, so that it loads fast after a night of changes.
import type { Changes } from '../../shared/list-copy.ts'
import { FIELDS, MIN_VALUES, type Row } from '../core/ticket.ts'
import { type IndexedRow, TicketList } from '../core/ticket-list.ts'
import { result, type Stores } from './database.ts'

/** Some of the tickets. Later entries override earlier ones. */
export type TicketsEntry = {
  sessionId: string
  generation: number
  number: number
  rows: readonly IndexedRow[]
  removed: readonly string[]
}

/** Tickets in an entry of a compact copy. */
const ENTRY_SIZE = 2_048

/** The copy is compacted when the disk has more entries than this. */
const MAX_ENTRIES = 1_000
/** Or when it has more rows than this many times its tickets, plus the margin. */
const COMPACT_FACTOR = 2
const COMPACT_MARGIN = 10_000

/** The key range of some generations. */
export const generationRange = (sessionId: string, first: number, last: number): IDBKeyRange =>
  IDBKeyRange.bound([sessionId, first, 0], [sessionId, last, Number.MAX_SAFE_INTEGER])

/** A generation: its tickets in memory, and how much of them the disk has. */
export class Generation {
  readonly copy = new TicketList()
  #entries = 0
  #rows = 0
  readonly number: number

  constructor(number: number) {
    this.number = number
  }

  /** The entry to store for a response. */
  toEntry(sessionId: string, { rows, removed }: Changes<IndexedRow>): TicketsEntry {
    return { sessionId, generation: this.number, number: this.#entries, rows, removed }
  }

  /** Applies a response whose entry is on disk. */
  commit(changes: Changes<IndexedRow>): void {
    this.#entries += 1
    // An earlier entry still has a person who was erased.
    const isErased = changes.rows.some((one) => this.copy.isErased(one))
    this.#rows += isErased ? Number.POSITIVE_INFINITY : changes.rows.length
    this.copy.apply(changes)
  }

  /** Whether the disk has too much, or a person who was erased. */
  get isBloated(): boolean {
    const maxRows = COMPACT_FACTOR * this.copy.tickets.size + COMPACT_MARGIN
    return this.#entries > MAX_ENTRIES || this.#rows > maxRows
  }
}

/** Packs the tickets into as few entries as possible. */
export const toEntries = (sessionId: string, generation: number, copy: TicketList): TicketsEntry[] => {
  const all = [...copy.tickets.values()]
  return Array.from({ length: Math.ceil(all.length / ENTRY_SIZE) }, (_, number) => ({
    sessionId,
    generation,
    number,
    rows: all.slice(number * ENTRY_SIZE, (number + 1) * ENTRY_SIZE),
    removed: [],
  }))
}

const isIndexedRow = (one: IndexedRow): boolean =>
  one?.row?.length >= MIN_VALUES &&
  one.row.length <= FIELDS.length &&
  typeof one.words === 'string' &&
  typeof one.name === 'string'

/** Fills up a row that was stored before a field was added. New fields come last. */
const fillUp = ({ row, ...index }: IndexedRow): IndexedRow => ({
  ...index,
  row: FIELDS.map((_, index) => row[index] ?? null) as unknown as Row,
})

/** Reads what is readable of a generation, whose entries have all up to `next`. */
export const readGeneration = async (
  stores: Stores,
  id: string,
  number: number,
  next: string | null,
): Promise<{ generation: Generation; isWhole: boolean; isEmpty: boolean }> => {
  const generation = new Generation(number)
  const entries = await result<TicketsEntry[]>(stores('tickets').getAll(generationRange(id, number, number)))
  let isWhole = true
  entries.forEach((entry, index) => {
    const isReadable =
      Array.isArray(entry.rows) && Array.isArray(entry.removed) && entry.rows.every(isIndexedRow)
    const isOld = isReadable && entry.rows.some(({ row }) => row.length < FIELDS.length)
    const { rows, removed } = entry
    if (isReadable) generation.commit({ rows: isOld ? rows.map(fillUp) : rows, removed, next })
    isWhole &&= isReadable && !isOld && entry.number === index
  })
  return { generation, isWhole, isEmpty: entries.length === 0 }
}
