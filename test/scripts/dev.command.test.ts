// `npm run dev` as a newcomer uses it: a real process with a real OpenID provider and the demo data, in a
// temporary state folder. The other local commands work through it.
// @module-tag full
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deployCommand } from '../../scripts/deploy.ts'
import { devCommand } from '../../scripts/dev.ts'
import { exportCommand } from '../../scripts/export.ts'
import { importCommand } from '../../scripts/import.ts'
import { ROOT } from '../../scripts/lib/local.ts'
import { withLocalDatabase } from '../../scripts/lib/local-database.ts'
import { PEOPLE } from '../../scripts/lib/people.ts'
import { restoreCommand } from '../../scripts/restore.ts'
import { searchIndexCommand } from '../../scripts/search-index.ts'
import { seedCommand } from '../../scripts/seed.ts'
import { tokenCommand } from '../../scripts/token.ts'
import { TicketPage } from '../../src/api/v1/tickets.ts'
import { toLocal } from '../../src/domain/local-time.ts'
import type { Schemas } from '../../web/shared/schemas.ts'
import { type Dev, makeState, removeState, runScript, startDev } from '../support/node/dev.ts'
import { copyState, start } from '../support/node/own-service.ts'
import { PATIENCE_MS } from '../support/node/page.ts'
import { run } from '../support/node/run-command.ts'
import { connect } from '../support/node/service.ts'
import { isFull } from '../support/runs.ts'

const COMMANDS = {
  dev: devCommand,
  token: tokenCommand,
  seed: seedCommand,
  import: importCommand,
  export: exportCommand,
  restore: restoreCommand,
  'search-index': searchIndexCommand,
  deploy: deployCommand,
}

let state: string
let dev: Dev
let started: number

/** Runs a command on the state folder. Returns its output; throws its error. */
const script = async (name: keyof typeof COMMANDS, ...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(COMMANDS[name], ...args, '--persist-to', state)
  if (code !== 0) throw new Error(stderr)
  return stdout
}

const get = (path: string, token: string, headers = {}) =>
  fetch(`${dev.api}${path}`, { headers: { Authorization: `Bearer ${token}`, ...headers } })

const session = (end: string) => `/api/v1/sessions/0190a000-0000-7000-8000-0000000000${end}/tickets`

/** A query on the database, through the running server. */
const query = <Row>(sql: string): Promise<Row[]> =>
  withLocalDatabase(state, async (db) => (await db.batch<Row>([db.prepare(sql)]))[0]?.results ?? [])

const countSessions = async (): Promise<number> =>
  (await query<{ n: number }>('SELECT count(*) AS n FROM sessions'))[0]?.n as number

beforeAll(async () => {
  state = await makeState()
  started = Date.now()
  dev = await startDev(state)
})

afterAll(async () => {
  await dev?.stop()
  await removeState(state)
})

