import {
  describeRevertOversold,
  REVERT_VENUE_GONE,
  revertChange as run,
} from '../../../domain/series/revert-change.ts'
import { actorOf } from '../../http/actor.ts'
import { operation } from '../../operation.ts'
import { BulkUpdateResult, expectedVersion } from '../../resources/bulk-update.ts'
import { EXAMPLE_VERSION } from '../../resources/preview.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { strictBody } from '../../resources/values.ts'
import { RECORD, recordParams } from './history-record.ts'
import { expectVersion } from './preview-version.ts'

const Revert = strictBody({
  expectedVersion: expectedVersion.meta({ description: 'The `version` of a preview of the same record.' }),
})
  .meta({ description: 'The preview to apply.' })
  .register(requestSchemas, { id: 'Revert' })

export const revertChange = operation({
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
    return { sessionsUpdated: await run(c.get('db'), actor, path, id, isAsPreviewed) }
  },
})
