// Hono's typed client: this file compiles only while paths, parameters, bodies and responses are typed.
import { hc } from 'hono/client'
import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../src/index.ts'
import { call, ORIGIN } from './support/api.ts'
import { addSeries, addTickets, makeOrganizer, type Organizer } from './support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
  await addTickets(org, [{ status: 'Valid' }, { status: 'CheckedIn' }])
})

const clientOf = (subject: string) =>
  hc<App>(ORIGIN, {
    fetch: (url: RequestInfo | URL, init?: RequestInit) =>
      call(String(url).slice(ORIGIN.length), {
        ...init,
        subject,
        headers: Object.fromEntries(new Headers(init?.headers)),
      }),
  })

describe('a typed client', () => {
  it('can list tickets', async () => {
    const tickets = clientOf(org.staff).api.v1.sessions[':sessionId'].tickets
    const param = { sessionId: org.session }
    const response = await tickets.$get({ param, query: { status: 'CheckedIn', pageSize: '5' } })
    if (response.status !== 200) throw new Error(`${response.status}`)
    const { data, meta } = await response.json()
    const statuses: ('Valid' | 'CheckedIn' | 'Refunded' | 'Voided')[] = data.map(({ status }) => status)
    const { totalCount }: { totalCount: number } = meta
    expect({ statuses, totalCount }).toEqual({ statuses: ['CheckedIn'], totalCount: 1 })
    // @ts-expect-error The parameter is called sessionId.
    tickets.$url({ param: { session: org.session } })
  })

  it('can update series and sessions', async () => {
    const { series } = await addSeries(org, [Date.now()])
    const path = clientOf(org.manager).api.organizer.v1.events[':eventId'].series[':seriesId']
    const param = { eventId: org.event, seriesId: series }
    expect((await path.$put({ param, json: { description: null } })).status).toBe(204)
    const json = { filterType: 'All', newCapacity: 120, newVenueId: null } as const
    const response = await path.sessions['bulk-update'].$post({ param, json })
    const { sessionsUpdated }: { sessionsUpdated: number } = await response.json()
    expect(sessionsUpdated).toBe(1)
    const preview = await path.sessions['bulk-update'].preview.$post({ param, json })
    if (preview.status !== 200) throw new Error(`${preview.status}`)
    const { version }: { version: string } = await preview.json()
    const again = await path.sessions['bulk-update'].$post({
      param,
      json: { ...json, expectedVersion: version },
    })
    expect(again.status).toBe(200)
    const { data } = await (await path.history.$get({ param, query: {} })).json()
    const actions: string[] = data.map(({ action }) => action)
    expect(actions).toEqual(['sessions.bulk-update', 'sessions.bulk-update', 'series.update'])
    // @ts-expect-error A capacity is a number.
    await path.sessions['bulk-update'].$post({ param, json: { ...json, newCapacity: 'many' } })
  })
})
