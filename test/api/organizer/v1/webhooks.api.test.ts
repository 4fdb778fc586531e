// Webhooks as owners set them up. What is delivered has tests of its own.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { readSecret } from '../../../../src/api/auth/own/secret.ts'
import worker from '../../../../src/index.ts'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { here } from '../../../support/address.ts'
import { callWithBindings, expectError, jsonRequest, ORIGIN } from '../../../support/api.ts'
import { feedPath, followFeed } from '../../../support/feed.ts'
import { addTicket, makeOrganizer, type Organizer, query, type Row } from '../../../support/rows.ts'
import { API, create, historyOf, read, readBody, remove, send } from '../../../support/setup.ts'

type Webhook = Schemas['Webhook']
type WithSecret = Schemas['WebhookWithSecret']

let org: Organizer
let path: string
beforeEach(async () => {
  org = await makeOrganizer()
  path = `/organizers/${org.id}/webhooks`
})

/** Nothing listens there. */
const URL_OF_SHOP = 'http://127.0.0.1:9/doorlist'
const add = (more: object = {}) => create<WithSecret>(path, org.owner, { url: URL_OF_SHOP, ...more })
const get = (id: string) => readBody<Webhook>(`${path}/${id}`, org.owner)
const rowOf = async (id: string) => (await query('SELECT * FROM webhooks WHERE id = ?', id))[0] as Row
const post = (id: string, verb: string, body: object = {}, subject = org.owner) =>
  send<Webhook>('POST', `${path}/${id}/${verb}`, subject, body)

