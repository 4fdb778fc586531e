import * as z from 'zod'
import {
  ENTITY_TYPES,
  type HistoryPosition,
  type HistoryRecord,
  listOrganizerHistory as list,
} from '../../../domain/history/list-history.ts'
import { demoId, EXAMPLE_IDS, exampleLinks } from '../../demo-ids.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { cursorsOf } from '../../pagination/cursors.ts'
import { cursorParam, pageOf, pageSizeParam, readPage } from '../../pagination/page.ts'
import { organizerParams } from '../../resources/organizer.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { queryParam, uuidSchema } from '../../resources/values.ts'
import { recordFields, serializeRecord } from './history-record.ts'

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

const serialize = (row: HistoryRecord): z.infer<typeof OrganizerRecord> => {
  const { sessions: _, ...record } = serializeRecord(row)
  return { ...record, entityType: row.entityType, entityId: row.entityId }
}

type List = { organizerId: string; entityId: string | undefined }

const cursors = cursorsOf<List, HistoryPosition>(
  z.strictObject({ number: z.int() }),
  ({ organizerId, entityId }) => ['organizer-history', organizerId, entityId ?? null],
)

export const listOrganizerHistory = operation({
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
  errors: { organizer_not_found: true, invalid_cursor: cursors.invalidMessage },
  handle: (c, { params: { organizerId }, query: { entityId, pageSize, cursor } }) => {
    // Ids are in lower case. A subject is what it is.
    const of = { organizerId, entityId: uuidSchema.safeParse(entityId).data ?? entityId }
    return readPage(
      c,
      { cursors, list: of, cursor },
      (after) => readFromNearest(c, (db) => list(db, c.get('subject'), of, pageSize, after)),
      serialize,
    )
  },
})
