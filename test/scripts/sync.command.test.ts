// A device's copy of the demo's tickets, kept by the code of docs/sync.md: its size on the wire, and what
// happens when the database is replaced by a restored export.
// @module-tag full
import { execFile } from 'node:child_process'
import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportCommand } from '../../scripts/export.ts'
import { ROOT } from '../../scripts/lib/local.ts'
import { restoreCommand } from '../../scripts/restore.ts'
import { searchIndexCommand } from '../../scripts/search-index.ts'
import type { Copied, ListCopy } from '../../web/shared/list-copy.ts'
import { makeState, removeState } from '../support/node/dev.ts'
import { copyState, start } from '../support/node/own-service.ts'
import { run } from '../support/node/run-command.ts'
import { connect, type Service } from '../support/node/service.ts'

const SESSION = '0190a000-0000-7000-8000-000000000031'
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
const MAX_LIST_BYTES = 1_550_000
const MAX_CHANGES_BYTES = 9_050

type Copy = ListCopy<Copied>
type Synchronize = (ask: (query: string) => Promise<Response>, copy?: Copy) => Promise<Copy>

let files: string
let source: string
let small: string
let restored: string
let synchronize: Synchronize

beforeAll(async () => {
  files = await makeState()
  source = await copyState('demo')
  small = await copyState('smallDemo')
  restored = await makeState()
  const page = await readFile(join(ROOT, 'docs', 'sync.md'), 'utf8')
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? []
  const file = join(files, 'sync.ts')
  await writeFile(file, code)
  await copyFile(join(ROOT, 'web', 'shared', 'list-copy.ts'), join(files, 'list-copy.ts'))
  await writeFile(join(files, 'package.json'), JSON.stringify({ type: 'module' }))
  await symlink(join(ROOT, 'node_modules'), join(files, 'node_modules'))
  const flags = [
    '--strict',
    '--noUncheckedIndexedAccess',
    '--noEmit',
    '--allowImportingTsExtensions',
    '--target',
    'esnext',
    '--lib',
    'esnext,dom',
  ]
  await promisify(execFile)(process.execPath, [TSC, '--ignoreConfig', ...flags, file], { cwd: files })
  synchronize = ((await import(/* @vite-ignore */ file)) as { synchronize: Synchronize }).synchronize
})
afterAll(() => Promise.all([files, source, small, restored].map(removeState)))

/** Asks the API as the demo's door; adds each body, compressed, to `sizes`, and each status to `statuses`. */
const askerOf = async (service: Service) => {
  const headers = { Authorization: `Bearer ${await service.token('door')}` }
  const sizes: number[] = []
  const statuses: number[] = []
  const ask = async (query: string): Promise<Response> => {
    const response = await fetch(`${service.api}/api/v1/sessions/${SESSION}/ticket-changes${query}`, {
      headers,
    })
    sizes.push(gzipSync(await response.clone().bytes()).length)
    statuses.push(response.status)
    return response
  }
  const takeBytes = () => sizes.splice(0).reduce((sum, size) => sum + size, 0)
  const takeStatuses = () => statuses.splice(0)
  return { ask, takeBytes, takeStatuses }
}

const IN_SESSION = `session_number = (SELECT number FROM sessions WHERE id = '${SESSION}')`

/** Runs `work` with a service on a state folder. */
const withService = async (state: string, work: (service: Service) => Promise<void>): Promise<void> => {
  const running = await start(state)
  try {
    await work(connect(running.api, running.issuer, state))
  } finally {
    await running.stop()
  }
}

/** Expects that the copy has the ids and statuses of the session's tickets. */
const expectCurrent = async ({ sql }: Service, copy: Copy): Promise<void> => {
  const tickets = await sql<{ id: string; status: string }>(
    `SELECT id, status FROM tickets WHERE ${IN_SESSION}`,
  )
  expect(statusesOf(copy)).toEqual(new Map(tickets.map(({ id, status }) => [id, status])))
}

const statusesOf = ({ tickets }: Copy) => new Map([...tickets].map(([id, { status }]) => [id, status]))

it('a copy of 20,000 tickets is kept up to date, and is small on the wire', async () => {
  await withService(source, async (service) => {
    const { ask, takeBytes } = await askerOf(service)
    await service.sql(
      `UPDATE tickets SET device = 'Gate ' || key % 12 WHERE ${IN_SESSION} AND status = 'CheckedIn'`,
    )
    let copy = await synchronize(ask)
    expect(copy.tickets.size).toBe(20_000)
    const listBytes = takeBytes()
    expect(listBytes).toBeLessThanOrEqual(MAX_LIST_BYTES)

    await service.sql(
      `UPDATE tickets SET status = 'CheckedIn', checked_in_at = (unixepoch() - key % 3571) * 1000,
         device = 'Gate ' || key % 12 WHERE key IN
       (SELECT key FROM tickets WHERE ${IN_SESSION} AND status = 'Valid' AND key % 150 = 0 LIMIT 100)`,
    )
    copy = await synchronize(ask, copy)
    const changesBytes = takeBytes()
    expect(changesBytes).toBeLessThanOrEqual(MAX_CHANGES_BYTES)
    await expectCurrent(service, copy)
    console.log(`20,000 tickets: ${listBytes} bytes; 100 changes: ${changesBytes} bytes, compressed`)
  })
})

it('a copy is replaced after a restore', async () => {
  const file = join(files, 'doorlist.sql')
  let copy: Copy | undefined
  await withService(small, async (service) => {
    copy = await synchronize((await askerOf(service)).ask)
    expect((await run(exportCommand, '--output', file, '--persist-to', small)).code).toBe(0)
  })
  expect((await run(restoreCommand, file, '--persist-to', restored)).code).toBe(0)
  await withService(restored, async (service) => {
    await service.sql(`UPDATE tickets SET status = 'Voided' WHERE ${IN_SESSION} AND key % 7 = 0`)
    const { ask, takeStatuses } = await askerOf(service)
    copy = await synchronize(ask, copy)
    expect(takeStatuses().slice(0, 2)).toEqual([410, 200])
    await expectCurrent(service, copy)

    // A rebuild of what is derived gives new epochs, too.
    expect((await run(searchIndexCommand, 'rebuild', '--persist-to', restored)).code).toBe(0)
    copy = await synchronize(ask, copy)
    expect(takeStatuses().slice(0, 2)).toEqual([410, 200])
    await expectCurrent(service, copy)
  })
})
