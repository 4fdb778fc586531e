// The session on the screen: keeps its tickets up to date.
import { computed, signal } from '@preact/signals'
import { subject } from '../shared/account.ts'
import type { Api } from '../shared/api.ts'
import type { SessionStore } from './holds/session-store.ts'
import { type Ticket, totalOf } from './holds/ticket.ts'
import { HeldTickets } from './holds/tickets.ts'
import { noteReached, send } from './sends/connection.ts'
import { actions, settleActions } from './sends/outbox.ts'
import { isInCopy, marksOf } from './sends/rule.ts'
import { nextPoll } from './sends/schedule.ts'
import { Synchronizer, type SyncResult } from './sends/synchronize.ts'

export type Phase = 'loading' | 'ready' | 'denied' | 'erased'

const noTickets = new HeldTickets()

export class OpenSession {
  readonly #store: SessionStore
  readonly #synchronizer: Synchronizer
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isClosed = false
  #polling: Promise<void> | undefined

  readonly phase = signal<Phase>('loading')
  /** Changes when the tickets do. */
  readonly version = signal(0)
  readonly loaded = signal({ count: 0, total: 0 })
  /** Whether the list on disk is complete. */
  readonly isOnDisk = signal(false)
  /** Whether the last request for tickets failed. */
  readonly isFailing = signal(false)
  readonly marks = computed(() => marksOf(actions.value))

  /** The tickets by status, with what was done on this device. */
  readonly counts = computed(() => {
    this.version.value
    const counts = { ...this.tickets.counts }
    for (const [id, { status }] of this.marks.value) {
      const before = this.tickets.get(id)?.status
      if (before === undefined) continue
      counts[before] -= 1
      counts[status] += 1
    }
    return counts
  })

  constructor(api: Api, store: SessionStore) {
    this.#store = store
    this.#synchronizer = new Synchronizer(api, store)
    this.#note()
    document.addEventListener('visibilitychange', this.#wake)
    addEventListener('online', this.#wake)
    this.#wake()
  }

  get session() {
    return this.#store.entry.session
  }

  get isStored(): boolean {
    return this.#store.isStored
  }

  get tickets(): HeldTickets {
    return this.#store.tickets ?? noTickets
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    document.removeEventListener('visibilitychange', this.#wake)
    removeEventListener('online', this.#wake)
  }

  /** A ticket with what was done on this device. Its time is by the clock of the service. */
  ticket(id: string): Ticket | undefined {
    const ticket = this.tickets.get(id)
    const mark = this.marks.value.get(id)
    return ticket && mark ? { ...ticket, ...mark } : ticket
  }

  /** The tickets of the same holder, with what was done on this device. */
  ofHolder(ticket: Ticket): Ticket[] {
    return this.tickets.ofHolder(ticket).flatMap(({ id }) => this.ticket(id) ?? [])
  }

  #wake = (): void => {
    if (document.visibilityState === 'visible') this.poll()
  }

  /** Shows what the store has. */
  #note(): void {
    const { entry, tickets, loaded } = this.#store
    const isOfPerson = entry.confirmedBy === null || entry.confirmedBy === subject.value
    if (entry.deniedAt !== null) this.phase.value = 'denied'
    else this.phase.value = tickets !== undefined && isOfPerson ? 'ready' : 'loading'
    this.loaded.value = {
      count: loaded ?? 0,
      total: this.#synchronizer.total ?? totalOf(this.session.counts),
    }
    this.isOnDisk.value = tickets !== undefined && this.#store.isStored
    this.version.value = entry.writes
  }

  /** Asks for changes until there are no more, and plans the next time. */
  poll(): Promise<void> {
    this.#polling ??= this.#pollAll().finally(() => {
      this.#polling = undefined
    })
    return this.#polling
  }

  async #pollAll(): Promise<void> {
    clearTimeout(this.#timer)
    const askedAt = Date.now()
    const changed = new Set<string>()
    let result: SyncResult
    do {
      result = await this.#synchronizer
        .poll(subject.value, Date.now)
        .catch((): SyncResult => ({ kind: 'failed', retryAfter: null, isReached: false }))
      if (this.#isClosed) return
      if (result.kind === 'erased') {
        this.phase.value = 'erased'
        this.close()
        return
      }
      if (result.kind === 'more' || result.kind === 'current')
        for (const id of result.changed) changed.add(id)
      this.#note()
    } while (result.kind === 'more')
    if (result.kind === 'current') {
      await settleActions(
        (action) =>
          action.sessionId === this.session.id &&
          isInCopy(action, this.tickets.get(action.ticketId), changed, askedAt),
      )
    }
    noteReached(result.kind === 'failed' ? result.isReached : result.kind !== 'signed-out')
    this.#failures = result.kind === 'current' ? 0 : this.#failures + 1
    this.isFailing.value = this.#failures > 0
    if (result.kind === 'current') send()
    this.#plan(result.kind === 'failed' ? result.retryAfter : null)
  }

  #plan(retryAfter: number | null): void {
    clearTimeout(this.#timer)
    if (this.#isClosed || document.visibilityState !== 'visible') return
    this.#timer = setTimeout(() => this.poll(), nextPoll(this.#failures, retryAfter, Math.random()))
  }
}
