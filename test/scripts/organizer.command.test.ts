// `npm run dev -- --empty` and `npm run organizer`: a first organizer, without SQL.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { organizerCommand } from '../../scripts/organizer.ts'
import { tokenCommand } from '../../scripts/token.ts'
import { type Dev, freePort, makeState, removeState, runScript, startDev } from '../support/node/dev.ts'
import { useOwnService } from '../support/node/own-service.ts'
import { run } from '../support/node/run-command.ts'

const organizersOf = async (person: string, { api, state }: { api: string; state: string }) => {
  const { stdout: token } = await run(tokenCommand, person, '--persist-to', state)
  const response = await fetch(`${api}/api/organizer/v1/organizers`, {
    headers: { Authorization: `Bearer ${token.trim()}` },
  })
  return ((await response.json()) as { data: object[] }).data
}

describe('npm run dev -- --empty', { tags: ['full'] }, () => {
  let state: string
  let dev: Dev
  beforeAll(async () => {
    state = await makeState()
    dev = await startDev(state, '--empty')
  })
  afterAll(async () => {
    await dev?.stop()
    await removeState(state)
  })

  it('starts with one organizer of `owner` and nothing else, and prints a request that works', async () => {
    expect(dev.output()).toContain('The organizer is "My organizer".')
    const [, url = '', value = ''] = /^ *curl '(\S+)' -H 'Authorization: ([^']+)'$/m.exec(dev.output()) ?? []
    const response = await fetch(url, { headers: { Authorization: value } })
    expect(await response.json()).toMatchObject({ data: [{ name: 'My organizer', role: 'owner' }] })
    expect(await organizersOf('manager', { api: dev.api, state })).toEqual([])
  })

  it('does not empty a database that has data', async () => {
    const port = String(await freePort())
    await expect(runScript(state, 'dev', '--empty', '--port', port)).rejects.toThrow(
      'The database is not empty',
    )
    expect(await organizersOf('owner', { api: dev.api, state })).toHaveLength(1)
  })
})

describe('npm run organizer', () => {
  const service = useOwnService('empty')
  const create = (...args: string[]) => run(organizerCommand, ...args, '--persist-to', service.state)

  it('creates an organizer with its owner once, while the service runs', async () => {
    const name = "Bo's; DROP TABLE members --"
    const first = await create('--name', name, '--owner', 'outsider')
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Created ".*"\.\n[0-9a-f-]{36}\n$/),
    })
    const id = first.stdout.trim().split('\n')[1]
    expect(await organizersOf('outsider', service)).toEqual([
      { id, name, role: 'owner', eraseAfterDays: null, feed: false },
    ])
    const again = await create('--name', name, '--owner', 'outsider')
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining(`exists already.\n${id}`) })
    expect(await organizersOf('outsider', service)).toHaveLength(1)
  })

  it.each([
    [['--owner', 'me'], '--name must be text of 1 to 200 characters.'],
    [['--name', ' ', '--owner', 'me'], '--name must be text of 1 to 200 characters.'],
    [['--name', 'Club'], '--owner must be text of 1 to 255 characters.'],
    [['--name', 'Club', '--owner', 'a\nb'], '--owner must be text of 1 to 255 characters.'],
    [['--name', 'Club', '--owner', 'me', 'extra'], 'Unexpected argument "extra".'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await create(...args)
    expect(code).toBe(1)
    expect(stderr).toContain(message)
  })
})
