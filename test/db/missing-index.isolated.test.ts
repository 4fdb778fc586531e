// A database without its search index, as when not all migrations have been applied.
import { beforeAll, expect, it, vi } from 'vitest'
import { call, expectError, getPage, ticketsPath } from '../support/api.ts'
import { addTickets, makeOrganizer, type Organizer, query } from '../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
  await addTickets(org, [{ attendee_name: 'Anna' }])
  await query('DROP TABLE ticket_search')
})

it('a search is 503 with Retry-After', async () => {
  const path = ticketsPath(org.session, { q: 'anna' })
  const response = await call(path, { subject: org.staff })
  await expectError(response, 'database_unavailable')
  expect(response.headers.get('Retry-After')).toBe('2')
})

it('the list without a search works', async () => {
  expect((await getPage(org.staff, ticketsPath(org.session))).data).toHaveLength(1)
})

it('the health check is 503', async () => {
  vi.resetModules()
  const { chooseAddress } = await import('../support/address.ts')
  chooseAddress()
  const { callWithBindings } = await import('../support/api.ts')
  await expectError(await callWithBindings({}, '/api/health'), 'database_unavailable')
})
