import * as z from 'zod'
import { STATUSES } from '../../../domain/check-in-rule.ts'
import {
  type DownloadedTicket,
  downloadTickets,
  recordDownload,
} from '../../../domain/import/download-tickets.ts'
import { CSV_COLUMNS, formatRow } from '../../../domain/import/file/table/csv.ts'
import { withoutDefaults } from '../../../domain/resources/create-resources.ts'
import { FLAGS } from '../../../domain/resources/definitions.ts'
import { changeTicket } from '../../../domain/tickets/change-ticket.ts'
import { isOurs, makeCode } from '../../../domain/tickets/code.ts'
import { createTickets, type ManagedTicket as Row, TICKET } from '../../../domain/tickets/create-tickets.ts'
import { foldAscii, MAX_REFERENCE, MAX_TICKET_BYTES } from '../../../domain/tickets/ticket.ts'
import { fingerprint, isCurrent, setPrivate } from '../../http/conditional.ts'
import { actorOf } from '../../http/context.ts'
import { countItems, limitsOfBatch, RATE_LIMITS } from '../../http/rate-limit.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { respondWithStream } from '../../http/stream.ts'
import { operation } from '../../operation.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { sessionParams } from '../../resources/session.ts'
import { attendeeOf, exampleTicket, Ticket } from '../../resources/ticket.ts'
import { Flag, noteSchema } from '../../resources/ticket-type.ts'
import {
  changeBody,
  formatInstant,
  guestName,
  hasCharacters,
  Instant,
  lineSchema,
  newId,
  queryParam,
  serializer,
  storableText,
  strictBody,
  uuidSchema,
} from '../../resources/values.ts'
import { deleteOperation, readOperation } from './resource-operations.ts'

const TICKETS = '/sessions/:sessionId/tickets'

export const ManagedTicket = Ticket.extend({
  code: z.string().meta({ description: 'The content of the code on the guest’s ticket.' }),
  reference: z.string().nullable().meta({
    description: 'What groups tickets, such as an order or a party. Not unique.',
  }),
  note: z.string().nullable().meta({ description: 'For door staff.' }),
  flag: z.enum(FLAGS),
  list: z.string().nullable().meta({ description: 'The name of the guest list that it is on.' }),
  cover: z.enum(['Refunded', 'Voided']).nullable().meta({
    description:
      'The void or refund that `Valid` takes away, so that earlier check-ins count again. Null also where SQL made the ticket void: then `Valid` makes the guest expected.',
  }),
  pageUrl: z.string().nullable().meta({
    description: 'The guest’s own page. Null if another system issued the code.',
  }),
  updatedAt: Instant.nullable().meta({ description: 'The last change through this API, except check-ins.' }),
  updatedBy: z.string().nullable(),
}).register(responseSchemas, { id: 'ManagedTicket' })

/** The guest's page of a ticket; null if another system issued the code. */
const pageUrlOf = (code: string, url: string): string | null =>
  isOurs(code) ? new URL(`/t/${code}`, url).href : null

const serialize = serializer(ManagedTicket)

export const serializeManagedTicket = (row: Row, url: string): z.infer<typeof ManagedTicket> =>
  serialize({ ...row, attendee: attendeeOf(row), pageUrl: pageUrlOf(row.code, url) })

export const exampleManagedTicket: z.infer<typeof ManagedTicket> = {
  ...exampleTicket,
  code: '7KQ2M9XD4RVB0HTN5C8J',
  reference: 'ORD-7341',
  note: null,
  flag: 'None',
  list: null,
  cover: null,
  pageUrl: 'https://tickets.example.com/t/7KQ2M9XD4RVB0HTN5C8J',
  updatedAt: '2026-06-01T10:00:00.000Z',
  updatedBy: 'manager',
}

const text = lineSchema(200).nullable().exactOptional()

