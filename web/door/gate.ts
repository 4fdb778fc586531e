// Checks in tickets of the session on the screen, and undoes check-ins.
import { subject } from '../shared/account.ts'
import type { Api } from '../shared/api.ts'
import { deviceName } from './device.ts'
import type { OpenSession } from './open-session.ts'
import { type CheckedIn, checkIn, type Named, type Place, undo } from './sends/check-in.ts'
import { toServerTime } from './sends/clock.ts'
import { mayAsk, send } from './sends/connection.ts'
import { actions } from './sends/outbox.ts'
import { liveCheckIns } from './sends/recorded.ts'
import { type Action, codesIn, standingCheckIns } from './sends/rule.ts'

/** How long an unknown code may wait for the tickets that were sold in the last seconds. */
const LOOK_AGAIN_MS = 800

export class Gate {
  readonly #open: OpenSession
  readonly #api: Api

  constructor(open: OpenSession, api: Api) {
    this.#open = open
    this.#api = api
  }

  #place(): Place {
    return {
      sessionId: this.#open.session.id,
      tickets: this.#open.tickets,
      device: deviceName.value.trim() || null,
      subject: subject.value ?? '',
      api: mayAsk() ? this.#api : undefined,
    }
  }

  async checkIn(tickets: readonly Named[]): Promise<CheckedIn[]> {
    const done = await checkIn(this.#place(), tickets)
    send()
    return done
  }

  #find(text: string): Named[] {
    const { tickets } = this.#open
    const ids = codesIn(text).flatMap((code) => [...tickets.withNumber(code), code.toLowerCase()])
    return [...new Set(ids)].flatMap((id) => tickets.get(id) ?? [])
  }

  /** The tickets that a code names. A ticket that was sold in the last seconds is loaded first. */
  async resolve(text: string): Promise<Named[]> {
    const found = this.#find(text)
    if (found.length > 0 || !mayAsk()) return found
    await Promise.race([this.#open.poll(), new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))])
    return this.#find(text)
  }

  async undoAction({ ticketId, ticketNumber, name, id, at }: Action): Promise<void> {
    const ticket = { id: ticketId, number: ticketNumber, name }
    await undo(this.#place(), ticket, [{ id, at: toServerTime(at) }])
    send()
  }

  /**
   * Undoes all check-ins of a ticket, whoever made them.
   *
   * @returns `not-here`: another part of the platform checked it in; `offline`: the service has to be asked who did
   */
  async undoTicket(ticket: Named): Promise<'undone' | 'not-here' | 'offline'> {
    const own = standingCheckIns(actions.value).find(({ ticketId }) => ticketId === ticket.id)
    const isUnsent = own?.answeredAt === null
    const recorded =
      isUnsent || !mayAsk() ? undefined : await liveCheckIns(this.#api, this.#open.session.id, ticket.id)
    if (recorded === undefined && own === undefined) return 'offline'
    const checkIns = new Map((recorded ?? []).map((checkIn) => [checkIn.id, checkIn]))
    if (own !== undefined && !checkIns.has(own.id)) {
      checkIns.set(own.id, { id: own.id, at: toServerTime(own.at) })
    }
    if (checkIns.size === 0) return 'not-here'
    await undo(this.#place(), ticket, [...checkIns.values()])
    send()
    return 'undone'
  }
}
