// What `npm run dev` and the other local commands do with the migrations, and that wrangler does the same
// with them.
// @module-tag full
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareDatabase } from '../../scripts/data/prepare-database.ts'
import { ROOT, WRANGLER_ENV, WRANGLER_MAIN, withDatabase } from '../../scripts/lib/local.ts'
import { type LocalDatabase, serverDatabase } from '../../scripts/lib/local-database.ts'
import { applyMigrations, deleteDatabase, listMigrations } from '../../scripts/lib/migrations.ts'
import { openFile } from '../support/node/database-file.ts'
import { makeState, removeState } from '../support/node/dev.ts'
import type { LocalService } from '../support/node/local-service.ts'
import { copyState, start } from '../support/node/own-service.ts'
import { isFull } from '../support/runs.ts'

let state: string
let folder: string
beforeAll(async () => {
  state = await copyState('smallDemo')
  folder = await mkdtemp(join(tmpdir(), 'doorlist-migrations-'))
  await cp(join(ROOT, 'drizzle'), folder, { recursive: true })
})
afterAll(() => Promise.all([removeState(state), rm(folder, { recursive: true })]))

const contentOf = (target: string) => {
  const file = openFile(target)
  const schema = file.all<{ name: string; sql: string | null }>(
    `SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name`,
  )
  const applied = file.all('SELECT id, name FROM d1_migrations')
  file.close()
  // wrangler writes the same statement for its own table with other spaces.
  const trim = (sql: string | null) => sql?.replace(/\s+/g, ' ').replace(/;$/, '').trim()
  return { schema: schema.map(({ name, sql }) => ({ name, sql: trim(sql) })), applied }
}

it.runIf(isFull)('wrangler applies them with the same result, and records the same', async () => {
  const other = await makeState()
  const args = ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', other]
  const env = { ...process.env, ...WRANGLER_ENV }
  await promisify(execFile)(process.execPath, [WRANGLER_MAIN, ...args], { cwd: ROOT, env })
  expect(contentOf(other)).toEqual(contentOf(state))
  await removeState(other)
})

describe('on a running service', () => {
  let running: LocalService
  let db: LocalDatabase
  beforeAll(async () => {
    running = await start(state)
    db = serverDatabase(running.api)
  })
  afterAll(() => running.stop())

  it('a missing migration is applied, and no other', async () => {
    expect(await applyMigrations(db, folder)).toEqual([])
    await writeFile(
      join(folder, '9998_added.sql'),
      'CREATE TABLE added (n INTEGER);\n--> statement-breakpoint\nINSERT INTO added VALUES (7);\n',
    )
    expect(await applyMigrations(db, folder)).toEqual(['9998_added.sql'])
    const [added, applied] = await db.batch([
      db.prepare('SELECT n FROM added'),
      db.prepare('SELECT name FROM d1_migrations ORDER BY id'),
    ])
    expect(added?.results).toEqual([{ n: 7 }])
    const names = [...(await listMigrations()), '9998_added.sql']
    expect(applied?.results).toEqual(names.map((name) => ({ name })))
  })

  it('a migration that fails is named, and leaves nothing', async () => {
    await writeFile(
      join(folder, '9999_broken.sql'),
      'CREATE TABLE broken (n INTEGER);\n--> statement-breakpoint\nINSERT INTO nowhere VALUES (7);\n',
    )
    await expect(applyMigrations(db, folder)).rejects.toThrow(
      /^The migration 9999_broken\.sql failed: .*nowhere/,
    )
    await expect(db.batch([db.prepare('SELECT n FROM broken')])).rejects.toThrow('no such table')
  })
})

it('a database of migrations that have changed since is refused, and can be deleted', async () => {
  const other = await copyState('smallDemo')
  const note = join(other, 'doorlist-migrations.json')
  // With everything it stays as it is, and the demo is not loaded again.
  expect(await prepareDatabase(other)).toMatchObject({ loaded: false })
  const hashes = JSON.parse(await readFile(note, 'utf8'))
  await writeFile(note, JSON.stringify({ ...hashes, [Object.keys(hashes)[0] as string]: 'another' }))
  await expect(prepareDatabase(other)).rejects.toThrow('npm run dev -- --reset')
  await deleteDatabase(other)
  expect(await prepareDatabase(other, { largeSession: 10 })).toMatchObject({ loaded: true })
  await removeState(other)
})

it('a database that is older than the first migrations is not touched', async () => {
  const old = await makeState()
  await withDatabase(old, async (db) => {
    await db.prepare('CREATE TABLE organizers (id TEXT)').run()
    await expect(applyMigrations(db)).rejects.toThrow('made by older migrations')
  })
  await removeState(old)
})
