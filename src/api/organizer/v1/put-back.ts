import {
  describePutBackOversold,
  PUT_BACK_VENUE_GONE,
  putBack as run,
} from '../../../domain/organizer/put-back.ts'
import { actorOf } from '../../http/actor.ts'
import { operation } from '../../operation.ts'
import { BulkUpdateResult, expectedVersion } from '../../resources/bulk-update.ts'
import { EXAMPLE_VERSION } from '../../resources/preview.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { strictBody } from '../../resources/values.ts'
import { RECORD, recordParams } from './history-record.ts'
import { expectVersion } from './preview-version.ts'

const PutBack = strictBody({
  expectedVersion: expectedVersion.meta({ description: 'The `version` of a preview of the same record.' }),
})
  .meta({ description: 'The preview to apply.' })
  .register(requestSchemas, { id: 'PutBack' })

export const putBack = operation({
  id: 'putBack',
  method: 'POST',
  path: `${RECORD}/put-back`,
  tag: 'History',
  summary: 'Put back a change',
  description:
    'Puts back the values before the change, nulls too, exactly as previewed or not at all. Sessions that are gone are left out. Putting back is recorded, and can itself be put back. Repeating the call returns the first response again.',
  access: 'manager',
  params: recordParams,
  body: PutBack,
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
    capacity_below_sold: describePutBackOversold(2, 48),
    preview_outdated: true,
    venue_not_found: PUT_BACK_VENUE_GONE,
  },
  handle: async (c, { params: { id, ...path }, body: { expectedVersion } }) => {
    const previewed = { subject: c.get('subject'), path, change: { recordId: id } }
    const { actor, isAsPreviewed } = await expectVersion(previewed, expectedVersion, actorOf(c))
    return { sessionsUpdated: await run(c.get('db'), actor, path, id, isAsPreviewed) }
  },
})
