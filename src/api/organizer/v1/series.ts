import { changeResource } from '../../../domain/resources/change-resource.ts'
import { EVENT, SERIES } from '../../../domain/resources/definitions.ts'
import { countGuard, MAX_IN_EVENT } from '../../../domain/resources/limits.ts'
import {
  bulkUpdateSessions,
  describeOversold,
  previewBulkUpdate,
} from '../../../domain/series/bulk-update.ts'
import { isCurrent } from '../../http/conditional.ts'
import { actorOf } from '../../http/context.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { BulkUpdate, BulkUpdateResult, bulkUpdateExamples } from '../../resources/bulk-update.ts'
import { eventParams } from '../../resources/event.ts'
import {
  EXAMPLE_VERSION,
  encodeVersion,
  examplePreviewed,
  expectVersion,
  Preview,
  serializePreview,
} from '../../resources/preview.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { descriptionSchema, SERIES_PATH, series, seriesParams } from '../../resources/series.ts'
import { exampleSession } from '../../resources/session.ts'
import { nameSchema, newId, strictBody } from '../../resources/values.ts'
import { createOperation, deleteOperation, readOperation } from './resource-operations.ts'
import { listSessionsOperation } from './sessions.ts'

const SeriesUpdate = strictBody({
  name: nameSchema
    .meta({
      description: 'If omitted, the name stays as it is.',
    })
    .exactOptional(),
  description: descriptionSchema
    .meta({ description: 'Null clears it. If omitted, the description stays as it is.' })
    .exactOptional(),
})
  .refine((change) => Object.keys(change).length > 0, 'Nothing to change: give name, description or both')
  .meta({ minProperties: 1, description: 'A new name, a new description, or both.' })
  .register(requestSchemas, { id: 'SeriesUpdate' })

export const seriesOperations = [
  createOperation('createSeries', series, {
    path: '/events/:eventId/series',
    params: eventParams,
    parent: EVENT,
    parentId: ({ params }) => params.eventId,
    values: ({ eventId }) => ({ eventId }),
    guards: [countGuard('series')],
    description: `An event can have ${MAX_IN_EVENT.series} series.`,
    body: strictBody({
      id: newId,
      name: nameSchema,
      description: descriptionSchema.exactOptional(),
    }).register(requestSchemas, { id: 'NewSeries' }),
    bodyExamples: { series: { summary: 'A series', value: { name: 'Summer Nights', description: null } } },
  }),
  readOperation('getSeries', series),
  operation({
    id: 'updateSeries',
    method: 'PUT',
    path: SERIES_PATH,
    tag: 'Series',
    summary: 'Update the name and description of a series',
    description:
      'An omitted field stays as it is. If the body repeats a field, the last value counts. Repeating the call has no further effect.',
    access: 'manager',
    params: seriesParams,
    body: SeriesUpdate,
    bodyExamples: {
      name: {
        summary: 'Harmless on the demo: its current name',
        harmless: true,
        value: { name: 'Weekly nights' },
      },
      both: {
        summary: 'Overwrites: a new name and description',
        value: { name: 'Friday nights', description: 'Live music every Friday.' },
      },
      clear: { summary: 'Overwrites: removes the description', value: { description: null } },
    },
    response: { description: 'Updated. No body.' },
    errors: { series_not_found: true, precondition_failed: true },
    handle: async (c, { params, body }) => {
      const path = { id: params.seriesId, eventId: params.eventId }
      await changeResource(c.get('db'), actorOf(c), SERIES, path, body, body, { isCurrent: isCurrent(c) })
      return undefined
    },
  }),
  deleteOperation('deleteSeries', series),
  listSessionsOperation('listSeriesSessions', series, 'SeriesSessionPage'),
  operation({
    id: 'previewBulkUpdate',
    method: 'POST',
    path: `${SERIES_PATH}/sessions/bulk-update/preview`,
    tag: 'Series',
    summary: 'Preview a change of many sessions',
    description:
      'Takes the body of the bulk update and returns its effect on each session. Changes nothing. A session that has sold more tickets than the new capacity gets a `problem` instead of an error.',
    access: 'manager',
    isHeavy: true,
    params: seriesParams,
    body: BulkUpdate,
    bodyExamples: bulkUpdateExamples,
    isRead: true,
    response: {
      description: 'The effect of the update.',
      body: Preview,
      cache: 'private',
      examples: {
        some: {
          summary: 'One of two would be refused',
          value: {
            sessionsSelected: 2,
            series: null,
            sessions: [
              {
                ...examplePreviewed,
                id: exampleSession.id,
                startsAt: exampleSession.startsAt,
                sold: 18_019,
                problem: 'capacity_below_sold',
              },
              examplePreviewed,
            ],
            version: EXAMPLE_VERSION,
          },
        },
      },
    },
    errors: { series_not_found: true, unknown_venue: true },
    handle: async (c, { params, body: { filter, change } }) => {
      const subject = c.get('subject')
      const sessions = await readFromNearest(c, (db) =>
        previewBulkUpdate(db, { subject, now: new Date() }, params, filter, change),
      )
      const version = await encodeVersion(
        c.get('db'),
        { subject, path: params, change: { filter, change } },
        { sessions },
      )
      return serializePreview({ sessions }, version)
    },
  }),
  operation({
    id: 'bulkUpdateSessions',
    method: 'POST',
    path: `${SERIES_PATH}/sessions/bulk-update`,
    tag: 'Series',
    summary: 'Change many sessions of a series',
    description:
      'Overwrites the capacity, venue or doors-open offset of all selected sessions, or of none. If no session is selected, the response is 200 with 0. If the body repeats a field, the last value counts. Repeating the call after a lost connection is safe. With `expectedVersion`, the update does exactly what was previewed, once however often it is repeated.',
    access: 'manager',
    params: seriesParams,
    body: BulkUpdate,
    bodyExamples: bulkUpdateExamples,
    response: {
      description: 'The number of sessions selected and written.',
      body: BulkUpdateResult,
      examples: { some: { summary: 'Four sessions', value: { sessionsUpdated: 4 } } },
    },
    errors: {
      series_not_found: true,
      capacity_below_sold: describeOversold(2, 10, 48),
      preview_outdated: true,
      unknown_venue: true,
    },
    handle: async (c, { params, body: { filter, change, expectedVersion } }) => {
      const previewed = { subject: c.get('subject'), path: params, change: { filter, change } }
      const { actor, isAsPreviewed } =
        expectedVersion === undefined
          ? { actor: actorOf(c) }
          : await expectVersion(c.get('db'), previewed, expectedVersion, actorOf(c))
      const sessionsUpdated = await bulkUpdateSessions(
        c.get('db'),
        actor,
        params,
        filter,
        change,
        isAsPreviewed && ((sessions) => isAsPreviewed({ sessions })),
      )
      return { sessionsUpdated }
    },
  }),
]
