// The paths and reads that several screens share.
import type { Schemas } from '../../shared/schemas.ts'
import { type Load, type Read, type Result, read, useLoad } from './load.ts'
import { readPages } from './paged-list.ts'
import type { EventItem, Organizer, Page, Session, SessionDetails, Venue } from './types.ts'

export const ORGANIZER_API = '/api/organizer/v1'
export const API = '/api/v1'

/** An organizer has fewer than 5,000 events or venues. */
const MAX_NAMED_PAGES = 10
const NAMED_PAGE_SIZE = 500
const SESSION_PAGE_SIZE = 100
export const EPOCH = '1970-01-01T00:00:00.000Z'

export type SeriesPath = { eventId: string; seriesId: string }

export const pathOfSeries = ({ eventId, seriesId }: SeriesPath): string =>
  `${ORGANIZER_API}/events/${eventId}/series/${seriesId}`

const readAll =
  <Item>(path: string) =>
  (signal?: AbortSignal): Promise<Result<Page<Item>>> =>
    readPages(`${ORGANIZER_API}${path}?pageSize=${NAMED_PAGE_SIZE}`, MAX_NAMED_PAGES, signal)

export const PASSKEYS = `${API}/passkeys`

export const readPasskeys = read<Schemas['PasskeyList']>(PASSKEYS)
export const readOrganizers = read<Page<Organizer>>(`${ORGANIZER_API}/organizers?pageSize=100`)
export const readEvents = readAll<EventItem>('/events')
export const readVenues = readAll<Venue>('/venues')

/**
 * The first page of the sessions that the caller can see, from 12 hours ago unless `query` says otherwise.
 */
export const sessionsPath = (query: Record<string, string>): string =>
  `${API}/sessions?${new URLSearchParams({ ...query, pageSize: String(SESSION_PAGE_SIZE) })}`

const COPY_DAYS = 120
const DAY_MS = 86_400_000
const MAX_COPY_PAGES = 5

/** The sessions of the last months and the coming ones, whose guests can be copied. */
export const readSessionsToCopy = (signal?: AbortSignal): Promise<Result<Page<Session>>> =>
  readPages(
    sessionsPath({ from: new Date(Date.now() - COPY_DAYS * DAY_MS).toISOString() }),
    MAX_COPY_PAGES,
    signal,
  )

export const readEvent = (eventId: string): Read<EventItem> => read(`${ORGANIZER_API}/events/${eventId}`)

const pathOfSession = (sessionId: string): string => `${API}/sessions/${sessionId}`

export const readSession = (sessionId: string): Read<SessionDetails> => read(pathOfSession(sessionId))

/** The session, which the screens of its figures share. */
export const useSession = (sessionId: string): Load<SessionDetails> =>
  useLoad(readSession(sessionId), '', pathOfSession(sessionId))

/** The check-ins of a session that are problems. */
export const problemsPath = (sessionId: string): string =>
  `${pathOfSession(sessionId)}/check-ins?problem=true&pageSize=100`
