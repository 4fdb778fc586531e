// What `npm run dev` does with a database that exists already.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteDatabase } from '../../scripts/known-migrations.ts'
import { withDatabase } from '../../scripts/local.ts'
import { prepareDatabase } from '../../scripts/prepare-database.ts'
import { removeState } from '../support/node/dev.ts'
import { makeDemoState } from '../support/node/use-dev.ts'

const LAST_MIGRATION = '0003_check_ins.sql'

let state: string
beforeAll(async () => {
  state = await makeDemoState()
})
afterAll(() => removeState(state))

it('a missing migration is applied, and the demo is not loaded again', async () => {
  await withDatabase(state, async (db) => {
    const { results } = await db
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%check_ins'`)
      .all<{ name: string }>()
    await db.batch(
      [
        ...results.map(({ name }) => `DROP TRIGGER ${name}`),
        'DROP VIEW ticket_states',
        `DELETE FROM d1_migrations WHERE name = '${LAST_MIGRATION}'`,
      ].map((sql) => db.prepare(sql)),
    )
  })
  expect(await prepareDatabase(state)).toBe(false)
  await withDatabase(state, async (db) => {
    const { results } = await db.prepare('SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1').all()
    expect(results).toEqual([{ name: LAST_MIGRATION }])
    await db.prepare('SELECT * FROM ticket_states LIMIT 1').all()
  })
})

it('a database with everything stays as it is', async () => {
  expect(await prepareDatabase(state)).toBe(false)
})

it('a database of migrations that have changed since is refused, and can be deleted', async () => {
  const note = join(state, 'doorlist-migrations.json')
  const migrations = JSON.parse(await readFile(note, 'utf8'))
  await writeFile(note, JSON.stringify({ ...migrations, [LAST_MIGRATION]: 'another' }))
  await expect(prepareDatabase(state)).rejects.toThrow('npm run dev -- --reset')
  await deleteDatabase(state)
  expect(await prepareDatabase(state)).toBe(true)
})
