// The readers of shops, against simulated ones that answer over HTTP as documented.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { readEventbrite } from '../../../src/domain/sources/eventbrite.ts'
import { readPretix } from '../../../src/domain/sources/pretix.ts'
import { startEventbrite } from '../../support/shops/eventbrite.ts'
import { startPretix } from '../../support/shops/pretix.ts'
import { depsAt, type Fields, follow, sourceOf } from '../../support/shops/read.ts'

const opened: { close: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((shop) => shop.close()))
})

const openPretix = async (settings: Record<string, unknown> = {}) => {
  const shop = await startPretix()
  opened.push(shop)
  const source = sourceOf(shop.url, { organizer: 'club', event: 'night', ...settings }, shop.token)
  return { shop, source, list: follow(readPretix, source) }
}

const openEventbrite = async () => {
  const shop = await startEventbrite()
  opened.push(shop)
  const source = sourceOf(shop.url, { event: '151214834641' }, shop.token)
  return { shop, source, list: follow(readEventbrite, source) }
}

const MINUTE = 60_000
const NIGHT = Date.parse('2026-12-05T19:00:00.000Z')

const statusOf = (list: { tickets: Map<string, Fields> }, number: string) => list.tickets.get(number)?.status

describe('pretix', () => {
  test('A position becomes a ticket with the number, code and order of the export', async () => {
    const { shop, list } = await openPretix()
    const order = shop.sell(
      ['Ana Smith'],
      { email: 'ana@example.org' },
      { company: 'Acme', seat: { name: 'A 1' } },
    )
    shop.addPosition(order, { item: 2, variation: 21, attendee_email: 'ben@example.org' })
    await list.run()
    expect([...list.tickets.values()]).toEqual([
      {
        ticketNumber: 'P0000-1',
        reference: 'P0000',
        status: 'Valid',
        ticketTypeName: 'Standard',
        seatLabel: 'A 1',
        holderEmail: 'ana@example.org',
        attendeeName: 'Ana Smith',
        attendeeEmail: '',
        attendeeCompany: 'Acme',
        code: order.positions[0]?.secret,
      },
      expect.objectContaining({
        ...{ ticketNumber: 'P0000-2', ticketTypeName: 'Ermäßigt – Student', attendeeName: '' },
        attendeeEmail: 'ben@example.org',
      }),
    ])
  })

  test('The states are those of the export', async () => {
    const { shop, list } = await openPretix()
    const states = [
      { status: 'p' },
      { status: 'n' },
      { status: 'n', valid_if_pending: true },
      { status: 'n', valid_if_pending: true, require_approval: true },
      { status: 'e' },
      { status: 'c' },
      { status: 'c', refunds: [{ state: 'done' }] },
      { status: 'c', refunds: [{ state: 'failed' }] },
    ] as const
    for (const state of states)
      shop.sell(['Ana'], { ...state, refunds: [...('refunds' in state ? state.refunds : [])] })
    const blocked = shop.sell(['Ana', 'Ben'])
    shop.changePosition(blocked, 0, { blocked: ['admin'] })
    shop.changePosition(blocked, 1, { canceled: true })
    await list.run()
    expect([...list.tickets.values()].map(({ status }) => status)).toEqual([
      ...['Valid', 'Voided', 'Valid', 'Voided', 'Voided', 'Voided', 'Refunded', 'Voided'],
      ...['Voided', 'Voided'],
    ])
  })

  test('An add-on is a ticket if it lets a person in, and has the name of its guest', async () => {
    const { shop, list } = await openPretix()
    const order = shop.sell(['Ana Smith'])
    const addon_to = order.positions[0]?.id as number
    shop.addPosition(order, { item: 3, addon_to })
    shop.addPosition(order, { item: 4, addon_to })
    expect(await list.run()).toEqual(['P0000-1', 'P0000-3'])
    expect(list.tickets.get('P0000-3')).toMatchObject({
      ticketTypeName: 'Workshop',
      attendeeName: 'Ana Smith',
    })
  })

  test('Without the products, which a token may not be allowed to read, add-ons are no tickets', async () => {
    const { shop, source } = await openPretix()
    const order = shop.sell(['Ana Smith'])
    shop.addPosition(order, { item: 3, addon_to: order.positions[0]?.id as number })
    const list = follow(readPretix, { ...source, ticketTypeName: 'Guest' })
    shop.faults.push({ kind: 'first', run: () => {} }, { kind: 'answer', status: 403, body: '{}' })
    expect(await list.run()).toEqual(['P0000-1'])
    expect(list.tickets.get('P0000-1')).toMatchObject({ ticketTypeName: 'Guest' })
  })

  test('Orders of the test mode are not read', async () => {
    const { shop, list } = await openPretix()
    shop.sell(['Ana'], { testmode: true })
    expect(await list.run()).toEqual([])
  })

  test('All pages are read in several calls, then only what has changed', async () => {
    const { shop, list } = await openPretix()
    for (let count = 0; count < 1_120; count += 1) shop.sell([`Guest ${count}`])
    const first = await list.step()
    expect(first).toMatchObject({ isComplete: false, isWhole: false })
    expect(list.tickets.size).toBe(1_000)
    expect(await list.step()).toMatchObject({ isComplete: true })
    expect(list.tickets.size).toBe(1_120)

    // What was sold within the last minute is read once more by a single request for each 50, and is known.
    shop.requests.length = 0
    await list.run()
    shop.requests.length = 0
    const asked = shop.orders[7]
    shop.change(asked as (typeof shop.orders)[number], { status: 'c' })
    await list.run()
    expect(statusOf(list, 'P0007-1')).toBe('Voided')
    expect(shop.requests[0]).toContain('modified_since=')
  })

  test('Links to further pages may be relative, and a page has as many as the shop wants', async () => {
    const { shop, list } = await openPretix()
    for (let count = 0; count < 7; count += 1) shop.sell([`Guest ${count}`])
    Object.assign(shop.state, { pageSize: 3, hasRelativeLinks: true })
    await list.run()
    expect(list.tickets.size).toBe(7)
  })

  test('An order says which of its tickets it still has', async () => {
    const { shop, list } = await openPretix()
    const order = shop.sell(['Ana', 'Bo', 'Cy'])
    order.positions.splice(1, 1)
    const read = await list.step()
    expect(read).toMatchObject({
      orders: [{ reference: order.code, numbers: [`${order.code}-1`, `${order.code}-3`] }],
    })
  })

  test('A long name of a product is cut', async () => {
    const { shop, list } = await openPretix()
    const product = {
      id: 1,
      name: { en: `Early\n bird ${'x'.repeat(300)}` },
      admission: true,
      variations: [],
    }
    shop.state.products = [product]
    shop.sell(['Ana'])
    await list.run()
    const [ticket] = [...list.tickets.values()]
    expect(ticket?.ticketTypeName).toMatch(/^Early bird x{189}$/)
  })

  test('A shop without changes costs one request, and nothing is read', async () => {
    const { shop, list } = await openPretix()
    shop.sell(['Ana'])
    await list.run()
    shop.requests.length = 0
    expect(await list.step()).toBe('unchanged')
    expect(await list.step()).toBe('unchanged')
    expect(shop.requests).toHaveLength(2)
  })

  test('What was sold just before the first reading is not fetched by each run', async () => {
    const { shop, list } = await openPretix()
    let now = NIGHT
    shop.state.now = () => now
    for (let count = 0; count < 60; count += 1) shop.sell([`Guest ${count}`])
    await list.run()
    const costs: number[] = []
    for (let count = 0; count < 3; count += 1) {
      now += 300_000
      const before = shop.requests.length
      expect(await list.step()).toBe('unchanged')
      costs.push(shop.requests.length - before)
    }
    expect(costs).toEqual([2, 1, 1])
  })

  test('Addresses, answers and payments of guests are not asked for', async () => {
    const { shop, list } = await openPretix()
    await list.run()
    const query = new URLSearchParams(shop.requests[0]?.split('?')[1])
    expect(query.getAll('exclude')).toEqual(
      expect.arrayContaining(['invoice_address', 'payments', 'positions.answers']),
    )
  })

  test.each([-3 * 3_600_000, 0, 3 * 3_600_000])(
    'Times are those of the shop, whose clock is off by %d ms',
    async (off) => {
      const { shop, list } = await openPretix()
      let now = NIGHT
      shop.state.now = () => now + off
      const deps = () => depsAt(() => now)
      const order = shop.sell(['Ana'])
      await list.run(deps())
      for (let minute = 0; minute < 5; minute += 1) {
        now += MINUTE
        shop.change(order, { email: `${minute}@example.org` })
        // Twice at the same time, once before and once after it was read.
        const other = shop.sell(['Ben'])
        await list.run(deps())
        shop.change(other, { email: `later${minute}@example.org` })
        shop.state.now = () => now + off + 1
        await list.run(deps())
        expect(list.tickets.get('P0000-1')).toMatchObject({ holderEmail: `${minute}@example.org` })
        shop.state.now = () => now + off
      }
    },
  )

  test('What is stored later than its time says is read all the same', async () => {
    const { shop, list } = await openPretix()
    let now = NIGHT
    shop.state.now = () => now
    const deps = () => depsAt(() => now)
    await list.run(deps())
    now += 5_000
    const began = new Date(now).toISOString()
    now += 5_000
    shop.sell(['Ana'])
    await list.run(deps())
    shop.sell(['Ben'], { last_modified: began })
    Object.assign(shop.orders[1] as object, { last_modified: began })
    now += 5_000
    await list.run(deps())
    expect([...list.tickets.keys()]).toEqual(['P0000-1', 'P0001-1'])
  })

  test('A new secret replaces the one that was revoked', async () => {
    const { shop, list } = await openPretix()
    const order = shop.sell(['Ana'])
    await list.run()
    shop.changePosition(order, 0, { secret: 'fresh' })
    await list.run()
    expect(list.tickets.get('P0000-1')).toMatchObject({ code: 'fresh', status: 'Valid' })
  })

  test('Of a series, only one date is read, and a ticket that was moved to another is void here', async () => {
    const { shop, list } = await openPretix({ subevent: 7 })
    const mine = shop.sell(['Ana', 'Ben'], {}, { subevent: 7 })
    const others = shop.sell(['Cem'], {}, { subevent: 8 })
    await list.run()
    expect([...list.tickets.keys()]).toEqual(['P0000-1', 'P0000-2'])
    shop.changePosition(mine, 1, { subevent: 8 })
    shop.change(others, { email: 'cem@example.org' })
    await list.run()
    expect([...list.tickets].map(([number, { status }]) => [number, status])).toEqual([
      ['P0000-1', 'Valid'],
      ['P0000-2', 'Voided'],
    ])
    shop.changePosition(mine, 1, { subevent: 7 })
    await list.run()
    expect(statusOf(list, 'P0000-2')).toBe('Valid')
  })

  test('429: what was read counts, and nothing is asked before the shop wants it', async () => {
    const { shop, list } = await openPretix()
    let now = NIGHT
    const deps = () => depsAt(() => now)
    for (let count = 0; count < 120; count += 1) shop.sell(['Ana'])
    shop.faults.push(...([1, 2, 3] as const).map(() => ({ kind: 'first', run: () => {} }) as const), {
      kind: 'limit',
      retryAfter: '45',
    })
    expect(await list.step(deps())).toMatchObject({ isComplete: false })
    expect(list.tickets.size).toBe(100)
    shop.requests.length = 0
    await expect(list.step(deps())).rejects.toMatchObject({ retryMs: 45_000 })
    expect(shop.requests).toEqual([])
    now += 45_000
    await list.run(deps())
    expect(list.tickets.size).toBe(120)
  })

  test('429 with a date', async () => {
    const { shop, list } = await openPretix()
    shop.faults.push({ kind: 'limit', retryAfter: new Date(NIGHT + 90_000).toUTCString() })
    await expect(list.step(depsAt(() => NIGHT))).rejects.toMatchObject({ retryMs: 90_000 })
  })

  test('The token goes nowhere else, and a link that is none ends the reading', async () => {
    const { shop, list } = await openPretix()
    const order = shop.sell(['Ana'])
    const meet = (next: string | null) => {
      const body = JSON.stringify({ count: 2, next, previous: null, results: [order] })
      shop.faults.push({ kind: 'answer', status: 200, body })
    }
    meet('https://evil.example/api/v1/organizers/club/events/night/orders/?page=2')
    shop.faults.push({ kind: 'first', run: () => {} })
    meet(null)
    await list.run()
    expect(list.tickets.size).toBe(1)
    meet('next page')
    await expect(list.step()).rejects.toThrow('Nothing was read.')
  })

  test.each([
    ['another event', { organizer: 'club', event: 'other' }],
    ['another organizer', { organizer: 'rival', event: 'night' }],
  ])('Nothing is read from %s', async (_, answersAs) => {
    const { shop, list } = await openPretix()
    for (let count = 0; count < 60; count += 1) shop.sell(['Ana'])
    Object.assign(shop.state.answersAs, answersAs)
    await expect(list.step()).rejects.toThrow(
      'pretix answered for another organizer or event. Nothing was read.',
    )
    expect(list.tickets.size).toBe(0)
  })

  test.each(['/club/night/', '/club', '/api/v1/', '/control/event/club/night/', '/', ''])(
    'The address of a page of the shop will do: %s',
    async (path) => {
      const { shop, source } = await openPretix()
      shop.sell(['Ana'])
      expect(await follow(readPretix, { ...source, url: shop.url + path }).run()).toEqual(['P0000-1'])
    },
  )
})

