// Who sees what: to anybody but a member, an organizer's things are as if they were not there, and a member may
// do what the role says. Checked for every operation, and by random memberships against a model of the rule.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode } from '../src/errors.ts'
import { callOn } from './support/api.ts'
import { faultyDatabase } from './support/faulty-database.ts'
import {
  addTarget,
  callOperation,
  OPERATIONS,
  type Operation,
  requestOf,
  type Target,
} from './support/operations.ts'
import { addSeries, insert, makeWorld, query, type World } from './support/rows.ts'

let world: World
let other: World
let target: Target
let others: Target
beforeAll(async () => {
  world = await makeWorld()
  other = await makeWorld()
  target = await addTarget(world)
  others = await addTarget(other)
})

/** All that a caller sees of an answer but what is the request's own: its id, and the database's state. */
const seenOf = async (response: Response) => ({
  status: response.status,
  headers: [...response.headers].filter(([name]) => !['x-request-id', 'x-d1-bookmark'].includes(name)),
  body: await response.text(),
})

const nothing = (): Target => ({
  session: crypto.randomUUID(),
  event: crypto.randomUUID(),
  series: crypto.randomUUID(),
  listing: crypto.randomUUID(),
})

describe.each(OPERATIONS)('$name', (operation) => {
  it("tells nobody but members that another organizer's id exists", async () => {
    const someoneElses: Target[] = [others]
    // An event of one's own with the series of another, and the other way round.
    if (operation.notFound === 'series_not_found') {
      someoneElses.push({ ...others, event: target.event }, { ...target, event: others.event })
    }
    const absent = await seenOf(await callOperation(operation, nothing(), { subject: world.owner }))
    expect(absent.status).toBe(404)
    expect(JSON.parse(absent.body).code).toBe(operation.notFound)
    for (const subject of [world.owner, world.manager, world.staff, world.eventStaff, world.stranger]) {
      for (const theirs of someoneElses) {
        const seen = await seenOf(await callOperation(operation, theirs, { subject }))
        // A problem document names the path that was asked for.
        const instance = operation.path(theirs)
        expect({ ...seen, body: seen.body.replace(instance, 'PATH') }).toEqual({
          ...absent,
          body: absent.body.replace(/\/api\/[^"]*/, 'PATH'),
        })
      }
    }
  })

  it('reads no more for an id of another organizer than for one that nobody has, but the way to its member', async () => {
    const rowsOf = async (asked: Target): Promise<number> => {
      let rows = 0
      const DB = faultyDatabase((real) => async (statements) => {
        const results = await real(statements)
        for (const { meta } of results) rows += meta.rows_read
        return results
      })
      const options = { subject: world.stranger, ...requestOf(operation) }
      const response = await callOn({ DB }, operation.path(asked), options)
      expect(response.status).toBe(404)
      return rows
    }
    const { series } = await addSeries(
      other,
      Array.from({ length: 300 }, (_, week) => Date.UTC(2027, 0, 1 + 7 * week)),
    )
    expect(await rowsOf({ ...others, series })).toBeLessThanOrEqual((await rowsOf(nothing())) + 12)
  })

  it('changes nothing of what is not the caller’s', async () => {
    const state = () =>
      query(
        `SELECT name, series.updated_at, capacity, sessions.updated_at AS changed FROM series
         JOIN sessions ON sessions.series_id = series.id WHERE series.id = ?`,
        others.series,
      )
    const before = await state()
    await callOperation(operation, others, { subject: world.owner })
    await callOperation(operation, { ...others, event: target.event }, { subject: world.owner })
    await callOperation(operation, others, { subject: other.staff })
    expect(await state()).toEqual(before)
  })
})

type Membership = { role: 'owner' | 'manager' | 'staff'; limited: boolean } | null

/** The access rule, said a second time: what a subject with these memberships is answered. */
const expectedStatus = (operation: Operation, membership: Membership, otherEvent: boolean): number => {
  const status = (code: ErrorCode) => ERRORS[code].status
  if (membership === null) return status(operation.notFound)
  if (membership.role !== 'staff') return operation.success
  if (!operation.forStaff || (membership.limited && otherEvent)) return status('forbidden')
  return operation.success
}

describe('the access rule', () => {
  it('is as its model has it, for any memberships', async () => {
    const { series } = await addSeries(world, [Date.UTC(2027, 5, 1)], world.otherEvent)
    const elsewhere: Target = { ...target, session: world.otherEventSession, event: world.otherEvent, series }
    const membership = fc.option(
      fc.record({ role: fc.constantFrom('owner', 'manager', 'staff'), limited: fc.boolean() } as const),
    )
    await fc.assert(
      fc.asyncProperty(membership, membership, async (here, there) => {
        const subject = `random-${crypto.randomUUID()}`
        for (const [of, { organizer, event }] of [
          [here, world],
          [there, other],
        ] as const) {
          if (of === null) continue
          const limit = of.role === 'staff' && of.limited ? event : null
          await insert('members', { organizer_id: organizer, subject, role: of.role, event_id: limit })
        }
        for (const operation of OPERATIONS) {
          for (const [asked, of, otherEvent] of [
            [target, here, false],
            [elsewhere, here, true],
            [others, there, false],
          ] as const) {
            const { status } = await callOperation(operation, asked, { subject })
            expect({ operation: operation.name, otherEvent, status }).toEqual({
              operation: operation.name,
              otherEvent,
              status: expectedStatus(operation, of, otherEvent),
            })
          }
        }
      }),
      { seed: 7, numRuns: 60 },
    )
  }, 60_000)
})
