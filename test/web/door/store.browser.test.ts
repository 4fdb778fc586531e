// The copy of a session in a real browser: whatever interrupts it, it stays consistent and continues.
// @module-tag full
import fc from 'fast-check'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FIELDS } from '../../../web/door/core/ticket.ts'
import { BROWSER } from '../../support/node/browser.ts'
import {
  ChangesSource,
  type Model,
  newModel,
  type Row,
  rowsOf,
  take,
} from '../../support/node/changes-source.ts'
import { sharedBrowser } from '../../support/node/page.ts'
import { bundleStore, openStorePage, type StorePage, type StoreState } from '../../support/node/store-page.ts'

const ID = '0190a000-0000-7000-8000-000000000031'
const SESSION = {
  id: ID,
  organizerId: ID,
  organizerName: 'Organizer',
  eventId: ID,
  eventName: 'Event',
  seriesId: null,
  seriesName: null,
  venueName: null,
  startsAt: '2026-06-12T18:30:00.000Z',
  doorsOpenAt: null,
  capacity: 100,
  counts: { Valid: 0, CheckedIn: 0, Refunded: 0, Voided: 0 },
}

const ticketId = (index: number): string => `ticket-${String(index).padStart(6, '0')}`

/** Compares rows. A failure shows the first ones that differ. */
const expectRows = (rows: Row[] | null, expected: Row[] | null) => {
  const texts = (all: Row[] | null) => (all ?? []).map((row) => JSON.stringify(row))
  const differing = (some: Row[] | null, others: Row[] | null) =>
    [...new Set(texts(some)).difference(new Set(texts(others)))].slice(0, 3)
  expect([rows === null, rows?.length]).toEqual([expected === null, expected?.length])
  expect({ extra: differing(rows, expected), missing: differing(expected, rows) }).toEqual({
    extra: [],
    missing: [],
  })
}

const expectSame = ({ rows, ...state }: StoreState, { complete, loading, since }: Model) => {
  expect(state).toMatchObject({ loaded: loading?.size ?? null, since, isStored: true })
  expectRows(rows, rowsOf(complete))
}

