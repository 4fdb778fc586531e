// The links of the ticket list, whose pages have numbers and cursors.
import type { TicketPage } from '../../domain/tickets/list-tickets.ts'
import type { Position } from '../../domain/tickets/sort.ts'
import { MAX_PAGE } from '../resources/ticket.ts'
import { linkTo } from './page.ts'

/** Where a page begins or ends, and its number. */
export type PageCursor = { direction: 'next' | 'prev'; page: number } & Position

/**
 * The links of a page: path-absolute, with the query of the request.
 *
 * `next` and `prev` carry a cursor and follow the tickets. They are present as long as there are more tickets
 * in that direction, even if page numbers have shifted since.
 */
export const linkPages = async (
  path: string,
  query: URLSearchParams,
  encode: (cursor: PageCursor) => Promise<string>,
  { page, totalPages }: { page: number; totalPages: number },
  { hasMoreBefore, hasMoreAfter, first, last }: TicketPage,
) => {
  const linkToPage = (number: number, cursor?: string): string => {
    const target = new URLSearchParams(query)
    target.set('page', String(number))
    if (cursor === undefined) target.delete('cursor')
    else target.set('cursor', cursor)
    return linkTo(path, target)
  }

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
