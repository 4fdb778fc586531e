// Receivers of webhooks, which check signatures with the reference library of Standard Webhooks.

import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { readSecret } from '../../src/api/auth/own/secret.ts'
import { deliveryOf, secretContext } from '../../src/api/webhooks/send.ts'
import type { Delivery } from '../../src/domain/webhooks/deliver.ts'
import { newWebhookSecret } from '../../src/domain/webhooks/sign.ts'
import { here } from './address.ts'
import type { FeedEvent } from './feed.ts'
import { insertNew, type Organizer, query, type Row } from './rows.ts'

export type Message = { id: string; data: FeedEvent[] }

/** Adds a webhook by SQL, as it is stored. */
export const addWebhook = async (org: Organizer, more: Row = {}) => {
  const id = crypto.randomUUID()
  const secret = newWebhookSecret()
  const { seal } = await readSecret(here())
  await insertNew('webhooks', {
    ...{
      id,
      organizer_id: org.id,
      url: 'http://127.0.0.1:9/',
      secret: await seal(secret, secretContext(id)),
    },
    ...more,
  })
  return { id, secret }
}

export const webhookRow = async (id: string): Promise<Row> =>
  (await query('SELECT * FROM webhooks WHERE id = ?', id))[0] as Row

/** The library accepts messages of the last and the next five minutes. */
const TOLERANCE_SECONDS = 240

/**
 * The message, if its signature is right; otherwise throws. With a clock that is off, only the time may be.
 */
export const verified = (secret: string, headers: Record<string, string>, body: string): Message => {
  const { 'webhook-id': id = '', 'webhook-timestamp': seconds, 'webhook-signature': signature } = headers
  const reference = new Webhook(secret)
  if (Math.abs(Number(seconds) - Date.now() / 1_000) < TOLERANCE_SECONDS) reference.verify(body, headers)
  else expect(signature).toBe(reference.sign(id, new Date(Number(seconds) * 1_000), body))
  return { id, data: (JSON.parse(body) as { data: FeedEvent[] }).data }
}

/** The delivery of the service with another receiver and another clock. */
export const deliveryTo = (post: Delivery['post'], now: () => number = () => Date.now()): Delivery => ({
  ...deliveryOf(here()),
  post,
  now,
})
