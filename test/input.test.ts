// Anything may be sent: whatever the method, path, query, headers and body, the answer is a right one or an error
// in its one shape, never a 500, and never a word of the machinery or of another organizer's people.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { TicketPage } from '../src/api/schemas/tickets.ts'
import { ERRORS, type ErrorCode } from '../src/errors.ts'
import { bulkUpdatePath, call, expectError, seriesPath, ticketsPath } from './support/api.ts'
import { addTarget, OPERATIONS, type Target } from './support/operations.ts'
import { addTickets, insert, makeWorld, query, type World } from './support/rows.ts'

const SECRET = 'Zzsecret'
/** As many subjects as keep each below its rate limit, whatever the run. */
const CALLERS = 40

let world: World
let target: Target
let others: Target
let callers: string[]
beforeAll(async () => {
  world = await makeWorld()
  const other = await makeWorld()
  target = await addTarget(world)
  others = await addTarget(other)
  await addTickets(world, [
    { attendee_name: 'Anna Smith', holder_email: 'anna@example.com', seat_label: 'A1' },
    { attendee_name: '100% *NEAR* "quoted" AND OR NOT (x:y) \'; --', status: 'CheckedIn', checked_in_at: 5 },
  ])
  await addTickets(other, [{ attendee_name: SECRET, holder_email: `${SECRET}@example.com` }])
  callers = Array.from({ length: CALLERS }, () => `caller-${crypto.randomUUID()}`)
  await insert(
    'members',
    ...callers.map((subject) => ({
      organizer_id: world.organizer,
      subject,
      role: 'manager',
      event_id: null,
    })),
  )
})

/** Words of the machinery, which no answer may hold. */
const MACHINERY =
  /SQLITE|D1_ERROR|fts5|ticket_search|SELECT |node_modules|\.ts:\d|at [\w.]+ \(|zod|Hono|TypeError|SyntaxError/

const ACCEPTED = new Set([200, 204, 304])

/** Checks what must be true of every answer; gives its status. */
const expectSound = async (response: Response): Promise<number> => {
  const text = await response.clone().text()
  expect(text).not.toMatch(MACHINERY)
  expect(text).not.toContain(SECRET)
  expect(response.headers.get('X-Request-Id')).toMatch(/^[\w=-]{1,255}$/)
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  if (ACCEPTED.has(response.status)) return response.status
  // A HEAD has the status and headers of its GET, and no body.
  if (text === '') return response.status
  const { code } = JSON.parse(text) as { code: ErrorCode }
  expect(Object.keys(ERRORS)).toContain(code)
  expect(ERRORS[code].status).toBeLessThan(500)
  await expectError(response, code)
  return response.status
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '\ufeff',
    '"',
    '*',
    '%',
    '_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%',
    'NEAR(a b, 3)',
    'a AND',
    'OR NOT ^a',
    'text:a',
    '{text} : a',
    '- -a',
    '"a" "',
    "' OR '1'='1",
    "'; DROP TABLE tickets; --",
    '1e999',
    '-0',
    '0x10',
    '١',
    '9007199254740993',
    '99999999999999999999999',
    'null',
    'undefined',
    '[object Object]',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    'anna '.repeat(10_000),
    'x'.repeat(5_000),
    'e\u0301'.repeat(100),
  ),
)

const queryName = fc.oneof(
  fc.constantFrom('page', 'pageSize', 'sort', 'q', 'status', 'cursor'),
  fc.constantFrom('q', 'q[]', '__proto__', 'constructor', 'limit', 'page[number]', 'access_token', ''),
  fc.string({ maxLength: 10 }),
)

const queryValue = fc.oneof(
  anyText,
  fc.integer().map(String),
  fc.constantFrom(
    '1',
    '2',
    '20',
    '500',
    'Valid',
    'CheckedIn',
    'valid',
    '-status',
    'seatLabel',
    'smith',
    'anna s',
  ),
)

/** A query string as `URLSearchParams` writes it, or with raw and broken escapes. */
const anyQuery = fc.oneof(
  fc
    .array(fc.tuple(queryName, queryValue), { maxLength: 4 })
    .map((pairs) => `?${new URLSearchParams(pairs)}`),
  fc.constantFrom(
    '?',
    '?q=%',
    '?q=%ZZ',
    '?q=%ED%A0%80',
    '?q=%00',
    '?q=%FF%FE',
    '?q&q',
    '?page=1&page=1',
    '?=&=',
    '?q=a#b',
  ),
)

const anyHeaders = fc.record(
  {
    'If-None-Match': fc.constantFrom('*', '"a.b"', 'W/"x"', '"', ',,,', '"a", "b", *', '"'.repeat(1_000)),
    'X-D1-Bookmark': fc.constantFrom(
      'x',
      '',
      `${'0'.repeat(8)}-${'0'.repeat(8)}-${'f'.repeat(8)}-${'a'.repeat(32)}`,
      'first-primary',
    ),
    'X-Request-Id': fc.constantFrom('a', 'a b', 'x'.repeat(300), '"', "'; --"),
    Accept: fc.constantFrom('text/html', 'application/xml', '*/*;q=0', ''),
    'Content-Type': fc.oneof(
      { weight: 4, arbitrary: fc.constant('application/json') },
      fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data', ''),
    ),
    'X-HTTP-Method-Override': fc.constantFrom('DELETE', 'PUT'),
    Origin: fc.constantFrom('https://evil.example', 'null', ''),
    Range: fc.constantFrom('bytes=0-1', 'bytes=-'),
  },
  { requiredKeys: ['Content-Type'] },
)

