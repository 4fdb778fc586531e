// A record of the history, as a series and an organizer list it.
import * as z from 'zod'
import {
  type About,
  ENTITY_TYPES,
  type HistoryRecord as HistoryRow,
} from '../../domain/history/list-history.ts'
import { FILTERS } from './bulk-update.ts'
import { demoId, EXAMPLE_IDS } from './examples.ts'
import { responseSchemas } from './schema-names.ts'
import { formatInstant, Instant } from './values.ts'

const recordFields = {
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
    cancelledAt: Instant.nullable().optional(),
    cancelNotice: z.string().nullable().optional(),
  }),
)

const BEFORE = {
  description:
    'The values before the change, with the cancellation if the change was one. Null in records older than this field, or if they exceed 1.5 MB.',
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
          newCancelled: z.boolean().nullable(),
          newCancelNotice: z.string().nullable(),
        })
        .meta({ description: 'The fields of the request; null for omitted ones.' }),
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

/** A bulk update as recorded. */
type RecordedUpdate = {
  filter: { type: (typeof FILTERS)[number]; from?: string; sessionIds?: string[] }
  capacity?: number
  venueId?: string
  doorsOpenOffsetMinutes?: number
  cancelled?: boolean
  cancelNotice?: string
}

/** The recorded change with the field names of the request. */
const serializeUpdate = ({ filter, ...change }: RecordedUpdate) => ({
  filterType: filter.type,
  fromDate: filter.from === undefined ? null : formatInstant(new Date(filter.from)),
  sessionIds: filter.sessionIds ?? null,
  newCapacity: change.capacity ?? null,
  newVenueId: change.venueId ?? null,
  newDoorsOpenOffset: change.doorsOpenOffsetMinutes ?? null,
  newCancelled: change.cancelled ?? null,
  newCancelNotice: change.cancelNotice ?? null,
})

/** The values of sessions with the time of their cancellation, if they have it, as text. */
const serializeBefore = (before: unknown) =>
  Array.isArray(before)
    ? before.map((values: { cancelledAt?: number | null }) =>
        typeof values.cancelledAt === 'number'
          ? { ...values, cancelledAt: formatInstant(values.cancelledAt) }
          : values,
      )
    : before

export const serializeRecord = (row: HistoryRow): z.infer<typeof HistoryRecord> => {
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
    before: row.before === null ? null : serializeBefore(JSON.parse(row.before)),
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
    newCancelled: null,
    newCancelNotice: null,
  },
  sessions: 1,
  before: [{ id: demoId('30'), ...values }],
}

export const OrganizerRecord = z
  .strictObject({
    ...recordFields,
    action: z.string().meta({ examples: ['event.create', 'session.update', 'member.delete'] }),
    entityType: z.enum(ENTITY_TYPES),
    entityId: z.string().meta({ description: 'A UUID, or the subject of a member.' }),
    change: z.record(z.string(), z.unknown()).meta({ description: 'The fields of the request.' }),
    before: z
      .union([z.record(z.string(), z.unknown()), z.array(z.record(z.string(), z.unknown()))])
      .nullable()
      .meta({
        description: 'The values before the change. Null if something was created, or if they exceed 1.5 MB.',
      }),
    about: z
      .strictObject({
        name: z.string().nullable(),
        eventId: z.uuid().nullable(),
        sessionId: z.uuid().nullable(),
        startsAt: Instant.nullable().meta({ description: 'The start of its session.' }),
        timeZone: z.string().nullable().meta({ description: 'The time zone of the event of its session.' }),
      })
      .nullable()
      .meta({ description: 'What was changed, as it is now. Null if it is gone.' }),
  })
  .register(responseSchemas, { id: 'OrganizerRecord' })

export const serializeOrganizerRecord = (row: HistoryRow): z.infer<typeof OrganizerRecord> => {
  const { sessions: _, ...record } = serializeRecord(row)
  const about: About | null = row.about === null ? null : JSON.parse(row.about)
  const startsAt = about?.startsAt ?? null
  return {
    ...record,
    entityType: row.entityType,
    entityId: row.entityId,
    about: about && { ...about, startsAt: startsAt === null ? null : formatInstant(startsAt) },
  }
}
