// One series and its sessions.
import { Hono } from 'hono'
import { bulkUpdateSessions, previewBulkUpdate } from '../../domain/organizer/bulk-update.ts'
import { getSeries, type Series } from '../../domain/organizer/get-series.ts'
import { listSeriesSessions } from '../../domain/organizer/list-series-sessions.ts'
import { updateSeries } from '../../domain/organizer/update-series.ts'
import { isKnown, isMatch, setPrivate, setValidators } from '../conditional.ts'
import type { AppEnv } from '../context.ts'
import { readFromNearest } from '../database.ts'
import { fingerprint } from '../fingerprint.ts'
import { linkNext } from '../links.ts'
import { ORGANIZER_V1_PATH, SERIES } from '../paths.ts'
import { BulkUpdate } from '../schemas/bulk-update.ts'
import { serializePreview } from '../schemas/previews.ts'
import { SeriesUpdate, serializeSeries, seriesParams } from '../schemas/series.ts'
import { serializeSeriesSession, seriesSessionsQuery } from '../schemas/series-sessions.ts'
import { validateBody, validateParams, validateQuery } from '../validate.ts'
import { actorOf } from './actor.ts'
import { seriesSessionCursors } from './cursors.ts'
import { encodeVersion, expectVersion } from './preview-version.ts'

/** The version in the ETag: a hash of the response. */
const tagOf = (found: Series): Promise<string> => fingerprint(serializeSeries(found))

export const series = new Hono<AppEnv>()
  .get(SERIES, validateParams(seriesParams), async (c) => {
    const path = c.req.valid('param')
    const found = await readFromNearest(c, (db) => getSeries(db, c.get('subject'), path))
    const version = await tagOf(found)
    setValidators(c, version, 'series')
    if (isKnown(c.req.header('If-None-Match'), version, 'series')) return c.body(null, 304)
    return c.json(serializeSeries(found))
  })
  .put(SERIES, validateParams(seriesParams), validateBody(SeriesUpdate), async (c) => {
    const ifMatch = c.req.header('If-Match')
    await updateSeries(
      c.get('db'),
      actorOf(c),
      c.req.valid('param'),
      c.req.valid('json'),
      ifMatch === undefined ? undefined : async (found) => isMatch(ifMatch, await tagOf(found), 'series'),
    )
    return c.body(null, 204)
  })
  .get(`${SERIES}/sessions`, validateParams(seriesParams), validateQuery(seriesSessionsQuery), async (c) => {
    const { eventId, seriesId } = c.req.valid('param')
    const { from, to, pageSize, cursor } = c.req.valid('query')
    const list = { eventId, seriesId, from, to }
    const after = await seriesSessionCursors.decode(list, cursor)
    const { sessions, next } = await readFromNearest(c, (db) =>
      listSeriesSessions(db, { ...list, subject: c.get('subject') }, pageSize, after),
    )
    const nextCursor = await seriesSessionCursors.encode(list, next)
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
      const { filter, change, expectedVersion } = c.req.valid('json')
      const path = c.req.valid('param')
      const previewed = { subject: c.get('subject'), path, change: { filter, change } }
      const { actor, isAsPreviewed } =
        expectedVersion === undefined
          ? { actor: actorOf(c) }
          : await expectVersion(previewed, expectedVersion, actorOf(c))
      const sessionsUpdated = await bulkUpdateSessions(
        c.get('db'),
        actor,
        path,
        filter,
        change,
        isAsPreviewed && ((sessions) => isAsPreviewed({ sessions })),
      )
      return c.json({ sessionsUpdated })
    },
  )
  .post(
    `${SERIES}/sessions/bulk-update/preview`,
    validateParams(seriesParams),
    validateBody(BulkUpdate),
    async (c) => {
      const { filter, change } = c.req.valid('json')
      const path = c.req.valid('param')
      const subject = c.get('subject')
      const sessions = await readFromNearest(c, (db) =>
        previewBulkUpdate(db, { subject, now: new Date() }, path, filter, change),
      )
      const version = await encodeVersion({ subject, path, change: { filter, change } }, { sessions })
      setPrivate(c)
      return c.json(serializePreview(sessions, version))
    },
  )
