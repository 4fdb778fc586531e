// What a batch must look like. A malformed one is named by the index of the item, and nothing is recorded.
import { beforeAll, describe, expect, it } from 'vitest'
import { call, expectError, sendJson } from '../../../support/api.ts'
import { at, checkIn, checkInsPath, exit, send, tally, undo } from '../../../support/check-ins.ts'
import { addTicket, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'

let org: Organizer
let ticket: string
beforeAll(async () => {
  org = await makeOrganizer()
  ticket = await addTicket(org)
})

const ID = '0190A000-0000-7000-8000-00000000ABCD'

const post = (body: unknown) => sendJson('POST', checkInsPath(org.session), org.staff, body)

const expectRefused = async (body: unknown, message: string | RegExp) => {
  await expectError(await post(body), 'invalid_request', message)
  expect(await query('SELECT 1 FROM check_ins WHERE session_id = ?', org.session)).toEqual([])
}

describe('a batch with', () => {
  const good = () => checkIn(ticket)

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'no type',
      { type: undefined },
      /^items\.1\.type: must be a CheckIn, an Undo, a WalkIn, an Exit or a Tally\.$/,
    ],
    ['another type', { type: 'Entry' }, /^items\.1\.type: must be/],
    ['an id that is no UUID', { id: 'x' }, /^items\.1\.id: must be a UUID\.$/],
    ['no id', { id: undefined }, /^items\.1\.id: must be a UUID\.$/],
    ['a ticket that is no UUID', { ticketId: 7 }, /^items\.1\.ticketId: must be a UUID\.$/],
    ['a date without a time', { at: '2026-06-12' }, /^items\.1\.at: must be an ISO 8601/],
    ['a time without an offset', { at: '2026-06-12T18:00:00' }, /^items\.1\.at: must be/],
    ['no time', { at: undefined }, /^items\.1\.at: must be/],
    ['a time before 1970', { at: '1969-12-31T23:59:59.999Z' }, /^items\.1\.at: must not be before 1970\.$/],
    ['a time before 1970 by its offset', { at: '1970-01-01T00:59:59+01:00' }, /^items\.1\.at: must not/],
    ['admitted as text', { admitted: 'true' }, /^items\.1\.admitted: must be true or false\.$/],
    ['admitted as null', { admitted: null }, /^items\.1\.admitted: must be true or false\.$/],
    ['an unknown field', { gate: 'A' }, /^items\.1: Unknown field "gate"\.$/],
    ['an area that is no UUID', { areaId: 'VIP' }, /^items\.1\.areaId: must be a UUID\.$/],
    ['a check-in with the field of an exit', { assumed: true }, /^items\.1: Unknown field "assumed"\.$/],
    ['a check-in with the field of an undo', { checkInId: ID }, /^items\.1: Unknown field "checkInId"\.$/],
  ])('%s is refused', async (_, change, message) => {
    await expectRefused({ items: [good(), { ...good(), ...change }] }, message)
  })

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['no check-in', { checkInId: undefined }, /^items\.0\.checkInId: must be a UUID\.$/],
    ['a ticket', { ticketId: ID }, /^items\.0: Unknown field "ticketId"\.$/],
    ['admitted', { admitted: true }, /^items\.0: Unknown field "admitted"\.$/],
    ['a time before 1970', { at: '1960-01-01T00:00:00Z' }, /^items\.0\.at: must not be before 1970\.$/],
  ])('an undo with %s is refused', async (_, change, message) => {
    await expectRefused({ items: [{ ...undo(crypto.randomUUID()), ...change }] }, message)
  })

  const BY = /^items\.0\.by: must be a whole number from -999 to 999, not 0\.$/
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['an exit with admitted', exit(ID, 0, { admitted: true }), /^items\.0: Unknown field "admitted"\.$/],
    [
      'an exit with no ticket',
      exit(ID, 0, { ticketId: undefined }),
      /^items\.0\.ticketId: must be a UUID\.$/,
    ],
    ['an exit that is assumed as text', exit(ID, 0, { assumed: 'yes' }), /^items\.0\.assumed: must be true/],
    ['a tally of 0', tally(0), BY],
    ['a tally of 1,000', tally(1_000), BY],
    ['a tally of -1,000', tally(-1_000), BY],
    ['a tally of half a person', tally(0.5), BY],
    ['a tally of text', tally('2' as unknown as number), BY],
    ['a tally with a ticket', tally(1, { ticketId: ID }), /^items\.0: Unknown field "ticketId"\.$/],
  ])('%s is refused', async (_, item, message) => {
    await expectRefused({ items: [item] }, message)
  })

  it.each<[string, unknown, RegExp]>([
    ['no items', {}, /^items: must be a list of 1 to 100 items\.$/],
    ['an empty list', { items: [] }, /^items: must be a list/],
    ['a single item', { items: { type: 'CheckIn' } }, /^items: must be a list/],
    ['an item that is no object', { items: [null] }, /^items\.0: /],
    ['an unknown field', { items: [checkIn(crypto.randomUUID())], gate: 1 }, /^Unknown field "gate"/],
    ['a list for a body', [], /^The body must be a JSON object\.$/],
    ['a body that is not JSON', '{"items":', /JSON/],
  ])('%s is refused', async (_, body, message) => {
    await expectRefused(body, message)
  })

  it('101 items is refused, and 100 fit with room to spare', async () => {
    const items = Array.from({ length: 101 }, good)
    await expectRefused({ items }, /^items: must be a list of 1 to 100 items\.$/)
    const undos = Array.from({ length: 100 }, () =>
      undo(crypto.randomUUID(), { at: '2026-06-12T18:00:00.000+02:00' }),
    )
    expect(JSON.stringify({ device: '🎟'.repeat(60), items: undos }, null, 2).length).toBeLessThan(32_000)
  })

  it.each<[string, unknown, RegExp]>([
    ['61 characters', '🎟'.repeat(61), /^device: must have at most 60 characters\.$/],
    ['a control character', 'Gate\nA', /^device: must have no control characters\.$/],
    ['half a character', 'Gate \ud800', /^device: must be well-formed Unicode\.$/],
    ['a number', 7, /^device: must be text or null\.$/],
  ])('a device of %s is refused', async (_, device, message) => {
    await expectRefused({ device, items: [good()] }, message)
  })

  it('the same id twice with different content is refused', async () => {
    const item = good()
    const message = /^items\.2\.id: is the id of an earlier item with different content\.$/
    for (const change of [
      { at: at(1) },
      { admitted: true },
      { ticketId: ID },
      { type: 'Undo', ticketId: undefined, checkInId: ID },
    ]) {
      await expectRefused({ items: [item, good(), { ...item, ...change }] }, message)
    }
  })

  it('a body of another type, or larger than 64 KiB, is refused', async () => {
    const path = checkInsPath(org.session)
    const text = await call(path, { method: 'POST', subject: org.staff, body: '{}' })
    await expectError(text, 'unsupported_media_type')
    await expectError(await post({ items: [], device: 'x'.repeat(70_000) }), 'payload_too_large')
  })
})

