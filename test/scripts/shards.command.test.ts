// The commands with --shard: each works on the database that it names, and on no other.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportCommand } from '../../scripts/export.ts'
import { withMigratedDatabase } from '../../scripts/lib/migrations.ts'
import { organizerCommand } from '../../scripts/organizer.ts'
import { restoreCommand } from '../../scripts/restore.ts'
import { searchIndexCommand } from '../../scripts/search-index.ts'
import { setupLinkCommand } from '../../scripts/setup-link.ts'
import { tidyCommand } from '../../scripts/tidy.ts'
import { readFileRows } from '../support/node/database-file.ts'
import { makeState, removeState } from '../support/node/dev.ts'
import { run } from '../support/node/run-command.ts'

let state: string
beforeAll(async () => {
  state = await makeState()
  for (const shard of ['DB', 'DB_1']) await withMigratedDatabase(state, async () => undefined, shard)
})
afterAll(() => removeState(state))

const read = (shard: string, sql: string) => readFileRows(state, sql, shard)

const here = (...args: string[]) => [...args, '--persist-to', state]
const at = (shard: string, ...args: string[]) => here('--shard', shard, ...args)

it('an organizer is made, exported and restored in the database that is named', async () => {
  const made = await run(organizerCommand, ...at('DB_1', '--name', 'Club', '--owner', 'ana'))
  expect(made.stdout).toContain('Created "Club"')
  expect(read('DB_1', 'SELECT name FROM organizers')).toEqual([{ name: 'Club' }])
  expect(read('DB', 'SELECT name FROM organizers')).toEqual([])
  const file = join(state, 'club.sql')
  expect((await run(exportCommand, ...at('DB_1', '--output', file))).stderr).toBe('')
  expect((await run(restoreCommand, ...at('DB_2', file))).stdout).toContain('Restored.')
  expect(read('DB_2', 'SELECT name FROM organizers')).toEqual([{ name: 'Club' }])
  expect(read('DB', 'SELECT name FROM organizers')).toEqual([])
})

it('tidy and search-index work on it', async () => {
  expect((await run(tidyCommand, ...at('DB_1', '--guests'))).stdout).toContain('erased')
  expect((await run(searchIndexCommand, ...at('DB_1', 'rebuild'))).stdout).toContain('rebuilt')
})

it('the link of a setup has a code of its own, of which the database has the hash and the host', async () => {
  await withMigratedDatabase(state, async () => undefined, 'DB_3')
  const link = async () => {
    const { stdout } = await run(setupLinkCommand, ...at('DB_3', '--url', 'https://eu.example.com'))
    return /setup#setup\/([\w-]+)/.exec(stdout)?.[1]
  }
  const first = await link()
  const second = await link()
  expect(first).toMatch(/^[\w-]{32}$/)
  expect(second).not.toBe(first)
  expect(read('DB_3', 'SELECT host, length(code_hash) AS length FROM setup_code')).toEqual([
    { host: 'eu.example.com', length: 43 },
  ])
  expect(read('DB', 'SELECT host FROM setup_code')).toEqual([])
})

it.each(['DB_0', 'DB_16', 'db_1', 'DB1', ''])('%j is no database', async (shard) => {
  const { stderr } = await run(organizerCommand, ...at(shard, '--name', 'Club', '--owner', 'ana'))
  expect(stderr).toContain('--shard must be DB or DB_1 to DB_15.')
})