describe('a webhook', () => {
  it('is added, read, changed and deleted, each in the history, and shows its secret once', async () => {
    const { secret, ...added } = await add({ description: 'Badges', types: ['ticket.checked_in'] })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(added).toEqual({
      ...{
        id: added.id,
        url: URL_OF_SHOP,
        description: 'Badges',
        types: ['ticket.checked_in'],
        sessionId: null,
      },
      ...{ state: 'Active', pauseReason: null, pausedAt: null, behind: 0, behindSince: null },
      ...{ lastAttemptAt: null, lastStatus: null, nextAttemptAt: null, previousSecretUntil: null },
    })
    expect(await get(added.id)).toEqual(added)
    expect(await readBody(path, org.owner)).toEqual({ data: [added] })
    const change = {
      url: 'http://localhost:9/new',
      types: null,
      sessionId: org.session,
      description: null,
    }
    const { body } = await send<Webhook>('PATCH', `${path}/${added.id}`, org.owner, change)
    expect(body).toEqual({ ...added, ...change })
    expect((await remove(`${path}/${added.id}`, org.owner)).status).toBe(204)
    await expectError(await read(`${path}/${added.id}`, org.owner), 'webhook_not_found')
    const records = await historyOf(org.id, org.owner, added.id)
    expect(records.map(({ action }) => action)).toEqual([
      'webhook.delete',
      'webhook.update',
      'webhook.create',
    ])
    expect(JSON.stringify(records)).not.toContain('whsec')
  })

  it('is stored with its secret sealed, for this webhook only', async () => {
    const { id, secret } = await add()
    const sealed = (await rowOf(id)).secret as string
    expect(sealed).not.toContain(secret.slice(6, 20))
    const { open } = await readSecret(here())
    expect(await open(sealed, `webhook ${id}`)).toBe(secret)
    await expect(open(sealed, `webhook ${crypto.randomUUID()}`)).rejects.toThrow()
  })

  it('may be added again with the same id, which replaces the secret', async () => {
    const id = crypto.randomUUID()
    const [first, again] = [await add({ id }), await add({ id })]
    expect(again).toEqual({ ...first, secret: expect.any(String) })
    expect(again.secret).not.toBe(first.secret)
    await expectError(
      (await send('POST', path, org.owner, { id, url: `${URL_OF_SHOP}/2` })).response,
      'id_taken',
    )
    expect((await readBody<{ data: unknown[] }>(path, org.owner)).data).toHaveLength(1)
  })

  it('is one of five at most', async () => {
    for (let count = 0; count < 5; count++) await add()
    await expectError(
      (await send('POST', path, org.owner, { url: URL_OF_SHOP })).response,
      'limit_reached',
      '5',
    )
    const other = await makeOrganizer()
    await create(`/organizers/${other.id}/webhooks`, other.owner, { url: URL_OF_SHOP })
  })

  it('is for owners of its organizer', async () => {
    const { id } = await add()
    const other = await makeOrganizer()
    for (const [subject, list, one] of [
      [org.manager, 'forbidden', 'forbidden'],
      [org.staff, 'forbidden', 'forbidden'],
      [other.owner, 'organizer_not_found', 'webhook_not_found'],
    ] as const) {
      await expectError(await read(path, subject), list)
      await expectError((await send('POST', path, subject, { url: URL_OF_SHOP })).response, list)
      await expectError(await read(`${path}/${id}`, subject), one)
      await expectError((await send('PATCH', `${path}/${id}`, subject, { types: null })).response, one)
      await expectError(await remove(`${path}/${id}`, subject), one)
      for (const [verb, body] of [['test'], ['pause'], ['secret'], ['resume', { from: 'now' }]] as const) {
        await expectError((await post(id, verb, body, subject)).response, one)
      }
    }
    // Another organizer's webhook is not found below one's own.
    const own = `/organizers/${other.id}/webhooks/${id}`
    await expectError(await read(own, other.owner), 'webhook_not_found')
    await expectError((await send('POST', `${own}/pause`, other.owner, {})).response, 'webhook_not_found')
    await expectError(await remove(own, other.owner), 'webhook_not_found')
    expect(await get(id)).toMatchObject({ state: 'Active' })
  })

  it('is sent to public hosts only, by the rule of its URL, when added and when changed', async () => {
    const { id } = await add()
    const deployed = (method: 'POST' | 'PATCH', at: string, url: string) =>
      callWithBindings({ LOOPBACK_URLS: '' }, API + at, jsonRequest(method, org.owner, { url }))
    for (const url of [
      ...[
        'http://hooks.shop.com/',
        'https://127.0.0.1/',
        'https://[::1]/',
        'https://localhost/',
        URL_OF_SHOP,
      ],
      ...[`${ORIGIN}/api/health`, 'https://www.doorlist.example/', 'no url', 'https://shop.com:444/'],
    ]) {
      await expectError(await deployed('POST', path, url), 'invalid_request', 'url')
      await expectError(await deployed('PATCH', `${path}/${id}`, url), 'invalid_request', 'url')
    }
    expect((await get(id)).url).toBe(URL_OF_SHOP)
    // It has nothing to send.
    expect((await deployed('POST', path, 'https://hooks.shop.com/doorlist')).status).toBe(201)
  })

  it('is sent nothing where its URL is not allowed, whoever stored it', async () => {
    const { id } = await add()
    await query(`UPDATE webhooks SET url = 'http://10.0.0.1/' WHERE id = ?`, id)
    expect((await post(id, 'test')).body).toEqual({ delivered: false, status: null })
  })

  it('names what is wrong with its settings', async () => {
    const other = await makeOrganizer()
    const send_ = async (body: object) =>
      (await send('POST', path, org.owner, { url: URL_OF_SHOP, ...body })).response
    for (const [body, naming] of [
      [{ types: [] }, 'types'],
      [{ types: ['ticket.sold'] }, 'types'],
      [{ types: 'ticket.created' }, 'types'],
      [{ description: '' }, 'description'],
      [{ url: undefined }, 'url'],
      [{ secret: 'mine' }, 'secret'],
    ] as const) {
      await expectError(await send_(body), 'invalid_request', naming)
    }
    for (const sessionId of [other.session, crypto.randomUUID()]) {
      await expectError(await send_({ sessionId }), 'session_not_found', 'sessionId')
    }
    const { id } = await add()
    const change = await send('PATCH', `${path}/${id}`, org.owner, { sessionId: other.session })
    await expectError(change.response, 'session_not_found', 'sessionId')
    await expectError((await post(id, 'resume', { from: 'yesterday' })).response, 'invalid_request', 'from')
  })

  it('needs the secret of the service', async () => {
    const bindings = { DOORLIST_SECRET: '' }
    const response = await callWithBindings(
      bindings,
      API + path,
      jsonRequest('POST', org.owner, { url: URL_OF_SHOP }),
    )
    await expectError(response, 'auth_unavailable')
    expect((await readBody<{ data: unknown[] }>(path, org.owner)).data).toEqual([])
  })

  it('switches the feed on, which stays on while there is one', async () => {
    const [first, second] = [await add(), await add()]
    expect(await readBody(`/organizers/${org.id}`, org.owner)).toMatchObject({ feed: true })
    await send('PATCH', `/organizers/${org.id}`, org.owner, { feed: false })
    await remove(`${path}/${first.id}`, org.owner)
    await addTicket(org)
    expect((await followFeed(org)).events).toHaveLength(1)
    await remove(`${path}/${second.id}`, org.owner)
    expect(await readBody(`/organizers/${org.id}`, org.owner)).toMatchObject({ feed: false })
    // With the switch on, the last webhook leaves it on.
    await send('PATCH', `/organizers/${org.id}`, org.owner, { feed: true })
    const { next } = await followFeed(org)
    await remove(`${path}/${(await add()).id}`, org.owner)
    expect((await read(feedPath(org.id, { after: next }), org.owner)).status).toBe(200)
  })

  it('gets what happens from when it was added, and shows how far behind it is', async () => {
    await send('PATCH', `/organizers/${org.id}`, org.owner, { feed: true })
    await addTicket(org)
    const { id } = await add({ types: ['ticket.created', 'ticket.voided'] })
    expect(await get(id)).toMatchObject({ behind: 0, behindSince: null })
    const ticket = await addTicket(org)
    await query(`UPDATE tickets SET seat_label = 'A1' WHERE id = ?`, ticket)
    await query(`UPDATE tickets SET status = 'Voided' WHERE id = ?`, ticket)
    const [, created] = (await followFeed(org)).events
    expect(await get(id)).toMatchObject({ behind: 2, behindSince: created?.at })
  })

  it('has a second secret for a day while one replaces the other', async () => {
    const { id, secret } = await add()
    const { response, body } = await post(id, 'secret')
    const rotated = body as WithSecret
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(rotated.secret).not.toBe(secret)
    const hours = (Date.parse(rotated.previousSecretUntil as string) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
    const { open } = await readSecret(here())
    const row = await rowOf(id)
    expect(await open(row.previous_secret as string, `webhook ${id}`)).toBe(secret)
    expect(await open(row.secret as string, `webhook ${id}`)).toBe(rotated.secret)
    const [record] = await historyOf(org.id, org.owner, id)
    expect(record).toMatchObject({ action: 'webhook.rotate', change: {} })
  })

  it('that lost its secret goes on with a new one', async () => {
    const { id } = await add()
    await query(`UPDATE webhooks SET secret = NULL, paused_at = 1, pause_reason = 'Secret' WHERE id = ?`, id)
    expect((await post(id, 'test')).body).toEqual({ delivered: false, status: null })
    expect((await post(id, 'secret')).body).toMatchObject({ state: 'Active', pauseReason: null })
    await post(id, 'pause')
    expect((await post(id, 'secret')).body).toMatchObject({ state: 'Paused', pauseReason: 'Owner' })
  })

  it('is paused and resumed, from where it stopped or from now', async () => {
    const { id } = await add()
    const paused = (await post(id, 'pause')).body
    expect(paused).toMatchObject({ state: 'Paused', pauseReason: 'Owner', pausedAt: expect.any(String) })
    expect((await post(id, 'pause')).body).toEqual(paused)
    await addTicket(org)
    await query(
      'UPDATE webhooks SET lease_until = ?, lease = ? WHERE id = ?',
      Date.now() + 30_000,
      'sender',
      id,
    )
    expect((await post(id, 'resume', { from: 'where-it-stopped' })).body).toMatchObject({
      state: 'Active',
      behind: 1,
    })
    await post(id, 'pause')
    expect((await post(id, 'resume', { from: 'now' })).body).toMatchObject({ state: 'Active', behind: 0 })
    const actions = (await historyOf(org.id, org.owner, id)).map(({ action }) => action)
    expect(actions).toEqual(['resume', 'pause', 'resume', 'pause', 'create'].map((verb) => `webhook.${verb}`))
  })

  it('cannot go on from where it stopped when those events are gone', async () => {
    const { id } = await add()
    await post(id, 'pause')
    await addTicket(org)
    await query('DELETE FROM feed_events WHERE organizer_id = ?', org.id)
    await expectError(
      (await post(id, 'resume', { from: 'where-it-stopped' })).response,
      'changes_gone',
      'from',
    )
    expect((await get(id)).state).toBe('Paused')
    expect((await post(id, 'resume', { from: 'now' })).body).toMatchObject({ state: 'Active' })
  })

  it('that was changed is tried again at once, as it is then', async () => {
    const { id } = await add()
    const failing = async () =>
      query('UPDATE webhooks SET attempts = 3, next_at = ?, batch_end = 7 WHERE id = ?', Date.now() + 1e6, id)
    await failing()
    expect(await get(id)).toMatchObject({ state: 'Failing', nextAttemptAt: expect.any(String) })
    await send('PATCH', `${path}/${id}`, org.owner, { description: 'Still failing' })
    expect(await get(id)).toMatchObject({ state: 'Failing' })
    await send('PATCH', `${path}/${id}`, org.owner, { types: ['ticket.voided'] })
    expect(await rowOf(id)).toMatchObject({ attempts: 0, next_at: 0, batch_end: null })
  })

  it('takes a change with the tag of what was read, whatever was sent since', async () => {
    const { id } = await add()
    const etag = (await read(`${path}/${id}`, org.owner)).headers.get('ETag') as string
    await query('UPDATE webhooks SET attempts = 2, status = 500 WHERE id = ?', id)
    const change = (description: string) =>
      send('PATCH', `${path}/${id}`, org.owner, { description }, { 'If-Match': etag })
    expect((await change('Badges')).status).toBe(200)
    await expectError((await change('Shop')).response, 'precondition_failed')
  })
})

describe('the Cron Triggers', () => {
  const fire = async (cron: string) => {
    const context = createExecutionContext()
    await worker.scheduled?.(
      { cron, scheduledTime: Date.now(), noRetry: () => undefined } as never,
      env,
      context,
    )
    await waitOnExecutionContext(context)
  }

  // Waits for the second attempt.
  it('each minute try what is due, and each day delete what feeds no longer keep', {
    tags: ['slow'],
  }, async () => {
    const { id } = await add()
    // Those of other files have receivers that are not there either.
    await query('UPDATE webhooks SET paused_at = 0 WHERE id <> ?', id)
    await addTicket(org)
    // The daily run ends at the first events that are recent, also of other files.
    await query('UPDATE feed_events SET at = 0')
    await fire('* * * * *')
    // Nothing listens.
    expect(await rowOf(id)).toMatchObject({ attempts: expect.any(Number), status: null, sent: 0 })
    expect((await rowOf(id)).attempts).toBeGreaterThanOrEqual(1)
    await fire('23 4 * * *')
    expect((await followFeed(org)).events).toEqual([])
  })
})
