// What the feed costs in rows, on and off. The triggers of the feed are dropped to compare with.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { getWithCost } from '../../../support/api.ts'
import { admission, checkIn, costOfBatch, undo } from '../../../support/check-ins.ts'
import { type FeedPage, feedPath, switchOn } from '../../../support/feed.ts'
import { addTickets, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { API } from '../../../support/setup.ts'

type Cost = { read: number; written: number }

/** The change of a row by SQL, as another part of the platform writes. */
const write = async (sql: string, ...values: (string | number)[]): Promise<Cost> => {
  const { meta } = await env.DB.prepare(sql)
    .bind(...values)
    .run()
  return { read: meta.rows_read, written: meta.rows_written }
}

const insertTicket = async (org: Organizer): Promise<Cost> =>
  write(
    `INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name)
     SELECT (number << 20) + 1, ?, number, '1', 'Valid', ?, 'Standing' FROM sessions WHERE id = ?`,
    ...[crypto.randomUUID(), org.types.Standing, org.session],
  )

/** Costs of all that the feed has for a ticket, each in an organizer of its own. */
const costsOf = async (org: Organizer): Promise<Record<string, Cost>> => {
  const created = await insertTicket(org)
  const [first, second] = (await addTickets(org, [{}, {}], org.otherEventSession)) as [string, string]
  const item = checkIn(first)
  const send = (sent: Parameters<typeof costOfBatch>[2]) =>
    costOfBatch(org.otherEventSession, org.staff, sent)
  return {
    created,
    changed: await write(`UPDATE tickets SET seat_label = 'A1' WHERE id = ?`, second),
    voided: await write(`UPDATE tickets SET status = 'Voided' WHERE id = ?`, second),
    'checked in': await send([item]),
    'admitted twice': await send([admission(first, 5)]),
    undone: await send([undo(item.id)]),
    deleted: await write('DELETE FROM tickets WHERE id = ?', second),
  }
}

const more = (costs: Record<string, Cost>, than: Record<string, Cost>) =>
  Object.fromEntries(
    Object.entries(costs).map(([name, { read, written }]) => [
      name,
      { read: read - (than[name]?.read ?? 0), written: written - (than[name]?.written ?? 0) },
    ]),
  )

/**
 * The least of three organizers: a look that ends at the next row of an index reads that row too, and whether
 * there is one depends on random ids.
 */
const leastOf = async (prepare: (id: string) => Promise<unknown> = async () => undefined) => {
  const all: Record<string, Cost>[] = []
  for (let count = 0; count < 3; count += 1) {
    const org = await makeOrganizer()
    await prepare(org.id)
    all.push(await costsOf(org))
  }
  const names = Object.keys(all[0] ?? {})
  const least = (name: string, key: keyof Cost) => Math.min(...all.map((costs) => costs[name]?.[key] ?? 0))
  return Object.fromEntries(
    names.map((name) => [name, { read: least(name, 'read'), written: least(name, 'written') }]),
  )
}

let off: Record<string, Cost>
let on: Record<string, Cost>
let without: Record<string, Cost>
beforeAll(async () => {
  off = await leastOf()
  on = await leastOf(switchOn)
  const triggers = await query<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%INTO feed_events%'`,
  )
  expect(triggers.length).toBeGreaterThan(8)
  for (const { name } of triggers) await query(`DROP TRIGGER ${name}`)
  without = await leastOf()
  for (const { sql } of triggers) await query(sql)
})

it('off, reads at most three rows for a ticket, and writes none', () => {
  const costs = more(off, without)
  console.log('A feed that is off:', JSON.stringify(costs))
  for (const [name, { read, written }] of Object.entries(costs)) {
    expect(read, name).toBeLessThanOrEqual(3)
    expect(written, name).toBe(0)
  }
})

it('on, writes at most three rows for an event', () => {
  const costs = more(on, without)
  console.log('A feed that is on:', JSON.stringify(costs))
  for (const [name, { read, written }] of Object.entries(costs)) {
    expect(written, name).toBeGreaterThan(0)
    expect(written, name).toBeLessThanOrEqual(3)
    expect(read, name).toBeLessThanOrEqual(12)
  }
})

it('is polled for a few rows however long it is, and a page costs three rows an event', async () => {
  const org = await makeOrganizer()
  await switchOn(org.id)
  await addTickets(
    org,
    Array.from({ length: 200 }, () => ({})),
  )
  const read = (after?: string) =>
    getWithCost<FeedPage>(org.manager, API + feedPath(org.id, after === undefined ? {} : { after }))
  const page = await read()
  expect(page.data).toHaveLength(200)
  expect(page.trips).toBe(1)
  expect(page.rows).toBeLessThanOrEqual(3 * 200 + 20)
  const poll = await read(page.next)
  console.log('Rows of a page of 200 events and of a poll:', page.rows, poll.rows)
  expect(poll.data).toEqual([])
  expect(poll.rows).toBeLessThanOrEqual(12)
})
