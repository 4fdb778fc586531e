// GET /api/v1/sessions/{sessionId}: one session, with the fields of the list.
import { beforeAll, describe, expect, it } from 'vitest'
import { call, expectError, readCost } from './support/api.ts'
import { addTickets, makeOrganizer, type Organizer } from './support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
  await addTickets(org, [{}, { status: 'CheckedIn' }])
})

const path = (session: string) => `/api/v1/sessions/${session}`

describe('a session', () => {
  it('has the fields of the list, in one round trip', async () => {
    const response = await call(path(org.session), { subject: org.eventStaff })
    const list = await call(`/api/v1/sessions?eventId=${org.event}&from=1970-01-01T00:00:00Z`, {
      subject: org.staff,
    })
    const { data } = await list.json<{ data: { id: string }[] }>()
    const { walkIns, ticketTypes, ...session } = await response.json<Record<string, unknown>>()
    expect(session).toEqual(data.find(({ id }) => id === org.session))
    expect({ walkIns, ticketTypes }).toEqual({ walkIns: false, ticketTypes: ['Standing', 'VIP', 'seated'] })
    expect(readCost(response)).toMatchObject({ trips: 1 })
    // Three are the ticket types.
    expect(readCost(response).rows).toBeLessThanOrEqual(9 + 3)
  })

  it('is a 304 until something about it changes', async () => {
    const own = await makeOrganizer()
    const get = (tag?: string | null) =>
      call(path(own.session), { subject: own.staff, headers: tag ? { 'If-None-Match': tag } : {} })
    const tag = (await get()).headers.get('ETag')
    expect((await get(tag)).status).toBe(304)
    await addTickets(own, [{}])
    expect((await get(tag)).status).toBe(200)
  })

  it('is a 403 for staff of another event, and a 404 for everybody else', async () => {
    await expectError(await call(path(org.otherEventSession), { subject: org.eventStaff }), 'forbidden')
    await expectError(await call(path(org.session), { subject: org.stranger }), 'session_not_found')
  })
})
