// What the card shows after scans, typed codes and taps.
import { describe, expect, it } from 'vitest'
import { furtherTexts } from '../../../src/domain/tickets/further-texts.ts'
import { type Copy, findByCode } from '../../../web/door/core/codes.ts'
import { SAVE_LIMIT_MS } from '../../../web/door/core/records.ts'
import type { UntimedEvent } from '../../../web/door/core/state.ts'
import { makePhone, makeTicket, makeView, NOW, result, SESSION } from './phone.ts'

const [A, B, C] = ['000001', '000002', '000003'].map((id) => makeTicket(id)) as [
  ReturnType<typeof makeTicket>,
  ReturnType<typeof makeTicket>,
  ReturnType<typeof makeTicket>,
]
const REFUNDED = makeTicket('000009', { status: 'Refunded' })
const ALL = [A, B, C, REFUNDED]

describe('the card', () => {
  it.each(['HELLO', 'WIFI:T:WPA;S:My net;P:x;;', 'A1B2', 'VIP GUEST 123456'])(
    'shows nothing of the previous guest once %j is scanned',
    (text) => {
      const phone = makePhone(ALL)
      phone.scan(A.code)
      phone.answer()
      expect(phone.describe()).toBe(`CheckedIn ${A.number}`)
      phone.pass(3_500)
      phone.enter(text)
      expect(phone.describe()).toBe('checking')
      phone.dispatch({ type: 'lookup timed out', ask: phone.state().lastAsk ?? '' })
      phone.store()
      expect(phone.describe()).toMatch(/^UnknownTicket/)
      expect(phone.sounds.at(-1)).toBe('refused')
    },
  )

  it('says at once that it is checking, and names the guest', () => {
    const phone = makePhone(ALL)
    phone.scan(A.code)
    expect(phone.state().card).toMatchObject({ kind: 'checking', guest: { name: A.name } })
  })

  it('disappears when the next search begins, but not while it is checking', () => {
    const phone = makePhone(ALL)
    phone.scan(A.code)
    phone.dispatch({ type: 'search began' })
    expect(phone.describe()).toBe('checking')
    phone.answer()
    phone.dispatch({ type: 'search began' })
    expect(phone.state().card).toBeNull()
  })

  it('shortens a code of thousands of characters', () => {
    const phone = makePhone(ALL)
    phone.scan('9'.repeat(4_000))
    expect(phone.state().card).toMatchObject({ guest: { number: expect.stringMatching(/^9{60}…$/) } })
    phone.dispatch({ type: 'lookup timed out', ask: phone.state().lastAsk ?? '' })
    phone.store()
    expect(phone.describe().length).toBeLessThan(80)
  })

  it('names the refused guests of a group, with a sound of its own', () => {
    const phone = makePhone(ALL)
    phone.tap(A.id, B.id)
    phone.answer(([a, b]) => [result(a?.id ?? '', 'CheckedIn'), result(b?.id ?? '', 'AlreadyCheckedIn')])
    expect(phone.describe()).toBe(`CheckedIn ${A.number}, AlreadyCheckedIn ${B.number}`)
    expect(phone.sounds).toEqual(['partly'])
  })
})

describe('a scan', () => {
  it('closes the guest who is open, and gets its own verdict', () => {
    const phone = makePhone(ALL)
    phone.dispatch({ type: 'chosen', ticketId: B.id })
    phone.scanKeys(A.code)
    expect(phone.state().chosen).toBeNull()
    phone.answer()
    expect(phone.describe()).toBe(`CheckedIn ${A.number}`)
  })

  it('of a number, which anyone could know, opens nobody', () => {
    const phone = makePhone(ALL)
    phone.scanKeys(A.number)
    phone.store()
    expect(phone.state().chosen).toBeNull()
    expect(phone.describe()).toMatch(/^WrongCode/)
  })
})

describe('a code of another session', () => {
  const other = { eventName: 'Night', startsAt: '2026-11-27T19:00:00.000Z' }

  it('is named', () => {
    const phone = makePhone(ALL)
    phone.scan('UNKNOWN')
    phone.dispatch({ type: 'other session found', ask: phone.state().lastAsk ?? '', session: other })
    phone.store()
    expect(phone.state().card).toMatchObject({ verdicts: [{ outcome: { kind: 'OtherSession', ...other } }] })
  })

  it('is named late on the card that says that it is unknown, and on no other', () => {
    const phone = makePhone(ALL)
    phone.scan('UNKNOWN')
    const ask = phone.state().lastAsk ?? ''
    phone.dispatch({ type: 'lookup timed out', ask })
    phone.store()
    expect(phone.describe()).toMatch(/^UnknownTicket/)
    phone.dispatch({ type: 'other session found', ask, session: other })
    expect(phone.state().card).toMatchObject({ verdicts: [{ outcome: { kind: 'OtherSession', ...other } }] })
    phone.scan(A.code)
    phone.answer()
    phone.dispatch({ type: 'other session found', ask, session: other })
    expect(phone.describe()).toBe(`CheckedIn ${A.number}`)
  })
})

