// Examples of bodies. Their ids are the demo's, so that they can be tried as they are.
import type * as z from 'zod'
import type { Listing } from '../schemas/listings.ts'
import type { SeriesUpdate } from '../schemas/series.ts'
import type { BulkUpdate } from '../schemas/sessions.ts'
import type { TicketPage } from '../schemas/tickets.ts'

type Examples<Schema extends z.ZodType> = Record<string, { summary: string; value: z.input<Schema> }>

const demoId = (end: string): string => `0190a000-0000-7000-8000-${end.padStart(12, '0')}`

/** By the name of the path parameter. */
export const ids = {
  sessionId: demoId('30'),
  id: demoId('41'),
  eventId: demoId('10'),
  seriesId: demoId('20'),
}

const list = `/api/v1/sessions/${ids.sessionId}/tickets`

export const ticketPage: z.infer<typeof TicketPage> = {
  data: [
    {
      id: '9aa1093d-6f0e-4c86-9d57-0b6b3c1f2a10',
      ticketNumber: 'NL006-000384',
      status: 'CheckedIn',
      ticketTypeName: 'Standing',
      seatLabel: null,
      currentHolderId: '2408da03-51b5-4c0b-8a4e-6a7d0b9c1e22',
      holderEmail: 'melodie.garcia@example.net',
      attendee: { name: 'Mélodie Garcia', email: null, company: null },
      checkedInAt: '2026-06-12T17:59:00.000Z',
      transferCount: 0,
    },
  ],
  meta: { totalCount: 18, page: 1, pageSize: 1, totalPages: 18, hasNext: true, hasPrevious: false },
  links: {
    self: `${list}?q=garcia&pageSize=1`,
    first: `${list}?q=garcia&pageSize=1&page=1`,
    prev: null,
    next: `${list}?q=garcia&pageSize=1&page=2&cursor=WyJVaFh`,
    last: `${list}?q=garcia&pageSize=1&page=18`,
  },
}

export const draftListing: z.infer<typeof Listing> = {
  id: demoId('40'),
  title: 'Autumn programme',
  slug: 'autumn-programme',
  description: null,
  shortDescription: null,
  imageUrl: null,
  images: [],
  venueName: null,
  venueAddress: null,
  category: null,
  tags: [],
  isRecurring: false,
  recurrenceDescription: null,
  priceDescription: null,
  externalUrl: null,
  externalSource: null,
  externalSourceId: null,
  platformEventId: null,
  status: 'Draft',
  isFeatured: false,
  sortOrder: 0,
  createdAt: '2026-01-01T09:00:00.000Z',
  updatedAt: '2026-01-02T09:00:00.000Z',
}

export const fullListing: z.infer<typeof Listing> = {
  ...draftListing,
  id: demoId('41'),
  title: 'Northlight Fridays',
  slug: 'northlight-fridays',
  description: 'Live music every Friday.',
  shortDescription: 'Live music',
  imageUrl: 'https://images.example/fridays.jpg',
  images: ['https://images.example/fridays-1.jpg'],
  venueName: 'Main hall',
  venueAddress: '1 Harbour Street',
  venueCity: 'Galway',
  venueLatitude: 53.27,
  venueLongitude: -9.05,
  category: 'Music',
  tags: ['live', 'weekly'],
  startsAt: '2026-06-12T18:30:00.000Z',
  endsAt: '2026-06-12T22:00:00.000Z',
  isRecurring: true,
  recurrenceDescription: 'Every Friday',
  priceFrom: 12.5,
  priceCurrency: 'EUR',
  priceDescription: 'From €12.50',
  externalUrl: 'https://listings.example/fridays',
  externalSource: 'listings.example',
  externalSourceId: 'fridays',
  platformEventId: demoId('10'),
  status: 'Published',
  isFeatured: true,
  sortOrder: 1,
  sourceImportedAt: '2026-01-01T09:00:00.000Z',
  publishedAt: '2026-01-02T09:00:00.000Z',
}

export const seriesUpdates: Examples<typeof SeriesUpdate> = {
  both: {
    summary: 'A new name, and no description',
    value: { name: 'Northlight Fridays', description: null },
  },
  name: { summary: 'A new name only', value: { name: 'Northlight Fridays' } },
}

export const bulkUpdates: Examples<typeof BulkUpdate> = {
  capacity: {
    summary: 'The capacity of all sessions to come',
    value: { filterType: 'Upcoming', newCapacity: 250 },
  },
  venue: {
    summary: 'Venue and doors from a date on',
    value: {
      filterType: 'FromDate',
      fromDate: '2026-12-01T00:00:00Z',
      newVenueId: demoId('51'),
      newDoorsOpenOffset: 'PT1H30M',
    },
  },
}
