// Webhooks of an organizer, which push its feed. Their secrets come and go sealed.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { PAUSE_REASONS, webhooks } from '../../db/schema/feed.ts'
import { AppError } from '../../errors.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { type FeedType, MAX_SCANNED, matches } from '../feed/read-feed.ts'
import { IS_OWNER } from '../people/members.ts'
import { changeResource } from '../resources/change-resource.ts'
import { createResources, withoutDefaults } from '../resources/create-resources.ts'
import { ORGANIZER } from '../resources/definitions.ts'
import { organizerGuard } from '../resources/limits.ts'
import {
  type Guard,
  isAt,
  type ResourcePath,
  type ResourceType,
  selectResources,
} from '../resources/resource.ts'

export { PAUSE_REASONS }

export type PauseReason = (typeof PAUSE_REASONS)[number]

/** Events that wait are counted up to this number. */
export const MAX_BEHIND = MAX_SCANNED

const waiting = sql`FROM (SELECT type, session_id, at FROM feed_events AS event INDEXED BY feed_events_by_organizer
  WHERE event.organizer_id = webhooks.organizer_id AND number > webhooks.sent ORDER BY number LIMIT ${sql.raw(String(MAX_BEHIND))}
  ) AS event WHERE ${matches(sql`webhooks.types`, sql`webhooks.session_id`, sql`event.`)}`

/** The last number of the organizer's feed. */
const lastNumber = (organizerId: SQL) => sql`coalesce(
  (SELECT max(number) FROM feed_events WHERE feed_events.organizer_id = ${organizerId}),
  (SELECT gone FROM feeds WHERE feeds.organizer_id = ${organizerId}), 0)`

/** Instants are epoch milliseconds, `types` is JSON. */
export type Webhook = {
  id: string
  organizerId: string
  url: string
  description: string | null
  types: string | null
  sessionId: string | null
  attempts: number
  attemptedAt: number | null
  status: number | null
  nextAt: number
  pausedAt: number | null
  pauseReason: PauseReason | null
  /** Sealed, as is the one before. */
  secret: string | null
  previousSecret: string | null
  previousUntil: number | null
  behind: number
  behindSince: number | null
}

export const WEBHOOK: ResourceType<Webhook> = {
  type: 'webhook',
  notFound: 'webhook_not_found',
  table: webhooks,
  from: sql`webhooks`,
  organizerId: webhooks.organizerId,
  columns: {
    id: webhooks.id,
    organizerId: webhooks.organizerId,
    url: webhooks.url,
    description: webhooks.description,
    types: webhooks.types,
    sessionId: webhooks.sessionId,
    attempts: webhooks.attempts,
    attemptedAt: sql`webhooks.attempted_at`,
    status: webhooks.status,
    nextAt: webhooks.nextAt,
    pausedAt: sql`webhooks.paused_at`,
    pauseReason: webhooks.pauseReason,
    secret: webhooks.secret,
    previousSecret: webhooks.previousSecret,
    previousUntil: sql`webhooks.previous_until`,
    behind: sql`(SELECT count(*) ${waiting})`,
    behindSince: sql`(SELECT min(at) ${waiting})`,
  },
  state: sql`json_object('url', url, 'description', webhooks.description, 'types', json(types), 'sessionId', webhooks.session_id)`,
  uses: [],
}

export type WebhookSettings = {
  url: string
  description: string | null
  types: readonly FeedType[] | null
  sessionId: string | null
}

const typesColumn = (types: readonly FeedType[] | null): string | null =>
  types === null ? null : JSON.stringify(types)

/** The next request is at once, and is made again. */
const AFRESH = { batchEnd: null, attempts: 0, nextAt: 0 } as const

/** The session must be one of the organizer’s. */
const sessionGuard = (organizerId: SQL | string, sessionId: string | null): Guard => ({
  failed: sql`iif(${sessionId} IS NULL OR EXISTS (SELECT 1 FROM sessions CROSS JOIN events ON events.id = sessions.event_id
    WHERE sessions.id = ${sessionId} AND events.organizer_id = ${organizerId}), NULL, 1)`,
  error: () => new AppError('session_not_found', 'sessionId: the organizer has no such session.'),
})

/**
 * Adds a webhook, which gets what happens from now on. A repeat replaces the secret.
 *
 * @param sealed the secret
 * @throws AppError `organizer_not_found`, also for non-members; `forbidden`; `session_not_found`; `id_taken`;
 *   `limit_reached`
 */
