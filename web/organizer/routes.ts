// The addresses of the screens. They are in the fragment of the URL, so that a reload stays on the screen.

export type Place =
  | { name: 'events' }
  | { name: 'event'; eventId: string }
  | { name: 'series'; eventId: string; seriesId: string }
  /** `startsAt` is the start of the session when the link was made, so that one request finds it. */
  | { name: 'session'; eventId: string; sessionId: string; startsAt: string | null }
  | { name: 'listings'; status: string | null }
  | { name: 'listing'; id: string }
  | { name: 'not-found' }

const ID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'

const PATTERNS: readonly [RegExp, (ids: string[], query: URLSearchParams) => Place][] = [
  [/^\/?$/, () => ({ name: 'events' })],
  [pattern('/events/ID'), ([eventId = '']) => ({ name: 'event', eventId })],
  [
    pattern('/events/ID/series/ID'),
    ([eventId = '', seriesId = '']) => ({ name: 'series', eventId, seriesId }),
  ],
  [
    pattern('/events/ID/sessions/ID'),
    ([eventId = '', sessionId = ''], query) => ({
      name: 'session',
      eventId,
      sessionId,
      startsAt: query.get('start'),
    }),
  ],
  [/^\/listings$/, (_, query) => ({ name: 'listings', status: query.get('status') })],
  [pattern('/listings/ID'), ([id = '']) => ({ name: 'listing', id })],
]

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('ID', ID)}$`)
}

/** The place that the fragment of an address (`#/…`) names. */
export const readPlace = (fragment: string): Place => {
  const [path = '', query] = fragment.replace(/^#/, '').split('?')
  for (const [expression, make] of PATTERNS) {
    const match = expression.exec(path)
    if (match !== null) return make(match.slice(1), new URLSearchParams(query))
  }
  return { name: 'not-found' }
}

export const toEvents = '#/'
export const toListings = '#/listings'
export const toEvent = (eventId: string): string => `#/events/${eventId}`
export const toSeries = (eventId: string, seriesId: string): string =>
  `#/events/${eventId}/series/${seriesId}`
export const toSession = (eventId: string, { id, startsAt }: { id: string; startsAt: string }): string =>
  `#/events/${eventId}/sessions/${id}?${new URLSearchParams({ start: startsAt })}`
export const toListingsOf = (status: string): string =>
  status === '' ? toListings : `${toListings}?${new URLSearchParams({ status })}`
export const toListing = (id: string): string => `#/listings/${id}`

/** The door page, at the session if one is given. */
export const toDoor = (sessionId?: string): string =>
  sessionId === undefined ? '/door/' : `/door/#/sessions/${sessionId}`
