// The host of a request chooses its database.
import { describe, expect, it } from 'vitest'
import { atEachDatabase, atHost, bindingOf, keyAt, perDatabase } from '../../src/db/databases.ts'

const deployment = (SHARD_HOSTS?: string): Env =>
  ({ DB: {}, DB_1: {}, DB_2: {}, DB_15: {}, RATE_LIMIT: {}, DOORLIST_SECRET: 'x', SHARD_HOSTS }) as never

const HOSTS = 'club.doorlist.example=DB_1, eu.doorlist.example = DB_2'

const bindingAt = (url: string, hosts?: string): string => {
  const { env, problem } = atHost(deployment(hosts), url)
  expect(problem).toBeUndefined()
  return bindingOf(env)
}

describe('the database of a host', () => {
  it.each([
    ['https://club.doorlist.example/', 'DB_1'],
    ['https://eu.doorlist.example/api/health?x', 'DB_2'],
    ['https://CLUB.Doorlist.Example/', 'DB_1'],
    ['https://club.doorlist.example./', 'DB_1'],
    ['https://CLUB.doorlist.example.:8443/', 'DB_1'],
    ['http://club.doorlist.example:8787/', 'DB_1'],
    ['https://user:pass@club.doorlist.example/', 'DB_1'],
    ['https://cl%75b.doorlist.example/', 'DB_1'],
    ['https://doorlist.example/', 'DB'],
    ['https://club.doorlist.example.evil.example/', 'DB'],
    ['https://x.club.doorlist.example/', 'DB'],
    ['https://evil.example/club.doorlist.example', 'DB'],
    ['https://club.doorlist.example@evil.example/', 'DB'],
    ['https://made-up/', 'DB'],
    ['https://127.0.0.1/', 'DB'],
    ['https://[::1]/', 'DB'],
  ])('%s is %s', (url, binding) => {
    expect(bindingAt(url, HOSTS)).toBe(binding)
    for (const none of [undefined, '', '  ']) expect(bindingAt(url, none)).toBe('DB')
  })

  it('may be of a name in any alphabet, as browsers write it', () => {
    expect(bindingAt('https://xn--mnchen-3ya.example/', 'münchen.example=DB_1')).toBe('DB_1')
    expect(bindingAt('https://MÜNCHEN.example/', 'xn--mnchen-3ya.example=DB_1')).toBe('DB_1')
  })

  it('is alone in the bindings of a request', () => {
    const { env } = atHost(deployment(HOSTS), 'https://club.doorlist.example/')
    expect(Object.keys(env).toSorted()).toEqual(['DB', 'DOORLIST_SECRET', 'RATE_LIMIT', 'SHARD_HOSTS'])
  })

  it('can be named `DB`, and two hosts may share one', () => {
    expect(bindingAt('https://a.example/', 'a.example=DB,b.example=DB_1,c.example=DB_1')).toBe('DB')
    expect(bindingAt('https://c.example/', 'a.example=DB,b.example=DB_1,c.example=DB_1')).toBe('DB_1')
  })
})

describe('hosts that cannot be read', () => {
  it.each([
    ['a.example=DB_1,a.example=DB_2', /a\.example is named twice/],
    ['a.example=DB_1,A.EXAMPLE.=DB_1', /a\.example is named twice/],
    ['a.example=DB_3', /a\.example has DB_3/],
    ['a.example=DB_16', /a\.example has DB_16/],
    ['a.example=DB_0', /a\.example has DB_0/],
    ['a.example=DB_01', /a\.example has DB_01/],
    ['a.example=db_1', /a\.example has db_1/],
    ['a.example=RATE_LIMIT', /a\.example has RATE_LIMIT/],
    ['a.example=toString', /a\.example has toString/],
    ['a.example', /a\.example is not HOST=BINDING/],
    ['=DB_1', /=DB_1 is not HOST=BINDING/],
    ['a.example=', /a\.example= is not HOST=BINDING/],
    ['a.example=DB_1=DB_2', /is not HOST=BINDING/],
    ['a.example=DB_1 b.example=DB_2', /is not HOST=BINDING/],
    ['a.example=DB_1;b.example=DB_2', /is not HOST=BINDING|which is not a database/],
    ['a.example=DB_1,', /An empty entry is not HOST=BINDING/],
    ['https://a.example=DB_1', /is not HOST=BINDING/],
    ['a.example:8787=DB_1', /is not HOST=BINDING/],
    ['a.example/x=DB_1', /is not HOST=BINDING/],
    ['a@b.example=DB_1', /is not HOST=BINDING/],
    ['*.example=DB_1', /is not HOST=BINDING/],
    ['a..example=DB_1', /is not HOST=BINDING/],
    ['{}', /is not HOST=BINDING/],
  ])('%j: the problem says which', (hosts, problem) => {
    for (const url of ['https://a.example/', 'https://b.example/']) {
      const found = atHost(deployment(hosts), url)
      expect(found.problem).toMatch(problem)
      expect(bindingOf(found.env)).toBe('DB')
    }
  })
})

it('every database has its turn, also one without a host', () => {
  expect(atEachDatabase(deployment(HOSTS)).map(bindingOf)).toEqual(['DB', 'DB_1', 'DB_2', 'DB_15'])
  expect(atEachDatabase({ DB: {} } as never).map(bindingOf)).toEqual(['DB'])
})

it('keys are those of one database for `DB`, and of no other for the rest', () => {
  expect(['DB', 'DB_1', 'DB_2'].map((binding) => keyAt(binding, 'key'))).toEqual([
    'key',
    'DB_1 key',
    'DB_2 key',
  ])
})

it('what is remembered is remembered for one database', () => {
  const memory = perDatabase(() => new Set<string>())
  memory('DB').add('a')
  expect([...memory('DB')]).toEqual(['a'])
  expect([...memory('DB_1')]).toEqual([])
  memory.forget()
  expect([...memory('DB')]).toEqual([])
})
