// What staff do at the door, and the outcome that they are shown. One thing at a time, in the order of taps and scans.
import { signal } from '@preact/signals'
import type { Gate } from '../gate.ts'
import type { CheckedIn, Named } from '../sends/check-in.ts'
import { type Action, codesIn, isTicketId, looksLikeCode, type Outcome } from '../sends/rule.ts'
import { texts } from '../texts.ts'
import { signalOutcome } from './feedback.ts'
import type { SearchView } from './search-view.ts'

export const UNDO_MS = 10_000

export type Shown =
  | {
      kind: 'outcome'
      id: number
      outcome: Outcome
      /** The tickets that were checked in, of all that were asked for. */
      done: readonly CheckedIn[]
      number: string
      name: string | null
      /** What the button "Undo" undoes; none after ten seconds. */
      undoable: readonly Action[]
    }
  | { kind: 'info'; text: string }

const toNamed = ({ id, number, name }: Named): Named => ({ id, number, name })

export class Desk {
  readonly #gate: Gate
  readonly #view: SearchView
  #timer: ReturnType<typeof setTimeout> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #underWay = 0
  #id = 0
  readonly shown = signal<Shown | undefined>(undefined)
  readonly chosen = signal<string | undefined>(undefined)
  readonly isBusy = signal(false)

  constructor(gate: Gate, view: SearchView) {
    this.#gate = gate
    this.#view = view
  }

  #nextId(): number {
    this.#id += 1
    return this.#id
  }

  #show(shown: Shown | undefined): void {
    clearTimeout(this.#timer)
    this.shown.value = shown
    if (shown?.kind !== 'outcome') return
    signalOutcome(shown.outcome.kind)
    if (shown.undoable.length > 0) {
      this.#timer = setTimeout(() => {
        this.shown.value = { ...shown, undoable: [] }
      }, UNDO_MS)
    }
  }

  info(text: string): void {
    this.#show({ kind: 'info', text })
  }

  /** Runs `work` after what is under way. A scanner is faster than a network. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#underWay += 1
    this.isBusy.value = true
    const result = this.#last.then(work).finally(() => {
      this.#underWay -= 1
      this.isBusy.value = this.#underWay > 0
    })
    this.#last = result.catch(() => undefined)
    return result
  }

  /** The same for a button, whose second tap does nothing. */
  async #onTap(work: () => Promise<void>): Promise<void> {
    if (!this.isBusy.value) await this.#inTurn(work)
  }

  async #checkIn(tickets: readonly Named[]): Promise<void> {
    this.#show(undefined)
    const done = await this.#gate.checkIn(tickets.map(toNamed))
    const admitted = done.filter(({ outcome }) => outcome.kind === 'CheckedIn')
    const [first] = admitted.length > 0 ? admitted : done
    if (first === undefined) return
    this.chosen.value = undefined
    this.#show({
      kind: 'outcome',
      id: this.#nextId(),
      outcome: first.outcome,
      done,
      number: done.map(({ ticket }) => ticket.number).join(', '),
      name: first.ticket.name,
      undoable: admitted.flatMap(({ action }) => action ?? []),
    })
  }

  /** Checks in the ticket that was chosen, or a group that begins with it. */
  checkIn(tickets: readonly Named[]): Promise<void> {
    return this.#onTap(() => this.#checkIn(tickets))
  }

  #showUnknown(number: string): void {
    this.#show({
      kind: 'outcome',
      id: this.#nextId(),
      outcome: { kind: 'UnknownTicket' },
      done: [],
      number,
      name: null,
      undoable: [],
    })
  }

  /** Checks in what a code names. */
  async #checkInCode(code: string, found: readonly Named[]): Promise<void> {
    const [ticket] = found
    if (found.length > 1) {
      this.#view.showStatus(undefined)
      this.#view.show(ticket?.number ?? code)
      this.info(texts.severalTickets)
      return
    }
    if (ticket !== undefined) return this.#checkIn([ticket])
    const id = codesIn(code).find(isTicketId)?.toLowerCase()
    if (id !== undefined) return this.#checkIn([{ id, number: code.trim(), name: null }])
    this.#showUnknown(code.trim())
  }

  /** Checks in the ticket of a code that a camera read. */
  scan(code: string): Promise<void> {
    return this.#inTurn(async () => this.#checkInCode(code, await this.#gate.resolve(code)))
  }

  /**
   * Checks in the ticket whose number was typed. Words never check anybody in.
   *
   * @returns whether the text was taken for a code
   */
  enter(text: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const found = await this.#gate.resolve(text)
      const isCode =
        found.length === 1 || (found.length === 0 && this.#view.finds(text) === 0 && looksLikeCode(text))
      if (isCode) await this.#checkInCode(text, found)
      else if (found.length > 1) this.info(texts.severalTickets)
      return isCode
    })
  }

  undo(actions: readonly Action[]): Promise<void> {
    return this.#onTap(async () => {
      for (const action of actions) await this.#gate.undoAction(action)
      this.info(texts.undone(actions.map(({ ticketNumber }) => ticketNumber).join(', ')))
    })
  }

  undoTicket(ticket: Named): Promise<void> {
    return this.#onTap(async () => {
      const result = await this.#gate.undoTicket(toNamed(ticket))
      this.chosen.value = undefined
      if (result === 'undone') this.info(texts.undone(ticket.number))
      else this.info(result === 'offline' ? texts.undoOffline : texts.undoElsewhere)
    })
  }
}
