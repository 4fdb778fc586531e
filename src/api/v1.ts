// /api/v1: for staff at the door.
import { Hono } from 'hono'
import { except } from 'hono/combine'
import { listAdmissions } from '../domain/check-ins/list-admissions.ts'
import { listCheckIns } from '../domain/check-ins/list-check-ins.ts'
import { recordCheckIns } from '../domain/check-ins/record-check-ins.ts'
import { listSessions } from '../domain/list-sessions.ts'
import { listTicketChanges } from '../domain/tickets/list-changes.ts'
import { listTickets } from '../domain/tickets/list-tickets.ts'
import { AppError } from '../errors.ts'
import { authenticate } from './auth/authenticate.ts'
import { decodePosition, encodePosition } from './changes-position.ts'
import { checkInCursors } from './check-in-cursors.ts'
import { readKnownVersions, setPrivate, setValidators } from './conditional.ts'
import type { AppEnv } from './context.ts'
import { decodeCursor } from './cursor.ts'
import { readFromNearest } from './database.ts'
import { fingerprint } from './fingerprint.ts'
import { linkNext, linkPages } from './links.ts'
import { SESSIONS, TICKET_CHANGES, V1_PATH } from './paths.ts'
import { limitBatches, limitChanges, limitRequests, limitSearchPages } from './rate-limit.ts'
import { requireJson } from './require-json.ts'
import { CheckInBatch, serializeResult } from './schemas/check-ins.ts'
import {
  admissionsQuery,
  checkInsQuery,
  serializeAdmissions,
  serializeCheckIn,
} from './schemas/recorded-check-ins.ts'
import { serializeSession, sessionListQuery } from './schemas/session-list.ts'
import { serializeChanges, ticketChangesQuery } from './schemas/ticket-changes.ts'
import { serializeTicket, ticketParams, ticketQuery } from './schemas/tickets.ts'
import { sessionCursors } from './session-cursors.ts'
import { validateBody, validateParams, validateQuery } from './validate.ts'

export const v1 = new Hono<AppEnv>()
  .use(authenticate, except(V1_PATH + TICKET_CHANGES, limitRequests))
  .get(SESSIONS, validateQuery(sessionListQuery), async (c) => {
    const { from, to, eventId, pageSize, cursor } = c.req.valid('query')
    const list = { from, to, eventId }
    const after = await sessionCursors.decode(list, cursor)
    const { sessions, next } = await listSessions(
      c.get('db'),
      { ...list, subject: c.get('subject'), now: new Date() },
      pageSize,
      after,
    )
    setPrivate(c)
    const nextCursor = await sessionCursors.encode(list, next)
    return c.json({
      data: sessions.map(serializeSession),
      links: linkNext(V1_PATH + SESSIONS, c.get('query'), nextCursor),
    })
  })
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
  .get(
    TICKET_CHANGES,
    limitChanges,
    validateParams(ticketParams),
    validateQuery(ticketChangesQuery),
    async (c) => {
      const { sessionId } = c.req.valid('param')
      const { since, pageSize } = c.req.valid('query')
      const position = since === undefined ? undefined : await decodePosition(sessionId, since)

      const query = c.get('query').toString()
      const requestFingerprint = await fingerprint(c.env.VERSION.id, TICKET_CHANGES, sessionId, query)
      const knownVersions = readKnownVersions(c.req.header('If-None-Match'), requestFingerprint)
      const { version, page } = await readFromNearest(c, (db) =>
        listTicketChanges(db, {
          subject: c.get('subject'),
          sessionId,
          since: position,
          pageSize,
          knownVersions,
        }),
      )
      setValidators(c, version, requestFingerprint)
      if (page === undefined) return c.body(null, 304)
      return c.json(serializeChanges({ ...page, next: await encodePosition(sessionId, page.next) }))
    },
  )
  .post(
    '/sessions/:sessionId/check-ins',
    requireJson,
    limitBatches,
    validateParams(ticketParams),
    validateBody(CheckInBatch),
    async (c) => {
      const { results, counts } = await recordCheckIns(c.get('db'), {
        ...c.req.valid('param'),
        ...c.req.valid('json'),
        subject: c.get('subject'),
        now: new Date(),
      })
      return c.json({ results: results.map(serializeResult), counts })
    },
  )
  .get(
    '/sessions/:sessionId/check-ins',
    validateParams(ticketParams),
    validateQuery(checkInsQuery),
    async (c) => {
      const { sessionId } = c.req.valid('param')
      const { ticketId, problem, pageSize, cursor } = c.req.valid('query')
      const list = { sessionId, ticketId, onlyProblems: problem }
      const after = await checkInCursors.decode(list, cursor)
      const { checkIns, hasMore } = await readFromNearest(c, (db) =>
        listCheckIns(db, { ...list, subject: c.get('subject'), pageSize, after }),
      )
      const query = c.get('query')
      const last = hasMore ? checkIns.at(-1) : undefined
      const next = await checkInCursors.encode(list, last?.number)
      setPrivate(c)
      return c.json({
        data: checkIns.map(serializeCheckIn),
        links: linkNext(`${V1_PATH}${SESSIONS}/${sessionId}/check-ins`, query, next),
      })
    },
  )
  .get(
    '/sessions/:sessionId/admissions',
    validateParams(ticketParams),
    validateQuery(admissionsQuery),
    async (c) => {
      const asked = { ...c.req.valid('param'), ...c.req.valid('query'), subject: c.get('subject') }
      const admissions = await readFromNearest(c, (db) => listAdmissions(db, asked))
      setPrivate(c)
      return c.json({ data: admissions.map(serializeAdmissions) })
    },
  )
