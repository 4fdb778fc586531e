import * as z from 'zod'
import { CSV_COLUMNS, formatRow } from '../../../domain/import/file/csv.ts'
import {
  type DownloadedTicket,
  downloadTickets as download,
  recordDownload,
} from '../../../domain/tickets/download-tickets.ts'
import { TICKET_STATUSES } from '../../../domain/tickets/ticket.ts'
import { actorOf } from '../../http/actor.ts'
import { setPrivate } from '../../http/conditional.ts'
import { RATE_LIMITS } from '../../http/rate-limit.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { respondWithStream } from '../../http/stream.ts'
import { operation } from '../../operation.ts'
import { pageUrlOf } from '../../resources/managed-ticket.ts'
import { sessionParams } from '../../resources/session.ts'
import { formatInstant, queryParam } from '../../resources/values.ts'

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

export const downloadTickets = operation({
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
    status: queryParam(z.enum(TICKET_STATUSES, `must be one of ${TICKET_STATUSES.join(', ')}`)).meta({
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
    const pages = await readFromNearest(c, (db) => download(db, c.get('subject'), sessionId, status))
    if (c.req.method === 'GET') await recordDownload(c.get('db'), actorOf(c), sessionId, status)
    setPrivate(c)
    c.header('Content-Type', 'text/csv; charset=utf-8')
    c.header('Content-Disposition', 'attachment; filename="tickets.csv"')
    return respondWithStream(c, linesOf(pages, c.req.url))
  },
})
