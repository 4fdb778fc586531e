// Any input is safe: for any method, path, query, headers and body, the response is correct or a documented
// error. It is never a 500 and never contains internals or another organizer's data.
// @module-tag slow
// @module-tag more
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { TicketPage } from '../../src/api/v1/tickets.ts'
import { ERRORS, type ErrorCode } from '../../src/errors.ts'
import {
  bulkUpdatePath,
  call,
  expectError,
  listingPath,
  sendJson,
  seriesPath,
  ticketsPath,
} from '../support/api.ts'
import { anyBody, anyHeaders, anyMethod, anyQuery } from '../support/arbitraries.ts'
import { checkInsPath, movementsPath } from '../support/check-ins.ts'
import {
  EVENTS_PATH,
  historyPath,
  LISTINGS_PATH,
  previewPath,
  revertPath,
  seriesSessionsPath,
  VENUES_PATH,
} from '../support/console.ts'
import { addTarget, type Target } from '../support/operations.ts'
import { addTickets, insert, makeOrganizer, type Organizer, query } from '../support/rows.ts'
import { isFull, runs } from '../support/runs.ts'
import { changesPath } from '../support/sync.ts'

const SECRET = 'Zzsecret'
/** Enough subjects to keep each below its rate limit. */
const CALLERS = 40

let org: Organizer
let target: Target
let others: Target
let callers: string[]
beforeAll(async () => {
  org = await makeOrganizer()
  const other = await makeOrganizer()
  target = await addTarget(org)
  others = await addTarget(other)
  await addTickets(org, [
    { attendee_name: 'Anna Smith', holder_email: 'anna@example.com', seat_label: 'A1' },
    { attendee_name: '100% *NEAR* "quoted" AND OR NOT (x:y) \'; --', status: 'CheckedIn', checked_in_at: 5 },
  ])
  await addTickets(other, [{ attendee_name: SECRET, holder_email: `${SECRET}@example.com` }])
  callers = Array.from({ length: CALLERS }, () => `caller-${crypto.randomUUID()}`)
  await insert(
    'members',
    ...callers.map((subject) => ({
      organizer_id: org.id,
      subject,
      role: 'manager',
      event_id: null,
    })),
  )
})

