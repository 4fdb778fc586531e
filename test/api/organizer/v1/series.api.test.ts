import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { call, callWithBindings, expectError, readCost, sendJson, seriesPath } from '../../../support/api.ts'
import { addSeries, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'

let org: Organizer
let series: string
beforeAll(async () => {
  org = await makeOrganizer()
})

const newSeries = async () => {
  series = (await addSeries(org, [])).series
}

const put = (body: unknown, subject = org.manager, headers: Record<string, string> = {}) =>
  sendJson('PUT', seriesPath(org.event, series), subject, body, headers)

const read = async () =>
  (await query('SELECT name, description, updated_at, updated_by FROM series WHERE id = ?', series))[0]

const audit = () => query('SELECT * FROM audit_log WHERE entity_id = ? ORDER BY id', series)

const expectUnchanged = async () => {
  expect(await read()).toEqual({
    name: 'Series',
    description: 'Every week.',
    updated_at: null,
    updated_by: null,
  })
  expect(await audit()).toEqual([])
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a series update', () => {
  it.each<[string, object | string, object]>([
    ['name and description', { name: 'New', description: 'D' }, { name: 'New', description: 'D' }],
    ['the name alone', { name: 'New' }, { name: 'New', description: 'Every week.' }],
    ['the description alone', { description: 'D' }, { name: 'Series', description: 'D' }],
    ['a description of null', { description: null }, { name: 'Series', description: null }],
    ['an empty description', { description: '' }, { name: 'Series', description: '' }],
    ['a field given twice, with the last value', '{"name":"First","name":"Last"}', { name: 'Last' }],
    ['a name with spaces around', { name: '  Ünï  ' }, { name: 'Ünï', description: 'Every week.' }],
    ['a name of 200 characters', { name: '🎉'.repeat(200) }, { name: '🎉'.repeat(200) }],
    [
      'a description of 10,000 characters',
      { description: '🎉\n'.repeat(5000) },
      { description: '🎉\n'.repeat(5000) },
    ],
    ['quotes and SQL', { name: `'); DROP TABLE series;--` }, { name: `'); DROP TABLE series;--` }],
  ])('accepts %s with a 204 and no body', async (_, body, expected) => {
    await newSeries()
    const before = Date.now()
    const response = await put(body)
    expect([response.status, await response.text(), response.headers.get('Content-Type')]).toEqual([
      204,
      '',
      null,
    ])
    expect(response.headers.get('X-D1-Bookmark')).toBeTruthy()
    expect(readCost(response).trips).toBe(1)
    const row = await read()
    expect(row).toMatchObject({ ...expected, updated_by: org.manager })
    expect(row?.updated_at).toBeGreaterThanOrEqual(before)
    const [entry, ...more] = await audit()
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      subject: org.manager,
      action: 'series.update',
      sessions: null,
      request_id: response.headers.get('X-Request-Id'),
      at: row?.updated_at,
    })
    const sent = typeof body === 'string' ? JSON.parse(body) : body
    expect(Object.keys(JSON.parse(entry?.change as string))).toEqual(Object.keys(sent))
  })

  it('repeated in the same millisecond is recorded once', async () => {
    await newSeries()
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let time = 0; time < 2; time++) expect((await put({ name: 'Twice' })).status).toBe(204)
    expect(await audit()).toHaveLength(1)
    expect((await put({ name: 'Thrice' })).status).toBe(204)
    expect(await audit()).toHaveLength(2)
  })

  it('that is repeated changes nothing further', async () => {
    await newSeries()
    const body = { name: 'Twice', description: null }
    expect((await put(body)).status).toBe(204)
    const once = await read()
    expect((await put(body, org.owner)).status).toBe(204)
    expect(await read()).toEqual(once)
    expect(await audit()).toHaveLength(1)
  })

  it('changes no other series', async () => {
    await newSeries()
    const other = series
    await newSeries()
    await put({ name: 'Only this' })
    series = other
    await expectUnchanged()
  })

  it.each<[unknown, RegExp]>([
    [{}, /name, description/],
    [{ name: null }, /^name: /],
    [{ name: '' }, /^name: .*1 to 200/],
    [{ name: ' \t ' }, /^name: /],
    [{ name: 'x'.repeat(201) }, /^name: .*200/],
    [{ name: 'a\nb' }, /^name: .*control/],
    [{ name: 'a\u0085b' }, /^name: .*control/],
    [{ name: 7 }, /^name: /],
    [{ name: ['x'] }, /^name: /],
    ['{"name":"\\ud800"}', /^name: .*Unicode/],
    ['{"description":"\\ud800"}', /^description: .*Unicode/],
    [{ description: 'x'.repeat(10_001) }, /^description: .*10000/],
    [{ description: 5 }, /^description: /],
    [{ description: 'a\u0000b' }, /^description: .*NUL/],
    [{ name: 'N', colour: 'red' }, /"colour"/],
    [{ Name: 'N' }, /"Name"/],
    ['{"name":"N","__proto__":{}}', /__proto__/],
    ['', /not JSON/],
    ['{', /not JSON/],
    ['{"name":"N"} x', /not JSON/],
    ['null', /JSON object/],
    ['[]', /JSON object/],
    ['"name"', /JSON object/],
  ])('with %j is a 400 and changes nothing', async (body, naming) => {
    await newSeries()
    await expectError(await put(body), 'invalid_request', naming)
    await expectUnchanged()
  })

  it('of a series of another event or organizer, or of no series, is a 404', async () => {
    await newSeries()
    const other = await makeOrganizer()
    const body = { name: 'Stolen' }
    const responses = []
    for (const [path, subject] of [
      [seriesPath(org.otherEvent, series), org.owner],
      [seriesPath(other.event, series), other.owner],
      [seriesPath(org.event, series), other.owner],
      [seriesPath(org.event, series), org.stranger],
      [seriesPath(org.event, crypto.randomUUID()), org.owner],
    ] as const) {
      responses.push(
        JSON.stringify(await expectError(await sendJson('PUT', path, subject, body), 'series_not_found')),
      )
    }
    expect(new Set(responses).size).toBe(1)
    await expectUnchanged()
  })

  it.each(['staff', 'eventStaff'] as const)('by %s is forbidden', async (person) => {
    await newSeries()
    await expectError(await put({ name: 'No' }, org[person]), 'forbidden')
    await expectUnchanged()
  })
})

