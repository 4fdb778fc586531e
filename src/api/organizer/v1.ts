// /api/organizer/v1: for the organizer dashboard.
import { type Context, Hono } from 'hono'
import type { Actor } from '../../domain/actor.ts'
import { getListing } from '../../domain/listings.ts'
import { updateSeries } from '../../domain/series.ts'
import { bulkUpdateSessions } from '../../domain/sessions.ts'
import { authenticate } from '../auth/authenticate.ts'
import { readKnownVersions, setValidators } from '../conditional.ts'
import type { AppEnv } from '../context.ts'
import { readFromNearest } from '../database.ts'
import { fingerprint } from '../fingerprint.ts'
import { LISTINGS } from '../paths.ts'
import { limitRequests } from '../rate-limit.ts'
import { requireJson } from '../require-json.ts'
import { listingParams, serializeListing } from '../schemas/listings.ts'
import { SeriesUpdate, seriesParams } from '../schemas/series.ts'
import { BulkUpdate } from '../schemas/sessions.ts'
import { validateBody, validateParams } from '../validate.ts'

const actorOf = (c: Context<AppEnv>): Actor => ({
  subject: c.get('subject'),
  requestId: c.get('requestId'),
  callId: crypto.randomUUID(),
  now: new Date(),
})

export const organizerV1 = new Hono<AppEnv>()
  .use(authenticate, limitRequests, requireJson)
  .get(`${LISTINGS}/:id`, validateParams(listingParams), async (c) => {
    const { id } = c.req.valid('param')
    const listing = serializeListing(await readFromNearest(c, (db) => getListing(db, c.get('subject'), id)))
    // A hash of the response, so that anything that changes it, a new version of the service included, changes the tag.
    const version = await fingerprint(listing)
    setValidators(c, version, 'listing')
    const known = readKnownVersions(c.req.header('If-None-Match'), 'listing')
    if (known === 'any' || known.includes(version)) return c.body(null, 304)
    return c.json(listing)
  })
  .put(
    '/events/:eventId/series/:seriesId',
    validateParams(seriesParams),
    validateBody(SeriesUpdate),
    async (c) => {
      await updateSeries(c.get('db'), actorOf(c), c.req.valid('param'), c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .post(
    '/events/:eventId/series/:seriesId/sessions/bulk-update',
    validateParams(seriesParams),
    validateBody(BulkUpdate),
    async (c) => {
      const { filter, change } = c.req.valid('json')
      const path = c.req.valid('param')
      const sessionsUpdated = await bulkUpdateSessions(c.get('db'), actorOf(c), path, filter, change)
      return c.json({ sessionsUpdated })
    },
  )
