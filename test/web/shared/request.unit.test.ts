// The bookmark that the pages send, so that a read sees what was written and read before.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { send } from '../../../web/shared/request.ts'

/** As D1 makes them: they sort by age. */
const bookmark = (age: number): string =>
  `${String(age).padStart(8, '0')}-00000000-00000000-${'0'.repeat(32)}`

/** The pages' tests have the browsers' types, which lack `Promise.withResolvers`. */
const deferred = () => {
  let resolve: (value: string) => void = () => {}
  const promise = new Promise<string>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

describe('the bookmark of the database', () => {
  let server: Server
  let origin: string
  /** What each request brought. */
  let received: (string | undefined)[]
  /** What each path responds with, once its promise is fulfilled. */
  let responses: Record<string, Promise<string>>

  beforeEach(async () => {
    const stored = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    })
    received = []
    responses = {}
    server = createServer(async ({ headers, url }, response) => {
      received.push(headers['x-d1-bookmark'] as string | undefined)
      const sent = await responses[url ?? '']
      response.setHeader('X-Request-Id', 'id')
      if (sent !== undefined) response.setHeader('X-D1-Bookmark', sent)
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    vi.unstubAllGlobals()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const ask = (path: string, response: string | Promise<string>) => {
    responses[path] = Promise.resolve(response)
    return send(origin + path, {})
  }
  const sentNext = async (): Promise<string | undefined> => {
    await send(`${origin}/without`, {})
    return received.at(-1)
  }

  it('is sent with the next request', async () => {
    await ask('/first', bookmark(1))
    expect(await sentNext()).toBe(bookmark(1))
  })

  it('stays the newest when a slow response arrives after a later one', async () => {
    const slow = deferred()
    const first = ask('/slow', slow.promise)
    await ask('/fast', bookmark(2))
    slow.resolve(bookmark(1))
    await first
    expect(await sentNext()).toBe(bookmark(2))
  })

  it('is forgotten once a response is older than its request: the database is another one', async () => {
    await ask('/old', bookmark(900))
    await ask('/restored', bookmark(3))
    expect(await sentNext()).toBe(bookmark(3))
  })

  it('stays that of the new database when a further request of the old one ends', async () => {
    await ask('/old', bookmark(900))
    const slow = deferred()
    const before = ask('/slow', slow.promise)
    await ask('/restored', bookmark(5))
    slow.resolve(bookmark(4))
    await before
    expect(await sentNext()).toBe(bookmark(5))
  })
})
