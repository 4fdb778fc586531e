// Tenant isolation: to non-members, an organizer's resources do not exist; members may do what their role
// allows. Checked for every operation, and for all memberships against a model of the rule.
// @module-tag more
import { beforeAll, describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode } from '../../src/errors.ts'
import { callWithBindings } from '../support/api.ts'
import { measuringDatabase } from '../support/faulty-database.ts'
import {
  addRecord,
  addTarget,
  callOperation,
  nothing,
  OPERATIONS,
  type Operation,
  prepare,
  requestOf,
  type Target,
} from '../support/operations.ts'
import { addSeries, addTicket, insert, makeOrganizer, type Organizer, query } from '../support/rows.ts'
import { isFull } from '../support/runs.ts'

let org: Organizer
let other: Organizer
let target: Target
let others: Target
/** A series of 300 sessions. */
let large: Target
beforeAll(async () => {
  org = await makeOrganizer()
  other = await makeOrganizer()
  target = await addTarget(org)
  others = await addTarget(other)
  const weekly = await makeOrganizer()
  const weeks = Array.from({ length: 300 }, (_, week) => Date.UTC(2027, 0, 1 + 7 * week))
  large = { ...(await addTarget(weekly)), series: (await addSeries(weekly, weeks)).series }
})

/**
 * The parts of a response that a caller sees, without those that differ for every request: id, bookmark and
 * time.
 */
const visibleParts = async (response: Response) => ({
  status: response.status,
  headers: [...response.headers].filter(
    ([name]) => !['x-request-id', 'x-d1-bookmark', 'date'].includes(name),
  ),
  body: await response.text(),
})

/**
 * Rows read for an id that exists if the caller is not a member: the resource, its event and the missing
 * membership, in each statement that checks access. Eight statements at most do.
 */
const MAX_ACCESS_ROWS = 24

/** Operations on one thing, which is not found by those who have no access. */
const ON_ONE_THING = OPERATIONS.filter((operation) => operation.notFound !== undefined)

describe.each(ON_ONE_THING)('$name', (operation) => {
  it("gives non-members the same response for another organizer's id as for an unknown id", async () => {
    const someoneElses: Target[] = [others]
    // The caller's own event with another organizer's series, and the other way round.
    if (operation.notFound === 'series_not_found') {
      someoneElses.push({ ...others, event: target.event }, { ...target, event: others.event })
    }
    const absent = await visibleParts(await callOperation(operation, nothing(), { subject: org.owner }))
    expect(absent.status).toBe(404)
    expect(JSON.parse(absent.body).code).toBe(operation.notFound)
    for (const subject of [org.owner, org.manager, org.staff, org.eventStaff, org.stranger]) {
      for (const theirs of someoneElses) {
        const seen = await visibleParts(await callOperation(operation, theirs, { subject }))
        // A problem document has the path of the request.
        const withoutPath = ({ body }: { body: string }) => body.replace(/"instance":"[^"]*"/, '')
        expect({ ...seen, body: withoutPath(seen) }).toEqual({ ...absent, body: withoutPath(absent) })
      }
    }
  })

  it('reads only the rows of the access check for an id of another organizer, even for a large series', async () => {
    const rowsOf = async (asked: Target): Promise<number> => {
      const { DB, cost } = measuringDatabase()
      const options = { subject: org.stranger, ...requestOf(operation, asked) }
      const response = await callWithBindings({ DB }, operation.path(asked), options)
      expect(response.status).toBe(404)
      return cost.read
    }
    const extra = (await rowsOf(large)) - (await rowsOf(nothing()))
    expect(extra).toBeLessThanOrEqual(MAX_ACCESS_ROWS)
  })

  it('changes nothing that belongs to another organizer', async () => {
    const state = async () => [
      await query(
        `SELECT name, series.updated_at, capacity, sessions.updated_at AS changed FROM series
         JOIN sessions ON sessions.series_id = series.id WHERE series.id = ?`,
        others.series,
      ),
      await query('SELECT * FROM check_ins WHERE session_id = ?', others.session),
      ...(await Promise.all(
        ['events', 'venues', 'members', 'invitations', 'audit_log'].map((table) =>
          query(`SELECT * FROM ${table} WHERE organizer_id = ?`, others.organizer),
        ),
      )),
      await query('SELECT name FROM organizers WHERE id = ?', others.organizer),
      await query('SELECT * FROM tickets WHERE id = ?', others.ticket),
      await query('SELECT * FROM ticket_types WHERE event_id = ?', others.event),
      await query('SELECT * FROM series WHERE event_id = ?', others.event),
    ]
    const before = await state()
    await callOperation(operation, others, { subject: org.owner })
    await callOperation(operation, { ...others, event: target.event }, { subject: org.owner })
    if (operation.access !== 'staff') await callOperation(operation, others, { subject: other.staff })
    expect(await state()).toEqual(before)
  })
})

