import * as z from 'zod'
import { STATUSES } from '../../domain/check-in-rule.ts'
import {
  type TicketPage as ListedPage,
  listTickets,
  type TicketQuery,
} from '../../domain/tickets/list-tickets.ts'
import {
  effectiveSort,
  type Position,
  SORT_KEYS,
  type SortKey,
  sortColumnCount,
} from '../../domain/tickets/sort.ts'
import { foldAscii } from '../../domain/tickets/ticket.ts'
import { countWords } from '../../domain/tickets/words.ts'
import { AppError } from '../../errors.ts'
import { fingerprint, readKnownVersions, setValidators } from '../http/conditional.ts'
import { readFromNearest } from '../http/request-database.ts'
import { operation } from '../operation.ts'
import { cursorsOf, Link, linkTo, pageSizeParam, pathOf } from '../pagination/page.ts'
import { EXAMPLE_IDS } from '../resources/examples.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { sessionParams } from '../resources/session.ts'
import {
  exampleTicket,
  MAX_PAGE,
  MAX_Q_CHARACTERS,
  MAX_Q_WORDS,
  serializeTicket,
  Ticket,
  TicketSort,
} from '../resources/ticket.ts'
import { hasCharacters, queryParam, wholeNumber } from '../resources/values.ts'

/** The position where a page begins or ends, and the number of the next page. */
type PageCursor = { direction: 'next' | 'prev'; page: number } & Position

/**
 * Path-absolute links with the query of the request. `next` and `prev`
 * carry a cursor that follows the tickets: they exist while there are more
 * tickets in that direction, even if page numbers have shifted since.
 */
const linkPages = async (
  path: string,
  query: URLSearchParams,
  encode: (cursor: PageCursor) => Promise<string>,
  { page, totalPages }: { page: number; totalPages: number },
  { hasMoreBefore, hasMoreAfter, first, last }: ListedPage,
) => {
  const target = new URLSearchParams(query)
  target.delete('cursor')
  target.set('page', '')
  const [before, after = ''] = linkTo(path, target).split(/(?<=[?&]page=)/)
  // A cursor needs no escape.
  const linkToPage = (number: number, cursor?: string): string =>
    `${before}${number}${after}${cursor === undefined ? '' : `&cursor=${cursor}`}`

  const linkFrom = async (direction: 'next' | 'prev', position: Position): Promise<string> => {
    const target = direction === 'next' ? Math.min(page + 1, MAX_PAGE) : Math.max(page - 1, 1)
    return linkToPage(target, await encode({ direction, page: target, ...position }))
  }

  const firstPageLink = linkToPage(1)
  // An empty page has no ticket to continue from, so its links use page numbers.
  const previousPageLink = linkToPage(Math.max(1, Math.min(page - 1, totalPages)))
  const hasNext = hasMoreAfter && totalPages > 0
  return {
    self: linkTo(path, query),
    first: firstPageLink,
    prev: !hasMoreBefore ? null : first === undefined ? previousPageLink : await linkFrom('prev', first),
    next: !hasNext ? null : last === undefined ? firstPageLink : await linkFrom('next', last),
    last: linkToPage(Math.max(totalPages, 1)),
  }
}

const DEFAULT_PAGE_SIZE = 20
/** Larger values are reduced to this: one larger page takes longer than two of these. */
const MAX_PAGE_SIZE = 500

const PAGE_RULE = `must be a whole number from 1 to ${MAX_PAGE}`

const page = wholeNumber(PAGE_RULE).refine((value) => value >= 1 && value <= MAX_PAGE, PAGE_RULE)

const DEFAULT_SORT = { key: 'ticketNumber', descending: false } as const

/** Of a ticket type: its tickets are one range of this sort's index. */
const TYPE_SORT = { key: 'ticketTypeName', descending: false } as const
const TYPE_SORT_RULE = `sort: with ticketTypeName must be ${TYPE_SORT.key} or -${TYPE_SORT.key}.`

const sort = z
  .enum(
    TicketSort.options,
    `must be one of ${SORT_KEYS.join(', ')}, optionally with - in front for descending`,
  )
  .transform((value) => {
    const descending = value.startsWith('-')
    return { key: (descending ? value.slice(1) : value) as SortKey, descending }
  })

const q = z
  .string()
  .transform((value) => value.trim())
  .refine(hasCharacters(0, MAX_Q_CHARACTERS), `must have at most ${MAX_Q_CHARACTERS} characters`)
  .refine((value) => countWords(value) <= MAX_Q_WORDS, `must have at most ${MAX_Q_WORDS} words`)
  .transform((value) => (value === '' ? undefined : value))

export const cursors = cursorsOf<
  Pick<TicketQuery, 'sessionId' | 'sort' | 'status' | 'ticketTypeName' | 'q'>,
  PageCursor
>(
  z.strictObject({
    direction: z.enum(['next', 'prev']),
    page: z.int().min(1).max(MAX_PAGE),
    key: z.int(),
    values: z.array(z.union([z.string(), z.number()])),
  }),
  ({ sessionId, sort, status, ticketTypeName, q }) => [
    ...[sessionId, sort.key, sort.descending, status ?? null, q ?? null],
    ...(ticketTypeName === undefined ? [] : [foldAscii(ticketTypeName)]),
  ],
  'cursor: is damaged or belongs to another session, sort, search or filter.',
)

