import type { Context } from 'hono'
import * as z from 'zod'
import { FEED_TYPES } from '../../../domain/feed/read-feed.ts'
import { IS_OWNER } from '../../../domain/people/members.ts'
import { describeLimit } from '../../../domain/resources/limits.ts'
import { readResource } from '../../../domain/resources/resource.ts'
import { isDelivered, openSecrets, sendMessage } from '../../../domain/webhooks/deliver.ts'
import { newWebhookSecret } from '../../../domain/webhooks/sign.ts'
import {
  addWebhook,
  listWebhooks,
  MAX_BEHIND,
  PAUSE_REASONS,
  pauseWebhook,
  RESUME_FROM,
  resumeWebhook,
  rotateSecret,
  WEBHOOK,
  type Webhook as WebhookRow,
  webhookGuards,
  webhookValues,
} from '../../../domain/webhooks/webhook.ts'
import { readSecret } from '../../auth/own/secret.ts'
import { type AppEnv, actorOf } from '../../http/context.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { demoId } from '../../resources/examples.ts'
import { organizerParams } from '../../resources/organizer.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import {
  changeBody,
  Instant,
  lineSchema,
  newId,
  serializer,
  strictBody,
  uuidSchema,
} from '../../resources/values.ts'
import { forgetLooks } from '../../webhooks/run.ts'
import { deliveryOf, requireWebhookUrl, secretContext } from '../../webhooks/send.ts'
import {
  changeOperation,
  deleteOperation,
  readOperation,
  resourcePathOf,
  setLocation,
} from './resource-operations.ts'

const WEBHOOKS = '/organizers/:organizerId/webhooks'

const fields = {
  id: z.uuid(),
  url: z.string(),
  description: z.string().nullable(),
  types: z
    .array(z.enum(FEED_TYPES))
    .nullable()
    .meta({ description: 'The types that are sent; null for all.' }),
  sessionId: z
    .uuid()
    .nullable()
    .meta({ description: 'The only session whose events are sent; null for all.' }),
  state: z.enum(['Active', 'Failing', 'Paused']),
  pauseReason: z.enum(PAUSE_REASONS).nullable().meta({
    description:
      '`Owner`: an owner paused it. `Failing`: it failed for three days. `Gone`: it answered 410. `Secret`: it needs a new secret. `Behind`: events that it has not received are older than 30 days.',
  }),
  pausedAt: Instant.nullable(),
  behind: z
    .int()
    .min(0)
    .max(MAX_BEHIND)
    .meta({
      description: `Events that it has not got; ${MAX_BEHIND.toLocaleString('en')} for that many or more.`,
    }),
  behindSince: Instant.nullable().meta({ description: 'When the first of them happened.' }),
  lastAttemptAt: Instant.nullable(),
  lastStatus: z.int().nullable().meta({ description: 'The status of its last answer; null without one.' }),
  nextAttemptAt: Instant.nullable().meta({ description: 'While it is failing.' }),
  previousSecretUntil: Instant.nullable().meta({
    description: 'Until then, messages are signed with the secret before, too.',
  }),
}

export const Webhook = z.strictObject(fields).register(responseSchemas, { id: 'Webhook' })

const WebhookWithSecret = z
  .strictObject({ ...fields, secret: z.string().meta({ description: 'Returned only once.' }) })
  .register(responseSchemas, { id: 'WebhookWithSecret' })

const serialize = serializer(Webhook)

const stateOf = ({ pausedAt, attempts }: WebhookRow): z.infer<typeof Webhook>['state'] => {
  if (pausedAt !== null) return 'Paused'
  return attempts > 0 ? 'Failing' : 'Active'
}

const serializeWebhook = (row: WebhookRow): z.infer<typeof Webhook> => {
  const state = stateOf(row)
  return serialize({
    ...row,
    types: row.types === null ? null : JSON.parse(row.types),
    state,
    lastAttemptAt: row.attemptedAt,
    lastStatus: row.status,
    nextAttemptAt: state === 'Failing' ? row.nextAt : null,
    previousSecretUntil:
      row.previousUntil !== null && row.previousUntil > Date.now() ? row.previousUntil : null,
  })
}

const exampleWebhook: z.infer<typeof Webhook> = {
  id: demoId('86'),
  url: 'https://hooks.your-shop.com/doorlist',
  description: 'Badge printer',
  types: ['ticket.checked_in'],
  sessionId: null,
  state: 'Active',
  pauseReason: null,
  pausedAt: null,
  behind: 0,
  behindSince: null,
  lastAttemptAt: '2026-06-12T18:01:07.913Z',
  lastStatus: 204,
  nextAttemptAt: null,
  previousSecretUntil: null,
}

