import { expect, it, vi } from 'vitest'
import { call, callOn, sendJson, seriesPath, ticketsPath } from './support/api.ts'
import { addSeries, addTickets, makeWorld, query } from './support/rows.ts'
import { encodeCursor } from '../src/api/cursor.ts'

it('B7', async () => {
  const world = await makeWorld()
  const one = await call(`${ticketsPath(world.session)}?q=a%FE`, { subject: world.staff })
  const two = await call(`${ticketsPath(world.session)}?q=a%FF`, { subject: world.staff })
  expect(one.headers.get('ETag')).not.toBe(two.headers.get('ETag'))
})
it('B9', async () => {
  const r = await callOn({ CORS_ORIGINS: 'https://a.example' }, '/api/openapi.json', { subject: 'x' })
  expect(r.headers.get('Vary')).toMatch(/Origin/)
})
it('attack 6', async () => {
  const world = await makeWorld()
  for (const headers of [{}, { 'Content-Length': '1000' }]) {
    const body = new ReadableStream({ pull(c) { c.error(new Error('Network connection lost.')) } })
    const r = await callOn({}, seriesPath(world.event, crypto.randomUUID()), { subject: world.owner, method: 'PUT', headers: { 'Content-Type': 'application/json', ...headers }, body })
    expect(await r.json()).toMatchObject({ code: 'invalid_request', message: 'The body did not arrive whole.' })
  }
})
it('attack 9', async () => {
  const world = await makeWorld()
  await addTickets(world, [{}, {}, {}])
  const { links } = await (await call(ticketsPath(world.session, { pageSize: 1 }), { subject: world.staff })).json<any>()
  const [, , , key, values] = JSON.parse(atob(new URL(links.next, 'http://x').searchParams.get('cursor')!.replaceAll('-', '+').replaceAll('_', '/')))
  const cursor = await encodeCursor({ sessionId: world.session, sort: { key: 'ticketNumber', descending: false }, status: undefined, q: undefined }, { direction: 'next', page: 2147483647, position: { key, values } })
  const r = await (await call(ticketsPath(world.session, { pageSize: 1, cursor }), { subject: world.staff })).json<any>()
  expect((await call(r.links.next, { subject: world.staff })).status).toBe(200)
})
it('B22', async () => {
  const world = await makeWorld()
  const { series } = await addSeries(world, [])
  vi.useFakeTimers({ toFake: ['Date'] })
  for (let i = 0; i < 2; i++) await sendJson('PUT', seriesPath(world.event, series), world.owner, { name: 'X' })
  vi.useRealTimers()
  expect(await query('SELECT * FROM audit_log WHERE series_id = ?', series)).toHaveLength(1)
})