describe('npm run dev', () => {
  it('prints the addresses, and none of the output of wrangler', async () => {
    const output = dev.output()
    expect(output).toContain(`  ${dev.api}/api/docs\n`)
    expect(output).toMatch(new RegExp(`^ *Door page +${dev.api}/door/$`, 'm'))
    expect(output).toMatch(new RegExp(`^ *Organizer console +${dev.api}/organizer/$`, 'm'))
    expect(output).toMatch(new RegExp(`^ *API +${dev.api}$`, 'm'))
    expect(output).toMatch(/^ *Token issuer +http:\/\/127\.0\.0\.1:\d+ {3}\(JWKS: http:\S+\/jwks\)$/m)
    expect(output).not.toMatch(/hidden|wrangler|bindings|\b40\d\b/)
    expect((await fetch(`${dev.api}/api/docs`)).status).toBe(200)
  })

  it('says what it does while it prepares', () => {
    expect(dev.output()).toMatch(
      /Preparing the database …\n[\s\S]*starting the API …\n[\s\S]*Doorlist is ready/,
    )
  })

  it('prints a curl line that works when pasted', async () => {
    // Parsed as a shell would; curl itself may not be installed.
    const [, url, name, value] = /^ *curl '(\S+)' -H '([\w-]+): ([^']+)'$/m.exec(
      dev.output(),
    ) as unknown as string[]
    const response = await fetch(url as string, { headers: { [name as string]: value as string } })
    const page = TicketPage.parse(await response.json())
    expect(page.data).toHaveLength(20)
    expect(page.meta.totalCount).toBe(20_000)
  })

  it('prints one token, and the command for other tokens', () => {
    expect(dev.output().match(/\bey[\w-]+\.[\w-]+\.[\w-]+/g)).toHaveLength(1)
    for (const person of PEOPLE) expect(dev.output()).toContain(person)
    expect(dev.output()).toContain(`npm run --silent token -- manager --persist-to ${state}\n`)
  })

  it('logs each request once', async () => {
    const token = (await script('token', 'door')).trim()
    const id = (await get(session('30'), token)).headers.get('X-Request-Id') as string
    await vi.waitUntil(() => dev.output().includes(id), PATIENCE_MS)
    const { length } = dev.output()
    await get(session('30'), token)
    await vi.waitUntil(() => dev.output().length > length, PATIENCE_MS)
    expect(dev.output().split(id)).toHaveLength(2)
    expect(dev.output()).not.toContain('[wrangler:info]')
  })

  it.each(Object.entries(COMMANDS))('--help of %s prints its usage', async (name, command) => {
    const { code, stdout, stderr } = await run(command, '--help')
    expect(stdout).toMatch(new RegExp(`^Usage: npm run (--silent )?${name} `))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  it.each(Object.entries(COMMANDS))('%s rejects an unknown option in one sentence', async (_, command) => {
    expect(await run(command, '--nope')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Unknown option '--nope'\.\n\nUsage: npm run /),
    })
  })

  it('ends with 1 and prints an error on stderr', async () => {
    await expect(runScript(state, 'dev', '--nope')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^Unknown option '--nope'\.\n\nUsage: npm run dev [^\0]*print this text\n$/,
      ),
    })
  })

  it('reports a port that is in use', async () => {
    const { port } = new URL(dev.api)
    const used = await script('dev', '--port', port).catch(({ message }: Error) => message)
    const [, suggested = ''] =
      /^Port \d+ is in use\. Port (\d+) is free: npm run dev -- --port \1$/m.exec(used) ?? []
    expect(Number(suggested)).toBeGreaterThan(Number(port) + 1)
    // The issuer needs the next port.
    const server = createServer().listen(Number(suggested) + 1, '127.0.0.1')
    await once(server, 'listening')
    const next = await script('dev', '--port', suggested).catch(({ message }: Error) => message)
    expect(next).toContain(`Port ${Number(suggested) + 1} is in use. Port `)
    server.close()
    await expect(script('dev', '--port', 'x')).rejects.toThrow(/--port/)
  })

  it.each(['0', '86401', '1.5', 'x'])('rejects --token-seconds %s', async (seconds) => {
    await expect(script('dev', '--token-seconds', seconds)).rejects.toThrow(
      /--token-seconds must be a whole number from 1 to 86400/,
    )
  })
})

describe('the demo data', () => {
  it('shows each person what their role allows', async () => {
    const expected: Record<string, number[]> = {
      owner: [200, 200, 200, 404],
      manager: [200, 200, 200, 404],
      door: [200, 200, 200, 404],
      'door-one-event': [200, 403, 200, 404],
      outsider: [404, 404, 404, 404],
      'outsider-owner': [404, 404, 404, 200],
    }
    for (const person of PEOPLE) {
      const token = (await script('token', person)).trim()
      const paths = [session('30'), session('32'), session('33'), session('30').replace('000030', '000130')]
      const statuses = await Promise.all(paths.map(async (path) => (await get(path, token)).status))
      expect({ person, statuses }).toEqual({ person, statuses: expected[person] })
    }
  })

  it('has recorded check-ins, one of which let in a second person', async () => {
    const token = (await script('token', 'door')).trim()
    const path = session('30').replace(/tickets$/, 'check-ins')
    const read = async (search = '') =>
      ((await (await get(path + search, token)).json()) as Schemas['CheckInPage']).data
    const outcomes = [
      'AlreadyCheckedIn',
      'CheckedIn',
      'AlreadyCheckedIn',
      'CheckedIn',
      'CheckedIn',
      'CheckedIn',
    ]
    expect((await read()).map(({ outcome }) => outcome)).toEqual(outcomes)
    expect(await read('?problem=true')).toMatchObject([{ admitted: true, device: 'Gate B', undoneAt: null }])
  })

  it('has 60 tickets of every kind in one session and none in another', async () => {
    const token = (await script('token', 'door')).trim()
    const page = TicketPage.parse(await (await get(`${session('30')}?pageSize=100`, token)).json())
    expect(page.data).toHaveLength(60)
    expect(new Set(page.data.map(({ status }) => status)).size).toBe(4)
    for (const field of ['seatLabel', 'holderEmail', 'attendee', 'currentHolderId', 'checkedInAt'] as const) {
      const present = page.data.filter(
        (ticket) => ticket[field] !== null && ticket[field] !== undefined,
      ).length
      expect({ field, both: present > 0 && present < 60 }).toEqual({ field, both: true })
    }
    for (const field of ['email', 'company'] as const) {
      const values = page.data.flatMap(({ attendee }) =>
        attendee === null ? [] : [attendee[field] !== null],
      )
      expect(new Set(values).size).toBe(2)
    }
    expect(((await (await get(session('33'), token)).json()) as { data: unknown[] }).data).toEqual([])
    for (const q of ['garcia', 'MULLER', 'ng', 'שרה', '李小龍', 'παπαδοπουλος', 'oneill'.slice(0, 1)]) {
      const { meta } = TicketPage.parse(
        await (await get(`${session('30')}?q=${encodeURIComponent(q)}`, token)).json(),
      )
      expect({ q, found: meta.totalCount > 0 }).toEqual({ q, found: true })
    }
  })
})

