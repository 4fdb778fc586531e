import * as z from 'zod'
import {
  type HistoryPosition,
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
import { BulkUpdateResult, expectedVersion } from '../../resources/bulk-update.ts'
import { demoId, EXAMPLE_IDS } from '../../resources/examples.ts'
import {
  exampleRecord,
  HistoryRecord,
  OrganizerRecord,
  serializeOrganizerRecord,
  serializeRecord,
} from '../../resources/history-record.ts'
import { organizerParams } from '../../resources/organizer.ts'
import {
  EXAMPLE_VERSION,
  encodeVersion,
  examplePreviewed,
  expectVersion,
  Preview,
  serializePreview,
} from '../../resources/preview.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { SERIES_PATH, seriesParams } from '../../resources/series.ts'
import { queryParam, strictBody, uuidSchema } from '../../resources/values.ts'

/** The path of a record, below that of the route group. */
const RECORD = `${SERIES_PATH}/history/:id`

const recordParams = { ...seriesParams, id: uuidSchema }

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
