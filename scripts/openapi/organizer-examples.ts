// Example bodies of the organizer's operations.
import type * as z from 'zod'
import { EVENTS, LISTINGS, ORGANIZER_V1_PATH, VENUES } from '../../src/api/paths.ts'
import type { EventPage, ListingPage, VenuePage } from '../../src/api/schemas/collections.ts'
import type { HistoryPage, PutBack } from '../../src/api/schemas/history.ts'
import type { Preview } from '../../src/api/schemas/previews.ts'
import type { Series } from '../../src/api/schemas/series.ts'
import type { SeriesSessionPage } from '../../src/api/schemas/series-sessions.ts'
import { demoId } from '../data/demo.ts'
import { type Examples, ids } from './examples.ts'

export const seriesPath = `${ORGANIZER_V1_PATH}/events/${ids.eventId}/series/${ids.seriesId}`

export const eventPage: z.infer<typeof EventPage> = {
  data: [
    {
      id: demoId('11'),
      name: 'Midwinter Gala',
      organizerId: demoId('1'),
      organizerName: 'Northlight',
      series: [],
    },
    {
      id: demoId('10'),
      name: 'Northlight Nights',
      organizerId: demoId('1'),
      organizerName: 'Northlight',
      series: [{ id: demoId('20'), name: 'Weekly nights' }],
    },
  ],
  links: { self: ORGANIZER_V1_PATH + EVENTS, next: null },
}

export const venuePage: z.infer<typeof VenuePage> = {
  data: [{ id: demoId('50'), name: 'Glass Hall', organizerId: demoId('1') }],
  links: {
    self: `${ORGANIZER_V1_PATH}${VENUES}?pageSize=1`,
    next: `${ORGANIZER_V1_PATH}${VENUES}?pageSize=1&cursor=WyJVaFh`,
  },
}

export const listingPage: z.infer<typeof ListingPage> = {
  data: [
    {
      id: demoId('40'),
      title: 'Untitled night',
      status: 'Draft',
      startsAt: null,
      updatedAt: '2026-06-12T16:30:00.000Z',
    },
  ],
  links: {
    self: `${ORGANIZER_V1_PATH}${LISTINGS}?status=Draft&pageSize=1`,
    next: `${ORGANIZER_V1_PATH}${LISTINGS}?status=Draft&pageSize=1&cursor=WyJVaFh`,
  },
}

export const series: z.infer<typeof Series> = {
  id: demoId('20'),
  eventId: demoId('10'),
  eventName: 'Northlight Nights',
  name: 'Weekly nights',
  description: 'A new night every week. Doors open an hour before the start.',
  sessions: 12,
  updatedAt: '2026-06-10T09:00:00.000Z',
  updatedBy: 'manager',
}

export const seriesSessionPage: z.infer<typeof SeriesSessionPage> = {
  data: [
    {
      id: demoId('31'),
      startsAt: '2026-06-12T18:30:00.000Z',
      doorsOpenAt: '2026-06-12T17:30:00.000Z',
      doorsOpenOffset: 60,
      capacity: 20_500,
      venueId: demoId('50'),
      venueName: 'Glass Hall',
      counts: { Valid: 16_979, CheckedIn: 1_040, Refunded: 1_195, Voided: 786 },
      updatedAt: null,
      updatedBy: null,
    },
  ],
  links: {
    self: `${seriesPath}/sessions?pageSize=1`,
    next: `${seriesPath}/sessions?pageSize=1&cursor=WyJVaFh`,
  },
}

const before = { capacity: 400, venueId: demoId('50'), doorsOpenOffset: 60 }

export const preview: z.infer<typeof Preview> = {
  sessionsSelected: 2,
  sessions: [
    {
      id: demoId('31'),
      startsAt: '2026-06-12T18:30:00.000Z',
      before: { ...before, capacity: 20_500 },
      after: { ...before, capacity: 250 },
      sold: 18_019,
      problem: 'capacity_below_sold',
    },
    {
      id: demoId('30'),
      startsAt: '2026-06-19T18:30:00.000Z',
      before,
      after: { ...before, capacity: 250 },
      sold: 54,
      problem: null,
    },
  ],
  version: 'WyJZMGtxTGpq',
}

export const putBackPreview: z.infer<typeof Preview> = {
  sessionsSelected: 1,
  sessions: [
    {
      id: demoId('30'),
      startsAt: '2026-06-19T18:30:00.000Z',
      before: { ...before, capacity: 250 },
      after: before,
      sold: 54,
      problem: null,
    },
  ],
  version: 'WyJZMGtxTGpq',
}

export const putBacks: Examples<typeof PutBack> = {
  version: { summary: 'The version of a preview', value: { expectedVersion: 'WyJZMGtxTGpq' } },
}

export const historyPage: z.infer<typeof HistoryPage> = {
  data: [
    {
      id: '019a7f3e-2b64-7cc1-8f0a-5d1e9b7c4a21',
      at: '2026-06-10T09:00:00.000Z',
      by: 'manager',
      requestId: 'console-000042',
      action: 'sessions.bulk-update',
      change: {
        filterType: 'Selected',
        fromDate: null,
        sessionIds: [demoId('30')],
        newCapacity: 250,
        newVenueId: null,
        newDoorsOpenOffset: null,
      },
      sessions: 1,
      before: [{ id: demoId('30'), ...before }],
    },
  ],
  links: {
    self: `${seriesPath}/history?pageSize=1`,
    next: `${seriesPath}/history?pageSize=1&cursor=WyJVaFh`,
  },
}
