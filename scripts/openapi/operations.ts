// The operations by path, each with its parameters, body and every possible response.
import {
  EVENTS,
  LISTINGS,
  ORGANIZER_V1_PATH,
  PUT_BACK,
  PUT_BACK_PREVIEW,
  SERIES,
  SESSIONS,
  TICKET_CHANGES,
  V1_PATH,
  VENUES,
} from '../../src/api/paths.ts'
import * as checkIns from './operations/check-ins.ts'
import * as collections from './operations/collections.ts'
import { getHealth } from './operations/health.ts'
import * as history from './operations/history.ts'
import * as series from './operations/series.ts'
import * as tickets from './operations/tickets.ts'

/** The path of a route as OpenAPI writes it. */
const template = (route: string): string => route.replace(/:(\w+)/g, '{$1}')

const SERIES_PATH = template(ORGANIZER_V1_PATH + SERIES)

export const paths = {
  '/api/health': { get: getHealth },
  [V1_PATH + SESSIONS]: { get: tickets.listSessions },
  [`${V1_PATH}${SESSIONS}/{sessionId}/tickets`]: { get: tickets.listTickets },
  [template(V1_PATH + TICKET_CHANGES)]: { get: tickets.listTicketChanges },
  [`${V1_PATH}${SESSIONS}/{sessionId}/check-ins`]: {
    post: checkIns.recordCheckIns,
    get: checkIns.listCheckIns,
  },
  [`${V1_PATH}${SESSIONS}/{sessionId}/admissions`]: { get: checkIns.listAdmissions },
  [ORGANIZER_V1_PATH + EVENTS]: { get: collections.listEvents },
  [ORGANIZER_V1_PATH + VENUES]: { get: collections.listVenues },
  [ORGANIZER_V1_PATH + LISTINGS]: { get: collections.listListings },
  [`${ORGANIZER_V1_PATH}${LISTINGS}/{id}`]: { get: collections.getOrganizerListing },
  [SERIES_PATH]: { get: series.getSeries, put: series.updateSeries },
  [`${SERIES_PATH}/sessions`]: { get: series.listSeriesSessions },
  [`${SERIES_PATH}/sessions/bulk-update`]: { post: series.bulkUpdateSessions },
  [`${SERIES_PATH}/sessions/bulk-update/preview`]: { post: series.previewBulkUpdate },
  [`${SERIES_PATH}/history`]: { get: history.listHistory },
  [template(ORGANIZER_V1_PATH + PUT_BACK_PREVIEW)]: { post: history.previewPutBack },
  [template(ORGANIZER_V1_PATH + PUT_BACK)]: { post: history.putBack },
}
