// Twenty gates check people in for a minute, on one session, with everything that bad networks do. Every
// response and the end state must be what the rule of check-ins says.
import type { LocalDatabase } from '../../../scripts/lib/local-database.ts'
import type { Outcome } from '../../../src/domain/check-in-rule.ts'
import type { Schemas } from '../../../web/shared/schemas.ts'
import type { TicketState } from '../../models/check-ins.ts'
import { gateSessionId, gateSessionNumber, MANAGER, resetGateSession } from '../data.ts'
import { withBenchDatabase } from '../database.ts'
import { type Headers, median, percentile, send, sendExpecting } from '../load.ts'
import type { Scale } from '../scale.ts'
import { type Server, withServer } from '../server.ts'
import { checkEnd, checkResponses, type Recorded, type Repeated } from './check.ts'
import { type Batch, createModel, type Expected, type GateItem } from './model.ts'
import { boxOfficeTraffic, type Door, gateTraffic } from './traffic.ts'

const GATES = 20
const GATES_MS = 60_000

export type GatesResult = {
  seconds: number
  gates: number
  tickets: number
  batches: number
  repeats: number
  items: number
  /** Tickets that were written by plain SQL in the meantime. */
  writes: number
  outcomes: Partial<Record<Outcome, number>>
  p50Ms: number
  p90Ms: number
}

type Shipped = Omit<Recorded & { batch: Batch; response: Expected }, 'order'> & { orderedBy: string }

/** What the gates and the other part of the platform did. A write came after check-in number `after`. */
type Traffic = {
  shipped: Shipped[]
  repeated: Repeated[]
  writes: (Omit<Recorded, 'order' | 'batch' | 'response'> & {
    ticketId: string
    state: TicketState
    after: number
  })[]
}

const toWire = (item: GateItem) => {
  const at = new Date(item.at).toISOString()
  if (item.type === 'Undo') return { type: item.type, id: item.id, checkInId: item.checkInId, at }
  const { type, id, ticketId, admitted } = item
  return { type, id, ticketId, at, admitted }
}

type CheckedTicket = NonNullable<Schemas['CheckInResults']['results'][number]['ticket']>

const toMs = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))

const ticketFromWire = ({ id, status, checkedInAt, lastIn, lastOut, ...where }: CheckedTicket) => ({
  id,
  status,
  checkedInAt: toMs(checkedInAt),
  presence: { ...where, lastIn: toMs(lastIn), lastOut: toMs(lastOut) },
})

const fromWire = ({ results, counts }: Schemas['CheckInResults']): Expected => ({
  results: results.map(({ id, outcome, ticket, earlier }) => ({
    id,
    outcome,
    ticket: ticket && ticketFromWire(ticket),
    earlier: earlier && { ...earlier, at: toMs(earlier.at) },
  })),
  counts,
})

/** Reads the tickets of the session. People come with those of every status. */
const readTickets = async (db: LocalDatabase, scale: Scale) => {
  const { results } = await db
    .prepare(
      'SELECT id, status, checked_in_at AS checkedInAt FROM tickets WHERE session_number = ? ORDER BY key',
    )
    .bind(gateSessionNumber(scale))
    .all<{ id: string } & TicketState>()
  const tickets = new Map(results.map(({ id, ...state }) => [id, state]))
  return { tickets, door: { tickets: [...tickets.keys()], checkIns: [] } satisfies Door }
}

