// What a response to a request for changes means, and when the page asks again.
import { describe, expect, it } from 'vitest'
import type { ListReply } from '../../../web/door/core/state.ts'
import { FIELDS, readChanges, rowOf } from '../../../web/door/core/ticket.ts'
import { makePhone, makeTicket, makeView, NOW, SESSION } from './phone.ts'

const HOUR_MS = 3_600_000
const A = makeTicket('000001')
const counts = { Valid: 1, CheckedIn: 0, Refunded: 0, Voided: 0 }

const error = (status: number, code: string, retryAfter: number | null = null): ListReply => ({
  ...{ kind: 'error', status, code, message: '', retryAfter },
})
const changes = (more: Partial<Extract<ListReply, { kind: 'changes' }>['changes']> = {}): ListReply => ({
  ...{ kind: 'changes', tag: null },
  changes: {
    rows: [],
    removed: [],
    counts,
    inside: [],
    more: false,
    next: 'x',
    digest: 5,
    typesVersion: null,
    ...more,
  },
})

type Phone = ReturnType<typeof makePhone>

const reply = (phone: Phone, response: ListReply): void => {
  phone.dispatch({ type: 'poll due' })
  phone.dispatch({ type: 'list answered', session: SESSION, reply: response, askedAt: 1 })
}
const stored = (phone: Phone, digest: number, loaded: number | null = null): void => {
  const view = makeView([A], { loaded })
  phone.dispatch({
    ...{ type: 'list stored', session: SESSION, changed: [], askedAt: 1 },
    view: { ...view, copy: { ...view.copy, digest } },
  })
}
const open = (): Phone => {
  const phone = makePhone([A])
  phone.dispatch({ type: 'list answered', session: SESSION, reply: { kind: 'unchanged' }, askedAt: 1 })
  stored(phone, 5)
  phone.take('confirm list')
  return phone
}

describe('a denial of access', () => {
  it.each(['forbidden', 'session_not_found', 'invalid_grant'])(
    'with %s hides the list at once, and erases it after 24 hours',
    (code) => {
      const phone = open()
      reply(phone, error(403, code))
      expect(phone.state().session?.list.deniedAt).toBe(NOW)
      for (let hour = 1; hour < 24; hour += 1) {
        phone.pass(HOUR_MS)
        reply(phone, error(403, code))
        expect(phone.take('erase list')).toEqual([])
      }
      phone.pass(HOUR_MS)
      reply(phone, error(403, code))
      expect(phone.take('erase list')).toHaveLength(1)
    },
  )

  it('ends with the next response that has the list', () => {
    const phone = open()
    reply(phone, error(403, 'forbidden'))
    reply(phone, changes())
    stored(phone, 5)
    expect(phone.state().session?.list.deniedAt).toBeNull()
  })

  it('is not concluded from other errors', () => {
    const phone = open()
    for (const response of [
      error(404, 'route_not_found'),
      error(503, 'auth_unavailable'),
      { kind: 'unreachable' } as const,
    ]) {
      reply(phone, response)
      expect(phone.state().session?.list.deniedAt).toBeNull()
    }
  })

  it('erases nothing when the clock of the phone jumps', () => {
    const phone = open()
    reply(phone, error(403, 'forbidden'))
    phone.jump(40 * 24 * HOUR_MS)
    reply(phone, error(403, 'forbidden'))
    expect(phone.take('erase list')).toEqual([])
    expect(phone.take('tidy')).toEqual([])
  })
})

describe('a wrong copy of the list', () => {
  it('is detected by its digest and loaded again, less and less often', () => {
    const phone = open()
    let reloads = 0
    for (let second = 0; second < 1_000; second += 5) {
      reply(phone, changes())
      phone.take('confirm list')
      stored(phone, 6)
      if (phone.take('begin list again').length > 0) {
        reloads += 1
        stored(phone, 6, 0)
        phone.dispatch({ type: 'list answered', session: SESSION, reply: changes({ rows: [] }), askedAt: 1 })
        stored(phone, 6)
        reloads += phone.take('begin list again').length
      }
      phone.pass(5_000)
    }
    expect(reloads).toBeGreaterThan(1)
    expect(reloads).toBeLessThan(7)
  })
})

