import * as z from 'zod'
import {
  type About,
  ENTITY_TYPES,
  type HistoryPosition,
  type HistoryRecord as HistoryRow,
  listOrganizerHistory,
  listSeriesHistory,
} from '../../../domain/history/list-history.ts'
import {
  describeRevertOversold,
  previewRevert,
  REVERT_VENUE_GONE,
  revertChange,
} from '../../../domain/series/revert-change.ts'
import type { SeriesPath } from '../../../domain/series/series.ts'
import { actorOf } from '../../http/context.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { listOperation } from '../../pagination/list-operation.ts'
import { cursorsOf } from '../../pagination/page.ts'
import { BulkUpdateResult, expectedVersion, FILTERS } from '../../resources/bulk-update.ts'
import { demoId, EXAMPLE_IDS } from '../../resources/examples.ts'
import { organizerParams } from '../../resources/organizer.ts'
import {
  EXAMPLE_VERSION,
  encodeVersion,
  examplePreviewed,
  expectVersion,
  Preview,
  serializePreview,
} from '../../resources/preview.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { SERIES_PATH, seriesParams } from '../../resources/series.ts'
import { formatInstant, Instant, queryParam, strictBody, uuidSchema } from '../../resources/values.ts'

/** The path of a record, below that of the route group. */
const RECORD = `${SERIES_PATH}/history/:id`

const recordParams = { ...seriesParams, id: uuidSchema }

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

const HistoryRecord = z
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

