import { IS_OWNER } from '../../../domain/people/members.ts'
import { organizer } from '../../resources/organizer.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { changeBody, nameSchema } from '../../resources/values.ts'
import { changeOperation } from './resource-operations.ts'

export const updateOrganizer = changeOperation('updateOrganizer', organizer, {
  access: 'owner',
  allowed: IS_OWNER,
  body: changeBody({ name: nameSchema.exactOptional() }).register(requestSchemas, { id: 'OrganizerChange' }),
  bodyExamples: {
    same: {
      summary: 'Harmless on the demo: its current name',
      harmless: true,
      value: { name: 'Northlight' },
    },
    name: { summary: 'A new name', value: { name: 'Northlight Live' } },
  },
})