export const addWebhook = async (
  db: Database,
  actor: Actor,
  organizerId: string,
  id: string,
  { types, ...settings }: WebhookSettings,
  sealed: string,
): Promise<Webhook> => {
  const path = { id, organizerId }
  const [made] = await createResources(
    db,
    actor,
    WEBHOOK,
    { parent: ORGANIZER, id: organizerId },
    [
      {
        id,
        values: {
          ...{ ...settings, types: typesColumn(types), organizerId, secret: sealed },
          ...{ attempts: 0, nextAt: 0, lease: '', leaseUntil: 0 },
        },
        content: withoutDefaults({ ...settings, types }),
      },
    ],
    {
      allowed: IS_OWNER,
      defaults: { sent: lastNumber(sql`${organizerId}`) },
      guards: () => [sessionGuard(organizerId, settings.sessionId), organizerGuard('webhooks')],
    },
  )
  if (made === undefined) throw new AppError('id_taken')
  if (made.secret === sealed) return made
  return changeResource(
    db,
    actor,
    WEBHOOK,
    path,
    { secret: sealed },
    { secret: 'new' },
    { allowed: IS_OWNER },
  )
}

/** Column values of a change. */
export const webhookValues = ({ types, ...settings }: Partial<WebhookSettings>) => {
  const isSame = Object.keys(settings).every((name) => name === 'description') && types === undefined
  return {
    ...settings,
    ...(types !== undefined && { types: typesColumn(types) }),
    ...(!isSame && AFRESH),
  }
}

export const webhookGuards = ({ sessionId = null }: Partial<WebhookSettings>): Guard[] => [
  sessionGuard(sql`webhooks.organizer_id`, sessionId),
]

const change = (
  db: Database,
  actor: Actor,
  path: ResourcePath,
  action: 'rotate' | 'pause' | 'resume',
  values: Record<string, unknown>,
  { record = {}, guards = [] }: { record?: object; guards?: Guard[] } = {},
) =>
  changeResource(db, actor, WEBHOOK, path, values, record, {
    ...{ action: `webhook.${action}`, allowed: IS_OWNER, guards },
  })

/** How long the secret before signs too. */
const ROTATION_MS = 24 * 3_600_000

/** @throws AppError `webhook_not_found`, also for non-members; `forbidden` */
export const rotateSecret = (db: Database, actor: Actor, path: ResourcePath, sealed: string) => {
  const unlessLost = (column: SQL) => sql`iif(webhooks.pause_reason = 'Secret', NULL, ${column})`
  return change(db, actor, path, 'rotate', {
    secret: sealed,
    previousSecret: sql`webhooks.secret`,
    previousUntil: new Date(actor.now.getTime() + ROTATION_MS),
    pausedAt: unlessLost(sql`webhooks.paused_at`),
    pauseReason: unlessLost(sql`webhooks.pause_reason`),
  })
}

/** @throws AppError `webhook_not_found`, also for non-members; `forbidden` */
export const pauseWebhook = (db: Database, actor: Actor, path: ResourcePath) =>
  change(db, actor, path, 'pause', {
    pausedAt: sql`coalesce(webhooks.paused_at, ${actor.now.getTime()})`,
    pauseReason: sql`coalesce(webhooks.pause_reason, 'Owner')`,
  })

export const RESUME_FROM = ['where-it-stopped', 'now'] as const

/**
 * Ends a pause, or a wait for the next attempt.
 *
 * @throws AppError `webhook_not_found`, also for non-members; `forbidden`; `changes_gone` if the events from
 *   where it stopped are no longer kept
 */
export const resumeWebhook = (
  db: Database,
  actor: Actor,
  path: ResourcePath,
  from: (typeof RESUME_FROM)[number],
) =>
  change(
    db,
    actor,
    path,
    'resume',
    {
      ...AFRESH,
      pausedAt: null,
      pauseReason: null,
      ...(from === 'now' && { sent: lastNumber(sql`webhooks.organizer_id`) }),
    },
    {
      record: { from },
      guards:
        from === 'now'
          ? []
          : [
              {
                failed: sql`(SELECT 1 FROM feeds WHERE feeds.organizer_id = webhooks.organizer_id AND gone > sent)`,
                error: () =>
                  new AppError('changes_gone', 'from: events since then have been deleted. Resume from now.'),
              },
            ],
    },
  )

/** @throws AppError `organizer_not_found`, also for non-members; `forbidden` unless the caller is an owner */
export const listWebhooks = async (
  db: Database,
  subject: string,
  organizerId: string,
): Promise<Webhook[]> => {
  const [access, rows] = await db.batch([
    selectResources(db, ORGANIZER, subject, isAt(ORGANIZER, { id: organizerId }), { allowed: IS_OWNER }),
    selectResources(
      db,
      WEBHOOK,
      subject,
      sql`webhooks.organizer_id = ${organizerId} AND ${IS_OWNER} ORDER BY webhooks.url, webhooks.id`,
    ),
  ])
  requireAccess(access[0], ORGANIZER.notFound)
  return rows
}
