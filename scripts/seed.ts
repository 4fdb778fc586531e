// npm run seed -- --tickets N: adds a session of N generated tickets to the demo and prints its id.
import { randomUUID } from 'node:crypto'
import { MAX_TICKETS_IN_SESSION } from '../src/db/schema/tickets.ts'
import { demoId, loadDemo } from './data/demo.ts'
import { insertRows } from './data/load.ts'
import { generateTickets, type TicketType } from './data/tickets.ts'
import { defineCommand, PERSIST_TO_USAGE, runCommand, UsageError } from './lib/command.ts'
import { stateFolder } from './lib/local.ts'
import { type LocalDatabase, withLocalDatabase } from './lib/local-database.ts'
import { applyMigrations } from './lib/migrations.ts'
import { parseShard, SHARD_OPTION, SHARD_USAGE } from './lib/shards.ts'

const MAX_CAPACITY = 1_000_000
const HOUR_MS = 3_600_000

const USAGE = `Usage: npm run --silent seed -- --tickets N

Adds a session of N generated tickets to the demo and prints its id. Works while \`npm run dev\` is running.

  --tickets N       from 0 to ${MAX_TICKETS_IN_SESSION.toLocaleString('en')}
  ${SHARD_USAGE}
  ${PERSIST_TO_USAGE}
  --help            print this text`

/** Adds the session to the demo's first event. Stops with an error once `signal` is aborted. */
const addSession = async (
  db: LocalDatabase,
  id: string,
  count: number,
  signal: AbortSignal,
): Promise<void> => {
  const now = Date.now()
  const startsAt = now + HOUR_MS
  const [session, types] = (await db.batch([
    db
      .prepare(
        `INSERT INTO sessions (id, event_id, starts_at, capacity, doors_open_offset_minutes)
         VALUES (?, ?, ${startsAt}, ${Math.min(count, MAX_CAPACITY)}, 60) RETURNING number`,
      )
      .bind(id, demoId('10')),
    db.prepare('SELECT id, name FROM ticket_types WHERE event_id = ?').bind(demoId('10')),
  ])) as [D1Result<{ number: number }>, D1Result<TicketType>]
  const number = session.results[0]?.number as number
  const tickets = generateTickets({ number, startsAt, now }, types.results, count)
  // One transaction for each statement, not one for all: the API reads between them, and the next tickets are
  // generated while the last ones are written.
  let written: Promise<unknown> = Promise.resolve()
  for (const statement of insertRows(db, 'tickets', tickets)) {
    await written
    signal.throwIfAborted()
    written = db.batch([statement])
    written.catch(() => undefined) // The next `await` throws it.
  }
  await written
}

/** Removes the session and its tickets. */
const removeSession = async (db: LocalDatabase, id: string): Promise<void> => {
  await db.batch([
    db
      .prepare('DELETE FROM tickets WHERE session_number = (SELECT number FROM sessions WHERE id = ?)')
      .bind(id),
    db.prepare('DELETE FROM sessions WHERE id = ?').bind(id),
  ])
}

/** Adds the whole session or nothing: an error, Ctrl-C or the end of the server leaves no part of it. */
const seed = async (state: string, shard: string, count: number): Promise<string> => {
  const id = randomUUID()
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stop.abort(new Error('Stopped: no session was added.')))
  }
  try {
    const add = async (db: LocalDatabase) => {
      await applyMigrations(db)
      await loadDemo(db, new Date())
      await addSession(db, id, count, stop.signal)
    }
    await withLocalDatabase(state, add, shard)
    return id
  } catch (error) {
    // Opened again: the server that the session was written through may be gone.
    await withLocalDatabase(state, (db) => removeSession(db, id), shard).catch((cause) => {
      throw new Error(`${(error as Error).message}\nThe unfinished session ${id} could not be removed.`, {
        cause,
      })
    })
    throw error
  }
}

export const seedCommand = defineCommand(
  USAGE,
  { tickets: { type: 'string' }, 'persist-to': { type: 'string' }, ...SHARD_OPTION },
  async ({ values, positionals }) => {
    if (values.tickets === undefined) throw new UsageError('--tickets is required.')
    const count = Number(values.tickets)
    if (!/^\d+$/.test(values.tickets) || count > MAX_TICKETS_IN_SESSION || positionals.length > 0) {
      throw new UsageError(`--tickets must be a whole number from 0 to ${MAX_TICKETS_IN_SESSION}.`)
    }
    const state = stateFolder(values['persist-to'])
    console.log(await seed(state, parseShard(values.shard), count))
  },
)

if (import.meta.main) await runCommand(seedCommand)
