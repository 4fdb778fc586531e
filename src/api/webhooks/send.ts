// How webhooks leave the service.

import type { DatabaseEnv } from '../../db/databases.ts'
import { type UrlRules, urlProblem } from '../../domain/public-url.ts'
import type { Delivery } from '../../domain/webhooks/deliver.ts'
import { AppError } from '../../errors.ts'
import { readSecret } from '../auth/own/secret.ts'
import { serializeEvent } from '../resources/feed.ts'

const TIMEOUT_MS = 10_000

const rulesOf = (env: Env): UrlRules => ({ allowsLoopback: env.LOOPBACK_URLS === 'on' })

/** @throws AppError `invalid_request` unless webhooks may be sent to the URL from this deployment */
export const requireWebhookUrl = (env: Env, url: string, requestUrl: string): void => {
  const problem = urlProblem(url, { ...rulesOf(env), ownHost: new URL(requestUrl).hostname })
  if (problem !== undefined) throw new AppError('invalid_request', `url: ${problem}.`)
}

/** What a sealed secret belongs to, so that it opens for no other webhook. */
export const secretContext = (webhookId: string): string => `webhook ${webhookId}`

/**
 * Sends by HTTP. A redirect is an answer like any other. Of the response only the status is read: its body
 * can be slow, endless or a trap.
 */
export const deliveryOf = (env: DatabaseEnv): Delivery => ({
  post: async (url, headers, body) => {
    // It may have been stored by another deployment, or by SQL.
    if (urlProblem(url, rulesOf(env)) !== undefined) return null
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'User-Agent': 'Doorlist-Webhooks/1.0' },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel().catch(() => undefined)
      return response.status
    } catch {
      return null
    }
  },
  open: async (sealed, webhookId) => (await readSecret(env)).open(sealed, secretContext(webhookId)),
  toBody: ({ id, organizerId }, events) => ({
    webhookId: id,
    organizerId,
    data: events.map(serializeEvent),
  }),
  now: () => Date.now(),
})
