import { IS_OWNER } from '../../../domain/people/members.ts'
import { listOrganizers } from '../../../domain/resources/managed-lists.ts'
import { AppError } from '../../../errors.ts'
import { operation } from '../../operation.ts'
import { nameCursors, namedQuery } from '../../pagination/by-name.ts'
import { pageOf, readPage } from '../../pagination/page.ts'
import { exampleOrganizer, Organizer, organizer, serializeOrganizer } from '../../resources/organizer.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { changeBody, nameSchema } from '../../resources/values.ts'
import { changeOperation, readOperation } from './resource-operations.ts'

export const organizerOperations = [
  operation({
    id: 'listOrganizers',
    method: 'GET',
    path: '/organizers',
    tag: 'Organizers',
    summary: 'List the organizers that the caller manages',
    description:
      'Where the caller is an `owner` or `manager`, sorted by name. Anybody else gets an empty list.',
    access: 'subject',
    query: namedQuery('Organizers'),
    response: {
      description: 'A page of organizers.',
      body: pageOf(Organizer).register(responseSchemas, { id: 'OrganizerPage' }),
      cache: 'private',
      examples: {
        page: {
          summary: 'A page',
          value: { data: [exampleOrganizer], links: { self: '/api/organizer/v1/organizers', next: null } },
        },
      },
    },
    errors: { invalid_cursor: nameCursors.invalidMessage },
    handle: (c, { query: { pageSize, cursor } }) =>
      readPage(
        c,
        { cursors: nameCursors, list: '/organizers', cursor },
        (after) => listOrganizers(c.get('db'), c.get('subject'), pageSize, after),
        serializeOrganizer,
      ),
  }),
  operation({
    id: 'createOrganizer',
    method: 'POST',
    path: '/organizers',
    tag: 'Organizers',
    summary: 'Refused: organizers are created by the operator',
    description: 'The operator creates them with `npm run organizer`.',
    access: 'subject',
    response: { description: 'Never.' },
    errors: { forbidden: 'The operator of the service creates organizers.' },
    handle: () => {
      throw new AppError('forbidden', 'The operator of the service creates organizers.')
    },
  }),
  readOperation('getOrganizer', organizer),
  changeOperation('updateOrganizer', organizer, {
    access: 'owner',
    allowed: IS_OWNER,
    body: changeBody({ name: nameSchema.exactOptional() }).register(requestSchemas, {
      id: 'OrganizerChange',
    }),
    bodyExamples: {
      same: {
        summary: 'Harmless on the demo: its current name',
        harmless: true,
        value: { name: 'Northlight' },
      },
      name: { summary: 'A new name', value: { name: 'Northlight Live' } },
    },
  }),
]
