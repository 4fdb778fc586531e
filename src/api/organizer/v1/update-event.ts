import * as z from 'zod'
import { event, timeZoneSchema } from '../../resources/event.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { changeBody, nameSchema } from '../../resources/values.ts'
import { changeOperation } from './resource-operations.ts'

export const updateEvent = changeOperation('updateEvent', event, {
  description: 'Sessions keep their instants when the time zone changes.',
  body: changeBody({
    name: nameSchema.exactOptional(),
    timeZone: timeZoneSchema.exactOptional(),
    walkIns: z.boolean('must be true or false').exactOptional(),
  }).register(requestSchemas, { id: 'EventChange' }),
  bodyExamples: {
    same: {
      summary: 'Harmless on the demo: its current name',
      harmless: true,
      value: { name: 'Northlight Nights' },
    },
    walkIns: { summary: 'Lets door staff add guests', value: { walkIns: true } },
  },
})
