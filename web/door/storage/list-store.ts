// A session's tickets on disk. Each response is stored together with its sync position, so the copy is
// consistent after a crash. A list that is loaded again is a new generation, and finally replaces the copy.
import type { ListView } from '../core/state.ts'
import type { Changes, Inside, TicketType } from '../core/ticket.ts'
import { indexRow, TicketList } from '../core/ticket-list.ts'
import { result, type Stores, transact } from './database.ts'
import { FIRST_GENERATION, newEntry, type Session, type SessionEntry } from './entry.ts'
import { Generation, generationRange, readGeneration, toEntries } from './generation.ts'
import { eraseSession, readEntry } from './stored-sessions.ts'

const STORES = ['sessions', 'tickets'] as const

const typesOf = ({ types = [] }: Session): Map<string, TicketType> =>
  new Map(
    types.map(({ name, note, flag, ...rule }) => [name, { note, flag: flag === 'None' ? null : flag, rule }]),
  )

/** Whether the event has areas or admits again after exits, or somebody left or was counted. */
const hasExits = ({ areas = [], types = [] }: Session, inside: readonly Inside[], entered: number): boolean =>
  areas.length > 0 ||
  types.some(({ entries = 'Once' }) => entries !== 'Once') ||
  inside.some(({ areaId, tickets, others }) => others !== 0 || (areaId === null && tickets < entered))

/** Before anything was loaded. */
const NO_TICKETS = new TicketList()

export class ListStore {
  #entry: SessionEntry
  #complete: Generation | undefined
  #loading: Generation | undefined
  #isStored = true

  private constructor(entry: SessionEntry) {
    this.#entry = entry
  }

  get session(): Session {
    return this.#entry.session
  }