describe('Eventbrite', () => {
  test('An attendee becomes a ticket with the number, code and order of the report', async () => {
    const { shop, list } = await openEventbrite()
    const [attendee] = shop.sell(['Ana Maria Smith'])
    await list.run()
    expect([...list.tickets.values()]).toEqual([
      {
        ticketNumber: '2360209833',
        reference: '1689365701',
        status: 'Valid',
        ticketTypeName: 'General Admission',
        holderEmail: 'buyer-1689365701@example.org',
        attendeeName: 'Ana Maria Smith',
        attendeeEmail: 'guest0@example.org',
        attendeeCompany: '',
        code: attendee?.barcodes[0]?.barcode,
      },
    ])
  })

  test('An attendee of whom the buyer has said nothing has the name of the buyer', async () => {
    const { shop, list } = await openEventbrite()
    const info = 'Info Requested'
    const named = (name: string) => ({
      name: `${name} ${name}`,
      first_name: name,
      last_name: name,
      email: name,
    })
    shop.sell(['Ana Smith'])
    shop.sell(['x'], { profile: named(info) })
    shop.sell(['y'], { profile: named('') })
    await list.run()
    const guests = [...list.tickets.values()].map(({ attendeeName, attendeeEmail }) => [
      ...[attendeeName, attendeeEmail],
    ])
    expect(guests).toEqual([
      ['Ana Smith', 'guest0@example.org'],
      ['Bea Buyer', ''],
      ['Bea Buyer', ''],
    ])
  })

  test('The states are those of the report, and nobody is checked in', async () => {
    const { shop, list } = await openEventbrite()
    const states = [
      { status: 'Attending' },
      { status: 'Checked In', checked_in: true },
      { status: 'Not Attending', refunded: true },
      { status: 'Not Attending', cancelled: true },
      { status: 'Deleted' },
      { status: 'Transferred' },
      { status: 'Unpaid' },
    ]
    for (const state of states) shop.sell(['Ana Smith'], state)
    await list.run()
    expect([...list.tickets.values()].map(({ status }) => status)).toEqual([
      ...['Valid', 'Valid', 'Refunded', 'Voided', 'Voided', 'Voided', 'Voided'],
    ])
  })

  test('An unknown state is a problem of its row', async () => {
    const { shop, list } = await openEventbrite()
    shop.sell(['Ana Smith'], { status: 'Levitating' })
    expect(await list.step()).toMatchObject({
      rows: [{ line: 1 }],
      problems: [{ line: 1, message: expect.stringMatching(/^Attendee Status: "Levitating"/) }],
    })
  })

  test('The barcode in use counts', async () => {
    const { shop, list } = await openEventbrite()
    const at = '2026-12-01T00:00:00Z'
    const barcodes = [
      { barcode: 'old', status: 'refunded', created: at, changed: at },
      { barcode: 'new', status: 'unused', created: at, changed: at },
    ]
    const [ana, ben] = shop.sell(['Ana Smith', 'Ben'], { barcodes })
    await list.run()
    expect([...list.tickets.values()].map(({ code }) => code)).toEqual(['new', 'new'])
    shop.change(ana as NonNullable<typeof ana>, { barcodes: [{ ...barcodes[1], barcode: 'newer' } as never] })
    shop.change(ben as NonNullable<typeof ben>, { barcodes: [] })
    await list.run()
    expect([...list.tickets.values()].map(({ code }) => code)).toEqual(['newer', ''])
  })

  test('Seconds are equal for many changes, of which some come after they were read', async () => {
    const { shop, list } = await openEventbrite()
    const now = NIGHT
    shop.state.now = () => now
    shop.sell(['Ana Smith'])
    await list.run()
    for (let count = 0; count < 5; count += 1) {
      shop.sell([`Guest ${count}`])
      const read = await list.run()
      expect(read).toHaveLength(1)
    }
    expect(await list.step()).toBe('unchanged')
  })

  test('A change during a reading of several minutes is read, whatever our clock says', async () => {
    const { shop, list } = await openEventbrite()
    let now = NIGHT
    shop.state.now = () => now
    const deps = (more = {}) => depsAt(() => now - 7 * 3_600_000, more)
    const sold = Array.from({ length: 120 }, (_, count) => shop.sell([`Guest ${count}`])[0])
    now += MINUTE
    await list.step(deps({ deadline: 0 }))
    expect(list.tickets.size).toBe(50)
    now += 5 * MINUTE
    shop.change(sold[3] as NonNullable<(typeof sold)[0]>, { refunded: true })
    now += 5 * MINUTE
    shop.change(sold[110] as NonNullable<(typeof sold)[0]>, { refunded: true })
    await list.run(deps())
    await list.run(deps())
    expect(statusOf(list, sold[3]?.id as string)).toBe('Refunded')
  })

  test('An expired token of a page begins again', async () => {
    const { shop, list } = await openEventbrite()
    for (let count = 0; count < 120; count += 1) shop.sell([`Guest ${count}`])
    await list.step(depsAt(undefined, { deadline: 0 }))
    shop.state.generation += 1
    await list.run()
    expect(list.tickets.size).toBe(120)
  })

  test('Pages may have numbers in place of tokens', async () => {
    const { shop, list } = await openEventbrite()
    shop.state.hasNumbers = true
    for (let count = 0; count < 120; count += 1) shop.sell([`Guest ${count}`])
    await list.run()
    expect(list.tickets.size).toBe(120)
  })

  test('Nothing is read from another event', async () => {
    const { shop, list } = await openEventbrite()
    shop.sell(['Ana Smith'])
    shop.state.answersAs = '7'
    await expect(list.step()).rejects.toThrow('Eventbrite answered for another event. Nothing was read.')
  })
})

