// The session on the screen: keeps its tickets up to date, and checks them in.
import { computed, signal } from '@preact/signals'
import { subject } from '../shared/account.ts'
import type { Api } from '../shared/api.ts'
import type { Schemas } from '../shared/schemas.ts'
import { deviceName } from './device.ts'
import type { SessionStore } from './holds/session-store.ts'
import type { Status, Ticket } from './holds/ticket.ts'
import { HeldTickets } from './holds/tickets.ts'
import { type CheckedIn, checkIn, type Gate, type Named, undo } from './sends/check-in.ts'
import { toServerTime } from './sends/clock.ts'
import { mayAsk, noteReached, send } from './sends/connection.ts'
import { actions, settleActions } from './sends/outbox.ts'
import { type Action, codesIn, isInCopy, isTicketId, marksOf } from './sends/rule.ts'
import { nextPoll } from './sends/schedule.ts'
import { Synchronizer, type SyncResult } from './sends/synchronize.ts'

/** Rows that a search shows at first, and that each further step adds. */
const PAGE_ROWS = 50

/** How long an unknown code may wait for the tickets that were sold in the last seconds. */
const LOOK_AGAIN_MS = 800

export type Phase = 'loading' | 'ready' | 'denied' | 'erased'

const noTickets = new HeldTickets()

export class OpenSession {
  readonly #api: Api
  readonly #store: SessionStore
  readonly #synchronizer: Synchronizer
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isClosed = false
  #polling: Promise<void> | undefined

  readonly phase = signal<Phase>('loading')
  /** Increases when the tickets change. */
  readonly version = signal(0)
  readonly loaded = signal({ count: 0, total: 0 })
  /** Whether the list on disk is complete. */
  readonly isOnDisk = signal(false)
  readonly query = signal('')
  readonly filter = signal<Status | undefined>(undefined)
  readonly limit = signal(PAGE_ROWS)
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

  readonly found = computed(() => {
    this.version.value
    const [q, status] = [this.query.value, this.filter.value]
    // Names on a lit screen are nobody's business, so nothing is listed unless it is asked for.
    if (q.trim() === '' && status === undefined) return undefined
    return this.tickets.search({ q, status, overlay: this.marks.value, limit: this.limit.value })
  })

  constructor(api: Api, store: SessionStore) {
    this.#api = api
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

  /** How many tickets a search finds. */
  finds(q: string): number {
    return this.tickets.search({ q, status: undefined, overlay: this.marks.value, limit: 0 }).count
  }

  show(query: string, filter: Status | undefined): void {
    this.query.value = query
    this.filter.value = filter
    this.limit.value = PAGE_ROWS
  }

  showMore(): void {
    this.limit.value += PAGE_ROWS
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
    this.loaded.value = { count: loaded ?? 0, total: this.#synchronizer.total ?? this.#expected() }
    this.isOnDisk.value = tickets !== undefined && this.#store.isStored
    this.version.value += 1
  }

  /** How many tickets the list of sessions promised. */
  #expected(): number {
    return Object.values(this.session.counts).reduce((sum, count) => sum + count, 0)
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

  #gate(): Gate {
    return {
      sessionId: this.session.id,
      tickets: this.tickets,
      device: deviceName.value.trim() || null,
      subject: subject.value ?? '',
      api: mayAsk() ? this.#api : undefined,
    }
  }

  async checkIn(tickets: readonly Named[]): Promise<CheckedIn[]> {
    const done = await checkIn(this.#gate(), tickets)
    send()
    return done
  }

  /** The tickets that a code names. A ticket that was sold in the last seconds is loaded first. */
  async resolve(text: string): Promise<Named[]> {
    const find = (): Named[] =>
      codesIn(text)
        .flatMap((code) => [
          ...this.tickets.withNumber(code),
          ...(this.tickets.get(code.toLowerCase()) ? [code.toLowerCase()] : []),
        ])
        .flatMap((id) => this.tickets.get(id) ?? [])
    const found = find()
    if (found.length > 0 || !mayAsk()) return found
    await Promise.race([this.poll(), new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))])
    return find()
  }

  /** The ticket id that a code is, if it is one. */
  idIn(text: string): string | undefined {
    return codesIn(text).find(isTicketId)?.toLowerCase()
  }

  async undoAction({ ticketId, ticketNumber, name, id, at }: Action): Promise<void> {
    const ticket = { id: ticketId, number: ticketNumber, name }
    await undo(this.#gate(), ticket, [{ id, at: toServerTime(at) }])
    send()
  }

  /** The live check-in of a ticket on this device. */
  ownCheckIn(ticketId: string): Action | undefined {
    const undone = new Set(actions.value.map(({ checkInId }) => checkInId))
    return actions.value.find(
      (action) => action.ticketId === ticketId && action.type === 'CheckIn' && !undone.has(action.id),
    )
  }

  /**
   * Undoes all check-ins of a ticket, whoever made them.
   *
   * @returns `not-here`: another part of the platform checked it in; `offline`: the service has to be asked who did
   */
  async undoTicket(ticket: Named): Promise<'undone' | 'not-here' | 'offline'> {
    const own = this.ownCheckIn(ticket.id)
    const recorded = own?.answeredAt === null ? [] : await this.#recorded(ticket.id)
    if (recorded === undefined && own === undefined) return 'offline'
    const ids = new Map((recorded ?? []).map(({ id, at }) => [id, { id, at: Date.parse(at) }]))
    if (own !== undefined) ids.set(own.id, ids.get(own.id) ?? { id: own.id, at: toServerTime(own.at) })
    if (ids.size === 0) return 'not-here'
    await undo(this.#gate(), ticket, [...ids.values()])
    send()
    return 'undone'
  }

  /** The live check-ins of a ticket that the service has; undefined if it cannot be reached. */
  async #recorded(ticketId: string): Promise<Schemas['CheckIn'][] | undefined> {
    if (!mayAsk()) return undefined
    const reply = await this.#api<Schemas['CheckInPage']>(
      `/api/v1/sessions/${this.session.id}/check-ins?ticketId=${ticketId}&pageSize=100`,
      { timeoutMs: 3_000 },
    )
    if (reply.kind !== 'ok') return undefined
    return reply.body.data.filter(
      ({ outcome, admitted, undoneAt }) =>
        undoneAt === null && (outcome === 'CheckedIn' || (outcome === 'AlreadyCheckedIn' && admitted)),
    )
  }
}
