// A program that uses the generated types where they say most: narrowed errors, unions and names. It prints
// the results.
import createClient from 'openapi-fetch'
import type { components, operations, paths } from './generated.ts'

type Schemas = components['schemas']
type ListQuery = NonNullable<operations['listTickets']['parameters']['query']>

const ID = '0190a000-0000-7000-8000'
const session = { path: { sessionId: `${ID}-000000000030` } }
const series = { eventId: `${ID}-000000000010`, seriesId: `${ID}-000000000020` }

const [baseUrl = '', token = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } })

const list = await client.GET('/api/v1/sessions/{sessionId}/tickets', {
  params: { ...session, query: { pageSize: 2, status: 'Valid', sort: '-seatLabel' } },
})
const tickets: Schemas['Ticket'][] = list.data?.data ?? []

const changes = await client.GET('/api/v1/sessions/{sessionId}/ticket-changes', {
  params: { ...session, query: { pageSize: 5 } },
})
if (changes.response.status === 410) {
  const isGone: boolean = changes.error?.code === 'changes_gone'
  console.error(isGone)
}

const id = '019a7f3e-2b64-7cc1-8f0a-5d1e9b7c4a21'
const at = '2026-06-12T17:59:00Z'
const items: Schemas['CheckInOrUndo'][] = [
  { type: 'CheckIn', id, ticketId: tickets[0]?.id ?? '', at, admitted: true },
  { type: 'Undo', id: '019a7f3e-2b66-7d05-b1c2-9a8b7c6d5e4f', checkInId: id, at },
]
const checkIns = await client.POST('/api/v1/sessions/{sessionId}/check-ins', {
  params: session,
  body: { device: 'Gate A', items },
})
const outcomes: Schemas['CheckInOutcome'][] = checkIns.data?.results.map(({ outcome }) => outcome) ?? []

const missing = await client.GET('/api/organizer/v1/listings/{id}', {
  params: { path: { id: `${ID}-000000000099` } },
})
// The error codes of each status are known.
const problem: Schemas['Problem'] | undefined = missing.error
const codes: Schemas['ErrorCode'][] = problem === undefined ? [] : [problem.code]

const body: Schemas['BulkUpdate'] = {
  filterType: 'Selected',
  sessionIds: [`${ID}-000000000033`],
  newCapacity: 40,
}
const bulkUpdate = '/api/organizer/v1/events/{eventId}/series/{seriesId}/sessions/bulk-update'
const preview = await client.POST(`${bulkUpdate}/preview`, { params: { path: series }, body })
const applied = await client.POST(bulkUpdate, {
  params: { path: series },
  body: { ...body, expectedVersion: preview.data?.version ?? null },
})
const history = await client.GET('/api/organizer/v1/events/{eventId}/series/{seriesId}/history', {
  params: { path: series, query: { pageSize: 1 } },
})
const latest = history.data?.data[0]
// The action tells which change and which old values a record has.
const oldCapacity = latest?.action === 'sessions.bulk-update' ? latest.before?.[0]?.capacity : undefined
const record = { path: { ...series, id: latest?.id ?? '' } }
const revertPath = '/api/organizer/v1/events/{eventId}/series/{seriesId}/history/{id}/revert'
const undo = await client.POST(`${revertPath}/preview`, { params: record })
const revert = await client.POST(revertPath, {
  params: record,
  body: { expectedVersion: undo.data?.version ?? '' },
})
const isOutdated: boolean = revert.error?.code === 'preview_outdated'

// Statuses and sort keys have names.
const status: Schemas['TicketStatus'] | undefined = tickets[0]?.status
const sort: Schemas['TicketSort'] = '-checkedInAt'
if (missing.response.status === 404) {
  // @ts-expect-error A listing is never a missing session.
  missing.error?.code === 'session_not_found'
}

// @ts-expect-error There is no such sort key.
const wrongSort: ListQuery['sort'] = 'name'
// @ts-expect-error An undo names a check-in, not a ticket.
const wrongItem: Schemas['CheckInOrUndo'] = { type: 'Undo', id, ticketId: id, at }
// @ts-expect-error The filter is required.
const wrongBody: Schemas['BulkUpdate'] = { newCapacity: 5 }

console.log(
  JSON.stringify({
    statuses: tickets.map(({ status }) => status),
    rows: changes.data?.rows.length,
    outcomes,
    codes,
    capacity: preview.data?.sessions[0]?.after?.capacity,
    applied: applied.data?.sessionsUpdated,
    oldCapacity,
    revert: revert.data?.sessionsUpdated,
    isOutdated,
    unused: [status, sort, wrongSort, wrongItem, wrongBody].length,
  }),
)
