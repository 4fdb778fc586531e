// `npm run dev` and the other commands as a newcomer uses them: real processes, a real OpenID provider and the demo
// data, in a temporary state folder.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ROOT } from '../../scripts/local.ts'
import { withLocalDatabase } from '../../scripts/local-database.ts'
import { PEOPLE } from '../../scripts/people.ts'
import { TicketPage } from '../../src/api/v1/list-tickets.ts'
import type { Schemas } from '../../web/shared/schemas.ts'
import { type Dev, makeState, removeState, runScript, startDev } from '../support/node/dev.ts'

const run = promisify(execFile)

let state: string
let dev: Dev
let started: number

const script = (name: string, ...args: string[]): Promise<string> => runScript(state, name, ...args)

const get = (path: string, token: string, headers = {}) =>
  fetch(`${dev.api}${path}`, { headers: { Authorization: `Bearer ${token}`, ...headers } })

const session = (end: string) => `/api/v1/sessions/0190a000-0000-7000-8000-0000000000${end}/tickets`

/** A query on the database, through the running server. */
const query = <Row>(sql: string): Promise<Row[]> =>
  withLocalDatabase(state, async (db) => (await db.batch<Row>([db.prepare(sql)]))[0]?.results ?? [])

const countSessions = async (): Promise<number> =>
  (await query<{ n: number }>('SELECT count(*) AS n FROM sessions'))[0]?.n as number

/** Starts seeding a large session. Returns once the session exists. */
const startSeed = async (before: number): Promise<{ seed: ChildProcess; exit: Promise<unknown[]> }> => {
  const seed = spawn(process.execPath, [
    ...[join(ROOT, 'scripts', 'seed.ts'), '--tickets', '500000', '--persist-to', state],
  ])
  const exit = once(seed, 'exit')
  while ((await countSessions()) === before && seed.exitCode === null) await sleep(50)
  return { seed, exit }
}

/** Polls a list as four people until `stop`. Returns the number of responses with each status. */
const pollList = async () => {
  const people = ['door', 'door-one-event', 'manager', 'owner']
  const tokens = await Promise.all(people.map(async (person) => (await script('token', person)).trim()))
  const statuses: Record<number, number> = {}
  let stopped = false
  const clients = tokens.map(async (token) => {
    while (!stopped) {
      const { status } = await get(session('31'), token)
      statuses[status] = (statuses[status] ?? 0) + 1
      await sleep(20)
    }
  })
  return {
    stop: async () => {
      stopped = true
      await Promise.all(clients)
      return statuses
    },
  }
}

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
    expect(output).not.toMatch(/hidden|wrangler|bindings|40\d/)
    expect((await fetch(`${dev.api}/api/docs`)).status).toBe(200)
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
    await vi.waitUntil(() => dev.output().includes(id), 10_000)
    const { length } = dev.output()
    await get(session('30'), token)
    await vi.waitUntil(() => dev.output().length > length, 10_000)
    expect(dev.output().split(id)).toHaveLength(2)
    expect(dev.output()).not.toContain('[wrangler:info]')
  })

  it.each(['dev', 'token', 'seed', 'import'])('--help of %s prints its usage', async (name) => {
    const { stdout, stderr } = await run(process.execPath, [join(ROOT, 'scripts', `${name}.ts`), '--help'])
    expect(stdout).toMatch(new RegExp(`^Usage: npm run (--silent )?${name} `))
    expect(stderr).toBe('')
  })

  it.each(['dev', 'token', 'seed', 'import'])(
    '%s rejects an unknown option in one sentence',
    async (name) => {
      const failed = run(process.execPath, [join(ROOT, 'scripts', `${name}.ts`), '--nope'])
      await expect(failed).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^Unknown option '--nope'\.\n\nUsage: npm run [^\0]*print this text\n$/,
        ),
      })
    },
  )

  it('reports a port that is in use', async () => {
    const { port } = new URL(dev.api)
    await expect(script('dev', '--port', port)).rejects.toThrow(/in use/)
    await expect(script('dev', '--port', 'x')).rejects.toThrow(/--port/)
  })

  it.each(['0', '86401', '1.5', 'x'])('rejects --token-seconds %s', async (seconds) => {
    await expect(script('dev', '--token-seconds', seconds)).rejects.toThrow(
      /--token-seconds must be a whole number from 1 to 86400/,
    )
  })

  it('stops cleanly, and keeps its data when it starts again', async () => {
    const token = await script('token', 'door')
    const before = await (await get(session('30'), token.trim())).json()
    await dev.stop()
    await expect(fetch(dev.api)).rejects.toThrow()
    dev = await startDev(state)
    expect(dev.output()).not.toContain('demo data was loaded')
    const again = await (await get(session('30'), (await script('token', 'door')).trim())).json()
    expect(again).toEqual(before)
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
  it('has a session that starts two hours after the demo was loaded, five before it and six after it', async () => {
    const sessions = await query<{ id: string; starts_at: number }>(
      "SELECT id, starts_at FROM sessions WHERE series_id LIKE '%0020' ORDER BY starts_at",
    )
    expect(sessions).toHaveLength(12)
    const [next] = sessions.slice(5)
    expect(next?.id).toBe('0190a000-0000-7000-8000-000000000031')
    const start = next?.starts_at as number
    expect(start % 60_000).toBe(0)
    // Rounded down to a minute; loading itself takes some seconds.
    expect(start).toBeGreaterThan(started + 119 * 60_000 - 60_000)
    expect(start).toBeLessThanOrEqual(Date.now() + 120 * 60_000)
    expect(sessions.map(({ starts_at }) => (starts_at - start) / (7 * 86_400_000))).toEqual([
      ...[-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6],
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
    expect(await script('token', 'manager')).toMatch(/^ey[\w-]+\.[\w-]+\.[\w-]+\n$/)
  })

  it('lists the people when the name is unknown', async () => {
    await expect(script('token', 'nobody')).rejects.toThrow(/door-one-event/)
  })
})

describe('npm run seed', () => {
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
    const { seed, exit } = await startSeed(before)
    expect(await countSessions()).toBe(before + 1)
    seed.kill('SIGTERM')
    expect((await exit)[0]).toBe(1)
    expect(await countSessions()).toBe(before)
  })

  it('leaves no session when the server ends', async () => {
    const before = await countSessions()
    const { exit } = await startSeed(before)
    await dev.stop()
    expect((await exit)[0]).toBe(1)
    expect(await countSessions()).toBe(before)
    dev = await startDev(state)
  })
})