describe('a body', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/problem+json',
    'application/jsonx',
    '',
  ])('of type %s is a 415', async (type) => {
    await newSeries()
    const response = await put({ name: 'N' }, org.owner, { 'Content-Type': type })
    await expectError(response, 'unsupported_media_type')
    await expectUnchanged()
  })

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
    'of type %s is accepted',
    async (type) => {
      await newSeries()
      const response = await put({ name: 'N' }, org.owner, { 'Content-Type': type })
      expect(response.status).toBe(204)
    },
  )

  it('that is not UTF-8 is a 400 instead of being stored as other characters', async () => {
    await newSeries()
    const response = await call(seriesPath(org.event, series), {
      method: 'PUT',
      subject: org.owner,
      headers: { 'Content-Type': 'application/json' },
      body: Uint8Array.from('{"name":"Caf\xe9"}', (letter) => letter.charCodeAt(0)),
    })
    await expectError(response, 'invalid_request', /UTF-8/)
    await expectUnchanged()
  })

  it.each([{}, { 'Content-Length': '1000' }])(
    'that breaks off is a 400 and no error of the service (%j)',
    async (length) => {
      await newSeries()
      const logError = vi.spyOn(console, 'error')
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"name":')),
        pull: (controller) => controller.error(new Error('Network connection lost.')),
      })
      const headers = { 'Content-Type': 'application/json', ...length }
      const path = seriesPath(org.event, series)
      const response = await callWithBindings({}, path, { method: 'PUT', subject: org.owner, headers, body })
      await expectError(response, 'invalid_request', /^The body did not arrive whole\.$/)
      expect(logError).not.toHaveBeenCalled()
      logError.mockRestore()
      await expectUnchanged()
    },
  )

  it('over 64 KiB is a 413, with and without a length', async () => {
    await newSeries()
    const body = JSON.stringify({ description: 'x'.repeat(64 * 1024) })
    await expectError(await put(body), 'payload_too_large')
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < body.length; at += 1000)
          controller.enqueue(new TextEncoder().encode(body.slice(at, at + 1000)))
        controller.close()
      },
    })
    const headers = { 'Content-Type': 'application/json' }
    const response = await call(seriesPath(org.event, series), {
      method: 'PUT',
      subject: org.owner,
      headers,
      body: stream,
    })
    await expectError(response, 'payload_too_large')
    await expectUnchanged()
  })

  it('is checked after the token and before membership', async () => {
    await newSeries()
    const path = seriesPath(org.event, series)
    await expectError(await call(path, { method: 'PUT', body: 'x' }), 'missing_token')
    await expectError(await sendJson('PUT', path, org.stranger, '{'), 'invalid_request')
    await expectError(
      await sendJson('PUT', seriesPath('x', series), org.stranger, {}),
      'invalid_request',
      /^eventId/,
    )
  })
})
