// What the service must respond to check-ins that arrive in a known order: the rule of check-ins, for all
// tickets of a session.
import {
  type CheckIn,
  type Outcome,
  type Presence,
  presenceOf,
  type TicketStatus,
  type Undo,
} from '../../../src/domain/check-in-rule.ts'
import {
  emptyRecord,
  liveAdmissions,
  recordItem,
  type TicketRecord,
  type TicketState,
  ticketState,
  writeBase,
} from '../../models/check-ins.ts'

/** An item, and the ticket that it concerns; null for an undo of no check-in. */
export type GateItem = (CheckIn | Undo) & { ticketId: string | null }

export type Batch = { device: string; items: readonly GateItem[] }

type Earlier = { at: number | null; device: string | null }

/** A response. Instants are epoch milliseconds. */
export type Expected = {
  results: {
    id: string
    outcome: Outcome
    ticket: ({ id: string; presence: Presence } & TicketState) | null
    earlier: Earlier | null
  }[]
  counts: Record<TicketStatus, number>
}

export type Model = ReturnType<typeof createModel>

/** A session with these tickets and no check-in. */
export const createModel = (tickets: ReadonlyMap<string, TicketState>) => {
  const records = new Map<string, TicketRecord>()
  const counts: Expected['counts'] = { Valid: 0, CheckedIn: 0, Refunded: 0, Voided: 0 }
  /** By check-in: the device that sent it first, and who had come with its ticket before. */
  const devices = new Map<string, string>()
  const earlier = new Map<string, Earlier>()

  const recordOf = (ticketId: string | null): TicketRecord => records.get(ticketId ?? '') ?? emptyRecord(null)

  const replace = (ticketId: string, after: TicketRecord): void => {
    const [from, to] = [ticketState(recordOf(ticketId)), ticketState(after)]
    if (from !== null) counts[from.status] -= 1
    if (to !== null) counts[to.status] += 1
    records.set(ticketId, after)
  }

  const earlierAdmission = (record: TicketRecord): Earlier => {
    const at = ticketState(record)?.checkedInAt ?? null
    if (record.base?.status === 'CheckedIn' && record.base.checkedInAt === at) return { at, device: null }
    const [first] = liveAdmissions(record).toSorted((a, b) => a.at - b.at)
    return { at, device: (first && devices.get(first.id)) ?? null }
  }

  const hasCheckIn = (record: TicketRecord, id: string): boolean =>
    record.checkIns.some((checkIn) => checkIn.id === id)

  const recordOne = (item: GateItem, device: string): Outcome => {
    if (item.ticketId === null) return 'Undone'
    const before = recordOf(item.ticketId)
    if (item.type === 'CheckIn' && !hasCheckIn(before, item.id)) {
      earlier.set(item.id, earlierAdmission(before))
      devices.set(item.id, device)
    }
    const { record, outcome } = recordItem(before, item)
    replace(item.ticketId, record)
    return outcome
  }

  /** The ticket in a result. A check-in that has not arrived says nothing about the ticket of its undo. */
  const ticketOf = (item: GateItem): Expected['results'][number]['ticket'] => {
    const record = recordOf(item.ticketId)
    const state = ticketState(record)
    const isNamed = item.type === 'CheckIn' || hasCheckIn(record, item.checkInId)
    if (state === null || !isNamed) return null
    return { id: item.ticketId as string, ...state, presence: presenceOf(state) }
  }

  const respond = (items: readonly GateItem[], outcomes: readonly Outcome[]): Expected => ({
    results: items.map((item, index) => {
      const outcome = outcomes[index] as Outcome
      return {
        id: item.id,
        outcome,
        ticket: ticketOf(item),
        earlier: outcome === 'AlreadyCheckedIn' ? (earlier.get(item.id) ?? null) : null,
      }
    }),
    counts: { ...counts },
  })

  for (const [id, state] of tickets) replace(id, emptyRecord(state))
  return {
    counts,
    /** The ids of all tickets, also of those that the session does not have but that somebody came with. */
    ticketIds: () => [...records.keys()],
    state: (ticketId: string): TicketState | null => ticketState(recordOf(ticketId)),
    /** The check-ins of a ticket in the order of receipt. */
    recorded: (ticketId: string) => recordOf(ticketId).checkIns.map(({ id, outcome }) => ({ id, outcome })),
    /** Another part of the platform writes a ticket. */
    write: (ticketId: string, state: TicketState): void =>
      replace(ticketId, writeBase(recordOf(ticketId), state)),
    /** Records a batch and returns the response. */
    send: ({ device, items }: Batch): Expected =>
      respond(
        items,
        items.map((item) => recordOne(item, device)),
      ),
    /** The response to a batch that was sent before, if it were sent again now. Records nothing. */
    responseToRepeat: ({ items }: Batch): Expected =>
      respond(
        items,
        items.map((item) => recordItem(recordOf(item.ticketId), item).outcome),
      ),
  }
}