/** Internals that no response may contain. */
const INTERNALS =
  /SQLITE|D1_ERROR|fts5|ticket_search|SELECT |node_modules|\.ts:\d|at [\w.]+ \(|zod|Hono|TypeError|SyntaxError/

const ACCEPTED = new Set([200, 204, 304])

/** Checks what every response must satisfy; returns its status. */
const expectValidResponse = async (response: Response): Promise<number> => {
  const text = await response.clone().text()
  expect(text).not.toMatch(INTERNALS)
  expect(text).not.toContain(SECRET)
  expect(response.headers.get('X-Request-Id')).toMatch(/^[\w=-]{1,255}$/)
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  if (ACCEPTED.has(response.status)) return response.status
  // A HEAD response has no body.
  if (text === '') return response.status
  // People get a page.
  if (response.status === 404 && response.headers.get('Content-Type')?.startsWith('text/html')) return 404
  const { code } = JSON.parse(text) as { code: ErrorCode }
  expect(Object.keys(ERRORS)).toContain(code)
  expect(ERRORS[code].status).toBeLessThan(500)
  await expectError(response, code)
  return response.status
}

const anyPath = fc.oneof(
  fc.constantFrom(
    () => seriesPath(target.event, target.series),
    () => bulkUpdatePath(target.event, target.series),
    () => previewPath(target.event, target.series),
    () => revertPath(target.event, target.series, target.listing),
    () => checkInsPath(target.session),
  ),
  fc.constantFrom(
    () => ticketsPath(target.session),
    () => ticketsPath(others.session),
    () => listingPath(target.listing),
    () => changesPath(target.session),
    () => changesPath(others.session),
    () => '/api/v1/sessions',
    () => checkInsPath(target.session),
    () => movementsPath(target.session),
    () => seriesPath(target.event, target.series),
    () => seriesSessionsPath(target.event, target.series),
    () => seriesSessionsPath(target.event, others.series),
    () => historyPath(target.event, target.series),
    () => historyPath(target.event, others.series),
    () => `${revertPath(target.event, target.series, target.listing)}/preview`,
    () => EVENTS_PATH,
    () => VENUES_PATH,
    () => LISTINGS_PATH,
    () => bulkUpdatePath(target.event, target.series),
    () => bulkUpdatePath(target.event, others.series),
    () => '/api/v1/sessions/%00/tickets',
    () => '/api/v1/sessions/%ZZ/tickets',
    () => '/api/v1/sessions/..%2f..%2f/tickets',
    () => '/api/v1/sessions/%F0%9F%8E%89/tickets',
    () => `/api/organizer/v1/listings/${'a'.repeat(3_000)}`,
    () => '/api/organizer/v1/listings/',
  ),
  fc.webPath().map((path) => () => path || '/'),
  fc
    .string({ unit: 'binary', maxLength: 30 })
    .map((text) => () => `/api/v1/sessions/${encodeURIComponent(text.toWellFormed())}/tickets`),
)

let turn = 0
const nextCaller = (): string => callers[turn++ % CALLERS] as string

describe('random input', () => {
  it('in any part of a request gets a documented response', async () => {
    const seen = new Set<number>()
    await fc.assert(
      fc.asyncProperty(
        anyMethod,
        anyPath,
        anyQuery,
        anyHeaders,
        anyBody,
        fc.boolean(),
        async (method, path, search, headers, body, signed) => {
          const response = await call(path() + search, {
            method,
            headers,
            ...(signed && { subject: nextCaller() }),
            ...(method !== 'GET' && method !== 'HEAD' && { body }),
          })
          seen.add(await expectValidResponse(response))
        },
      ),
      { numRuns: runs(5_000) },
    )
    // The requests reached every kind of response; with few runs, every common one.
    const reached = [200, 400, 401, 404, 405, ...(isFull ? [204, 413, 415] : [])]
    for (const status of reached) expect([...seen]).toContain(status)
  })

  it('in a query of the list gets a valid page or an error', async () => {
    let pages = 0
    await fc.assert(
      fc.asyncProperty(anyQuery, anyHeaders, async (search, headers) => {
        const response = await call(ticketsPath(target.session) + search, { subject: nextCaller(), headers })
        const status = await expectValidResponse(response)
        if (status !== 200) return
        pages += 1
        const { data, meta } = TicketPage.parse(await response.json())
        expect(data.length).toBeLessThanOrEqual(Math.min(meta.pageSize, meta.totalCount))
        expect(meta.totalCount).toBeLessThanOrEqual(3)
      }),
      { numRuns: runs(1_500) },
    )
    expect(pages).toBeGreaterThan(runs(300))
  })

  it('in a body changes what the body says, or nothing', async () => {
    const state = () => query('SELECT * FROM series WHERE id = ?', target.series)
    let rejected = 0
    await fc.assert(
      fc.asyncProperty(anyBody, fc.constantFrom('PUT' as const, 'POST' as const), async (body, method) => {
        const before = await state()
        const path =
          method === 'PUT'
            ? seriesPath(target.event, target.series)
            : bulkUpdatePath(target.event, target.series)
        const response = await sendJson(method, path, nextCaller(), body)
        const status = await expectValidResponse(response)
        const [series] = await state()
        if (status === 204) {
          const asked = JSON.parse(body.replace(/^\ufeff/, '')) as {
            name?: string
            description?: string | null
          }
          if (asked.name !== undefined) expect(series?.name).toBe(asked.name.trim())
          if (asked.description !== undefined) expect(series?.description).toBe(asked.description)
        } else {
          rejected += 1
          expect([series]).toEqual(before)
        }
      }),
      { numRuns: runs(1_500) },
    )
    expect(rejected).toBeGreaterThan(runs(500))
  })
})

describe('long headers and URLs', () => {
  it('are accepted or rejected, never a 500', async () => {
    const subject = callers[0] as string
    for (const headers of [
      { 'If-None-Match': `"${'a'.repeat(30_000)}"` },
      { 'X-Anything': 'a'.repeat(60_000) },
    ]) {
      expect(await expectValidResponse(await call(ticketsPath(target.session), { subject, headers }))).toBe(
        200,
      )
    }
    const long = `${ticketsPath(target.session)}?cursor=${'a'.repeat(14_000)}`
    await expectError(await call(long, { subject }), 'invalid_cursor')
  })
})
