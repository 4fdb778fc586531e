// `npm run search-index -- rebuild` while the API is busy and while other clients write.
// @module-tag full
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  cutKeys,
  rebuildStatements,
  SESSIONS_QUERY,
  type SessionKeys,
  searchIndexCommand,
} from '../../scripts/search-index.ts'
import { removeState, runScript } from '../support/node/dev.ts'
import { copyState, start, useOwnService } from '../support/node/own-service.ts'
import { run } from '../support/node/run-command.ts'
import { connect, type Service } from '../support/node/service.ts'
import { isFull } from '../support/runs.ts'

const [ORGANIZER, EVENT, TYPE] = [randomUUID(), randomUUID(), randomUUID()]
const SEARCH = '/api/v1/sessions/0190a000-0000-7000-8000-000000000031/tickets?q=garcia&pageSize=50'

/** Every word of the index with the number of its entries, the entries themselves, and the counts. */
const derivedData = async ({ sql }: Service) => {
  await sql('CREATE VIRTUAL TABLE words USING fts5vocab(ticket_search, row)')
  const data = {
    words: await sql('SELECT term, doc FROM words ORDER BY term'),
    entries: await sql('SELECT rowid FROM ticket_search ORDER BY rowid'),
    counts: await sql(
      'SELECT session_number, valid, checked_in, refunded, voided FROM ticket_counts ORDER BY session_number',
    ),
  }
  await sql('DROP TABLE words')
  return data
}

describe('cutKeys', () => {
  const LIMIT = 2 ** 17
  const first = (session: number) => session * 2 ** 20

  it('lets small sessions share a part', () => {
    const sessions = [1, 2, 3].map((number) => ({ number, lastKey: first(number) + 1_000 }))
    expect(cutKeys(sessions)).toEqual([])
  })

  it('starts a new part with a session that does not fit', () => {
    const sessions = [1, 2, 3].map((number) => ({ number, lastKey: first(number) + LIMIT / 2 }))
    expect(cutKeys(sessions)).toEqual([first(2), first(3)])
  })

  it('gives a large session several parts', () => {
    expect(cutKeys([{ number: 5, lastKey: first(6) - 1 }])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((part) => first(5) + part * LIMIT),
    )
  })

  it('cuts nothing for sessions without tickets', () => {
    expect(cutKeys([{ number: 1, lastKey: null }])).toEqual([])
  })
})

