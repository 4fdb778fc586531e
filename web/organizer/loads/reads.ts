// The paths that the console reads, and the functions that read them.
import { type Result, read } from './load.ts'
import { readPages } from './pages.ts'
import type { Admissions, EventItem, Listing, Page, Series, Session, Venue } from './types.ts'

const ORGANIZER = '/api/organizer/v1'
const API = '/api/v1'

/** An organizer has fewer than 5,000 events or venues. */
const MAX_NAMED_PAGES = 10
const NAMED_PAGE_SIZE = 500
const SESSION_PAGE_SIZE = 100
const CHECK_IN_PAGE_SIZE = 100
const HISTORY_PAGE_SIZE = 20
/** How many pages of the event's sessions are searched for a session whose start has changed. */
const MAX_SEARCHED_PAGES = 50
export const EPOCH = '1970-01-01T00:00:00.000Z'

export type SeriesPath = { eventId: string; seriesId: string }

export const pathOfSeries = ({ eventId, seriesId }: SeriesPath): string =>
  `${ORGANIZER}/events/${eventId}/series/${seriesId}`

const readAll =
  <Item>(path: string) =>
  (signal?: AbortSignal): Promise<Result<Page<Item>>> =>
    readPages(`${ORGANIZER}${path}?pageSize=${NAMED_PAGE_SIZE}`, MAX_NAMED_PAGES, signal)

export const readEvents = readAll<EventItem>('/events')
export const readVenues = readAll<Venue>('/venues')

export const readSeries = (path: SeriesPath, signal?: AbortSignal): Promise<Result<Series>> =>
  read(pathOfSeries(path), signal)

/** The first page of the series' sessions that start at `from` or later; of all without `from`. */
export const seriesSessionsPath = (path: SeriesPath, query: { from?: string }): string =>
  `${pathOfSeries(path)}/sessions?${new URLSearchParams({ ...query, pageSize: String(SESSION_PAGE_SIZE) })}`

export const historyPath = (path: SeriesPath): string =>
  `${pathOfSeries(path)}/history?pageSize=${HISTORY_PAGE_SIZE}`

/** The first page of the sessions that the caller may see, from 12 hours ago unless `query` has another time. */
export const sessionsPath = (query: Record<string, string>): string =>
  `${API}/sessions?${new URLSearchParams({ ...query, pageSize: String(SESSION_PAGE_SIZE) })}`

export const listingsPath = (status: string | null): string =>
  `${ORGANIZER}/listings${status === null ? '' : `?${new URLSearchParams({ status })}`}`

export const readListing = (id: string, signal?: AbortSignal): Promise<Result<Listing>> =>
  read(`${ORGANIZER}/listings/${id}`, signal)

/** Finds the session by its start, or among all sessions of the event if its start has changed; null if there is none. */
export const readSession = async (
  { eventId, sessionId, startsAt }: { eventId: string; sessionId: string; startsAt: string | null },
  signal?: AbortSignal,
): Promise<Result<Session | null>> => {
  const start = Date.parse(startsAt ?? '')
  const queries = [
    ...(Number.isNaN(start)
      ? []
      : [{ from: new Date(start).toISOString(), to: new Date(start + 1).toISOString() }]),
    {},
    { from: EPOCH },
  ]
  for (const query of queries) {
    let next: string | null = sessionsPath({ eventId, ...query })
    for (let page = 0; page < MAX_SEARCHED_PAGES && next !== null; page += 1) {
      const result: Result<Page<Session>> = await read(next, signal)
      if (result.kind !== 'ok') return result
      const found = result.body.data.find(({ id }) => id === sessionId)
      if (found !== undefined) return { kind: 'ok', etag: null, body: found }
      next = result.body.links.next
    }
  }
  return { kind: 'ok', etag: null, body: null }
}

/** Admissions by the minute, so that the time of each gate's last check-in is known. */
export const readAdmissions = (sessionId: string, signal?: AbortSignal): Promise<Result<Admissions>> =>
  read(`${API}/sessions/${sessionId}/admissions?bucketMinutes=1`, signal)

export const problemsPath = (sessionId: string): string =>
  `${API}/sessions/${sessionId}/check-ins?problem=true&pageSize=${CHECK_IN_PAGE_SIZE}`

/** Whether the subject may see any session. Door staff may, although they manage nothing. */
export const readHasSessions = async (signal?: AbortSignal): Promise<Result<boolean>> => {
  const result = await read<Page<Session>>(`${API}/sessions?from=${EPOCH}&pageSize=1`, signal)
  return result.kind === 'ok' ? { ...result, body: result.body.data.length > 0 } : result
}
