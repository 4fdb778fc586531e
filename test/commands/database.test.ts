// The databases of the commands: the local file while another process has it, and wrangler's way to a deployed one.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { wranglerDatabase } from '../../scripts/lib/database.ts'
import { withDatabase } from '../../scripts/lib/local.ts'
import { withLocalDatabase } from '../../scripts/lib/local-database.ts'
import { sqlText } from '../../scripts/lib/sql-text.ts'
import { organizerCommand } from '../../scripts/organizer.ts'
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
  const statements = Array.from(
    { length: 2_000 },
    (_, n) => `INSERT INTO organizers (id, name) VALUES ('${randomUUID()}', '${n}')`,
  )
  await withDatabase(state, async (other) => {
    let isDone = false
    let isWriting = (): void => undefined
    const started = new Promise<void>((resolve) => {
      isWriting = resolve
    })
    const writer = (async () => {
      // Small writes in a row, like those of local D1 sessions for lists. They fail while the transaction writes.
      while (!isDone) {
        const outcome = await other.prepare('UPDATE organizers SET name = name').run().catch(String)
        if (typeof outcome === 'string') expect(outcome).toContain('SQLITE_BUSY')
        isWriting()
      }
    })()
    await started
    await withLocalDatabase(state, (db) => db.batch(statements.map((sql) => db.prepare(sql)))).finally(() => {
      isDone = true
    })
    await writer
    expect(await other.prepare('SELECT count(*) AS n FROM organizers').first()).toEqual({ n: 2_000 })
  })
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