export const TicketPage = z
  .strictObject({
    data: z.array(Ticket),
    meta: z
      .strictObject({
        totalCount: z.int().min(0).meta({ description: 'Exact, for the search and filter of the request.' }),
        page: z.int().min(1).max(MAX_PAGE),
        pageSize: z.int().min(1).max(MAX_PAGE_SIZE),
        totalPages: z.int().min(0),
        hasNext: z.boolean(),
        hasPrevious: z.boolean(),
      })
      .register(responseSchemas, { id: 'PageMeta' }),
    links: z
      .strictObject({ self: Link, first: Link, prev: Link.nullable(), next: Link.nullable(), last: Link })
      .register(responseSchemas, { id: 'PageLinks' }),
  })
  .register(responseSchemas, { id: 'TicketPage' })

const examplePath = `/api/v1/sessions/${EXAMPLE_IDS.sessionId}/tickets?q=garcia&pageSize=1`

export const ticketOperations = [
  operation({
    id: 'listTickets',
    method: 'GET',
    path: '/sessions/:sessionId/tickets',
    tag: 'Tickets',
    summary: 'List the tickets of a session',
    access: 'staff',
    params: sessionParams,
    // Parameters arrive as text; `meta` describes the parsed value.
    query: {
      /** By default 1, or the page of the cursor. */
      page: queryParam(page).meta({
        type: 'integer',
        format: 'int32',
        minimum: 1,
        maximum: MAX_PAGE,
        default: 1,
        examples: [2],
        description: 'The page number, from 1. A page past the end is empty, with exact `meta`.',
      }),
      pageSize: pageSizeParam('Tickets', DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, ' `meta.pageSize` shows it.'),
      sort: queryParam(sort).meta({
        component: 'TicketSort',
        default: DEFAULT_SORT.key,
        examples: ['-checkedInAt'],
        description:
          'The sort key, with `-` in front for descending. Text sorts ignoring ASCII case. Missing values come first when ascending, last when descending. With `ticketTypeName` only `ticketTypeName`, the default then, and `-ticketTypeName`.',
      }),
      q: queryParam(q).meta({
        maxLength: MAX_Q_CHARACTERS,
        examples: ['garcia jo'],
        description: `At most ${MAX_Q_WORDS} words. Each must begin a word in the ticket’s number, seat, holder e-mail, attendee name or attendee e-mail. Order, case, accents and punctuation are ignored, and special letters match their usual transcriptions (oneill finds O’Neill, mueller finds Müller, lukasz finds Łukasz). The last 4 to 8 characters of a ticket number also count as words.`,
      }),
      status: queryParam(z.enum(STATUSES, `must be one of ${STATUSES.join(', ')}`)).meta({
        component: 'TicketStatus',
        examples: ['CheckedIn'],
        description: 'Only tickets with this status.',
      }),
      ticketTypeName: queryParam(z.string()).meta({
        examples: ['Standing'],
        description: 'Only tickets of the type with exactly this name, ignoring ASCII case.',
      }),
      cursor: queryParam(z.string()).meta({
        examples: ['WyJVaFh…'],
        description:
          'Opaque, from `links.next` and `links.prev`, which cost the same at any depth. Valid only with the session, sort, search, filter and page of its link.',
      }),
    },
    response: {
      description: 'A page of tickets.',
      body: TicketPage,
      cache: 'validators',
      examples: {
        page: {
          summary: 'A page',
          value: {
            data: [exampleTicket],
            meta: {
              totalCount: 18,
              page: 1,
              pageSize: 1,
              totalPages: 18,
              hasNext: true,
              hasPrevious: false,
            },
            links: {
              self: examplePath,
              first: `${examplePath}&page=1`,
              prev: null,
              next: `${examplePath}&page=2&cursor=WyJVaFh`,
              last: `${examplePath}&page=18`,
            },
          },
        },
      },
    },
    errors: { session_not_found: true, invalid_cursor: cursors.invalidMessage },
    // In a session of more than `MAX_LIGHT_TICKETS`.
    isHeavy: 'in part',
    handle: async (
      c,
      { params: { sessionId }, query: { page: pageAsked, pageSize, cursor, sort, ...asked } },
      heavily,
    ) => {
      const ofType = asked.ticketTypeName !== undefined
      if (ofType && sort !== undefined && sort.key !== TYPE_SORT.key)
        throw new AppError('invalid_request', TYPE_SORT_RULE)
      const query = { sessionId, sort: sort ?? (ofType ? TYPE_SORT : DEFAULT_SORT), ...asked }
      const seek = cursor === undefined ? undefined : await cursors.decode(c.get('db'), query, cursor)
      const page = pageAsked ?? seek?.page ?? 1
      if (seek !== undefined && seek.page !== page) {
        throw new AppError('invalid_cursor', `cursor: belongs to page ${seek.page}, not to page ${page}.`)
      }
      if (seek !== undefined && seek.values.length !== sortColumnCount(effectiveSort(query.sort, query)))
        throw new AppError('invalid_cursor', cursors.invalidMessage)

      // Includes the deployed version, because another may serialize the same tickets differently.
      const request = await fingerprint(c.env.VERSION.id, sessionId, c.get('query').toString())
      const knownVersions = readKnownVersions(c.req.header('If-None-Match'), request)
      const { version, page: found } = await readFromNearest(c, (db) =>
        listTickets(
          db,
          { ...query, subject: c.get('subject'), knownVersions },
          { page, pageSize, seek: seek && { direction: seek.direction, position: seek } },
          heavily,
        ),
      )
      setValidators(c, version, request)
      if (found === undefined) return c.body(null, 304)

      const { totalCount, tickets } = found
      const totalPages = Math.ceil(totalCount / pageSize)
      const encode = (cursor: PageCursor) => cursors.encode(c.get('db'), query, cursor)
      return {
        data: tickets.map(serializeTicket),
        meta: { totalCount, page, pageSize, totalPages, hasNext: page < totalPages, hasPrevious: page > 1 },
        links: await linkPages(pathOf(c), c.get('query'), encode, { page, totalPages }, found),
      }
    },
  }),
]
