// Sends the feed to a webhook: in order, at least once, one request after the other.
//
// A sender takes a lease and fixes the end of the next request in one transaction, sends, and then notes the
// result under its lease. Killed in between, the next sender repeats the request as it was. A sender whose
// lease was taken over can note nothing, so the position never moves past an event without a 2xx.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { prepare, value } from '../../db/prepared.ts'
import { type FeedEvent, MAX_SCANNED, matches } from '../feed/read-feed.ts'
import { hashOf } from '../secrets.ts'
import { signedHeaders } from './sign.ts'
import type { PauseReason } from './webhook.ts'

/** Events in a request. */
const MAX_EVENTS = 50

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

/** How long a sender has for a request and the database before it and after. */
const LEASE_MS = 60 * SECOND_MS

/**
 * The wait after each failed attempt, as Standard Webhooks recommends: three days in all. Then it is paused.
 */
const RETRY_MS = [
  5 * SECOND_MS,
  ...[300 * SECOND_MS, 1_800 * SECOND_MS],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
]
const MAX_RETRY_MS = 24 * HOUR_MS

/** The receiver wants nothing more (RFC 9110, section 15.5.11). */
const GONE = 410

export type Delivery = {
  /** Sends a request. Returns the status of the response, or null if there was none. */
  post: (url: string, headers: Record<string, string>, body: string) => Promise<number | null>
  /** Opens a sealed secret of a webhook. Throws if it was sealed by another secret of the service. */
  open: (sealed: string, webhookId: string) => Promise<string>
  /** The body of a message. */
  toBody: (webhook: { id: string; organizerId: string }, events: readonly FeedEvent[]) => object
  now: () => number
}

/** A webhook whose lease the sender has. */
export type Claimed = {
  id: string
  organizerId: string
  url: string
  secret: string | null
  previousSecret: string | null
  previousUntil: number | null
  sent: number
  batchEnd: number | null
  attempts: number
  gone: number
}

const scanned = sql`(SELECT number, type, feed_events.session_id FROM feed_events INDEXED BY feed_events_by_organizer
  WHERE feed_events.organizer_id = webhooks.organizer_id AND number > webhooks.sent ORDER BY number LIMIT ${sql.raw(String(MAX_SCANNED))})`
const isMatch = matches(sql`webhooks.types`, sql`webhooks.session_id`, sql`event.`)

/** True if a clock that was ahead wrote `at`, or it has passed. */
const hasPassed = (at: ReturnType<typeof sql>, maxMs: number) =>
  sql`(${at} <= ${value('now')} OR ${at} > ${value('now')} + ${sql.raw(String(maxMs))})`

/** Condition on a webhook that may be tried now. */
const IS_DUE = sql`paused_at IS NULL AND ${hasPassed(sql`next_at`, MAX_RETRY_MS)}`

/** Notes that everything up to the end of the request has been delivered. */
const settleStatement = prepare<never>(sql`
  UPDATE webhooks SET sent = batch_end, batch_end = NULL, attempts = 0, next_at = 0,
    status = coalesce(${value('status')}, status), attempted_at = coalesce(${value('attemptedAt')}, attempted_at)
  WHERE id = ${value('id')} AND lease = ${value('lease')} AND batch_end = ${value('settled')}`)

/** Takes or renews the lease, and fixes the end of the next request unless one is being repeated. */
const claimStatement = prepare<Claimed>(sql`
  UPDATE webhooks SET lease = ${value('lease')}, lease_until = ${value('now')} + ${sql.raw(String(LEASE_MS))},
    batch_end = coalesce(batch_end,
      (SELECT number FROM ${scanned} AS event WHERE ${isMatch} ORDER BY number LIMIT 1 OFFSET ${sql.raw(String(MAX_EVENTS - 1))}),
      (SELECT max(number) FROM ${scanned}))
  WHERE id = ${value('id')} AND ${IS_DUE}
    AND (lease = ${value('lease')} OR ${hasPassed(sql`lease_until`, LEASE_MS)})
  RETURNING id, organizer_id AS "organizerId", url, secret, previous_secret AS "previousSecret",
    previous_until AS "previousUntil", sent, batch_end AS "batchEnd", attempts,
    (SELECT gone FROM feeds WHERE feeds.organizer_id = webhooks.organizer_id) AS gone`)

/** Ends the lease where there is nothing to send. */
const releaseStatement = prepare<never>(sql`
  UPDATE webhooks SET lease_until = 0 WHERE id = ${value('id')} AND lease = ${value('lease')} AND batch_end IS NULL`)

const eventsStatement = prepare<FeedEvent>(sql`
  SELECT number, event.id, type, at, event.session_id AS "sessionId", data
  FROM webhooks CROSS JOIN feed_events AS event INDEXED BY feed_events_by_organizer
    ON event.organizer_id = webhooks.organizer_id AND number > webhooks.sent AND number <= webhooks.batch_end
  WHERE webhooks.id = ${value('id')} AND lease = ${value('lease')} AND ${isMatch} ORDER BY number`)

/**
 * Notes a failed attempt, or a pause, and ends the lease. The request stays as it is. If the owner changed or
 * resumed the webhook during the attempt, that request is over, and its failure delays or pauses nothing.
 */
const failStatement = prepare<never>(sql`
  UPDATE webhooks SET lease_until = 0,
    (attempts, next_at, status, attempted_at, pause_reason, paused_at) = (
      SELECT iif(same, ${value('attempts')}, attempts), iif(same, ${value('nextAt')}, next_at),
        iif(${value('attemptedAt')} IS NULL, status, ${value('status')}),
        coalesce(${value('attemptedAt')}, attempted_at),
        iif(paused_at IS NULL AND same, ${value('reason')}, pause_reason),
        coalesce(paused_at, iif(same AND ${value('reason')} IS NOT NULL, ${value('now')}, NULL))
      FROM (SELECT batch_end IS ${value('batchEnd')} AS same))
  WHERE id = ${value('id')} AND lease = ${value('lease')}`)

