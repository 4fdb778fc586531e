// Heavy requests: what they are charged, and how many run at once.
// @module-tag slow
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { RATE_LIMITS } from '../../../src/api/http/rate-limit.ts'
import { ROUTE_GROUPS } from '../../../src/api/routes/route-groups.ts'
import { recordWait } from '../../../src/db/queue.ts'
import { BINDING } from '../../support/address.ts'
import { callWithBindings, expectError, jsonRequest } from '../../support/api.ts'
import { movementsPath } from '../../support/check-ins.ts'
import { countingLimiter } from '../../support/counting-limiter.ts'
import { faultyDatabase } from '../../support/faulty-database.ts'
import { addTarget, OPERATIONS } from '../../support/operations.ts'
import { addStaff, makeOrganizer, type Organizer } from '../../support/rows.ts'
import { until } from '../../support/until.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A database whose every batch has read and written so many rows. */
const costly = (rowsRead: number, rowsWritten: number): D1Database =>
  faultyDatabase((real) => async (statements) => {
    const results = await real(statements)
    const [first] = results
    if (first !== undefined) Object.assign(first.meta, { rows_read: rowsRead, rows_written: rowsWritten })
    return results.map((result, index) =>
      index === 0 ? result : { ...result, meta: { ...result.meta, rows_read: 0, rows_written: 0 } },
    )
  })

/** Sends a request and waits until it was charged for. */
const charge = async (subject: string, DB: D1Database, allowed?: number, session = org.session) => {
  const COST_RATE_LIMIT = countingLimiter(allowed)
  const response = await callWithBindings({ DB, COST_RATE_LIMIT }, movementsPath(session), { subject })
  return { response, points: COST_RATE_LIMIT.keys }
}

describe('a request', () => {
  it.each([
    [24_999, 0, 0],
    [25_000, 0, 1],
    [0, 4_999, 0],
    [0, 5_000, 1],
    [60_000, 12_000, 4],
    [5_000_000, 5_000_000, 20],
  ])('that reads %i rows and writes %i is charged %i points', async (read, written, points) => {
    const subject = await addStaff(org)
    const { points: charged } = await charge(subject, costly(read, written))
    expect(charged).toEqual(Array(points).fill(subject))
  })

  it('of a subject without points is refused if it is heavy, and answered if it is not', async () => {
    const subject = await addStaff(org)
    expect((await charge(subject, costly(25_000, 0), 0)).response.status).toBe(200)
    const refused = await callWithBindings({}, movementsPath(org.session), { subject })
    const { message } = await expectError(refused, 'rate_limited')
    expect(message).toBe(RATE_LIMITS.cost.message)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    const light = `/api/v1/sessions/${org.session}`
    expect((await callWithBindings({}, light, { subject })).status).toBe(200)
    const other = await addStaff(org)
    expect((await callWithBindings({}, movementsPath(org.session), { subject: other })).status).toBe(200)
  })
})

describe('a subject without points', () => {
  const definitions = ROUTE_GROUPS.flatMap(({ operations }) => operations)
  const namesOf = (isHeavy: unknown) =>
    definitions.filter((definition) => definition.isHeavy === isHeavy).map(({ id }) => id)

  it('cannot call the operations that docs/api.md names as heavy', () => {
    expect(namesOf(true).sort()).toEqual([
      ...[
        'deleteGuestList',
        'downloadTickets',
        'eraseEmail',
        'eraseTicket',
        'listMovements',
        'listOrganizerHistory',
      ],
      ...['listSeriesHistory', 'previewBulkUpdate', 'previewErasure', 'previewRevert'],
      ...['previewRevertOfImport', 'previewRevertOfTicketBulkUpdate', 'previewSource', 'revertChange'],
      ...['revertImport', 'revertTicketBulkUpdate', 'searchTickets'],
    ])
    expect(namesOf('in part')).toEqual(['listTickets'])
    const byBody = definitions.filter(({ isHeavy }) => typeof isHeavy === 'function').map(({ id }) => id)
    expect(byBody.sort()).toEqual([
      ...['bulkUpdateTickets', 'importTickets', 'previewImport', 'previewTicketBulkUpdate'],
      ...['updateGuestList', 'updateTicketType'],
    ])
  })

  it('is refused by each that is heavy, after its input was checked', async () => {
    const spent = await makeOrganizer()
    const target = await addTarget(spent)
    const subject = spent.owner
    await charge(subject, costly(25_000, 0), 0, spent.session)
    const heavy = OPERATIONS.filter(({ name }) => namesOf(true).includes(name))
    expect(heavy.length).toBeGreaterThan(4)
    for (const { name, method, path, body } of heavy) {
      const init = body && jsonRequest(method as 'POST', subject, body(target))
      const response = await callWithBindings({}, path(target), { method, subject, ...init })
      expect({ name, status: response.status }).toEqual({ name, status: 429 })
    }
  })
})