const runTraffic = async (server: Server, scale: Scale, door: Door): Promise<Traffic> => {
  const headers: Headers = { ...(await server.authorize(MANAGER)), 'Content-Type': 'application/json' }
  const checkIns = server.urlOf('doorlist', `/api/v1/sessions/${gateSessionId(scale)}/check-ins`)
  const boxOffice = server.urlOf('box-office', '')
  const end = performance.now() + GATES_MS
  let failed = false
  const isRunning = () => !failed && performance.now() < end
  const traffic: Traffic = { shipped: [], repeated: [], writes: [] }

  const sendBatch = async ({ device, items }: Batch) => {
    const sentAt = performance.now()
    const body = JSON.stringify({ device, items: items.map(toWire) })
    const response = await sendExpecting(200, checkIns, headers, { method: 'POST', body })
    return { sentAt, receivedAt: performance.now(), response: fromWire(JSON.parse(response.body)) }
  }
  const runGate = async (gate: number): Promise<void> => {
    for (const shipment of gateTraffic(gate, door)) {
      if (!isRunning()) return
      if ('again' in shipment) {
        traffic.repeated.push({ batch: shipment.again, ...(await sendBatch(shipment.again)) })
      } else {
        traffic.shipped.push({ ...shipment, ...(await sendBatch(shipment.batch)) })
      }
    }
  }
  const runBoxOffice = async (): Promise<void> => {
    for (const write of boxOfficeTraffic(door)) {
      if (!isRunning()) return
      const sentAt = performance.now()
      const { body } = await send(boxOffice, {}, { method: 'POST', body: JSON.stringify(write) })
      traffic.writes.push({ ...write, sentAt, receivedAt: performance.now(), after: JSON.parse(body).after })
    }
  }
  try {
    await Promise.all([runBoxOffice(), ...Array.from({ length: GATES }, (_, gate) => runGate(gate))])
  } finally {
    failed = true
  }
  return traffic
}

/**
 * Batches in the order of their check-ins' numbers. A write comes after the check-in that was the last one
 * then.
 */
const inOrder = async (
  db: LocalDatabase,
  scale: Scale,
  { shipped, writes }: Traffic,
): Promise<Recorded[]> => {
  const { results } = await db
    .prepare('SELECT id, number FROM check_ins WHERE session_id = ?')
    .bind(gateSessionId(scale))
    .all<{ id: string; number: number }>()
  const numbers = new Map(results.map(({ id, number }) => [id, number]))
  return [
    ...shipped.map(({ orderedBy, ...one }) => {
      const order = numbers.get(orderedBy)
      if (order === undefined) throw new Error(`The check-in ${orderedBy} was not recorded.`)
      return { ...one, order }
    }),
    // One writer, so writes after the same check-in are in the order of this list.
    ...writes.map(({ after, ...one }, index) => ({
      ...one,
      order: after + (index + 1) / (writes.length + 1),
    })),
  ]
}

const summarize = ({ shipped, repeated, writes }: Traffic): GatesResult => {
  const all = [...shipped, ...repeated]
  const times = all.map(({ sentAt, receivedAt }) => receivedAt - sentAt)
  const outcomes: GatesResult['outcomes'] = {}
  for (const { outcome } of shipped.flatMap(({ response }) => response.results)) {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  return {
    seconds: GATES_MS / 1000,
    gates: GATES,
    tickets: new Set(all.flatMap(({ batch }) => batch.items.map(({ ticketId }) => ticketId))).size,
    batches: all.length,
    repeats: repeated.length,
    items: all.reduce((sum, { batch }) => sum + batch.items.length, 0),
    writes: writes.length,
    outcomes,
    p50Ms: median(times),
    p90Ms: percentile(times, 0.9),
  }
}

/** Runs the gates. Throws on an error, a wrong response, or a wrong end state. */
export const runGates = async (scale: Scale): Promise<GatesResult> => {
  const { tickets, door } = await withBenchDatabase(scale, async (db) => {
    await resetGateSession(db, scale)
    return readTickets(db, scale)
  })
  const traffic = await withServer(scale, (server) => runTraffic(server, scale, door))
  try {
    await withBenchDatabase(scale, async (db) => {
      const model = createModel(tickets)
      checkResponses(model, await inOrder(db, scale, traffic), traffic.repeated)
      const session = { sessionId: gateSessionId(scale), sessionNumber: gateSessionNumber(scale) }
      await checkEnd(model, db, session)
    })
  } catch (cause) {
    throw new Error(`The gates failed. ${(cause as Error).message}`, { cause })
  }
  return summarize(traffic)
}
