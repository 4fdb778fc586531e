// Paths that several files share.

export const V1_PATH = '/api/v1'
export const ORGANIZER_V1_PATH = '/api/organizer/v1'

/** Below {@link V1_PATH}. */
export const SESSIONS = '/sessions'
export const TICKET_CHANGES = `${SESSIONS}/:sessionId/ticket-changes` as const

/** Below {@link ORGANIZER_V1_PATH}. */
export const LISTINGS = '/listings'
export const EVENTS = '/events'
export const VENUES = '/venues'
export const SERIES = `${EVENTS}/:eventId/series/:seriesId` as const
export const PUT_BACK = `${SERIES}/history/:id/put-back` as const
export const PUT_BACK_PREVIEW = `${PUT_BACK}/preview` as const

/** The page that describes every error code, each in a section with the code as its id. */
export const ERRORS_PAGE = '/api/docs/errors'
