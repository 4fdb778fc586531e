// Two managers set up a night at the same time, and responses are lost at every point. Each repeats its call
// until a response arrives. What the history says happened is what there is.
// @module-tag slow
// @module-tag more
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { callWithBindings } from '../../../support/api.ts'
import { faultyDatabase } from '../../../support/faulty-database.ts'
import { passWaits } from '../../../support/pass-waits.ts'
import { makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'
import { API, type HistoryItem, historyOf } from '../../../support/setup.ts'

beforeEach(passWaits)

type Kind = 'venue' | 'event' | 'ticket-type' | 'session'

const KINDS: Record<
  Kind,
  { collection: (org: Organizer) => string; item: string; table: string; field: string }
> = {
  venue: { collection: () => '/venues', item: '/venues', table: 'venues', field: 'name' },
  event: { collection: () => '/events', item: '/events', table: 'events', field: 'name' },
  'ticket-type': {
    ...{ collection: ({ event }) => `/events/${event}/ticket-types`, item: '/ticket-types' },
    ...{ table: 'ticket_types', field: 'name' },
  },
  session: {
    ...{ collection: ({ event }) => `/events/${event}/sessions`, item: '/sessions' },
    ...{ table: 'sessions', field: 'capacity' },
  },
}

type Fate = 'arrives' | 'response is lost' | 'request is lost'
type Call = { type: 'create' | 'change' | 'delete'; thing: number; value: number; fates: Fate[] }

const call = fc.record<Call>({
  type: fc.constantFrom('create', 'create', 'change', 'delete'),
  thing: fc.nat(1),
  value: fc.nat(2),
  fates: fc.array(fc.constantFrom('arrives', 'response is lost', 'request is lost'), { maxLength: 8 }),
})

/** One call alone, or two at the same time. */
const steps = fc.array(fc.array(call, { minLength: 1, maxLength: 2 }), { minLength: 4, maxLength: 12 })
const kinds = fc.constantFrom<Kind>('venue', 'event', 'ticket-type', 'session')

const valueFor = (kind: Kind, value: number) => (kind === 'session' ? value : `Name ${value}`)

const requestOf = (org: Organizer, kind: Kind, { type, value }: Call, id: string) => {
  const { collection, item, field } = KINDS[kind]
  const fields = { [field]: valueFor(kind, value) }
  if (type === 'delete') return { method: 'DELETE', path: `${item}/${id}` }
  if (type === 'change') return { method: 'PATCH', path: `${item}/${id}`, body: fields }
  const owner = kind === 'venue' || kind === 'event' ? { organizerId: org.id } : {}
  const created = { id, ...owner, ...fields }
  const body = kind === 'session' ? { sessions: [{ ...created, startsAt: '2027-01-01T20:00:00Z' }] } : created
  return { method: 'POST', path: collection(org), body }
}

/** Repeats the call, as a client does, until a response arrives. Returns its status. */
const send = async (org: Organizer, subject: string, kind: Kind, sent: Call, id: string): Promise<number> => {
  const { method, path, body } = requestOf(org, kind, sent, id)
  const fates = [...sent.fates]
  const DB = faultyDatabase((real) => async (statements) => {
    const fate = fates.shift() ?? 'arrives'
    if (fate === 'request is lost') throw new Error('D1_ERROR: Network connection lost.')
    const results = await real(statements)
    if (fate === 'response is lost') throw new Error('D1_ERROR: Network connection lost.')
    return results
  })
  for (;;) {
    const { status } = await callWithBindings({ DB }, `${API}${path}`, {
      ...{ method, subject },
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (status !== 503) return status
  }
}

/**
 * What the records of one thing lead to; undefined if it is gone or never was. Each says what was there
 * before it.
 */
const replay = (records: readonly HistoryItem[], field: string): unknown => {
  let value: unknown
  let wasCreated = false
  for (const { action, change, before } of records) {
    const [, verb] = action.split('.')
    expect(before === null ? undefined : (before as Record<string, unknown>)[field]).toBe(value)
    if (verb === 'create') expect(wasCreated).toBe(false)
    else expect(value).toBeDefined()
    wasCreated ||= verb === 'create'
    value = verb === 'delete' ? undefined : (change as Record<string, unknown>)[field]
  }
  return value
}

/**
 * The statuses that a call may end with. A deletion whose first response was lost finds nothing.
 * A ticket type cannot get the name of another one.
 */
const allowed = (kind: Kind) => ({
  create: [201, 409],
  change: [200, 404, ...(kind === 'ticket-type' ? [409] : [])],
  delete: [204, 404],
})

it('leaves what its history says, whatever is lost (property)', async () => {
  await fc.assert(
    fc.asyncProperty(kinds, steps, async (kind, all) => {
      const org = await makeOrganizer()
      const ids = [crypto.randomUUID(), crypto.randomUUID()]
      for (const step of all) {
        const statuses = await Promise.all(
          step.map((sent, index) =>
            send(org, index === 0 ? org.owner : org.manager, kind, sent, ids[sent.thing] as string),
          ),
        )
        for (const [index, { type }] of step.entries()) expect(allowed(kind)[type]).toContain(statuses[index])
      }
      const { table, field } = KINDS[kind]
      for (const id of ids) {
        const records = (await historyOf(org.id, org.owner, id)).reverse()
        const rows = await query(`SELECT ${field} AS value FROM ${table} WHERE id = ?`, id)
        expect(rows.map(({ value }) => value)).toEqual(
          [replay(records, field)].filter((value) => value !== undefined),
        )
      }
    }),
    { numRuns: runs(100) },
  )
})