describe('a batch is accepted', () => {
  it.each<[string, unknown, string | null]>([
    ['60 characters', '🎟'.repeat(60), '🎟'.repeat(60)],
    ['spaces around it', ' Gate A ', 'Gate A'],
    ['spaces only', '  ', null],
    ['null', null, null],
    ['no value', undefined, null],
  ])('with a device of %s', async (_, device, stored) => {
    const item = checkIn(ticket)
    expect((await post({ device, items: [item] })).status).toBe(200)
    expect(await query('SELECT device FROM check_ins WHERE id = ?', item.id)).toEqual([{ device: stored }])
  })

  it('with the same item twice, however it is written', async () => {
    const other = await addTicket(org)
    const item = checkIn(other, { at: '2026-06-12T18:00:00Z', id: ID })
    const again = {
      ...item,
      id: ID.toLowerCase(),
      ticketId: other.toUpperCase(),
      at: '2026-06-12T20:00:00.000+02:00',
      admitted: false,
    }
    const { results } = await send(org.session, org.staff, [item, again])
    expect(results).toEqual([results[0], results[0]])
    expect(results[0]).toMatchObject({ id: ID.toLowerCase(), outcome: 'CheckedIn', ticket: { id: other } })
  })
})

describe('the parameters of the reads', () => {
  it.each<[string, RegExp]>([
    ['ticketId=x', /^ticketId: must be a UUID\.$/],
    ['problem=yes', /^problem: must be true or false\.$/],
    ['pageSize=0', /^pageSize: must be a whole number, 1 or more\.$/],
    ['pageSize=1.5', /^pageSize: must be/],
    ['pageSize=1&pageSize=2', /^pageSize: must be given once\.$/],
  ])('of the list: %s is refused', async (search, message) => {
    const response = await call(`${checkInsPath(org.session)}?${search}`, { subject: org.staff })
    await expectError(response, 'invalid_request', message)
  })
})
