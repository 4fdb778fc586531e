import { requestSchemas } from '../../resources/schema-names.ts'
import { Flag, noteSchema, ticketType } from '../../resources/ticket-type.ts'
import { changeBody, nameSchema } from '../../resources/values.ts'
import { changeOperation } from './resource-operations.ts'

export const updateTicketType = changeOperation('updateTicketType', ticketType, {
  description: 'Its tickets show the new name at once.',
  body: changeBody({
    name: nameSchema.exactOptional(),
    note: noteSchema.exactOptional(),
    flag: Flag.exactOptional(),
  }).register(requestSchemas, { id: 'TicketTypeChange' }),
  bodyExamples: {
    same: { summary: 'Harmless on the demo: its current name', harmless: true, value: { name: 'Standing' } },
    note: { summary: 'A note that holds the guest', value: { note: 'Check the age.', flag: 'Stop' } },
  },
})
