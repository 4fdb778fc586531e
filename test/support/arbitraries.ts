// Generators of hostile and ordinary input.
import fc from 'fast-check'

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
  fc.constantFrom('page', 'pageSize', 'sort', 'q', 'status', 'cursor', 'since', 'from', 'to', 'eventId'),
  fc.constantFrom('ticketId', 'problem', 'bucketMinutes'),
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
    'true',
  ),
)

/** A query string as `URLSearchParams` serializes it, or with malformed escapes. */
export const anyQuery = fc.oneof(
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

export const anyHeaders = fc.record(
  {
    'If-Match': fc.constantFrom('*', '"a.b"', 'W/"x"', '"', ',,,', ''),
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

const anyItem = fc.oneof(
  fc.record(
    {
      type: fc.oneof(fc.constantFrom('CheckIn', 'Undo'), anyText),
      id: fc.oneof({ weight: 9, arbitrary: fc.uuid() }, { weight: 1, arbitrary: fc.jsonValue() }),
      ticketId: fc.uuid(),
      checkInId: fc.uuid(),
      at: fc.oneof(
        fc.constantFrom('2026-06-12T18:00:00Z', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999999-23:59'),
        fc.jsonValue(),
      ),
      admitted: fc.oneof(fc.boolean(), fc.jsonValue()),
    },
    { requiredKeys: ['type', 'id', 'at'] },
  ),
  fc.record({
    type: fc.constant('CheckIn'),
    id: fc.uuid(),
    ticketId: fc.uuid(),
    at: fc.constant('2026-06-12T18:00:00Z'),
    admitted: fc.boolean(),
  }),
)

const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.record(
    {
      filterType: fc.oneof(fc.constantFrom('All', 'FromDate', 'Upcoming', 'Selected'), fc.jsonValue()),
      fromDate: fc.oneof(
        fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01', '+275760-09-13T00:00:00.001Z', null),
        fc.jsonValue(),
      ),
      sessionIds: fc.oneof(fc.array(fc.uuid(), { maxLength: 3 }), fc.jsonValue()),
      expectedVersion: fc.oneof(anyText, fc.constant(null), fc.jsonValue()),
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
  fc.record(
    {
      device: fc.oneof(anyText, fc.constant(null), fc.jsonValue()),
      items: fc.oneof(fc.array(anyItem, { maxLength: 4 }), fc.jsonValue()),
    },
    { requiredKeys: ['items'] },
  ),
)

const LARGE_BODY = `{"name":"${'a'.repeat(70_000)}"}`

export const anyBody = fc.oneof(
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

export const anyMethod = fc.constantFrom(
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