describe('an unknown code, about which the service asks a shop', () => {
  const askShop = (phone: ReturnType<typeof makePhone>) => {
    phone.scan('SOLD NOW')
    const ask = phone.state().lastAsk ?? ''
    phone.take('wait')
    phone.dispatch({ type: 'other session found', ask, session: null, isShop: true })
    return ask
  }
  const sold = { ...makeTicket('000077'), code: 'SOLD NOW' }
  const bring = (phone: ReturnType<typeof makePhone>) => {
    phone.dispatch({
      type: 'list stored',
      session: SESSION,
      view: makeView([...ALL, sold]),
      changed: [sold.id],
      askedAt: 0,
    })
  }

  it('says so, asks for the list each second, and checks the ticket in when it comes', () => {
    const phone = makePhone(ALL)
    askShop(phone)
    expect(phone.state().card).toMatchObject({ kind: 'checking', isShop: true })
    expect(phone.take('wait').map(({ ms, event }) => [event.type, ms])).toEqual([
      ['lookup timed out', 10_000],
      ['poll due', 1_000],
    ])
    bring(phone)
    phone.answer()
    expect(phone.describe()).toBe(`CheckedIn ${sold.number}`)
  })

  it('is unknown after ten seconds, and until then only once', () => {
    const phone = makePhone(ALL)
    const ask = askShop(phone)
    for (const ms of [200, 4_000]) {
      phone.pass(ms)
      phone.scan('SOLD NOW')
      expect(phone.state().asks).toHaveLength(1)
      expect(phone.state().card).toMatchObject({ kind: 'checking', isShop: true })
    }
    phone.dispatch({ type: 'lookup timed out', ask })
    phone.store()
    expect(phone.describe()).toMatch(/^UnknownTicket/)
    bring(phone)
    expect(phone.describe()).toMatch(/^UnknownTicket/)
  })

  it('is asked about although the card has said that it is unknown, and not once another guest came', () => {
    const phone = makePhone(ALL)
    phone.scan('SOLD NOW')
    const ask = phone.state().lastAsk ?? ''
    phone.dispatch({ type: 'lookup timed out', ask })
    phone.store()
    expect(phone.describe()).toMatch(/^UnknownTicket/)
    phone.dispatch({ type: 'other session found', ask, session: null, isShop: true })
    expect(phone.state().card).toMatchObject({ kind: 'checking', isShop: true })
    bring(phone)
    phone.answer()
    expect(phone.describe()).toBe(`CheckedIn ${sold.number}`)

    const other = makePhone(ALL)
    other.scan('SOLD NOW')
    const late = other.state().lastAsk ?? ''
    other.dispatch({ type: 'lookup timed out', ask: late })
    other.store()
    other.scan(A.code)
    other.answer()
    other.dispatch({ type: 'other session found', ask: late, session: null, isShop: true })
    expect(other.describe()).toBe(`CheckedIn ${A.number}`)
    expect(other.state().asks).toEqual([])
  })

  it('holds up no other guest: a scan gets its outcome, and after a tap nobody waits for it', () => {
    const phone = makePhone(ALL)
    askShop(phone)
    phone.scan(A.code)
    phone.answer()
    expect(phone.describe()).toBe(`CheckedIn ${A.number}`)
    phone.tap(B.id)
    phone.answer()
    expect(phone.describe()).toBe(`CheckedIn ${B.number}`)
    bring(phone)
    phone.answer()
    expect(phone.describe()).toBe(`CheckedIn ${B.number}`)
    expect(phone.state().asks).toEqual([])
  })

  it('with a note is not let in before that was read', () => {
    const phone = makePhone(ALL)
    askShop(phone)
    const flagged = { ...sold, flag: 'Stop' as const, note: 'Ask for ID' }
    phone.dispatch({
      ...{ type: 'list stored', session: SESSION, view: makeView([...ALL, flagged]) },
      ...{ changed: [sold.id], askedAt: 0 },
    })
    expect(phone.describe()).toBe('note')
    expect(phone.take('ask')).toEqual([])
  })
})

