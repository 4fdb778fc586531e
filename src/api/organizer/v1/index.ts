// /api/organizer/v1: for the organizer's console.
import { authenticate } from '../../auth/authenticate.ts'
import { routeGroup } from '../../operation.ts'
import { bulkUpdateSessions } from './bulk-update-sessions.ts'
import { getOrganizerListing } from './get-listing.ts'
import { getSeries } from './get-series.ts'
import { listEvents } from './list-events.ts'
import { listListings } from './list-listings.ts'
import { listSeriesHistory } from './list-series-history.ts'
import { listSeriesSessions } from './list-series-sessions.ts'
import { listVenues } from './list-venues.ts'
import { previewBulkUpdate } from './preview-bulk-update.ts'
import { previewPutBack } from './preview-put-back.ts'
import { putBack } from './put-back.ts'
import { updateSeries } from './update-series.ts'

export const organizerV1 = routeGroup(
  '/api/organizer/v1',
  [authenticate],
  [
    listEvents,
    listVenues,
    listListings,
    getOrganizerListing,
    getSeries,
    updateSeries,
    listSeriesSessions,
    bulkUpdateSessions,
    previewBulkUpdate,
    listSeriesHistory,
    previewPutBack,
    putBack,
  ],
)
