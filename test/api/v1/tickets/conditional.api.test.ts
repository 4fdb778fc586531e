import { beforeAll, describe, expect, it } from 'vitest'
import { bookmarkHere } from '../../../support/address.ts'
import { call, readCost, ticketsPath } from '../../../support/api.ts'
import { addTickets, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
  await addTickets(
    org,
    Array.from({ length: 60 }, (_, i) => ({ attendee_name: `Anna ${i}` })),
  )
})

const get = (headers: Record<string, string> = {}, query = {}, subject = org.staff) =>
  call(ticketsPath(org.session, query), { subject, headers })

const expectValidators = (response: Response) => {
  expect(response.headers.get('ETag')).toMatch(/^"[\w.-]+"$/)
  expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
  expect(response.headers.get('Vary')).toBe('Authorization')
  expect(response.headers.get('X-Request-Id')).toBeTruthy()
  expect(response.headers.get('X-D1-Bookmark')).toBeTruthy()
}

describe('a conditional request', () => {
  it.each([{}, { sort: '-checkedInAt' }, { q: 'anna' }, { status: 'Valid' }, { page: 2 }, { q: '-' }])(
    'for %j with the current tag is a 304 without a body, and reads no ticket',
    async (parameters) => {
      const fresh = await get({}, parameters)
      expect(fresh.status).toBe(200)
      expectValidators(fresh)
      const tag = fresh.headers.get('ETag') as string
      for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await get({ 'If-None-Match': held }, parameters)
        expect({ held, status: again.status, body: await again.text() }).toEqual({
          held,
          status: 304,
          body: '',
        })
        expect(again.headers.get('ETag')).toBe(tag)
        expectValidators(again)
        const { rows, trips } = readCost(again)
        expect(trips).toBe(1)
        expect(rows).toBeLessThanOrEqual(11)
      }
    },
  )

  it.each(['', '"', 'x', '"x"', '"x.y"', 'W/""', '"%00.é"'])('with the tag %s is a 200', async (held) => {
    expect((await get({ 'If-None-Match': held })).status).toBe(200)
  })

  it('with the tag of another sort, page or search is a 200', async () => {
    const tag = (await get({}, { sort: 'status' })).headers.get('ETag') as string
    for (const parameters of [
      {},
      { sort: '-status' },
      { sort: 'status', page: 2 },
      { sort: 'status', q: 'a' },
    ]) {
      expect((await get({ 'If-None-Match': tag }, parameters)).status).toBe(200)
    }
  })

  it('is a 200 with a new tag once a ticket of the session has changed', async () => {
    const tag = (await get()).headers.get('ETag') as string
    await query(
      `UPDATE tickets SET checked_in_at = 5 WHERE key = (SELECT max(key) FROM tickets
         WHERE session_number = (SELECT number FROM sessions WHERE id = ?))`,
      org.session,
    )
    const changed = await get({ 'If-None-Match': tag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('ETag')).not.toBe(tag)
  })

  it('is a 404 or 403 without access, even with the current tag', async () => {
    const tag = (await get()).headers.get('ETag') as string
    for (const held of [tag, '*']) {
      expect((await get({ 'If-None-Match': held }, {}, org.stranger)).status).toBe(404)
    }
    const elsewhere = ticketsPath(org.otherEventSession)
    const response = await call(elsewhere, { subject: org.eventStaff, headers: { 'If-None-Match': '*' } })
    expect(response.status).toBe(403)
  })

  it('HEAD returns the headers of GET and no body', async () => {
    const response = await call(ticketsPath(org.session), { method: 'HEAD', subject: org.staff })
    expect(response.status).toBe(200)
    expectValidators(response)
    expect(await response.text()).toBe('')
  })
})

describe('a bookmark', () => {
  it('is in every response, errors included, and never goes back', async () => {
    const bookmark = (await get()).headers.get('X-D1-Bookmark') as string
    expect(bookmark.slice(bookmarkHere('').length)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/,
    )
    const next = (await get({ 'X-D1-Bookmark': bookmark })).headers.get('X-D1-Bookmark') as string
    expect(next >= bookmark).toBe(true)
    const rejected = await call(ticketsPath(org.session), { headers: { 'X-D1-Bookmark': bookmark } })
    expect(rejected.headers.get('X-D1-Bookmark')).toBe(bookmark)
  })

  it.each(['zzzz', 'ffffffff', 'first-primary', '~'.repeat(500), `${'f'.repeat(8)}-x`])(
    'that is malformed (%s) is ignored',
    async (malformed) => {
      const response = await get({ 'X-D1-Bookmark': malformed })
      expect(response.status).toBe(200)
      expect(response.headers.get('X-D1-Bookmark')).toMatch(/^(DB_1 )?[0-9a-f]{8}-[0-9a-f]{8}-/)
      expect(response.headers.get('X-D1-Bookmark')).not.toContain(malformed)
    },
  )
})