const serializeRecord = (row: HistoryRow): z.infer<typeof HistoryRecord> => {
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

const exampleRecord: z.infer<typeof HistoryRecord> = {
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

const OrganizerRecord = z
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

const serializeOrganizerRecord = (row: HistoryRow): z.infer<typeof OrganizerRecord> => {
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

const PAGE_SIZE = [20, 100, ' Pages of large records have fewer.'] as const

type OrganizerList = { organizerId: string; entityId: string | undefined }

type OrganizerQuery = { params: { organizerId: string }; query: { entityId: string | undefined } }

/** Ids are stored in lower case, subjects as they are. */
const toOrganizerList = ({ params, query: { entityId } }: OrganizerQuery): OrganizerList => ({
  ...params,
  entityId: uuidSchema.safeParse(entityId).data ?? entityId,
})

const organizerCursors = cursorsOf<OrganizerList, HistoryPosition>(
  z.strictObject({ number: z.int() }),
  ({ organizerId, entityId }) => ['organizer-history', organizerId, entityId ?? null],
)

const seriesCursors = cursorsOf<SeriesPath, HistoryPosition>(
  z.strictObject({ number: z.int() }),
  ({ seriesId }) => ['history', seriesId],
)

const Revert = strictBody({
  expectedVersion: expectedVersion.meta({ description: 'The `version` of a preview of the same record.' }),
})
  .meta({ description: 'The preview to apply.' })
  .register(requestSchemas, { id: 'Revert' })

export const historyOperations = [
  listOperation({
    id: 'listOrganizerHistory',
    path: '/organizers/:organizerId/history',
    tag: 'History',
    summary: 'List the changes of an organizer',
    description: 'Who changed what, with the values before the change. Latest first.',
    access: 'manager',
    isHeavy: true,
    peopleOnly: true,
    params: organizerParams,
    query: {
      entityId: queryParam(z.string()).meta({
        type: 'string',
        examples: [demoId('10')],
        description: 'Only changes of this event, session, member or other entity.',
      }),
    },
    items: 'records',
    pageSize: PAGE_SIZE,
    scope: 'the organizer and `entityId` of its link',
    page: {
      id: 'OrganizerHistoryPage',
      item: OrganizerRecord,
      examples: [
        {
          id: EXAMPLE_IDS.recordId,
          at: '2026-06-10T09:00:00.000Z',
          by: 'manager',
          byName: 'Mia Berg',
          requestId: 'console-000042',
          action: 'venue.update',
          entityType: 'venue',
          entityId: demoId('50'),
          change: { name: 'Great Glass Hall' },
          before: { name: 'Glass Hall' },
          about: { name: 'Great Glass Hall', eventId: null, sessionId: null, startsAt: null, timeZone: null },
        },
      ],
    },
    errors: { organizer_not_found: true },
    cursors: organizerCursors,
    listOf: toOrganizerList,
    read: (db, input, pageSize, after) =>
      listOrganizerHistory(db, input.subject, toOrganizerList(input), pageSize, after),
    serialize: serializeOrganizerRecord,
  }),
  listOperation({
    id: 'listSeriesHistory',
    path: `${SERIES_PATH}/history`,
    tag: 'History',
    summary: 'List the changes of a series',
    description: 'Who changed what, with the values before the change. Latest first.',
    access: 'manager',
    isHeavy: true,
    params: seriesParams,
    items: 'records',
    pageSize: PAGE_SIZE,
    scope: 'the series of its link',
    page: { id: 'HistoryPage', item: HistoryRecord, examples: [exampleRecord] },
    errors: { series_not_found: true },
    cursors: seriesCursors,
    listOf: ({ params }) => params,
    read: (db, { subject, params }, pageSize, after) =>
      listSeriesHistory(db, subject, params, pageSize, after),
    serialize: serializeRecord,
  }),
  operation({
    id: 'previewRevert',
    method: 'POST',
    path: `${RECORD}/revert/preview`,
    tag: 'History',
    summary: 'Preview reverting a change',
    description:
      'Returns the effect on each session, or on the series if its name or description was changed. Changes nothing and takes no body.',
    access: 'manager',
    isHeavy: true,
    params: recordParams,
    isRead: true,
    response: {
      description: 'The effect of reverting.',
      body: Preview,
      cache: 'private',
      examples: {
        sessions: {
          summary: 'A session',
          value: {
            sessionsSelected: 1,
            series: null,
            sessions: [
              { ...examplePreviewed, before: examplePreviewed.after, after: examplePreviewed.before },
            ],
            version: EXAMPLE_VERSION,
          },
        },
        series: {
          summary: 'The series',
          value: {
            sessionsSelected: 0,
            series: {
              before: { name: 'Friday nights', description: null },
              after: { name: 'Weekly nights', description: null },
            },
            sessions: [],
            version: EXAMPLE_VERSION,
          },
        },
      },
    },
    errors: {
      series_not_found: true,
      record_not_found: true,
      invalid_request: 'id: this record has no old values.',
      unknown_venue: REVERT_VENUE_GONE,
    },
    handle: async (c, { params: { id, ...path } }) => {
      const subject = c.get('subject')
      const state = await readFromNearest(c, (db) => previewRevert(db, subject, path, id))
      return serializePreview(
        state,
        await encodeVersion(c.get('db'), { subject, path, change: { recordId: id } }, state),
      )
    },
  }),
  operation({
    id: 'revertChange',
    method: 'POST',
    path: `${RECORD}/revert`,
    tag: 'History',
    summary: 'Revert a change',
    description:
      'Restores the values before the change, including nulls, exactly as previewed or not at all. Sessions that no longer exist are skipped. A revert is recorded and can itself be reverted. Repeating the call returns the first response again.',
    access: 'manager',
    isHeavy: true,
    params: recordParams,
    body: Revert,
    bodyExamples: {
      version: { summary: 'The version of a preview', value: { expectedVersion: EXAMPLE_VERSION } },
    },
    response: {
      description: 'The number of sessions written; 0 for a change of the series itself.',
      body: BulkUpdateResult,
      examples: { some: { summary: 'Four sessions', value: { sessionsUpdated: 4 } } },
    },
    errors: {
      series_not_found: true,
      record_not_found: true,
      capacity_below_sold: describeRevertOversold(2, 48),
      preview_outdated: true,
      unknown_venue: REVERT_VENUE_GONE,
    },
    handle: async (c, { params: { id, ...path }, body: { expectedVersion } }) => {
      const previewed = { subject: c.get('subject'), path, change: { recordId: id } }
      const { actor, isAsPreviewed } = await expectVersion(
        c.get('db'),
        previewed,
        expectedVersion,
        actorOf(c),
      )
      return { sessionsUpdated: await revertChange(c.get('db'), actor, path, id, isAsPreviewed) }
    },
  }),
]
