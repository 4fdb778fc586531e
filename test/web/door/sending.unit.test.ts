// What is sent, in which order, and what becomes of rejected items.
import { describe, expect, it } from 'vitest'
import {
  type CheckIn,
  conflictOf,
  type Item,
  isCheckIn,
  isRejected,
  undoIdOf,
} from '../../../web/door/core/check-in.ts'
import { whatIsLeft } from '../../../web/door/core/leave.ts'
import { pendingItems } from '../../../web/door/core/records.ts'
import type { PostReply, UntimedEvent } from '../../../web/door/core/state.ts'
import { postItems } from '../../../web/door/sync/requests.ts'
import type { Api, Ask } from '../../../web/shared/request.ts'
import { makePhone, makeTicket, makeView, NOW, result } from './phone.ts'

const tickets = ['000001', '000002', '000003'].map((id) => makeTicket(id))

/** A phone that checked three guests in without a network, and whose turn it is to send. */
const makeSender = () => {
  const phone = makePhone(tickets)
  phone.goOffline()
  for (const { code } of tickets) {
    phone.scan(code)
    phone.store()
    phone.pass(1_000)
  }
  phone.dispatch({ type: 'clock sampled', date: phone.state().clock.last.wall, roundTripMs: 10 })
  phone.store()
  return phone
}

type Phone = ReturnType<typeof makePhone>

/** Answers what is posted until nothing is. Returns the numbers in each request. */
const answerAll = (phone: Phone, answer: (numbers: string[]) => PostReply): string[][] => {
  const requests: string[][] = []
  for (let [post] = phone.take('post'); post !== undefined; [post] = phone.take('post')) {
    const numbers = post.items.map(({ checkIn }) => checkIn.guest.id)
    requests.push(numbers)
    const reply = answer(numbers)
    const results = post.items.map(({ id }) => result(id, 'CheckedIn'))
    phone.dispatch({ type: 'posted', reply: reply.kind === 'ok' ? { kind: 'ok', results } : reply })
    phone.store()
  }
  return requests
}

const refuse = (status: number, code = 'some_error'): PostReply => ({
  ...{ kind: 'error', status, code, message: '', retryAfter: null },
})
const OK: PostReply = { kind: 'ok', results: [] }

const rejected = (phone: Phone) =>
  [...phone.state().checkIns.values()].filter(isRejected).map(({ guest }) => guest.id)

describe('a batch of items', () => {
  it('is sent oldest first', () => {
    expect(answerAll(makeSender(), () => OK)).toEqual([['000001', '000002', '000003']])
  })

  it.each([400, 404, 409, 413, 422])(
    'is sent item by item after a %s, and the item at fault is put aside',
    (status) => {
      const phone = makeSender()
      const requests = answerAll(phone, (ids) => (ids.includes('000002') ? refuse(status) : OK))
      expect(requests).toEqual([['000001', '000002', '000003'], ['000001'], ['000002'], ['000003']])
      expect(rejected(phone)).toEqual(['000002'])
      expect(pendingItems(phone.state())).toEqual([])
      // A malformed item stays aside. Another reason may be over.
      phone.dispatch({ type: 'woken' })
      expect(rejected(phone)).toEqual(status === 400 ? ['000002'] : [])
    },
  )

  it.each([401, 429, 503])('is sent again after a %s, and nothing is put aside', (status) => {
    const phone = makeSender()
    expect(answerAll(phone, () => refuse(status))).toHaveLength(1)
    expect(rejected(phone)).toEqual([])
    expect(pendingItems(phone.state())).toHaveLength(3)
  })

  it('is put aside as a whole after a denial, until the service sends the list again', () => {
    const phone = makeSender()
    expect(answerAll(phone, () => refuse(403, 'forbidden'))).toHaveLength(1)
    expect(rejected(phone)).toHaveLength(3)
    phone.dispatch({ type: 'list answered', session: 's', reply: { kind: 'unchanged' }, askedAt: 1 })
    expect(rejected(phone)).toEqual([])
  })

  it('is sent again by the next start of the page, whoever is signed in then', () => {
    const phone = makeSender()
    answerAll(phone, () => refuse(401, 'invalid_grant'))
    expect(rejected(phone)).toHaveLength(3)
    const next = makePhone(tickets)
    next.dispatch({ type: 'loaded', checkIns: [...phone.state().checkIns.values()] })
    expect(rejected(next)).toEqual([])
    next.dispatch({ type: 'clock sampled', date: NOW, roundTripMs: 10 })
    expect(answerAll(next, () => OK)).toEqual([['000001', '000002', '000003']])
  })

  it('sounds the alarm if somebody was admitted twice', () => {
    const phone = makeSender()
    const [post] = phone.take('post')
    const results = (post?.items ?? []).map(({ id }) => result(id, 'AlreadyCheckedIn'))
    phone.dispatch({ type: 'posted', reply: { kind: 'ok', results } })
    expect(phone.sounds.at(-1)).toBe('alarm')
    expect([...phone.state().checkIns.values()].map(conflictOf)).toEqual(['twice', 'twice', 'twice'])
  })
})

