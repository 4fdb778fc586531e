// Sessions that do not take place: who sees it, and what becomes of their tickets.
import { beforeEach, describe, expect, it } from 'vitest'
import { call, expectError, getBody, getWithCost, sendJson } from '../../../support/api.ts'
import { postBulkUpdate } from '../../../support/bulk-update.ts'
import { postRevert, previewRevert, previewUpdate, readHistory } from '../../../support/console.ts'
import { addListing } from '../../../support/operations.ts'
import {
  addSeries,
  addTicket,
  addTickets,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'
import { historyOf, read, readBody, send } from '../../../support/setup.ts'

type Session = { id: string; cancelledAt: string | null; cancelNotice: string | null; counts: object }

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const NOTICE = 'The band is ill.\nYour ticket is valid on 26 June 😀 "“\u2028\\'
const HOUR_MS = 3_600_000

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
})

const change = (body: object, headers = {}, subject = org.manager) =>
  send<Session>('PATCH', `/sessions/${org.session}`, subject, body, headers)
const readSession = () => readBody<Session>(`/sessions/${org.session}`, org.manager)
const cancel = async (cancelNotice: string | null = NOTICE) => {
  const { status, body } = await change({ cancelled: true, cancelNotice })
  expect([status, body.cancelledAt, body.cancelNotice]).toEqual([200, INSTANT, cancelNotice])
  return body.cancelledAt as string
}

describe('cancelling a session', () => {
  it('is null at first, keeps its time when repeated, and is taken back with its notice', async () => {
    const before = await readSession()
    expect(before).toMatchObject({ cancelledAt: null, cancelNotice: null })
    const cancelledAt = await cancel()
    await query('UPDATE sessions SET cancelled_at = cancelled_at - 5000 WHERE id = ?', org.session)
    const earlier = new Date(Date.parse(cancelledAt) - 5_000).toISOString()
    const again = await change({ cancelled: true })
    expect(again.body).toMatchObject({ cancelledAt: earlier, cancelNotice: NOTICE })
    const reworded = await change({ cancelled: true, cancelNotice: ' Rain \n' })
    expect(reworded.body).toMatchObject({ cancelledAt: earlier, cancelNotice: 'Rain' })
    expect((await change({ cancelNotice: 'Storm' })).body).toMatchObject({
      cancelledAt: earlier,
      cancelNotice: 'Storm',
    })
    expect((await change({ cancelNotice: null })).body).toMatchObject({
      cancelledAt: earlier,
      cancelNotice: null,
    })
    expect((await change({ cancelNotice: 'Storm' })).status).toBe(200)
    const restored = { ...(await change({ cancelled: false })).body, updatedAt: null, updatedBy: null }
    expect(restored).toEqual(before)
    expect((await change({ cancelled: false })).body).toMatchObject({ cancelledAt: null, cancelNotice: null })
  })

  it('takes 500 characters of notice, and an empty one as none', async () => {
    await cancel('😀'.repeat(500))
    await expectError((await change({ cancelNotice: 'x'.repeat(501) })).response, 'invalid_request', /500/)
    await expectError((await change({ cancelNotice: 5 })).response, 'invalid_request', /^cancelNotice: /)
    await expectError((await change({ cancelled: null })).response, 'invalid_request', /^cancelled: /)
    expect((await change({ cancelNotice: ' \n' })).body.cancelNotice).toBeNull()
  })

  it('is a 400 with a notice of a session that is not cancelled after the call', async () => {
    const fails = async (body: object) =>
      expectError((await change(body)).response, 'invalid_request', /^cancelNotice: /)
    await fails({ cancelNotice: 'Rain' })
    await fails({ cancelled: false, cancelNotice: 'Rain' })
    await fails({ capacity: 7, cancelNotice: 'Rain' })
    expect(await historyOf(org.id, org.owner, org.session)).toEqual([])
    expect((await change({ cancelNotice: null })).status).toBe(200)
    await cancel()
    await fails({ cancelled: false, cancelNotice: 'Rain' })
    expect((await change({ cancelled: false, cancelNotice: null })).body.cancelledAt).toBeNull()
  })

  it('is recorded, and outdates what others have read', async () => {
    const path = `/sessions/${org.session}`
    const headers = { 'If-Match': (await read(path, org.owner)).headers.get('ETag') as string }
    expect((await change({ cancelled: true, cancelNotice: 'Rain' }, headers)).status).toBe(200)
    // The answer was lost.
    expect((await change({ cancelled: true, cancelNotice: 'Rain' }, headers)).status).toBe(200)
    await expectError((await change({ capacity: 7 }, headers)).response, 'precondition_failed')
    await change({ cancelled: false })
    expect(await historyOf(org.id, org.owner, org.session)).toMatchObject([
      { change: { cancelled: false }, before: { cancelled: true, cancelNotice: 'Rain' } },
      { change: { cancelled: true, cancelNotice: 'Rain' }, before: { cancelled: false, cancelNotice: null } },
    ])
  })

  it('is the managers’ alone', async () => {
    await expectError((await change({ cancelled: true }, {}, org.staff)).response, 'forbidden')
    const other = await makeOrganizer()
    await expectError((await change({ cancelled: true }, {}, other.owner)).response, 'session_not_found')
    expect(await readSession()).toMatchObject({ cancelledAt: null })
  })

  it('voids and refunds nothing, and the door records what staff do', async () => {
    const [valid] = await addTickets(org, [{}, { status: 'CheckedIn' }])
    const { counts } = await readSession()
    await cancel()
    expect((await readSession()).counts).toEqual(counts)
    const response = await sendJson('POST', `/api/v1/sessions/${org.session}/check-ins`, org.staff, {
      device: 'Gate A',
      items: [
        {
          id: crypto.randomUUID(),
          type: 'CheckIn',
          ticketId: valid,
          at: new Date().toISOString(),
          admitted: true,
        },
      ],
    })
    expect(await response.json()).toMatchObject({ results: [{ outcome: 'CheckedIn' }] })
  })
})