describe('the weekly series of the demo', () => {
  it('has a session that starts at the next half hour in 90 minutes, five evenings before it and six after it', async () => {
    const sessions = await query<{ id: string; starts_at: number }>(
      "SELECT id, starts_at FROM sessions WHERE series_id LIKE '%0020' ORDER BY starts_at",
    )
    expect(sessions).toHaveLength(12)
    const [next] = sessions.slice(5)
    expect(next?.id).toBe('0190a000-0000-7000-8000-000000000031')
    const start = next?.starts_at as number
    expect(start % (30 * 60_000)).toBe(0)
    expect(start).toBeGreaterThanOrEqual(started + 90 * 60_000)
    expect(start).toBeLessThan(Date.now() + 120 * 60_000)
    const evenings = sessions.filter(({ id }) => id !== next?.id).map(({ starts_at }) => starts_at)
    const local = evenings.map((at) => toLocal(at, 'Europe/Berlin'))
    expect(local.map((time) => time.slice(11))).toEqual(evenings.map(() => '20:00'))
    const today = Date.parse(toLocal(start, 'Europe/Berlin').slice(0, 10))
    expect(local.map((time) => (Date.parse(time.slice(0, 10)) - today) / (7 * 86_400_000))).toEqual([
      ...[-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6],
    ])
  })

  it('has mostly valid tickets in that session, hundreds of each other status, and no check-in in the future', async () => {
    const token = (await script('token', 'door')).trim()
    const count = async (status: string) =>
      TicketPage.parse(await (await get(`${session('31')}?pageSize=1&status=${status}`, token)).json()).meta
        .totalCount
    expect(await count('Valid')).toBeGreaterThan(15_000)
    for (const status of ['CheckedIn', 'Refunded', 'Voided']) expect(await count(status)).toBeGreaterThan(300)
    const [latest] = await query<{ at: number }>(
      "SELECT max(checked_in_at) AS at FROM tickets JOIN sessions ON number = session_number WHERE sessions.id LIKE '%0031'",
    )
    expect(latest?.at).toBeLessThanOrEqual(Date.now())
  })

  it('gives the results that docs/api.md shows for bulk updates', async () => {
    const update = async (body: object) => {
      const path =
        '/api/organizer/v1/events/0190a000-0000-7000-8000-000000000010/series/0190a000-0000-7000-8000-000000000020'
      const response = await fetch(`${dev.api}${path}/sessions/bulk-update`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${(await script('token', 'manager')).trim()}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      return response.json()
    }
    const fromDate = new Date(Date.now() + 10 * 86_400_000).toISOString()
    expect(await update({ filterType: 'FromDate', fromDate, newCapacity: 250 })).toEqual({
      sessionsUpdated: 5,
    })
    expect(await update({ filterType: 'Upcoming', newDoorsOpenOffset: 60 })).toEqual({ sessionsUpdated: 7 })
  })
})

describe('npm run token', () => {
  it('prints one token and nothing else', async () => {
    expect(await runScript(state, 'token', 'manager')).toMatch(/^ey[\w-]+\.[\w-]+\.[\w-]+\n$/)
  })

  it('lists the people when the name is unknown', async () => {
    await expect(script('token', 'nobody')).rejects.toThrow(/door-one-event/)
  })
})

describe('npm run seed', () => {
  /** Far more than are written before the test stops it. */
  const MANY = ['--tickets', '500000']

  /** Returns once a seed has added its session. */
  const untilAdded = async (before: number): Promise<void> => {
    while ((await countSessions()) === before) await sleep(50)
  }

  it('adds a session and prints its id', async () => {
    const id = (await script('seed', '--tickets', '1234')).trim()
    const token = (await script('token', 'door')).trim()
    const response = await get(`/api/v1/sessions/${id}/tickets?pageSize=1`, token)
    expect(TicketPage.parse(await response.json()).meta.totalCount).toBe(1234)
  })

  it('rejects a number that is out of range', async () => {
    for (const count of ['-1', 'many', '1048576']) {
      await expect(script('seed', `--tickets=${count}`)).rejects.toThrow(/Usage/)
    }
  })

  it('leaves no session when it is stopped', async () => {
    const before = await countSessions()
    const seed = spawn(process.execPath, [join(ROOT, 'scripts', 'seed.ts'), ...MANY, '--persist-to', state])
    const exit = once(seed, 'exit')
    await untilAdded(before)
    seed.kill('SIGTERM')
    expect((await exit)[0]).toBe(1)
    expect(await countSessions()).toBe(before)
  })

  it('leaves no session when the server ends, and the server keeps its data when it starts again', async () => {
    const before = await countSessions()
    const token = (await script('token', 'door')).trim()
    const page = await (await get(session('30'), token)).json()
    const seeded = script('seed', ...MANY).catch((error) => error)
    await untilAdded(before)
    await dev.stop()
    await expect(fetch(dev.api)).rejects.toThrow()
    expect(await seeded).toBeInstanceOf(Error)
    expect(await countSessions()).toBe(before)

    dev = await startDev(state)
    expect(dev.output()).not.toContain('demo data was loaded')
    const again = await get(session('30'), (await script('token', 'door')).trim())
    expect(await again.json()).toEqual(page)
  })
})

describe('a busy API', () => {
  const [SEEDED, IMPORTED] = isFull ? [30_000, 20_000] : [3_000, 2_000]

  it('serves lists while a session is seeded and another is imported', async () => {
    const copy = await copyState('smallDemo')
    const folder = await mkdtemp(join(tmpdir(), 'doorlist-busy-'))
    const file = join(folder, 'tickets.csv')
    const rows = Array.from({ length: IMPORTED }, (_, n) => `B-${n},VIP,Guest ${n},guest${n}@example.com`)
    await writeFile(file, ['ticketNumber,ticketTypeName,attendeeName,holderEmail', ...rows].join('\n'))
    const running = await start(copy)
    const { api, token, sql } = connect(running.api, running.issuer, copy)
    const target = (await runScript(copy, 'seed', '--tickets', '0')).trim()

    const statuses: Record<number, number> = {}
    let stopped = false
    const clients = ['door', 'door-one-event', 'manager', 'owner'].map(async (person) => {
      const headers = { Authorization: `Bearer ${await token(person)}` }
      while (!stopped) {
        const { status } = await fetch(api + session('31'), { headers })
        statuses[status] = (statuses[status] ?? 0) + 1
        await sleep(20)
      }
    })
    const seeded = (await runScript(copy, 'seed', '--tickets', String(SEEDED))).trim()
    expect(await runScript(copy, 'import', '--session', target, file)).toMatch(
      /to insert +20?,000\n[\s\S]*Imported\. .*\n$/,
    )
    stopped = true
    await Promise.all(clients)

    const { 200: ok = 0, 429: limited = 0, 503: unavailable = 0, ...others } = statuses
    expect(others).toEqual({})
    expect(ok).toBeGreaterThan(20)
    expect(unavailable).toBeLessThanOrEqual((ok + limited) / 20)
    const counts = await sql<{ n: number }>(
      `SELECT valid + checked_in + refunded + voided AS n FROM ticket_counts JOIN sessions ON number = session_number
       WHERE id IN ('${seeded}', '${target}') ORDER BY n`,
    )
    expect(counts.map(({ n }) => n)).toEqual([IMPORTED, SEEDED])
    await running.stop()
    await Promise.all([rm(folder, { recursive: true }), removeState(copy)])
  })
})
