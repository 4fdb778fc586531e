// `npm run export` while the API is busy, `npm run restore` of its file into a new folder, and then the API
// on the restored database.
// @module-tag full
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFile, copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { backupTables } from '../../scripts/backup/tables.ts'
import { exportCommand } from '../../scripts/export.ts'
import { ROOT, WRANGLER_ENV, WRANGLER_MAIN } from '../../scripts/lib/local.ts'
import { serverDatabase } from '../../scripts/lib/local-database.ts'
import { applyMigrations } from '../../scripts/lib/migrations.ts'
import { restoreCommand } from '../../scripts/restore.ts'
import { openFile } from '../support/node/database-file.ts'
import { makeState, removeState, runScript } from '../support/node/dev.ts'
import type { LocalService } from '../support/node/local-service.ts'
import { copyState, start } from '../support/node/own-service.ts'
import { run } from '../support/node/run-command.ts'
import { connect, type Service } from '../support/node/service.ts'
import { isFull } from '../support/runs.ts'

const NORTHLIGHT = '0190a000-0000-7000-8000-000000000001'
const EVENT = '0190a000-0000-7000-8000-000000000010'
const SERIES = '0190a000-0000-7000-8000-000000000020'
const SEARCH = '/api/v1/sessions/0190a000-0000-7000-8000-000000000030/tickets?q=garcia&pageSize=50'
const LISTS = '/api/organizer/v1/sessions/0190a000-0000-7000-8000-000000000030/guest-lists'
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
let before: Page
/** The guest list before the export, and as its link showed it. */
let list: { id: string; code: string }
let listed: View
let during: { status: number; page: Page }[]

type Page = { data: { id: string }[]; meta: { totalCount: number } }

const search = async ({ api, token }: Service): Promise<{ status: number; page: Page }> => {
  const response = await fetch(api + SEARCH, { headers: { Authorization: `Bearer ${await token('door')}` } })
  return { status: response.status, page: (await response.json()) as Page }
}

/** Searches until `work` is done. */
const searchWhile = async (service: Service, work: Promise<unknown>) => {
  const results: { status: number; page: Page }[] = []
  let done = false
  const end = work.finally(() => {
    done = true
  })
  while (!done) {
    results.push(await search(service))
    await sleep(10)
  }
  await end
  return results
}

const insertOddRow = async (api: string): Promise<void> => {
  const db = serverDatabase(api)
  const insert = db.prepare(
    `INSERT INTO listings (id, organizer_id, title, slug, description, short_description, price_from, tags,
       created_at, updated_at) VALUES (?, ?, ?, 'odd', ?, '', 12.5, '["a;b"]', 1, 2)`,
  )
  await db.batch([insert.bind(randomUUID(), NORTHLIGHT, ODD_TEXT, LONG_TEXT)])
}

const insertLongListing = (): string =>
  `INSERT INTO listings (id, organizer_id, title, slug, description, short_description, price_from, tags, created_at, updated_at) VALUES ('${randomUUID()}', '${NORTHLIGHT}', 'Long', '${randomUUID()}', '${'x'.repeat(90_000)}', '', 12.5, '[]', 1, 2);\n`

const SECRETS = [
  ...['hash-of-a-link', 'hash-of-an-attempt', 'hash-of-a-secret', 'sealed-key', 'a-challenge'],
  ...['sealed-address-of-a-list', 'sealed-token-of-a-shop'],
]

/** A phone, a program and a person, with what lets them in. */
const insertSignIns = async (api: string): Promise<void> => {
  const db = serverDatabase(api)
  const far = 4_000_000_000_000
  const device = randomUUID()
  const person = randomUUID()
  const [link, attempt, secret, sealed, challenge, address, token] = SECRETS
  await db.batch(
    [
      `INSERT INTO devices VALUES ('${device}', '${NORTHLIGHT}', 'Gate A', '${EVENT}', 'Staff', NULL, ${far}, 1000, NULL, 2, '${link}', ${far}, '${attempt}')`,
      `INSERT INTO programs VALUES ('${randomUUID()}', '${NORTHLIGHT}', 'Shop', 'manager', NULL, '${secret}')`,
      `INSERT INTO people VALUES ('${person}', 'Ana', 1000)`,
      `INSERT INTO passkeys VALUES ('passkey-of-ana', '${person}', 'public', 0, '[]', 1000, NULL)`,
      `INSERT INTO passkey_host VALUES (1, 'tickets.example.com')`,
      `INSERT INTO sign_ins VALUES ('${device}', 'device:${device}', NULL, 1000, 3, 2000, NULL)`,
      `INSERT INTO signing_keys VALUES ('${randomUUID()}', 'id-of-the-secret', '${sealed}')`,
      `INSERT INTO used_challenges VALUES ('${challenge}', ${far})`,
      `INSERT INTO sources (id, session_id, name, kind, url, secret)
        SELECT '${randomUUID()}', id, 'Shop', 'Pretix', '${address}', '${token}' FROM sessions LIMIT 1`,
    ].map((statement) => db.prepare(statement)),
  )
}

