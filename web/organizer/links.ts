// The addresses of the screens. They are in the fragment of the URL, so that a reload stays on the screen.

const withStatus = (link: string, status: string): string =>
  status === '' ? link : `${link}?${new URLSearchParams({ status })}`

export const toEvents = '#/'
/** The form for something new on a screen. */
export const toNew = (screen: string): string => `${screen}?new`
export const toListings = '#/listings'
export const toEvent = (eventId: string): string => `#/events/${eventId}`
export const toSeries = (eventId: string, seriesId: string): string =>
  `#/events/${eventId}/series/${seriesId}`
export const toSession = (eventId: string, sessionId: string): string =>
  `#/events/${eventId}/sessions/${sessionId}`
export const toGuests = (eventId: string, sessionId: string): string =>
  `${toSession(eventId, sessionId)}/guests`
export const toGuest = (eventId: string, sessionId: string, ticketId: string): string =>
  `${toGuests(eventId, sessionId)}/${ticketId}`
/** Which guests are listed, and in which order. What is empty or left out is as it is at first. */
export type GuestsShown = { status?: string; type?: string; sort?: string }

export const toGuestsOf = (eventId: string, sessionId: string, shown: GuestsShown): string => {
  const query = new URLSearchParams(Object.entries(shown).filter(([, value]) => value !== ''))
  return `${toGuests(eventId, sessionId)}${query.size > 0 ? `?${query}` : ''}`
}
/** The lists elsewhere that it follows. */
export const toSources = (eventId: string, sessionId: string): string =>
  `${toSession(eventId, sessionId)}/sources`
/** The guest lists that others fill. */
export const toGuestLists = (eventId: string, sessionId: string): string =>
  `${toSession(eventId, sessionId)}/lists`
export const toPaperList = (eventId: string, sessionId: string): string =>
  `${toSession(eventId, sessionId)}/list`
/** The closing figures. */
export const toFigures = (eventId: string, sessionId: string): string =>
  `${toSession(eventId, sessionId)}/figures`
/** Who is inside now. */
export const toInside = (eventId: string, sessionId: string): string =>
  `${toSession(eventId, sessionId)}/inside`
/** The figures of the night for a screen on a wall. */
export const toWall = (eventId: string, sessionId: string): string => `${toSession(eventId, sessionId)}/wall`
/** The search over all guests, for one kind of value; by name and the like for an empty one. */
export const toGuestSearch = (by: string): string => (by === '' ? '#/guests' : `#/guests?by=${by}`)
export const toPeople = '#/people'
export const toPhones = '#/phones'
export const toPrograms = '#/programs'
export const toVenues = '#/venues'
export const toWebhooks = '#/webhooks'
export const toListingsOf = (status: string): string => withStatus(toListings, status)
export const toListing = (listingId: string): string => `#/listings/${listingId}`

/** The door page, at the session if one is given. */
export const toDoor = (sessionId?: string): string =>
  sessionId === undefined ? '/door/' : `/door/#/sessions/${sessionId}`

/** Replaces the screen in the browser’s history: a code in its address has been used up. */
export const replaceAddress = (fragment: string): void => {
  history.replaceState(null, '', fragment)
  dispatchEvent(new HashChangeEvent('hashchange'))
}
