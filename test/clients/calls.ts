// A program that calls the operations with generated types and prints the results.
import createClient from 'openapi-fetch'
import type { components, operations, paths } from './generated.ts'

type Schemas = components['schemas']
type Ticket = Schemas['Ticket']
type ListQuery = NonNullable<operations['listTickets']['parameters']['query']>

const ID = '0190a000-0000-7000-8000'
const series = { eventId: `${ID}-000000000010`, seriesId: `${ID}-000000000020` }

const [baseUrl = '', token = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } })

const list = await client.GET('/api/v1/sessions/{sessionId}/tickets', {
  params: {
    path: { sessionId: `${ID}-000000000030` },
    query: { pageSize: 2, status: 'Valid', sort: '-seatLabel' },
  },
})
const tickets: Ticket[] = list.data?.data ?? []
const companies: (string | null | undefined)[] = tickets.map(({ attendee }) => attendee?.company)

const sessions = await client.GET('/api/v1/sessions', { params: { query: { pageSize: 1 } } })
const doors: (string | null | undefined)[] = (sessions.data?.data ?? []).map(({ doorsOpenAt }) => doorsOpenAt)

const changes = await client.GET('/api/v1/sessions/{sessionId}/ticket-changes', {
  params: { path: { sessionId: `${ID}-000000000030` }, query: { pageSize: 5 } },
})
// Each value of a row has its type. openapi-fetch makes an array of all types of the tuple, so it is named here.
const ticketRows = (changes.data as Schemas['TicketChanges'] | undefined)?.rows ?? []
const rowStatuses: Schemas['TicketStatus'][] = ticketRows.map(([, , status]) => status)
if (changes.response.status === 410) {
  const isGone: boolean = changes.error?.code === 'changes_gone'
  console.error(isGone)
}

const door = { path: { sessionId: `${ID}-000000000030` } }
const id = '019a7f3e-2b64-7cc1-8f0a-5d1e9b7c4a21'
const at = '2026-06-12T17:59:00Z'
const items: Schemas['CheckInOrUndo'][] = [
  { type: 'CheckIn', id, ticketId: tickets[0]?.id ?? '', at, admitted: true },
  { type: 'Undo', id: '019a7f3e-2b66-7d05-b1c2-9a8b7c6d5e4f', checkInId: id, at },
]
const checkIns = await client.POST('/api/v1/sessions/{sessionId}/check-ins', {
  params: door,
  body: { device: 'Gate A', items },
})
const outcomes: Schemas['CheckInOutcome'][] = checkIns.data?.results.map(({ outcome }) => outcome) ?? []
const recorded = await client.GET('/api/v1/sessions/{sessionId}/check-ins', {
  params: { ...door, query: { pageSize: 1 } },
})
const undoneBy: string | null | undefined = recorded.data?.data[0]?.undoneBy
const admissions = await client.GET('/api/v1/sessions/{sessionId}/admissions', {
  params: { ...door, query: { bucketMinutes: 60 } },
})
const admitted: number | undefined = admissions.data?.data.reduce((sum, { count }) => sum + count, 0)

const listing = await client.GET('/api/organizer/v1/listings/{id}', {
  params: { path: { id: `${ID}-000000000041` } },
})

const missing = await client.GET('/api/organizer/v1/listings/{id}', {
  params: { path: { id: `${ID}-000000000099` } },
})
// The error codes of each status are known.
const problem: Schemas['Problem'] | undefined = missing.error
const codes: Schemas['ErrorCode'][] = problem === undefined ? [] : [problem.code]
const isMissing: boolean = missing.error?.code === 'listing_not_found'

const update = await client.PUT('/api/organizer/v1/events/{eventId}/series/{seriesId}', {
  params: { path: series },
  body: { name: 'Northlight Fridays', description: null },
})

const bulk = await client.POST('/api/organizer/v1/events/{eventId}/series/{seriesId}/sessions/bulk-update', {
  params: { path: series },
  body: { filterType: 'All', newCapacity: null, newDoorsOpenOffset: 'PT45M' },
})

const events = await client.GET('/api/organizer/v1/events')
const seriesNames: string[] = events.data?.data.flatMap((event) => event.series.map(({ name }) => name)) ?? []
const venues = await client.GET('/api/organizer/v1/venues', { params: { query: { pageSize: 1 } } })
const venue: Schemas['VenueItem'] | undefined = venues.data?.data[0]
const drafts = await client.GET('/api/organizer/v1/listings', { params: { query: { status: 'Draft' } } })
const starts: (string | null)[] = drafts.data?.data.map(({ startsAt }) => startsAt) ?? []
const found = await client.GET('/api/organizer/v1/events/{eventId}/series/{seriesId}', {
  params: { path: series },
})
const inSeries = await client.GET('/api/organizer/v1/events/{eventId}/series/{seriesId}/sessions', {
  params: { path: series, query: { pageSize: 2 } },
})
const offsets: (number | null)[] = inSeries.data?.data.map(({ doorsOpenOffset }) => doorsOpenOffset) ?? []

const body: Schemas['BulkUpdate'] = {
  filterType: 'Selected',
  sessionIds: [`${ID}-000000000033`],
  newCapacity: 40,
}
const preview = await client.POST(
  '/api/organizer/v1/events/{eventId}/series/{seriesId}/sessions/bulk-update/preview',
  { params: { path: series }, body },
)
const capacity: number | undefined = preview.data?.sessions[0]?.after?.capacity
const applied = await client.POST(
  '/api/organizer/v1/events/{eventId}/series/{seriesId}/sessions/bulk-update',
  {
    params: { path: series },
    body: { ...body, expectedVersion: preview.data?.version ?? null },
  },
)
const history = await client.GET('/api/organizer/v1/events/{eventId}/series/{seriesId}/history', {
  params: { path: series, query: { pageSize: 1 } },
})
const latest = history.data?.data[0]
// The action tells which change and which old values a record has.
const oldCapacity = latest?.action === 'sessions.bulk-update' ? latest.before?.[0]?.capacity : undefined
const recordPath = { ...series, id: latest?.id ?? '' }
const undo = await client.POST(
  '/api/organizer/v1/events/{eventId}/series/{seriesId}/history/{id}/put-back/preview',
  { params: { path: recordPath } },
)
const putBack = await client.POST(
  '/api/organizer/v1/events/{eventId}/series/{seriesId}/history/{id}/put-back',
  {
    params: { path: recordPath },
    body: { expectedVersion: undo.data?.version ?? '' },
  },
)
const isOutdated: boolean = putBack.error?.code === 'preview_outdated'

// Errors, statuses and sort keys have names.
const status: Schemas['TicketStatus'] | undefined = tickets[0]?.status
const listingStatus: Schemas['ListingStatus'] | undefined = listing.data?.status
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
    companies: companies.length,
    doors: doors.length,
    rows: rowStatuses.length,
    more: changes.data?.more,
    outcomes,
    undoneBy,
    admitted: (admitted ?? 0) > 0,
    listing: listingStatus,
    isMissing,
    codes,
    update: update.response.status,
    sessionsUpdated: bulk.data?.sessionsUpdated,
    seriesNames,
    hasVenue: venue !== undefined,
    starts,
    sessionsOfSeries: found.data?.sessions,
    offsets,
    capacity,
    applied: applied.data?.sessionsUpdated,
    oldCapacity,
    putBack: putBack.data?.sessionsUpdated,
    isOutdated,
    unused: [status, sort, wrongSort, wrongItem, wrongBody].length,
  }),
)
