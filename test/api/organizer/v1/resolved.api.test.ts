// What a manager notes about a problem at the door.
import { beforeEach, describe, expect, it } from 'vitest'
import { expectError } from '../../../support/api.ts'
import { admission, listCheckIns, send as sendItems } from '../../../support/check-ins.ts'
import { addTicket, makeOrganizer, type Organizer } from '../../../support/rows.ts'
import { historyOf, send } from '../../../support/setup.ts'

let org: Organizer
let twice: string
beforeEach(async () => {
  org = await makeOrganizer()
  const ticket = await addTicket(org)
  const again = admission(ticket, 2)
  await sendItems(org.session, org.staff, [admission(ticket, 1), again])
  twice = again.id
})

const note = (resolved: unknown, { id = twice, subject = org.manager } = {}) =>
  send<{ resolvedAt: string | null }>('PATCH', `/sessions/${org.session}/check-ins/${id}`, subject, {
    resolved,
  })

const resolvedAt = async (): Promise<string | null | undefined> =>
  (await listCheckIns(org.session, org.staff, { problem: 'true' })).data[0]?.resolvedAt

describe('a resolved problem', () => {
  it('is still listed, says when, and can be opened again', async () => {
    expect(await resolvedAt()).toBeNull()
    const { status, body } = await note(true)
    expect(status).toBe(200)
    expect(Date.parse(body.resolvedAt as string)).toBeLessThanOrEqual(Date.now())
    expect(await resolvedAt()).toBe(body.resolvedAt)
    expect((await note(false)).body).toEqual({ resolvedAt: null })
    expect(await resolvedAt()).toBeNull()
  })

  it('is recorded, once however often it is repeated', async () => {
    const [first, second] = [await note(true), await note(true, { subject: org.owner })]
    expect(second.body).toEqual(first.body)
    await note(false)
    const records = await historyOf(org.id, org.owner, twice)
    const common = { entityType: 'check-in', entityId: twice, action: 'check-in.update', by: org.manager }
    expect(records).toMatchObject([
      { ...common, change: { sessionId: org.session, resolved: false }, before: { resolved: true } },
      { ...common, change: { sessionId: org.session, resolved: true }, before: { resolved: false } },
    ])
  })

  it('is for managers of the organizer, and of this session', async () => {
    const stranger = (await makeOrganizer()).owner
    for (const [code, options, resolved] of [
      ['forbidden', { subject: org.staff }, true],
      ['session_not_found', { subject: stranger }, true],
      ['check_in_not_found', { id: crypto.randomUUID() }, true],
      ['invalid_request', {}, 'yes'],
    ] as const) {
      await expectError((await note(resolved, options)).response, code)
    }
    expect(await resolvedAt()).toBeNull()
  })
})
