import * as z from 'zod'
import { STATUSES } from '../../../domain/check-ins/rule.ts'
import { CSV_COLUMNS, formatRow } from '../../../domain/import/file/csv.ts'
import { withoutDefaults } from '../../../domain/resources/create-resources.ts'
import { changeTicket } from '../../../domain/tickets/change-ticket.ts'
import { makeCode } from '../../../domain/tickets/code.ts'
import { createTickets } from '../../../domain/tickets/create-tickets.ts'
import {
  type DownloadedTicket,
  downloadTickets,
  recordDownload,
} from '../../../domain/tickets/download-tickets.ts'
import { foldAscii } from '../../../domain/tickets/fold-ascii.ts'
import { MAX_TICKET_BYTES } from '../../../domain/tickets/ticket.ts'
import { actorOf } from '../../http/actor.ts'
import { isCurrent, setPrivate } from '../../http/conditional.ts'
import { fingerprint } from '../../http/fingerprint.ts'
import { countItems, limitsOfBatch, RATE_LIMITS } from '../../http/rate-limit.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { respondWithStream } from '../../http/stream.ts'
import { operation } from '../../operation.ts'
import {
  attendeeColumns,
  exampleManagedTicket,
  ManagedTicket,
  pageUrlOf,
  serializeManagedTicket,
  TICKETS,
  ticket,
  ticketFields,
} from '../../resources/managed-ticket.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { sessionParams } from '../../resources/session.ts'
import { changeBody, formatInstant, newId, queryParam, strictBody } from '../../resources/values.ts'
import { deleteOperation, readOperation } from './resource-operations.ts'

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

/** Whether all of these that are given differ. */
const areDifferent = (values: readonly (string | undefined)[]): boolean => {
  const given = values.filter((value) => value !== undefined)
  return new Set(given).size === given.length
}

/** As long as a number and a code that the service makes. */
const MADE = { ticketNumber: '1048575-0190a000', code: exampleManagedTicket.code }

const NewTicket = z
  .strictObject({ id: newId, ...ticketFields })
  .refine(
    ({ id: _, flag: __, ...texts }) => bytesOf({ ...MADE, ...texts }) <= MAX_TICKET_BYTES,
    `must have texts of at most ${MAX_TICKET_BYTES} bytes together`,
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
    .meta({ description: 'Whether there may be more tickets than the capacity. False unless given.' }),
}).register(requestSchemas, { id: 'NewTickets' })

const SETTABLE_STATUSES = ['Valid', 'Refunded', 'Voided'] as const

const BYTE_ORDER_MARK = '\ufeff'

const lineOf = (ticket: DownloadedTicket, url: string): string => {
  const values = {
    ...ticket,
    checkedInAt: ticket.checkedInAt === null ? null : formatInstant(ticket.checkedInAt),
    pageUrl: pageUrlOf(ticket.code, url),
  }
  return formatRow(CSV_COLUMNS.map((column) => values[column]))
}

async function* linesOf(pages: AsyncIterable<DownloadedTicket[]>, url: string): AsyncGenerator<string> {
  let head = BYTE_ORDER_MARK + formatRow(CSV_COLUMNS)
  for await (const tickets of pages) {
    yield head + tickets.map((ticket) => lineOf(ticket, url)).join('')
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
      'All or none. A ticket without a number gets one, and a code is made unless the ticket carries one. A type that the event lacks is added.',
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
              ...{ ticketNumber: null, seatLabel: null, holderEmail: null, currentHolderId: null },
              ...{ code: null, note: null, flag: 'None' as const },
              ...values,
              ...attendeeColumns(attendee),
              id,
            },
            // The record has no values of guests.
            content: {
              ...{ sessionId, fields: Object.keys(content) },
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
      '`transferCount` rises when `holderEmail` or `currentHolderId` becomes another. `CheckedIn` is no status to set: check-ins do that, and undos.',
    access: 'manager',
    params: ticket.params,
    body: changeBody({
      ...ticketFields,
      ticketTypeName: ticketFields.ticketTypeName.exactOptional(),
      status: z.enum(SETTABLE_STATUSES, `must be one of ${SETTABLE_STATUSES.join(', ')}`).exactOptional(),
    }).register(requestSchemas, { id: 'TicketChange' }),
    bodyExamples: {
      note: {
        summary: 'A note that holds the guest',
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
        ticket.pathOf(params),
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
    description: 'The old code is of no use from then on. A repeated call makes another one.',
    access: 'manager',
    params: ticket.params,
    response: {
      description: 'The ticket with its new code.',
      body: ManagedTicket,
      cache: 'private',
      examples: { ticket: { summary: 'The ticket', value: exampleManagedTicket } },
    },
    errors: { ticket_not_found: true },
    handle: async (c, { params }) => {
      const change = { code: makeCode() }
      const row = await changeTicket(c.get('db'), actorOf(c), ticket.pathOf(params), change, ['code'])
      return serializeManagedTicket(row, c.req.url)
    },
  }),
  deleteOperation('deleteTicket', ticket, {
    description: 'Only a ticket that was never checked in. Void it otherwise.',
  }),
  operation({
    id: 'downloadTickets',
    method: 'GET',
    isRead: false,
    path: '/sessions/:sessionId/tickets.csv',
    tag: 'Guests',
    summary: 'Download the tickets of a session as CSV',
    description:
      'In the order of the list, with the columns of the import, which reads the file again, and then `device` and `pageUrl`. UTF-8 with a byte order mark. Cells that a spreadsheet would run have an apostrophe in front. If something fails after the first page, the connection breaks, so a file that arrives whole is whole. The history has a record of each download.',
    access: 'manager',
    params: sessionParams,
    query: {
      status: queryParam(z.enum(STATUSES, `must be one of ${STATUSES.join(', ')}`)).meta({
        component: 'TicketStatus',
        description: 'Only tickets of this status.',
      }),
    },
    limits: () => [RATE_LIMITS.downloads],
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
    handle: async (c, { params: { sessionId }, query: { status } }) => {
      const pages = await readFromNearest(c, (db) => downloadTickets(db, c.get('subject'), sessionId, status))
      if (c.req.method === 'GET') await recordDownload(c.get('db'), actorOf(c), sessionId, status)
      setPrivate(c)
      c.header('Content-Type', 'text/csv; charset=utf-8')
      c.header('Content-Disposition', 'attachment; filename="tickets.csv"')
      return respondWithStream(c, linesOf(pages, c.req.url))
    },
  }),
]