describe('in an isolate', () => {
  /** A database that answers when it is told to, and how many batches wait for it. */
  const gate = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const state = { waiting: 0 }
    const DB = faultyDatabase((real) => async (statements) => {
      state.waiting += 1
      await promise
      return real(statements)
    })
    return { DB, state, open: resolve }
  }
  const ask = (DB: D1Database, subject: string) =>
    callWithBindings({ DB }, movementsPath(org.session), { subject })

  it('one heavy request of a subject runs at a time, and two of all', async () => {
    const subjects = await Promise.all(Array.from({ length: 3 }, () => addStaff(org)))
    const [one, two, three] = subjects as [string, string, string]
    const { DB, state, open } = gate()
    const running = [ask(DB, one), ask(DB, one), ask(DB, two), ask(DB, three)]
    await until(() => state.waiting === 2)
    open()
    for (const response of await Promise.all(running)) expect(response.status).toBe(200)
    expect(state.waiting).toBe(4)
  })

  it('eight wait for two seconds at most, and more are refused at once', async () => {
    const subjects = await Promise.all(Array.from({ length: 11 }, () => addStaff(org)))
    const { DB, state, open } = gate()
    const responses = subjects.slice(0, 10).map((subject) => ask(DB, subject))
    await until(() => state.waiting === 2)
    const [late] = subjects.slice(10)
    const refused = await ask(DB, late as string)
    await expectError(refused, 'rate_limited')
    expect(refused.headers.get('Retry-After')).toBe('1')
    const waited = await Promise.all(responses.slice(2))
    for (const response of waited) await expectError(response, 'rate_limited')
    open()
    for (const response of await Promise.all(responses.slice(0, 2))) expect(response.status).toBe(200)
    expect((await ask(DB, late as string)).status).toBe(200)
  })

  it('four requests of a subject wait at most, so that others can', async () => {
    const [one, two, three] = await Promise.all(Array.from({ length: 3 }, () => addStaff(org)))
    const { DB, state, open } = gate()
    const running = [ask(DB, one as string), ask(DB, two as string)]
    await until(() => state.waiting === 2)
    let refused = 0
    const more = Array.from({ length: 10 }, () =>
      ask(DB, one as string).then(({ status }) => {
        if (status === 429) refused += 1
      }),
    )
    await until(() => refused >= 6)
    const other = ask(DB, three as string)
    open()
    expect((await other).status).toBe(200)
    await Promise.all([...running, ...more])
  })

  it('a request that the runtime drops while it waits gives its place up', async () => {
    const subjects = await Promise.all(Array.from({ length: 11 }, () => addStaff(org)))
    const { DB, state, open } = gate()
    const running = subjects.slice(0, 2).map((subject) => ask(DB, subject))
    await until(() => state.waiting === 2)
    const forgotten = Promise.withResolvers<void>()
    const { wait } = scheduler
    const asking = vi.spyOn(scheduler, 'wait').mockReturnValue(forgotten.promise)
    const dropped = subjects.slice(2, 10).map((subject) => ask(DB, subject))
    while (asking.mock.calls.length < 8) await wait.call(scheduler, 1)
    asking.mockRestore()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 2_000)
    const last = ask(DB, subjects[10] as string)
    open()
    const { status } = await last
    forgotten.resolve()
    await Promise.all([...running, ...dropped])
    expect(status).toBe(200)
  })

  it('rests after a heavy write for as long as it took, while somebody waits', async () => {
    const own = await makeOrganizer()
    const rename = (DB: D1Database, name: string) =>
      callWithBindings(
        { DB },
        `/api/organizer/v1/ticket-types/${own.types.Standing}`,
        jsonRequest('PATCH', own.owner, { name }),
      )
    vi.useFakeTimers({ toFake: ['Date'] })
    const { DB, state, open } = gate()
    const first = rename(DB, 'Floor')
    await until(() => state.waiting === 1)
    vi.setSystemTime(Date.now() + 400)
    recordWait(BINDING, 0)
    recordWait(BINDING, 50, Date.now(), true)
    open()
    expect((await first).status).toBe(200)
    const next = gate()
    const asking = vi.spyOn(scheduler, 'wait')
    const second = rename(next.DB, 'Stalls')
    // It has asked for its place and got none.
    await until(() => asking.mock.calls.filter(([ms]) => ms > 1).length > 2)
    expect(next.state.waiting).toBe(0)
    vi.setSystemTime(Date.now() + 400)
    next.open()
    expect((await second).status).toBe(200)
  })

  it('an import of more than 1,000 tickets is heavy, whatever its rows', async () => {
    const { DB, state, open } = gate()
    const path = `/api/organizer/v1/sessions/${org.session}/imports/preview`
    const row = { ticketTypeName: 'Standing' }
    const send = (fields: object, rows: number) =>
      callWithBindings(
        { DB },
        path,
        jsonRequest('POST', org.owner, { match: 'guest', tickets: Array(rows).fill({ ...row, ...fields }) }),
      )
    const large = [send({ quantity: 100 }, 11), send({ attendeeName: 'Ana\u00a0+20' }, 50)]
    await until(() => state.waiting === 1)
    const small = [send({ quantity: 1 }, 10), send({ quantity: 100 }, 10)]
    await until(() => state.waiting === 3)
    open()
    for (const response of await Promise.all([...large, ...small])) expect(response.status).toBe(200)
  })
})