const KINDS = [
  ['pretix', openPretix],
  ['Eventbrite', openEventbrite],
] as const

describe.each(KINDS)('%s', (name, open) => {
  test('A token that is refused, an event that is not there, and what is not a list', async () => {
    const { shop, list } = await open()
    const meet = async (status: number, body: string) => {
      shop.faults.push({ kind: 'answer', status, body })
      return list.step().then(String, String)
    }
    expect([
      await meet(403, '{}'),
      await meet(404, '{}'),
      await meet(500, '<html>'),
      await meet(200, '<html>'),
      await meet(200, '[]'),
      await meet(200, '{"results":{},"attendees":7}'),
      await meet(302, ''),
    ]).toEqual([
      `Error: ${name} has no such event, or the token may not read its orders.`,
      `Error: ${name} has no such event, or the token may not read its orders.`,
      `Error: ${name} answered with an error (500).`,
      ...Array(3).fill(`Error: ${name} answered with something that is not a list.`),
      `Error: ${name} answered with an error (302).`,
    ])
    shop.state.token = 'another'
    await expect(list.step()).rejects.toThrow(`${name} refuses the token. Enter a valid one.`)
  })

  test('Neither a problem nor a cursor has the token', async () => {
    const { shop, source, list } = await open()
    shop.sell(['Ana Smith'])
    await list.run()
    expect(list.cursor()).not.toContain(source.secret)
    shop.faults.push({ kind: 'answer', status: 418, body: `{"detail":"${source.secret}"}` })
    const error = await list.step().catch((one: Error) => one)
    expect(JSON.stringify([String(error), error])).not.toContain(source.secret)
  })

  test('A list without an end is given up', async () => {
    const { shop, list } = await open()
    shop.sell(['Ana Smith'])
    const body = JSON.stringify({
      ...{ count: 1, next: `${shop.url}/api/v1/organizers/club/events/night/orders/?page=2`, results: [] },
      ...{ attendees: [], pagination: { has_more_items: true, continuation: 'again' } },
    })
    const answer = { kind: 'answer', status: 200, body } as const
    shop.faults.push(answer, answer, answer)
    const error = await list.run().catch((one: Error) => one)
    expect(String(error)).toBe(`Error: ${name} answered with a list that does not end.`)
  })

  test('What a row lacks or has of another kind is no error of all', async () => {
    const { shop, list } = await open()
    const strange = {
      id: 9,
      code: 'X',
      changed: '2026-12-05T19:00:00Z',
      last_modified: '2026-12-05T19:00:00Z',
    }
    const body = JSON.stringify({
      ...{ results: [{ ...strange, positions: [{ positionid: 1, secret: 5, seat: [], item: {} }, null] }] },
      ...{ attendees: [{ ...strange, profile: [], barcodes: 'none' }], pagination: null },
    })
    shop.faults.push({ kind: 'answer', status: 200, body })
    expect(await list.step()).toMatchObject({ isComplete: true, problems: expect.any(Array) })
  })
})

