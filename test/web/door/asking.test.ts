// What the card shows after scans, typed codes and taps.
import { describe, expect, it } from 'vitest'
import { makePhone, makeTicket, result } from './phone.ts'

const [A, B, C] = ['000001', '000002', '000003'].map((id) => makeTicket(id)) as [
  ReturnType<typeof makeTicket>,
  ReturnType<typeof makeTicket>,
  ReturnType<typeof makeTicket>,
]
const REFUNDED = makeTicket('000009', { status: 'Refunded' })
const ALL = [A, B, C, REFUNDED]

describe('the card', () => {
  it.each(['HELLO', 'WIFI:T:WPA;S:My net;P:x;;', 'A1B2', 'VIP GUEST 123456'])(
    'leaves nothing green of the guest before when %j comes',
    (text) => {
      const phone = makePhone(ALL)
      phone.scan(A.number)
      phone.answer()
      expect(phone.describe()).toBe(`CheckedIn ${A.number}`)
      phone.pass(3_500)
      phone.enter(text)
      expect(phone.describe()).toBe('checking')
      phone.dispatch({ type: 'looked long enough', ask: phone.state().lastAsk ?? '' })
      expect(phone.describe()).toMatch(/^UnknownTicket/)
      expect(phone.sounds.at(-1)).toBe('refused')
    },
  )

  it('says at once that it checks, and names the guest', () => {
    const phone = makePhone(ALL)
    phone.scan(A.number)
    expect(phone.state().card).toMatchObject({ kind: 'checking', guest: { name: A.name } })
  })

  it('leaves when the next search begins, but not while it checks', () => {
    const phone = makePhone(ALL)
    phone.scan(A.number)
    phone.dispatch({ type: 'search began' })
    expect(phone.describe()).toBe('checking')
    phone.answer()
    phone.dispatch({ type: 'search began' })
    expect(phone.state().card).toBeNull()
  })

  it('shortens a code of thousands of characters', () => {
    const phone = makePhone(ALL)
    phone.scan('9'.repeat(4_000))
    expect(phone.state().card).toMatchObject({ text: expect.stringMatching(/^9{60}…$/) })
    phone.dispatch({ type: 'looked long enough', ask: phone.state().lastAsk ?? '' })
    expect(phone.describe().length).toBeLessThan(80)
  })

  it('tells of a group of which some are refused, with a sound of its own', () => {
    const phone = makePhone(ALL)
    phone.tap(A.id, B.id)
    phone.answer(([a, b]) => [result(a?.id ?? '', 'CheckedIn'), result(b?.id ?? '', 'AlreadyCheckedIn')])
    expect(phone.describe()).toBe(`CheckedIn ${A.number}, AlreadyCheckedIn ${B.number}`)
    expect(phone.sounds).toEqual(['partly'])
  })
})

describe('a scanner', () => {
  it('gets an outcome for each code, in order, however slow the service is', () => {
    const phone = makePhone(ALL)
    for (const ticket of [A, B, REFUNDED, C]) {
      phone.enter(ticket.number)
      phone.pass(200)
    }
    phone.answer()
    phone.answer((items) =>
      items.map(({ id, checkIn }) =>
        checkIn.guest.id === REFUNDED.id ? result(id, 'NotValid', 'Refunded', null) : result(id, 'CheckedIn'),
      ),
    )
    const { burst, asks, card } = phone.state()
    expect(burst.map(({ verdicts }) => `${verdicts[0]?.outcome.kind} ${verdicts[0]?.guest.id}`)).toEqual([
      `CheckedIn ${C.id}`,
      `NotValid ${REFUNDED.id}`,
      `CheckedIn ${B.id}`,
      `CheckedIn ${A.id}`,
    ])
    expect(asks).toEqual([])
    expect(card).toMatchObject({ kind: 'verdict', verdicts: [{ guest: { id: C.id } }] })
  })

  it('shows the outcome of each of ten codes that are decided together', () => {
    const phone = makePhone(Array.from({ length: 10 }, (_, index) => makeTicket(`1000${index}0`)))
    const numbers = Array.from({ length: 10 }, (_, index) => `NL006-1000${index}0`)
    phone.scan(...numbers)
    phone.answer()
    phone.answer()
    expect(phone.state().burst).toHaveLength(10)
  })

  it('reads each of two codes in view once, and again when it was out of view for three seconds', () => {
    const phone = makePhone(ALL)
    let asked = 0
    for (let frame = 0; frame < 60; frame += 1) {
      phone.scan(A.number, B.number)
      phone.store()
      asked += phone.take('ask').reduce((sum, { round, items }) => {
        phone.dispatch({
          type: 'answered',
          round,
          reply: { kind: 'ok', results: items.map(({ id }) => result(id, 'CheckedIn')) },
        })
        return sum + items.length
      }, 0)
      phone.store()
      phone.pass(100)
    }
    expect(asked).toBe(2)
    phone.pass(3_000)
    phone.scan(A.number)
    expect(phone.describe()).toBe('checking')
  })

  it('is told that a code was just read', () => {
    const phone = makePhone(ALL)
    phone.enter(A.number)
    phone.answer()
    phone.pass(1_000)
    phone.enter(A.number)
    expect(phone.describe()).toBe('justRead')
    phone.pass(3_001)
    phone.enter(A.number)
    expect(phone.describe()).toBe('checking')
  })
})

