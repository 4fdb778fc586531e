// What one member may send within the limits: the most expensive requests of every operation, on what members
// have written before.
import { randomUUID } from 'node:crypto'
import { ROUTE_GROUPS } from '../../src/api/routes/route-groups.ts'
import {
  EVENT,
  GATE_TICKETS,
  gateSessionId,
  gateTicketId,
  LARGE_SERIES,
  LISTING,
  numberPrefix,
  sessionNumber,
} from './data.ts'
import { type Headers, sendExpecting, send as sendRaw, type Upload } from './load.ts'
import { largestOf, type Scale } from './scale.ts'
import { type Implementation, type Server, ticketsPath } from './server.ts'

type Attacking = Upload & { path: string }

export type Attack = {
  /** The operation's id, and what about it is expensive. */
  name: string
  /** As many as its limits allow. */
  perMinute: number
  /** Whether it writes: then its statements may be as long as what they write. */
  writes: boolean
  /** `headers` are those of the member who will send it. */
  next: (index: number, headers: Headers) => Attacking | Promise<Attacking>
}

/** The limit of all requests, and that of polls and of check-ins one by one. */
const REQUESTS = 600
const POLLS = 3_000

/** Members let 10,000 people in through 60 gates, and one person 4,000 times. */
const WRITTEN = { admissions: 10_000, ofOneTicket: 4_000, gates: 60 }
const MAX_ITEMS = 100
/** Larger batches have a limit of their own. */
const SMALL_BATCH = 20
const BULK_UPDATES = 5

const SERIES_PATH = `/api/organizer/v1/events/${EVENT}/series/${LARGE_SERIES}`

/** The ticket of the one person. The others have the tickets after it. */
const FIRST_TICKET = 1
const others = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => FIRST_TICKET + 1 + ((from + index) % (GATE_TICKETS - 1)))

const checkIns = (scale: Scale, tickets: readonly number[], gate: number): Attacking => {
  const items = tickets.map((ticket) => ({
    type: 'CheckIn',
    id: randomUUID(),
    ticketId: gateTicketId(scale, ticket),
    at: new Date(Date.now() - (ticket % 600) * 60_000).toISOString(),
    admitted: true,
  }))
  return {
    path: `/api/v1/sessions/${gateSessionId(scale)}/check-ins`,
    method: 'POST',
    body: JSON.stringify({ device: `${gate} `.padEnd(60, 'x'), items }),
  }
}

const walkIns = (scale: Scale, count: number): Attacking => {
  const at = new Date().toISOString()
  const items = Array.from({ length: count }, () => ({
    ...{ type: 'WalkIn', id: randomUUID(), ticketId: randomUUID() },
    ...{ name: 'Ana Ruiz', ticketTypeName: 'Standing', note: null, at },
  }))
  return {
    path: `/api/v1/sessions/${gateSessionId(scale)}/check-ins`,
    method: 'POST',
    body: JSON.stringify({ device: null, items }),
  }
}

const newTickets = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ticketNumber: `${prefix}-${index}`,
    ticketTypeName: 'Standing',
  }))

const bulkUpdate = (index: number): Attacking => ({
  path: `${SERIES_PATH}/sessions/bulk-update`,
  method: 'POST',
  body: JSON.stringify({
    filterType: 'All',
    newCapacity: 1_000 + (index % 100),
    newDoorsOpenOffset: index % 60,
  }),
})

/** Sends a request without limits. Returns its body. */
const sender =
  (server: Server, headers: Headers) =>
  async <Body>(
    { path, ...upload }: Attacking,
    implementation: Implementation = 'doorlist',
  ): Promise<Body> => {
    const { body } = await sendExpecting(200, server.urlOf(implementation, path), headers, upload)
    return JSON.parse(body) as Body
  }

/**
 * Writes what members could have written in some minutes. The ticket with many admissions is refunded after
 * them.
 */
