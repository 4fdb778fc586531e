// The query string: one parser serves validation, the ETag, the links and the cursors.
import { beforeAll, describe, expect, it } from 'vitest'
import { MAX_PAGE } from '../../../src/api/resources/ticket.ts'
import { cursors } from '../../../src/api/v1/tickets.ts'
import { BINDING } from '../../support/address.ts'
import { call, expectError, getPage, ticketsPath } from '../../support/api.ts'
import { addTickets, makeOrganizer, type Organizer } from '../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
  await addTickets(org, [
    { attendee_name: 'José Ångström' },
    { attendee_name: 'Jose Other' },
    { attendee_name: 'a fe' },
    { attendee_name: 'a ff' },
  ])
})

const get = (query: string, headers: Record<string, string> = {}) =>
  call(`${ticketsPath(org.session)}?${query}`, { subject: org.staff, headers })

describe('an escape', () => {
  it.each([
    ['q', 'q=a%FE'],
    ['q', 'q=a%FF'],
    ['q', 'q=Jos%E9'],
    ['q', 'q=%'],
    ['q', 'q=100%'],
    ['q', 'q=%ZZ'],
    ['q', 'q=%ED%A0%80'],
    ['q', 'q=%C0%AF'],
    ['sort', 'q=a&sort=%FF'],
    ['utm', 'q=a&utm=%FF'],
    ['%FF', '%FF=1'],
  ])('that is not UTF-8 is a 400 that names the parameter %s: ?%s', async (name, query) => {
    const response = await get(query)
    const body = await expectError(response, 'invalid_request', /percent-encoded UTF-8/)
    expect(body.message.startsWith(`${name}: `)).toBe(true)
    expect(response.headers.get('ETag')).toBeNull()
  })

  it.each(['q=Jos%C3%A9', 'q=%6a%6F%73e', 'q=jos%65&', '&q=jose', '%71=jose', 'q=+jose%20'])(
    'in UTF-8 is decoded: ?%s',
    async (query) => {
      expect((await getPage(org.staff, `${ticketsPath(org.session)}?${query}`)).meta.totalCount).toBe(2)
    },
  )
})

describe('links', () => {
  it('repeat the query of the request', async () => {
    for (const query of ['q=jos%C3%A9+o&pageSize=1', 'q=a%2Bb%26c%3Dd', 'x=1&x=2&q=%E2%80%9C']) {
      const path = `${ticketsPath(org.session)}?${query}`
      const { links } = await getPage(org.staff, path)
      const asked = [...new URL(path, 'http://x').searchParams]
      expect([...new URL(links.self, 'http://x').searchParams]).toEqual(asked)
      expect((await getPage(org.staff, links.self)).links.self).toBe(links.self)
    }
  })

  it('stay below the largest page number that the service accepts', async () => {
    const { links } = await getPage(org.staff, ticketsPath(org.session, { pageSize: 1 }))
    const content = new URL(links.next as string, 'http://x').searchParams.get('cursor') as string
    const [, { key, values }] = JSON.parse(
      new TextDecoder().decode(Uint8Array.fromBase64(content, { alphabet: 'base64url' })),
    )
    // A cursor that the service itself would not issue.
    const cursor = await cursors.encode(
      { binding: BINDING },
      {
        sessionId: org.session,
        sort: { key: 'ticketNumber', descending: false },
        status: undefined,
        ticketTypeName: undefined,
        q: undefined,
      },
      { direction: 'next', page: MAX_PAGE, key, values },
    )
    const last = await getPage(org.staff, ticketsPath(org.session, { pageSize: 1, cursor }))
    const following = await getPage(org.staff, last.links.next as string)
    expect(following.data).toHaveLength(1)
    expect(following.data).not.toEqual(last.data)
  })
})

describe('a search', () => {
  const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`)
  it('has at most 12 words, as typed', async () => {
    for (const q of [words(12).join(' '), words(12).join('-'), ` ${words(12).join('!?')}. `]) {
      expect((await get(new URLSearchParams({ q }).toString())).status).toBe(200)
    }
    const message = /^q: must have at most 12 words\.$/
    for (const q of [words(13).join(' '), words(13).join('-'), 'a '.repeat(13), 'a ab abc '.repeat(5)]) {
      await expectError(await get(new URLSearchParams({ q }).toString()), 'invalid_request', message)
    }
  })
})

describe('a parameter', () => {
  it.each(['page', 'pageSize', 'sort', 'q', 'status', 'cursor'])('%s given twice is a 400', async (name) => {
    const message = new RegExp(`^${name}: must be given once\\.$`)
    await expectError(await get(`${name}=1&${name}=1`), 'invalid_request', message)
    await expectError(await get(`${name}=&${name}=`), 'invalid_request', message)
  })

  it('that is unknown may be given twice', async () => {
    expect((await get('x=1&x=2&__proto__=1&constructor=1')).status).toBe(200)
  })
})
