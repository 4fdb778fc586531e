// When the door page asks for changes again, whatever the service responds.
import { describe, expect, it } from 'vitest'
import type { Changes, SessionStore } from '../../web/door/holds/session-store.ts'
import { FIELDS } from '../../web/door/holds/ticket.ts'
import { Synchronizer } from '../../web/door/sends/synchronize.ts'
import type { Api, Reply } from '../../web/shared/api.ts'

const NOW = Date.UTC(2026, 10, 21, 20)

const error = (code: string): Reply<Changes> => ({
  kind: 'error',
  status: code === 'changes_gone' ? 410 : 400,
  code,
  message: code,
  requestId: null,
  retryAfter: null,
})

const part = (more: boolean): Reply<Changes> => ({
  kind: 'ok',
  etag: null,
  body: {
    fields: [...FIELDS] as Changes['fields'],
    rows: [],
    removed: [],
    counts: { Valid: 0, CheckedIn: 0, Refunded: 0, Voided: 0 },
    digest: 0,
    more,
    next: 'next',
  } as Changes,
})

/** A store without a disk: only the position of the next request. */
const makeStore = () => {
  const store = {
    entry: { id: crypto.randomUUID(), deniedAt: null },
    since: null as string | null,
    tickets: undefined,
    refresh: async () => undefined,
    confirm: async () => undefined,
    apply: async ({ next }: Changes) => {
      store.since = next
    },
    startAgain: async () => {
      store.since = null
    },
  }
  return store as unknown as SessionStore
}

/** How often the page asks before it pauses, if the service responds with `replies` again and again. */
const countRequests = async (...replies: Reply<Changes>[]): Promise<number> => {
  let count = 0
  const api = (async () => {
    count += 1
    return replies[(count - 1) % replies.length]
  }) as Api
  const synchronizer = new Synchronizer(api, makeStore())
  for (let kind = 'more'; kind === 'more' && count < 100; )
    kind = (await synchronizer.poll('door', () => NOW)).kind
  return count
}

describe('a service that', () => {
  it.each(['changes_gone', 'invalid_cursor'])(
    'always responds with %s gets few requests at once',
    async (code) => {
      expect(await countRequests(error(code))).toBeLessThan(4)
    },
  )

  it('breaks the list off again and again gets few requests at once', async () => {
    const full = part(true)
    if (full.kind === 'ok') full.body.removed.push(crypto.randomUUID())
    expect(await countRequests(full, error('changes_gone'))).toBeLessThan(8)
  })

  it('promises more and gives nothing gets few requests at once', async () => {
    expect(await countRequests(part(true))).toBeLessThan(4)
  })
})
