// Sources of a session, as managers set them up.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { SOURCE_KINDS, SOURCE_STATUSES, sources } from '../../db/schema/sources.ts'
import { AppError } from '../../errors.ts'
import { EVENTS_BY_ID, requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { createResources } from '../resources/create-resources.ts'
import { SESSION } from '../resources/definitions.ts'
import { type Guard, isAt, type ResourceType, selectResources } from '../resources/resource.ts'

import type { SourceMatch } from './list-rows.ts'

export { SOURCE_KINDS, SOURCE_STATUSES }

export type SourceKind = (typeof SOURCE_KINDS)[number]

type SourceStatus = (typeof SOURCE_STATUSES)[number]

/** Instants are epoch milliseconds; `settings`, `columns` and `problems` JSON; `url` and `secret` sealed. */
export type SourceRecord = {
  id: string
  sessionId: string
  name: string
  kind: SourceKind
  url: string | null
  secret: string | null
  settings: string
  missing: 'keep' | 'void'
  everyMinutes: number
  ticketTypeName: string | null
  columns: string
  lastRunAt: number | null
  lastChangedAt: number | null
  rows: number | null
  status: SourceStatus
  problem: string | null
  problems: string
  match: SourceMatch | null
  adopts: number
  nextAt: number | null
  startsAt: number
}

/** The settings, as the history has them: without the address and the secret. */
const SETTINGS = sql`json_object('name', sources.name, 'kind', kind, 'settings', json(settings), 'missing', missing,
  'everyMinutes', every_minutes, 'ticketTypeName', sources.ticket_type_name, 'columns', json(columns),
  'status', iif(sources.status = 'Stopped', 'Stopped', 'Ok'))`

export const SOURCE: ResourceType<SourceRecord> = {
  type: 'source',
  notFound: 'source_not_found',
  table: sources,
  from: sql`sources CROSS JOIN sessions ON sessions.id = sources.session_id
    CROSS JOIN ${EVENTS_BY_ID} ON events.id = sessions.event_id`,
  organizerId: sql`events.organizer_id`,
  columns: {
    id: sources.id,
    sessionId: sources.sessionId,
    name: sources.name,
    kind: sources.kind,
    url: sources.url,
    secret: sources.secret,
    settings: sources.settings,
    missing: sources.missing,
    everyMinutes: sources.everyMinutes,
    ticketTypeName: sources.ticketTypeName,
    columns: sources.columns,
    lastRunAt: sql`sources.last_run_at`,
    lastChangedAt: sql`sources.last_changed_at`,
    rows: sources.rows,
    status: sources.status,
    problem: sources.problem,
    problems: sources.problems,
    match: sources.match,
    adopts: sources.adopts,
    nextAt: sources.nextAt,
    startsAt: sql`sessions.starts_at`,
  },
  state: SETTINGS,
  version: sql`json_array(${SETTINGS}, sources.url, sources.secret)`,
  uses: [],
}

const MAX_SOURCES = 5

export const TOO_MANY_SOURCES = `A session can have at most ${MAX_SOURCES} sources. Nothing was created.`

const countGuard: Guard = {
  failed: sql`(SELECT 1 FROM sources AS counted WHERE counted.session_id = sessions.id
    LIMIT 1 OFFSET ${sql.raw(String(MAX_SOURCES - 1))})`,
  error: () => new AppError('limit_reached', TOO_MANY_SOURCES),
}

export type SourceSettings = Pick<
  SourceRecord,
  'name' | 'kind' | 'url' | 'secret' | 'missing' | 'everyMinutes' | 'ticketTypeName' | 'settings' | 'columns'
> & { status: 'Ok' | 'Stopped' }

/** The next run is at once, and takes everything again. */
export const afresh = (now: number) => ({ cursor: null, attempts: 0, nextAt: now, lease: '', leaseUntil: 0 })

/**
 * Adds a source to a session. A repeat changes nothing.
 *
 * @param content what a repeat must have, without the address and the secret
 * @throws AppError `session_not_found`, also for non-members; `forbidden`; `id_taken`; `limit_reached`
 */
export const addSource = async (
  db: Database,
  actor: Actor,
  sessionId: string,
  id: string,
  settings: SourceSettings,
  content: object,
): Promise<SourceRecord> => {
  const isStopped = settings.status === 'Stopped'
  const [made] = await createResources(
    db,
    actor,
    SOURCE,
    { parent: SESSION, id: sessionId },
    [
      {
        id,
        values: {
          ...settings,
          ...afresh(actor.now.getTime()),
          ...(isStopped && { nextAt: null }),
          ...{ sessionId, adopts: 1, problems: '[]' },
        },
        content,
      },
    ],
    { guards: () => [countGuard] },
  )
  if (made === undefined) throw new AppError('id_taken')
  return made
}

/** @throws AppError `session_not_found`, also for non-members; `forbidden` for staff */
export const listSources = async (
  db: Database,
  subject: string,
  sessionId: string,
): Promise<SourceRecord[]> => {
  const mayManageIt: SQL = sql`members.role IN ('owner', 'manager')`
  const [access, rows] = await db.batch([
    selectResources(db, SESSION, subject, isAt(SESSION, { id: sessionId })),
    selectResources(
      db,
      SOURCE,
      subject,
      sql`sources.session_id = ${sessionId} AND ${mayManageIt} ORDER BY sources.name, sources.id`,
    ),
  ])
  requireAccess(access[0], 'session_not_found')
  return rows
}
