// Example bodies with ids of the demo data, so that they work without editing. "Try it out" is prefilled with the first
// request example of an operation, so that example changes nothing.
import type * as z from 'zod'
import { SESSIONS, V1_PATH } from '../../src/api/paths.ts'
import type { BulkUpdate } from '../../src/api/schemas/bulk-update.ts'
import type { Listing } from '../../src/api/schemas/listings.ts'
import type { SeriesUpdate } from '../../src/api/schemas/series.ts'
import type { SessionPage } from '../../src/api/schemas/session-list.ts'
import type { TicketChanges } from '../../src/api/schemas/ticket-changes.ts'
import type { TicketPage } from '../../src/api/schemas/tickets.ts'
import { demoId } from '../data/demo.ts'

export type Examples<Schema extends z.ZodType> = Record<string, { summary: string; value: z.input<Schema> }>

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

export const ticketChanges: z.infer<typeof TicketChanges> = {
  fields: [
    'id',
    'ticketNumber',
    'status',
    'ticketTypeName',
    'seatLabel',
    'holderEmail',
    'attendeeName',
    'attendeeEmail',
    'attendeeCompany',
    'checkedInAt',
    'transferCount',
  ],
  rows: [
    [
      '9aa1093d-6f0e-4c86-9d57-0b6b3c1f2a10',
      'NL006-000384',
      'CheckedIn',
      'Standing',
      null,
      'melodie.garcia@example.net',
      'Mélodie Garcia',
      null,
      null,
      '2026-06-12T17:59:00.000Z',
      0,
    ],
  ],
  removed: ['4fe02c1a-1d5c-4b1f-8a0e-7c9d2b3e4f50'],
  counts: { Valid: 16_978, CheckedIn: 1_041, Refunded: 1_195, Voided: 785 },
  more: false,
  next: 'WyJmVU5jc0dXVSIs',
}

export const sessionPage: z.infer<typeof SessionPage> = {
  data: [
    {
      id: demoId('31'),
      organizerId: demoId('1'),
      organizerName: 'Northlight',
      eventId: demoId('10'),
      eventName: 'Northlight Nights',
      seriesId: demoId('20'),
      seriesName: 'Weekly nights',
      venueName: 'Glass Hall',
      startsAt: '2026-06-12T18:30:00.000Z',
      doorsOpenAt: '2026-06-12T17:30:00.000Z',
      capacity: 20_500,
      counts: { Valid: 16_979, CheckedIn: 1_040, Refunded: 1_195, Voided: 786 },
    },
  ],
  links: {
    self: `${V1_PATH}${SESSIONS}?pageSize=1`,
    next: `${V1_PATH}${SESSIONS}?pageSize=1&cursor=WyJVaFh`,
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
    summary: 'Harmless: selects no session, because none starts that late',
    value: { filterType: 'FromDate', fromDate: '2999-01-01T00:00:00Z', newCapacity: 250 },
  },
  capacity: {
    summary: 'Overwrites: the capacity of every upcoming session',
    value: { filterType: 'Upcoming', newCapacity: 250 },
  },
  venue: {
    summary: 'Overwrites: the venue and doors of sessions that start on or after a date',
    value: {
      filterType: 'FromDate',
      fromDate: '2026-12-01T00:00:00Z',
      newVenueId: demoId('51'),
      newDoorsOpenOffset: 'PT1H30M',
    },
  },
  selected: {
    summary: 'Overwrites: the capacity of one session',
    value: { filterType: 'Selected', sessionIds: [demoId('33')], newCapacity: 250 },
  },
}