describe('a cancelled session', () => {
  it('says so in every answer with a session, in the order of before', async () => {
    const { series, sessions } = await addSeries(org, [Date.now(), Date.now() + HOUR_MS])
    const id = sessions[0] as string
    const code = `code-${crypto.randomUUID()}`
    await addTicket(org, { code, attendee_name: 'Quirina Quist', reference: 'Q-7' } as never, id)
    const { body } = await send<Session>('PATCH', `/sessions/${id}`, org.owner, {
      cancelled: true,
      cancelNotice: NOTICE,
    })
    const shown = { cancelledAt: body.cancelledAt, cancelNotice: NOTICE }
    const not = { cancelledAt: null, cancelNotice: null }
    const lists = [
      await getBody<{ data: Session[] }>(org.staff, `/api/v1/sessions?eventId=${org.event}`),
      await getBody<{ data: Session[] }>(org.staff, '/api/v1/sessions'),
      await readBody<{ data: Session[] }>(`/events/${org.event}/series/${series}/sessions`, org.owner),
    ]
    for (const { data } of lists) {
      expect(data.map((session) => session.id)).toEqual(sessions)
      expect(data).toMatchObject([shown, not])
    }
    expect(await getBody(org.staff, `/api/v1/sessions/${id}`)).toMatchObject(shown)
    expect(await readBody(`/sessions/${id}`, org.owner)).toMatchObject(shown)
    const found = await readBody(`/organizers/${org.id}/tickets?q=quist`, org.owner)
    expect(found).toMatchObject({ data: [shown] })
    expect(await readBody(`/organizers/${org.id}/tickets?by=code&q=${code}`, org.owner)).toMatchObject({
      data: [shown],
    })
    const search = await sendJson('POST', '/api/v1/codes/find', org.staff, { code, sessionId: org.session })
    expect(await search.json()).toMatchObject({ data: [shown] })
    const created = await send('POST', `/events/${org.event}/sessions`, org.owner, {
      sessions: [{ startsAt: '2031-01-01T00:00:00Z', capacity: 1 }],
    })
    expect(created.body).toMatchObject({ data: [not] })
  })

  it('reaches devices that have its list, and costs nothing before', async () => {
    const path = `/api/v1/sessions/${org.session}/ticket-changes`
    const open = () => call(`${path}?pageSize=1`, { subject: org.staff })
    const versionOf = async () =>
      (await getBody<{ typesVersion: string }>(org.staff, `/api/v1/sessions/${org.session}`)).typesVersion
    const first = await open()
    const ETag = first.headers.get('ETag') as string
    const { typesVersion } = await first.json<{ typesVersion: string }>()
    expect(typesVersion).toMatch(/^[\da-f]{16}$/)
    const seen = new Set([typesVersion])
    const rows = (await getWithCost(org.staff, path)).rows
    for (const body of [{ cancelled: true }, { cancelNotice: 'Rain' }, { cancelNotice: 'Storm' }]) {
      await change(body)
      const response = await call(`${path}?pageSize=1`, {
        subject: org.staff,
        headers: { 'If-None-Match': ETag },
      })
      expect(response.status).toBe(200)
      const next = await response.json<{ typesVersion: string }>()
      expect(await versionOf()).toBe(next.typesVersion)
      seen.add(next.typesVersion)
    }
    expect(seen.size).toBe(4)
    expect((await getWithCost(org.staff, path)).rows).toBe(rows)
    await change({ cancelled: false })
    expect(await versionOf()).toBe(typesVersion)
  })
})

