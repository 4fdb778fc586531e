// An area of an event: a place within the venue. Areas may overlap.
import * as z from 'zod'
import { AREA, type AreaRow } from '../../domain/resources/definitions.ts'
import { demoId } from './examples.ts'
import { responseSchemas } from './schema-names.ts'
import { serializer, uuidSchema } from './values.ts'

const shape = {
  name: z.string(),
  capacity: z
    .int()
    .min(0)
    .nullable()
    .meta({ description: 'How many people may be in it; null for no limit.' }),
}

export const Areas = z
  .array(z.strictObject({ id: z.uuid(), ...shape }))
  .meta({ description: 'The event’s areas by name. The venue itself is none of them.' })

const Area = z
  .strictObject({ id: z.uuid(), eventId: z.uuid(), ...shape })
  .register(responseSchemas, { id: 'Area' })

export const area = {
  type: AREA,
  noun: 'area',
  tag: 'Events',
  path: '/areas/:areaId',
  params: { areaId: uuidSchema },
  schema: Area,
  serialize: serializer(Area) as (row: AreaRow) => z.infer<typeof Area>,
  example: { id: demoId('64'), eventId: demoId('10'), name: 'Floor', capacity: 350 },
}
