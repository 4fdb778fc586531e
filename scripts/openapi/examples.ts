// Example bodies, with ids of the demo data, so that they can be tried without editing. "Try it out" starts with the
// first request example of an operation, so that one changes nothing.
import type * as z from 'zod'
import { V1_PATH } from '../../src/api/paths.ts'
import type { Listing } from '../../src/api/schemas/listings.ts'
import type { SeriesUpdate } from '../../src/api/schemas/series.ts'
import type { BulkUpdate } from '../../src/api/schemas/sessions.ts'
import type { TicketPage } from '../../src/api/schemas/tickets.ts'

export type Examples<Schema extends z.ZodType> = Record<string, { summary: string; value: z.input<Schema> }>

export const demoId = (end: string): string => `0190a000-0000-7000-8000-${end.padStart(12, '0')}`

/** By the names of the path parameters. */
export const ids = {
  sessionId: demoId('30'),
  id: demoId('41'),
  eventId: demoId('10'),
  seriesId: demoId('20'),
}

const list = `${V1_PATH}/sessions/${ids.sessionId}/tickets`

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
  name: { summary: 'Harmless on the demo: its current name', value: { name: 'Fridays' } },
  both: {
    summary: 'Overwrites: a new name and description',
    value: { name: 'Friday nights', description: 'Live music every Friday.' },
  },
  clear: { summary: 'Overwrites: removes the description', value: { description: null } },
}

export const bulkUpdates: Examples<typeof BulkUpdate> = {
  none: {
    summary: 'Harmless: no session starts so late, so none is selected',
    value: { filterType: 'FromDate', fromDate: '2999-01-01T00:00:00Z', newCapacity: 250 },
  },
  capacity: {
    summary: 'Overwrites: the capacity of every upcoming session',
    value: { filterType: 'Upcoming', newCapacity: 250 },
  },
  venue: {
    summary: 'Overwrites: the venue and doors of the sessions from a date on',
    value: {
      filterType: 'FromDate',
      fromDate: '2026-12-01T00:00:00Z',
      newVenueId: demoId('51'),
      newDoorsOpenOffset: 'PT1H30M',
    },
  },
}
