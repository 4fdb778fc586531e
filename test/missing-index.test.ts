// The search index is missing, as between `npm run search-index -- drop` and `rebuild`.
import { beforeAll, expect, it, vi } from 'vitest'
import { call, expectError, getPage, ticketsPath } from './support/api.ts'
import { addTickets, makeWorld, query, type World } from './support/rows.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await addTickets(world, [{ attendee_name: 'Anna' }])
  await query('DROP TABLE ticket_search')
})

it('a search is 503 with Retry-After', async () => {
  const path = ticketsPath(world.session, { q: 'anna' })
  const response = await call(path, { subject: world.staff })
  await expectError(response, 'database_unavailable')
  expect(response.headers.get('Retry-After')).toBe('2')
})

it('the list without a search works', async () => {
  expect((await getPage(world.staff, ticketsPath(world.session))).data).toHaveLength(1)
})

it('the health check is 503', async () => {
  vi.resetModules()
  const { callOn } = await import('./support/api.ts')
  const response = await callOn({}, '/api/health', { subject: 'nobody', headers: { Authorization: '' } })
  await expectError(response, 'database_unavailable')
})