const writeBefore = async (send: ReturnType<typeof sender>, scale: Scale): Promise<void> => {
  for (let from = 0; from < WRITTEN.admissions; from += MAX_ITEMS) {
    await send(checkIns(scale, others(from, MAX_ITEMS), (from / MAX_ITEMS) % WRITTEN.gates))
  }
  for (let sent = 0; sent < WRITTEN.ofOneTicket; sent += MAX_ITEMS) {
    await send(checkIns(scale, Array(MAX_ITEMS).fill(FIRST_TICKET), 0))
  }
  const state = { status: 'Refunded', checkedInAt: null }
  const refund = JSON.stringify({ ticketId: gateTicketId(scale, FIRST_TICKET), state })
  await send({ path: '', method: 'POST', body: refund }, 'box-office')
  for (let index = 0; index < BULK_UPDATES; index++) await send(bulkUpdate(index))
}

/**
 * Each of their operations reads and writes a few dozen rows of one thing, or a page of a short list,
 * whatever else there is: test/api/organizer/v1/setting-up-cost.isolated.test.ts counts them. The exceptions
 * are among the attacks.
 */
const BOUNDED_TAGS = ['Organizers', 'Events', 'Guests', 'Phones', 'Sign-in']
/** What follows from an attack, or from reading one thing. */
const BOUNDED = ['acceptInvitation', 'listOrganizerHistory', 'createSeries', 'deleteSeries', 'updateCheckIn']

/** What test/api/organizer/v1/feed-cost.isolated.test.ts counts, and writes of one listing. */
const COUNTED_ELSEWHERE = /^readFeed$|Webhook|(create|update|delete)Listing$/

const requireAllOperations = (attacks: readonly Attack[]): void => {
  const ids = ROUTE_GROUPS.flatMap(({ operations }) => operations).filter(
    ({ access, tag, id }) =>
      access !== 'public' &&
      !BOUNDED_TAGS.includes(tag) &&
      !BOUNDED.includes(id) &&
      !COUNTED_ELSEWHERE.test(id),
  )
  const missing = ids.filter(({ id }) => !attacks.some(({ name }) => name.match(/^\w+/)?.[0] === id))
  if (missing.length > 0) throw new Error(`Without an overload: ${missing.map(({ id }) => id).join(', ')}`)
}

/** A position from which a device has nothing to load. */
const readPosition = async (send: ReturnType<typeof sender>, path: string): Promise<string> => {
  let [since, isComplete] = ['', false]
  while (!isComplete) {
    const query = new URLSearchParams({ since, pageSize: '2000' })
    const { next, more } = await send<{ next: string; more: boolean }>({ path: `${path}?${query}` })
    since = next
    isComplete = !more
  }
  return encodeURIComponent(since)
}