type Membership = { role: 'owner' | 'manager' | 'staff'; limited: boolean } | null

/** All that a subject can be at an organizer. A limited member of the staff sees one event. */
const MEMBERSHIPS: Record<string, Membership> = {
  stranger: null,
  owner: { role: 'owner', limited: false },
  manager: { role: 'manager', limited: false },
  staff: { role: 'staff', limited: false },
  'staff of one event': { role: 'staff', limited: true },
}

/**
 * All that a subject can be at one organizer, with all that it can be at another: outside of `npm run check`,
 * each once here and once there.
 */
const PAIRS = Object.entries(MEMBERSHIPS).flatMap(([here, membership], index, all) =>
  Object.entries(MEMBERSHIPS)
    .filter((_, at) => isFull || at === (index + 1) % all.length)
    .map(([there, other]) => ({ here, there, memberships: [membership, other] as const })),
)

/** The access rule, implemented a second time: the status for a subject with this membership. */
const expectedStatus = (operation: Operation, membership: Membership, otherEvent: boolean): number => {
  const status = (code: ErrorCode) => ERRORS[code].status
  if (operation.notFound === undefined) return operation.success
  if (membership === null) return status(operation.notFound)
  if (membership.role === 'manager' && operation.access === 'owner') return status('forbidden')
  if (membership.role !== 'staff') return operation.success
  if (operation.access !== 'staff' || (membership.limited && otherEvent)) return status('forbidden')
  return operation.success
}

describe('the access rule', () => {
  let elsewhere: Target
  beforeAll(async () => {
    const { series } = await addSeries(org, [Date.UTC(2027, 5, 1)], org.otherEvent)
    elsewhere = {
      ...target,
      ...{ session: org.otherEventSession, ticket: await addTicket(org, {}, org.otherEventSession) },
      event: org.otherEvent,
      series,
      record: await addRecord(org, org.otherEvent, series),
    }
  })

  it.each(PAIRS)(
    'agrees with its model: $here at one organizer, $there at another',
    async ({ memberships }) => {
      const [here, there] = memberships
      const subject = `member-${crypto.randomUUID()}`
      // Each test creates programs, of which an organizer can have fifty.
      await query('DELETE FROM programs WHERE id NOT IN (?, ?)', target.program, others.program)
      for (const [member, { id, event }] of [
        [here, org],
        [there, other],
      ] as const) {
        if (member === null) continue
        const limit = member.limited ? event : null
        await insert('members', { organizer_id: id, subject, role: member.role, event_id: limit })
      }
      for (const operation of OPERATIONS) {
        for (const [resource, member, otherEvent] of [
          [target, here, false],
          [elsewhere, here, true],
          [others, there, false],
        ] as const) {
          const ready = await prepare(operation, resource)
          const { status } = await callOperation(operation, ready, { subject })
          expect({ operation: operation.name, otherEvent, status }).toEqual({
            operation: operation.name,
            otherEvent,
            status: expectedStatus(operation, member, otherEvent),
          })
        }
      }
    },
  )
})
