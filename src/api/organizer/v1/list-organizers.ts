import { listOrganizers as list } from '../../../domain/resources/managed-lists.ts'
import { operation } from '../../operation.ts'
import { nameCursors, namedQuery } from '../../pagination/by-name.ts'
import { pageOf, readPage } from '../../pagination/page.ts'
import { exampleOrganizer, Organizer, serializeOrganizer } from '../../resources/organizer.ts'
import { responseSchemas } from '../../resources/schema-names.ts'

export const listOrganizers = operation({
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
      (after) => list(c.get('db'), c.get('subject'), pageSize, after),
      serializeOrganizer,
    ),
})
