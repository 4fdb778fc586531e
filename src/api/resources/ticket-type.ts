// A ticket type as its organizer sees it.
import * as z from 'zod'
import { FLAGS, TICKET_TYPE, type TicketTypeRow } from '../../domain/resources/definitions.ts'
import { demoId } from '../demo-ids.ts'
import { responseSchemas } from './schema-names.ts'
import { lineSchema, serializer, uuidSchema } from './values.ts'

const MAX_NOTE_CHARACTERS = 280

export const Flag = z
  .enum(FLAGS, `must be one of ${FLAGS.join(', ')}`)
  .meta({ description: '`Info` shows the note at the door. `Stop` holds the guest until it has been read.' })

export const noteSchema = lineSchema(MAX_NOTE_CHARACTERS).nullable()

export const TicketType = z
  .strictObject({
    id: z.uuid(),
    eventId: z.uuid(),
    name: z.string(),
    note: z.string().nullable().meta({ description: 'For door staff.' }),
    flag: z.enum(FLAGS),
    inUse: z.boolean().meta({ description: 'Whether tickets have it.' }),
  })
  .register(responseSchemas, { id: 'TicketType' })

const serialize = serializer(TicketType)

export const serializeTicketType = ({ inUse, ...row }: TicketTypeRow): z.infer<typeof TicketType> =>
  serialize({ ...row, inUse: inUse === 1 })

export const exampleTicketType: z.infer<typeof TicketType> = {
  id: demoId('62'),
  eventId: demoId('10'),
  name: 'VIP',
  note: 'Gets a wristband.',
  flag: 'Info',
  inUse: true,
}

export const ticketType = {
  ...{ type: TICKET_TYPE, noun: 'ticket type', tag: 'Events', path: '/ticket-types/:ticketTypeId' },
  params: { ticketTypeId: uuidSchema },
  pathOf: ({ ticketTypeId }: { ticketTypeId: string }) => ({ id: ticketTypeId }),
  ...{ schema: TicketType, serialize: serializeTicketType, example: exampleTicketType },
}
