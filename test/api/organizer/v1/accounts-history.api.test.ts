// The history of what decides who gets in: people, their passkeys, invitations, phones and programs.
import { beforeEach, describe, expect, it } from 'vitest'
import { texts } from '../../../../web/organizer/texts.ts'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { expectError, okBody } from '../../../support/api.ts'
import { makePasskey } from '../../../support/authenticator.ts'
import { type Batch, faultyDatabase } from '../../../support/faulty-database.ts'
import { insert, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { create, historyOf, remove, send } from '../../../support/setup.ts'
import {
  addDevice,
  codeOf,
  connect,
  type DeviceTokens,
  type DeviceWithLink,
  invite,
  join as joinTo,
  options,
  ownCall,
  type Passkey,
  signIn,
  usePasskeys,
} from '../../../support/sign-in.ts'

type Program = Schemas['ProgramWithSecret']

let org: Organizer
/** What must be in no record. */
let secrets: string[]
beforeEach(async () => {
  await usePasskeys()
  org = await makeOrganizer()
  secrets = []
})

const path = (rest: string) => `/organizers/${org.id}${rest}`

const keep = <Tokens extends { access_token: string; refresh_token: string }>(tokens: Tokens): Tokens => {
  secrets.push(tokens.access_token, tokens.refresh_token)
  return tokens
}

const newPasskey = async (): Promise<Passkey> => {
  const passkey = await makePasskey()
  secrets.push(passkey.id)
  return passkey
}

const join = async (passkey: Passkey, body?: object) => keep(await joinTo(org, passkey, body))

const prepareAdding = async (token: string, known: Passkey) => {
  const passkey = await newPasskey()
  const response = await passkey.create(await options('/passkeys/options', undefined, token))
  const proof = await known.get(await options('/sign-in/options'))
  return { passkey, body: { response, proof } }
}

const add = async (token: string, known: Passkey, bindings: Partial<Env> = {}) => {
  const { passkey, body } = await prepareAdding(token, known)
  const answer = await ownCall('/api/v1/passkeys', { token, body, bindings })
  expect(answer.status).toBe(201)
  return passkey
}

const drop = (token: string, { id }: Passkey, bindings: Partial<Env> = {}) =>
  ownCall(`/api/v1/passkeys/${id}`, { method: 'DELETE', token, bindings })

const endAll = (token: string, bindings: Partial<Env> = {}) =>
  ownCall('/api/v1/sign-in/end-all', { method: 'POST', token, bindings })

const actionsOf = async (entityId?: string, { id, owner } = org) =>
  (await historyOf(id, owner, entityId)).map(({ action }) => action).reverse()

describe('the history of an organizer', () => {
  it('has everything that changes who gets in, in words, without codes and keys', {
    tags: ['slow'],
  }, async () => {
    // People.
    const first = await newPasskey()
    const { access_token, person } = await join(first, { role: 'manager', name: 'Ana' })
    const member = path(`/members/${encodeURIComponent(person.subject)}`)
    await send('PUT', member, org.owner, { role: 'staff' })
    const second = await add(access_token, first)
    expect((await drop(access_token, first)).status).toBe(204)
    expect((await signIn(second)).status).toBe(200)
    expect((await endAll(access_token)).status).toBe(204)
    expect((await remove(member, org.owner)).status).toBe(204)
    expect(await actionsOf(person.subject)).toEqual([
      ...['invitation.accept', 'member.update', 'passkey.create', 'passkey.delete', 'sign-in.end-all'],
      'member.delete',
    ])

    // Invitations.
    const id = crypto.randomUUID()
    for (let time = 0; time < 2; time += 1) secrets.push(await invite(org, { id, role: 'staff' }))
    expect((await remove(path(`/invitations/${id}`), org.owner)).status).toBe(204)
    expect(await actionsOf(id)).toEqual(['invitation.create', 'invitation.update', 'invitation.delete'])

    // Phones.
    const phone = await addDevice(org.id, org.owner)
    keep<DeviceTokens>(await connect(phone))
    const { body: again } = await send<DeviceWithLink>(
      'POST',
      path(`/devices/${phone.id}/connect`),
      org.owner,
      undefined,
    )
    secrets.push(codeOf(phone.connect.url), codeOf(again.connect.url))
    expect((await remove(path(`/devices/${phone.id}`), org.owner)).status).toBe(204)
    expect(await actionsOf(phone.id)).toEqual([
      ...['device.create', 'device.connect', 'device.update', 'device.delete'],
    ])

    // Programs.
    const shop = { id: crypto.randomUUID(), name: 'Shop', role: 'staff' }
    for (let time = 0; time < 2; time += 1)
      secrets.push((await create<Program>(path('/programs'), org.owner, shop)).clientSecret)
    expect((await remove(path(`/programs/${shop.id}`), org.owner)).status).toBe(204)
    expect(await actionsOf(shop.id)).toEqual(['program.create', 'program.update', 'program.delete'])

    const records = await historyOf(org.id, org.owner)
    for (const { action } of records) expect(texts.recordActions[action], action).toBeDefined()
    const hashes = await query<{ hash: string }>(
      'SELECT code_hash AS hash FROM invitations WHERE organizer_id = ?',
      org.id,
    )
    const keys = await query<{ key: string }>(
      'SELECT public_key AS key FROM passkeys WHERE person_id = ?',
      person.subject.slice('person:'.length),
    )
    const written = JSON.stringify(await query('SELECT * FROM audit_log WHERE organizer_id = ?', org.id))
    for (const secret of [...secrets, ...hashes.map(({ hash }) => hash), ...keys.map(({ key }) => key)])
      expect(written).not.toContain(secret)
  })

  it('has who added and removed a passkey, and when the removed one was added', async () => {
    const first = await newPasskey()
    const { access_token, person } = await join(first)
    const { data } = await okBody<Schemas['PasskeyList']>(
      await ownCall('/api/v1/passkeys', { token: access_token }),
    )
    await add(access_token, first)
    await drop(access_token, first)
    const [removed, added] = await historyOf(org.id, org.owner, person.subject)
    const common = {
      by: person.subject,
      byName: 'Ana García',
      entityType: 'member',
      entityId: person.subject,
      change: {},
    }
    expect(removed).toMatchObject({
      ...{ ...common, action: 'passkey.delete' },
      before: { addedAt: Date.parse(data[0]?.addedAt as string) },
    })
    expect(added).toMatchObject({ ...common, action: 'passkey.create', before: null })
  })

  it('has the passkeys of a person in each organizer that the person belongs to, and in no other', async () => {
    const first = await newPasskey()
    const { access_token, person } = await join(first)
    const [second, other] = [await makeOrganizer(), await makeOrganizer()]
    await insert('members', { organizer_id: second.id, subject: person.subject, role: 'staff' })
    await add(access_token, first)
    await endAll(access_token)
    await drop(access_token, first)
    const expected = ['passkey.create', 'sign-in.end-all', 'passkey.delete']
    expect((await actionsOf(person.subject)).slice(-3)).toEqual(expected)
    expect(await actionsOf(person.subject, second)).toEqual(expected)
    expect(await actionsOf(undefined, other)).toEqual([])
    const ids = (
      await Promise.all([org, second].map(({ id, owner }) => historyOf(id, owner, person.subject)))
    )
      .flat()
      .map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has a record in each of two organizers whose ids end alike', async () => {
    const { access_token, person } = await join(await newPasskey())
    const id = `${crypto.randomUUID().slice(0, 24)}${org.id.slice(24)}`
    await insert('organizers', { id, name: 'Southbank' })
    await insert('members', { organizer_id: id, subject: person.subject, role: 'staff' })
    expect((await endAll(access_token)).status).toBe(204)
    const records = await query<{ organizer: string }>(
      `SELECT organizer_id AS organizer FROM audit_log WHERE entity_id = ? AND action = 'sign-in.end-all'`,
      person.subject,
    )
    expect(records.map(({ organizer }) => organizer).toSorted()).toEqual([org.id, id].toSorted())
  })

  it('has no record of what changed nothing', async () => {
    const first = await newPasskey()
    const { access_token, person } = await join(first)
    const { passkey, body } = await prepareAdding(access_token, first)
    const send = () => ownCall('/api/v1/passkeys', { token: access_token, body })
    expect((await send()).status).toBe(201)
    await send()
    expect((await drop(access_token, first)).status).toBe(204)
    await expectError(await drop(access_token, first), 'passkey_not_found')
    await expectError(await drop(access_token, passkey), 'last_passkey')
    for (let time = 0; time < 2; time += 1) expect((await endAll(access_token)).status).toBe(204)
    expect(await actionsOf(person.subject)).toEqual([
      ...['invitation.accept', 'passkey.create', 'passkey.delete'],
    ])
  })

  it.each(['D1_ERROR: Network connection lost.', 'D1_ERROR: internal error; reference = 0a1b2c3d'])(
    'has one record of each change whose answer the database loses (%s)',
    async (message) => {
      const first = await newPasskey()
      const { access_token, person } = await join(first)
      /** Sends each batch that writes twice. */
      const losing = (real: Batch): Batch => {
        let isLost = false
        return async (statements) => {
          const results = await real(statements)
          isLost = !isLost && statements.length > 1
          if (isLost) throw new Error(message)
          return results
        }
      }
      const DB = faultyDatabase(losing)
      await add(access_token, first, { DB })
      expect((await endAll(access_token, { DB: faultyDatabase(losing) })).status).toBe(204)
      expect((await drop(access_token, first, { DB: faultyDatabase(losing) })).status).toBe(204)
      expect(await actionsOf(person.subject)).toEqual([
        ...['invitation.accept', 'passkey.create', 'sign-in.end-all', 'passkey.delete'],
      ])
    },
  )
})
