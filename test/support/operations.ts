// The service's operations, each with a request that succeeds for an owner. Suites about rules that hold for every
// guarded route run against each of them.
import { RATE_LIMITS } from '../../src/api/rate-limit.ts'
import type { ErrorCode } from '../../src/errors.ts'
import { bulkUpdatePath, call, listingPath, seriesPath, ticketsPath } from './api.ts'
import { admissionsPath, checkInsPath } from './check-ins.ts'
import {
  EVENTS_PATH,
  historyPath,
  LISTINGS_PATH,
  previewPath,
  seriesSessionsPath,
  VENUES_PATH,
} from './console.ts'
import { addSeries, insert, type Organizer } from './rows.ts'
import { changesPath } from './sync.ts'

/** The ids in the paths of the operations. */
export type Target = { session: string; event: string; series: string; listing: string }

export type Operation = {
  name: string
  method: 'GET' | 'PUT' | 'POST'
  path: (target: Target) => string
  body?: object
  /** The status of a successful response. */
  success: number
  /** The error for an unknown id; undefined for a list that is then empty. */
  notFound: ErrorCode | undefined
  /** True for a POST that changes nothing. */
  isPreview?: boolean
  /** Whether the role `staff` allows it. */
  forStaff: boolean
  /** Which limit counts the operation's requests, if not that of all requests. */
  rateLimit?: (typeof RATE_LIMITS)[keyof typeof RATE_LIMITS]
}

export const OPERATIONS: readonly Operation[] = [
  {
    name: 'list tickets',
    method: 'GET',
    path: ({ session }) => ticketsPath(session),
    success: 200,
    notFound: 'session_not_found',
    forStaff: true,
  },
  {
    name: 'list sessions',
    method: 'GET',
    path: ({ event }) => `/api/v1/sessions?eventId=${event}`,
    success: 200,
    notFound: undefined,
    forStaff: true,
  },
  {
    name: 'list ticket changes',
    method: 'GET',
    path: ({ session }) => changesPath(session),
    success: 200,
    notFound: 'session_not_found',
    forStaff: true,
    rateLimit: RATE_LIMITS.changes,
  },
  {
    name: 'record check-ins',
    method: 'POST',
    path: ({ session }) => checkInsPath(session),
    body: {
      device: 'Gate A',
      items: [
        {
          type: 'CheckIn',
          id: '01900000-0000-7000-8000-0000000000c1',
          ticketId: '01900000-0000-7000-8000-0000000000aa',
          at: '2026-06-12T18:00:00Z',
          admitted: true,
        },
      ],
    },
    success: 200,
    notFound: 'session_not_found',
    forStaff: true,
  },
  {
    name: 'list check-ins',
    method: 'GET',
    path: ({ session }) => checkInsPath(session),
    success: 200,
    notFound: 'session_not_found',
    forStaff: true,
  },
  {
    name: 'list admissions',
    method: 'GET',
    path: ({ session }) => admissionsPath(session),
    success: 200,
    notFound: 'session_not_found',
    forStaff: true,
  },
  {
    name: 'get listing',
    method: 'GET',
    path: ({ listing }) => listingPath(listing),
    success: 200,
    notFound: 'listing_not_found',
    forStaff: false,
  },
  {
    name: 'list events',
    method: 'GET',
    path: () => EVENTS_PATH,
    success: 200,
    notFound: undefined,
    forStaff: true,
  },
  {
    name: 'list venues',
    method: 'GET',
    path: () => VENUES_PATH,
    success: 200,
    notFound: undefined,
    forStaff: true,
  },
  {
    name: 'list listings',
    method: 'GET',
    path: () => LISTINGS_PATH,
    success: 200,
    notFound: undefined,
    forStaff: true,
  },
  {
    name: 'get series',
    method: 'GET',
    path: ({ event, series }) => seriesPath(event, series),
    success: 200,
    notFound: 'series_not_found',
    forStaff: false,
  },
  {
    name: 'list sessions of series',
    method: 'GET',
    path: ({ event, series }) => seriesSessionsPath(event, series),
    success: 200,
    notFound: 'series_not_found',
    forStaff: false,
  },
  {
    name: 'update series',
    method: 'PUT',
    path: ({ event, series }) => seriesPath(event, series),
    body: { name: 'Renamed' },
    success: 204,
    notFound: 'series_not_found',
    forStaff: false,
  },
  {
    name: 'bulk-update sessions',
    method: 'POST',
    path: ({ event, series }) => bulkUpdatePath(event, series),
    body: { filterType: 'All', newCapacity: 500 },
    success: 200,
    notFound: 'series_not_found',
    forStaff: false,
  },
  {
    name: 'preview a bulk update',
    method: 'POST',
    path: ({ event, series }) => previewPath(event, series),
    body: { filterType: 'All', newCapacity: 500 },
    success: 200,
    notFound: 'series_not_found',
    isPreview: true,
    forStaff: false,
  },
  {
    name: 'list history',
    method: 'GET',
    path: ({ event, series }) => historyPath(event, series),
    success: 200,
    notFound: 'series_not_found',
    forStaff: false,
  },
]

export const addListing = async (organizer: string): Promise<string> => {
  const id = crypto.randomUUID()
  const now = Date.UTC(2026, 0, 1)
  await insert('listings', {
    id,
    organizer_id: organizer,
    title: 'Listing',
    slug: 'listing',
    created_at: now,
    updated_at: now,
  })
  return id
}

/** Adds the rows that every operation needs to succeed for the organizer. */
export const addTarget = async (org: Organizer): Promise<Target> => {
  const { series } = await addSeries(org, [Date.UTC(2027, 0, 1), Date.UTC(2027, 0, 8)])
  return {
    session: org.session,
    event: org.event,
    series,
    listing: await addListing(org.id),
  }
}

/** The operation's request without its token. */
export const requestOf = ({ method, body }: Operation, headers: Record<string, string> = {}) => ({
  method,
  headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
  ...(body && { body: JSON.stringify(body) }),
})

/** Calls the operation on a target, with a token of `subject` or with `headers`. */
export const callOperation = (
  operation: Operation,
  target: Target,
  { subject, headers }: { subject?: string; headers?: Record<string, string> },
): Promise<Response> =>
  call(operation.path(target), {
    ...requestOf(operation, headers),
    ...(subject !== undefined && { subject }),
  })

/** Whether the operation changes nothing, so that it may run on a replica. */
export const isRead = ({ method, isPreview }: Operation): boolean => method === 'GET' || isPreview === true
