// The query string: one parser serves validation, the ETag, the links and the cursors.
import { beforeAll, describe, expect, it } from 'vitest'
import { call, expectError, getPage, ticketsPath } from './support/api.ts'
import { addTickets, makeWorld, type World } from './support/rows.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await addTickets(world, [
    { attendee_name: 'José Ångström' },
    { attendee_name: 'Jose Other' },
    { attendee_name: 'a fe' },
    { attendee_name: 'a ff' },
  ])
})

const get = (query: string, headers: Record<string, string> = {}) =>
  call(`${ticketsPath(world.session)}?${query}`, { subject: world.staff, headers })

describe('an escape in the query', () => {
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
  ])('is a 400 that names the parameter %s in ?%s', async (name, query) => {
    const response = await get(query)
    const body = await expectError(response, 'invalid_request', /percent-encoded UTF-8/)
    expect(body.message.startsWith(`${name}: `)).toBe(true)
    expect(response.headers.get('ETag')).toBeNull()
  })

  it.each(['q=Jos%C3%A9', 'q=%6a%6F%73e', 'q=jos%65&', '&q=jose', '%71=jose', 'q=+jose%20'])(
    'of UTF-8 is decoded: ?%s',
    async (query) => {
      expect((await getPage(world.staff, `${ticketsPath(world.session)}?${query}`)).meta.totalCount).toBe(2)
    },
  )
})

describe('the links', () => {
  it('repeat the query that was asked', async () => {
    for (const query of ['q=jos%C3%A9+o&pageSize=1', 'q=a%2Bb%26c%3Dd', 'x=1&x=2&q=%E2%80%9C']) {
      const path = `${ticketsPath(world.session)}?${query}`
      const { links } = await getPage(world.staff, path)
      const asked = [...new URL(path, 'http://x').searchParams]
      expect([...new URL(links.self, 'http://x').searchParams]).toEqual(asked)
      expect((await getPage(world.staff, links.self)).links.self).toBe(links.self)
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
