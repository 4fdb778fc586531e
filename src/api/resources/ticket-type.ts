// A ticket type as its organizer sees it.
import * as z from 'zod'
import { ENTRIES } from '../../domain/check-in-rule.ts'
import { FLAGS, TICKET_TYPE, type TicketTypeRow } from '../../domain/resources/definitions.ts'
import { MAX_IN_EVENT } from '../../domain/resources/limits.ts'
import { demoId } from './examples.ts'
import { responseSchemas } from './schema-names.ts'
import { lineSchema, serializer, uuidSchema } from './values.ts'

const MAX_NOTE_CHARACTERS = 280

export const Flag = z.enum(FLAGS, `must be one of ${FLAGS.join(', ')}`).meta({
  description: '`Info` shows the note at the door. `Stop` blocks the check-in until staff have read it.',
})

const MAX_WINDOW_MINUTES = 40_320
const WINDOW_RULE = `must be a whole number of minutes from -${MAX_WINDOW_MINUTES} to ${MAX_WINDOW_MINUTES}, or null`
const AREAS_RULE = 'must be a list of ids of areas of the event, or null for all'

const minutes = z
  .int(WINDOW_RULE)
  .min(-MAX_WINDOW_MINUTES, WINDOW_RULE)
  .max(MAX_WINDOW_MINUTES, WINDOW_RULE)
  .nullable()

const AREAS_MEANING = 'The areas that its tickets admit to; null for all. They always admit to the venue.'

/** Whom tickets of a type let in. */
export const EntryRules = {
  areas: z.array(z.uuid()).nullable().meta({ description: AREAS_MEANING }),
  entries: z.enum(ENTRIES, `must be one of ${ENTRIES.join(', ')}`).meta({
    description: 'How often they admit to the venue: `Once`, again after an exit, or any number of times.',
  }),
  from: minutes.meta({
    description: 'Minutes from the start of the session before which nobody enters first.',
  }),
  until: minutes.meta({
    description: 'Minutes from the start of the session after which nobody enters first.',
  }),
}

/** As a request has them. */
export const ruleFields = {
  areas: z
    .array(uuidSchema, AREAS_RULE)
    .max(MAX_IN_EVENT.areas, AREAS_RULE)
    .transform((ids) => [...new Set(ids)].toSorted())
    .nullable()
    .exactOptional()
    .meta({ description: AREAS_MEANING }),
  entries: EntryRules.entries.exactOptional(),
  from: EntryRules.from.exactOptional(),
  until: EntryRules.until.exactOptional(),
}

/** The rule of a type that says nothing else. */
export const exampleRule = { areas: null, entries: 'Once' as const, from: null, until: null }

export const noteSchema = lineSchema(MAX_NOTE_CHARACTERS).nullable()

const TicketType = z
  .strictObject({
    id: z.uuid(),
    eventId: z.uuid(),
    name: z.string(),
    note: z.string().nullable().meta({ description: 'For door staff.' }),
    flag: z.enum(FLAGS),
    ...EntryRules,
    inUse: z.boolean().meta({ description: 'Whether any ticket has this type.' }),
  })
  .register(responseSchemas, { id: 'TicketType' })

const serialize = serializer(TicketType)

const serializeTicketType = ({ inUse, areas, ...row }: TicketTypeRow): z.infer<typeof TicketType> =>
  serialize({ ...row, areas: areas === null ? null : JSON.parse(areas), inUse: inUse === 1 })

const exampleTicketType: z.infer<typeof TicketType> = {
  id: demoId('62'),
  eventId: demoId('10'),
  name: 'VIP',
  note: 'Gets a wristband.',
  flag: 'Info',
  ...exampleRule,
  inUse: true,
}

export const ticketType = {
  type: TICKET_TYPE,
  noun: 'ticket type',
  tag: 'Events',
  path: '/ticket-types/:ticketTypeId',
  params: { ticketTypeId: uuidSchema },
  schema: TicketType,
  serialize: serializeTicketType,
  example: exampleTicketType,
}
