// The search over the sessions of an organizer.
import { describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import { call, expectError, getWithCost, withQuery } from '../../../support/api.ts'
import {
  addSession,
  addTicket,
  addTickets,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'

type Found = Schemas['FoundTickets']

const DAY = 86_400_000

const pathOf = ({ id }: Organizer, parameters: Record<string, string>) =>
  withQuery(`/api/organizer/v1/organizers/${id}/tickets`, parameters)
const search = async (org: Organizer, parameters: Record<string, string>) => {
  const found = await getWithCost<Found>(org.manager, pathOf(org, parameters))
  return { ...found, ids: found.data.map(({ id }) => id) }
}
const setStart = (session: string, startsAt: number) =>
  query('UPDATE sessions SET starts_at = ? WHERE id = ?', startsAt, session)

/** An organizer with a session at each time from now. */
const makeSessions = async (...times: number[]) => {
  const org = await makeOrganizer()
  const sessions = [org.session]
  while (sessions.length < times.length) sessions.push(await addSession(org))
  for (const [index, time] of times.entries()) await setStart(sessions[index] as string, Date.now() + time)
  return { org, sessions }
}

describe('a search by words', () => {
  it('finds tickets of the sessions from a day ago to two weeks ahead, in order of start', async () => {
    const { org, sessions } = await makeSessions(13 * DAY, -DAY / 2, -2 * DAY, 15 * DAY, DAY)
    const ids: string[] = []
    for (const session of sessions)
      ids.push(await addTicket(org, { attendee_name: 'Zoë García', code: `C-${session}` }, session))
    const found = await search(org, { q: 'garc zoe' })
    expect(found.ids).toEqual([1, 4, 0].map((index) => ids[index]))
    expect(found.complete).toBe(true)
    expect(found.data[0]).toMatchObject({
      ...{ sessionId: sessions[1], eventName: 'Event', code: `C-${sessions[1]}` },
      attendee: { name: 'Zoë García' },
    })
    expect(Date.parse(found.data[0]?.startsAt ?? '')).toBeLessThan(Date.now())
    expect(found.trips).toBe(1)
  })

  it('ends with 20 tickets and reads little, however many match', async () => {
    const { org, sessions } = await makeSessions(DAY, 2 * DAY)
    for (const session of sessions)
      await addTickets(
        org,
        Array.from({ length: 300 }, () => ({ attendee_name: 'Common Name' })),
        session,
      )
    const found = await search(org, { q: 'common' })
    expect(found.ids).toHaveLength(20)
    expect(found.complete).toBe(false)
    expect(found.data.every(({ sessionId }) => sessionId === sessions[0])).toBe(true)
    expect(found.rows).toBeLessThan(200)
  })

  it('looks at 50 sessions, and says so', async () => {
    const { org } = await makeSessions(...Array.from({ length: 51 }, (_, index) => (index + 1) * 60_000))
    expect(await search(org, { q: 'nobody' })).toMatchObject({ data: [], complete: false })
    await setStart(org.session, Date.now() - 10 * DAY)
    expect(await search(org, { q: 'nobody' })).toMatchObject({ data: [], complete: true })
    expect(await search(org, { q: '!!!' })).toMatchObject({ data: [], complete: true })
  })

  it.each([
    [{}, 'q: is required.'],
    [{ q: 'ab' }, 'q: must have at least 3 characters.'],
    [{ q: 'x'.repeat(201) }, /^q: must have 1 to 200 characters/],
    [{ q: 'abc', by: 'name' }, /^by: must be one of/],
  ])('needs a text: %o', async (parameters: Record<string, string>, naming) => {
    const org = await makeOrganizer()
    await expectError(
      await call(pathOf(org, parameters), { subject: org.manager }),
      'invalid_request',
      naming,
    )
  })
})

describe('a search for exactly', () => {
  it('a code or an e-mail address finds tickets of all sessions', async () => {
    const { org, sessions } = await makeSessions(-400 * DAY, 300 * DAY)
    const [old, far] = sessions as [string, string]
    const one = await addTicket(org, { code: 'ABC', holder_email: 'Ana@Example.com' }, old)
    const two = await addTicket(
      org,
      { code: 'ABC', attendee_name: 'Ana', attendee_email: 'ana@example.COM' },
      far,
    )
    await addTicket(org, { code: 'abc', holder_email: 'ana@example.com.mx', ticket_number: 'X' }, far)
    expect((await search(org, { q: 'ABC', by: 'code' })).ids).toEqual([one, two])
    expect((await search(org, { q: 'ana@example.com', by: 'email' })).ids).toEqual([one, two])
    expect((await search(org, { q: 'ana@example', by: 'email' })).ids).toEqual([])
    // Two characters are enough here.
    expect((await search(org, { q: 'AB', by: 'code' })).ids).toEqual([])
  })

  it('reads by indexes', async () => {
    const { org, sessions } = await makeSessions(DAY, 2 * DAY)
    for (const session of sessions)
      await addTickets(
        org,
        Array.from({ length: 500 }, (_, n) => ({
          holder_email: `h${n}@example.com`,
          attendee_email: `a${n}@example.com`,
          code: `${session}-${n}`,
        })),
        session,
      )
    for (const [q, by] of [
      [`${sessions[0]}-7`, 'code'],
      ['h7@example.com', 'email'],
      ['a7@example.com', 'email'],
    ] as const) {
      const found = await search(org, { q, by })
      expect(found.ids).toHaveLength(by === 'code' ? 1 : 2)
      expect(found.rows).toBeLessThan(60)
    }
  })
})

it('is for owners and managers, and finds nothing of other organizers', async () => {
  const [{ org }, other] = [await makeSessions(DAY), await makeOrganizer()]
  await addTicket(org, { attendee_name: 'Ana García', holder_email: 'ana@example.com', code: 'SECRET' })
  await setStart(other.session, Date.now())
  await addTicket(other, { attendee_name: 'Bo', code: 'SECRET' })
  for (const parameters of [
    { q: 'garcia' },
    { q: 'SECRET', by: 'code' },
    { q: 'ana@example.com', by: 'email' },
  ]) {
    const path = pathOf(org, parameters as Record<string, string>)
    await expectError(await call(path, { subject: org.staff }), 'forbidden')
    await expectError(await call(path, { subject: other.owner }), 'organizer_not_found')
    const found = await search(other, parameters as Record<string, string>)
    expect(found.data.map(({ attendee }) => attendee?.name)).toEqual(
      'by' in parameters && parameters.by === 'code' ? ['Bo'] : [],
    )
  }
})