describe('a busy API', () => {
  it('serves lists while a session is seeded and another is imported', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'doorlist-busy-'))
    const file = join(folder, 'tickets.csv')
    const rows = Array.from({ length: 20_000 }, (_, n) => `B-${n},VIP,Guest ${n},guest${n}@example.com`)
    await writeFile(file, ['ticketNumber,ticketTypeName,attendeeName,holderEmail', ...rows].join('\n'))
    const target = (await script('seed', '--tickets', '0')).trim()

    const poll = await pollList()
    const seeded = (await script('seed', '--tickets', '30000')).trim()
    expect(await script('import', '--session', target, file)).toMatch(
      /to insert +20,000\n[\s\S]*Written\.\n$/,
    )
    const { 200: ok = 0, 429: limited = 0, 503: unavailable = 0, ...others } = await poll.stop()
    await rm(folder, { recursive: true })

    expect(others).toEqual({})
    expect(ok).toBeGreaterThan(20)
    expect(unavailable).toBeLessThanOrEqual((ok + limited) / 20)
    const counts = await query<{ n: number }>(
      `SELECT valid + checked_in + refunded + voided AS n FROM ticket_counts JOIN sessions ON number = session_number
       WHERE id IN ('${seeded}', '${target}') ORDER BY n`,
    )
    expect(counts.map(({ n }) => n)).toEqual([20_000, 30_000])
  })
})

describe('a .dev.vars', () => {
  it('does not make the commands print anything', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'doorlist-vars-'))
    await copyFile(join(ROOT, 'wrangler.toml'), join(folder, 'wrangler.toml'))
    await writeFile(join(folder, '.dev.vars'), 'AUTH_ISSUER = "https://issuer.example"\n')
    const config = join(folder, 'wrangler.toml')
    const program = join(folder, 'program.ts')
    await writeFile(
      program,
      `import { withDatabase } from '${join(ROOT, 'scripts', 'local.ts')}'
       await withDatabase('${folder}', async (db) => console.log(await db.prepare('SELECT 7 AS n').first('n')), '${config}')`,
    )
    const { stdout } = await run(process.execPath, [program])
    await rm(folder, { recursive: true })
    expect(stdout).toBe('7\n')
  })
})
