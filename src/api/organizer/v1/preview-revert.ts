import { previewRevert as preview, REVERT_VENUE_GONE } from '../../../domain/series/revert-change.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { EXAMPLE_VERSION, examplePreviewed, Preview, serializePreview } from '../../resources/preview.ts'
import { RECORD, recordParams } from './history-record.ts'
import { encodeVersion } from './preview-version.ts'

export const previewRevert = operation({
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
          sessions: [{ ...examplePreviewed, before: examplePreviewed.after, after: examplePreviewed.before }],
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
    const state = await readFromNearest(c, (db) => preview(db, subject, path, id))
    return serializePreview(state, await encodeVersion({ subject, path, change: { recordId: id } }, state))
  },
})
