// What staff do at the door, and the outcome that they are shown. One thing at a time: a second tap waits for nothing.
import { signal } from '@preact/signals'
import type { OpenSession } from '../open-session.ts'
import type { CheckedIn, Named } from '../sends/check-in.ts'
import { type Action, looksLikeCode, type Outcome } from '../sends/rule.ts'
import { texts } from '../texts.ts'
import { signalOutcome } from './feedback.ts'

export const UNDO_MS = 10_000

export type Shown =
  | {
      kind: 'outcome'
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
  readonly #open: OpenSession
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly shown = signal<Shown | undefined>(undefined)
  readonly chosen = signal<string | undefined>(undefined)
  readonly isBusy = signal(false)

  constructor(open: OpenSession) {
    this.#open = open
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

  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.isBusy.value) return
    this.isBusy.value = true
    try {
      await work()
    } finally {
      this.isBusy.value = false
    }
  }

  /** Checks in one ticket, or a group whose first ticket was chosen. */
  checkIn(tickets: readonly Named[]): Promise<void> {
    return this.#alone(async () => {
      this.#show(undefined)
      const done = await this.#open.checkIn(tickets.map(toNamed))
      const admitted = done.filter(({ outcome }) => outcome.kind === 'CheckedIn')
      const [first] = admitted.length > 0 ? admitted : done
      if (first === undefined) return
      this.chosen.value = undefined
      this.#show({
        kind: 'outcome',
        outcome: first.outcome,
        done,
        number: done.map(({ ticket }) => ticket.number).join(', '),
        name: first.ticket.name,
        undoable: admitted.flatMap(({ action }) => action ?? []),
      })
    })
  }

  #showUnknown(number: string): void {
    this.#show({
      kind: 'outcome',
      outcome: { kind: 'UnknownTicket' },
      done: [],
      number,
      name: null,
      undoable: [],
    })
  }

  /** Checks in the ticket of a code that a camera read. */
  async scan(code: string): Promise<void> {
    const found = await this.#open.resolve(code)
    if (found.length > 1) {
      this.#open.show(found[0]?.number ?? code, undefined)
      this.info(texts.severalTickets)
      return
    }
    const [ticket] = found
    if (ticket !== undefined) return this.checkIn([ticket])
    const id = this.#open.idIn(code)
    if (id !== undefined) return this.checkIn([{ id, number: code.trim(), name: null }])
    this.#showUnknown(code.trim())
  }

  /**
   * Checks in the ticket whose number was typed. Words never check anybody in.
   *
   * @returns whether the text was taken for a code
   */
  async enter(text: string): Promise<boolean> {
    const found = await this.#open.resolve(text)
    if (found.length > 1) {
      this.info(texts.severalTickets)
      return false
    }
    if (found.length === 0 && ((this.#open.found.value?.count ?? 0) > 0 || !looksLikeCode(text))) return false
    await this.scan(text)
    return true
  }

  undo(actions: readonly Action[]): Promise<void> {
    return this.#alone(async () => {
      for (const action of actions) await this.#open.undoAction(action)
      this.info(texts.undone(actions.map(({ ticketNumber }) => ticketNumber).join(', ')))
    })
  }

  undoTicket(ticket: Named): Promise<void> {
    return this.#alone(async () => {
      const result = await this.#open.undoTicket(toNamed(ticket))
      this.chosen.value = undefined
      if (result === 'undone') this.info(texts.undone(ticket.number))
      else this.info(result === 'offline' ? texts.undoOffline : texts.undoElsewhere)
    })
  }
}
