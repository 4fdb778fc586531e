// Changes the time zone of an event whose sessions keep their local hours: someone chose the wrong zone at
// first.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { databaseUnavailable } from '../../db/failures.ts'
import { auditLog } from '../../db/schema/audit-log.ts'
import { MAX_INSTANT } from '../../db/schema/columns.ts'
import { events, sessions } from '../../db/schema/events.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../actor.ts'
import { isRecorded } from '../audit.ts'
import { toInstant, toLocal } from '../local-time.ts'
import { type ChangeConditions, changeResource } from './change-resource.ts'
import { EVENT, type EventRow, SESSION } from './definitions.ts'
import { fromManaged, type Guard, type ResourcePath, readResource } from './resource.ts'

type Move = [sessionId: string, from: number, to: number]

const MAX_ATTEMPTS = 3

/** The error of the guard, which means: read the sessions again. */
const changedSince = new AppError('database_unavailable')

/** The move of a start to the same local time in another zone. */
const moveOf = (
  { id, startsAt }: { id: string; startsAt: number },
  before: string,
  after: string,
): Move[] => {
  const to = Date.parse(toInstant(toLocal(startsAt, before), after) ?? '')
  // Clocks can show one local time twice in the same zone. A start at the end of the year 9999 stays.
  const stays = before === after || to === startsAt || !(to <= MAX_INSTANT)
  return stays ? [] : [[id, startsAt, to]]
}

/**
 * Changes an event as `changeResource` does. Each session that has not begun gets the start with the same
 * local time in the new zone, in the same transaction and with a record of its own. Seconds of a start are
 * not kept. Reads the sessions first, because SQLite knows no time zones.
 *
 * @throws AppError as `changeResource`
 */
export const changeTimeZone = async (
  db: Database,
  actor: Actor,
  path: ResourcePath,
  values: { timeZone: string },
  change: object,
  conditions: ChangeConditions,
): Promise<EventRow> => {
  const now = actor.now.getTime()
  const ahead = sql`sessions INDEXED BY sessions_by_event`
  db.moveToPrimary()
  for (let attempt = 1; ; attempt += 1) {
    const { timeZone } = await readResource(db, actor.subject, EVENT, path)
    const [rows] = await db.batch([
      db
        .select({ id: sql<string>`sessions.id`.as('id'), startsAt: sql<number>`starts_at`.as('starts_at') })
        .from(ahead)
        .where(sql`event_id = ${path.id} AND starts_at > ${now}
          AND EXISTS (SELECT 1 ${fromManaged(EVENT, actor.subject, path)})`),
    ])
    const moves = rows.flatMap((row) => moveOf(row, timeZone, values.timeZone))
    const list = JSON.stringify(moves)
    const [id, from, to] = [0, 1, 2].map((index) => sql.raw(`move.value ->> ${index}`))
    const isMoved = sql`sessions.event_id = ${path.id} AND sessions.starts_at = ${from}`
    const unchanged: Guard = {
      failed: sql`iif(events.time_zone = ${timeZone}
        AND (SELECT count(*) FROM ${ahead} WHERE event_id = events.id AND starts_at > ${now}) = ${rows.length}
        AND NOT EXISTS (SELECT 1 FROM json_each(${list}) AS move
          WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = ${id} AND ${isMoved})), NULL, 1)`,
      error: () => changedSince,
    }
    const recordMoves = db.insert(auditLog).select(
      // An id for each session, made from that of the call.
      sql`SELECT NULL, ${now}, ${actor.subject}, ${actor.requestId}, events.organizer_id, 'session', sessions.id,
        'session.update', NULL, json_object('startsAt', strftime('%Y-%m-%dT%H:%M:%fZ', ${to} / 1000.0, 'unixepoch')),
        substr(${actor.callId}, 1, 24) || printf('%012x', move.key + 1), ${SESSION.state}
        FROM json_each(${list}) AS move CROSS JOIN sessions ON sessions.id = ${id} AND ${isMoved}
        CROSS JOIN ${events} ON events.id = sessions.event_id WHERE ${isRecorded(actor)}`,
    )
    const moveSessions = db
      .update(sessions)
      .set({ startsAt: sql`${to}`, updatedAt: actor.now, updatedBy: actor.subject })
      .from(sql`json_each(${list}) AS move`)
      .where(sql`sessions.id = ${id} AND ${isMoved} AND ${isRecorded(actor)}`)
    try {
      return await changeResource(db, actor, EVENT, path, values, change, {
        ...conditions,
        guards: [unchanged],
        after: [recordMoves, moveSessions],
      })
    } catch (error) {
      if (error !== changedSince) throw error
      if (attempt === MAX_ATTEMPTS) throw databaseUnavailable('The sessions changed again and again.')
    }
  }
}
