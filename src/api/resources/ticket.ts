// Tickets in responses: the ticket list, and the rows of ticket changes.
import * as z from 'zod'
import { type Presence as GuestPresence, STATUSES } from '../../domain/check-in-rule.ts'
import type { Inside as PeopleInside } from '../../domain/sessions/inside.ts'
import type { CheckedTicket } from '../../domain/tickets/changes-statements.ts'
import { hashCode } from '../../domain/tickets/code-hash.ts'
import { SORT_KEYS } from '../../domain/tickets/sort.ts'
import type { Ticket as StoredTicket } from '../../domain/tickets/ticket.ts'
import { responseSchemas } from './schema-names.ts'
import { Instant, serializer } from './values.ts'

/** The largest 32-bit integer, because `page` is an int32. */
export const MAX_PAGE = 2_147_483_647

export const TicketStatus = z.enum(STATUSES).register(responseSchemas, { id: 'TicketStatus' })

export const TicketSort = z
  .enum(SORT_KEYS.flatMap((key) => [key, `-${key}`] as const))
  .register(responseSchemas, { id: 'TicketSort' })

const count = z.int().min(0)

export const TicketCounts = z
  .strictObject({ Valid: count, CheckedIn: count, Refunded: count, Voided: count })
  .meta({ description: 'The number of tickets by status.' })
  .register(responseSchemas, { id: 'TicketCounts' })

/** Where the guest of a ticket is. */
export const Presence = z.strictObject({
  inside: z.boolean().meta({ description: 'Whether the guest is in the venue.' }),
  areas: z.array(z.uuid()).meta({ description: 'The areas that the guest is in.' }),
  lastIn: Instant.nullable().meta({ description: 'The latest entry, to the venue or an area.' }),
  lastOut: Instant.nullable().meta({ description: 'The latest exit from the venue.' }),
  entries: count.meta({ description: 'How many times the guest came in from outside.' }),
})

/** Of a ticket whose status says it all. */
const NO_PRESENCE = { inside: null, areas: null, lastIn: null, lastOut: null, entries: null }

export const Inside = z
  .array(
    z.strictObject({
      areaId: z.uuid().nullable().meta({ description: 'Null for the venue.' }),
      tickets: count,
      others: z.int().meta({ description: 'People without tickets, by tallies.' }),
      capacity: count.nullable(),
    }),
  )
  .meta({ description: 'How many people are in the venue, which is first, and in each area of the event.' })
  .register(responseSchemas, { id: 'Inside' })

export const exampleInside: PeopleInside[] = [{ areaId: null, tickets: 1_032, others: 12, capacity: 20_500 }]

const Attendee = z
  .strictObject({ name: z.string(), email: z.string().nullable(), company: z.string().nullable() })
  .register(responseSchemas, { id: 'Attendee' })

export const Ticket = z
  .strictObject({
    id: z.uuid(),
    ticketNumber: z.string(),
    status: TicketStatus,
    ticketTypeName: z.string(),
    seatLabel: z.string().nullable(),
    currentHolderId: z.uuid().optional(),
    holderEmail: z.string().nullable(),
    attendee: Attendee.nullable().meta({ description: 'Null if no attendee is named.' }),
    checkedInAt: Instant.optional(),
    transferCount: z.int().min(0),
  })
  .register(responseSchemas, { id: 'Ticket' })

const serialize = serializer(Ticket)

export const attendeeOf = (row: StoredTicket): z.infer<typeof Attendee> | null => {
  const { attendeeName: name, attendeeEmail: email, attendeeCompany: company } = row
  return name === null ? null : { name, email, company }
}

export const serializeTicket = (row: StoredTicket): z.infer<typeof Ticket> =>
  serialize({ ...row, attendee: attendeeOf(row) })

