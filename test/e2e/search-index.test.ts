// `npm run derived -- rebuild` while others write: what it knows of the sessions is from a moment before.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rebuildStatements, SESSIONS_QUERY } from '../../scripts/derived.ts'
import { migrate, withDatabase } from '../../scripts/local.ts'
import { makeState, removeState } from '../support/node/dev.ts'

const [ORGANIZER, EVENT, TYPE] = [randomUUID(), randomUUID(), randomUUID()]

const addSession = (db: D1Database) =>
  db
    .prepare('INSERT INTO sessions (id, event_id, starts_at, capacity) VALUES (?, ?, 0, 10) RETURNING number')
    .bind(randomUUID(), EVENT)
    .first<number>('number') as Promise<number>

const addTicket = (db: D1Database, session: number, n: number) =>
  db
    .prepare(
      `INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id)
       VALUES ((?1 << 20) + ?2, ?3, ?1, 'T-' || ?2, 'Valid', ?4)`,
    )
    .bind(session, n, randomUUID(), TYPE)
    .run()

let state: string
beforeAll(async () => {
  state = await makeState()
  await migrate(state)
})
afterAll(() => removeState(state))

it('finds every ticket that was sold after it had asked for the sessions', async () => {
  await withDatabase(state, async (db) => {
    await db.batch([
      db.prepare('INSERT INTO organizers (id, name) VALUES (?, ?)').bind(ORGANIZER, 'O'),
      db.prepare('INSERT INTO events (id, organizer_id, name) VALUES (?, ?, ?)').bind(EVENT, ORGANIZER, 'E'),
      db.prepare('INSERT INTO ticket_types (id, event_id, name) VALUES (?, ?, ?)').bind(TYPE, EVENT, 'T'),
    ])
    const [empty, begun] = [await addSession(db), await addSession(db)]
    await addTicket(db, begun, 1)
    const { results } = await db.prepare(SESSIONS_QUERY).all<{ number: number; lastKey: number | null }>()

    const added = await addSession(db)
    await addTicket(db, empty, 1)
    await addTicket(db, begun, 2 ** 19)
    await addTicket(db, added, 7)
    await db.batch(rebuildStatements(results).map((statement) => db.prepare(statement)))

    const { results: found } = await db
      .prepare(`SELECT rowid AS key FROM ticket_search WHERE ticket_search MATCH '"t"*' ORDER BY rowid`)
      .all()
    const { results: tickets } = await db.prepare('SELECT key FROM tickets ORDER BY key').all()
    expect(tickets).toHaveLength(4)
    expect(found).toEqual(tickets)
    const { results: counts } = await db
      .prepare('SELECT valid FROM ticket_counts ORDER BY session_number')
      .all()
    expect(counts).toEqual([{ valid: 1 }, { valid: 2 }, { valid: 1 }])
  })
})
