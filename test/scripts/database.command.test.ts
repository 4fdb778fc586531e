// The databases of the commands: the local file while another process has it, and wrangler's way to a
// deployed one.
// @module-tag full
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { wranglerDatabase } from '../../scripts/lib/database.ts'
import { withLocalDatabase } from '../../scripts/lib/local-database.ts'
import { sqlText } from '../../scripts/lib/sql-text.ts'
import { organizerCommand } from '../../scripts/organizer.ts'
import { openFile } from '../support/node/database-file.ts'
import { makeState, removeState } from '../support/node/dev.ts'
import { copyState } from '../support/node/own-service.ts'
import { run } from '../support/node/run-command.ts'
import { isFull } from '../support/runs.ts'

let state: string
beforeAll(async () => {
  state = await copyState('empty')
})
afterAll(() => removeState(state))

it('a transaction waits while another process writes to the file', async () => {
  const id = randomUUID()
  const file = openFile(state, { readOnly: false })
  await withLocalDatabase(state, async (db) => {
    file.run('BEGIN IMMEDIATE')
    const written = db.batch([db.prepare(`INSERT INTO organizers (id, name) VALUES ('${id}', 'Club')`)])
    // Long enough for an attempt, and ended by its failure.
    await Promise.race([written, sleep(500)])
    file.run('COMMIT')
    await written
  })
  expect(file.all('SELECT name FROM organizers')).toEqual([{ name: 'Club' }])
  file.close()
})

describe('a database through wrangler', () => {
  // wrangler starts five times.
  it.runIf(isFull)('has what was written, or nothing of it', async () => {
    const hard = [
      "Robert'); DROP TABLE tickets;--",
      'a\nb\r\nc',
      'BEGIN TRANSACTION; COMMIT;',
      '100% "x" \\ /* é',
      "''",
      'x;',
    ]
    const database = wranglerDatabase(['--local', '--persist-to', state])
    const [before] = await database.read('SELECT max(rowid) AS last FROM organizers')
    const last = Number(before?.[0]?.last ?? 0)
    await database.write(
      hard.map(
        (name) => `INSERT INTO organizers (id, name) VALUES (${sqlText(randomUUID())}, ${sqlText(name)})`,
      ),
    )
    const read = () =>
      database.read(`SELECT name FROM organizers WHERE rowid > ${last} ORDER BY rowid`, 'SELECT 1 AS one')
    expect(await read()).toEqual([hard.map((name) => ({ name })), [{ one: 1 }]])
    // The first statement is valid, the second is not.
    const failing = database.write([
      `UPDATE organizers SET name = 'lost'`,
      'INSERT INTO organizers (id, name) SELECT id, name FROM organizers',
    ])
    await expect(failing).rejects.toThrow('UNIQUE constraint failed: organizers.id')
    expect((await read())[0]).toEqual(hard.map((name) => ({ name })))
  })

  it('explains how to log in', async () => {
    // An empty home folder has no wrangler login. Without a login, wrangler does not use the network.
    const home = await makeState()
    for (const name of ['CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_API_KEY', 'XDG_CONFIG_HOME'])
      vi.stubEnv(name, undefined)
    for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, home)
    const outcome = await run(organizerCommand, '--name', 'Club', '--owner', 'someone', '--remote')
    vi.unstubAllEnvs()
    await removeState(home)
    expect(outcome).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'wrangler is not logged in to Cloudflare. Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.\n',
    })
  })
})
