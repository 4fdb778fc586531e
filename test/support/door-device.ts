// A door device without a browser: the rules of the door page, on a network that loses and delays what it is told to.
import { expect } from 'vitest'
import type { Item } from '../../src/domain/check-ins/items.ts'
import { HeldTickets, wordsOf } from '../../web/door/holds/tickets.ts'
import {
  type Action,
  afterUndo,
  decideAlone,
  isInCopy,
  type Mark,
  marksOf,
  toMark,
  toOutcome,
  troubleOf,
} from '../../web/door/sends/rule.ts'
import { emptyRecord, recordItem, type TicketRecord, type TicketState } from '../models/check-ins.ts'
import { type Result, type Sent, send } from './check-ins.ts'
import { changesPath, getChanges } from './sync.ts'

/** An item on its way to the service. */
export type Entry = Sent & { ticketId: string; at: string }

/** Somebody who was let in. */
export type Admission = { id: string; ticketId: string; at: number; isUndone: boolean }

/**
 * What happens to the question before a check-in. `offline`: the device does not ask. `lost`: the question is. `late`: it
 * arrives at some other time. `unheard`: the response is lost. `crash`: the device forgets that it waits for the response.
 */
export const FATES = ['answered', 'offline', 'lost', 'late', 'unheard', 'crash'] as const
export type Fate = (typeof FATES)[number]

/** A session of the service, and what it must have recorded. */
export const watchSession = (session: string, bases: ReadonlyMap<string, TicketState>) => {
  const records = new Map<string, TicketRecord>([...bases].map(([id, base]) => [id, emptyRecord(base)]))
  return {
    session,
    records,
    /** Sends a batch, and compares each outcome with the rule. */
    deliver: async (subject: string, entries: readonly Entry[]): Promise<Result[]> => {
      const expected = entries.map((entry) => {
        const before = records.get(entry.ticketId) as TicketRecord
        const { record, outcome } = recordItem(before, {
          ...entry,
          at: Date.parse(entry.at),
        } as unknown as Item)
        records.set(entry.ticketId, record)
        return outcome
      })
      // An undo has no ticket of its own in a request.
      const items = entries.map(({ ticketId, ...item }) =>
        item.type === 'CheckIn' ? { ...item, ticketId } : item,
      )
      const { results } = await send(session, subject, items, 'Gate')
      expect(results.map(({ outcome }) => outcome)).toEqual(expected)
      return results
    },
  }
}

export type Watched = ReturnType<typeof watchSession>

export class DoorDevice {
  readonly #service: Watched
  readonly #subject: string
  readonly #tickets = new HeldTickets()
  #since: string | undefined
  #actions: Action[] = []
  /** What waits to be sent, oldest first. */
  queue: Entry[] = []
  /** Questions that have not arrived yet. */
  late: Entry[] = []
  readonly troubles = new Set<string>()
  readonly admissions: Admission[] = []

  constructor(service: Watched, subject: string) {
    this.#service = service
    this.#subject = subject
  }

  #mark(ticketId: string): Mark | undefined {
    return marksOf(this.#actions).get(ticketId) ?? this.#tickets.get(ticketId)
  }

  #act(entry: Entry, after: Mark, answeredAt: number | null, checkInId: string | null = null): void {
    this.#actions.push({
      id: entry.id,
      type: checkInId === null ? 'CheckIn' : 'Undo',
      checkInId,
      sessionId: this.#service.session,
      ticketId: entry.ticketId,
      ticketNumber: '',
      name: null,
      at: Date.parse(entry.at),
      after,
      answeredAt,
      isSettled: false,
    })
  }

  #queueUndo(checkIn: { id: string; ticketId: string }, at: string): Entry {
    const entry = {
      type: 'Undo',
      id: crypto.randomUUID(),
      checkInId: checkIn.id,
      ticketId: checkIn.ticketId,
      at,
    }
    this.queue.push(entry)
    return entry
  }

  async #ask(question: Entry, fate: Fate): Promise<Result | undefined> {
    if (fate === 'late') this.late.push(question)
    if (fate !== 'answered' && fate !== 'unheard' && fate !== 'crash') return undefined
    const [result] = await this.#service.deliver(this.#subject, [question])
    return fate === 'answered' ? result : undefined
  }

  async checkIn(ticketId: string, time: number, fate: Fate): Promise<void> {
    const at = new Date(time).toISOString()
    const question: Entry = { type: 'CheckIn', id: crypto.randomUUID(), ticketId, at, admitted: false }
    const result = await this.#ask(question, fate)
    if (fate === 'crash') {
      this.#queueUndo(question, at)
      return
    }
    const outcome = result ? toOutcome(result, time) : decideAlone(this.#mark(ticketId), time)
    if (outcome.kind === 'CheckedIn') {
      this.admissions.push({ id: question.id, ticketId, at: time, isUndone: false })
      const after = (result && toMark(result)) ?? { status: 'CheckedIn', checkedInAt: time }
      this.#act(question, after, result ? time : null)
      if (!result) this.queue.push({ ...question, admitted: true })
    } else if (!result && fate !== 'offline') this.#queueUndo(question, at)
  }

  /** Undoes the latest check-in that this device did not undo yet. */
  undo(time: number): void {
    const admission = this.admissions.findLast(({ isUndone }) => !isUndone)
    if (admission === undefined) return
    admission.isUndone = true
    const entry = this.#queueUndo(admission, new Date(time).toISOString())
    this.#act(entry, afterUndo(this.#tickets.get(admission.ticketId), admission.at), null, admission.id)
  }

  /** Sends the oldest `count` entries. If the response is lost, they are sent again another time. */
  async send(count: number, time: number, isHeard: boolean): Promise<void> {
    const batch = this.queue.slice(0, count)
    if (batch.length === 0) return
    const results = await this.#service.deliver(this.#subject, batch)
    if (!isHeard) return
    this.queue = this.queue.slice(count)
    batch.forEach((entry, index) => {
      const result = results[index] as Result
      if (entry.admitted === true && troubleOf(result) !== undefined) this.troubles.add(entry.id)
      this.#actions = this.#actions.map((action) =>
        action.id === entry.id
          ? { ...action, answeredAt: time, after: toMark(result) ?? action.after }
          : action,
      )
    })
  }

  /** Delivers the questions that were on their way. */
  async deliverLate(): Promise<void> {
    const questions = this.late
    this.late = []
    if (questions.length > 0) await this.#service.deliver(this.#subject, questions)
  }

  async synchronize(time: number): Promise<void> {
    const changed = new Set<string>()
    for (let more = true; more; ) {
      const search: Record<string, string> = this.#since === undefined ? {} : { since: this.#since }
      const changes = await getChanges(this.#subject, changesPath(this.#service.session, search))
      for (const row of changes.rows) this.#tickets.put({ row, words: wordsOf(row) })
      for (const id of changes.removed) this.#tickets.remove(id)
      for (const id of [...changes.rows.map(([id]) => id), ...changes.removed]) changed.add(id)
      this.#since = changes.next
      more = changes.more
    }
    this.#actions = this.#actions.map((action) =>
      isInCopy(action, this.#tickets.get(action.ticketId), changed, time)
        ? { ...action, isSettled: true }
        : action,
    )
  }

  /** The state that staff see. */
  shown(ticketId: string): TicketState | undefined {
    const mark = this.#mark(ticketId)
    return mark && { status: mark.status, checkedInAt: mark.checkedInAt }
  }
}
