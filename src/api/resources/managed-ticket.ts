// A ticket as its organizer sees it, and the fields by which it is created and changed.
import * as z from 'zod'
import { FLAGS } from '../../domain/resources/definitions.ts'
import { isOurs } from '../../domain/tickets/code.ts'
import { type ManagedTicket as Row, TICKET } from '../../domain/tickets/create-tickets.ts'
import { responseSchemas } from './schema-names.ts'
import { sessionParams } from './session.ts'
import { attendeeOf, exampleTicket, Ticket } from './ticket.ts'
import { Flag, noteSchema } from './ticket-type.ts'
import { hasCharacters, Instant, lineSchema, serializer, storableText, uuidSchema } from './values.ts'

export const TICKETS = '/sessions/:sessionId/tickets'

export const ManagedTicket = Ticket.extend({
  code: z.string().meta({ description: 'What is in the code on the guest’s ticket.' }),
  note: z.string().nullable().meta({ description: 'For door staff.' }),
  flag: z.enum(FLAGS),
  pageUrl: z.string().nullable().meta({
    description: 'The guest’s own page. Null for a code that another system made.',
  }),
  updatedAt: Instant.nullable().meta({ description: 'The last change through this API, check-ins apart.' }),
  updatedBy: z.string().nullable(),
}).register(responseSchemas, { id: 'ManagedTicket' })

/** The guest's page of a ticket; null for a code that another system made. */
export const pageUrlOf = (code: string, url: string): string | null =>
  isOurs(code) ? new URL(`/t/${code}`, url).href : null

const serialize = serializer(ManagedTicket)

export const serializeManagedTicket = (row: Row, url: string): z.infer<typeof ManagedTicket> =>
  serialize({ ...row, attendee: attendeeOf(row), pageUrl: pageUrlOf(row.code, url) })

export const exampleManagedTicket: z.infer<typeof ManagedTicket> = {
  ...exampleTicket,
  code: '7KQ2M9XD4RVB0HTN5C8J',
  note: null,
  flag: 'None',
  pageUrl: 'https://tickets.example.com/t/7KQ2M9XD4RVB0HTN5C8J',
  updatedAt: '2026-06-01T10:00:00.000Z',
  updatedBy: 'manager',
}

const text = lineSchema(200).nullable().exactOptional()

/** What can be given for a ticket. */
export const ticketFields = {
  ticketNumber: lineSchema(100).exactOptional(),
  ticketTypeName: lineSchema(200),
  seatLabel: text,
  holderEmail: text,
  currentHolderId: uuidSchema.nullable().exactOptional(),
  attendee: z
    .strictObject({ name: lineSchema(200), email: text, company: text }, 'must be an object or null')
    .nullable()
    .exactOptional()
    .meta({ description: 'Replaced whole.' }),
  // Scanners and people cannot convey white space around it.
  code: storableText('must be text of 1 to 200 characters')
    .trim()
    .refine(hasCharacters(1, 200), 'must have 1 to 200 characters')
    .regex(/^\P{Cc}*$/u, 'must have no control characters')
    .exactOptional()
    .meta({
      minLength: 1,
      maxLength: 200,
      description: 'What a ticket that was printed elsewhere carries, exactly but for white space around it.',
    }),
  note: noteSchema.exactOptional(),
  flag: Flag.exactOptional(),
}

type Attendee = { name: string; email?: string | null; company?: string | null } | null

/** The columns of an attendee. */
export const attendeeColumns = (attendee: Attendee) => ({
  attendeeName: attendee?.name ?? null,
  attendeeEmail: attendee?.email ?? null,
  attendeeCompany: attendee?.company ?? null,
})

export const ticket = {
  ...{ type: TICKET, noun: 'ticket', tag: 'Guests', path: `${TICKETS}/:ticketId` },
  params: { ...sessionParams, ticketId: uuidSchema },
  pathOf: ({ sessionId, ticketId }: { sessionId: string; ticketId: string }) => ({ id: ticketId, sessionId }),
  ...{ schema: ManagedTicket, serialize: serializeManagedTicket, example: exampleManagedTicket },
}
