// `npm run dev` as a newcomer gets it: the real commands as processes, a real OpenID provider, the demo data,
// in a state folder of its own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PEOPLE } from '../../scripts/people.ts'
import { TicketPage } from '../../src/api/schemas/tickets.ts'
import { type Dev, makeState, removeState, runScript, startDev } from '../support/node/dev.ts'

let state: string
let dev: Dev

const script = (name: string, ...args: string[]): Promise<string> => runScript(state, name, ...args)

const get = (path: string, token: string, headers = {}) =>
  fetch(`${dev.api}${path}`, { headers: { Authorization: `Bearer ${token}`, ...headers } })

const session = (end: string) => `/api/v1/sessions/0190a000-0000-7000-8000-0000000000${end}/tickets`

beforeAll(async () => {
  state = await makeState()
  dev = await startDev(state)
})

afterAll(async () => {
  await dev?.stop()
  await removeState(state)
})

describe('npm run dev', () => {
  it('prints a curl line that works when pasted', async () => {
    // As a shell reads it; curl itself may not be on the machine.
    const [, url, name, value] = /^ *curl '(\S+)' -H '([\w-]+): ([^']+)'$/m.exec(
      dev.output(),
    ) as unknown as string[]
    const answer = await fetch(url as string, { headers: { [name as string]: value as string } })
    const page = TicketPage.parse(await answer.json())
    expect(page.data).toHaveLength(20)
    expect(page.meta.totalCount).toBe(20_000)
  })

  it('prints a token for each demo person', () => {
    for (const person of PEOPLE)
      expect(dev.output()).toMatch(new RegExp(`\\n {2}${person}\\n {2}ey[\\w-]+\\.[\\w-]+\\.[\\w-]+\\n`))
  })

  it('says that its port is in use, and starts nothing', async () => {
    const { port } = new URL(dev.api)
    await expect(script('dev', '--port', port)).rejects.toThrow(/in use/)
    await expect(script('dev', '--port', 'x')).rejects.toThrow(/--port/)
  })

  it('stops without leaving anything behind, and finds its data again, untouched', async () => {
    const token = await script('token', 'door')
    const before = await (await get(session('30'), token.trim())).json()
    await dev.stop()
    await expect(fetch(dev.api)).rejects.toThrow()
    dev = await startDev(state)
    expect(dev.output()).not.toContain('demo data was loaded')
    // A token of the first run is good in the second: the issuer kept its key. Its address may have changed.
    const again = await (await get(session('30'), (await script('token', 'door')).trim())).json()
    expect(again).toEqual(before)
  })
})

describe('the demo data', () => {
  it('shows everybody what their role allows', async () => {
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

  it('has 60 tickets of every kind in its small session, and none in the empty one', async () => {
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

describe('npm run token', () => {
  it('prints one token and nothing else', async () => {
    expect(await script('token', 'manager')).toMatch(/^ey[\w-]+\.[\w-]+\.[\w-]+\n$/)
  })

  it('says who there is when asked for nobody', async () => {
    await expect(script('token', 'nobody')).rejects.toThrow(/door-one-event/)
  })
})

describe('npm run seed', () => {
  it('adds a session while everything runs, and prints its id', async () => {
    const id = (await script('seed', '--tickets', '1234')).trim()
    const token = (await script('token', 'door')).trim()
    const answer = await get(`/api/v1/sessions/${id}/tickets?pageSize=1`, token)
    expect(TicketPage.parse(await answer.json()).meta.totalCount).toBe(1234)
  })

  it('refuses a number that it cannot use', async () => {
    for (const count of ['-1', 'many', '1048576']) {
      await expect(script('seed', `--tickets=${count}`)).rejects.toThrow(/Usage/)
    }
  })
})
