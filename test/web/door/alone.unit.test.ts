// What the phone decides by itself while the service does not respond, or rejects what it is sent.
import { describe, expect, it } from 'vitest'
import { pendingItems } from '../../../web/door/core/records.ts'
import { makePhone, makeTicket, NOW, result } from './phone.ts'

const A = makeTicket('000001')
const REFUNDED = makeTicket('000009', { status: 'Refunded' })
const ALL = [A, REFUNDED]

describe('without the service', () => {
  it('decides by the list on the phone, and reports the check-in later', () => {
    const phone = makePhone(ALL)
    phone.tap(A.id)
    phone.lose()
    expect(phone.describe()).toBe(`CheckedIn ${A.number}`)
    expect(pendingItems(phone.state())).toMatchObject([{ type: 'CheckIn', checkIn: { status: 'admitted' } }])
  })

  it('refuses the same guest a second time while the first check-in is unsent', () => {
    const phone = makePhone(ALL)
    phone.tap(A.id)
    phone.lose()
    const [id = ''] = phone.state().checkIns.keys()
    phone.dispatch({ type: 'clock sampled', date: NOW, roundTripMs: 10 })
    const denial = { kind: 'error', status: 403, code: 'forbidden', message: '', retryAfter: null } as const
    phone.dispatch({ type: 'posted', reply: denial })
    phone.pass(5_000)
    phone.scan(A.code)
    phone.answer()
    expect(phone.describe()).toBe(`AlreadyCheckedIn ${A.number}`)
    // The service has the second question. It is taken back, and the first check-in stays.
    expect([...phone.state().checkIns.values()].map((one) => [one.id === id, one.status])).toEqual([
      [true, 'admitted'],
      [false, 'refused'],
    ])
  })

  it.each(['forbidden', 'session_not_found', 'invalid_grant'])(
    'lets nobody in if the service answers with %s',
    (code) => {
      const phone = makePhone(ALL)
      phone.scan(A.code)
      phone.store()
      const [ask] = phone.take('ask')
      const denial = { kind: 'error', status: 403, code, message: '', retryAfter: null } as const
      phone.dispatch({ type: 'answered', round: ask?.round ?? 0, reply: denial })
      phone.store()
      expect(phone.describe()).toBe(`NotSaved ${A.number}`)
      expect(phone.sounds).toEqual(['refused'])
      // The service has nothing of it.
      expect(phone.state().checkIns.size).toBe(0)
    },
  )

  it('stays online if the response to a question is only late', () => {
    const phone = makePhone(ALL)
    phone.scan(A.code)
    phone.store()
    const [ask] = phone.take('ask')
    phone.dispatch({ type: 'question timed out', round: ask?.round ?? 0 })
    // The request was aborted, while the decision is still being stored.
    phone.dispatch({ type: 'answered', round: ask?.round ?? 0, reply: { kind: 'unreachable' } })
    expect(phone.state().offlineSince).toBeNull()
    phone.store()
    expect(phone.describe()).toBe(`CheckedIn ${A.number}`)
    phone.pass(5_000)
    phone.scan(REFUNDED.code)
    phone.store()
    expect(phone.take('ask')).toHaveLength(1)
  })

  it('withdraws a question that the phone refused', () => {
    const phone = makePhone(ALL)
    phone.scan(REFUNDED.code)
    phone.lose()
    expect(phone.describe()).toBe(`NotValid ${REFUNDED.number}`)
    expect(pendingItems(phone.state())).toMatchObject([{ type: 'Undo', checkIn: { status: 'refused' } }])
  })

  it('refuses the same guest again before the service knows of the first time', () => {
    const phone = makePhone(ALL)
    phone.goOffline()
    phone.scan(A.code)
    phone.store()
    phone.pass(10_000)
    phone.dispatch({ type: 'list answered', session: 's', reply: { kind: 'unchanged' }, askedAt: 1 })
    phone.scan(A.code)
    phone.store()
    // What the service does not have travels in front of the question.
    const [ask] = phone.take('ask')
    expect(ask?.items.map(({ checkIn }) => checkIn.status)).toEqual(['admitted', 'asking'])
  })

  it('says that an earlier check-in of this phone was never shown', () => {
    const phone = makePhone(ALL)
    phone.goOffline()
    phone.scan(A.code)
    phone.store()
    phone.pass(5_000)
    phone.scan(A.code)
    phone.store()
    expect(phone.state().card).toMatchObject({
      verdicts: [{ outcome: { kind: 'AlreadyCheckedIn', at: NOW, isHere: true, wasShown: false } }],
    })
    phone.dispatch({ type: 'painted', checkInIds: [[...phone.state().checkIns.keys()][0] ?? ''] })
    phone.pass(5_000)
    phone.scan(A.code)
    phone.store()
    expect(phone.state().card).toMatchObject({ verdicts: [{ outcome: { wasShown: true } }] })
  })
})

it('says that a check-in of this phone was never shown, even when the service answers', () => {
  const phone = makePhone(ALL)
  phone.scan(A.code)
  phone.answer()
  const [id = ''] = phone.state().checkIns.keys()
  for (const wasShown of [false, true]) {
    if (wasShown) phone.dispatch({ type: 'painted', checkInIds: [id] })
    phone.pass(5_000)
    phone.scan(A.code)
    phone.answer((items) => items.map((item) => result(item.id, 'AlreadyCheckedIn')))
    expect(phone.state().card).toMatchObject({ verdicts: [{ outcome: { isHere: true, wasShown } }] })
  }
})