describe('a scanner', () => {
  it('gets an outcome for each code, in order, however slow the service is', () => {
    const phone = makePhone(ALL)
    for (const ticket of [A, B, REFUNDED, C]) {
      phone.enter(ticket.code)
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
    const tickets = Array.from({ length: 10 }, (_, index) => makeTicket(`1000${index}0`))
    const phone = makePhone(tickets)
    phone.scan(...tickets.map(({ code }) => code))
    phone.answer()
    phone.answer()
    expect(phone.state().burst).toHaveLength(10)
  })

  it('reads each of two codes in view once, and again after three seconds out of view', () => {
    const phone = makePhone(ALL)
    let asked = 0
    for (let frame = 0; frame < 60; frame += 1) {
      phone.scan(A.code, B.code)
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
    phone.scan(A.code)
    expect(phone.describe()).toBe('checking')
  })

  it('says that a code was just read', () => {
    const phone = makePhone(ALL)
    phone.enter(A.code)
    phone.answer()
    phone.pass(1_000)
    phone.enter(A.code)
    expect(phone.state().card).toMatchObject({
      kind: 'repeat',
      ageMs: 1_000,
      verdicts: [{ guest: { number: A.number }, outcome: { kind: 'CheckedIn' } }],
    })
    expect(phone.state().burst).toEqual([])
    phone.pass(3_001)
    phone.enter(A.code)
    expect(phone.describe()).toBe('checking')
  })

  it('checks a code again that comes back after its undo', () => {
    const phone = makePhone(ALL)
    phone.enter(A.code)
    phone.answer()
    phone.pass(1_000)
    phone.dispatch({
      ...{ type: 'undo tapped', checkInIds: [...phone.state().checkIns.keys()], isOnCard: true },
    })
    phone.store()
    expect(phone.describe()).toBe('undone')
    phone.pass(1_000)
    phone.enter(A.code)
    expect(phone.describe()).toBe('checking')
  })

  it('checks a code again that comes back after another guest', () => {
    const phone = makePhone(ALL)
    phone.enter(A.code)
    phone.answer()
    phone.enter(B.code)
    phone.answer()
    phone.enter(A.code)
    expect(phone.describe()).toBe('checking')
    phone.answer()
    phone.enter(A.code)
    expect(phone.describe()).toBe('repeat')
  })

  it('gets one outcome for a code that it reads again while the service is asked', () => {
    const phone = makePhone(ALL)
    phone.enter(A.code)
    phone.enter(A.code)
    expect(phone.describe()).toBe('checking')
    phone.answer()
    expect(phone.describe()).toBe(`CheckedIn ${A.number}`)
  })
})

describe('a code', () => {
  const ours = makeTicket('1', { code: '0YZ1ABCDEFGHJKMNPQRS' })
  const pretix = makeTicket('2', { code: 'zy2abcdefghjkmnpqrstuvwxyz234567' })
  const alfio = makeTicket('3', { code: '0190a000-0000-7000-8000-000000000031/AbC+d/eFg==' })
  const alfioFile = makeTicket('8', { code: '7d9c2f10-3b64-4f5e-9a1c-0e5d8b7a6c21' })
  const indico = makeTicket('4', { code: '2408da03-51b5-4c0b-8a4e-6a7d0b9c1e22' })
  const tito = makeTicket('5', { code: 'ti_pXyZ0123456789abcdefgh' })
  const hiEvents = makeTicket('6', { code: 'A-AB12CD3' })
  const accented = makeTicket('7', { code: 'Größe 7' })
  const phone = makePhone([ours, pretix, alfio, alfioFile, indico, tito, hiEvents, accented])

  it.each([
    ['as it is', ours, ours.code],
    ['with spaces around it', ours, ` ${ours.code}\n`],
    ['at the end of a URL', ours, `https://tickets.example/t/${ours.code}`],
    ['as a parameter', ours, `https://tickets.example/?t=${ours.code}`],
    ['in a fragment', ours, `https://tickets.example/app#${ours.code}/`],
    ['in small letters', ours, ours.code.toLowerCase()],
    ['in groups of four', ours, ours.code.replace(/(.{4})(?=.)/g, '$1 ')],
    ['with hyphens', ours, ours.code.replace(/(.{4})(?=.)/g, '$1-')],
    ['with O for 0, I and l for 1', ours, ours.code.replace('0', 'o').replace('1', 'l')],
    ['from a German scanner', ours, ours.code.replace('YZ', 'ZY')],
    [
      'of pretix from a German scanner',
      pretix,
      pretix.code.replace(/[yz]/g, (one) => (one === 'y' ? 'z' : 'y')),
    ],
    ['of alf.io, which has a slash', alfio, alfio.code],
    ['of alf.io, whose file has only the UUID', alfioFile, `${alfioFile.code}/q83vEjRWeJA/kLzW==`],
    ['of Indico', indico, '{"i":[2,"indico.example","JAjaA1G1TAuKTmp9C5weIg=="]}'],
    ['of an older Indico', indico, `{"registrant_id":"1","checkin_secret":"${indico.code}"}`],
    ['of Tito, as a URL', tito, `https://ti.to/tickets/${tito.code}`],
    ['of Hi.Events', hiEvents, hiEvents.code],
    ['with percent-escapes', accented, `https://tickets.example/t/${encodeURIComponent(accented.code)}`],
  ])('finds its ticket %s', (_, ticket, text) => {
    const found = findByCode(phone.state().session?.list.copy as Copy, SESSION, text, furtherTexts)
    expect(found?.id).toBe(ticket.id)
  })

  it.each(['', '{', '{"i":[2]}', '{"i":[2,"x","%"]}', 'https://x/%E0%A4%A', '///', '9'.repeat(5_000)])(
    'finds no ticket for text that is not a code: %j',
    (text) => {
      const copy = phone.state().session?.list.copy as Copy
      expect(findByCode(copy, SESSION, text, furtherTexts)).toBeUndefined()
    },
  )

  it('has another hash in another session', () => {
    expect(findByCode(phone.state().session?.list.copy as Copy, 'other', ours.code)).toBeUndefined()
  })

  it.each([A.number, A.number.toLowerCase(), 'ticket-id', `https://tickets.example/?n=${A.number}`])(
    'is refused if it is a number or id, which anyone could know: %j',
    (text) => {
      const phone = makePhone([A, makeTicket('ticket-id')])
      phone.scan(text)
      expect(phone.state().checkIns.size).toBe(0)
      phone.store()
      expect(phone.describe()).toMatch(/^WrongCode/)
      expect(phone.sounds).toEqual(['refused'])
      expect([...phone.take('ask'), ...phone.state().asks]).toEqual([])
    },
  )

  it('can be the ticket number if the organizer printed that', () => {
    const phone = makePhone([makeTicket('1', { number: 'A-1', code: 'A-1' })])
    phone.scan('A-1')
    phone.answer()
    expect(phone.describe()).toBe('CheckedIn A-1')
  })
})

describe('an unknown code', () => {
  const other = { eventName: 'Matinee', startsAt: '2026-11-23T19:00:00.000Z' }

  it('is for another session on the phone, and the card says so', () => {
    const phone = makePhone(ALL)
    phone.scan('TOMORROW')
    const [search] = phone.take('find other session')
    expect(search).toMatchObject({ text: 'TOMORROW', except: SESSION })
    phone.dispatch({ type: 'other session found', ask: search?.ask ?? '', session: other })
    phone.store()
    expect(phone.state().card).toMatchObject({ verdicts: [{ outcome: { kind: 'OtherSession', ...other } }] })
    // What comes later changes nothing.
    phone.dispatch({ type: 'lookup timed out', ask: search?.ask ?? '' })
    expect(phone.describe()).toMatch(/^OtherSession/)
  })

  it('waits for the latest tickets and for the other sessions on the phone', () => {
    const phone = makePhone(ALL)
    phone.scan('NOBODY')
    const [search] = phone.take('find other session')
    phone.dispatch({ type: 'other session found', ask: search?.ask ?? '', session: null })
    expect(phone.describe()).toBe('checking')
    phone.dispatch({ type: 'poll due' })
    phone.dispatch({ type: 'list answered', session: SESSION, reply: { kind: 'unreachable' }, askedAt: 0 })
    phone.store()
    expect(phone.describe()).toMatch(/^UnknownTicket/)
  })

  it('waits only for the other sessions on the phone without a network', () => {
    const phone = makePhone(ALL)
    phone.goOffline()
    phone.scan('NOBODY')
    expect(phone.describe()).toBe('checking')
    const [search] = phone.take('find other session')
    phone.dispatch({ type: 'other session found', ask: search?.ask ?? '', session: null })
    phone.store()
    expect(phone.describe()).toMatch(/^UnknownTicket/)
  })

  it('waits at most 800 ms for the other sessions if the disk hangs', () => {
    const phone = makePhone(ALL)
    phone.goOffline()
    phone.scan('NOBODY')
    const [wait] = phone.take('wait').filter(({ event }) => event.type === 'lookup timed out')
    expect(wait?.ms).toBe(800)
    phone.dispatch(wait?.event as UntimedEvent)
    phone.store(false)
    expect(phone.describe()).toMatch(/^UnknownTicket/)
  })
})

describe('Enter', () => {
  const twelve = makeTicket('12', { number: '12', code: '12' })

  it('opens the ticket of a number, and shows nothing of the previous guest', () => {
    const phone = makePhone(ALL)
    phone.scan(B.code)
    phone.answer()
    phone.enter(A.number, [A.id])
    expect(phone.state()).toMatchObject({ chosen: A.id, card: null, asks: [] })
  })

  it('keeps the results if a short code is also the seat of somebody else', () => {
    const seated = makeTicket('000020', { seat: '12' })
    const phone = makePhone([...ALL, twelve, seated])
    phone.enter('12', [seated.id, twelve.id])
    expect(phone.state()).toMatchObject({ chosen: null, card: null, asks: [] })
    phone.enter('12', [twelve.id])
    phone.answer()
    expect(phone.describe()).toBe('CheckedIn 12')
  })

  it('opens the only guest that a name finds, and keeps a longer list', () => {
    const phone = makePhone(ALL)
    phone.enter('guest one', [A.id])
    expect(phone.state()).toMatchObject({ chosen: A.id, asks: [] })
    phone.dispatch({ type: 'chosen', ticketId: null })
    phone.enter('guest', [A.id, B.id])
    expect(phone.state()).toMatchObject({ chosen: null, card: null, asks: [] })
  })

  it.each([A.code.toLowerCase(), `https://tickets.example/t?n=${A.code}`, ` ${A.code}\n`])(
    'checks in the code in %j',
    (text) => {
      const phone = makePhone(ALL)
      phone.enter(text)
      phone.answer()
      expect(phone.describe()).toBe(`CheckedIn ${A.number}`)
    },
  )

  it('checks nobody in for a code with a word after it', () => {
    const phone = makePhone(ALL)
    phone.enter(`${A.code} vip`, [A.id])
    expect(phone.state()).toMatchObject({ chosen: A.id, asks: [] })
  })

  it('keeps the results for a number that two tickets have', () => {
    const phone = makePhone([A, makeTicket('x', { number: A.number })])
    phone.enter(A.number, [A.id, 'x'])
    expect(phone.state()).toMatchObject({ chosen: null, card: null, asks: [] })
  })

  it('finds a ticket that was sold a moment ago', () => {
    const phone = makePhone([])
    phone.enter(A.code)
    const [wait] = phone.take('wait').filter(({ event }) => event.type === 'poll due')
    expect(wait?.ms).toBe(0)
    phone.dispatch({ type: 'poll due' })
    const view = makeView([A])
    phone.dispatch({
      ...{ type: 'list stored', session: SESSION, view, changed: [A.id], askedAt: 1 },
    })
    phone.answer()
    expect(phone.describe()).toBe(`CheckedIn ${A.number}`)
  })
})

describe('"Undo check-in" on a ticket', () => {
  it.each([
    ['is answered', [{ id: '0190a000-0000-7000-8000-000000000001', at: NOW }]],
    ['finds nothing to undo', []],
    ['gets no answer', null],
  ])('leaves the next guest on the card if it %s late', (_, checkIns) => {
    const phone = makePhone([{ ...A, status: 'CheckedIn', checkedInAt: NOW }, B])
    phone.dispatch({ type: 'undo ticket tapped', ticketId: A.id })
    phone.enter(B.code)
    phone.answer()
    phone.dispatch({ type: 'live check-ins found', ticketId: A.id, checkIns })
    phone.store()
    expect(phone.describe()).toBe(`CheckedIn ${B.number}`)
  })
})

describe('a tap', () => {
  it('on "Check in" checks in once, even as a double tap', () => {
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

  it('waits at most five seconds for the two writes of a check-in', () => {
    const phone = makePhone(ALL)
    phone.tap(A.id)
    const [question] = phone.take('save')
    phone.dispatch({ type: 'saved', save: question?.save ?? 0, isStored: false })
    const [ask] = phone.take('ask')
    phone.dispatch({ type: 'question timed out', round: ask?.round ?? 0 })
    const [decision] = phone.take('save')
    expect(2 * SAVE_LIMIT_MS).toBeLessThanOrEqual(5_000)
    phone.dispatch({ type: 'saved', save: decision?.save ?? 0, isStored: false })
    expect(phone.take('save')).toEqual([])
    expect(phone.describe()).toBe(`NotSaved ${A.number}`)
  })
})