describe.skipIf(BROWSER === undefined)('the store of tickets in a browser', () => {
  let browser: Browser
  let script: string
  let context: BrowserContext
  let source: ChangesSource
  let model: Model
  let store: StorePage

  beforeAll(async () => {
    script = await bundleStore()
    browser = await sharedBrowser()
  })

  const begin = async () => {
    context = await browser.newContext()
    source = new ChangesSource()
    model = newModel()
    store = await openStorePage(context, script)
    await store.call('open', ID, SESSION)
  }
  beforeEach(begin)
  afterEach(() => context.close())

  const expectState = async () => expectSame(await store.state(), model)

  /** One request and its response. */
  const poll = async (pageSize: number) => {
    const changes = source.changes(model.since, pageSize)
    await store.call('apply', changes)
    model = take(model, changes)
    return changes.more
  }

  const synchronize = async (pageSize = 2_000) => {
    while (await poll(pageSize));
    await expectState()
    expectRows(rowsOf(model.complete), source.rows)
    expect((await store.state()).counts).toEqual(source.counts)
  }

  const reopen = async () => {
    await store.page.reload()
    expect(await store.call('open', ID)).toBe(true)
  }

  /** Starts a change of the store and reloads the page at once. All of it is on disk then, or nothing. */
  const crash = async (after: Model, delayMs: number, name: string, ...values: unknown[]) => {
    const call = store.call(name, ...values).catch(() => undefined)
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    await reopen()
    await call
    const { since, loaded } = await store.state()
    const isDone = since === after.since && loaded === (after.loading?.size ?? null)
    if (isDone) model = after
    await expectState()
  }

  const startAgain = (before: Model): Model => ({ ...before, loading: new Map(), since: null })

  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('change' as const),
        from: fc.nat(2_999),
        count: fc.integer({ min: 1, max: 1_500 }),
        isRemoval: fc.boolean(),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('poll' as const), pageSize: fc.constantFrom(7, 400, 2_000) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('crash' as const),
        pageSize: fc.constantFrom(7, 400, 2_000),
        delayMs: fc.nat(12),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('start again' as const, 'reopen' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('crash at start' as const), delayMs: fc.nat(12) }),
    },
  )

  it('equals a map, whatever happens between and within responses (property)', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { minLength: 8, maxLength: 24, size: 'max' }), async (steps) => {
          for (let index = 0; index < 3_000; index += 1) source.set(ticketId(index), 1)
          for (const [version, next] of steps.entries()) {
            if (next.kind === 'change') {
              for (let index = next.from; index < next.from + next.count; index += 1) {
                if (next.isRemoval) source.remove(ticketId(index))
                else source.set(ticketId(index), version + 2)
              }
            } else if (next.kind === 'poll') await poll(next.pageSize)
            else if (next.kind === 'crash') {
              const changes = source.changes(model.since, next.pageSize)
              await crash(take(model, changes), next.delayMs, 'apply', changes)
            } else if (next.kind === 'start again') {
              await store.call('startAgain')
              model = startAgain(model)
            } else if (next.kind === 'crash at start') {
              await crash(startAgain(model), next.delayMs, 'startAgain')
            } else await reopen()
            await expectState()
          }
          await synchronize()
          await reopen()
          await expectState()
        })
        .beforeEach(async () => {
          await context.close()
          await begin()
        }),
      { numRuns: process.env.CI ? 8 : 3 },
    )
  })

  const addTickets = (count: number, version = 1) => {
    for (let index = 0; index < count; index += 1) source.set(ticketId(index), version)
  }

  /** Changes of so many tickets, so often, that the disk has several times what is held. */
  const REWRITES = 12
  const TICKETS = 1_500

  it('rewrites the disk when it has far more than the list, even across crashes', async () => {
    addTickets(TICKETS)
    await synchronize()
    const sizes: number[] = []
    for (let version = 2; version < 2 + REWRITES; version += 1) {
      addTickets(TICKETS, version)
      const changes = source.changes(model.since, 2_000)
      if (version % 2 === 0) await synchronize()
      else await crash(take(model, changes), version * 5, 'apply', changes)
      sizes.push(await store.call<number>('entries'))
    }
    await synchronize()
    await reopen()
    await expectState()
    // Each response of this size is an entry of its own until then.
    expect(Math.max(...sizes)).toBeGreaterThan(5)
    expect(await store.call<number>('entries')).toBeLessThan(Math.max(...sizes))
  })

  const RELOADED: Model = { complete: null, loading: new Map(), since: null }

  it.each([
    ['an entry in the middle is gone', 1, undefined],
    ['an entry has no list', 0, { rows: null }],
    ['an entry has a list of something else', 2, { rows: [{ words: 'x' }, null] }],
    ['an entry has tickets without words', 0, { rows: [{ row: ['a'] }] }],
  ])('keeps what is readable and loads the list again if %s', async (_, place, values) => {
    addTickets(3 * 2_048)
    await synchronize()
    await store.call('damage', place, ...(values === undefined ? [] : [values]))
    await reopen()
    model = RELOADED
    const { rows, loaded, since } = await store.state()
    expect({ loaded, since }).toEqual({ loaded: 0, since: null })
    expect(rows).toHaveLength(3 * 2_048 - 2_000)
    await synchronize()
    expect(await store.call('search', 'name')).toBe(3 * 2_048)
    await reopen()
    await expectState()
  })

  it('keeps the copy while the list is loaded again, and replaces it at the end', async () => {
    addTickets(2_500)
    await synchronize()
    const before = rowsOf(model.complete)
    await store.call('startAgain')
    model = startAgain(model)
    addTickets(2_000, 2)
    source.remove(ticketId(2_400))
    await poll(1_000)
    await reopen()
    await expectState()
    expectRows((await store.state()).rows, before)
    await synchronize(1_000)
    expect(await store.call('entries')).toBeLessThanOrEqual(3)
  })

  it('keeps the values of rows that an earlier version stored, and loads the list again', async () => {
    addTickets(100)
    await synchronize()
    // The sample has no values after the hash of its code.
    await store.call('shorten', FIELDS.indexOf('codeHash') + 1)
    await reopen()
    const { rows, since } = await store.state()
    expectRows(rows, source.rows)
    expect(since).toBeNull()
  })

  it('continues in memory if the disk is full, and from the disk later', async () => {
    addTickets(2_500)
    await synchronize()
    const onDisk = model
    await store.call('fillDisk')
    for (let version = 2; version < 2 + REWRITES; version += 1) {
      // What changes once must survive that the rest is rewritten.
      addTickets(version === 2 ? 2_500 : 2_000, version)
      while (await poll(2_000));
    }
    const { isStored, ...state } = await store.state()
    expect(isStored).toBe(false)
    expectRows(state.rows, source.rows)
    expect(state).toMatchObject({ counts: source.counts, since: model.since })
    expect(await store.call('search', 'name')).toBe(2_500)

    await reopen()
    model = onDisk
    await expectState()
    await synchronize()
  })

  it('fails in time if the database hangs, with or without a second attempt', async () => {
    await store.call('open', ID, SESSION)
    const other = await openStorePage(context, script)
    await other.call('occupy')
    const limitMs = 4_000
    const waitedMs = await store.call<number>('waitFor', limitMs)
    expect(waitedMs).toBeGreaterThan(limitMs - 100)
    expect(waitedMs).toBeLessThan(1.75 * limitMs)
  })

  it('continues in memory if the database fails', async () => {
    addTickets(100)
    await synchronize()
    const onDisk = model
    await store.call('breakDisk')
    addTickets(100, 2)
    await poll(2_000)
    const { isStored, rows } = await store.state()
    expect(isStored).toBe(false)
    expectRows(rows, source.rows)
    await reopen()
    model = onDisk
    await expectState()
  })

  it('loads the list again on the next start if the database was deleted while the page was open', async () => {
    addTickets(100)
    await synchronize()
    await store.call('deleteDatabase')
    await store.call('startAgain')
    await reopen()
    model = RELOADED
    await expectState()
    await synchronize()
    await reopen()
    await expectState()
  })

  it('writes nothing once another tab is the owner, which has all that was stored before', async () => {
    addTickets(2_500)
    await synchronize()
    const other = await openStorePage(context, script)
    await other.call('open', ID)
    expectSame(await other.state(), model)
    addTickets(100, 2)
    await store.call('apply', source.changes(model.since, 2_000))
    await store.call('startAgain')
    await store.call('describe', { ...SESSION, eventName: 'Another name' })
    await store.call('erase').catch(() => undefined)
    await other.page.reload()
    expect(await other.call('open', ID)).toBe(true)
    expectSame(await other.state(), model)
    expect(await other.call('eventName')).toBe('Event')
  })

  it('remembers across reloads that access was denied, until it is allowed', async () => {
    addTickets(10)
    await synchronize()
    await store.call('deny')
    await reopen()
    expect((await store.state()).deniedAt).toBe(1)
    await store.call('confirm')
    await reopen()
    expect((await store.state()).deniedAt).toBeNull()
    await expectState()
  })

  it('is empty after the session was erased', async () => {
    addTickets(3_000)
    await synchronize()
    await store.call('erase')
    expect(await store.call('entries')).toBe(0)
    await store.page.reload()
    expect(await store.call('open', ID)).toBe(false)
  })
})
