// A session's tickets on disk. Each response with ticket changes is stored together with the position behind it, so the
// copy is whole after a crash. A list that is loaded again has a generation of its own, and replaces the copy at its end.
import type { Schemas } from '../../shared/schemas.ts'
import { result, type Stores, transact } from './database.ts'
import { type Held, SEGMENT_SIZE } from './segment.ts'
import { FIELDS, type Row } from './ticket.ts'
import { HeldTickets, wordsOf } from './tickets.ts'

export type Session = Schemas['SessionItem']
export type Changes = Schemas['TicketChanges']

export type SessionEntry = {
  id: string
  session: Session
  /** The generation of the complete copy; null until there is one. */
  generation: number | null
  /** The position behind the complete copy. */
  next: string | null
  /** A list that is being loaded, as the first or instead of the complete copy. */
  loading: { generation: number; next: string | null } | null
  /** Increases with each write, so that another tab notices it. */
  writes: number
  /** When the page last opened the session, in epoch milliseconds. */
  openedAt: number
  /** When the service denied access for the first time; null while it allows it. */
  deniedAt: number | null
  /** The subject for whom the service last gave these tickets. */
  confirmedBy: string | null
}

/** Some tickets of a generation. Later entries replace earlier ones. */
type TicketsEntry = { sessionId: string; generation: number; number: number; held: Held[]; removed: string[] }

const STORES = ['sessions', 'tickets'] as const

/** The copy is written again when so much more is stored than held. */
const COMPACT_FACTOR = 2
const COMPACT_MARGIN = 10_000

const generationRange = (sessionId: string, first: number, last: number): IDBKeyRange =>
  IDBKeyRange.bound([sessionId, first, 0], [sessionId, last, Number.MAX_SAFE_INTEGER])

/** Whether a response has the shape that this version of the page understands. */
export const isChanges = (body: Changes): boolean =>
  Array.isArray(body.rows) &&
  Array.isArray(body.removed) &&
  typeof body.next === 'string' &&
  typeof body.more === 'boolean' &&
  JSON.stringify(body.fields) === JSON.stringify(FIELDS) &&
  body.rows.every((row) => row.length === FIELDS.length)

const isHeld = ({ row, words }: Held): boolean => row.length === FIELDS.length && typeof words === 'string'

/** A generation while it is filled: its tickets in memory, and its last entry on disk. */
class Generation {
  readonly tickets = new HeldTickets()
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
    const isFull = this.#tail !== undefined && this.#tail.held.size + held.length > SEGMENT_SIZE
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
const toEntries = (sessionId: string, generation: number, tickets: HeldTickets): TicketsEntry[] => {
  const all = [...tickets.all()]
  return Array.from({ length: Math.ceil(all.length / SEGMENT_SIZE) }, (_, number) => ({
    sessionId,
    generation,
    number,
    held: all.slice(number * SEGMENT_SIZE, (number + 1) * SEGMENT_SIZE),
    removed: [],
  }))
}

const readGeneration = async (stores: Stores, id: string, number: number): Promise<Generation> => {
  const generation = new Generation(number)
  const entries = await result<TicketsEntry[]>(stores('tickets').getAll(generationRange(id, number, number)))
  entries.forEach((entry, index) => {
    if (entry.number !== index || !entry.held.every(isHeld)) throw new Error('The copy is damaged.')
    generation.take(entry)
  })
  return generation
}

const FIRST_GENERATION = 1

const newEntry = (session: Session): SessionEntry => ({
  id: session.id,
  session,
  generation: null,
  next: null,
  loading: { generation: FIRST_GENERATION, next: null },
  writes: 0,
  openedAt: 0,
  deniedAt: null,
  confirmedBy: null,
})

export class SessionStore {
  #entry: SessionEntry
  #complete: Generation | undefined
  #loading: Generation | undefined
  #isStored = true

  private constructor(entry: SessionEntry) {
    this.#entry = entry
  }