describe('cancelling sessions of a series', () => {
  const starts = [1, 2, 3].map((days) => Date.UTC(2031, 0, days, 20))
  let series: string
  let ids: string[]
  beforeEach(async () => {
    const made = await addSeries(org, starts)
    series = made.series
    ids = made.sessions
  })
  const states = async () => {
    const rows = await query<{ cancelled_at: number | null; cancel_notice: string | null; capacity: number }>(
      'SELECT cancelled_at, cancel_notice, capacity FROM sessions WHERE series_id = ? ORDER BY starts_at',
      series,
    )
    return rows.map(({ cancelled_at, cancel_notice }) => [cancelled_at !== null, cancel_notice])
  }
  const revertLatest = async () => {
    const [record] = await readHistory(org, series)
    const { version, sessions } = await previewRevert(org, series, record?.id as string)
    const response = await postRevert(org, series, record?.id as string, version)
    expect(response.status).toBe(200)
    return sessions.map(({ problem }) => problem)
  }

  it('is previewed, recorded, reverted, and reverted again', async () => {
    await query(`UPDATE sessions SET cancelled_at = 5, cancel_notice = 'Old' WHERE id = ?`, ids[0] as string)
    const body = { filterType: 'All', newCancelled: true, newCancelNotice: NOTICE }
    const { version, sessions } = await previewUpdate(org, series, body)
    expect(sessions).toMatchObject([
      {
        before: { cancelledAt: '1970-01-01T00:00:00.005Z', cancelNotice: 'Old' },
        after: { cancelledAt: '1970-01-01T00:00:00.005Z', cancelNotice: NOTICE },
      },
      ...Array(2).fill({
        before: { cancelledAt: null, cancelNotice: null },
        after: { cancelledAt: INSTANT, cancelNotice: NOTICE },
      }),
    ])
    for (let time = 0; time < 2; time++) {
      const response = await postBulkUpdate(org, series, { ...body, expectedVersion: version })
      expect(await response.json()).toEqual({ sessionsUpdated: 3 })
    }
    const cancelled = Array(3).fill([true, NOTICE])
    const old = [
      [true, 'Old'],
      [false, null],
      [false, null],
    ]
    expect(await states()).toEqual(cancelled)
    const [record, ...others] = await readHistory(org, series)
    expect(others).toEqual([])
    expect(record).toMatchObject({
      change: { newCancelled: true, newCancelNotice: NOTICE, newCapacity: null },
      before: [
        { id: ids[0], capacity: 100, cancelledAt: '1970-01-01T00:00:00.005Z', cancelNotice: 'Old' },
        { id: ids[1], cancelledAt: null, cancelNotice: null },
        { id: ids[2], cancelledAt: null, cancelNotice: null },
      ],
    })
    expect(await revertLatest()).toEqual([null, null, null])
    expect(await states()).toEqual(old)
    expect(await revertLatest()).toEqual([null, null, null])
    expect(await states()).toEqual(cancelled)
    expect(await revertLatest()).toEqual([null, null, null])
    expect(await states()).toEqual(old)
    // Taken back for all.
    await postBulkUpdate(org, series, { filterType: 'All', newCancelled: false })
    expect(await states()).toEqual(Array(3).fill([false, null]))
    expect(await revertLatest()).toEqual([null, null, null])
    expect(await states()).toEqual(old)
  })

  it('is left alone by the revert of another change, which does not name it either', async () => {
    await postBulkUpdate(org, series, { filterType: 'All', newCapacity: 7 })
    const [record] = await readHistory(org, series)
    expect(record).toMatchObject({
      before: ids.map((id) => ({ id, capacity: 100, venueId: null, doorsOpenOffset: null })),
    })
    expect(JSON.stringify(record?.before)).not.toContain('cancel')
    await send('PATCH', `/sessions/${ids[1]}`, org.owner, { cancelled: true, cancelNotice: 'Rain' })
    expect(await revertLatest()).toEqual([null, null, null])
    expect(await states()).toEqual([
      [false, null],
      [true, 'Rain'],
      [false, null],
    ])
  })

  it('names a session whose notice was reworded since', async () => {
    await postBulkUpdate(org, series, { filterType: 'All', newCancelled: true, newCancelNotice: 'Rain' })
    await send('PATCH', `/sessions/${ids[1]}`, org.owner, { cancelNotice: 'Storm' })
    expect(await revertLatest()).toEqual(['changed_since', null, null])
    expect(await states()).toEqual(Array(3).fill([false, null]))
  })

  it('with a notice alone needs sessions that are cancelled, all of them', async () => {
    await postBulkUpdate(org, series, {
      filterType: 'Selected',
      sessionIds: ids.slice(0, 2),
      newCancelled: true,
    })
    for (const body of [
      { filterType: 'All', newCancelNotice: 'Rain' },
      { filterType: 'All', newCancelled: false, newCancelNotice: 'Rain' },
      { filterType: 'All', newCapacity: 5, newCancelNotice: 'Rain' },
    ]) {
      await expectError(await postBulkUpdate(org, series, body), 'invalid_request', /^newCancelNotice: /)
    }
    expect(await states()).toEqual([
      [true, null],
      [true, null],
      [false, null],
    ])
    const some = { filterType: 'Selected', sessionIds: ids.slice(0, 2), newCancelNotice: 'Rain' }
    expect((await postBulkUpdate(org, series, some)).status).toBe(200)
    // Null leaves it as it is.
    const later = { filterType: 'All', newCapacity: 5, newCancelled: null, newCancelNotice: null }
    expect((await postBulkUpdate(org, series, later)).status).toBe(200)
    expect(await states()).toEqual([
      [true, 'Rain'],
      [true, 'Rain'],
      [false, null],
    ])
    await expectError(
      await postBulkUpdate(org, series, { filterType: 'All', newCancelled: null }),
      'invalid_request',
      /newCancelled/,
    )
  })

  it('is outdated where a session was cancelled since its preview', async () => {
    const body = { filterType: 'All', newCapacity: 50 }
    const { version } = await previewUpdate(org, series, body)
    await send('PATCH', `/sessions/${ids[2]}`, org.owner, { cancelled: true })
    await expectError(
      await postBulkUpdate(org, series, { ...body, expectedVersion: version }),
      'preview_outdated',
    )
  })
})