describe('a rebuild while others write', () => {
  const service = useOwnService('empty')

  const addSession = async (): Promise<number> => {
    const [added] = await service.sql<{ number: number }>(
      `INSERT INTO sessions (id, event_id, starts_at, capacity) VALUES ('${randomUUID()}', '${EVENT}', 0, 10)
       RETURNING number`,
    )
    return added?.number as number
  }

  const addTicket = (session: number, n: number) =>
    service.sql(
      `INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id)
       VALUES ((${session} << 20) + ${n}, '${randomUUID()}', ${session}, 'T-${n}', 'Valid', '${TYPE}')`,
    )

  it('includes every ticket that was added after the sessions were read', async () => {
    await service.insert('organizers', { id: ORGANIZER, name: 'O' })
    await service.insert('events', { id: EVENT, organizer_id: ORGANIZER, name: 'E' })
    await service.insert('ticket_types', { id: TYPE, event_id: EVENT, name: 'T' })
    const [empty, started, large] = [await addSession(), await addSession(), await addSession()]
    await addTicket(started, 1)
    await addTicket(large, 2 ** 20 - 1)
    const sessions = await service.sql<SessionKeys>(SESSIONS_QUERY)

    const added = await addSession()
    await addTicket(empty, 1)
    await addTicket(started, 2 ** 19)
    await addTicket(large, 2 ** 18)
    await addTicket(added, 7)
    const expected = await derivedData(service)
    expect(expected.counts).toHaveLength(4)

    await service.sql(...rebuildStatements(sessions))
    expect(await derivedData(service)).toEqual(expected)
  })

  it('gives every ticket an entry with a check, and sums the checks', async () => {
    await service.sql(
      'DELETE FROM ticket_changes',
      `INSERT INTO ticket_changes (session_number, ticket_id, change, "check")
       SELECT number, 'gone', 1, 77 FROM sessions LIMIT 1`,
      'UPDATE ticket_counts SET digest = 5',
    )
    await service.sql(...rebuildStatements(await service.sql<SessionKeys>(SESSIONS_QUERY)))
    const missing = 'SELECT id FROM tickets WHERE id NOT IN (SELECT ticket_id FROM ticket_changes)'
    expect(await service.sql(missing)).toEqual([])
    const gone = await service.sql(`SELECT "check" FROM ticket_changes WHERE ticket_id = 'gone'`)
    expect(gone).toEqual([{ check: 0 }])
    const sums = await service.sql<{ digest: number; sum: number }>(
      `SELECT digest, (SELECT coalesce(sum("check"), 0) FROM ticket_changes AS c
         WHERE c.session_number = ticket_counts.session_number) AS sum FROM ticket_counts`,
    )
    expect(sums.map(({ digest }) => digest)).toEqual(sums.map(({ sum }) => sum))
    expect(sums.some(({ sum }) => sum > 0)).toBe(true)
  })

  it('writes nothing if one of its statements fails', async () => {
    const before = await derivedData(service)
    const statements = rebuildStatements(await service.sql<SessionKeys>(SESSIONS_QUERY))
    await expect(service.sql(...statements, 'INSERT INTO nowhere VALUES (1)')).rejects.toThrow(
      'no such table',
    )
    expect(await derivedData(service)).toEqual(before)
  })
})

describe('npm run search-index', () => {
  it('rebuilds a damaged index and wrong counts while lists are read without a pause', async () => {
    const state = await copyState(isFull ? 'demo' : 'smallDemo')
    const running = await start(state)
    const { api, sql, token } = connect(running.api, running.issuer, state)
    try {
      const headers = { Authorization: `Bearer ${await token('door')}` }
      const search = async (path = SEARCH) => {
        const response = await fetch(api + path, { headers })
        const { data, meta } = (await response.json()) as { data: unknown[]; meta: { totalCount: number } }
        return { status: response.status, data, meta }
      }
      const before = await search()
      expect(before.meta.totalCount).toBeGreaterThan(0)
      await sql(
        `INSERT INTO ticket_search (ticket_search) VALUES ('delete-all')`,
        'UPDATE ticket_counts SET valid = valid + 7',
      )
      expect((await search()).meta.totalCount).toBe(0)

      let done = false
      const rebuilt = runScript(state, 'search-index', 'rebuild').finally(() => {
        done = true
      })
      const statuses: number[] = []
      while (!done) {
        statuses.push((await search()).status)
        // Below the rate limit of 600 a minute.
        await sleep(50)
      }
      expect(await rebuilt).toContain('rebuilt')
      expect(statuses.length).toBeGreaterThan(5)
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(await search()).toEqual(before)
      const [counted] = await sql<{ n: number }>(
        `SELECT count(*) AS n FROM tickets JOIN sessions ON number = session_number WHERE sessions.id LIKE '%0031'`,
      )
      expect((await search(SEARCH.replace('q=garcia&', ''))).meta.totalCount).toBe(counted?.n)
    } finally {
      await running.stop()
      await removeState(state)
    }
  })

  it('does not touch a deployed database without consent', async () => {
    const { code, stderr } = await run(searchIndexCommand, 'rebuild', '--remote')
    expect(code).toBe(1)
    expect(stderr).toMatch(/serves no queries until it is done.*--yes/s)
  })

  it('prints its usage', async () => {
    expect((await run(searchIndexCommand, 'drop')).stderr).toContain('Usage: npm run search-index')
    expect((await run(searchIndexCommand, '--help')).stdout).toContain('Usage: npm run search-index')
  })
})
