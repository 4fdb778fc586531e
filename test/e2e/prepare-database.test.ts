// What `npm run dev` does with a database that exists already.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withDatabase } from '../../scripts/local.ts'
import { prepareDatabase } from '../../scripts/prepare-database.ts'
import { removeState } from '../support/node/dev.ts'
import { makeDemoState } from '../support/node/use-dev.ts'

/** Takes back 0006_console.sql, as far as it concerns the audit log. */
const WITHOUT_LAST_MIGRATION = [
  `DELETE FROM d1_migrations WHERE name = '0006_console.sql'`,
  'DROP INDEX audit_log_by_series',
  'DROP INDEX sessions_by_series',
  'DROP INDEX events_by_name',
  'DROP INDEX series_by_event',
  'DROP INDEX listings_by_update',
  'DROP INDEX listings_by_status',
  'DROP INDEX venues_by_name',
  'ALTER TABLE audit_log DROP COLUMN before',
  'CREATE INDEX sessions_series_start ON sessions (series_id, starts_at)',
]

let state: string
beforeAll(async () => {
  state = await makeDemoState()
})
afterAll(() => removeState(state))

it('a missing migration is applied, and the demo is not loaded again', async () => {
  await withDatabase(state, (db) => db.batch(WITHOUT_LAST_MIGRATION.map((sql) => db.prepare(sql))))
  expect(await prepareDatabase(state)).toBe(false)
  await withDatabase(state, async (db) => {
    const { results } = await db.prepare('SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1').all()
    expect(results).toEqual([{ name: '0006_console.sql' }])
    await db.prepare('SELECT before FROM audit_log').all()
  })
})

it('a database with everything stays as it is', async () => {
  expect(await prepareDatabase(state)).toBe(false)
})