/** The values of a ticket-changes row, in an order that compresses well. */
const ChangedTicket = z.strictObject({
  id: z.uuid(),
  ticketNumber: z.string(),
  status: TicketStatus,
  ticketTypeName: z.string(),
  seatLabel: z.string().nullable(),
  holderEmail: z.string().nullable(),
  attendeeName: z.string().nullable(),
  attendeeEmail: z.string().nullable(),
  attendeeCompany: z.string().nullable(),
  checkedInAt: Instant.nullable(),
  transferCount: z.int().min(0),
  reference: z.string().nullable().meta({
    description: 'What groups tickets, such as an order or a party. Those with the same one come together.',
  }),
  codeHash: z.string().meta({
    description:
      'Identifies the code on the guest’s ticket: the first 6 bytes of SHA-256 over `<session id>:<code>` as base64url.',
  }),
  check: z.int().min(0).meta({ description: 'A random number, new with every change of the ticket.' }),
  device: z.string().nullable().meta({
    description:
      'The device of the check-in that counts. Also null for a device without a name, and for a check-in by another part of the platform.',
  }),
  note: z.string().nullable().meta({
    description: 'For door staff. The ticket’s type can have its own: see `types` of the session.',
  }),
  flag: z.enum(['Info', 'Stop']).nullable().meta({
    description: '`Stop`: staff must read the note before they admit the guest.',
  }),
  inside: z.boolean().nullable().meta({
    description:
      'Whether the guest is in the venue. Null, like the fields after it, if `status` says it all.',
  }),
  areas: z.array(z.uuid()).nullable().meta({ description: 'The areas that the guest is in.' }),
  lastIn: Instant.nullable().meta({ description: 'The latest entry, to the venue or an area.' }),
  lastOut: Instant.nullable().meta({ description: 'The latest exit from the venue.' }),
  entries: count.nullable().meta({ description: 'How many times the guest came in from outside.' }),
  list: z.string().nullable().meta({ description: 'The name of the guest list that it is on.' }),
})

export const ROW_FIELDS = Object.keys(ChangedTicket.shape) as (keyof typeof ChangedTicket.shape)[]

export const TicketRow = z
  .tuple(Object.values(ChangedTicket.shape) as unknown as [z.ZodType, ...z.ZodType[]], z.unknown())
  .meta({
    description:
      'A ticket’s current values, in the order of `fields`. Look values up by name, because rows can gain values.',
  })
  .register(responseSchemas, { id: 'TicketRow' })

const serializeChanged = serializer(ChangedTicket)

export const serializeRow = (sessionId: string, { presence, ...row }: CheckedTicket) =>
  Object.values(
    serializeChanged({
      ...row,
      ...(presence === null ? NO_PRESENCE : (JSON.parse(presence) as GuestPresence)),
      codeHash: hashCode(sessionId, row.code),
    }),
  ) as z.infer<typeof TicketRow>

export const exampleTicket: z.infer<typeof Ticket> = {
  id: '9aa1093d-6f0e-4c86-9d57-0b6b3c1f2a10',
  ticketNumber: 'NL006-000384',
  status: 'CheckedIn',
  ticketTypeName: 'Standing',
  seatLabel: null,
  currentHolderId: '2408da03-51b5-4c0b-8a4e-6a7d0b9c1e22',
  holderEmail: 'melodie.garcia@example.net',
  attendee: { name: 'Mélodie Garcia', email: null, company: null },
  checkedInAt: '2026-06-12T17:59:00.000Z',
  transferCount: 0,
}

export const exampleRow = Object.values(
  serializeChanged({
    ...exampleTicket,
    checkedInAt: new Date('2026-06-12T17:59:00Z'),
    attendeeName: 'Mélodie Garcia',
    attendeeEmail: null,
    attendeeCompany: null,
    check: 11_062_087,
    codeHash: 'mZ0qT3xk',
    note: null,
    flag: null,
    device: 'Gate A',
    reference: 'ORD-7341',
    ...NO_PRESENCE,
    list: null,
  }),
) as z.infer<typeof TicketRow>

export const MAX_Q_CHARACTERS = 100
/** Each word costs an index lookup. A name, seat and e-mail address together have no more. */
export const MAX_Q_WORDS = 12
