// What was changed in a series, and putting it back.
import { Hono } from 'hono'
import { listHistory } from '../../domain/organizer/list-history.ts'
import { previewPutBack, putBack } from '../../domain/organizer/put-back.ts'
import { setPrivate } from '../conditional.ts'
import type { AppEnv } from '../context.ts'
import { readFromNearest } from '../database.ts'
import { linkNext } from '../links.ts'
import { ORGANIZER_V1_PATH, PUT_BACK, PUT_BACK_PREVIEW, SERIES } from '../paths.ts'
import { historyQuery, PutBack, recordParams, serializeRecord } from '../schemas/history.ts'
import { serializePreview } from '../schemas/previews.ts'
import { seriesParams } from '../schemas/series.ts'
import { validateBody, validateParams, validateQuery } from '../validate.ts'
import { actorOf } from './actor.ts'
import { historyCursors } from './cursors.ts'
import { encodeVersion, expectVersion } from './preview-version.ts'

export const history = new Hono<AppEnv>()
  .get(`${SERIES}/history`, validateParams(seriesParams), validateQuery(historyQuery), async (c) => {
    const path = c.req.valid('param')
    const { pageSize, cursor } = c.req.valid('query')
    const after = await historyCursors.decode(path, cursor)
    const { records, next } = await readFromNearest(c, (db) =>
      listHistory(db, c.get('subject'), path, pageSize, after),
    )
    const nextCursor = await historyCursors.encode(path, next)
    setPrivate(c)
    return c.json({
      data: records.map(serializeRecord),
      links: linkNext(
        `${ORGANIZER_V1_PATH}/events/${path.eventId}/series/${path.seriesId}/history`,
        c.get('query'),
        nextCursor,
      ),
    })
  })
  .post(PUT_BACK_PREVIEW, validateParams(recordParams), async (c) => {
    const { id, ...path } = c.req.valid('param')
    const subject = c.get('subject')
    const state = await readFromNearest(c, (db) => previewPutBack(db, subject, path, id))
    const version = await encodeVersion({ subject, path, change: { recordId: id } }, state)
    setPrivate(c)
    return c.json(serializePreview(state.sessions ?? [], version))
  })
  .post(PUT_BACK, validateParams(recordParams), validateBody(PutBack), async (c) => {
    const { id, ...path } = c.req.valid('param')
    const { expectedVersion } = c.req.valid('json')
    const previewed = { subject: c.get('subject'), path, change: { recordId: id } }
    const { actor, isAsPreviewed } = await expectVersion(previewed, expectedVersion, actorOf(c))
    return c.json({ sessionsUpdated: await putBack(c.get('db'), actor, path, id, isAsPreviewed) })
  })
