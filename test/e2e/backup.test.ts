// `npm run export` while the API is busy, and `npm run restore` of its file into a new folder: the real commands as
// processes, and then the API on the restored database.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFile, copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backupTables } from '../../scripts/backup/tables.ts'
import { ROOT, WRANGLER_ENV, WRANGLER_MAIN, withDatabase } from '../../scripts/local.ts'
import { migrate } from '../../scripts/migrations.ts'
import { type Dev, makeState, removeState, runScript, startDev } from '../support/node/dev.ts'
import { makeDemoState } from '../support/node/use-dev.ts'

const NORTHLIGHT = '0190a000-0000-7000-8000-000000000001'
const EVENT = '0190a000-0000-7000-8000-000000000010'
const SERIES = '0190a000-0000-7000-8000-000000000020'
const SEARCH = '/api/v1/sessions/0190a000-0000-7000-8000-000000000031/tickets?q=garcia&pageSize=50'
const CHECK_INS = '/api/v1/sessions/0190a000-0000-7000-8000-000000000030/check-ins'
/** The first check-in of the demo. */
const FIRST_CHECK_IN = '0190a000-0000-7000-8000-0000000000c1'
/** Text that could be damaged by quoting, encoding or splitting SQL. */
const ODD_TEXT = `it's "quoted"; -- no comment\r\n/* BEGIN TRANSACTION; END; */ \u2028 \0 é 山田 🎟️ \\ %`
/** Longer than D1 allows in a statement, with a character of two UTF-16 units at every possible cut. */
const LONG_TEXT = `${'🎟️ Doors; '.repeat(30_000)}end`

let files: string
let source: string
let copy: string
let file: string
let during: { status: number; total: number }[]
let tokens: { door: string; manager: string }

type Page = { data: { id: string }[]; meta: { totalCount: number } }

const search = async (dev: Dev): Promise<{ status: number; page: Page }> => {
  const response = await fetch(dev.api + SEARCH, { headers: { Authorization: `Bearer ${tokens.door}` } })
  return { status: response.status, page: (await response.json()) as Page }
}

/** Half a minute of searches stays below the rate limit of 600 a minute. */
const SEARCH_PAUSE_MS = 50

/** Searches until `work` is done. */
const searchWhile = async (dev: Dev, work: Promise<unknown>) => {
  const results: { status: number; total: number }[] = []
  let done = false
  const end = work.finally(() => {
    done = true
  })
  while (!done) {
    const { status, page } = await search(dev)
    results.push({ status, total: page.meta?.totalCount })
    await sleep(SEARCH_PAUSE_MS)
  }
  await end
  return results
}

const insertOddRows = (state: string): Promise<void> =>
  withDatabase(state, async (db) => {
    await db
      .prepare(
        `INSERT INTO listings (id, organizer_id, title, slug, description, short_description, price_from, tags,
           created_at, updated_at) VALUES (?, ?, ?, 'odd', ?, '', 12.5, '["a;b"]', 1, 2)`,
      )
      .bind(randomUUID(), NORTHLIGHT, ODD_TEXT, LONG_TEXT)
      .run()
  })

/** The rows of each table and the data derived from them, except the random list versions. */
const contentOf = (state: string) =>
  withDatabase(state, async (db) => {
    const read = async (sql: string) => (await db.prepare(sql).all()).results
    await db.prepare('CREATE VIRTUAL TABLE words USING fts5vocab(ticket_search, row)').run()
    const tables: Record<string, unknown> = {}
    for (const { name, columns } of await backupTables()) {
      tables[name] = await read(`SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${columns.join(', ')}`)
    }
    const content = {
      tables,
      counts: await read(
        'SELECT session_number, valid, checked_in, refunded, voided FROM ticket_counts ORDER BY session_number',
      ),
      words: await read('SELECT term, doc FROM words ORDER BY term'),
      entries: await read('SELECT rowid FROM ticket_search ORDER BY rowid'),
    }
    await db.prepare('DROP TABLE words').run()
    return content
  })

