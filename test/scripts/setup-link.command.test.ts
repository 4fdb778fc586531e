// `npm run setup-link`: the way in for who holds the account.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareOwnDatabase } from '../../scripts/data/prepare-database.ts'
import { readSecrets } from '../../scripts/lib/local.ts'
import { setupLinkCommand } from '../../scripts/setup-link.ts'
import { readFileRows, writeFileRows } from '../support/node/database-file.ts'
import { makeState, removeState } from '../support/node/dev.ts'
import { run } from '../support/node/run-command.ts'

const ADDRESS = 'https://tickets.example.com'

let state: string
beforeAll(async () => {
  state = await makeState()
  await prepareOwnDatabase(state, 'DB', (await readSecrets(state)).SETUP_CODE)
})
afterAll(() => removeState(state))

const link = (...args: string[]) =>
  run(setupLinkCommand, '--url', `${ADDRESS}/organizer/`, '--persist-to', state, ...args)

const addOrganizer = (name: string): string => {
  const id = randomUUID()
  writeFileRows(
    state,
    `INSERT INTO organizers (id, name) VALUES ('${id}', '${name}')`,
    `INSERT INTO members (organizer_id, subject, role) VALUES ('${id}', 'person:${randomUUID()}', 'owner')`,
  )
  return id
}

describe('npm run setup-link', () => {
  it('opens the setup while nobody owns an organizer', async () => {
    const { SETUP_CODE } = await readSecrets(state)
    expect((await link()).stdout).toContain(`${ADDRESS}/setup#setup/${SETUP_CODE}`)
  })

  it('invites an owner where there is one, with a record', async () => {
    const organizer = addOrganizer('Northlight')
    const { stdout } = await link()
    expect(stdout).toContain('"Northlight"')
    expect(stdout).toMatch(new RegExp(`${ADDRESS}/organizer/#join/[\\w-]{22}`))
    expect(readFileRows(state, 'SELECT organizer_id, role, accepted_by FROM invitations')).toEqual([
      { organizer_id: organizer, role: 'owner', accepted_by: null },
    ])
    expect(readFileRows(state, 'SELECT subject, action FROM audit_log')).toEqual([
      { subject: 'npm run setup-link', action: 'invitation.create' },
    ])
  })

  it('asks which organizer if there are several', async () => {
    const second = addOrganizer('Southlight')
    const { stderr } = await link()
    expect(stderr).toContain('--organizer')
    expect(stderr).toContain(`${second}  Southlight`)
    expect((await link('--organizer', second)).stdout).toContain('"Southlight"')
    expect((await link('--organizer', randomUUID())).stderr).toContain('There is no organizer')
  })

  it('moves passkeys to another host only when it is asked to', async () => {
    const organizer = addOrganizer('Eastlight')
    writeFileRows(state, `INSERT OR REPLACE INTO passkey_host VALUES (1, 'old.example')`)
    expect((await link('--organizer', organizer)).stderr).toContain('Passkeys belong to old.example')
    expect((await link('--organizer', organizer, '--move')).stdout).toContain('"Eastlight"')
    expect(readFileRows(state, 'SELECT host FROM passkey_host')).toEqual([{ host: 'tickets.example.com' }])
  })

  it.each(['', 'tickets', 'ftp://tickets.example.com'])('needs an address, not %j', async (url) => {
    expect((await run(setupLinkCommand, '--url', url, '--persist-to', state)).stderr).toContain('--url')
  })
})