  /** Whether the disk has what memory has. If the disk fails, the page goes on without it until it is opened again. */
  get isStored(): boolean {
    return this.#isStored
  }

  get entry(): Readonly<SessionEntry> {
    return this.#entry
  }

  /** The complete copy; undefined until there is one. */
  get tickets(): HeldTickets | undefined {
    return this.#complete?.tickets
  }

  /** How many tickets of a list that is being loaded have arrived; undefined while none is. */
  get loaded(): number | undefined {
    return this.#entry.loading === null ? undefined : (this.#loading?.tickets.size ?? 0)
  }

  /** The position of the next request; null for the beginning of the list. */
  get since(): string | null {
    return this.#entry.loading === null ? this.#entry.next : this.#entry.loading.next
  }

  /** Opens what the disk has of a session; undefined if it has nothing and `session` is not given. */
  static async open(id: string, now: number, session?: Session): Promise<SessionStore | undefined> {
    try {
      const entry = await transact(STORES, 'readwrite', async (stores) => {
        const stored = await result<SessionEntry | undefined>(stores('sessions').get(id))
        if (stored === undefined && session === undefined) return undefined
        const opened = { ...(stored ?? newEntry(session as Session)), openedAt: now }
        if (session !== undefined) opened.session = session
        await result(stores('sessions').put(opened))
        return opened
      })
      if (entry === undefined) return undefined
      const store = new SessionStore(entry)
      await store.#read()
      return store
    } catch {
      if (session === undefined) return undefined
      const store = new SessionStore({ ...newEntry(session), openedAt: now })
      store.#isStored = false
      store.#loading = new Generation(FIRST_GENERATION)
      return store
    }
  }

  /** Reads the tickets. A copy that is damaged is loaded again. */
  async #read(): Promise<void> {
    const { id, generation, loading } = this.#entry
    try {
      await transact(['tickets'], 'readonly', async (stores) => {
        this.#complete = generation === null ? undefined : await readGeneration(stores, id, generation)
        this.#loading = loading === null ? undefined : await readGeneration(stores, id, loading.generation)
      })
    } catch {
      this.#complete = undefined
      await this.#discard()
    }
  }

