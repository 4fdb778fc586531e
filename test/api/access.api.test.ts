// Access to the tickets of a session, by role and event.
import { beforeAll, describe, expect, it } from 'vitest'
import { call, expectError, getPage, ticketsPath } from '../support/api.ts'
import { addTickets, makeOrganizer, type Organizer, query } from '../support/rows.ts'

let org: Organizer
let other: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
  other = await makeOrganizer()
  await addTickets(org, [{ ticket_number: 'SEEN' }])
  await addTickets(other, [{ ticket_number: 'SECRET' }])
})

describe('the ticket list', () => {
  it.each(['owner', 'manager', 'staff', 'eventStaff'] as const)('is readable for the %s', async (person) => {
    const { data } = await getPage(org[person], ticketsPath(org.session))
    expect(data.map(({ ticketNumber }) => ticketNumber)).toEqual(['SEEN'])
  })

  it.each(['owner', 'manager', 'staff'] as const)('of every event is readable for the %s', async (person) => {
    expect((await getPage(org[person], ticketsPath(org.otherEventSession))).data).toEqual([])
  })

  it('of another event is a 403 for staff of one event', async () => {
    const response = await call(ticketsPath(org.otherEventSession), { subject: org.eventStaff })
    await expectError(response, 'forbidden')
  })

  it.each([{}, { q: 'secret' }, { page: 2 }, { status: 'Valid', sort: '-status' }])(
    'is the same 404 for a session of another organizer as for an unknown one (%j)',
    async (asked) => {
      const bodies = []
      for (const id of [other.session, crypto.randomUUID()]) {
        for (const subject of [org.owner, org.eventStaff, org.stranger]) {
          const response = await call(ticketsPath(id, asked), { subject })
          bodies.push(JSON.stringify(await expectError(response, 'session_not_found')))
        }
      }
      expect(new Set(bodies).size).toBe(1)
    },
  )

  it('is a 404 once the membership is deleted', async () => {
    const team = await makeOrganizer()
    expect((await call(ticketsPath(team.session), { subject: team.staff })).status).toBe(200)
    await query('DELETE FROM members WHERE subject = ?', team.staff)
    await expectError(await call(ticketsPath(team.session), { subject: team.staff }), 'session_not_found')
  })
})
