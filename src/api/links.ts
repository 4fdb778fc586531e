import type { TicketPage } from '../domain/tickets/list-tickets.ts'
import type { Position } from '../domain/tickets/sort.ts'
import { type CursorList, encodeCursor } from './cursor.ts'
import { V1_PATH } from './paths.ts'
import { MAX_PAGE } from './schemas/tickets.ts'

/**
 * The links of a page: path-absolute, with the query of the request.
 *
 * `next` and `prev` carry a cursor and follow the tickets. They are present as long as there are more tickets in
 * that direction, even if page numbers have shifted since.
 */
export const linkPages = async (
  list: CursorList,
  query: URLSearchParams,
  page: number,
  totalPages: number,
  { hasMoreBefore, hasMoreAfter, first, last }: TicketPage,
) => {
  const linkTo = (target: URLSearchParams): string =>
    `${V1_PATH}/sessions/${list.sessionId}/tickets${target.size > 0 ? `?${target}` : ''}`

  const linkToPage = (number: number, cursor?: string): string => {
    const target = new URLSearchParams(query)
    target.set('page', String(number))
    if (cursor === undefined) target.delete('cursor')
    else target.set('cursor', cursor)
    return linkTo(target)
  }

  const linkFrom = async (direction: 'next' | 'prev', position: Position): Promise<string> => {
    const target = direction === 'next' ? Math.min(page + 1, MAX_PAGE) : Math.max(page - 1, 1)
    return linkToPage(target, await encodeCursor(list, { direction, page: target, position }))
  }

  const firstPageLink = linkToPage(1)
  const lastPageLink = linkToPage(Math.max(totalPages, 1))
  // An empty page has no ticket to continue from, so its links use page numbers.
  const previousPageLink = linkToPage(Math.max(1, Math.min(page - 1, totalPages)))
  const hasNext = hasMoreAfter && totalPages > 0
  return {
    self: linkTo(query),
    first: firstPageLink,
    prev: !hasMoreBefore ? null : first === undefined ? previousPageLink : await linkFrom('prev', first),
    next: !hasNext ? null : last === undefined ? firstPageLink : await linkFrom('next', last),
    last: lastPageLink,
  }
}

/** The links of a list that is read forward only, at `path`. */
export const linkNext = (path: string, query: URLSearchParams, nextCursor: string | undefined) => {
  const linkTo = (target: URLSearchParams): string => `${path}${target.size > 0 ? `?${target}` : ''}`
  const next = new URLSearchParams(query)
  if (nextCursor !== undefined) next.set('cursor', nextCursor)
  return { self: linkTo(query), next: nextCursor === undefined ? null : linkTo(next) }
}