const exampleWithSecret: z.infer<typeof WebhookWithSecret> = {
  ...exampleWebhook,
  secret: 'whsec_c2VjcmV0IG9mIHRoZSBleGFtcGxlLCAzMiBieXRlcy4=',
}

const webhook = {
  type: WEBHOOK,
  noun: 'webhook',
  tag: 'Feed',
  path: `${WEBHOOKS}/:webhookId`,
  params: { ...organizerParams, webhookId: uuidSchema },
  schema: Webhook,
  serialize: serializeWebhook,
  example: exampleWebhook,
}

const OWNER = { access: 'owner', allowed: IS_OWNER } as const

const TYPES_RULE = `must be a list of one or more of ${FEED_TYPES.join(', ')}, or null for all`

const settings = {
  url: z.string('must be a URL').meta({
    description: 'An https URL with a public host name, on port 443 and not on the domain of the service.',
  }),
  description: lineSchema(200).nullable(),
  types: z
    .array(z.enum(FEED_TYPES, TYPES_RULE), TYPES_RULE)
    .min(1, TYPES_RULE)
    .transform((types) => [...new Set(types)])
    .nullable()
    .meta({ description: 'The types to send; null for all.' }),
  sessionId: uuidSchema
    .nullable()
    .meta({ description: 'The only session whose events to send; null for all.' }),
}

/** A new secret, and the form in which it is stored. */
const makeSecret = async (c: Context<AppEnv>, id: string) => {
  const secret = newWebhookSecret()
  const { seal } = await readSecret(c.env)
  c.header('Cache-Control', 'no-store')
  return { secret, sealed: await seal(secret, secretContext(id)) }
}

const onOne = {
  method: 'POST' as const,
  tag: 'Feed',
  access: 'owner' as const,
  params: webhook.params,
}

const answer = (description: string) => ({
  description,
  body: Webhook,
  examples: { webhook: { summary: 'The webhook', value: exampleWebhook } },
})

const withSecret = (description: string) => ({
  description,
  body: WebhookWithSecret,
  examples: { webhook: { summary: 'A webhook', value: exampleWithSecret } },
})

const notFound = { webhook_not_found: true } as const

