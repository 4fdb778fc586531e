import { previewBulkUpdate as preview } from '../../../domain/series/bulk-update.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { BulkUpdate, bulkUpdateExamples } from '../../resources/bulk-update.ts'
import { EXAMPLE_VERSION, examplePreviewed, Preview, serializePreview } from '../../resources/preview.ts'
import { SERIES, seriesParams } from '../../resources/series.ts'
import { exampleSession } from '../../resources/session.ts'
import { encodeVersion } from './preview-version.ts'

export const previewBulkUpdate = operation({
  id: 'previewBulkUpdate',
  method: 'POST',
  path: `${SERIES}/sessions/bulk-update/preview`,
  tag: 'Series',
  summary: 'Preview a change of many sessions',
  description:
    'Takes the body of the bulk update and returns its effect on each session. It changes nothing. A session that has sold more tickets than the new capacity is not an error here; it gets a `problem`.',
  access: 'manager',
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
      preview(db, { subject, now: new Date() }, params, filter, change),
    )
    const version = await encodeVersion({ subject, path: params, change: { filter, change } }, { sessions })
    return serializePreview({ sessions }, version)
  },
})
