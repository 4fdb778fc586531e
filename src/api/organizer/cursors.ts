// Cursors of the organizer's lists: the position of a page's last item.
import * as z from 'zod'
import type { SessionPosition } from '../../domain/list-sessions.ts'
import type { NamedPosition } from '../../domain/organizer/collections.ts'
import type { HistoryPosition } from '../../domain/organizer/list-history.ts'
import type { ListingPosition, ListingQuery } from '../../domain/organizer/list-listings.ts'
import type { SeriesSessionQuery } from '../../domain/organizer/list-series-sessions.ts'
import type { SeriesPath } from '../../domain/organizer/series.ts'
import { cursorsOf } from '../forward-cursors.ts'

const Named = z.strictObject({
  organizerName: z.string(),
  organizerId: z.string(),
  name: z.string(),
  id: z.string(),
})

/** Of the lists of events and of venues. */
export const namedCursors = cursorsOf<'events' | 'venues', NamedPosition>(Named, (list) => [list])

export const listingCursors = cursorsOf<Pick<ListingQuery, 'status'>, ListingPosition>(
  z.strictObject({ updatedAt: z.int(), id: z.string() }),
  ({ status }) => ['listings', status ?? null],
)

export const seriesSessionCursors = cursorsOf<Omit<SeriesSessionQuery, 'subject'>, SessionPosition>(
  z.strictObject({ startsAt: z.int(), id: z.string() }),
  ({ seriesId, from, to }) => ['series-sessions', seriesId, from?.getTime() ?? null, to?.getTime() ?? null],
)

export const historyCursors = cursorsOf<SeriesPath, HistoryPosition>(
  z.strictObject({ number: z.int() }),
  ({ seriesId }) => ['history', seriesId],
)
