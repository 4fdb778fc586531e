// What twenty gates send: mostly single check-ins, and whatever bad networks make of them.
import type { TicketState } from '../../models/check-ins.ts'
import type { Batch, GateItem } from './model.ts'

/**
 * A batch to send. `orderedBy` is the id of an item that only this batch sends, and that is always recorded.
 */
export type Shipment = { batch: Batch; orderedBy: string } | { again: Batch }

/**
 * How far back the clocks of devices may be, and how far a check-in is always in the past: no time is
 * clamped.
 */
const CLOCK_MS = { least: 1_000, most: 60_000 }
const MAX_OFFLINE_ITEMS = 40
/** People at the door at the same time: so few that gates often meet at one ticket. */
const AT_THE_DOOR = 60
/** How often each ticket comes to a gate, on average. */
const CHECK_INS_PER_TICKET = 4
/** Check-ins that may be undone: the last ones of all gates. */
const RECENT = 200

const STATUSES = ['Valid', 'Valid', 'CheckedIn', 'Refunded', 'Voided'] as const

/** Numbers from 0 to 1, the same for the same seed (Lehmer's generator). */
const randomNumbers = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/**
 * What the gates have in common: the tickets in the order in which people arrive, and the check-ins of all
 * gates.
 */
export type Door = { tickets: readonly string[]; checkIns: { id: string; ticketId: string }[] }

/** A ticket of the people who are at the door now. */
const arrivingTicket = ({ tickets, checkIns }: Door, next: () => number): string => {
  const first = Math.floor(checkIns.length / CHECK_INS_PER_TICKET)
  return tickets[(first + Math.floor(next() * AT_THE_DOOR)) % tickets.length] as string
}

const clock = (next: () => number): number =>
  Math.floor(Date.now() - CLOCK_MS.least - next() * (CLOCK_MS.most - CLOCK_MS.least))

/** An item that is always recorded and changes no ticket. */
const marker = (at: number): GateItem => ({
  type: 'Undo',
  id: crypto.randomUUID(),
  checkInId: crypto.randomUUID(),
  ticketId: null,
  at,
})

/** The endless list of what one gate sends. */
export function* gateTraffic(gate: number, door: Door): Generator<Shipment> {
  const next = randomNumbers(gate + 1)
  const below = (limit: number): number => Math.floor(next() * limit)
  const device = `Gate ${gate + 1}`
  const sent: Batch[] = []

  const checkIn = (admitted: boolean, ticketId = arrivingTicket(door, next)) => {
    const item = {
      type: 'CheckIn',
      id: crypto.randomUUID() as string,
      ticketId,
      at: clock(next),
      admitted,
    } as const
    door.checkIns.push(item)
    return item
  }
  const undo = ({ id, ticketId }: { id: string; ticketId: string }): GateItem => ({
    type: 'Undo',
    id: crypto.randomUUID(),
    checkInId: id,
    ticketId,
    at: clock(next),
  })
  const undoRecent = (): GateItem => {
    const recent = door.checkIns.slice(-RECENT)
    return undo(recent[below(recent.length)] ?? checkIn(true))
  }
  const ship = (items: [GateItem, ...GateItem[]], orderedBy = items[0].id): Shipment => {
    const batch = { device, items }
    sent.push(batch)
    return { batch, orderedBy }
  }
  /** For items that may be recorded already, or not at all. */
  const shipMarked = (item: GateItem): Shipment => {
    const mark = marker(clock(next))
    return ship([item, mark], mark.id)
  }
  const offline = (): GateItem => (next() < 0.85 ? checkIn(true) : undoRecent())

  for (;;) {
    const choice = below(100)
    if (choice < 50) yield ship([checkIn(false)])
    else if (choice < 60) yield ship([checkIn(true)])
    else if (choice < 68)
      yield ship([offline(), ...Array.from({ length: below(MAX_OFFLINE_ITEMS) }, offline)])
    else if (choice < 80) yield ship([undoRecent()])
    else if (choice < 84) {
      // The undo arrives before its check-in.
      const item = checkIn(true)
      yield ship([undo(item)])
      yield ship([item])
    } else if (choice < 90) {
      // The device asks, decides on its own, and reports that.
      const question = checkIn(false)
      yield ship([question])
      yield shipMarked({ ...question, admitted: true })
    } else if (choice < 93) yield shipMarked(checkIn(next() < 0.5, crypto.randomUUID()))
    else {
      const again = sent[below(sent.length)]
      if (again !== undefined) yield { again }
    }
  }
}

/** The endless list of what another part of the platform writes. */
export function* boxOfficeTraffic(door: Door): Generator<{ ticketId: string; state: TicketState }> {
  const next = randomNumbers(1_000)
  for (;;) {
    const status = STATUSES[Math.floor(next() * STATUSES.length)] as (typeof STATUSES)[number]
    const checkedInAt = status === 'CheckedIn' ? clock(next) : null
    yield { ticketId: arrivingTicket(door, next), state: { status, checkedInAt } }
  }
}
