import { describeOversold, bulkUpdateSessions as update } from '../../../domain/series/bulk-update.ts'
import { actorOf } from '../../http/actor.ts'
import { operation } from '../../operation.ts'
import { BulkUpdate, BulkUpdateResult, bulkUpdateExamples } from '../../resources/bulk-update.ts'
import { SERIES, seriesParams } from '../../resources/series.ts'
import { expectVersion } from './preview-version.ts'

export const bulkUpdateSessions = operation({
  id: 'bulkUpdateSessions',
  method: 'POST',
  path: `${SERIES}/sessions/bulk-update`,
  tag: 'Series',
  summary: 'Change many sessions of a series',
  description:
    'Overwrites capacity, venue or doors-open offset of every selected session, or changes none of them. If no session is selected, the response is a 200 with 0. If the body has a field twice, the last value counts. Repeating a call after a lost connection is safe. With the `expectedVersion` of a preview, the update does exactly what was previewed, and takes effect once however often it is repeated.',
  access: 'manager',
  params: seriesParams,
  body: BulkUpdate,
  bodyExamples: bulkUpdateExamples,
  response: {
    description: 'The number of sessions that were selected and written.',
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
        : await expectVersion(previewed, expectedVersion, actorOf(c))
    const sessionsUpdated = await update(
      c.get('db'),
      actor,
      params,
      filter,
      change,
      isAsPreviewed && ((sessions) => isAsPreviewed({ sessions })),
    )
    return { sessionsUpdated }
  },
})
