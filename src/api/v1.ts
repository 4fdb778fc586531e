// /api/v1: for staff at the door.
import { Hono } from 'hono'
import { listTickets } from '../domain/tickets/list-tickets.ts'
import { AppError } from '../errors.ts'
import { authenticate } from './auth/authenticate.ts'
import { readKnownVersions, setValidators } from './conditional.ts'
import type { AppEnv } from './context.ts'
import { decodeCursor } from './cursor.ts'
import { readFromNearest } from './database.ts'
import { fingerprint } from './fingerprint.ts'
import { linkPages } from './links.ts'
import { limitRequests, limitSearchPages } from './rate-limit.ts'
import { serializeTicket, ticketParams, ticketQuery } from './schemas/tickets.ts'
import { validateParams, validateQuery } from './validate.ts'

export const v1 = new Hono<AppEnv>()
  .use(authenticate, limitRequests)
  .get(
    '/sessions/:sessionId/tickets',
    limitSearchPages,
    validateParams(ticketParams),
    validateQuery(ticketQuery),
    async (c) => {
      const { sessionId } = c.req.valid('param')
      const { page: pageAsked, pageSize, sort, q, status, cursor } = c.req.valid('query')
      const list = { sessionId, sort, q, status }
      const seek = cursor === undefined ? undefined : await decodeCursor(list, cursor)
      const page = pageAsked ?? seek?.page ?? 1
      if (seek !== undefined && seek.page !== page) {
        throw new AppError('invalid_cursor', `cursor: belongs to page ${seek.page}, not to page ${page}.`)
      }

      const query = c.get('query')
      // Includes the deployed version, because another version may serialize the same tickets differently.
      const requestFingerprint = await fingerprint(c.env.VERSION.id, sessionId, query.toString())
      const knownVersions = readKnownVersions(c.req.header('If-None-Match'), requestFingerprint)
      const { version, page: found } = await readFromNearest(c, (db) =>
        listTickets(db, { ...list, subject: c.get('subject'), knownVersions }, { page, pageSize, seek }),
      )
      setValidators(c, version, requestFingerprint)
      if (found === undefined) return c.body(null, 304)

      const { totalCount } = found
      const totalPages = Math.ceil(totalCount / pageSize)
      return c.json({
        data: found.tickets.map(serializeTicket),
        meta: { totalCount, page, pageSize, totalPages, hasNext: page < totalPages, hasPrevious: page > 1 },
        links: await linkPages(list, query, page, totalPages, found),
      })
    },
  )
