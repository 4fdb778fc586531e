// /api/v1: for venue door staff.
import { Hono } from 'hono'
import { listTickets } from '../domain/tickets/list-tickets.ts'
import { AppError } from '../errors.ts'
import { guard } from './auth/guard.ts'
import { readKnownVersions, setValidators } from './conditional.ts'
import type { AppEnv } from './context.ts'
import { readCursor } from './cursor.ts'
import { readFromNearest } from './database.ts'
import { fingerprint } from './fingerprint.ts'
import { linkPages } from './links.ts'
import { ticketParams, ticketQuery, writeTicket } from './schemas/tickets.ts'
import { validateParams, validateQuery } from './validate.ts'

export const v1 = new Hono<AppEnv>()
  .use(guard)
  .get(
    '/sessions/:sessionId/tickets',
    validateParams(ticketParams),
    validateQuery(ticketQuery),
    async (c) => {
      const { sessionId } = c.req.valid('param')
      const { page: asked, pageSize, sort, q, status, cursor } = c.req.valid('query')
      const list = { sessionId, sort, q, status }
      const seek = cursor === undefined ? undefined : await readCursor(list, cursor)
      const page = asked ?? seek?.page ?? 1
      if (seek !== undefined && seek.page !== page) {
        throw new AppError('invalid_cursor', `cursor: leads to page ${seek.page}, not to the page asked for.`)
      }

      const search = new URL(c.req.url).searchParams
      const view = await fingerprint(c.env.VERSION.id, sessionId, search.toString())
      const knownVersions = readKnownVersions(c.req.header('If-None-Match'), view)
      const { version, page: found } = await readFromNearest(c, (db) =>
        listTickets(db, { ...list, subject: c.get('subject'), knownVersions }, { page, pageSize, seek }),
      )
      setValidators(c, version, view)
      if (found === undefined) return c.body(null, 304)

      const { totalCount } = found
      const totalPages = Math.ceil(totalCount / pageSize)
      return c.json({
        data: found.tickets.map(writeTicket),
        meta: { totalCount, page, pageSize, totalPages, hasNext: page < totalPages, hasPrevious: page > 1 },
        links: await linkPages(list, search, page, totalPages, found),
      })
    },
  )
