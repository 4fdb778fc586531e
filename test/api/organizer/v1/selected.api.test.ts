import { beforeAll, describe, expect, it } from 'vitest'
import { expectError, readCost, sendJson } from '../../../support/api.ts'
import {
  capacityOf,
  expectRejected,
  fourDays,
  postBulkUpdate,
  readAudit,
  readSessions,
} from '../../../support/bulk-update.ts'
import { previewPath, previewUpdate } from '../../../support/console.ts'
import { addSeries, makeOrganizer, type Organizer } from '../../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const post = (series: string, body: unknown, subject?: string) => postBulkUpdate(org, series, body, subject)

describe('filterType Selected', () => {
  it('selects exactly the sessions named, in any case and given twice', async () => {
    const { series, sessions } = await addSeries(org, fourDays())
    const sessionIds = [sessions[2]?.toUpperCase(), sessions[0], sessions[2]]
    const body = { filterType: 'Selected', sessionIds, newCapacity: 7 }
    expect((await previewUpdate(org, series, body)).sessions.map(({ id }) => id)).toEqual([
      sessions[0],
      sessions[2],
    ])
    expect(await (await post(series, body)).json()).toEqual({ sessionsUpdated: 2 })
    expect((await readSessions(series)).map(({ capacity }) => capacity)).toEqual([7, 100, 7, 100])
    expect(JSON.parse((await readAudit(series))[0]?.change as string).filter).toEqual({
      type: 'Selected',
      sessionIds: [sessions[0], sessions[2]].sort(),
    })
  })

  it('is a 400 for a session that is not of the series, and changes nothing', async () => {
    const { series, sessions } = await addSeries(org, fourDays())
    const { sessions: others } = await addSeries(org, fourDays())
    for (const id of [others[0], org.session, crypto.randomUUID()]) {
      const body = { filterType: 'Selected', sessionIds: [sessions[0], id], newCapacity: 7 }
      await expectRejected(
        series,
        () => post(series, body),
        'invalid_request',
        /^sessionIds: the series has no session /,
      )
      const path = previewPath(org.event, series)
      await expectError(await sendJson('POST', path, org.manager, body), 'invalid_request', /^sessionIds: /)
      await expectError(await post(series, body, org.staff), 'forbidden')
      await expectError(await post(series, body, org.stranger), 'series_not_found')
    }
  })

  it.each<[unknown, RegExp]>([
    [undefined, /^sessionIds: is required/],
    [null, /^sessionIds: is required/],
    [[], /^sessionIds: must be a list of 1 to 500 ids/],
    ['x', /^sessionIds: must be a list/],
    [['x'], /^sessionIds.0: must be a UUID/],
    [[null], /^sessionIds.0: must be a UUID/],
    [Array.from({ length: 501 }, () => crypto.randomUUID()), /^sessionIds: must be a list/],
  ])('is a 400 with sessionIds %#', async (sessionIds, naming) => {
    const { series } = await addSeries(org, fourDays())
    const body = { filterType: 'Selected', sessionIds, newCapacity: 7 }
    await expectRejected(series, () => post(series, body), 'invalid_request', naming)
  })

  it('of 500 sessions is one round trip', async () => {
    const { series, sessions } = await addSeries(
      org,
      Array.from({ length: 501 }, (_, i) => i),
    )
    const response = await post(series, {
      filterType: 'Selected',
      sessionIds: sessions.slice(1),
      newCapacity: 7,
    })
    expect(await response.json()).toEqual({ sessionsUpdated: 500 })
    expect(readCost(response).trips).toBe(1)
  })

  it('leaves sessionIds unused with another filter', async () => {
    const { series } = await addSeries(org, fourDays())
    const body = { ...capacityOf(7), sessionIds: [crypto.randomUUID()] }
    expect(await (await post(series, body)).json()).toEqual({ sessionsUpdated: 4 })
  })
})
