import type { TicketPage } from '../domain/tickets/list-tickets.ts'
import type { Position } from '../domain/tickets/sort.ts'
import { type CursorList, writeCursor } from './cursor.ts'

/**
 * The links of a page: path-absolute, with the query that was asked.
 *
 * `next` and `prev` carry a cursor and follow the tickets: they are there as long as tickets are, whatever
 * the numbers in `meta` have become meanwhile.
 */
export const linkPages = async (
  list: CursorList,
  asked: URLSearchParams,
  page: number,
  totalPages: number,
  { hasMoreBefore, hasMoreAfter, first, last }: TicketPage,
) => {
  const path = (query: URLSearchParams): string =>
    `/api/v1/sessions/${list.sessionId}/tickets${query.size > 0 ? `?${query}` : ''}`
  const link = (to: { page?: number; cursor?: string }): string => {
    const query = new URLSearchParams(asked)
    for (const name of ['page', 'cursor'] as const) {
      const value = to[name]
      if (value === undefined) query.delete(name)
      else query.set(name, String(value))
    }
    return path(query)
  }
  const seek = async (direction: 'next' | 'prev', to: number, position: Position) =>
    link({ page: to, cursor: await writeCursor(list, { direction, page: to, position }) })

  // Past an end there is no ticket to go on from: back to the last page or on to the first, by their numbers.
  const back = first === undefined ? link({ page: Math.max(1, Math.min(page - 1, totalPages)) }) : undefined
  const on = last === undefined ? link({ page: 1 }) : undefined
  return {
    self: path(asked),
    first: link({ page: 1 }),
    prev: !hasMoreBefore ? null : (back ?? (await seek('prev', Math.max(1, page - 1), first as Position))),
    next: !hasMoreAfter || totalPages === 0 ? null : (on ?? (await seek('next', page + 1, last as Position))),
    last: link({ page: Math.max(1, totalPages) }),
  }
}
