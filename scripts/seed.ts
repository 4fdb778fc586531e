// npm run seed -- --tickets N: adds a session of N generated tickets to the demo, and prints its id.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { TICKET_KEY_BITS } from '../src/db/schema/tickets.ts'
import { demoId, loadDemo } from './data/demo.ts'
import { insertRows } from './data/load.ts'
import { generateTickets, type TicketType } from './data/tickets.ts'
import { fail, migrate, stateFolder, withDatabase } from './local.ts'

const MAX_TICKETS = 2 ** TICKET_KEY_BITS - 1

/** Adds the session to the demo's first event. */
const addSession = async (db: D1Database, count: number): Promise<string> => {
  const id = randomUUID()
  const startsAt = Date.now() + 3_600_000
  const number = await db
    .prepare(
      `INSERT INTO sessions (id, event_id, starts_at, capacity, doors_open_offset_minutes)
       VALUES (?, ?, ?, ?, 60) RETURNING number`,
    )
    .bind(id, demoId('10'), startsAt, Math.min(count, 1_000_000))
    .first<number>('number')
  const { results } = await db
    .prepare('SELECT id, name FROM ticket_types WHERE event_id = ?')
    .bind(demoId('10'))
    .all<TicketType>()
  const tickets = generateTickets({ number: number as number, startsAt, past: false }, results, count)
  // The next tickets are made while the last ones are written.
  let written: Promise<unknown> = Promise.resolve()
  for (const statement of insertRows(db, 'tickets', tickets)) {
    await written
    written = statement.run()
  }
  await written
  return id
}

const run = async (): Promise<void> => {
  const { values } = parseArgs({ options: { tickets: { type: 'string' }, 'persist-to': { type: 'string' } } })
  const count = Number(values.tickets)
  if (!/^\d+$/.test(values.tickets ?? '') || count > MAX_TICKETS) {
    throw new Error(`Usage: npm run seed -- --tickets N, from 0 to ${MAX_TICKETS}.`)
  }
  const state = stateFolder(values['persist-to'])
  await migrate(state)
  const id = await withDatabase(state, async (db) => {
    await loadDemo(db, new Date())
    return addSession(db, count)
  })
  console.log(id)
}

run().catch(fail)
