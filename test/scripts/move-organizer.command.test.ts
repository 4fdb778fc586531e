// An organizer leaves an address with `npm run export -- --organizer ID --move`, and goes on at another after
// `npm run restore -- FILE --organizer ID`. The database there has another organizer already. Both addresses
// are one service, which runs all the while.
// @module-tag full
import { createHash, randomUUID } from 'node:crypto'
import { appendFile, copyFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { organizerTables, rowsOf } from '../../scripts/backup/organizer.ts'
import { NORTHLIGHT } from '../../scripts/data/demo.ts'
import { exportCommand } from '../../scripts/export.ts'
import { issuerFile, signToken, startIssuer, workerSettings } from '../../scripts/lib/issuer.ts'
import { removeRunning, writeRunning } from '../../scripts/lib/local.ts'
import { serverDatabase } from '../../scripts/lib/local-database.ts'
import { withMigratedDatabase } from '../../scripts/lib/migrations.ts'
import { localDatabaseId, localHost, resolveLocalhost } from '../../scripts/lib/shards.ts'
import { organizerCommand } from '../../scripts/organizer.ts'
import { restoreCommand } from '../../scripts/restore.ts'
import { setupLinkCommand } from '../../scripts/setup-link.ts'
import { freePort, removeState } from '../support/node/dev.ts'
import { SECRETS, startWorker } from '../support/node/local-service.ts'
import { copyState } from '../support/node/own-service.ts'
import { run } from '../support/node/run-command.ts'

type Row = Record<string, unknown>

const SESSION = '0190a000-0000-7000-8000-000000000030'
const OTHER_DATE = '0190a000-0000-7000-8000-000000000031'
const EVENT = '0190a000-0000-7000-8000-000000000010'
const SLUG = 'northlight-nights'
const ATTEMPT = randomUUID()
const GUESTS = 'name,code\nNora Sheet,SHEET-CODE-1\nOle Sheet,SHEET-CODE-2\n'

resolveLocalhost()

let state: string
let port: number
let issuerUrl: string
let file: string
const stops: (() => unknown)[] = []

beforeAll(async () => {
  state = await copyState('smallDemo')
  file = join(state, 'northlight.sql')
  await withMigratedDatabase(state, async () => undefined, 'DB_1')
  port = await freePort()
  const api = `http://127.0.0.1:${port}`
  const issuer = await startIssuer(port + 1, issuerFile(state), api)
  issuerUrl = issuer.url
  const worker = inject('worker')
  const d1Databases = { DB: localDatabaseId('DB'), DB_1: localDatabaseId('DB_1') }
  const stop = await startWorker({ ...worker, d1Databases }, state, port, {
    ...workerSettings(issuer),
    ...SECRETS,
    SHARD_HOSTS: `${localHost('DB_1')}=DB_1`,
    LOOPBACK_URLS: 'on',
  })
  await writeRunning(state, { api, issuer: issuer.url, pid: process.pid })
  stops.push(
    stop,
    issuer.stop,
    () => removeRunning(state),
    () => removeState(state),
  )
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

const sql = async <Result = Row>(shard: string, ...statements: string[]): Promise<Result[]> => {
  const db = serverDatabase(`http://127.0.0.1:${port}`, shard)
  return (await db.batch<Result>(statements.map((one) => db.prepare(one)))).at(-1)?.results ?? []
}

const ask = async (
  shard: string,
  path: string,
  { as = 'owner', method = 'GET', body }: { as?: string; method?: string; body?: unknown } = {},
) => {
  const response = await fetch(`http://${localHost(shard)}:${port}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${await signToken(issuerFile(state), issuerUrl, as)}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: (/^[{[]/.test(text) ? JSON.parse(text) : text) as Row }
}

const create = async (path: string, body: unknown): Promise<Row> => {
  const answer = await ask('DB', path, { method: 'POST', body })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

/** What two databases have of the organizer, without the numbers and the secrets that each has of its own. */
const contentOf = async (shard: string): Promise<Record<string, Row[]>> => {
  const content: Record<string, Row[]> = {}
  const NUMBERS = ['key', 'session_number', 'number', 'rowid_of_row', 'part_of_row']
  for (const table of await organizerTables()) {
    const rows = await sql(shard, `${rowsOf(NORTHLIGHT)(table, null)} LIMIT 100000`)
    content[table.name] = rows
      .map((row) =>
        Object.fromEntries(
          Object.entries(row)
            .filter(
              ([column]) => !NUMBERS.includes(column) && !(table.name === 'audit_log' && column === 'id'),
            )
            // Where a guest was moved from and to.
            .map(([column, value]) => [
              column,
              table.name === 'kept_values' ? String(value).replace(/"session_number":\d+/, '') : value,
            ]),
        ),
      )
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  return content
}

/** All of a database but what changes with every command. */
const everythingBut = async (shard: string, organizer: string): Promise<Record<string, Row[]>> =>
  Object.fromEntries(
    await Promise.all(
      ['organizers', 'events', 'sessions', 'tickets', 'members', 'listings', 'check_ins'].map(
        async (table) => {
          const key =
            { organizers: 'id', tickets: 'session_number', check_ins: 'session_id' }[table] ?? 'organizer_id'
          const other = {
            tickets: `session_number NOT IN (SELECT number FROM sessions WHERE organizer_id = '${organizer}')`,
            check_ins: `session_id NOT IN (SELECT id FROM sessions WHERE organizer_id = '${organizer}')`,
          }[table]
          return [
            table,
            await sql(shard, `SELECT * FROM ${table} WHERE ${other ?? `${key} <> '${organizer}'`}`),
          ] as const
        },
      ),
    ),
  )

const moveOut = (...args: string[]) =>
  run(exportCommand, '--organizer', NORTHLIGHT, ...args, '--persist-to', state)
const moveIn = (from = file) =>
  run(restoreCommand, from, '--organizer', NORTHLIGHT, '--shard', 'DB_1', '--persist-to', state)

/** Another organizer at the new address, which uses the first numbers there. */
beforeAll(async () => {
  await run(organizerCommand, '--name', 'Club', '--owner', 'ana', '--shard', 'DB_1', '--persist-to', state)
  const [event, type, session, ticket] = Array.from({ length: 4 }, () => randomUUID())
  await sql(
    'DB_1',
    `INSERT INTO events (id, organizer_id, name) SELECT '${event}', id, 'Club night' FROM organizers`,
    `INSERT INTO ticket_types (id, event_id, name) VALUES ('${type}', '${event}', 'Door')`,
    `INSERT INTO sessions (id, event_id, starts_at, capacity) VALUES ('${session}', '${event}', ${Date.now()}, 10)`,
    `INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id)
     SELECT number << 20 | 1, '${ticket}', number, 'C-1', 'Valid', '${type}' FROM sessions`,
  )
})

/** The link, program secret and phone of Northlight, and what it had at the old address. */
let listCode: string
let program: { id: string; clientSecret: string }
let phoneLink: string
let guestCode: string
/** A guest who was moved from another date, and the path that brings them back. */
let movedGuest: string
let undoMove: string
let before: Record<string, Row[]>
let stayed: Record<string, Row[]>

beforeAll(async () => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/csv').end(GUESTS)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  stops.unshift(() => server.close())
  const organizer = `/api/organizer/v1/organizers/${NORTHLIGHT}`
  const list = await create(`/api/organizer/v1/sessions/${SESSION}/guest-lists`, { name: 'DJ Tom', quota: 5 })
  listCode = String(list.link).split('#')[1] as string
  await create('/api/v1/lists/entries', {
    code: listCode,
    entries: [{ id: randomUUID(), name: 'Kim Listed', plusOnes: 1 }],
  })
  const source = await create(`/api/organizer/v1/sessions/${SESSION}/sources`, {
    name: 'Sheet of Tom',
    kind: 'Link',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sheet.csv`,
    ticketTypeName: 'Standing',
  })
  expect(await create(`/api/organizer/v1/sources/${source.id}/run`, {})).toMatchObject({
    status: 'Ok',
    rows: 2,
  })
  program = (await create(`${organizer}/programs`, { name: 'Shop', role: 'manager' })) as typeof program
  const phone = await create(`${organizer}/devices`, { name: 'Gate A', eventId: EVENT })
  phoneLink = (phone.connect as { url: string }).url
  await create(`/api/organizer/v1/events/${EVENT}/areas`, { name: 'Balcony' })
  await create(`${organizer}/invitations`, { role: 'staff', name: 'Ines' })
  await create(`${organizer}/webhooks`, { url: 'http://127.0.0.1:9/hook' })
  // A guest who was voided, and a change of many that can be reverted.
  const [ticket] = await sql<{ id: string; code: string }>(
    'DB',
    `SELECT tickets.id, code FROM tickets JOIN sessions ON number = session_number
     WHERE sessions.id = '${SESSION}' AND status = 'Valid' AND source_id IS NULL AND guest_list_id IS NULL`,
  )
  guestCode = ticket?.code as string
  const filter = { ticketIds: [ticket?.id], changes: { note: 'Band' } }
  const bulk = `/api/organizer/v1/sessions/${SESSION}/tickets/bulk-update`
  const { version } = await create(`${bulk}/preview`, filter)
  await create(bulk, { ...filter, expectedVersion: version })
  const [guest] = await sql<{ id: string }>(
    'DB',
    `SELECT tickets.id FROM tickets JOIN sessions ON number = session_number
     WHERE sessions.id = '${OTHER_DATE}' AND status = 'Valid'`,
  )
  movedGuest = guest?.id as string
  const move = { ticketIds: [movedGuest], changes: { sessionId: SESSION } }
  const fromOther = `/api/organizer/v1/sessions/${OTHER_DATE}/tickets/bulk-update`
  const seen = await create(`${fromOther}/preview`, move)
  const moved = await create(fromOther, { ...move, overCapacity: true, expectedVersion: seen.version })
  undoMove = `${fromOther}/${moved.recordId}/revert`
  const person = randomUUID()
  await sql(
    'DB',
    `INSERT INTO people VALUES ('${person}', 'Ana', 1000)`,
    `INSERT INTO passkeys VALUES ('passkey-of-ana', '${person}', 'public', 0, '[]', 1000, NULL)`,
    `INSERT INTO members (organizer_id, subject, role, name) VALUES ('${NORTHLIGHT}', 'person:${person}', 'owner', 'Ana')`,
  )
  // What was overwritten in a session that is gone.
  await sql(
    'DB',
    `INSERT INTO kept_values (key, ticket_id, session_number, ticket_number, before, after)
     SELECT (key | 1048575), '${randomUUID()}', 999999, 'GONE-1', '{}', '{}' FROM kept_values LIMIT 1`,
  )
  before = await contentOf('DB')
  stayed = await everythingBut('DB', NORTHLIGHT)
})