beforeAll(async () => {
  files = await makeState()
  source = await makeDemoState()
  copy = await makeState()
  file = join(files, 'doorlist.sql')
  await runScript(source, 'seed', '--tickets', '3000')
  await insertOddRows(source)
  const dev = await startDev(source)
  try {
    tokens = {
      door: (await runScript(source, 'token', 'door')).trim(),
      manager: (await runScript(source, 'token', 'manager')).trim(),
    }
    const renamed = await fetch(`${dev.api}/api/organizer/v1/events/${EVENT}/series/${SERIES}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${tokens.manager}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Recorded in the audit log' }),
    })
    expect(renamed.status).toBe(204)
    during = await searchWhile(dev, runScript(source, 'export', '--output', file))
  } finally {
    await dev.stop()
  }
})
afterAll(() => Promise.all([files, source, copy].map(removeState)))

describe('npm run export', () => {
  it('leaves the search working while it runs', () => {
    expect(during.length).toBeGreaterThan(10)
    expect(new Set(during.map(({ status, total }) => `${status}: ${total}`))).toEqual(new Set(['200: 18']))
  })

  it('writes one statement per line, each below the 100,000 bytes that D1 accepts', async () => {
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(50)
    for (const line of lines) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(100_000)
      expect(line).toMatch(/^(INSERT INTO|UPDATE) \w+ [^;]*;$/)
    }
  })

  it('writes check-ins after the tickets', async () => {
    const text = await readFile(file, 'utf8')
    const places = ['tickets', 'check_ins', 'ticket_bases'].map((table) =>
      text.indexOf(`INSERT INTO ${table} `),
    )
    expect(Math.min(...places)).toBeGreaterThan(0)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('does not overwrite a file, and leaves no unfinished one', async () => {
    await expect(runScript(source, 'export', '--output', file)).rejects.toThrow('exists already')
    expect(await readdir(files)).toEqual(['doorlist.sql'])
  })

  it('requires --output, and prints its usage', async () => {
    await expect(runScript(source, 'export')).rejects.toThrow('--output is required')
    expect(await runScript(source, 'export', '--help')).toContain('Usage: npm run export')
  })
})

describe('npm run restore', () => {
  it('loads nothing when any part of the file fails', async () => {
    const broken = join(files, 'broken.sql')
    await copyFile(file, broken)
    await appendFile(
      broken,
      `INSERT INTO events (id,organizer_id,name) VALUES ('${randomUUID()}','nobody','E');\n`,
    )
    await expect(runScript(copy, 'restore', broken)).rejects.toThrow('FOREIGN KEY')
    const { tables, counts, entries } = await contentOf(copy)
    expect(new Set(Object.values(tables).map((rows) => (rows as unknown[]).length))).toEqual(new Set([0]))
    expect([counts, entries]).toEqual([[], []])
  })

  it('restores every row, the counts and the search index', async () => {
    const output = await runScript(copy, 'restore', file)
    expect(output).toMatch(/^tickets +23,\d{3}$/m)
    expect(output).toMatch(/^audit_log +1$/m)
    expect(output).toMatch(/^check_ins +7$/m)
    expect(output).toMatch(/^ticket_bases +4$/m)
    const [before, after] = [await contentOf(source), await contentOf(copy)]
    expect(Object.keys(before.tables).length).toBeGreaterThan(8)
    expect(after).toEqual(before)
    await withDatabase(copy, async (db) => {
      expect((await db.prepare('PRAGMA foreign_key_check').all()).results).toEqual([])
      const listing = await db.prepare(`SELECT title, description FROM listings WHERE slug = 'odd'`).first()
      expect(listing).toEqual({ title: ODD_TEXT, description: LONG_TEXT })
    })
  })

  it('rejects a database that has rows', async () => {
    await expect(runScript(copy, 'restore', file)).rejects.toThrow('The database is not empty (organizers,')
  })

  it('restores a database that the API can serve and that triggers keep up to date', async () => {
    const dev = await startDev(copy)
    try {
      tokens.door = (await runScript(copy, 'token', 'door')).trim()
      const { status, page } = await search(dev)
      expect([status, page.meta.totalCount, page.data.length]).toEqual([200, 18, 18])
      // A check-in from before the export is known and can be undone.
      const at = '2026-06-12T18:00:00Z'
      const ticketId = randomUUID()
      const response = await fetch(dev.api + CHECK_INS, {
        method: 'POST',
        headers: { Authorization: `Bearer ${tokens.door}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          items: [
            { type: 'CheckIn', id: FIRST_CHECK_IN, ticketId, at },
            { type: 'Undo', id: randomUUID(), checkInId: FIRST_CHECK_IN, at },
          ],
        }),
      })
      const { results } = (await response.json()) as { results: object[] }
      expect(results).toMatchObject([
        { outcome: 'CheckedIn', ticket: { status: 'Valid', checkedInAt: null } },
        { outcome: 'Undone', ticket: { status: 'Valid', checkedInAt: null } },
      ])
    } finally {
      await dev.stop()
    }
    await withDatabase(copy, async (db) => {
      const counted = () =>
        db.prepare('SELECT sum(valid) AS valid, sum(voided) AS voided FROM ticket_counts').first()
      const before = (await counted()) as { valid: number; voided: number }
      await db
        .prepare(`UPDATE tickets SET status = 'Voided'
                  WHERE key = (SELECT min(key) FROM tickets WHERE status = 'Valid')`)
        .run()
      expect(await counted()).toEqual({ valid: before.valid - 1, voided: before.voided + 1 })
    })
  })

  it('requires a file that exists, and prints its usage', async () => {
    await expect(runScript(copy, 'restore')).rejects.toThrow('One FILE is required')
    await expect(runScript(copy, 'restore', join(files, 'none.sql'))).rejects.toThrow('There is no file')
    expect(await runScript(copy, 'restore', '--help')).toContain('Usage: npm run restore')
  })
})

it('wrangler alone can load an export, as in a remote restore', async () => {
  const state = await makeState()
  try {
    await migrate(state)
    const args = ['d1', 'execute', 'DB', '--local', '--persist-to', state, '--yes', '--file', file]
    await promisify(execFile)(process.execPath, [WRANGLER_MAIN, ...args], {
      cwd: ROOT,
      env: { ...process.env, ...WRANGLER_ENV },
    })
    expect(await contentOf(state)).toEqual(await contentOf(source))
  } finally {
    await removeState(state)
  }
})