/** What the shop says of each ticket now, by its number. */
const truth = {
  pretix: (shop: Awaited<ReturnType<typeof startPretix>>) =>
    shop.orders.flatMap((order) =>
      order.positions.map(({ positionid, secret, canceled }) => [
        `${order.code}-${positionid}`,
        {
          code: secret,
          holderEmail: order.email,
          status: order.status === 'p' && !canceled ? 'Valid' : 'Voided',
        },
      ]),
    ),
}

test('A list follows its shop, whatever is sold, changed, lost and refused in between', {
  tags: ['slow'],
}, async () => {
  const { shop } = await openPretix()
  const action = fc.constantFrom('sell', 'sell', 'cancel', 'secret', 'email', 'run', 'run', 'step', 'wait')
  const fault = fc.constantFrom('none', 'none', 'limit', 'lost', 'cut', '500', 'sale')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(action, fault, fc.nat()), { minLength: 5, maxLength: 40 }),
      fc.integer({ min: -4, max: 4 }),
      async (steps, hoursOff) => {
        let now = NIGHT
        shop.orders.length = 0
        shop.faults.length = 0
        shop.state.now = () => now + hoursOff * 3_600_000
        for (let count = 0; count < 90; count += 1) shop.sell([`Guest ${count}`])
        const source = sourceOf(shop.url, { organizer: 'club', event: 'night' }, shop.token)
        const list = follow(readPretix, source)
        const deps = () => depsAt(() => now, { deadline: now })
        for (const [what, trouble, pick] of steps) {
          const order = shop.orders[pick % shop.orders.length] as (typeof shop.orders)[number]
          if (what === 'sell') shop.sell(['Ana', 'Ben'])
          if (what === 'cancel') shop.change(order, { status: order.status === 'c' ? 'p' : 'c' })
          if (what === 'secret') shop.changePosition(order, 0, { secret: `secret${pick}x${order.code}` })
          if (what === 'email') shop.change(order, { email: `${pick}@example.org` })
          if (what === 'wait') now += (pick % 90) * 1_000
          if (trouble === 'limit') shop.faults.push({ kind: 'limit', retryAfter: String(pick % 50) })
          if (trouble === 'lost' || trouble === 'cut') shop.faults.push({ kind: trouble })
          if (trouble === '500') shop.faults.push({ kind: 'answer', status: 500, body: 'Sorry' })
          if (trouble === 'sale') shop.faults.push({ kind: 'first', run: () => void shop.sell(['Cem']) })
          if (what === 'step') await list.step(deps()).catch(() => undefined)
          if (what === 'run') await list.run(deps()).catch(() => undefined)
        }
        shop.faults.length = 0
        now += 10 * MINUTE
        await list.run(deps())
        await list.run(deps())
        const known = [...list.tickets].map(([number, { code, holderEmail, status }]) => [
          number,
          { code, holderEmail, status },
        ])
        expect(new Map(known as never)).toEqual(new Map(truth.pretix(shop) as never))
      },
    ),
    { numRuns: 30 },
  )
})
