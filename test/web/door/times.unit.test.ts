// Times are in the service's time, and fixed when something happens.
import { describe, expect, it } from 'vitest'
import { stateOf } from '../../../web/door/core/overlay.ts'
import { makePhone, makeTicket, makeView, NOW, result, SESSION } from './phone.ts'

const DAY_MS = 86_400_000
const tickets = Array.from({ length: 250 }, (_, index) => makeTicket(String(index).padStart(6, '0')))

const timesOf = (phone: ReturnType<typeof makePhone>) =>
  [...phone.state().checkIns.values()].map(({ at }) => at).sort((a, b) => a - b)

describe('the times of check-ins', () => {
  it.each([
    ['a day behind', DAY_MS],
    ['a day ahead', -DAY_MS],
  ])('are right if the clock is %s and the phone corrects it once online', (_, offset) => {
    const phone = makePhone(tickets, offset)
    phone.goOffline()
    for (const { code } of tickets) {
      phone.scan(code)
      phone.store()
      phone.pass(1_000)
    }
    phone.jump(offset)
    phone.dispatch({ type: 'woken' })
    phone.dispatch({ type: 'clock sampled', date: NOW + offset + tickets.length * 1_000, roundTripMs: 100 })
    const times = timesOf(phone)
    tickets.forEach((_, index) => {
      expect(Math.abs((times[index] ?? 0) - (NOW + offset + index * 1_000))).toBeLessThan(2_000)
    })
  })

  it('are corrected once if the phone never knew the service’s time', () => {
    const phone = makePhone(tickets, null)
    phone.goOffline()
    phone.scan(tickets[0]?.code ?? '')
    phone.store()
    const sample = () => phone.dispatch({ type: 'clock sampled', date: NOW + DAY_MS, roundTripMs: 100 })
    sample()
    sample()
    expect(Math.abs((timesOf(phone)[0] ?? 0) - (NOW + DAY_MS))).toBeLessThan(2_000)
  })

  it('are corrected for unsent check-ins that go before a question being stored', () => {
    const phone = makePhone(tickets, null)
    const scan = () => phone.scan(tickets[0]?.code ?? '')
    phone.goOffline()
    scan()
    phone.store()
    phone.pass(5_000)
    phone.dispatch({ type: 'clock sampled', date: NOW + DAY_MS, roundTripMs: 15_000 })
    scan()
    phone.dispatch({ type: 'clock sampled', date: NOW + DAY_MS, roundTripMs: 100 })
    phone.store()
    const [ask] = phone.take('ask')
    expect(ask?.items.map(({ checkIn }) => checkIn.at > NOW + DAY_MS - 10_000)).toEqual([true, true])
  })

  it('are corrected by the whole offset if an earlier start never knew the time', () => {
    const before = makePhone(tickets, null)
    before.goOffline()
    before.scan(tickets[0]?.code ?? '')
    before.store()
    const checkIns = [...before.state().checkIns.values()].map((one) => ({ ...one, owner: 'before' }))
    const phone = makePhone(tickets, DAY_MS)
    phone.dispatch({ type: 'loaded', checkIns })
    phone.dispatch({ type: 'clock sampled', date: NOW + DAY_MS, roundTripMs: 100 })
    expect(timesOf(phone)).toEqual([NOW + DAY_MS])
  })

  it('ignore the date of a response that took fifteen seconds', () => {
    const phone = makePhone(tickets)
    phone.dispatch({ type: 'clock sampled', date: NOW - 15_000, roundTripMs: 15_000 })
    phone.goOffline()
    phone.scan(tickets[0]?.code ?? '')
    phone.store()
    expect(timesOf(phone)).toEqual([NOW])
  })

  it('keep increasing if the clock is set back between two check-ins', () => {
    const phone = makePhone(tickets)
    phone.goOffline()
    for (const { code } of tickets.slice(0, 2)) {
      phone.scan(code)
      phone.store()
      phone.pass(60_000)
      phone.jump(-3 * DAY_MS)
    }
    const [first = 0, second = 0] = timesOf(phone)
    expect(second - first).toBe(60_000)
  })

  it('include the time that the phone slept', () => {
    const phone = makePhone(tickets)
    phone.goOffline()
    phone.dispatch({ type: 'hidden' })
    // The other clock stands still meanwhile.
    phone.jump(3_600_000)
    phone.dispatch({ type: 'woken' })
    phone.scan(tickets[0]?.code ?? '')
    phone.store()
    expect(timesOf(phone)).toEqual([NOW + 3_600_000])
  })

  describe('of a clock that is a second ahead', () => {
    const [ticket = makeTicket('')] = tickets
    const { id } = ticket
    /** The service takes no time from the future. */
    const recorded = { status: 'CheckedIn', checkedInAt: NOW - 1_000 } as const

    const checkIn = (isOnline: boolean) => {
      const phone = makePhone([ticket])
      if (!isOnline) phone.goOffline()
      phone.scan(ticket.code)
      const answers = (items: readonly { id: string }[]) =>
        items.map((item) => result(item.id, 'CheckedIn', 'CheckedIn', NOW - 1_000))
      if (isOnline) phone.answer(answers)
      phone.store()
      phone.dispatch({ type: 'clock sampled', date: NOW, roundTripMs: 100 })
      for (const { items } of phone.take('post'))
        phone.dispatch({ type: 'posted', reply: { kind: 'ok', results: answers(items) } })
      phone.store()
      const view = makeView([{ ...ticket, ...recorded }])
      phone.dispatch({ type: 'list stored', session: SESSION, view, changed: [id], askedAt: 99 })
      phone.goOffline()
      return phone
    }

    it.each([
      ['answered at once', true],
      ['sent later', false],
    ])('become the service’s, so that an undo offline undoes a check-in that was %s', (_, isOnline) => {
      const phone = checkIn(isOnline)
      expect(timesOf(phone)).toEqual([NOW - 1_000])
      phone.dispatch({ type: 'undo tapped', checkInIds: [...phone.state().checkIns.keys()], isOnCard: false })
      phone.store()
      expect(stateOf(phone.state(), id)).toMatchObject({ status: 'Valid' })
      phone.pass(5_000)
      phone.scan(ticket.code)
      phone.store()
      expect(phone.describe()).toBe(`CheckedIn ${ticket.number}`)
    })

    it('name this phone where the guest comes again', () => {
      const phone = checkIn(true)
      phone.pass(5_000)
      phone.scan(ticket.code)
      phone.store()
      const { card } = phone.state()
      const outcome = { kind: 'AlreadyCheckedIn', at: NOW - 1_000, isHere: true, device: 'Gate A' }
      expect(card).toMatchObject({ verdicts: [{ outcome }] })
    })
  })
})