describe('the response to a batch', () => {
  it.each([
    undefined,
    {},
    { results: [] },
    { results: [null] },
    { results: [{ id: 'other', ticket: null }] },
  ])('counts as none without a result for each item: %j', async (body) => {
    const [item] = pendingItems(makeSender().state())
    const api: Api = async <Body>() => ({ kind: 'ok', body: body as Body, etag: null })
    expect(await postItems(api, item === undefined ? [] : [item])).toEqual({ kind: 'unreachable' })
  })
})

describe('check-ins of a phone that was renamed', () => {
  it('are sent under the name that each of them has', async () => {
    const phone = makePhone(tickets)
    phone.goOffline()
    phone.scan(tickets[0]?.code ?? '')
    phone.store()
    phone.dispatch({ type: 'device named', name: 'Gate B' })
    phone.pass(5_000)
    phone.dispatch({ type: 'clock sampled', date: phone.state().clock.last.wall, roundTripMs: 10 })
    phone.scan(tickets[0]?.code ?? '')
    phone.store()
    // The unsent check-in goes before the question.
    const [ask] = phone.take('ask')
    const sent: [string | null, number][] = []
    const api: Api = async <Body>(_: string, { body }: Ask = {}) => {
      const { device, items } = body as { device: string; items: { id: string }[] }
      sent.push([device, items.length])
      const results = items.map(({ id }) => result(id, 'CheckedIn'))
      return { kind: 'ok', body: { results } as Body, etag: null }
    }
    const reply = await postItems(api, ask?.items ?? [])
    expect(sent).toEqual([
      ['Gate A', 1],
      ['Gate B', 1],
    ])
    expect(reply).toMatchObject({ kind: 'ok', results: ask?.items.map(({ id }) => ({ id })) })
  })

  it('are sent again if only the first of them arrived', async () => {
    const [item] = pendingItems(makeSender().state()) as [Item]
    const other = { ...item, checkIn: { ...item.checkIn, device: 'Gate B' } }
    let requests = 0
    const api: Api = async <Body>() => {
      requests += 1
      const body = { results: [result(item.id, 'CheckedIn')] } as Body
      return requests === 1 ? { kind: 'ok', body, etag: null } : { kind: 'unreachable' }
    }
    expect(await postItems(api, [item, other])).toEqual({ kind: 'unreachable' })
  })
})

describe('the names of guests', () => {
  const names = (phone: Phone) => [...phone.state().checkIns.values()].map(({ guest }) => guest.id)
  const makeSent = () => {
    const phone = makeSender()
    answerAll(phone, (numbers) => (numbers.includes('000002') ? refuse(400) : OK))
    return phone
  }

  it.each([
    ['is over', { type: 'tidied', sessionIds: [] }],
    ['was erased', { type: 'list erased' }],
  ] satisfies [string, UntimedEvent][])(
    'are forgotten when their session %s, unless their check-ins are unsent',
    (_, event) => {
      const phone = makeSent()
      phone.dispatch({ type: 'tidied', sessionIds: ['s'] })
      expect(names(phone)).toHaveLength(3)
      phone.dispatch(event)
      expect(names(phone)).toEqual(['000002'])
      expect(phone.take('save').at(-1)?.removed).toHaveLength(2)
    },
  )

  it('are kept for the latest 50 check-ins that the list shows', () => {
    const many = Array.from({ length: 60 }, (_, index) => makeTicket(String(index)))
    const phone = makePhone(many)
    for (const { code } of many) {
      phone.scan(code)
      phone.answer()
    }
    const view = makeView(many.map((ticket) => ({ ...ticket, status: 'CheckedIn' })))
    const stored = { type: 'list stored', session: 's', view, changed: [] } as const
    phone.dispatch({ ...stored, askedAt: phone.state().tick + 1 })
    expect(names(phone)).toEqual(many.slice(10).map(({ id }) => id))
  })
})