const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.record(
    {
      filterType: fc.oneof(fc.constantFrom('All', 'FromDate', 'Upcoming'), fc.jsonValue()),
      fromDate: fc.oneof(
        fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01', '+275760-09-13T00:00:00.001Z', null),
        fc.jsonValue(),
      ),
      newCapacity: fc.oneof(fc.integer(), fc.double(), fc.constantFrom(2 ** 53, '5', null)),
      newVenueId: fc.oneof(fc.uuid(), fc.jsonValue()),
      newDoorsOpenOffset: fc.oneof(
        fc.integer(),
        anyText,
        fc.constantFrom('PT45M', `PT${'9'.repeat(400)}M`, 'P1Y'),
      ),
      name: fc.oneof(anyText, fc.jsonValue()),
      description: fc.oneof(anyText, fc.constant(null), fc.jsonValue()),
    },
    { requiredKeys: [] },
  ),
)

const LARGE_BODY = `{"name":"${'a'.repeat(70_000)}"}`

const anyBody = fc.oneof(
  fc.constantFrom('{"name":"A name"}', '{"filterType":"All","newCapacity":7}', LARGE_BODY),
  anyJson.map((value) => JSON.stringify(value)),
  anyText,
  fc.constantFrom(
    '{"name":"a","name":"b"}',
    '{"__proto__":{"name":"a"}}',
    '{"constructor":{"prototype":{"x":1}},"name":"a"}',
    '['.repeat(10_000),
    `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    '{"filterType":"All","newCapacity":1e400}',
    '{"filterType":"All","newCapacity":9007199254740993}',
    '{"name":"\\ud800"}',
    '{"name":"\\u0000"}',
    '{"name":1',
    '\ufeff{"name":"a"}',
  ),
)

const anyPath = fc.oneof(
  fc.constantFrom(
    () => seriesPath(target.event, target.series),
    () => bulkUpdatePath(target.event, target.series),
  ),
  fc.constantFrom(
    () => ticketsPath(target.session),
    () => ticketsPath(others.session),
    () => OPERATIONS[1]?.path(target) as string,
    () => seriesPath(target.event, target.series),
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

const anyMethod = fc.constantFrom(
  'GET',
  'GET',
  'GET',
  'HEAD',
  'PUT',
  'POST',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'PROPFIND',
)

let turn = 0
const nextCaller = (): string => callers[turn++ % CALLERS] as string

describe('whatever is sent', () => {
  it('is answered in one of the known ways', async () => {
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
          seen.add(await expectSound(response))
        },
      ),
      { seed: 11, numRuns: 5_000 },
    )
    // It got everywhere that it should.
    for (const status of [200, 204, 400, 401, 404, 405, 413, 415]) expect([...seen]).toContain(status)
  }, 120_000)

  it('in a query of the list finds what it should or is refused', async () => {
    let pages = 0
    await fc.assert(
      fc.asyncProperty(anyQuery, anyHeaders, async (search, headers) => {
        const response = await call(ticketsPath(target.session) + search, { subject: nextCaller(), headers })
        const status = await expectSound(response)
        if (status !== 200) return
        pages += 1
        const { data, meta } = TicketPage.parse(await response.json())
        expect(data.length).toBeLessThanOrEqual(Math.min(meta.pageSize, meta.totalCount))
        expect(meta.totalCount).toBeLessThanOrEqual(2)
      }),
      { seed: 12, numRuns: 1_500 },
    )
    expect(pages).toBeGreaterThan(300)
  }, 120_000)

  it('in a body changes what it says, or nothing', async () => {
    const state = () => query('SELECT * FROM series WHERE id = ?', target.series)
    let refused = 0
    await fc.assert(
      fc.asyncProperty(anyBody, fc.constantFrom('PUT' as const, 'POST' as const), async (body, method) => {
        const before = await state()
        const path =
          method === 'PUT'
            ? seriesPath(target.event, target.series)
            : bulkUpdatePath(target.event, target.series)
        const response = await call(path, {
          method,
          subject: nextCaller(),
          headers: { 'Content-Type': 'application/json' },
          body,
        })
        const status = await expectSound(response)
        const [series] = await state()
        if (status === 204) {
          const asked = JSON.parse(body.replace(/^\ufeff/, '')) as {
            name?: string
            description?: string | null
          }
          if (asked.name !== undefined) expect(series?.name).toBe(asked.name.trim())
          if (asked.description !== undefined) expect(series?.description).toBe(asked.description)
        } else {
          refused += 1
          expect([series]).toEqual(before)
        }
      }),
      { seed: 13, numRuns: 1_500 },
    )
    expect(refused).toBeGreaterThan(500)
  }, 120_000)
})

describe('a header or address of any size', () => {
  it('is read or refused', async () => {
    const subject = callers[0] as string
    for (const headers of [
      { 'If-None-Match': `"${'a'.repeat(30_000)}"` },
      { 'X-Anything': 'a'.repeat(60_000) },
    ]) {
      expect(await expectSound(await call(ticketsPath(target.session), { subject, headers }))).toBe(200)
    }
    const long = `${ticketsPath(target.session)}?cursor=${'a'.repeat(14_000)}`
    await expectError(await call(long, { subject }), 'invalid_cursor')
  })
})
