// GET /api/v1/sessions/{sessionId}: one session, with the fields of the list.
import { beforeAll, describe, expect, it } from 'vitest'
import { call, expectError, readCost } from '../../../support/api.ts'
import { addTickets, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
  await addTickets(org, [{}, { status: 'CheckedIn' }])
})

const path = (session: string) => `/api/v1/sessions/${session}`

describe('a session', () => {
  it('has the fields of the list, in one round trip', async () => {
    const note = 'Under 18: check the pass'
    await query(
      `UPDATE ticket_types SET note = '${note}', flag = 'Stop' WHERE name = 'VIP' AND event_id = ?`,
      org.event,
    )
    await query(`UPDATE ticket_types SET note = 'For us' WHERE name = 'Standing' AND event_id = ?`, org.event)
    const response = await call(path(org.session), { subject: org.eventStaff })
    const list = await call(`/api/v1/sessions?eventId=${org.event}&from=1970-01-01T00:00:00Z`, {
      subject: org.staff,
    })
    const { data } = await list.json<{ data: { id: string }[] }>()
    const { walkIns, ticketTypes, types, areas, typesVersion, ...session } =
      await response.json<Record<string, unknown>>()
    expect(session).toEqual(data.find(({ id }) => id === org.session))
    const rule = { areas: null, entries: 'Once', from: null, until: null }
    expect({ walkIns, ticketTypes, types, areas, typesVersion }).toEqual({
      walkIns: false,
      ticketTypes: ['seated', 'Standing', 'VIP'],
      types: [
        { id: org.types.seated, name: 'seated', note: null, flag: 'None', ...rule },
        { id: org.types.Standing, name: 'Standing', note: 'For us', flag: 'None', ...rule },
        { id: org.types.VIP, name: 'VIP', note, flag: 'Stop', ...rule },
      ],
      areas: [],
      typesVersion: expect.any(String),
    })
    expect(readCost(response)).toMatchObject({ trips: 1 })
    // Each of the three ticket types is read by its index, and has a note to read.
    expect(readCost(response).rows).toBeLessThanOrEqual(9 + 3 * 2)
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
