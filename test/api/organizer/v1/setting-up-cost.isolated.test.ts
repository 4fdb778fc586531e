// What it costs to set up a night, in rows and round trips.
// @module-tag full
import { expect, it } from 'vitest'
import { callWithBindings, jsonRequest } from '../../../support/api.ts'
import { measuringDatabase } from '../../../support/faulty-database.ts'
import { addTarget, OPERATIONS, prepare, requestOf, type Target } from '../../../support/operations.ts'
import { insert, makeOrganizer, type Organizer } from '../../../support/rows.ts'
import { API } from '../../../support/setup.ts'

const costOf = async (
  org: Organizer,
  path: string,
  init: RequestInit & { headers?: Record<string, string> },
) => {
  const { DB, cost } = measuringDatabase()
  const response = await callWithBindings({ DB }, path, { subject: org.owner, ...init })
  expect(response.ok).toBe(true)
  return cost
}

const SETTING_UP = OPERATIONS.filter(
  ({ name, access }) =>
    access !== 'staff' &&
    /^(get|create|update|delete|put|remove)(Organizer|Member|Invitation|Event|TicketType|Venue|Series|ManagedSession|Session)s?$/.test(
      name,
    ),
)

const THINGS = 150

/** Things of every kind in the organizer, and records of the same ids in another one. */
const addMany = async ({ id, event, owner }: Organizer, { series, venue, member }: Target): Promise<void> => {
  const many = Array.from({ length: THINGS }, (_, number) => number)
  const ids = () => crypto.randomUUID()
  await insert('events', ...many.map(() => ({ id: ids(), organizer_id: id, name: 'Event' })))
  await insert('venues', ...many.map(() => ({ id: ids(), organizer_id: id, name: 'Venue' })))
  await insert(
    'ticket_types',
    ...many.map((number) => ({ id: ids(), event_id: event, name: `Type ${number}` })),
  )
  await insert(
    'members',
    ...many.map((number) => ({
      organizer_id: id,
      subject: `s-${id}-${number}`,
      role: 'staff',
      event_id: event,
    })),
  )
  await insert(
    'invitations',
    ...many.map(() => ({
      ...{ id: ids(), organizer_id: id, role: 'staff', event_id: event, code_hash: ids(), invited_by: owner },
      ...{ expires_at: Date.now() + 1e9, accepted_by: 's' },
    })),
  )
  await insert(
    'audit_log',
    ...[event, series, venue, member].flatMap((entity_id) =>
      many.map(() => ({
        ...{ at: 1, subject: 's', request_id: 'r', organizer_id: ids(), entity_type: 'member', entity_id },
        ...{ action: 'member.update', change: '{}', call_id: ids() },
      })),
    ),
  )
  await insert(
    'audit_log',
    ...many.map(() => ({
      ...{ at: 1, subject: 's', request_id: 'r', organizer_id: id, entity_type: 'event', entity_id: event },
      ...{ action: 'event.update', change: '{}', call_id: ids() },
    })),
  )
}

it.each(SETTING_UP)(
  '$name is one round trip, whose cost does not grow with what there is',
  async (operation) => {
    const org = await makeOrganizer()
    const target = await addTarget(org)
    const cost = async () => {
      const ready = await prepare(operation, target)
      return costOf(org, operation.path(ready), requestOf(operation, ready))
    }
    const before = await cost()
    expect(before.trips).toBe(1)
    // `createSessions` has two in its example. The organizer has a webhook, so its feed is on.
    expect(before.written).toBeLessThanOrEqual(operation.name === 'createSessions' ? 42 : 10)
    await addMany(org, target)
    const after = await cost()
    // The types of the event are counted, up to 200: before the write, and in its condition.
    const counted = operation.name === 'createTicketType' ? 2 * THINGS : 0
    expect(after.read - before.read, `${before.read} and ${after.read} rows`).toBeLessThanOrEqual(counted + 5)
  },
)

it('500 sessions cost 29 rows read and 17 written each, and nothing is written again', async () => {
  const org = await makeOrganizer()
  const sessions = Array.from({ length: 500 }, (_, day) => ({
    id: crypto.randomUUID(),
    startsAt: new Date(Date.UTC(2030, 0, 1 + day)).toISOString(),
    capacity: 1,
  }))
  const create = () =>
    costOf(org, `${API}/events/${org.event}/sessions`, jsonRequest('POST', org.owner, { sessions }))
  const first = await create()
  expect(first).toMatchObject({ trips: 1, written: 500 * 17 })
  expect(first.read).toBeLessThanOrEqual(500 * 29 + 30)
  expect(await create()).toMatchObject({ trips: 1, written: 0 })
})