/** Writes what the attacks need, and returns them. */
export const prepareAttacks = async (server: Server, scale: Scale, headers: Headers): Promise<Attack[]> => {
  const send = sender(server, headers)
  await writeBefore(send, scale)
  const size = largestOf(scale)
  /** Two words that nearly all tickets have. */
  const broad = (query: string) => ticketsPath(size, `?q=${numberPrefix(sessionNumber(size))}+com&${query}`)
  /** Ten of eleven tickets have them, and a page has 20 tickets. */
  const middle = Math.ceil((size * 10) / 11 / 20 / 2)
  const gate = `/api/v1/sessions/${gateSessionId(scale)}`
  const organizerGate = `/api/organizer/v1/sessions/${gateSessionId(scale)}`
  const since = await readPosition(send, `${gate}/ticket-changes`)
  const { data } = await send<{ data: { id: string; action: string }[] }>({ path: `${SERIES_PATH}/history` })
  const revert = `${SERIES_PATH}/history/${data[0]?.id}/revert`

  const read = (name: string, path: string, perMinute = REQUESTS): Attack => ({
    ...{ name, perMinute, writes: false },
    next: () => ({ path }),
  })
  const write = (name: string, next: Attack['next'], perMinute = REQUESTS): Attack => ({
    ...{ name, perMinute, writes: !name.startsWith('preview') },
    next,
  })
  const attacks: Attack[] = [
    read('listTickets', ticketsPath(size, '?sort=-seatLabel&pageSize=500')),
    read('listTickets search', broad('sort=-ticketTypeName&status=Valid&pageSize=500')),
    read('listTickets numbered search page', broad(`page=${middle}`)),
    read('listTickets numbered page', ticketsPath(size, `?sort=seatLabel&page=${Math.ceil(size / 20 / 2)}`)),
    read('listTickets search in 20,000 tickets', `${gate}/tickets?q=b&sort=-seatLabel&pageSize=500`),
    read('listTicketChanges without since', `${gate}/ticket-changes?pageSize=2000`),
    read('listTicketChanges, polls', `${gate}/ticket-changes?since=${since}`, POLLS),
    read('listMovements', `${gate}/movements`),
    read('listCheckIns', `${gate}/check-ins?pageSize=100`),
    read('listCheckIns problems', `${gate}/check-ins?problem=true&pageSize=100`),
    write('recordCheckIns, every tenth 100 items, else 20', (index) =>
      checkIns(scale, others(index * SMALL_BATCH, index % 10 === 0 ? MAX_ITEMS : SMALL_BATCH), index),
    ),
    write('recordCheckIns, walk-ins', (index) => walkIns(scale, index % 10 === 0 ? MAX_ITEMS : SMALL_BATCH)),
    write('recordCheckIns one by one', (index) => checkIns(scale, others(index, 1), index), POLLS),
    {
      ...{ name: 'findCode', perMinute: REQUESTS, writes: false },
      next: (index) => ({
        path: '/api/v1/codes/find',
        method: 'POST',
        body: JSON.stringify({ code: `UNKNOWN${index}`, sessionId: gateSessionId(scale) }),
      }),
    },
    read('listSessions', '/api/v1/sessions?pageSize=100&from=1970-01-01T00:00:00Z'),
    read('getSession', gate),
    read('listEvents', '/api/organizer/v1/events?pageSize=500'),
    read('listListings', '/api/organizer/v1/listings?pageSize=100'),
    read('getOrganizerListing', `/api/organizer/v1/listings/${LISTING}`),
    read('listVenues', '/api/organizer/v1/venues?pageSize=500'),
    read('getSeries', SERIES_PATH),
    read('listSeriesSessions', `${SERIES_PATH}/sessions?pageSize=500`),
    write('updateSeries', (index) => ({
      path: SERIES_PATH,
      method: 'PUT',
      body: JSON.stringify({ description: `${index} `.padEnd(10_000, 'x') }),
    })),
    write('previewBulkUpdate', (index) => {
      const { path, ...upload } = bulkUpdate(index)
      return { ...upload, path: `${path}/preview` }
    }),
    write('bulkUpdateSessions', bulkUpdate),
    read('listSeriesHistory', `${SERIES_PATH}/history?pageSize=100`),
    write('previewRevert', () => ({ path: `${revert}/preview`, method: 'POST' })),
    // A revert needs a preview, which counts too.
    write(
      'revertChange',
      async (_, as) => {
        const preview = { path: `${revert}/preview`, method: 'POST' }
        const { status, body } = await sendRaw(server.urlOf('limited', preview.path), as, preview)
        if (status !== 200) return preview
        const { version } = JSON.parse(body) as { version: string }
        return { path: revert, method: 'POST', body: JSON.stringify({ expectedVersion: version }) }
      },
      REQUESTS / 2,
    ),
    read('downloadTickets', `${organizerGate}/tickets.csv`, 10),
    write(
      'previewImport of 5,000 rows',
      (index) => ({
        path: `${organizerGate}/imports/preview`,
        method: 'POST',
        body: JSON.stringify({ tickets: newTickets(`P${index}`, 5_000) }),
      }),
      20,
    ),
    write('createTickets, every tenth 500, else 20', (index) => ({
      path: `${organizerGate}/tickets`,
      method: 'POST',
      body: JSON.stringify({
        tickets: newTickets(`T${index}-${randomUUID()}`, index % 10 === 0 ? 500 : SMALL_BATCH),
        overCapacity: true,
      }),
    })),
  ]
  requireAllOperations(attacks)
  return attacks
}