describe('Enter', () => {
  const short = makeTicket('12', { number: '12' })

  it('opens the ticket of a number that may be a seat', () => {
    const phone = makePhone([...ALL, short])
    phone.enter('12', [A.id, short.id])
    expect(phone.state()).toMatchObject({ chosen: '12', card: null, asks: [] })
  })

  it('opens the only guest that a name finds, and leaves a longer list', () => {
    const phone = makePhone(ALL)
    phone.enter('guest one', [A.id])
    expect(phone.state()).toMatchObject({ chosen: A.id, asks: [] })
    phone.dispatch({ type: 'chosen', ticketId: null })
    phone.enter('guest', [A.id, B.id])
    expect(phone.state()).toMatchObject({ chosen: null, card: null, asks: [] })
  })

  it.each([A.number.toLowerCase(), `https://tickets.example/t?n=${A.number}`, ` ${A.number}\n`])(
    'admits for the whole number in %j',
    (text) => {
      const phone = makePhone(ALL)
      phone.enter(text)
      phone.answer()
      expect(phone.describe()).toBe(`CheckedIn ${A.number}`)
    },
  )

  it('never admits for a number with a word', () => {
    const phone = makePhone(ALL)
    phone.enter(`${A.number} vip`, [A.id])
    expect(phone.state()).toMatchObject({ chosen: A.id, asks: [] })
  })

  it('asks which of two tickets with one number', () => {
    const phone = makePhone([A, makeTicket('x', { number: A.number })])
    phone.enter(A.number)
    expect(phone.describe()).toBe('several')
  })

  it('finds a ticket that was sold a moment ago', () => {
    const phone = makePhone([])
    phone.enter(A.number)
    const [wait] = phone.take('wait').filter(({ event }) => event.type === 'poll due')
    expect(wait?.ms).toBe(0)
    phone.dispatch({ type: 'poll due' })
  })
})

describe('a tap', () => {
  it('twice on "Check in" checks in, and takes nothing back', () => {
    const phone = makePhone(ALL)
    phone.tap(A.id)
    phone.tap(A.id)
    phone.answer()
    const checkInIds = [...phone.state().checkIns.keys()]
    for (const ms of [0, 350, 440]) {
      phone.pass(ms)
      phone.dispatch({ type: 'undo tapped', checkInIds, isOnCard: true })
    }
    expect(phone.describe()).toBe(`CheckedIn ${A.number}`)
    phone.pass(20)
    phone.dispatch({ type: 'undo tapped', checkInIds, isOnCard: true })
    expect(phone.describe()).toBe('')
    phone.store()
    expect(phone.describe()).toBe('undone')
    expect(phone.sounds.at(-1)).toBe('undone')
  })

  it('waits for the disk five seconds at most', () => {
    const phone = makePhone(ALL)
    phone.tap(A.id)
    const [question] = phone.take('save')
    phone.dispatch({ type: 'save failed', save: question?.save ?? 0 })
    const [ask] = phone.take('ask')
    phone.dispatch({ type: 'asked long enough', round: ask?.round ?? 0 })
    const [decision] = phone.take('save')
    expect((question?.limitMs ?? 0) + (decision?.limitMs ?? 0)).toBeLessThanOrEqual(5_000)
    phone.dispatch({ type: 'save failed', save: decision?.save ?? 0 })
    expect(phone.describe()).toBe(`NotSaved ${A.number}`)
  })
})
