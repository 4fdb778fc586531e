// What a manager notes about a problem at the door.
import { beforeEach, describe, expect, it } from 'vitest'
import { expectError } from '../support/api.ts'
import { admission, listCheckIns, send as sendItems } from '../support/check-ins.ts'
import { addTicket, makeOrganizer, type Organizer } from '../support/rows.ts'
import { historyOf, send } from '../support/setup.ts'

let org: Organizer
let twice: string
beforeEach(async () => {
  org = await makeOrganizer()
  const ticket = await addTicket(org)
  const again = admission(ticket, 2)
  await sendItems(org.session, org.staff, [admission(ticket, 1), again])
  twice = again.id
})

const note = (dealtWith: unknown, { id = twice, subject = org.manager } = {}) =>
  send<{ dealtWithAt: string | null }>('PATCH', `/sessions/${org.session}/check-ins/${id}`, subject, {
    dealtWith,
  })

const dealtWithAt = async (): Promise<string | null | undefined> =>
  (await listCheckIns(org.session, org.staff, { problem: 'true' })).data[0]?.dealtWithAt

describe('a problem that was dealt with', () => {
  it('is still listed, says when, and can be opened again', async () => {
    expect(await dealtWithAt()).toBeNull()
    const { status, body } = await note(true)
    expect(status).toBe(200)
    expect(Date.parse(body.dealtWithAt as string)).toBeLessThanOrEqual(Date.now())
    expect(await dealtWithAt()).toBe(body.dealtWithAt)
    expect((await note(false)).body).toEqual({ dealtWithAt: null })
    expect(await dealtWithAt()).toBeNull()
  })

  it('is recorded, once however often it is repeated', async () => {
    const [first, second] = [await note(true), await note(true, { subject: org.owner })]
    expect(second.body).toEqual(first.body)
    await note(false)
    const records = await historyOf(org.id, org.owner, twice)
    const common = { entityType: 'check-in', entityId: twice, action: 'check-in.update', by: org.manager }
    expect(records).toMatchObject([
      { ...common, change: { sessionId: org.session, dealtWith: false }, before: { dealtWith: true } },
      { ...common, change: { sessionId: org.session, dealtWith: true }, before: { dealtWith: false } },
    ])
  })

  it('is for managers of the organizer, and of this session', async () => {
    const stranger = (await makeOrganizer()).owner
    for (const [code, options, dealtWith] of [
      ['forbidden', { subject: org.staff }, true],
      ['session_not_found', { subject: stranger }, true],
      ['check_in_not_found', { id: crypto.randomUUID() }, true],
      ['invalid_request', {}, 'yes'],
    ] as const) {
      await expectError((await note(dealtWith, options)).response, code)
    }
    expect(await dealtWithAt()).toBeNull()
  })
})
