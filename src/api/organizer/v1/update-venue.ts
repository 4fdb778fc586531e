import { requestSchemas } from '../../resources/schema-names.ts'
import { changeBody, nameSchema } from '../../resources/values.ts'
import { venue } from '../../resources/venue.ts'
import { changeOperation } from './resource-operations.ts'

export const updateVenue = changeOperation('updateVenue', venue, {
  body: changeBody({ name: nameSchema.exactOptional() }).register(requestSchemas, { id: 'VenueChange' }),
  bodyExamples: {
    same: {
      summary: 'Harmless on the demo: its current name',
      harmless: true,
      value: { name: 'Glass Hall' },
    },
    name: { summary: 'A new name', value: { name: 'Great Glass Hall' } },
  },
})
