// A device's copy of the demo's 20,000 tickets, kept by the code of docs/sync.md: its size on the wire, and what happens
// when the database is replaced by a restored export.
import { execFile } from 'node:child_process'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../scripts/local.ts'
import { type LocalDatabase, withLocalDatabase } from '../../scripts/local-database.ts'
import { type Dev, makeState, removeState, runScript, startDev } from '../support/node/dev.ts'
import { makeDemoState } from '../support/node/use-dev.ts'

const SESSION = '0190a000-0000-7000-8000-000000000031'
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
const MAX_LIST_BYTES = 1_300_000
const MAX_CHANGES_BYTES = 8_000

type Copy = { tickets: Map<string, (string | number | null)[]>; next: string }
type Synchronize = (ask: (query: string) => Promise<Response>, copy?: Copy) => Promise<Copy>

let files: string
let source: string
let restored: string
let synchronize: Synchronize

beforeAll(async () => {
  files = await makeState()
  source = await makeDemoState()
  restored = await makeState()
  const page = await readFile(join(ROOT, 'docs', 'sync.md'), 'utf8')
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? []
  const file = join(files, 'sync.ts')
  await writeFile(file, code)
  await writeFile(join(files, 'package.json'), JSON.stringify({ type: 'module' }))
  await symlink(join(ROOT, 'node_modules'), join(files, 'node_modules'))
  const flags = [
    '--strict',
    '--noUncheckedIndexedAccess',
    '--noEmit',
    '--target',
    'esnext',
    '--lib',
    'esnext,dom',
  ]
  await promisify(execFile)(process.execPath, [TSC, '--ignoreConfig', ...flags, file], { cwd: files })
  synchronize = ((await import(/* @vite-ignore */ file)) as { synchronize: Synchronize }).synchronize
})
afterAll(() => Promise.all([files, source, restored].map(removeState)))

/** Asks a running API as the demo's door; adds each body, compressed, to `sizes`, and each status to `statuses`. */
const askerOf = async (dev: Dev, state: string) => {
  const token = (await runScript(state, 'token', 'door')).trim()
  const sizes: number[] = []
  const statuses: number[] = []
  const ask = async (query: string): Promise<Response> => {
    const url = `${dev.api}/api/v1/sessions/${SESSION}/ticket-changes${query}`
    const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
    sizes.push(gzipSync(await response.clone().bytes()).length)
    statuses.push(response.status)
    return response
  }
  const takeBytes = () => sizes.splice(0).reduce((sum, size) => sum + size, 0)
  const takeStatuses = () => statuses.splice(0)
  return { ask, takeBytes, takeStatuses }
}

const IN_SESSION = `session_number = (SELECT number FROM sessions WHERE id = '${SESSION}')`

const write = (state: string, sql: string) => withLocalDatabase(state, (db) => db.batch([db.prepare(sql)]))

/** The ids and statuses of the session's tickets. */
const readTickets = async (db: LocalDatabase) => {
  const [tickets] = await db.batch<{ id: string; status: string }>([
    db.prepare(`SELECT id, status FROM tickets WHERE ${IN_SESSION}`),
  ])
  return new Map(tickets?.results.map(({ id, status }) => [id, status]))
}

const statusesOf = ({ tickets }: Copy) => new Map([...tickets].map(([id, [, , status]]) => [id, status]))

it('a copy is kept up to date, is small on the wire, and is replaced after a restore', async () => {
  const dev = await startDev(source)
  let copy: Copy
  try {
    const { ask, takeBytes } = await askerOf(dev, source)
    copy = await synchronize(ask)
    expect(copy.tickets.size).toBe(20_000)
    const listBytes = takeBytes()
    expect(listBytes).toBeLessThanOrEqual(MAX_LIST_BYTES)

    await write(
      source,
      `UPDATE tickets SET status = 'CheckedIn', checked_in_at = (unixepoch() - key % 3571) * 1000 WHERE key IN
       (SELECT key FROM tickets WHERE ${IN_SESSION} AND status = 'Valid' AND key % 150 = 0 LIMIT 100)`,
    )
    copy = await synchronize(ask, copy)
    const changesBytes = takeBytes()
    expect(changesBytes).toBeLessThanOrEqual(MAX_CHANGES_BYTES)
    await withLocalDatabase(source, async (db) => expect(statusesOf(copy)).toEqual(await readTickets(db)))
    console.log(`20,000 tickets: ${listBytes} bytes; 100 changes: ${changesBytes} bytes, compressed`)
  } finally {
    await dev.stop()
  }

  const file = join(files, 'doorlist.sql')
  await runScript(source, 'export', '--output', file)
  await runScript(restored, 'restore', file)
  await write(restored, `UPDATE tickets SET status = 'Voided' WHERE ${IN_SESSION} AND key % 7 = 0`)
  const later = await startDev(restored)
  try {
    const { ask, takeStatuses } = await askerOf(later, restored)
    copy = await synchronize(ask, copy)
    expect(takeStatuses().slice(0, 2)).toEqual([410, 200])
    await withLocalDatabase(restored, async (db) => expect(statusesOf(copy)).toEqual(await readTickets(db)))

    // A rebuild of what is derived gives new epochs, too.
    await runScript(restored, 'search-index', 'rebuild')
    copy = await synchronize(ask, copy)
    expect(takeStatuses().slice(0, 2)).toEqual([410, 200])
    await withLocalDatabase(restored, async (db) => expect(statusesOf(copy)).toEqual(await readTickets(db)))
  } finally {
    await later.stop()
  }
})
