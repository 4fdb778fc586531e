// What `npm run dev` and the other local commands do with the migrations, and that wrangler does the same with them.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT, WRANGLER_ENV, WRANGLER_MAIN, withDatabase } from '../../scripts/local.ts'
import { applyMigrations, deleteDatabase, listMigrations } from '../../scripts/migrations.ts'
import { prepareDatabase } from '../../scripts/prepare-database.ts'
import { makeState, removeState } from '../support/node/dev.ts'
import { copyState } from '../support/node/own-service.ts'

let state: string
let folder: string
beforeAll(async () => {
  state = await copyState('smallDemo')
  folder = await mkdtemp(join(tmpdir(), 'doorlist-migrations-'))
  await cp(join(ROOT, 'drizzle'), folder, { recursive: true })
})
afterAll(() => Promise.all([removeState(state), rm(folder, { recursive: true })]))

const migrateWithWrangler = async (target: string): Promise<string> => {
  const args = ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', target]
  const env = { ...process.env, ...WRANGLER_ENV }
  return (await promisify(execFile)(process.execPath, [WRANGLER_MAIN, ...args], { cwd: ROOT, env })).stdout
}

const schemaOf = (target: string) =>
  withDatabase(target, async (db) => {
    const { results } = await db
      .prepare(
        `SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name`,
      )
      .all<{ name: string; sql: string | null }>()
    // wrangler writes the same statement for its own table with other spaces.
    return results.map(({ name, sql }) => ({ name, sql: sql?.replace(/\s+/g, ' ').replace(/;$/, '').trim() }))
  })

it('wrangler applies them with the same result, and finds nothing to do after them', async () => {
  const other = await makeState()
  await migrateWithWrangler(other)
  expect(await schemaOf(other)).toEqual(await schemaOf(state))
  expect(await migrateWithWrangler(state)).toContain('No migrations to apply')
  await removeState(other)
})

it('a database with everything stays as it is', async () => {
  expect(await prepareDatabase(state)).toBe(false)
  expect(await withDatabase(state, (db) => applyMigrations(db))).toEqual([])
})

it('a missing migration is applied, and the demo is not loaded again', async () => {
  await writeFile(
    join(folder, '9998_added.sql'),
    'CREATE TABLE added (n INTEGER);\n--> statement-breakpoint\nINSERT INTO added VALUES (7);\n',
  )
  await withDatabase(state, async (db) => {
    expect(await applyMigrations(db, folder)).toEqual(['9998_added.sql'])
    expect(await db.prepare('SELECT n FROM added').first('n')).toBe(7)
    const { results } = await db.prepare('SELECT name FROM d1_migrations ORDER BY id').all()
    expect(results.map(({ name }) => name)).toEqual([...(await listMigrations()), '9998_added.sql'])
  })
  expect(await prepareDatabase(state)).toBe(false)
})

it('a migration that fails is named, and leaves nothing', async () => {
  await writeFile(
    join(folder, '9999_broken.sql'),
    'CREATE TABLE broken (n INTEGER);\n--> statement-breakpoint\nINSERT INTO nowhere VALUES (7);\n',
  )
  await withDatabase(state, async (db) => {
    await expect(applyMigrations(db, folder)).rejects.toThrow(
      /^The migration 9999_broken\.sql failed: .*nowhere/,
    )
    await expect(db.prepare('SELECT n FROM broken').first()).rejects.toThrow('no such table')
  })
})

it('a database of migrations that have changed since is refused, and can be deleted', async () => {
  const other = await copyState('smallDemo')
  const note = join(other, 'doorlist-migrations.json')
  await prepareDatabase(other)
  const hashes = JSON.parse(await readFile(note, 'utf8'))
  await writeFile(note, JSON.stringify({ ...hashes, '0003_check_ins.sql': 'another' }))
  await expect(prepareDatabase(other)).rejects.toThrow('npm run dev -- --reset')
  await deleteDatabase(other)
  expect(await prepareDatabase(other, 10)).toBe(true)
  await removeState(other)
})

it('a database that is older than the first migrations is not touched', async () => {
  await withDatabase(await makeState(), async (db) => {
    await db.prepare('CREATE TABLE organizers (id TEXT)').run()
    await expect(applyMigrations(db)).rejects.toThrow('made by older migrations')
  })
})
