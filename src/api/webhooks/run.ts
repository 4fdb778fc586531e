// When webhooks are sent: right after a request that wrote something, and each minute by a Cron Trigger,
// which makes it certain.
import type { Context } from 'hono'
import { LIMITS, openDatabase } from '../../db/client.ts'
import { bindingOf, type DatabaseEnv, perDatabase } from '../../db/databases.ts'
import { deliver, listDueWebhooks, listWebhooksAt, type Place } from '../../domain/webhooks/deliver.ts'
import type { AppEnv } from '../http/context.ts'
import { describeCause } from '../http/describe-cause.ts'
import { deliveryOf } from './send.ts'

/** Cloudflare ends the work after a response 30 seconds later. A last attempt may take 10 of them. */
const AFTER_REQUEST_MS = 15_000
/** Before the next minute's run. */
const CRON_MS = 45_000
/** Cloudflare opens six connections at once for a run, of all its databases. */
const AT_ONCE = 6

/** Sends to a webhook, and once more if an attempt fails that is soon repeated. */
const sendTo = async (env: DatabaseEnv, id: string, endsAt: number): Promise<void> => {
  const deadlineMs = endsAt - Date.now() + LIMITS.deadlineMs
  try {
    for (;;) {
      const db = openDatabase(env, undefined, { ...LIMITS, deadlineMs })
      const retryMs = await deliver(db, id, deliveryOf(env), endsAt)
      if (retryMs === undefined || Date.now() + retryMs >= endsAt) return
      await scheduler.wait(retryMs)
    }
  } catch (error) {
    console.error(JSON.stringify({ warning: 'webhook failed', webhook: id, ...describeCause(error) }))
  }
}

/**
 * Sends to every webhook of a database that is due. The run is shared with other databases: `databases` in
 * all.
 */
export const runWebhooks = async (env: DatabaseEnv, databases = 1): Promise<void> => {
  const endsAt = Date.now() + CRON_MS
  const waiting = await listDueWebhooks(openDatabase(env, undefined), Date.now())
  const worker = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined && Date.now() < endsAt; id = waiting.shift()) {
      await sendTo(env, id, endsAt)
    }
  }
  const share = Math.max(1, Math.floor(AT_ONCE / databases))
  await Promise.all(Array.from({ length: share }, worker))
}

/** How often an isolate looks for what is due at a place. */
const LOOK_MS = 1_000
/** How long it takes a place to have no webhooks. */
const NONE_MS = 60_000

type Look = {
  /** No look before, in epoch milliseconds. */
  until: number
  /** Whether a request waits for it, or there are no webhooks. Further ones need not look. */
  isTaken: boolean
}

const looksAt = perDatabase(() => new Map<string, Look>())
const MAX_LOOKS = 10_000

/** After a webhook was created. */
export const forgetLooks = (env: DatabaseEnv): void => looksAt(bindingOf(env)).clear()

const lookAt = async (env: DatabaseEnv, key: string, place: Place): Promise<void> => {
  const looks = looksAt(bindingOf(env))
  const last = looks.get(key)
  const now = Date.now()
  if (last !== undefined && now < last.until && last.until - now <= NONE_MS) {
    if (last.isTaken) return
    last.isTaken = true
    await scheduler.wait(last.until - now)
  }
  if (looks.size >= MAX_LOOKS) looks.clear()
  looks.set(key, { until: Date.now() + LOOK_MS, isTaken: false })
  const webhooks = await listWebhooksAt(openDatabase(env, undefined), place, Date.now())
  if (webhooks.length === 0) looks.set(key, { until: Date.now() + NONE_MS, isTaken: true })
  const endsAt = Date.now() + AFTER_REQUEST_MS
  await Promise.all(webhooks.filter(({ isDue }) => isDue === 1).map(({ id }) => sendTo(env, id, endsAt)))
}

/** After a request that wrote something, sends what happened. `params` are those of its path. */
export const wakeWebhooks = (c: Context<AppEnv>, params: Partial<Record<keyof Place, string>> = {}): void => {
  const { organizerId = null, sessionId = null, eventId = null } = params
  const key = organizerId ?? sessionId ?? eventId
  if (key === null || c.get('db').usage.rowsWritten === 0) return
  const place = { organizerId, sessionId, eventId }
  c.executionCtx.waitUntil(lookAt(c.env, key, place).catch(() => undefined))
}