  /** Forgets the copy and begins again. */
  async #discard(): Promise<void> {
    const entry: SessionEntry = { ...this.#entry, generation: null, next: null }
    const last = Math.max(this.#entry.generation ?? 0, this.#entry.loading?.generation ?? 0)
    entry.loading = { generation: last + 1, next: null }
    await this.#write(entry, async (stores) => {
      await result(stores('tickets').delete(generationRange(entry.id, 0, last)))
    })
    this.#complete = undefined
    this.#loading = new Generation(last + 1)
  }

  /** Writes the entry in one transaction with `work`. */
  async #write(entry: SessionEntry, work: (stores: Stores) => Promise<void>): Promise<void> {
    entry.writes += 1
    this.#entry = entry
    if (!this.#isStored) return
    try {
      await transact(STORES, 'readwrite', async (stores) => {
        await work(stores)
        await result(stores('sessions').put(entry))
      })
    } catch {
      // What the disk has is older, and whole.
      this.#isStored = false
    }
  }

  /** Takes over what another tab has written. Returns whether it has. */
  async refresh(): Promise<boolean> {
    if (!this.#isStored) return false
    let stored: SessionEntry | undefined
    try {
      stored = await transact(['sessions'], 'readonly', (stores) =>
        result<SessionEntry | undefined>(stores('sessions').get(this.#entry.id)),
      )
    } catch {
      this.#isStored = false
      return false
    }
    if (stored === undefined) {
      // Another tab erased it.
      await this.#discard()
      return true
    }
    if (stored.writes === this.#entry.writes) return false
    this.#entry = stored
    await this.#read()
    return true
  }

  /** Begins to load the list again. The copy stays in use until the new list is complete. */
  async startAgain(): Promise<void> {
    const { generation, loading } = this.#entry
    const last = Math.max(generation ?? 0, loading?.generation ?? 0)
    const entry: SessionEntry = { ...this.#entry, loading: { generation: last + 1, next: null } }
    await this.#write(entry, async (stores) => {
      if (loading !== null) {
        const range = generationRange(entry.id, loading.generation, loading.generation)
        await result(stores('tickets').delete(range))
      }
    })
    this.#loading = new Generation(last + 1)
  }

  /** Stores a response and applies it. */
  async apply(changes: Changes, subject: string | undefined): Promise<void> {
    const { rows, removed, more, next } = changes
    const entry: SessionEntry = { ...this.#entry, deniedAt: null, confirmedBy: subject ?? null }
    const isLoading = entry.loading !== null
    const generation = isLoading ? (this.#loading as Generation) : (this.#complete as Generation)
    const held = rows.map((row: Row): Held => ({ row, words: wordsOf(row) }))
    const planned = generation.plan(entry.id, held, removed)
    const isComplete = isLoading && !more
    if (isComplete) {
      entry.generation = generation.number
      entry.loading = null
    }
    if (entry.loading === null) entry.next = next
    else entry.loading = { generation: generation.number, next }

    await this.#write(entry, async (stores) => {
      stores('tickets').put(planned)
      if (isComplete) {
        await result(stores('tickets').delete(generationRange(entry.id, 0, generation.number - 1)))
      }
    })
    generation.commit(planned, held, removed)
    if (isComplete) {
      this.#complete = generation
      this.#loading = undefined
    }
    if (this.#entry.loading === null && generation.isBloated) await this.#compact(generation)
  }

  /** Writes what is held again, without what was replaced since. */
  async #compact({ number, tickets }: Generation): Promise<void> {
    const compact = new Generation(number + 1)
    const entries = toEntries(this.#entry.id, compact.number, tickets)
    await this.#write({ ...this.#entry, generation: compact.number }, async (stores) => {
      for (const entry of entries) stores('tickets').put(entry)
      await result(stores('tickets').delete(generationRange(this.#entry.id, 0, number)))
    })
    for (const entry of entries) compact.take(entry)
    this.#complete = compact
  }

  /** Notes that the service gave the same tickets again, without changes. */
  async confirm(subject: string | undefined): Promise<void> {
    const { deniedAt, confirmedBy } = this.#entry
    if (deniedAt === null && confirmedBy === (subject ?? null)) return
    await this.#write({ ...this.#entry, deniedAt: null, confirmedBy: subject ?? null }, async () => undefined)
  }

  /** Notes when the service first denied access. */
  async deny(now: number): Promise<void> {
    await this.#write({ ...this.#entry, deniedAt: now }, async () => undefined)
  }

  /** Erases the tickets. Check-ins that are not sent stay. */
  async erase(): Promise<void> {
    await eraseSession(this.#entry.id)
    this.#complete = undefined
    this.#loading = undefined
  }
}

const eraseSession = (id: string): Promise<void> =>
  transact(STORES, 'readwrite', async (stores) => {
    stores('tickets').delete(generationRange(id, 0, Number.MAX_SAFE_INTEGER))
    await result(stores('sessions').delete(id))
  })

/** Tickets are kept this long after the session started or was last opened. */
const KEPT_MS = 24 * 3_600_000

/** Erases the tickets of sessions that are over. Returns the sessions that the device holds. */
export const tidySessions = async (now: number): Promise<SessionEntry[]> => {
  const entries = await transact(['sessions'], 'readonly', (stores) =>
    result<SessionEntry[]>(stores('sessions').getAll()),
  )
  const isOver = ({ session, openedAt }: SessionEntry) =>
    now > Math.max(Date.parse(session.startsAt), openedAt) + KEPT_MS
  for (const entry of entries.filter(isOver)) await eraseSession(entry.id)
  return entries.filter((entry) => !isOver(entry))
}
