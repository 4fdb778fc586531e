import * as z from 'zod'
import {
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
import { demoId, EXAMPLE_IDS, exampleLinks } from '../../demo-ids.ts'
import { actorOf } from '../../http/actor.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { cursorsOf } from '../../pagination/cursors.ts'
import { cursorParam, pageOf, pageSizeParam, readPage } from '../../pagination/page.ts'
import { BulkUpdateResult, expectedVersion } from '../../resources/bulk-update.ts'
import {
  exampleRecord,
  HistoryRecord,
  RECORD,
  recordFields,
  recordParams,
  serializeRecord,
} from '../../resources/history-record.ts'
import { organizerParams } from '../../resources/organizer.ts'
import { EXAMPLE_VERSION, examplePreviewed, Preview, serializePreview } from '../../resources/preview.ts'
import { encodeVersion, expectVersion } from '../../resources/preview-version.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { SERIES_PATH, seriesParams } from '../../resources/series.ts'
import { queryParam, strictBody, uuidSchema } from '../../resources/values.ts'

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
        description:
          'The values before the change. Null for something new, and if they are larger than 1.5 MB.',
      }),
  })
  .register(responseSchemas, { id: 'OrganizerRecord' })

const serializeOrganizerRecord = (row: HistoryRow): z.infer<typeof OrganizerRecord> => {
  const { sessions: _, ...record } = serializeRecord(row)
  return { ...record, entityType: row.entityType, entityId: row.entityId }
}

type OrganizerList = { organizerId: string; entityId: string | undefined }

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
  operation({
    id: 'listOrganizerHistory',
    method: 'GET',
    path: '/organizers/:organizerId/history',
    tag: 'History',
    summary: 'List everything that was changed in an organizer',
    description: 'Who changed what, with the values before the change. Latest first.',
    access: 'manager',
    peopleOnly: true,
    params: organizerParams,
    query: {
      entityId: queryParam(z.string()).meta({
        type: 'string',
        examples: [demoId('10')],
        description: 'Only changes of this event, session, member or other entity.',
      }),
      pageSize: pageSizeParam('Records', 20, 100, ' A page of large records has fewer.'),
      cursor: cursorParam('the organizer and `entityId` of its link'),
    },
    response: {
      description: 'A page of records.',
      body: pageOf(OrganizerRecord).register(responseSchemas, { id: 'OrganizerHistoryPage' }),
      cache: 'private',
      examples: {
        page: {
          summary: 'A page',
          value: {
            data: [
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
              },
            ],
            links: exampleLinks('/api/organizer/v1/organizers/:organizerId/history'),
          },
        },
      },
    },
    errors: { organizer_not_found: true, invalid_cursor: organizerCursors.invalidMessage },
    handle: (c, { params: { organizerId }, query: { entityId, pageSize, cursor } }) => {
      // Ids are in lower case. A subject is what it is.
      const of = { organizerId, entityId: uuidSchema.safeParse(entityId).data ?? entityId }
      return readPage(
        c,
        { cursors: organizerCursors, list: of, cursor },
        (after) =>
          readFromNearest(c, (db) => listOrganizerHistory(db, c.get('subject'), of, pageSize, after)),
        serializeOrganizerRecord,
      )
    },
  }),
  operation({
    id: 'listSeriesHistory',
    method: 'GET',
    path: `${SERIES_PATH}/history`,
    tag: 'History',
    summary: 'List the changes of a series',
    description: 'Records who changed what, with the values before the change. Latest first.',
    access: 'manager',
    params: seriesParams,
    query: {
      pageSize: pageSizeParam('Records', 20, 100, ' A page of large records has fewer.'),
      cursor: cursorParam('the series of its link'),
    },
    response: {
      description: 'A page of records.',
      body: pageOf(HistoryRecord).register(responseSchemas, { id: 'HistoryPage' }),
      cache: 'private',
      examples: {
        page: {
          summary: 'A page',
          value: { data: [exampleRecord], links: exampleLinks(`/api/organizer/v1${SERIES_PATH}/history`) },
        },
      },
    },
    errors: { series_not_found: true, invalid_cursor: seriesCursors.invalidMessage },
    handle: (c, { params, query: { pageSize, cursor } }) =>
      readPage(
        c,
        { cursors: seriesCursors, list: params, cursor },
        (after) =>
          readFromNearest(c, (db) => listSeriesHistory(db, c.get('subject'), params, pageSize, after)),
        serializeRecord,
      ),
  }),
  operation({
    id: 'previewRevert',
    method: 'POST',
    path: `${RECORD}/revert/preview`,
    tag: 'History',
    summary: 'Preview reverting a change',
    description:
      'Returns the effect on each session, or on the series if its name or description was changed. It changes nothing and takes no body.',
    access: 'manager',
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
      return serializePreview(state, await encodeVersion({ subject, path, change: { recordId: id } }, state))
    },
  }),
  operation({
    id: 'revertChange',
    method: 'POST',
    path: `${RECORD}/revert`,
    tag: 'History',
    summary: 'Revert a change',
    description:
      'Restores the values before the change, nulls too, exactly as previewed or not at all. Sessions that are gone are left out. Reverting is recorded, and can itself be reverted. Repeating the call returns the first response again.',
    access: 'manager',
    params: recordParams,
    body: Revert,
    bodyExamples: {
      version: { summary: 'The version of a preview', value: { expectedVersion: EXAMPLE_VERSION } },
    },
    response: {
      description: 'The number of sessions that were written; 0 for a change of the series itself.',
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
      const { actor, isAsPreviewed } = await expectVersion(previewed, expectedVersion, actorOf(c))
      return { sessionsUpdated: await revertChange(c.get('db'), actor, path, id, isAsPreviewed) }
    },
  }),
]
