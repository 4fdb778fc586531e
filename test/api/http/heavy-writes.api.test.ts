// One heavy write of an organizer at a time, in all isolates: another isolate is a lease in the database.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recordWait } from '../../../src/db/queue.ts'
import { BINDING } from '../../support/address.ts'
import { call, callWithBindings, expectError, jsonRequest } from '../../support/api.ts'
import { faultyDatabase, measuringDatabase } from '../../support/faulty-database.ts'
import { addTicket, makeOrganizer, type Organizer, query } from '../../support/rows.ts'

/** As in the service. */
const LEASE_MS = 10_000

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const EMAIL = 'ana@example.com'
const erase = (subject = org.owner, DB?: D1Database, organizer = org.id) =>
  callWithBindings(
    DB === undefined ? {} : { DB },
    `/api/organizer/v1/organizers/${organizer}/erase`,
    jsonRequest('POST', subject, { email: EMAIL }),
  )

/** Another isolate has the lease until then. */
const lend = (until: number) =>
  query(`UPDATE organizers SET lease = 'other', lease_until = ? WHERE id = ?`, until, org.id)
const leaseOf = async () => {
  const [lease] = await query<{ lease: string; lease_until: number }>(
    'SELECT lease, lease_until FROM organizers WHERE id = ?',
    org.id,
  )
  return lease as { lease: string; lease_until: number }
}

it('takes the lease of the organizer before it reads, and gives it back', async () => {
  await addTicket(org, { holder_email: EMAIL })
  const leases: number[] = []
  const DB = faultyDatabase((real) => async (statements) => {
    leases.push((await leaseOf()).lease_until)
    return real(statements)
  })
  const start = Date.now()
  expect((await erase(org.owner, DB)).status).toBe(200)
  expect(leases[0]).toBe(0)
  for (const until of leases.slice(1)) expect(until).toBeGreaterThanOrEqual(start + LEASE_MS)
  expect(leases.length).toBeGreaterThan(2)
  expect((await leaseOf()).lease_until).toBeLessThanOrEqual(Date.now())
})

it('waits for the write of another isolate', { tags: ['slow'] }, async () => {
  await lend(Date.now() + LEASE_MS)
  let hasEnded = false
  const erased = erase().then((response) => {
    hasEnded = true
    return response
  })
  await scheduler.wait(300)
  expect(hasEnded).toBe(false)
  // A light write and another organizer do not wait.
  const rename = jsonRequest('PATCH', org.owner, { name: 'Renamed' })
  expect((await call(`/api/organizer/v1/events/${org.event}`, rename)).status).toBe(200)
  const other = await makeOrganizer()
  expect((await erase(other.owner, undefined, other.id)).status).toBe(200)
  expect(hasEnded).toBe(false)
  await lend(0)
  expect((await erased).status).toBe(200)
})

it('is refused after ten seconds, with a time for the next try', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await lend(Date.now() + LEASE_MS)
  // The database client can pause between the request's reading of the clock and its statement. A lease that
  // ends more than LEASE_MS after that reading would be of a clock that is ahead.
  vi.spyOn(scheduler, 'wait').mockImplementation(async (ms) => {
    vi.setSystemTime(Date.now() + ms)
    await lend(Date.now() + LEASE_MS - 1_000)
  })
  const start = Date.now()
  const response = await erase()
  const { message } = await expectError(response, 'rate_limited')
  expect(message).toBe('Another large change of this organizer is under way. Try again in a second.')
  expect(response.headers.get('Retry-After')).toBe('1')
  expect(Date.now() - start).toBeGreaterThanOrEqual(LEASE_MS)
  expect(Date.now() - start).toBeLessThan(LEASE_MS + 1_000)
})

it('follows one that crashed, and one whose clock was ahead', { tags: ['slow'] }, async () => {
  await lend(Date.now() + 400)
  expect((await erase()).status).toBe(200)
  await lend(Date.now() + LEASE_MS + 60_000)
  expect((await erase()).status).toBe(200)
})

it('gives the lease back when it fails, and answers although it could not', async () => {
  const DB = faultyDatabase((real) => (statements) => {
    if (statements.length !== 2)
      throw new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.')
    return real(statements)
  })
  await expectError(await erase(org.owner, DB), 'database_unavailable')
  const { lease, lease_until: until } = await leaseOf()
  expect(lease).not.toBe('')
  expect(until - Date.now()).toBeLessThanOrEqual(LEASE_MS)
  await lend(0)
  const failing = faultyDatabase((real) => async (statements) => {
    if (statements.length === 1)
      throw new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.')
    return real(statements)
  })
  expect((await erase(org.owner, failing)).status).toBe(200)
})

it('keeps the lease for as long again while somebody waits', { tags: ['slow'] }, async () => {
  recordWait(BINDING, 0)
  recordWait(BINDING, 50, Date.now(), true)
  const DB = faultyDatabase((real) => async (statements) => {
    await scheduler.wait(300)
    return real(statements)
  })
  const start = Date.now()
  expect((await erase(org.owner, DB)).status).toBe(200)
  // The write began after the lease was taken, and its rest ends after the request.
  expect((await leaseOf()).lease_until).toBeGreaterThan(start + 3 * 300)
})

it('is taken by nobody who may not write', async () => {
  expect((await erase(org.staff)).status).toBe(403)
  expect((await erase(org.stranger)).status).toBe(404)
  expect(await leaseOf()).toEqual({ lease: '', lease_until: 0 })
})

it('costs a light write nothing', async () => {
  const { DB, cost } = measuringDatabase()
  const body = { tickets: [{ ticketNumber: 'L-1', ticketTypeName: 'Standing' }] }
  const path = `/api/organizer/v1/sessions/${org.session}/tickets`
  expect((await callWithBindings({ DB }, path, jsonRequest('POST', org.owner, body))).status).toBe(201)
  expect(await leaseOf()).toEqual({ lease: '', lease_until: 0 })
  expect(cost.trips).toBeLessThanOrEqual(2)
})
