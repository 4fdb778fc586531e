// The history of a series.
import { beforeAll, describe, expect, it } from 'vitest'
import { call, expectError, readCost, sendJson, seriesPath, withQuery } from '../../../support/api.ts'
import { DAY, postBulkUpdate } from '../../../support/bulk-update.ts'
import { getList, type HistoryItem, historyPath, readHistory } from '../../../support/console.ts'
import { addSeries, addVenue, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { create, historyOf, remove, send } from '../../../support/setup.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const put = (series: string, body: object) =>
  sendJson('PUT', seriesPath(org.event, series), org.owner, body, { 'X-Request-Id': 'console-1' })

describe('the history', () => {
  it('has who changed what, latest first, with the values before', async () => {
    const venue = await addVenue(org.id)
    await query(`UPDATE members SET name = 'Mia' WHERE subject = ?`, org.manager)
    const { series, sessions } = await addSeries(org, [2 * DAY, DAY])
    await put(series, { name: 'First' })
    await put(series, { description: null })
    await postBulkUpdate(org, series, { filterType: 'All', newVenueId: venue, newDoorsOpenOffset: 5 })
    const fromDate = new Date(2 * DAY).toISOString()
    await postBulkUpdate(org, series, { filterType: 'FromDate', fromDate, newCapacity: 7 })
    await postBulkUpdate(org, series, { filterType: 'Selected', sessionIds: [sessions[1]], newCapacity: 8 })
    const common = {
      byName: null,
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      at: expect.stringMatching(/Z$/),
    }
    const nothing = {
      fromDate: null,
      sessionIds: null,
      newCapacity: null,
      newVenueId: null,
      newDoorsOpenOffset: null,
      newCancelled: null,
      newCancelNotice: null,
    }
    const session = (index: number, values: object) => ({
      id: sessions[index],
      capacity: 100,
      venueId: venue,
      doorsOpenOffset: 5,
      ...values,
    })
    const update = {
      ...common,
      by: org.manager,
      byName: 'Mia',
      requestId: expect.any(String),
      action: 'sessions.bulk-update',
    }
    const renamed = { ...common, by: org.owner, requestId: 'console-1', action: 'series.update', sessions: 0 }
    expect(await readHistory(org, series)).toEqual([
      {
        ...update,
        sessions: 1,
        change: { ...nothing, filterType: 'Selected', sessionIds: [sessions[1]], newCapacity: 8 },
        before: [session(1, {})],
      },
      {
        ...update,
        sessions: 1,
        change: { ...nothing, filterType: 'FromDate', fromDate, newCapacity: 7 },
        before: [session(0, {})],
      },
      {
        ...update,
        sessions: 2,
        change: { ...nothing, filterType: 'All', newVenueId: venue, newDoorsOpenOffset: 5 },
        before: [
          session(1, { venueId: null, doorsOpenOffset: null }),
          session(0, { venueId: null, doorsOpenOffset: null }),
        ],
      },
      { ...renamed, change: { description: null }, before: { name: 'First', description: 'Every week.' } },
      { ...renamed, change: { name: 'First' }, before: { name: 'Series', description: 'Every week.' } },
    ])
  })

  it('keeps 4 KB of a change and of what is gone, and all that can be reverted', async () => {
    const texts = ['😀', '\u0001"', 'x'].map((text) => text.repeat(10_000 / text.length))
    const path = `/events/${org.event}/series`
    const id = crypto.randomUUID()
    const body = { id, name: 'N'.repeat(200), description: texts[0] as string }
    await create(path, org.manager, body)
    await create(path, org.manager, body)
    const other = { ...body, description: `${body.description.slice(0, -2)}!!` }
    await expectError((await send('POST', path, org.manager, other)).response, 'id_taken')
    await put(id, { description: texts[1] })
    await put(id, { description: texts[2] })
    const [last, first] = await readHistory(org, id)
    expect(last).toMatchObject({ before: { description: texts[1] } })
    expect(first).toMatchObject({ before: { description: texts[0] } })
    const cut = /^x{500}… \(cut, [0-9a-f]{16}\)$/
    expect(last?.change).toEqual({ description: expect.stringMatching(cut) })
    const recordPath = `${historyPath(org.event, id)}/${first?.id}/revert`
    const preview = await sendJson('POST', `${recordPath}/preview`, org.manager, {})
    const { version } = await preview.json<{ version: string }>()
    const done = await sendJson('POST', recordPath, org.manager, { expectedVersion: version })
    expect(done.status).toBe(200)
    expect(await query('SELECT description FROM series WHERE id = ?', id)).toEqual([
      { description: texts[0] },
    ])
    expect((await remove(`${path}/${id}`, org.manager)).status).toBe(204)
    const [deleted] = await historyOf(org.id, org.manager, id)
    expect(deleted?.before).toEqual({ name: body.name, description: `${'😀'.repeat(500)}… (cut)` })
    const sizes = await query<{ bytes: number }>(
      `SELECT octet_length(change) AS bytes FROM audit_log WHERE entity_id = ? UNION ALL
       SELECT octet_length(before) FROM audit_log WHERE entity_id = ? AND action = 'series.delete'`,
      id,
      id,
    )
    expect(sizes).toHaveLength(6)
    for (const { bytes } of sizes) expect(bytes).toBeLessThanOrEqual(4_096)
  })

  it('has null in records without the values before', async () => {
    const { series } = await addSeries(org, [DAY])
    await postBulkUpdate(org, series, { filterType: 'All', newCapacity: 7 })
    await query('UPDATE audit_log SET before = NULL WHERE entity_id = ?', series)
    expect(await readHistory(org, series)).toMatchObject([{ sessions: 1, before: null }])
  })

  it('is read in pages that neither skip nor repeat a record', async () => {
    const { series } = await addSeries(org, [])
    for (let index = 0; index < 7; index++) await put(series, { name: `Name ${index}` })
    const path = withQuery(historyPath(org.event, series), { pageSize: 3 })
    const first = await getList<HistoryItem>(org.manager, path)
    // A record that comes in between shifts no page.
    await put(series, { name: 'Later' })
    const second = await getList<HistoryItem>(org.manager, first.links.next as string)
    const third = await getList<HistoryItem>(org.manager, second.links.next as string)
    const names = [first, second, third].flatMap(({ data }) =>
      data.map(({ change }) => 'name' in change && change.name),
    )
    expect(names).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `Name ${index}`))
    expect(third.links.next).toBeNull()
    for (const { rows, trips } of [first, second, third]) {
      expect(trips).toBe(1)
      expect(rows, `${rows} rows`).toBeLessThanOrEqual(12 * 4 + 10)
    }
    const { series: other } = await addSeries(org, [])
    const cursor = new URLSearchParams(first.links.next?.split('?')[1]).get('cursor') as string
    const moved = withQuery(historyPath(org.event, other), { cursor })
    await expectError(await call(moved, { subject: org.manager }), 'invalid_cursor')
  })

  it('has pages of fewer records where they are large, and each record once', async () => {
    const { series } = await addSeries(org, [])
    for (let index = 0; index < 5; index++) await put(series, { name: `Name ${index}` })
    const large = JSON.stringify({ name: 'x'.repeat(1_400_000), description: null })
    await query('UPDATE audit_log SET before = ? WHERE entity_id = ?', large, series)
    let pages = 0
    const names: unknown[] = []
    for (let next: string | null = historyPath(org.event, series); next !== null; pages++) {
      const page: Awaited<ReturnType<typeof getList<HistoryItem>>> = await getList<HistoryItem>(
        org.manager,
        next,
      )
      names.push(...page.data.map(({ change }) => 'name' in change && change.name))
      next = page.links.next
    }
    expect(names).toEqual([4, 3, 2, 1, 0].map((index) => `Name ${index}`))
    expect(pages).toBe(5)
  })

  it('is a 403 for staff and a 404 for others, in one round trip', async () => {
    const { series } = await addSeries(org, [])
    const path = historyPath(org.event, series)
    await expectError(await call(path, { subject: org.staff }), 'forbidden')
    await expectError(await call(path, { subject: org.stranger }), 'series_not_found')
    await expectError(
      await call(historyPath(org.otherEvent, series), { subject: org.owner }),
      'series_not_found',
    )
    const response = await call(path, { subject: org.owner })
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(readCost(response).trips).toBe(1)
  })
})
