import { ORGANIZER } from '../../../domain/resources/definitions.ts'
import { demoId } from '../../demo-ids.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { nameSchema, newId, strictBody, uuidSchema } from '../../resources/values.ts'
import { venue } from '../../resources/venue.ts'
import { createOperation } from './resource-operations.ts'

export const createVenue = createOperation('createVenue', venue, {
  path: '/venues',
  parent: ORGANIZER,
  parentId: ({ body }) => body.organizerId,
  body: strictBody({ id: newId, organizerId: uuidSchema, name: nameSchema }).register(requestSchemas, {
    id: 'NewVenue',
  }),
  bodyExamples: {
    venue: { summary: 'A venue', value: { organizerId: demoId('1'), name: 'Garden Stage' } },
  },
})