const codeOfPhone = (): string => phoneLink.split('/').at(-1) as string
const isKnown = async (shard: string) => ({
  guestPage: (await ask(shard, `/t/${guestCode}`)).status,
  list: (await ask(shard, '/api/v1/lists/inspect', { method: 'POST', body: { code: listCode } })).status,
  program: (
    await fetch(`http://${localHost(shard)}:${port}/api/v1/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: program.id,
        client_secret: program.clientSecret,
      }),
    })
  ).status,
  phone: (
    await ask(shard, '/api/v1/devices/connect', {
      method: 'POST',
      body: { code: codeOfPhone(), attempt: ATTEMPT },
    })
  ).status,
  listing: (await ask(shard, `/api/public/v1/listings/${SLUG}`)).status,
  staff: ((await ask(shard, '/api/v1/sessions', { as: 'door' })).body.data as Row[] | undefined)?.length ?? 0,
})

describe('npm run export -- --organizer', () => {
  it('copies one organizer, and says that it goes on', async () => {
    const copy = join(state, 'copy.sql')
    const { stdout, stderr } = await moveOut('--output', copy)
    expect(stderr).toBe('')
    expect(stdout).toContain('This is a copy: the organizer goes on here.')
    expect(await contentOf('DB')).toEqual(before)
  })

  it.each([
    [['--move', '--output', 'x.sql'], '--organizer is required'],
    [['--organizer', NORTHLIGHT], '--output is required'],
    [['--organizer', 'Northlight', '--output', 'x.sql'], '--organizer must be the id'],
    [['--organizer', NORTHLIGHT, '--undo-move', '--output', 'x.sql'], '--undo-move takes neither'],
    [['--organizer', randomUUID(), '--undo-move'], 'There is no organizer'],
    [['--organizer', randomUUID(), '--move', '--output', '/x.sql'], 'There is no organizer'],
    [['--organizer', NORTHLIGHT, '--undo-move'], 'has not moved'],
  ])('%j is refused', async (args, message) => {
    expect((await run(exportCommand, ...args, '--persist-to', state)).stderr).toContain(message)
  })

  it('leaves the organizer where it is when the file cannot be written', async () => {
    expect((await moveOut('--move', '--output', join(state, 'none', 'x.sql'))).stderr).toContain('ENOENT')
    expect(await sql('DB', `SELECT moved_at FROM organizers WHERE id = '${NORTHLIGHT}'`)).toEqual([
      { moved_at: null },
    ])
    expect(await sql('DB', 'SELECT * FROM moved_rows')).toEqual([])
    const { audit_log: _, ...rest } = await contentOf('DB')
    const { audit_log: __, ...expected } = before
    expect(rest).toEqual(expected)
    expect(await isKnown('DB')).toMatchObject({ guestPage: 200, list: 200, listing: 200, program: 200 })
  })
})

describe('a move', () => {
  it('ends the organizer at the old address: its owners remain, and its codes and pages are unknown', async () => {
    before = await contentOf('DB')
    const { stdout, stderr } = await moveOut('--move', '--output', file)
    expect(stderr).toBe('')
    expect(stdout).toContain('The organizer has ended here.')
    expect(await isKnown('DB')).toEqual({
      guestPage: 404,
      list: 404,
      program: 401,
      phone: 401,
      listing: 404,
      staff: 0,
    })
    const organizer = `/api/organizer/v1/organizers/${NORTHLIGHT}`
    const names = async (path: string) => (await ask('DB', path)).body.data as Row[]
    expect((await names(`${organizer}/members`)).map(({ role }) => role)).toEqual(['owner', 'owner'])
    for (const path of ['devices', 'programs', 'webhooks', 'invitations'])
      expect(await names(`${organizer}/${path}`), path).toEqual([])
    expect(await names(`/api/organizer/v1/sessions/${SESSION}/sources`)).toEqual([])
    expect(await everythingBut('DB', NORTHLIGHT)).toEqual(stayed)
  })

  it('can be exported again, with all that it had', async () => {
    const again = join(state, 'again.sql')
    expect((await moveOut('--move', '--output', again)).stderr).toBe('')
    const { audit_log: now, ...rest } = await contentOf('DB')
    const { audit_log: then, ...expected } = before
    expect(rest).toEqual(expected)
    expect(now).toHaveLength((then?.length ?? 0) + 1)
  })

  it('leaves nothing when a row is taken there, however late', async () => {
    const others = await everythingBut('DB_1', NORTHLIGHT)
    const broken = join(state, 'broken.sql')
    await copyFile(file, broken)
    await sql(
      'DB_1',
      `INSERT INTO venues (id, organizer_id, name) SELECT '${randomUUID()}', id, 'Cellar' FROM organizers`,
    )
    const [taken] = await sql<{ id: string }>(
      'DB',
      `SELECT call_id AS id FROM audit_log WHERE organizer_id = '${NORTHLIGHT}' ORDER BY id LIMIT 1`,
    )
    await sql(
      'DB_1',
      `INSERT INTO audit_log (id, at, subject, request_id, organizer_id, entity_type, entity_id, action, change, call_id)
       SELECT 1, 1, 'x', '', id, 'event', '', 'event.update', '{}', '${taken?.id}' FROM organizers`,
    )
    expect((await moveIn(broken)).stderr).toContain('audit_log.call_id')
    for (const rows of Object.values(await contentOf('DB_1'))) expect(rows).toEqual([])
    expect(await everythingBut('DB_1', NORTHLIGHT)).toEqual(others)
    await sql('DB_1', `DELETE FROM audit_log WHERE id = 1`)
  })

  it('is loaded again after an interruption, which nobody else notices', async () => {
    const large = join(state, 'large.sql')
    await copyFile(file, large)
    const listing = () =>
      `INSERT INTO listings (id, organizer_id, title, slug, description, tags, created_at, updated_at) VALUES ('${randomUUID()}', '${NORTHLIGHT}', 'Long', '${randomUUID()}', '${'x'.repeat(85_000)}', '[]', 1, 2);\n`
    await appendFile(large, Array.from({ length: 320 }, listing).join(''))
    const others = await everythingBut('DB_1', NORTHLIGHT)
    const request = globalThis.fetch
    let parts = 0
    const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
      if (/"sql":"INSERT INTO (organizers|listings)/.test(String(init?.body))) parts += 1
      return parts < 2 ? request(url, init) : Promise.reject(new TypeError('fetch failed'))
    })
    expect((await moveIn(large)).stderr).toContain('fetch failed')
    fetching.mockRestore()
    expect((await sql('DB_1', `SELECT id FROM organizers WHERE id = '${NORTHLIGHT}'`)).length).toBe(1)
    const again = await moveIn()
    expect(again.stderr).toBe('')
    expect(again.stdout).toContain('The last restore was interrupted. Deleting what it loaded.')
    expect(await everythingBut('DB_1', NORTHLIGHT)).toEqual(others)
  })

  it('brings everything to the new address, numbered after what was there', async () => {
    const { audit_log: records, organizers, ...there } = await contentOf('DB_1')
    const { audit_log: _, organizers: __, members, ...expected } = before
    expect(organizers).toHaveLength(1)
    expect(records?.length).toBe((before.audit_log?.length ?? 0) + 1)
    expect({ ...there, members: [] }).toEqual({ ...expected, members: [] })
    expect(there.members).toEqual(members)
    expect(
      Object.entries(there)
        .filter(([, rows]) => rows.length === 0)
        .map(([table]) => table),
    ).toEqual([])
    expect(await sql('DB_1', 'PRAGMA foreign_key_check')).toEqual([])
    expect(
      await sql(
        'DB_1',
        `SELECT name FROM tickets JOIN sessions ON number = session_number
        JOIN organizers ON organizers.id = organizer_id WHERE tickets.key >> 20 <> number`,
      ),
    ).toEqual([])
    expect(
      await sql(
        'DB_1',
        `SELECT id FROM kept_values JOIN audit_log ON id = key >> 20 WHERE action <> 'tickets.bulk-update'`,
      ),
    ).toEqual([])
  })

  it('is served there: search, guest page, check-ins that can be undone', async () => {
    const path = `/api/v1/sessions/${SESSION}/tickets?q=sheet`
    expect((await ask('DB_1', path, { as: 'door' })).body.data).toHaveLength(2)
    expect(await isKnown('DB_1')).toMatchObject({
      guestPage: 200,
      listing: 200,
      list: 404,
      program: 401,
      phone: 401,
    })
    const [checkIn] = before.check_ins as Row[]
    const at = new Date().toISOString()
    const { body } = await ask('DB_1', `/api/v1/sessions/${SESSION}/check-ins`, {
      as: 'door',
      method: 'POST',
      body: { items: [{ type: 'Undo', id: randomUUID(), checkInId: checkIn?.id, at }] },
    })
    expect(body.results).toMatchObject([{ outcome: 'Undone' }])
  })

  it('can be reverted there, with the guests whom it moved to another date', async () => {
    const { status, body } = await ask('DB_1', undoMove, { method: 'POST', body: {} })
    expect([status, body]).toEqual([200, { deleted: 0, restored: 1, uncovered: 0, leftOut: [] }])
    const ticket = `/api/organizer/v1/sessions/${OTHER_DATE}/tickets/${movedGuest}`
    expect((await ask('DB_1', ticket)).status).toBe(200)
  })

  it('has its guest lists there with their quotas, once they have new links', async () => {
    const list = before.guest_lists?.find(({ quota }) => quota === 5)
    const { body } = await ask('DB_1', `/api/organizer/v1/guest-lists/${list?.id}/new-link`, {
      ...{ method: 'POST', body: {} },
    })
    const code = String(body.link).split('#')[1]
    const post = async (path: string, more: object) =>
      (await ask('DB_1', `/api/v1/lists/${path}`, { method: 'POST', body: { code, ...more } })).body
    expect(await post('inspect', {})).toMatchObject({
      list: { name: 'DJ Tom', quota: 5, used: 2 },
      entries: [{ name: 'Kim Listed', plusOnes: 1 }],
    })
    const entry = (plusOnes: number) => ({ id: randomUUID(), name: 'Ana Moved', plusOnes })
    expect(await post('entries', { entries: [entry(3)] })).toMatchObject({ code: 'list_full' })
    expect(await post('entries', { entries: [entry(2)] })).toMatchObject({ list: { used: 5 } })
  })

  it('lets the owner in by a link of the setup', async () => {
    const url = 'https://club.example.com'
    const { stdout } = await run(
      setupLinkCommand,
      '--url',
      url,
      '--organizer',
      NORTHLIGHT,
      '--shard',
      'DB_1',
      '--persist-to',
      state,
    )
    expect(stdout).toContain(`${url}/organizer/#join/`)
    const code = /#join\/([\w-]+)/.exec(stdout)?.[1] as string
    expect(
      await sql(
        'DB_1',
        `SELECT role FROM invitations WHERE code_hash = '${createHash('sha256').update(code).digest('base64url')}'`,
      ),
    ).toEqual([{ role: 'owner' }])
  })

  it('is refused where it is already, and changes nothing', async () => {
    const there = await contentOf('DB_1')
    const { stderr } = await moveIn()
    expect(stderr).toMatch(
      /^Taken in this database: .*organizers\.id .*listings\.slug .*Nothing was restored/,
    )
    expect(await contentOf('DB_1')).toEqual(there)
  })

  it('is taken back whole', async () => {
    const { stdout } = await moveOut('--undo-move')
    expect(stdout).toContain('goes on here')
    expect(await isKnown('DB')).toMatchObject({
      guestPage: 200,
      list: 200,
      program: 200,
      phone: 200,
      listing: 200,
    })
    const { audit_log: _, devices: __, ...now } = await contentOf('DB')
    const { audit_log: ___, devices: ____, ...expected } = before
    expect(now).toEqual(expected)
    expect(await sql('DB', 'SELECT * FROM moved_rows')).toEqual([])
    expect(
      await sql('DB', `SELECT source_id IS NOT NULL AS owned FROM tickets WHERE code = 'SHEET-CODE-1'`),
    ).toEqual([{ owned: 1 }])
  })
})
