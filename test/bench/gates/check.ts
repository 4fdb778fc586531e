// Compares what the service said and holds with the model, in the order in which the database recorded the
// batches.

import { isDeepStrictEqual } from 'node:util'
import type { LocalDatabase } from '../../../scripts/lib/local-database.ts'
import { presenceOf } from '../../../src/domain/check-in-rule.ts'
import type { TicketState } from '../../models/check-ins.ts'
import type { Batch, Expected, Model } from './model.ts'

/** When a request was sent and its response received, in milliseconds of one clock. */
type Times = { sentAt: number; receivedAt: number }

/** A batch that was recorded as number `order` of all batches and writes. */
export type Recorded = Times & { order: number } & (
    | { batch: Batch; response: Expected }
    | { ticketId: string; state: TicketState }
  )

/**
 * A batch that was sent again. Its place in the order is unknown, because it records nothing, with one
 * exception: a question about an unknown ticket is not recorded, but is once its undo has arrived.
 */
export type Repeated = Times & { batch: Batch; response: Expected }

const show = (value: unknown): string => JSON.stringify(value).slice(0, 600)

/** Fails if something was recorded after a request that was sent only after its response. */
const checkOrder = (events: readonly Recorded[]): void => {
  let earliestReceived = Number.POSITIVE_INFINITY
  for (const event of events.toReversed()) {
    if (event.sentAt > earliestReceived) throw new Error(`Recorded too early: ${show(event)}`)
    earliestReceived = Math.min(earliestReceived, event.receivedAt)
  }
}

/**
 * The first and the last place of a repeat: after all that had ended when it was sent, before all that began
 * later.
 */
const placesOf = (repeat: Repeated, events: readonly Recorded[]): { first: number; last: number } => {
  const lastEnded = events.findLastIndex(({ receivedAt }) => receivedAt < repeat.sentAt)
  const firstBegun = events.findIndex(({ sentAt }) => sentAt > repeat.receivedAt)
  return { first: lastEnded + 1, last: firstBegun === -1 ? events.length : firstBegun }
}

/**
 * Replays everything in the model. Throws at the first response that differs from the model's. For a repeat
 * the response must be right at one of the places in the order that its times allow.
 */
export const checkResponses = (
  model: Model,
  recorded: readonly Recorded[],
  repeated: readonly Repeated[],
): void => {
  const events = recorded.toSorted((a, b) => a.order - b.order)
  checkOrder(events)
  let open = repeated.map((repeat) => ({ repeat, ...placesOf(repeat, events) }))
  for (let place = 0; place <= events.length; place++) {
    open = open.filter(({ repeat, first, last }) => {
      if (place < first) return true
      const expected = model.responseToRepeat(repeat.batch)
      if (isDeepStrictEqual(repeat.response, expected)) {
        model.send(repeat.batch)
        return false
      }
      if (place === last) {
        throw new Error(`Sent again: ${show(repeat.response)} instead of ${show(expected)}`)
      }
      return true
    })
    const event = events[place]
    if (event === undefined) continue
    if ('state' in event) {
      model.write(event.ticketId, event.state)
      continue
    }
    const expected = model.send(event.batch)
    if (!isDeepStrictEqual(event.response, expected)) {
      throw new Error(`${show(event.batch)}: ${show(event.response)} instead of ${show(expected)}`)
    }
  }
}

const withPresence = (state: TicketState) => ({ ...state, presence: presenceOf(state) })

type Row = Record<string, string | number | null>

/**
 * Throws unless the database holds what the model holds: tickets, counts, and every check-in with its
 * outcome.
 */
export const checkEnd = async (
  model: Model,
  db: LocalDatabase,
  { sessionId, sessionNumber }: { sessionId: string; sessionNumber: number },
): Promise<void> => {
  const read = async (sql: string, value: string | number): Promise<Row[]> =>
    (await db.prepare(sql).bind(value).all<Row>()).results
  const compare = (what: string, actual: unknown, expected: unknown): void => {
    if (isDeepStrictEqual(actual, expected)) return
    throw new Error(`${what}: the database holds ${show(actual)}, the model ${show(expected)}`)
  }
  const tickets = await read(
    'SELECT id, status, checked_in_at AS checkedInAt, presence FROM tickets WHERE session_number = ?',
    sessionNumber,
  )
  for (const { id, presence, ...state } of tickets) {
    const actual = { ...state, presence: JSON.parse(presence as string) } as TicketState
    const expected = model.state(id as string)
    compare(`Ticket ${id}`, withPresence(actual), expected && withPresence(expected))
  }
  const [counts] = await read(
    `SELECT valid AS Valid, checked_in AS CheckedIn, refunded AS Refunded, voided AS Voided
     FROM ticket_counts WHERE session_number = ?`,
    sessionNumber,
  )
  compare('The counts', counts, model.counts)

  const checkIns = await read(
    `SELECT ticket_id AS ticketId, id, outcome FROM check_ins
     WHERE session_id = ? AND type = 'CheckIn' ORDER BY number`,
    sessionId,
  )
  const byTicket = Map.groupBy(checkIns, ({ ticketId }) => ticketId as string)
  for (const ticketId of new Set([...byTicket.keys(), ...model.ticketIds()])) {
    const actual = (byTicket.get(ticketId) ?? []).map(({ id, outcome }) => ({ id, outcome }))
    compare(`The check-ins of ticket ${ticketId}`, actual, model.recorded(ticketId))
  }
}