  /** What to show: the complete copy, or else what has arrived of the first one. */
  get view(): ListView {
    const { deniedAt, confirmedBy, loading, session, inside = [] } = this.#entry
    const tickets = (this.#complete ?? this.#loading)?.copy ?? NO_TICKETS
    tickets.types = typesOf(session)
    return {
      copy: tickets,
      isComplete: this.#complete !== undefined,
      loaded: loading === null ? null : (this.#loading?.copy.tickets.size ?? 0),
      isStored: this.#isStored,
      typesVersion: session.typesVersion ?? null,
      startsAt: Date.parse(session.startsAt),
      cancelled: session.cancelledAt ? (session.cancelNotice ?? '') : null,
      areas: session.areas ?? [],
      inside,
      hasExits: hasExits(session, inside, this.#complete?.copy.counts.CheckedIn ?? 0),
      deniedAt,
      confirmedBy,
    }
  }

  /** The sync position of the next request; null for the start of the list. */
  get since(): string | null {
    return (this.#loading ?? this.#complete)?.copy.since ?? null
  }

  /** Opens a stored session, or `session` as a new one; undefined if there is neither. */
  static async open(id: string, now: number, session?: Session): Promise<ListStore | undefined> {
    try {
      const entry = await transact(STORES, 'readwrite', async (stores) => {
        const stored = await readEntry(stores, id)
        if (stored === undefined && session === undefined) return undefined
        const opened = { ...(stored ?? newEntry(session as Session)), openedAt: now }
        if (session !== undefined) opened.session = { ...opened.session, ...session }
        await result(stores('sessions').put(opened))
        return opened
      })
      if (entry === undefined) return undefined
      const store = new ListStore(entry)
      await store.#read()
      return store
    } catch {
      if (session === undefined) return undefined
      const store = new ListStore({ ...newEntry(session), openedAt: now })
      store.#isStored = false
      store.#loading = new Generation(FIRST_GENERATION)
      return store
    }
  }

  /** Reads the tickets. What is readable of a damaged copy stays in use while the list is loaded again. */
  async #read(): Promise<void> {
    const { id, generation, next: since, loading } = this.#entry
    const isWhole = await transact(['tickets'], 'readonly', async (stores) => {
      const complete = generation === null ? undefined : await readGeneration(stores, id, generation, since)
      const next =
        loading === null ? undefined : await readGeneration(stores, id, loading.generation, loading.next)
      // A complete copy has an entry at least. Without one, the browser has dropped the database since.
      const isGone = complete?.isEmpty === true
      this.#complete = isGone ? undefined : complete?.generation
      this.#loading = next?.generation
      return !isGone && complete?.isWhole !== false && next?.isWhole !== false
    })
    if (!isWhole) await this.startAgain()
  }

  /** Writes the entry in one transaction with `work`. */
  async #write(entry: SessionEntry, work = async (_: Stores): Promise<void> => undefined): Promise<void> {
    if (this.#isStored) {
      try {
        await transact(STORES, 'readwrite', async (stores) => {
          await work(stores)
          await result(stores('sessions').put({ ...entry, session: this.session }))
        })
      } catch {
        // The disk has an older, consistent copy.
        this.#isStored = false
      }
    }
    this.#entry = { ...entry, session: this.session }
  }

  /** Starts loading the list again. The copy stays in use until the new list is complete. */
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

  /** Stores and applies a response. */
  async apply(changes: Changes, subject: string): Promise<void> {
    const { rows, removed, more, next, inside } = changes
    if (!more && rows.length + removed.length === 0 && next === this.since)
      return this.confirm(subject, inside)
    const entry: SessionEntry = { ...this.#entry, deniedAt: null, confirmedBy: subject, inside }
    const isLoading = entry.loading !== null
    const generation = isLoading ? (this.#loading as Generation) : (this.#complete as Generation)
    const indexed = { ...changes, rows: rows.map(indexRow) }
    const isComplete = isLoading && !more
    if (isComplete) {
      entry.generation = generation.number
      entry.loading = null
    }
    if (entry.loading === null) entry.next = next
    else entry.loading = { generation: generation.number, next }

    await this.#write(entry, async (stores) => {
      stores('tickets').put(generation.toEntry(entry.id, indexed))
      if (isComplete) {
        await result(stores('tickets').delete(generationRange(entry.id, 0, generation.number - 1)))
      }
    })
    generation.commit(indexed)
    if (isComplete) {
      this.#complete = generation
      this.#loading = undefined
    }
    if (this.#entry.loading === null && generation.isBloated) await this.#compact(generation)
  }

  /** Rewrites the tickets without replaced ones. */
  async #compact({ number, copy }: Generation): Promise<void> {
    const compact = new Generation(number + 1)
    const entries = toEntries(this.#entry.id, compact.number, copy)
    await this.#write({ ...this.#entry, generation: compact.number }, async (stores) => {
      for (const entry of entries) stores('tickets').put(entry)
      await result(stores('tickets').delete(generationRange(this.#entry.id, 0, number)))
    })
    for (const entry of entries) compact.commit({ ...entry, next: copy.since })
    this.#complete = compact
  }

  /** Stores new details of the session, independently of other writes. */
  async describe(session: Session): Promise<void> {
    this.#entry = { ...this.#entry, session }
    if (!this.#isStored) return
    await transact(['sessions'], 'readwrite', async (stores) => {
      const stored = await result<SessionEntry | undefined>(stores('sessions').get(session.id))
      if (stored !== undefined) await result(stores('sessions').put({ ...stored, session }))
    }).catch(() => undefined)
  }

  /** Records that the service confirmed access without changes, and how many are inside if it said that. */
  async confirm(subject: string, inside = this.#entry.inside ?? []): Promise<void> {
    const entry = { ...this.#entry, deniedAt: null, confirmedBy: subject, inside }
    if (JSON.stringify(entry) !== JSON.stringify(this.#entry)) await this.#write(entry)
  }

  /** Records when the service first denied access. */
  async deny(now: number): Promise<void> {
    if (this.#entry.deniedAt === now) return
    await this.#write({ ...this.#entry, deniedAt: now })
  }

  /** Erases the tickets. Unsent check-ins stay. */
  async erase(): Promise<void> {
    await eraseSession(this.#entry.id)
    this.#complete = undefined
    this.#loading = undefined
  }
}
