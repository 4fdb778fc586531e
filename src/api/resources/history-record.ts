// A record in the history of a series. That of an organizer has the same fields.
import * as z from 'zod'
import type { HistoryRecord as RecordRow } from '../../domain/history/list-history.ts'
import { demoId, EXAMPLE_IDS } from '../demo-ids.ts'
import { FILTERS } from './bulk-update.ts'
import { responseSchemas } from './schema-names.ts'
import { SERIES_PATH, seriesParams } from './series.ts'
import { formatInstant, Instant, uuidSchema } from './values.ts'

/** The path of a record below that of the route group. */
export const RECORD = `${SERIES_PATH}/history/:id`

export const recordParams = { ...seriesParams, id: uuidSchema }

/** The fields of every record. */
export const recordFields = {
  id: z.uuid(),
  at: Instant,
  by: z.string().meta({ description: 'The subject of the token.' }),
  byName: z.string().nullable().meta({ description: 'The member’s name.' }),
  requestId: z.string(),
}

const common = {
  ...recordFields,
  sessions: z.int().min(0).meta({ description: 'The number of sessions written.' }),
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
    'The values before the change. Null in records that are older than this field, and if they are larger than 1.5 MB.',
}

const RevertedChange = z.strictObject({
  recordId: z.uuid().meta({ description: 'The record that was reverted.' }),
})

export const HistoryRecord = z
  .discriminatedUnion('action', [
    z.strictObject({
      ...common,
      action: z.literal('series.update'),
      change: z
        .strictObject({ name: z.string().optional(), description: z.string().nullable().optional() })
        .meta({ description: 'The fields of the request.' }),
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
        .meta({ description: 'The fields of the request. Null for those it left out.' }),
      before: SessionsBefore.nullable().meta(BEFORE),
    }),
    z.strictObject({
      ...common,
      action: z.literal('series.revert'),
      change: RevertedChange,
      before: SeriesBefore.nullable().meta(BEFORE),
    }),
    z.strictObject({
      ...common,
      action: z.literal('sessions.revert'),
      change: RevertedChange,
      before: SessionsBefore.nullable().meta(BEFORE),
    }),
  ])
  .register(responseSchemas, { id: 'HistoryRecord' })

/** A bulk update as it is recorded. */
type RecordedUpdate = {
  filter: { type: (typeof FILTERS)[number]; from?: string; sessionIds?: string[] }
  capacity?: number
  venueId?: string
  doorsOpenOffsetMinutes?: number
}

/** The recorded change with the field names of the request. */
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
  // The action determines the form of `change` and `before`.
  return {
    id: row.id,
    at: formatInstant(row.at),
    by: row.subject,
    byName: row.subjectName,
    requestId: row.requestId,
    sessions: row.sessions ?? 0,
    action: row.action,
    change: row.action === 'sessions.bulk-update' ? serializeUpdate(change) : change,
    before: row.before === null ? null : JSON.parse(row.before),
  } as z.infer<typeof HistoryRecord>
}

const values = { capacity: 400, venueId: demoId('50'), doorsOpenOffset: 60 }

export const exampleRecord: z.infer<typeof HistoryRecord> = {
  id: EXAMPLE_IDS.recordId,
  at: '2026-06-10T09:00:00.000Z',
  by: 'manager',
  byName: 'Mia Berg',
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
  before: [{ id: demoId('30'), ...values }],
}