describe('what stays when somebody signs out', () => {
  const leave = (phone: Phone) => whatIsLeft(phone.state(), [])
  const arrive = (checkIns: readonly CheckIn[]) => {
    const phone = makePhone(tickets)
    phone.dispatch({ type: 'loaded', checkIns })
    phone.dispatch({ type: 'clock sampled', date: NOW, roundTripMs: 10 })
    return phone
  }

  it('are the ids and times of what was not sent', () => {
    const phone = makeSender()
    answerAll(phone, (numbers) => (numbers.includes('000002') ? refuse(503) : OK))
    const left = leave(phone)
    expect(left).toHaveLength(3)
    for (const { guest, before, result: said } of left) {
      expect(guest).toEqual({ id: guest.id, number: '', name: null, type: '', seat: null })
      expect([before, said]).toEqual([undefined, null])
    }
    expect(left.every(isCheckIn)).toBe(true)
  })

  it('is nothing of what the service has', () => {
    const phone = makeSender()
    answerAll(phone, () => OK)
    expect(leave(phone)).toEqual([])
  })

  it('are those on the disk that memory lacks, and none that is being removed', () => {
    const stored = [...makeSender().state().checkIns.values()]
    const empty = makePhone(tickets)
    expect(whatIsLeft(empty.state(), stored)).toHaveLength(3)
    const full = makeSender()
    full.dispatch({ type: 'discard tapped', checkInIds: stored.map(({ id }) => id) })
    expect(whatIsLeft(full.state(), stored)).toEqual([])
  })

  it('withdraws a question that is being asked: nobody will see the answer', () => {
    const phone = makePhone(tickets)
    phone.scan(tickets[0]?.code ?? '')
    phone.store()
    expect(phone.take('ask')).toHaveLength(1)
    expect(leave(phone)).toMatchObject([{ status: 'refused', undo: { status: 'waiting' } }])
  })

  it('keeps the name of a walk-in until it is sent, and why an item is malformed', () => {
    const phone = makePhone(tickets)
    phone.goOffline()
    const ids = [{ ticketId: phone.newId(), checkInId: phone.newId() }]
    const guest = { name: 'Ana', type: 'Door' }
    phone.dispatch({ type: 'walk-in tapped', guest, walkIn: { note: 'Friend of the band' }, ids })
    phone.store()
    const [walkIn] = leave(phone)
    expect(walkIn).toMatchObject({ guest, walkIn: { note: 'Friend of the band' } })

    const next = arrive([walkIn as CheckIn])
    expect(answerAll(next, () => OK)).toHaveLength(1)
    const [sent] = next.state().checkIns.values()
    expect(sent).toMatchObject({ guest: { name: null }, walkIn: { note: null } })
    // Once the list of its session is not on the phone, or shows it, nothing stays.
    expect(next.take('tidy').length).toBeGreaterThan(0)
    next.dispatch({ type: 'tidied', sessionIds: [] })
    expect(next.state().checkIns.size).toBe(0)

    const refused = makeSender()
    answerAll(refused, (numbers) => (numbers.includes('000002') ? refuse(400) : OK))
    expect(leave(refused)).toMatchObject([{ rejection: { status: 400 } }])
  })

  it('gets its guests back from the list, and goes once the list shows it', () => {
    const phone = arrive(leave(makeSender()))
    const view = makeView(tickets.map((ticket) => ({ ...ticket, status: 'CheckedIn' })))
    const stored = { type: 'list stored', session: 's', view, changed: [] } as const
    phone.dispatch({ ...stored, askedAt: phone.state().tick + 1 })
    expect([...phone.state().checkIns.values()].map(({ guest }) => guest.name)).toEqual(
      tickets.map(({ name }) => name),
    )
    answerAll(phone, () => OK)
    phone.dispatch({ ...stored, askedAt: phone.state().tick + 1 })
    expect(phone.state().checkIns.size).toBe(0)
  })
})

describe('a database that the browser dropped', () => {
  it('is written again from memory', () => {
    const phone = makePhone(tickets)
    phone.goOffline()
    phone.scan(tickets[0]?.code ?? '')
    phone.store()
    phone.dispatch({ type: 'clock sampled', date: phone.state().clock.last.wall, roundTripMs: 10 })
    phone.store()
    phone.dispatch({ type: 'disk dropped' })
    expect(phone.take('save').at(-1)?.checkIns).toHaveLength(1)
    expect(phone.take('begin list again')).toEqual([])
    phone.dispatch({ type: 'list answered', session: 's', reply: { kind: 'unreachable' }, askedAt: 1 })
    phone.store()
    phone.dispatch({ type: 'disk dropped' })
    expect(phone.take('begin list again')).toHaveLength(1)
  })
})

describe('a stored check-in', () => {
  const [whole] = [...makeSender().state().checkIns.values()] as [CheckIn]

  it.each([
    ['at', Number.NaN],
    ['at', 'x'],
    ['at', 8.7e15],
    ['sessionId', null],
    ['guest', { id: 1 }],
    ['status', 'odd'],
    ['order', Number.NaN],
  ])('blocks nothing with a damaged %s: %s', (name, value) => {
    expect(isCheckIn(whole)).toBe(true)
    expect(isCheckIn({ ...whole, [name]: value } as CheckIn)).toBe(false)
  })

  it('has an undo with its own id, the same on each attempt', () => {
    for (const id of ['0190a000-0000-7000-8000-000000000031', '0190a000-0000-8000-8000-000000000031']) {
      expect(undoIdOf(id)).not.toBe(id)
      expect(undoIdOf(id)).toBe(undoIdOf(id))
    }
  })
})