/** The fields that clients can set. */
const ticketFields = {
  ticketNumber: lineSchema(100).exactOptional(),
  ticketTypeName: lineSchema(200),
  seatLabel: text,
  reference: lineSchema(MAX_REFERENCE).nullable().exactOptional().meta({
    description:
      'What groups tickets and what a shop knows them by, such as its order. Tickets with the same reference are one group at the door.',
  }),
  holderEmail: text,
  currentHolderId: uuidSchema.nullable().exactOptional(),
  attendee: z
    .strictObject({ name: guestName, email: text, company: text }, 'must be an object or null')
    .nullable()
    .exactOptional()
    .meta({ description: 'Replaced as a whole.' }),
  // Neither scanners nor people convey surrounding white space.
  code: storableText('must be text of 1 to 200 characters')
    .trim()
    .refine(hasCharacters(1, 200), 'must have 1 to 200 characters')
    .regex(/^\P{Cc}*$/u, 'must have no control characters')
    .exactOptional()
    .meta({
      minLength: 1,
      maxLength: 200,
      description: 'The exact code of a ticket that was printed elsewhere, without surrounding white space.',
    }),
  note: noteSchema.exactOptional(),
  flag: Flag.exactOptional(),
}

type Attendee = { name: string; email?: string | null; company?: string | null } | null

const attendeeColumns = (attendee: Attendee) => ({
  attendeeName: attendee?.name ?? null,
  attendeeEmail: attendee?.email ?? null,
  attendeeCompany: attendee?.company ?? null,
})

export const ticket = {
  type: TICKET,
  noun: 'ticket',
  tag: 'Guests',
  path: `${TICKETS}/:ticketId`,
  params: { ...sessionParams, ticketId: uuidSchema },
  schema: ManagedTicket,
  serialize: serializeManagedTicket,
  example: exampleManagedTicket,
}

const MAX_TICKETS = 500
const MAX_BODY_BYTES = 1024 * 1024
const COUNT_RULE = `must be a list of 1 to ${MAX_TICKETS} tickets`

const bytesOf = (values: object): number =>
  Object.values(values).reduce<number>(
    (sum, value) =>
      typeof value === 'string'
        ? sum + new TextEncoder().encode(value).length
        : sum + (value === null || typeof value !== 'object' ? 0 : bytesOf(value)),
    0,
  )

const areDifferent = (values: readonly (string | undefined)[]): boolean => {
  const given = values.filter((value) => value !== undefined)
  return new Set(given).size === given.length
}

/** As long as a generated number and code. */
const MADE = { ticketNumber: '1048575-0190a000', code: exampleManagedTicket.code }

const NewTicket = z
  .strictObject({ id: newId, ...ticketFields })
  .refine(
    ({ id: _, flag: __, ...texts }) => bytesOf({ ...MADE, ...texts }) <= MAX_TICKET_BYTES,
    `must have at most ${MAX_TICKET_BYTES} bytes of text`,
  )

const NewTickets = strictBody({
  tickets: z
    .array(NewTicket, COUNT_RULE)
    .min(1, COUNT_RULE)
    .max(MAX_TICKETS, COUNT_RULE)
    .refine((tickets) => areDifferent(tickets.map(({ id }) => id)), 'must have different ids')
    .refine((tickets) => areDifferent(tickets.map(({ code }) => code)), 'must have different codes')
    .refine(
      (tickets) => areDifferent(tickets.map(({ ticketNumber }) => ticketNumber && foldAscii(ticketNumber))),
      'must have different ticket numbers',
    ),
  overCapacity: z
    .boolean('must be true or false')
    .exactOptional()
    .meta({ description: 'Allows more tickets than the capacity. By default false.' }),
}).register(requestSchemas, { id: 'NewTickets' })

const SETTABLE_STATUSES = ['Valid', 'Refunded', 'Voided'] as const

const BYTE_ORDER_MARK = '\ufeff'

export const toTicketPath = ({ sessionId, ticketId }: { sessionId: string; ticketId: string }) => ({
  id: ticketId,
  sessionId,
})

const lineOf = (ticket: DownloadedTicket, session: string, url: string): string => {
  const values = {
    ...ticket,
    session,
    checkedInAt: ticket.checkedInAt === null ? null : formatInstant(ticket.checkedInAt),
    pageUrl: pageUrlOf(ticket.code, url),
  }
  return formatRow(CSV_COLUMNS.map((column) => values[column]))
}

