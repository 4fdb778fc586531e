// Times are the event's: every session says its zone, and an event in the wrong zone can keep its hours.
import { expect, it } from 'vitest'
import { expectError, getBody, sendJson } from '../../../support/api.ts'
import { addSeries, addTicket, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { historyOf, readBody, send } from '../../../support/setup.ts'

type Zoned = { id: string; sessionId: string; timeZone: string; startsAt: string; doorsOpenAt: string | null }

const inZone = async (timeZone: string): Promise<Organizer> => {
  const org = await makeOrganizer()
  await query('UPDATE events SET time_zone = ? WHERE id = ?', timeZone, org.event)
  return org
}

const addStarts = async (org: Organizer, starts: string[]) =>
  (
    await addSeries(
      org,
      starts.map((start) => Date.parse(start)),
    )
  ).sessions

const startsOf = async (org: Organizer, ids: readonly string[]): Promise<string[]> => {
  const { data } = await readBody<{ data: Zoned[] }>(`/events/${org.event}/sessions`, org.owner)
  return ids.map((id) => data.find((session) => session.id === id)?.startsAt ?? 'missing')
}

const change = (org: Organizer, body: object, headers = {}) =>
  send<{ timeZone: string }>('PATCH', `/events/${org.event}`, org.manager, body, headers)

it('names the zone wherever a session stands', async () => {
  const org = await inZone('Asia/Kolkata')
  const { series, sessions } = await addSeries(org, [Date.now() + 3_600_000])
  const [id = ''] = sessions
  await addTicket(org, { code: `zone-${id}`, attendee_name: 'Zoe Zone' }, id)
  const lists = [
    `/api/v1/sessions?eventId=${org.event}`,
    `/api/organizer/v1/events/${org.event}/sessions`,
    `/api/organizer/v1/events/${org.event}/series/${series}/sessions`,
  ]
  for (const path of lists) {
    const { data } = await getBody<{ data: Zoned[] }>(org.manager, path)
    expect(data.find((session) => session.id === id)?.timeZone, path).toBe('Asia/Kolkata')
  }
  for (const path of [`/api/v1/sessions/${id}`, `/api/organizer/v1/sessions/${id}`])
    expect((await getBody<Zoned>(org.manager, path)).timeZone, path).toBe('Asia/Kolkata')
  const search = await readBody<{ data: Zoned[] }>(`/organizers/${org.id}/tickets?q=zoe+zone`, org.manager)
  expect(search.data.map(({ timeZone }) => timeZone)).toEqual(['Asia/Kolkata'])
  const found = await sendJson('POST', '/api/v1/codes/find', org.manager, {
    code: `zone-${id}`,
    sessionId: org.session,
  })
  expect(await found.json()).toMatchObject({ data: [{ sessionId: id, timeZone: 'Asia/Kolkata' }] })
})

it('keeps the hours of sessions ahead, over both changes of the clock, and records each', async () => {
  const org = await inZone('Europe/Berlin')
  // Skipped in New York on 14 March 2027 at 2:30; shown twice there on 7 November 2027 at 1:30.
  const before = [
    '2020-06-12T18:00:00.000Z',
    '2027-01-15T19:00:00.000Z',
    '2027-03-14T01:30:00.000Z',
    '2027-07-16T18:00:00.000Z',
    '2027-11-07T00:30:00.000Z',
  ]
  const ids = await addStarts(org, before)
  await query('UPDATE sessions SET doors_open_offset_minutes = 60 WHERE id = ?', ids[1] ?? '')
  expect((await change(org, { timeZone: 'America/New_York', hours: 'keep' })).body.timeZone).toBe(
    'America/New_York',
  )
  expect(await startsOf(org, ids)).toEqual([
    '2020-06-12T18:00:00.000Z',
    '2027-01-16T01:00:00.000Z',
    // 2:30 does not exist, so it is 3:30 in summer time.
    '2027-03-14T07:30:00.000Z',
    '2027-07-17T00:00:00.000Z',
    // The first of the two.
    '2027-11-07T05:30:00.000Z',
  ])
  const moved = await readBody<Zoned & { updatedBy: string }>(`/sessions/${ids[1]}`, org.owner)
  expect(moved).toMatchObject({ doorsOpenAt: '2027-01-16T00:00:00.000Z', updatedBy: org.manager })
  for (const id of ids.slice(1)) {
    const records = await historyOf(org.id, org.owner, id)
    expect(records.map(({ action, by }) => ({ action, by }))).toEqual([
      { action: 'session.update', by: org.manager },
    ])
  }
  expect(await historyOf(org.id, org.owner, ids[0])).toEqual([])
  expect((await historyOf(org.id, org.owner, ids[1]))[0]).toMatchObject({
    change: { startsAt: '2027-01-16T01:00:00.000Z' },
    before: { startsAt: Date.parse('2027-01-15T19:00:00.000Z') },
  })
})

it('changes nothing further when it is repeated, and keeps moments without `hours`', async () => {
  const org = await inZone('Europe/Berlin')
  const ids = await addStarts(org, ['2027-07-16T18:00:00.000Z'])
  const body = { timeZone: 'Europe/Lisbon', hours: 'keep' }
  await change(org, body)
  await change(org, body)
  expect(await startsOf(org, ids)).toEqual(['2027-07-16T19:00:00.000Z'])
  await change(org, { timeZone: 'Pacific/Kiritimati' })
  expect(await startsOf(org, ids)).toEqual(['2027-07-16T19:00:00.000Z'])
  expect(await historyOf(org.id, org.owner, ids[0])).toHaveLength(1)
})

it('moves nothing in the same zone, where clocks show an hour twice', async () => {
  const org = await inZone('Europe/Berlin')
  const second = '2027-10-31T01:30:00.000Z'
  const ids = await addStarts(org, [second])
  await change(org, { name: 'Renamed', timeZone: 'Europe/Berlin', hours: 'keep' })
  expect(await startsOf(org, ids)).toEqual([second])
})

it.each([
  ['UTC', 'America/New_York'],
  ['Pacific/Kiritimati', 'UTC'],
])('leaves a start at the end of the last year, from %s to %s', async (before, timeZone) => {
  const org = await inZone(before)
  const last = '9999-12-31T23:59:59.000Z'
  const ids = await addStarts(org, [last])
  expect((await change(org, { timeZone, hours: 'keep' })).body.timeZone).toBe(timeZone)
  expect(await startsOf(org, ids)).toEqual([last])
})

it('refuses what it cannot mean, and moves nothing', async () => {
  const org = await inZone('Europe/Berlin')
  const stranger = await makeOrganizer()
  const start = '2027-07-16T18:00:00.000Z'
  const ids = await addStarts(org, [start])
  const bad: [object, RegExp][] = [
    [{ name: 'X', hours: 'keep' }, /^hours: needs timeZone beside it/],
    [{ timeZone: 'UTC', hours: 'move' }, /^hours: must be keep/],
    [{ timeZone: 'UTC', hours: null }, /^hours: must be keep/],
    [{ timeZone: 'Mars/Olympus', hours: 'keep' }, /^timeZone: must be a time zone/],
  ]
  for (const [body, message] of bad)
    await expectError((await change(org, body)).response, 'invalid_request', message)
  const keep = { timeZone: 'UTC', hours: 'keep' }
  const foreign = await send('PATCH', `/events/${org.event}`, stranger.manager, keep)
  await expectError(foreign.response, 'event_not_found')
  await expectError((await send('PATCH', `/events/${org.event}`, org.staff, keep)).response, 'forbidden')
  await expectError((await change(org, keep, { 'If-Match': '"old"' })).response, 'precondition_failed')
  expect(await startsOf(org, ids)).toEqual([start])
})

it('moves all sessions of a large event in one transaction', async () => {
  const org = await inZone('Europe/Berlin')
  const starts = Array.from({ length: 600 }, (_, day) => Date.UTC(2027, 0, 1 + day, 19))
  const { sessions } = await addSeries(org, starts)
  expect((await change(org, { timeZone: 'Asia/Tokyo', hours: 'keep' })).status).toBe(200)
  const moved = await query<{ n: number }>(
    "SELECT count(*) AS n FROM sessions WHERE event_id = ? AND starts_at > ? AND strftime('%H', starts_at / 1000, 'unixepoch') IN ('10', '11', '12')",
    org.event,
    Date.UTC(2026, 11, 31),
  )
  expect(moved[0]?.n).toBeGreaterThanOrEqual(sessions.length)
})
