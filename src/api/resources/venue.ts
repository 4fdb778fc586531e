// A venue as its organizer sees it.
import * as z from 'zod'
import { VENUE } from '../../domain/resources/definitions.ts'
import { demoId } from '../demo-ids.ts'
import { responseSchemas } from './schema-names.ts'
import { serializer, uuidSchema } from './values.ts'

export const VenueItem = z
  .strictObject({ id: z.uuid(), name: z.string(), organizerId: z.uuid() })
  .register(responseSchemas, { id: 'VenueItem' })

export const serializeVenue = serializer(VenueItem)

export const exampleVenue = { id: demoId('50'), name: 'Glass Hall', organizerId: demoId('1') }

export const venue = {
  ...{ type: VENUE, noun: 'venue', tag: 'Events', path: '/venues/:venueId' },
  params: { venueId: uuidSchema },
  pathOf: ({ venueId }: { venueId: string }) => ({ id: venueId }),
  ...{ schema: VenueItem, serialize: serializeVenue, example: exampleVenue },
}