const endStatement = prepare<never>(
  sql`UPDATE webhooks SET lease_until = 0 WHERE id = ${value('id')} AND lease = ${value('lease')}`,
)

/** The secrets that sign a message: the current one first. None if that one cannot be opened. */
export const openSecrets = async (
  {
    id,
    secret,
    previousSecret,
    previousUntil,
  }: Pick<Claimed, 'id' | 'secret' | 'previousSecret' | 'previousUntil'>,
  { open, now }: Pick<Delivery, 'open' | 'now'>,
): Promise<string[]> => {
  const sealed = [secret, previousUntil !== null && previousUntil > now() ? previousSecret : null]
  const [current, previous] = await Promise.all(
    sealed.map((text) => (text === null ? undefined : open(text, id).catch(() => undefined))),
  )
  return current === undefined ? [] : [current, ...(previous === undefined ? [] : [previous])]
}

/** Sends a message. The id follows from the events, so that a repeat has the same. */
export const sendMessage = async (
  webhook: Pick<Claimed, 'id' | 'organizerId' | 'url'>,
  events: readonly FeedEvent[],
  secrets: readonly string[],
  { post, toBody, now }: Delivery,
  messageId?: string,
): Promise<number | null> => {
  const body = JSON.stringify(toBody(webhook, events))
  const id = messageId ?? `msg_${await hashOf([webhook.id, ...events.map(({ id }) => id)].join())}`
  return post(webhook.url, await signedHeaders(secrets, id, body, now()), body)
}

export const isDelivered = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300

/**
 * Sends the events that a webhook lacks, until it has all, an attempt fails, another sender has the lease, or
 * `endsAt`.
 *
 * @returns the milliseconds until the next attempt, if one failed
 */
export const deliver = async (
  db: Database,
  id: string,
  delivery: Delivery,
  endsAt = Number.POSITIVE_INFINITY,
): Promise<number | undefined> => {
  const ids = { id, lease: crypto.randomUUID() as string }
  let noted: Record<string, number | null> = { settled: null, status: null, attemptedAt: null }
  for (;;) {
    const now = delivery.now()
    const [, [webhook], , events] = await db.batchPrepared(
      [settleStatement, claimStatement, releaseStatement, eventsStatement],
      { ...ids, ...noted, now },
    )
    if (webhook === undefined || webhook.batchEnd === null) return undefined
    const fail = (status: number | null, attempts: number, retryMs: number, reason: PauseReason | null) =>
      db.batchPrepared([failStatement], {
        ...{ ...ids, now: delivery.now(), status, attempts, nextAt: now + retryMs, reason },
        batchEnd: webhook.batchEnd,
        attemptedAt: attempts === webhook.attempts ? null : now,
      })
    const pause = async (reason: PauseReason): Promise<undefined> => {
      await fail(null, webhook.attempts, 0, reason)
    }
    if (webhook.sent < webhook.gone) return pause('Behind')
    if (now >= endsAt) {
      await db.batchPrepared([endStatement], ids)
      return undefined
    }
    if (events.length === 0) {
      noted = { settled: webhook.batchEnd, status: null, attemptedAt: null }
      continue
    }
    const secrets = await openSecrets(webhook, delivery)
    if (secrets.length === 0) return pause('Secret')
    const status = await sendMessage(webhook, events, secrets, delivery)
    if (isDelivered(status)) {
      noted = { settled: webhook.batchEnd, status, attemptedAt: now }
      continue
    }
    const attempts = webhook.attempts + 1
    const retryMs = RETRY_MS[webhook.attempts]
    const reason = status === GONE ? 'Gone' : retryMs === undefined ? 'Failing' : null
    await fail(status, attempts, retryMs ?? 0, reason)
    return reason === null ? retryMs : undefined
  }
}

const HAS_EVENTS = sql`EXISTS (SELECT 1 FROM feed_events INDEXED BY feed_events_by_organizer
  WHERE feed_events.organizer_id = webhooks.organizer_id AND number > webhooks.sent)`

const dueStatement = prepare<{ id: string }>(sql`
  SELECT id FROM webhooks WHERE ${IS_DUE} AND ${HAS_EVENTS} ORDER BY attempted_at LIMIT 500`)

/** The webhooks to send to, longest waiting first. */
export const listDueWebhooks = async (db: Database, now: number): Promise<string[]> => {
  const [rows] = await db.batchPrepared([dueStatement], { now })
  return rows.map(({ id }) => id)
}

const ofOrganizerStatement = prepare<{ id: string; isDue: number }>(sql`
  SELECT id, ${IS_DUE} AND ${HAS_EVENTS} AS "isDue" FROM webhooks INDEXED BY webhooks_by_organizer
  WHERE organizer_id = coalesce(${value('organizerId')},
    (SELECT organizer_id FROM sessions WHERE id = ${value('sessionId')}),
    (SELECT organizer_id FROM events WHERE id = ${value('eventId')}))`)

/** What a request was about. */
export type Place = { organizerId: string | null; sessionId: string | null; eventId: string | null }

/** The webhooks of the organizer that a place belongs to, and which of them to send to. */
export const listWebhooksAt = async (
  db: Database,
  place: Place,
  now: number,
): Promise<{ id: string; isDue: number }[]> => {
  const [rows] = await db.batchPrepared([ofOrganizerStatement], { ...place, now })
  return rows
}
