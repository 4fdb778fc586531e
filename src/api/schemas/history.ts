// The history of a series: parameters, bodies and responses.
import * as z from 'zod'
import type { HistoryRecord as RecordRow } from '../../domain/organizer/list-history.ts'
import { expectedVersion, FILTERS } from './bulk-update.ts'
import { cursorParam, pageOf } from './pages.ts'
import { seriesParams } from './series.ts'
import { formatInstant, Instant, pageSizeParam, strictBody, uuidSchema } from './values.ts'

const DEFAULT_PAGE_SIZE = 20
const MAX_PAGE_SIZE = 100

export const historyQuery = {
  pageSize: pageSizeParam(
    DEFAULT_PAGE_SIZE,
    MAX_PAGE_SIZE,
    `Records per page, at most ${MAX_PAGE_SIZE}. A page of large records has fewer.`,
  ),
  cursor: cursorParam('the series of its link'),
}

export const recordParams = { ...seriesParams, id: uuidSchema }

export const PutBack = strictBody({
  expectedVersion: expectedVersion.meta({ description: 'The `version` of a preview of the same record.' }),
}).meta({ description: 'Puts back what was previewed.' })

const common = {
  id: z.uuid(),
  at: Instant,
  by: z.string().meta({ description: 'The subject of the token.' }),
  requestId: z.string(),
  sessions: z.int().min(0).meta({ description: 'How many sessions were written.' }),
}

const SeriesBefore = z.strictObject({ name: z.string(), description: z.string().nullable() })

const SessionsBefore = z.array(
  z.strictObject({
    id: z.uuid(),
    capacity: z.int().min(0),
    venueId: z.uuid().nullable(),
    doorsOpenOffset: z.int().nullable(),
  }),
)

const BEFORE = {
  description:
    'The values before the change. Null in records from before this field existed, and if they are larger than 1.5 MB.',
}

const PutBackChange = z.strictObject({
  recordId: z.uuid().meta({ description: 'The record that was put back.' }),
})

export const HistoryRecord = z.discriminatedUnion('action', [
  z.strictObject({
    ...common,
    action: z.literal('series.update'),
    change: z
      .strictObject({ name: z.string().optional(), description: z.string().nullable().optional() })
      .meta({ description: 'The fields that the request had.' }),
    before: SeriesBefore.nullable().meta(BEFORE),
  }),
  z.strictObject({
    ...common,
    action: z.literal('sessions.bulk-update'),
    change: z
      .strictObject({
        filterType: z.enum(FILTERS),
        fromDate: Instant.nullable(),
        sessionIds: z.array(z.uuid()).nullable(),
        newCapacity: z.int().nullable(),
        newVenueId: z.uuid().nullable(),
        newDoorsOpenOffset: z.int().nullable(),
      })
      .meta({ description: 'The request; null for what it left as it was.' }),
    before: SessionsBefore.nullable().meta(BEFORE),
  }),
  z.strictObject({
    ...common,
    action: z.literal('series.put-back'),
    change: PutBackChange,
    before: SeriesBefore.nullable().meta(BEFORE),
  }),
  z.strictObject({
    ...common,
    action: z.literal('sessions.put-back'),
    change: PutBackChange,
    before: SessionsBefore.nullable().meta(BEFORE),
  }),
])

export const HistoryPage = pageOf(HistoryRecord)

/** A bulk update as it is recorded. */
type RecordedUpdate = {
  filter: { type: (typeof FILTERS)[number]; from?: string; sessionIds?: string[] }
  capacity?: number
  venueId?: string
  doorsOpenOffsetMinutes?: number
}

/** The recorded change in the words of the request. */
const serializeUpdate = ({ filter, capacity, venueId, doorsOpenOffsetMinutes }: RecordedUpdate) => ({
  filterType: filter.type,
  fromDate: filter.from === undefined ? null : formatInstant(new Date(filter.from)),
  sessionIds: filter.sessionIds ?? null,
  newCapacity: capacity ?? null,
  newVenueId: venueId ?? null,
  newDoorsOpenOffset: doorsOpenOffsetMinutes ?? null,
})

export const serializeRecord = (row: RecordRow): z.infer<typeof HistoryRecord> => {
  const change = JSON.parse(row.change)
  // The action says what the two JSON values are.
  return {
    id: row.id,
    at: formatInstant(row.at),
    by: row.subject,
    requestId: row.requestId,
    sessions: row.sessions,
    action: row.action,
    change: row.action === 'sessions.bulk-update' ? serializeUpdate(change) : change,
    before: row.before === null ? null : JSON.parse(row.before),
  } as z.infer<typeof HistoryRecord>
}
