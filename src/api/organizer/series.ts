// One series and its sessions.
import { Hono } from 'hono'
import { bulkUpdateSessions } from '../../domain/organizer/bulk-update.ts'
import { getSeries } from '../../domain/organizer/get-series.ts'
import { listSeriesSessions } from '../../domain/organizer/list-series-sessions.ts'
import { updateSeries } from '../../domain/organizer/update-series.ts'
import { isKnown, setPrivate, setValidators } from '../conditional.ts'
import type { AppEnv } from '../context.ts'
import { readFromNearest } from '../database.ts'
import { fingerprint } from '../fingerprint.ts'
import { linkNext } from '../links.ts'
import { ORGANIZER_V1_PATH, SERIES } from '../paths.ts'
import { BulkUpdate } from '../schemas/bulk-update.ts'
import { SeriesUpdate, serializeSeries, seriesParams } from '../schemas/series.ts'
import { serializeSeriesSession, seriesSessionsQuery } from '../schemas/series-sessions.ts'
import { validateBody, validateParams, validateQuery } from '../validate.ts'
import { actorOf } from './actor.ts'
import { seriesSessionCursors } from './cursors.ts'

export const series = new Hono<AppEnv>()
  .get(SERIES, validateParams(seriesParams), async (c) => {
    const path = c.req.valid('param')
    const found = serializeSeries(await readFromNearest(c, (db) => getSeries(db, c.get('subject'), path)))
    const version = await fingerprint(found)
    setValidators(c, version, 'series')
    if (isKnown(c.req.header('If-None-Match'), version, 'series')) return c.body(null, 304)
    return c.json(found)
  })
  .put(SERIES, validateParams(seriesParams), validateBody(SeriesUpdate), async (c) => {
    await updateSeries(c.get('db'), actorOf(c), c.req.valid('param'), c.req.valid('json'))
    return c.body(null, 204)
  })
  .get(`${SERIES}/sessions`, validateParams(seriesParams), validateQuery(seriesSessionsQuery), async (c) => {
    const { eventId, seriesId } = c.req.valid('param')
    const { from, to, pageSize, cursor } = c.req.valid('query')
    const list = { eventId, seriesId, from, to }
    const after = cursor === undefined ? undefined : await seriesSessionCursors.decode(list, cursor)
    const { sessions, next } = await readFromNearest(c, (db) =>
      listSeriesSessions(db, { ...list, subject: c.get('subject') }, pageSize, after),
    )
    const nextCursor = next && (await seriesSessionCursors.encode(list, next))
    setPrivate(c)
    return c.json({
      data: sessions.map(serializeSeriesSession),
      links: linkNext(
        `${ORGANIZER_V1_PATH}/events/${eventId}/series/${seriesId}/sessions`,
        c.get('query'),
        nextCursor,
      ),
    })
  })
  .post(
    `${SERIES}/sessions/bulk-update`,
    validateParams(seriesParams),
    validateBody(BulkUpdate),
    async (c) => {
      const { filter, change } = c.req.valid('json')
      const path = c.req.valid('param')
      const sessionsUpdated = await bulkUpdateSessions(c.get('db'), actorOf(c), path, filter, change)
      return c.json({ sessionsUpdated })
    },
  )