export const webhookOperations = [
  operation({
    id: 'listWebhooks',
    method: 'GET',
    path: WEBHOOKS,
    tag: 'Feed',
    summary: 'List the webhooks of an organizer',
    description: 'Sorted by URL, without their secrets.',
    access: 'owner',
    params: organizerParams,
    response: {
      description: 'At most 5 webhooks.',
      body: z.strictObject({ data: z.array(Webhook) }).register(responseSchemas, { id: 'WebhookList' }),
      cache: 'private',
      examples: { list: { summary: 'A webhook', value: { data: [exampleWebhook] } } },
    },
    errors: { organizer_not_found: true },
    handle: async (c, { params: { organizerId } }) => {
      const rows = await readFromNearest(c, (db) => listWebhooks(db, c.get('subject'), organizerId))
      return { data: rows.map(serializeWebhook) }
    },
  }),
  operation({
    id: 'createWebhook',
    method: 'POST',
    path: WEBHOOKS,
    tag: 'Feed',
    summary: 'Add a webhook',
    description:
      'Sends the feed from now on to a URL: in order, at least once, at most 50 events in a request, signed by Standard Webhooks with the secret of the response. Switches the feed on. Repeating the call with the same `id` replaces the secret. See docs/webhooks.md in the repository.',
    access: 'owner',
    needsSecret: true,
    params: organizerParams,
    body: strictBody({
      id: newId,
      url: settings.url,
      description: settings.description.exactOptional(),
      types: settings.types.exactOptional(),
      sessionId: settings.sessionId.exactOptional(),
    }).register(requestSchemas, { id: 'NewWebhook' }),
    bodyExamples: {
      printer: {
        summary: 'A badge printer',
        value: { url: 'https://hooks.your-shop.com/doorlist', types: ['ticket.checked_in'] },
      },
    },
    response: { status: 201, location: true, ...withSecret('The webhook, with its secret.') },
    errors: {
      organizer_not_found: true,
      session_not_found: true,
      id_taken: true,
      limit_reached: describeLimit('webhooks'),
    },
    handle: async (c, { params: { organizerId }, body }) => {
      const { id = crypto.randomUUID(), url, description = null, types = null, sessionId = null } = body
      requireWebhookUrl(c.env, url, c.req.url)
      const { secret, sealed } = await makeSecret(c, id)
      const content = { url, description, types, sessionId }
      const row = await addWebhook(c.get('db'), actorOf(c), organizerId, id, content, sealed)
      forgetLooks(c.env)
      setLocation(c, webhook, { organizerId, id })
      return { ...serializeWebhook(row), secret }
    },
  }),
  readOperation('getWebhook', webhook, OWNER),
  changeOperation('updateWebhook', webhook, {
    ...OWNER,
    description: 'What has not been sent is sent as the webhook is then, at once.',
    body: changeBody({
      url: settings.url.exactOptional(),
      description: settings.description.exactOptional(),
      types: settings.types.exactOptional(),
      sessionId: settings.sessionId.exactOptional(),
    }).register(requestSchemas, { id: 'WebhookChange' }),
    bodyExamples: {
      all: { summary: 'Every type', value: { types: null } },
    },
    check: (c, { url }) => {
      if (url !== undefined) requireWebhookUrl(c.env, url, c.req.url)
    },
    values: webhookValues,
    guards: webhookGuards,
    errors: { session_not_found: true },
  }),
  deleteOperation('deleteWebhook', webhook, {
    ...OWNER,
    description:
      'Sends nothing more. Without another webhook the feed is on only if the owner switched it on.',
  }),
  operation({
    ...onOne,
    id: 'rotateWebhookSecret',
    path: `${webhook.path}/secret`,
    summary: 'Replace the secret of a webhook',
    description: 'For 24 hours, messages are signed with the secret before, too.',
    needsSecret: true,
    response: withSecret('The webhook, with its new secret.'),
    errors: notFound,
    handle: async (c, { params }) => {
      const path = resourcePathOf(webhook, params)
      const { secret, sealed } = await makeSecret(c, path.id)
      return { ...serializeWebhook(await rotateSecret(c.get('db'), actorOf(c), path, sealed)), secret }
    },
  }),
  operation({
    ...onOne,
    id: 'testWebhook',
    path: `${webhook.path}/test`,
    summary: 'Send a test to a webhook',
    description: 'Sends a signed message without events, once and at once, also to one that is paused.',
    needsSecret: true,
    isRead: true,
    response: {
      description: 'What came of it.',
      body: z
        .strictObject({
          delivered: z.boolean().meta({ description: 'Whether the status was 2xx.' }),
          status: z.int().nullable().meta({ description: 'Null if no answer came within 10 seconds.' }),
        })
        .register(responseSchemas, { id: 'WebhookTest' }),
      examples: { delivered: { summary: 'It works', value: { delivered: true, status: 204 } } },
    },
    errors: notFound,
    handle: async (c, { params }) => {
      const path = resourcePathOf(webhook, params)
      const target = await readFromNearest(c, (db) =>
        readResource(db, c.get('subject'), WEBHOOK, path, IS_OWNER),
      )
      const delivery = deliveryOf(c.env)
      const secrets = await openSecrets(target, delivery)
      const status =
        secrets.length === 0
          ? null
          : await sendMessage(target, [], secrets, delivery, `msg_test_${crypto.randomUUID()}`)
      return { delivered: isDelivered(status), status }
    },
  }),
  operation({
    ...onOne,
    id: 'pauseWebhook',
    path: `${webhook.path}/pause`,
    summary: 'Pause a webhook',
    description: 'The feed keeps what happens for 30 days.',
    response: answer('The webhook.'),
    errors: notFound,
    handle: async (c, { params }) =>
      serializeWebhook(await pauseWebhook(c.get('db'), actorOf(c), resourcePathOf(webhook, params))),
  }),
  operation({
    ...onOne,
    id: 'resumeWebhook',
    path: `${webhook.path}/resume`,
    summary: 'Resume a webhook',
    description: 'Ends a pause, or the wait for the next attempt.',
    body: strictBody({ from: z.enum(RESUME_FROM, `must be ${RESUME_FROM.join(' or ')}`) }).register(
      requestSchemas,
      {
        id: 'WebhookResume',
      },
    ),
    bodyExamples: {
      stopped: { summary: 'With everything that it missed', value: { from: 'where-it-stopped' } },
      now: { summary: 'Without what it missed', value: { from: 'now' } },
    },
    response: answer('The webhook.'),
    errors: { ...notFound, changes_gone: true },
    handle: async (c, { params, body: { from } }) =>
      serializeWebhook(await resumeWebhook(c.get('db'), actorOf(c), resourcePathOf(webhook, params), from)),
  }),
]