describe('the requests for changes', () => {
  it.each(['changes_gone', 'invalid_cursor'])(
    'become rare when the service always responds with %s',
    (code) => {
      const phone = open()
      phone.take('poll')
      phone.dispatch({ type: 'poll due' })
      let requests = 0
      while (phone.take('poll').length > 0) {
        requests += 1
        phone.dispatch({ type: 'list answered', session: SESSION, reply: error(410, code), askedAt: 1 })
        for (const _ of phone.take('begin list again')) stored(phone, 0, 0)
      }
      expect(requests).toBeLessThan(4)
    },
  )

  it.each([429, 503])('wait as long as Retry-After says after a %s', (status) => {
    const phone = open()
    phone.take('wait')
    reply(phone, error(status, 'rate_limited', 120))
    expect(phone.take('wait').map(({ ms }) => ms)).toEqual([120_000])
  })
})

describe('a response with changes', () => {
  const row = rowOf({
    ...{ id: 'a', ticketNumber: 'N', status: 'Valid', ticketTypeName: 'T', attendeeName: 'Name' },
    ...{ transferCount: 0, check: 7, codeHash: 'aGFzaGhh', note: 'Wristband', flag: 'Info' },
    ...{
      reference: 'ORD-7',
      inside: false,
      areas: ['area'],
      lastOut: '2026-06-12T22:10:00.000Z',
      entries: 2,
    },
    list: 'DJ Tom',
  })
  const body = { fields: [...FIELDS], rows: [row], removed: [], counts, more: false, next: 'n', digest: 7 }

  it('is read by the names of its fields, even if they move or new ones come', () => {
    const fields = ['colour', ...[...FIELDS].reverse()]
    const moved = { ...body, fields, rows: [['red', ...[...row].reverse()]], extra: true }
    expect(readChanges(moved)).toEqual(readChanges(body))
    expect(readChanges(body)?.rows).toEqual([row])
  })

  it('lacks what an older service does not know', () => {
    const values = row.slice(0, 12)
    const older = { ...body, fields: FIELDS.slice(0, 12), rows: [values] }
    expect(readChanges(older)?.rows).toEqual([[...values, ...Array(FIELDS.length - 12).fill(null)]])
    expect(readChanges(older)?.inside).toEqual([])
  })

  it.each([
    ['without fields', { fields: undefined }],
    ['without a field that the page needs', { fields: FIELDS.slice(1) }],
    ['with a row of another length', { rows: [row.slice(1)] }],
    ['that promises more and has nothing', { rows: [], more: true }],
    ['without a position', { next: 1 }],
    ['without a digest', { digest: undefined }],
  ])('is rejected if it is one %s', (_, change) =>
    expect(readChanges({ ...body, ...change })).toBeUndefined(),
  )
})

describe('a 429', () => {
  const failures = (phone: Phone) => phone.state().session?.list.failures
  const waits = (phone: Phone) => phone.take('wait').map(({ ms }) => ms)

  it('is obeyed without a word, unless the next response is one as well', () => {
    const phone = open()
    waits(phone)
    reply(phone, error(429, 'rate_limited', 40))
    expect(failures(phone)).toBeLessThan(1)
    expect(waits(phone)).toEqual([40_000])
    reply(phone, error(429, 'rate_limited', 40))
    expect(failures(phone)).toBe(1)
    reply(phone, changes())
    stored(phone, 5)
    expect(failures(phone)).toBe(0)
    reply(phone, error(429, 'rate_limited', 40))
    expect(failures(phone)).toBeLessThan(1)
  })
})

describe('the pace of the service', () => {
  it.each([{ kind: 'unchanged', pollSeconds: 20 } as const, { ...changes(), pollSeconds: 20 } as ListReply])(
    'is kept after $kind',
    (response) => {
      const phone = open()
      phone.take('wait')
      reply(phone, response)
      stored(phone, 5)
      const [wait] = phone.take('wait').filter(({ event }) => event.type === 'poll due')
      expect(wait?.ms).toBeGreaterThan(18_000)
      expect(wait?.ms).toBeLessThanOrEqual(20_000)
    },
  )
})
