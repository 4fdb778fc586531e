// What it costs to set up a night, in rows and round trips.
import { expect, it } from 'vitest'
import { callWithBindings } from '../support/api.ts'
import { faultyDatabase } from '../support/faulty-database.ts'
import { addTarget, OPERATIONS, prepare, requestOf } from '../support/operations.ts'
import { insert, makeOrganizer, type Organizer } from '../support/rows.ts'
import { API } from '../support/setup.ts'

const costOf = async (
  org: Organizer,
  path: string,
  init: RequestInit & { headers?: Record<string, string> },
) => {
  const cost = { trips: 0, read: 0, written: 0 }
  const DB = faultyDatabase((real) => async (statements) => {
    cost.trips += 1
    const results = await real(statements)
    for (const { meta } of results) {
      cost.read += meta.rows_read
      cost.written += meta.rows_written
    }
    return results
  })
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

/** Things of every kind, in the organizer and beside it. */
const addMany = async ({ id, event }: Organizer): Promise<void> => {
  const many = Array.from({ length: THINGS }, (_, number) => number)
  const ids = () => crypto.randomUUID()
  await insert('events', ...many.map(() => ({ id: ids(), organizer_id: id, name: 'Event' })))
  await insert('venues', ...many.map(() => ({ id: ids(), organizer_id: id, name: 'Venue' })))
  await insert('ticket_types', ...many.map(() => ({ id: ids(), event_id: event, name: 'Type' })))
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
    // `createSessions` has two in its example.
    expect(before.written).toBeLessThanOrEqual(operation.name === 'createSessions' ? 28 : 9)
    await addMany(org)
    const after = await cost()
    // The types of the event are counted, up to 200: before the write, and in its condition.
    const counted = operation.name === 'createTicketType' ? 2 * THINGS : 0
    expect(after.read - before.read, `${before.read} and ${after.read} rows`).toBeLessThanOrEqual(counted + 5)
  },
)

it('500 sessions cost 27 rows read and 14 written each, and nothing is written again', async () => {
  const org = await makeOrganizer()
  const sessions = Array.from({ length: 500 }, (_, day) => ({
    id: crypto.randomUUID(),
    startsAt: new Date(Date.UTC(2030, 0, 1 + day)).toISOString(),
    capacity: 1,
  }))
  const create = () =>
    costOf(org, `${API}/events/${org.event}/sessions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ sessions }),
    })
  const first = await create()
  expect(first).toMatchObject({ trips: 1, written: 500 * 14 })
  expect(first.read).toBeLessThanOrEqual(500 * 27 + 30)
  expect(await create()).toMatchObject({ trips: 1, written: 0 })
})
