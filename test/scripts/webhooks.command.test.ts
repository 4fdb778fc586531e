// Webhooks over real HTTP: the service in workerd, and receivers that answer well, badly, slowly or without
// end.
// @module-tag full
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Schemas } from '../../web/shared/schemas.ts'
import { freePort } from '../support/node/dev.ts'
import { codeBlocks, readPage } from '../support/node/examples.ts'
import { useService } from '../support/node/service.ts'
import type { Organizer } from '../support/organizer.ts'

const service = useService()
let org: Organizer
let server: Server | undefined
beforeEach(async () => {
  org = await service.makeOrganizer({ tickets: 3 })
})
afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

const send = async <Body>(
  method: string,
  path: string,
  body: object = {},
  subject = org.owner,
): Promise<Body> => {
  const response = await fetch(service.api + path, {
    method,
    headers: { Authorization: `Bearer ${await service.token(subject)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return JSON.parse(text)
}

const webhooks = () => `/api/organizer/v1/organizers/${org.id}/webhooks`
const add = (url: string) => send<Schemas['WebhookWithSecret']>('POST', webhooks(), { url })
const test = ({ id }: { id: string }) => send<Schemas['WebhookTest']>('POST', `${webhooks()}/${id}/test`)

/** Checks the first guests in, in one request each. */
const checkIn = async (count: number): Promise<string[]> => {
  const tickets = await service.sql<{ id: string }>(
    `SELECT tickets.id FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = '${org.session}'
     AND status = 'Valid' ORDER BY key LIMIT ${count}`,
  )
  for (const { id } of tickets) {
    const item = { type: 'CheckIn', id: crypto.randomUUID(), ticketId: id, at: new Date().toISOString() }
    await send('POST', `/api/v1/sessions/${org.session}/check-ins`, { items: [item] }, org.staff)
  }
  return tickets.map(({ id }) => id)
}

const listen = async (listener: RequestListener): Promise<string> => {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await sleep(20)
}

it('a receiver gets a check-in right after it, signed, and nothing of its answer is followed or read', async () => {
  const requests: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
  const url = await listen(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push({ url: request.url as string, headers: request.headers, body })
    if (request.url === '/redirect') response.writeHead(307, { Location: '/inside' }).end()
    else if (request.url === '/endless') {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 5)
      response.once('close', () => clearInterval(timer))
    } else response.writeHead(204).end()
  })
  const webhook = await add(`${url}/`)
  await service.sql(`UPDATE tickets SET status = 'Valid', checked_in_at = NULL
    WHERE session_number = (SELECT number FROM sessions WHERE id = '${org.session}')`)
  const [ticketId] = await checkIn(1)
  const checkedIn = () => requests.filter(({ body }) => body.includes('ticket.checked_in'))
  await until(() => checkedIn().length > 0)
  const { headers, body } = checkedIn()[0] as (typeof requests)[number]
  const message = new Webhook(webhook.secret).verify(body, headers as Record<string, string>) as {
    data: { type: string; data: object }[]
  }
  expect(message).toMatchObject({ webhookId: webhook.id, organizerId: org.id })
  expect(message.data.filter(({ type }) => type === 'ticket.checked_in').map(({ data }) => data)).toEqual([
    { ticketId },
  ])
  expect(headers['content-type']).toBe('application/json')

  expect(await test(webhook)).toEqual({ delivered: true, status: 204 })
  const last = requests.at(-1) as (typeof requests)[number]
  expect(new Webhook(webhook.secret).verify(last.body, last.headers as Record<string, string>)).toMatchObject(
    { data: [] },
  )
  expect(await test(await add(`${url}/redirect`))).toEqual({ delivered: false, status: 307 })
  expect(requests.some(({ url }) => url === '/inside')).toBe(false)
  expect(await test(await add(`${url}/endless`))).toEqual({ delivered: true, status: 200 })
})

it('a receiver that never answers is given up', async () => {
  let isGivenUp = false
  const url = await listen((request) => {
    request.socket.once('close', () => {
      isGivenUp = true
    })
  })
  expect(await test(await add(url))).toEqual({ delivered: false, status: null })
  await until(() => isGivenUp)
})

it('a receiver that is down is told what it missed when an owner resumes it, and one that is not there is no fault', async () => {
  let isDown = true
  const bodies: string[] = []
  const url = await listen(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (!isDown) bodies.push(body)
    response.writeHead(isDown ? 503 : 200).end()
  })
  const { id } = await add(url)
  expect(await test(await add(`http://127.0.0.1:${await freePort()}/`))).toEqual({
    delivered: false,
    status: null,
  })
  await service.sql(`UPDATE tickets SET note = 'Changed'
    WHERE session_number = (SELECT number FROM sessions WHERE id = '${org.session}')`)
  const read = async () =>
    (await send<{ data: Schemas['Webhook'][] }>(
      'POST',
      `${webhooks()}/${id}/pause`,
    )) as unknown as Schemas['Webhook']
  expect(await read()).toMatchObject({ state: 'Paused', behind: 3 })
  isDown = false
  await send('POST', `${webhooks()}/${id}/resume`, { from: 'where-it-stopped' })
  await until(() => bodies.length > 0)
  const { data } = JSON.parse(bodies[0] as string) as { data: { type: string }[] }
  expect(data.map(({ type }) => type)).toEqual(Array(3).fill('ticket.changed'))
})

it('the receiver of docs/webhooks.md takes what is signed, and nothing else', async () => {
  const [code] = codeBlocks(readPage('docs/webhooks.md'), 'js') as [string]
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(30)
  const file = join(tmpdir(), `doorlist-receiver-${crypto.randomUUID()}.mjs`)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const webhook = await add(url)
  await writeFile(file, code)
  const receiver: ChildProcess = spawn(process.execPath, [file], {
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: webhook.secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let isEnded = false
  const ended = once(receiver, 'close').finally(() => {
    isEnded = true
  })
  try {
    let output = ''
    receiver.stdout?.on('data', (chunk) => {
      output += chunk
    })
    const post = (headers: Record<string, string>) =>
      fetch(url, { method: 'POST', body: '{"data":[{"id":"1","type":"forged","data":{}}]}', headers }).then(
        ({ status }) => status,
        () => 0,
      )
    let refused = 0
    while (refused === 0 && !isEnded) refused = await post({})
    expect(refused).toBe(401)
    const now = String(Math.floor(Date.now() / 1_000))
    const forged = { 'webhook-id': 'msg_1', 'webhook-timestamp': now, 'webhook-signature': 'v1,AAAA' }
    expect(await post(forged)).toBe(401)
    expect(await test(webhook)).toEqual({ delivered: true, status: 204 })
    const voided = await service.sql<{
      id: string
    }>(`UPDATE tickets SET status = 'Voided', checked_in_at = NULL
      WHERE status <> 'Voided' AND session_number = (SELECT number FROM sessions WHERE id = '${org.session}') RETURNING id`)
    await send('POST', `${webhooks()}/${webhook.id}/pause`)
    await send('POST', `${webhooks()}/${webhook.id}/resume`, { from: 'where-it-stopped' })
    await until(() => output.split('\n').length > voided.length)
    expect(output.trim().split('\n').sort()).toEqual(voided.map(({ id }) => `ticket.voided ${id}`).sort())
  } finally {
    receiver.kill()
    await ended
    await rm(file)
  }
})
