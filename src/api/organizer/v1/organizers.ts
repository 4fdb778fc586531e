import * as z from 'zod'
import { IS_OWNER } from '../../../domain/people/members.ts'
import { listOrganizers } from '../../../domain/resources/managed-lists.ts'
import { AppError } from '../../../errors.ts'
import { operation } from '../../operation.ts'
import { listOperation } from '../../pagination/list-operation.ts'
import { NAMED_PAGE_SIZE, nameCursors } from '../../pagination/page.ts'
import {
  eraseAfterDays,
  exampleOrganizer,
  Organizer,
  organizer,
  serializeOrganizer,
} from '../../resources/organizer.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { changeBody, nameSchema } from '../../resources/values.ts'
import { changeOperation, readOperation } from './resource-operations.ts'

const REFUSED = 'The operator of the service creates organizers.'

export const organizerOperations = [
  listOperation({
    id: 'listOrganizers',
    path: '/organizers',
    tag: 'Organizers',
    summary: 'List the organizers that the caller manages',
    description:
      'Those where the caller is an `owner` or `manager`, sorted by name. Anyone else gets an empty list.',
    access: 'subject',
    items: 'organizers',
    pageSize: NAMED_PAGE_SIZE,
    scope: 'the list of its link',
    page: {
      id: 'OrganizerPage',
      item: Organizer,
      examples: [exampleOrganizer],
      links: { self: '/api/organizer/v1/organizers', next: null },
    },
    cursors: nameCursors,
    listOf: () => '/organizers',
    read: (db, { subject }, pageSize, after) => listOrganizers(db, subject, pageSize, after),
    serialize: serializeOrganizer,
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
    errors: { forbidden: REFUSED },
    handle: () => {
      throw new AppError('forbidden', REFUSED)
    },
  }),
  readOperation('getOrganizer', organizer),
  changeOperation('updateOrganizer', organizer, {
    access: 'owner',
    allowed: IS_OWNER,
    body: changeBody({
      name: nameSchema.exactOptional(),
      eraseAfterDays: eraseAfterDays.nullable().exactOptional().meta({
        description:
          'A session is over 24 hours after its start or the last item recorded in it, whichever is later. So many days later its guests are erased. Null: never.',
      }),
      feed: z.boolean().exactOptional().meta({
        description:
          'Switches the feed on or off. It stays on while there is a webhook. A feed that is switched on again starts again.',
      }),
    }).register(requestSchemas, {
      id: 'OrganizerChange',
    }),
    bodyExamples: {
      same: {
        summary: 'Harmless on the demo: its current name',
        harmless: true,
        value: { name: 'Northlight' },
      },
      name: { summary: 'A new name', value: { name: 'Northlight Live' } },
      feed: { summary: 'The feed on', value: { feed: true } },
      erase: { summary: 'Guests are erased after two months', value: { eraseAfterDays: 60 } },
    },
  }),
]