const post = async <Body>({ api, token }: Service, path: string, body: unknown): Promise<Body> => {
  const response = await fetch(api + path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await token('manager')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Body
}

type View = { code?: string; message?: string; list: { used: number }; entries: object[] }
type GuestList = { id: string; link: string | null; persons: number; arrived: number }

const codeOf = ({ link }: GuestList): string => String(link).split('#')[1] as string
const newEntry = (name: string, plusOnes = 0) => ({ id: randomUUID(), name, plusOnes })
/** Of {@link makeList}: removed again. */
const CY = newEntry('Cy Removed')

/** A list of 5 places: a party of two, one who is in, and one who was removed. */
const makeList = async (service: Service): Promise<{ id: string; code: string }> => {
  const made = await post<GuestList>(service, LISTS, {
    name: 'DJ Tom',
    quota: 5,
    closesAt: '2099-01-01T00:00:00Z',
  })
  const code = codeOf(made)
  const entries = [newEntry('Lena Listed', 1), newEntry('Bo Listed'), CY]
  await post(service, '/api/v1/lists/entries', { code, entries })
  await post(service, '/api/v1/lists/entries/remove', { code, id: CY.id })
  const [bo] = await service.sql<{ id: string }>(`SELECT id FROM tickets WHERE attendee_name = 'Bo Listed'`)
  const item = { type: 'CheckIn', id: randomUUID(), ticketId: bo?.id, at: new Date(), admitted: true }
  await post(service, CHECK_INS, { items: [item] })
  return { id: made.id, code }
}

const inspect = (service: Service, code: string) => post<View>(service, '/api/v1/lists/inspect', { code })

/** The rows of each table and the data derived from them, except the random list versions. */
const contentOf = async (state: string) => {
  const { all, close } = openFile(state)
  all('CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, ticket_search, row)')
  const tables: Record<string, unknown[]> = {}
  for (const { name, columns } of await backupTables()) {
    tables[name] = all(`SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${columns.join(', ')}`)
  }
  const content = {
    tables,
    counts: all(
      'SELECT session_number, valid, checked_in, refunded, voided FROM ticket_counts ORDER BY session_number',
    ),
    lists: all('SELECT id, persons, arrived FROM guest_lists ORDER BY id'),
    words: all('SELECT term, doc FROM temp.words ORDER BY term'),
    entries: all('SELECT rowid FROM ticket_search ORDER BY rowid'),
  }
  close()
  return content
}

beforeAll(async () => {
  files = await makeState()
  source = await copyState(isFull ? 'demo' : 'smallDemo')
  copy = await makeState()
  file = join(files, 'doorlist.sql')
  const running = await start(source)
  const service = connect(running.api, running.issuer, source)
  try {
    await insertOddRow(service.api)
    const renamed = await fetch(`${service.api}/api/organizer/v1/events/${EVENT}/series/${SERIES}`, {
      method: 'PUT',
      headers: {
        Authorization: `Bearer ${await service.token('manager')}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ name: 'Recorded in the audit log' }),
    })
    expect(renamed.status).toBe(204)
    await insertSignIns(service.api)
    list = await makeList(service)
    listed = await inspect(service, list.code)
    expect(listed).toMatchObject({ list: { used: 3 }, entries: [{ plusOnes: 1 }, { arrived: 1 }] })
    before = (await search(service)).page
    const work = run(exportCommand, '--output', file, '--persist-to', source)
    during = await searchWhile(service, work)
    expect(await work).toMatchObject({ code: 0, stderr: '' })
  } finally {
    await running.stop()
  }
})
afterAll(() => Promise.all([files, source, copy].map(removeState)))

describe('npm run export', () => {
  it('leaves the search working while it runs', () => {
    expect(before.data.length).toBeGreaterThan(0)
    expect(during.length).toBeGreaterThan(5)
    for (const response of during) expect(response).toEqual({ status: 200, page: before })
  })

  it('writes one statement per line, each below the 100,000 bytes that D1 accepts', async () => {
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(30)
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

  it('writes phones, programs, people and public passkeys, and nothing that lets anybody in', async () => {
    const text = await readFile(file, 'utf8')
    for (const table of ['devices', 'programs', 'people', 'passkeys', 'passkey_host', 'sources'])
      expect(text).toContain(`INSERT INTO ${table} `)
    for (const table of ['sign_ins', 'signing_keys', 'used_challenges', 'invitations'])
      expect(text).not.toContain(table)
    for (const secret of SECRETS) expect(text).not.toContain(secret)
  })

  it('writes a file that only its owner can read, because it has names and addresses', async () => {
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
  })

  it('does not overwrite a file, leaves no unfinished one, and ends with 1', async () => {
    await expect(runScript(source, 'export', '--output', file)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('exists already'),
    })
    expect(await readdir(files)).toEqual(['doorlist.sql'])
  })

  it('requires --output, and prints its usage', async () => {
    expect((await run(exportCommand)).stderr).toContain('--output is required')
    expect((await run(exportCommand, '--help')).stdout).toContain('Usage: npm run export')
  })
})

describe('npm run restore', () => {
  const restore = (...args: string[]) => run(restoreCommand, ...args, '--persist-to', copy)
  let running: LocalService
  let service: Service
  /** The export with 27 MB of listings, so that it is loaded in two parts. */
  let large: string
  beforeAll(async () => {
    large = join(files, 'large.sql')
    await copyFile(file, large)
    await appendFile(large, Array.from({ length: 300 }, insertLongListing).join(''))
    running = await start(copy)
    service = connect(running.api, running.issuer, copy)
  })
  afterAll(() => running.stop())

  it('leaves nothing behind when the last part of a file fails', async () => {
    const broken = join(files, 'broken.sql')
    await copyFile(large, broken)
    await appendFile(
      broken,
      `INSERT INTO events (id,organizer_id,name) VALUES ('${randomUUID()}','nobody','E');\n`,
    )
    expect((await restore(broken)).stderr).toContain('FOREIGN KEY')
    const { tables, counts, entries } = await contentOf(copy)
    expect(new Set(Object.values(tables).map((rows) => (rows as unknown[]).length))).toEqual(new Set([0]))
    expect([counts, entries]).toEqual([[], []])
  })

  it('refuses two names that an older version allowed, and says what to do', async () => {
    const old = join(files, 'old.sql')
    const content = await readFile(file, 'utf8')
    const [, event] = /INSERT INTO events .*?VALUES *\('([^']+)'/.exec(content) as RegExpExecArray
    const add = (table: string, name: string) =>
      `INSERT INTO ${table} (id,event_id,name) VALUES ('${randomUUID()}','${event}','${name}');\n`
    for (const [table, noun] of [['ticket_types', 'ticket types'] as const, ['areas', 'areas'] as const]) {
      await writeFile(old, content + add(table, 'Twice') + add(table, ' tWICE '))
      expect((await restore(old)).stderr).toContain(`Two ${noun} of an event in the export have one name`)
    }
    expect(new Set(Object.values((await contentOf(copy)).tables).flat())).toEqual(new Set())
  })

  it('names the cause of an interruption between two parts, after which commands and migrations refuse the database', async () => {
    const request = globalThis.fetch
    let parts = 0
    const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
      if (/"sql":"INSERT INTO (organizers|listings)/.test(String(init?.body))) parts += 1
      return parts < 2
        ? request(url, init)
        : Promise.reject(new TypeError('fetch failed', { cause: new Error('other side closed') }))
    })
    const interrupted = await restore(large)
    fetching.mockRestore()
    expect(interrupted.stderr).toMatch(/fetch failed\nCause: other side closed\n$/)
    const loaded = async () => (await contentOf(copy)).tables.organizers?.length
    expect(await loaded()).toBeGreaterThan(0)

    const unfinished = 'has not finished. If it was interrupted, run it again.'
    const output = join(files, 'half.sql')
    expect((await run(exportCommand, '--output', output, '--persist-to', copy)).stderr).toContain(unfinished)
    await expect(applyMigrations(serverDatabase(service.api))).rejects.toThrow(unfinished)
  })

  it('starts over after an interruption, and restores every row, the counts and the search index', async () => {
    const { stdout: output } = await restore(file)
    expect(output).toMatch(/^The last restore was interrupted/)
    expect(await service.sql(`SELECT 1 FROM sqlite_schema WHERE name = 'unfinished_restore'`)).toEqual([])
    expect(output).toMatch(isFull ? /^tickets +20,101$/m : /^tickets +601$/m)
    expect(output).toMatch(/^audit_log +4$/m)
    expect(output).toMatch(/^check_ins +8$/m)
    expect(output).toMatch(/^ticket_bases +5$/m)
    const [exported, restored] = [await contentOf(source), await contentOf(copy)]
    expect(Object.keys(exported.tables).length).toBeGreaterThan(8)
    const members = await service.sql(
      `SELECT name FROM members WHERE subject GLOB 'device:*' OR subject GLOB 'program:*'`,
    )
    expect(members).toEqual([{ name: 'Gate A' }, { name: 'Shop' }])
    expect(restored).toEqual(exported)
    expect(await service.sql('PRAGMA foreign_key_check')).toEqual([])
    const listings = await service.sql(`SELECT title, description FROM listings WHERE slug = 'odd'`)
    expect(listings).toEqual([{ title: ODD_TEXT, description: LONG_TEXT }])
  })

  it('rejects a database that has rows, and ends with 1', async () => {
    await expect(runScript(copy, 'restore', file)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The database is not empty \(.*organizers/),
    })
  })

  it('restores a database that the API can serve and that triggers keep up to date', async () => {
    const { data, meta } = (await search(service)).page
    expect({ data, meta }).toEqual({ data: before.data, meta: before.meta })
    // A check-in from before the export is known and can be undone.
    const at = '2026-06-12T18:00:00Z'
    const response = await fetch(service.api + CHECK_INS, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${await service.token('door')}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        items: [
          { type: 'CheckIn', id: FIRST_CHECK_IN, ticketId: randomUUID(), at },
          { type: 'Undo', id: randomUUID(), checkInId: FIRST_CHECK_IN, at },
        ],
      }),
    })
    const { results } = (await response.json()) as { results: object[] }
    expect(results).toMatchObject([
      { outcome: 'CheckedIn', ticket: { status: 'Valid', checkedInAt: null } },
      { outcome: 'Undone', ticket: { status: 'Valid', checkedInAt: null } },
    ])
    const countTickets = async () =>
      (
        await service.sql<{ valid: number; voided: number }>(
          'SELECT sum(valid) AS valid, sum(voided) AS voided FROM ticket_counts',
        )
      )[0] as { valid: number; voided: number }
    const { valid, voided } = await countTickets()
    await service.sql(
      `UPDATE tickets SET status = 'Voided' WHERE key = (SELECT min(key) FROM tickets WHERE status = 'Valid')`,
    )
    expect(await countTickets()).toEqual({ valid: valid - 1, voided: voided + 1 })
  })

  it('restores a guest list with its entries and its quota, but no link', async () => {
    expect(await inspect(service, list.code)).toMatchObject({ code: 'guest_list_not_found' })
    const path = `/api/organizer/v1/guest-lists/${list.id}`
    const response = await fetch(service.api + path, {
      headers: { Authorization: `Bearer ${await service.token('manager')}` },
    })
    expect(await response.json()).toMatchObject({ link: null, persons: 3, arrived: 1 })
    const code = codeOf(await post<GuestList>(service, `${path}/new-link`, {}))
    expect(await inspect(service, code)).toEqual(listed)
    const add = (...entries: object[]) => post<View>(service, '/api/v1/lists/entries', { code, entries })
    // What was removed stays so, and the places that are left are those of before.
    expect(await add(CY)).toMatchObject({ list: { used: 3 }, entries: [{ name: 'Cy Removed' }] })
    const full = { code: 'list_full', message: expect.stringContaining('has 2 of 5 places left') }
    expect(await add(newEntry('Dan'), newEntry('Eve', 1))).toMatchObject(full)
    expect(await add(newEntry('Dan'), newEntry('Eve'))).toMatchObject({ list: { used: 5 } })
    const [lena, bo] = listed.entries as { id: string }[]
    const remove = (id: string | undefined) =>
      post<View>(service, '/api/v1/lists/entries/remove', { code, id })
    expect(await remove(bo?.id)).toMatchObject({ code: 'in_use' })
    expect(await remove(lena?.id)).toMatchObject({ list: { used: 3 } })
  })

  it('requires a file that exists, and prints its usage', async () => {
    expect((await restore()).stderr).toContain('One FILE is required')
    expect((await restore(join(files, 'none.sql'))).stderr).toContain('There is no file')
    expect((await restore('--help')).stdout).toContain('Usage: npm run restore')
  })
})

// wrangler starts, and splits the file into statements by its own grammar.
it.runIf(isFull)('wrangler alone can load an export, as in a remote restore', async () => {
  const state = await copyState('empty')
  try {
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