async function* linesOf(
  pages: AsyncIterable<DownloadedTicket[]>,
  session: string,
  url: string,
): AsyncGenerator<string> {
  let head = BYTE_ORDER_MARK + formatRow(CSV_COLUMNS)
  for await (const tickets of pages) {
    yield head + tickets.map((ticket) => lineOf(ticket, session, url)).join('')
    head = ''
  }
}

export const ticketOperations = [
  operation({
    id: 'createTickets',
    method: 'POST',
    path: TICKETS,
    tag: 'Guests',
    summary: 'Create tickets of a session',
    description:
      'Creates all or none. A ticket without a number or code gets one. Missing ticket types are added to the event.',
    access: 'manager',
    params: sessionParams,
    body: NewTickets,
    maxBodyBytes: MAX_BODY_BYTES,
    bodyExamples: {
      guest: {
        summary: 'A guest',
        value: {
          tickets: [{ ticketTypeName: 'Standing', attendee: { name: 'Ana García' } }],
          overCapacity: true,
        },
      },
      printed: {
        summary: 'A ticket that another system printed',
        value: {
          tickets: [
            {
              ticketNumber: 'AB3CD-1',
              ticketTypeName: 'VIP',
              code: 'mz4x8f6q2kcepw9s',
              holderEmail: 'bo@example.com',
            },
          ],
        },
      },
    },
    response: {
      status: 201,
      description: 'The new tickets, in the order of the request.',
      body: z
        .strictObject({ data: z.array(ManagedTicket) })
        .register(responseSchemas, { id: 'CreatedTickets' }),
      examples: { tickets: { summary: 'The tickets', value: { data: [exampleManagedTicket] } } },
    },
    errors: {
      session_not_found: true,
      id_taken: true,
      number_taken:
        'tickets.0.ticketNumber: another ticket of the session has this number. Nothing was created.',
      code_taken: 'tickets.0.code: another ticket of the session has this code. Nothing was created.',
      capacity_exceeded: true,
      limit_reached: true,
    },
    limits: async (c) => limitsOfBatch(await countItems(c, 'tickets')),
    handle: async (c, { params: { sessionId }, body: { tickets, overCapacity = false } }) => {
      const items = await Promise.all(
        tickets.map(async ({ id = crypto.randomUUID(), ...given }) => {
          const { attendee = null, ...values } = given
          const content = withoutDefaults(given, { flag: 'None' })
          return {
            ticket: {
              ticketNumber: null,
              seatLabel: null,
              reference: null,
              holderEmail: null,
              currentHolderId: null,
              code: null,
              note: null,
              flag: 'None' as const,
              ...values,
              ...attendeeColumns(attendee),
              id,
            },
            // Personal data stays out of the record.
            content: {
              sessionId,
              fields: Object.keys(content),
              digest: await fingerprint(sessionId, id, content),
            },
          }
        }),
      )
      const rows = await createTickets(c.get('db'), actorOf(c), sessionId, items, overCapacity)
      return { data: rows.map((row) => serializeManagedTicket(row, c.req.url)) }
    },
  }),
  readOperation('getTicket', ticket),
  operation({
    id: 'updateTicket',
    method: 'PATCH',
    path: ticket.path,
    tag: ticket.tag,
    summary: 'Change a ticket',
    description:
      'Changing `holderEmail` or `currentHolderId` raises `transferCount`. Only check-ins and undos set or clear `CheckedIn`.',
    access: 'manager',
    params: ticket.params,
    body: changeBody({
      ...ticketFields,
      ticketTypeName: ticketFields.ticketTypeName.exactOptional(),
      status: z.enum(SETTABLE_STATUSES, `must be one of ${SETTABLE_STATUSES.join(', ')}`).exactOptional(),
    }).register(requestSchemas, { id: 'TicketChange' }),
    bodyExamples: {
      note: {
        summary: 'A note that stops the guest',
        value: { note: 'Meet at the side entrance.', flag: 'Stop' },
      },
      refund: { summary: 'A refund', value: { status: 'Refunded' } },
      transfer: {
        summary: 'Another guest',
        value: { holderEmail: 'bo@example.com', attendee: { name: 'Bo Lind' } },
      },
    },
    response: {
      description: 'The ticket after the change.',
      body: ManagedTicket,
      cache: 'private',
      examples: { ticket: { summary: 'The ticket', value: exampleManagedTicket } },
    },
    errors: {
      ticket_not_found: true,
      precondition_failed: true,
      number_taken: true,
      code_taken: true,
      checked_in: true,
    },
    handle: async (c, { params, body }) => {
      const { attendee, ...values } = body
      const row = await changeTicket(
        c.get('db'),
        actorOf(c),
        toTicketPath(params),
        { ...values, ...(attendee !== undefined && attendeeColumns(attendee)) },
        Object.keys(body),
        isCurrent(c),
      )
      return serializeManagedTicket(row, c.req.url)
    },
  }),
  operation({
    id: 'renewTicketCode',
    method: 'POST',
    path: `${ticket.path}/new-code`,
    tag: ticket.tag,
    summary: 'Give a ticket a new code',
    description: 'The old code is no longer valid. Every call generates another code.',
    access: 'manager',
    params: ticket.params,
    response: {
      description: 'The ticket with its new code.',
      body: ManagedTicket,
      cache: 'private',
      examples: { ticket: { summary: 'The ticket', value: exampleManagedTicket } },
    },
    errors: { ticket_not_found: true, precondition_failed: true },
    handle: async (c, { params }) => {
      const change = { code: makeCode() }
      const path = toTicketPath(params)
      const row = await changeTicket(c.get('db'), actorOf(c), path, change, ['code'], isCurrent(c))
      return serializeManagedTicket(row, c.req.url)
    },
  }),
  deleteOperation('deleteTicket', ticket, {
    description: 'Only a ticket that was never checked in can be deleted. Void other tickets.',
  }),
  operation({
    id: 'downloadTickets',
    method: 'GET',
    isRead: false,
    path: '/sessions/:sessionId/tickets.csv',
    tag: 'Guests',
    summary: 'Download the tickets of a session as CSV',
    description:
      'Has the columns of the import, which accepts the file, then `session`, `device`, `pageUrl` and `list`, the guest list. In an import into another session its guests are expected. Sorted by number. UTF-8 with a byte order mark. Cells that a spreadsheet would run as formulas begin with an apostrophe. If reading fails after the first page, the connection breaks, so a complete response is a complete file. Each download is recorded in the history.',
    access: 'manager',
    params: sessionParams,
    query: {
      status: queryParam(z.enum(STATUSES, `must be one of ${STATUSES.join(', ')}`)).meta({
        component: 'TicketStatus',
        description: 'Only tickets with this status.',
      }),
      ticketTypeName: queryParam(z.string()).meta({
        examples: ['Standing'],
        description: 'Only tickets of the type with exactly this name, ignoring ASCII case.',
      }),
    },
    limits: () => [RATE_LIMITS.downloads],
    isHeavy: true,
    response: {
      description: 'The file.',
      contentType: 'text/csv',
      body: z.string(),
      cache: 'private',
      examples: {
        file: {
          summary: 'A ticket',
          value:
            'ticketNumber,status,ticketTypeName,code,note,flag,…\r\nNL006-000384,Valid,Standing,7KQ2M9XD4RVB0HTN5C8J,,None,…\r\n',
        },
      },
    },
    errors: { session_not_found: true },
    handle: async (c, { params: { sessionId }, query }) => {
      const pages = await readFromNearest(c, (db) => downloadTickets(db, c.get('subject'), sessionId, query))
      if (c.req.method === 'GET') await recordDownload(c.get('db'), actorOf(c), sessionId, query)
      setPrivate(c)
      c.header('Content-Type', 'text/csv; charset=utf-8')
      c.header('Content-Disposition', 'attachment; filename="tickets.csv"')
      return respondWithStream(c, linesOf(pages, sessionId, c.req.url))
    },
  }),
]