describe('a listing whose session is cancelled', () => {
  const STARTS = Date.UTC(2031, 5, 12, 18)
  const at = (hours: number) => new Date(STARTS + hours * HOUR_MS).toISOString()
  const addSession = async (hours: number) => {
    const { body } = await send<{ data: [{ id: string }] }>(
      'POST',
      `/events/${org.event}/sessions`,
      org.owner,
      {
        sessions: [{ startsAt: at(hours), capacity: 10 }],
      },
    )
    return body.data[0].id
  }

  it('has moved to the nearest session that takes place', async () => {
    await query('UPDATE sessions SET starts_at = ? WHERE id = ?', STARTS, org.session)
    const listing = await addListing(org.id)
    await query(
      'UPDATE listings SET platform_event_id = ?, starts_at = ? WHERE id = ?',
      org.event,
      STARTS,
      listing,
    )
    const movedOf = async () =>
      (await readBody<{ data: { moved?: object }[] }>('/listings', org.manager)).data[0]?.moved
    expect(await movedOf()).toBeUndefined()
    const cancelledAt = await cancel()
    const moved = { eventId: org.event, timeZone: 'UTC', cancelledAt }
    expect(await movedOf()).toEqual({ ...moved, startsAt: null })
    await addSession(5)
    const near = await addSession(1)
    expect(await movedOf()).toEqual({ ...moved, startsAt: at(1) })
    await send('PATCH', `/sessions/${near}`, org.owner, { cancelled: true })
    expect(await movedOf()).toEqual({ ...moved, startsAt: at(5) })
    // Another session begins at the same time.
    await addSession(0)
    expect(await movedOf()).toBeUndefined()
    await query(
      'DELETE FROM sessions WHERE event_id = ? AND starts_at = ? AND id <> ?',
      org.event,
      STARTS,
      org.session,
    )
    expect(await movedOf()).toEqual({ ...moved, startsAt: at(5) })
    await query(`UPDATE listings SET status = 'Cancelled' WHERE id = ?`, listing)
    expect(await movedOf()).toBeUndefined()
  })
})
