// A session that exists joins a series of its event, or leaves it.
import { expect, it } from 'vitest'
import { expectError, sendJson } from '../../../support/api.ts'
import { postRevert, previewRevert, previewUpdate, readHistory } from '../../../support/console.ts'
import { addSeries, makeOrganizer, query } from '../../../support/rows.ts'
import { historyOf, readBody, send } from '../../../support/setup.ts'

type Session = { id: string; seriesId: string | null }

const START = Date.UTC(2027, 5, 12, 18, 30)

it('joins a series of the event and leaves it, recorded', async () => {
  const org = await makeOrganizer()
  const { series } = await addSeries(org, [START])
  const move = (seriesId: string | null) =>
    send<Session>('PATCH', `/sessions/${org.session}`, org.manager, { seriesId })
  expect((await move(series)).body.seriesId).toBe(series)
  const { data } = await readBody<{ data: Session[] }>(
    `/events/${org.event}/series/${series}/sessions`,
    org.manager,
  )
  expect(data.map(({ id }) => id)).toContain(org.session)
  expect((await move(null)).body.seriesId).toBeNull()
  const records = await historyOf(org.id, org.owner, org.session)
  expect(records.map(({ action, change, before }) => ({ action, change, before }))).toMatchObject([
    { action: 'session.update', change: { seriesId: null }, before: { seriesId: series } },
    { action: 'session.update', change: { seriesId: series }, before: { seriesId: null } },
  ])
})

it('joins no series of another event or organizer', async () => {
  const [org, stranger] = [await makeOrganizer(), await makeOrganizer()]
  const others = [
    (await addSeries(org, [], org.otherEvent)).series,
    (await addSeries(stranger, [])).series,
    crypto.randomUUID(),
  ]
  for (const seriesId of others) {
    const { response } = await send('PATCH', `/sessions/${org.session}`, org.manager, { seriesId })
    await expectError(response, 'series_not_found', 'seriesId: the event has no such series.')
  }
  expect(await query('SELECT series_id FROM sessions WHERE id = ?', org.session)).toEqual([
    { series_id: null },
  ])
  expect(await historyOf(org.id, org.owner, org.session)).toEqual([])
})

it('makes previews outdated, of the series that the session joins and of the one that it leaves', async () => {
  const org = await makeOrganizer()
  const [from, to] = [await addSeries(org, [START, START + 1]), await addSeries(org, [START])]
  const change = { filterType: 'All', newCapacity: 300 }
  const versions = [
    (await previewUpdate(org, from.series, change)).version,
    (await previewUpdate(org, to.series, change)).version,
  ]
  await send('PATCH', `/sessions/${from.sessions[0]}`, org.manager, { seriesId: to.series })
  for (const [index, { series }] of [from, to].entries()) {
    const path = `/api/organizer/v1/events/${org.event}/series/${series}/sessions/bulk-update`
    const response = await sendJson('POST', path, org.manager, {
      ...change,
      expectedVersion: versions[index],
    })
    await expectError(response, 'preview_outdated')
  }
})

it('that left is skipped when a change of its former series is reverted', async () => {
  const org = await makeOrganizer()
  const { series, sessions } = await addSeries(org, [START, START + 1])
  const path = `/api/organizer/v1/events/${org.event}/series/${series}/sessions/bulk-update`
  await sendJson('POST', path, org.manager, { filterType: 'All', newCapacity: 300 })
  const [record] = await readHistory(org, series)
  await send('PATCH', `/sessions/${sessions[0]}`, org.manager, { seriesId: null })
  const { version } = await previewRevert(org, series, record?.id as string)
  expect((await postRevert(org, series, record?.id as string, version)).status).toBe(200)
  const capacities = await Promise.all(
    sessions.map((id) => query<{ capacity: number }>('SELECT capacity FROM sessions WHERE id = ?', id)),
  )
  expect(capacities.map(([row]) => row?.capacity)).toEqual([300, 100])
})
