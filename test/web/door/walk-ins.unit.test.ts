// Walk-ins, as the phone decides about them.
import { describe, expect, it } from 'vitest'
import { type CheckIn, toWire } from '../../../web/door/core/check-in.ts'
import { guestOf, isVoidByUndo } from '../../../web/door/core/overlay.ts'
import { pendingItems } from '../../../web/door/core/records.ts'
import { makePhone, makeTicket, NOW, result } from './phone.ts'

const TICKET = '00000000-0000-4000-8000-0000feedbeef'

const addGuest = (
  phone: ReturnType<typeof makePhone>,
  name: string | null = 'Ana',
  note: string | null = null,
) =>
  phone.dispatch({
    ...{ type: 'walk-in tapped', guest: { name, type: 'Door' }, walkIn: { note } },
    ids: [{ ticketId: TICKET, checkInId: phone.newId() }],
  })

const itemsOf = (phone: ReturnType<typeof makePhone>) => pendingItems(phone.state()).map(toWire)

describe('a walk-in that the service refuses', () => {
  it.each([
    ['NotAllowed', 'Voided'],
    ['UnknownTicket', null],
  ] as const)('is undone after %s, because the service counts it as let in', (outcome, status) => {
    const phone = makePhone([])
    addGuest(phone)
    phone.answer(([item]) => {
      const answer = result(item?.id ?? '', outcome, status ?? 'Voided', null)
      return [status === null ? { ...answer, ticket: null } : answer]
    })
    expect(phone.describe()).toBe(`${outcome} W-FEEDBEEF`)
    const [id] = phone.state().card?.kind === 'verdict' ? [phone.state().lastAsk] : []
    expect(itemsOf(phone)).toMatchObject([{ type: 'Undo', checkInId: id }])
    expect(guestOf(phone.state(), TICKET)).toBeUndefined()
  })

  it('is not let in by its ticket either', () => {
    const phone = makePhone([makeTicket(TICKET, { number: 'W-FEEDBEEF', status: 'Voided' })])
    addGuest(phone)
    phone.answer(([item]) => [result(item?.id ?? '', 'NotAllowed', 'Voided', null)])
    expect(isVoidByUndo(phone.state(), TICKET)).toBe(false)
    phone.goOffline()
    phone.tap(TICKET)
    phone.store()
    expect(phone.describe()).toBe('NotValid W-FEEDBEEF')
  })
})

describe('a walk-in', () => {
  it.each([
    ['Ana\tRuiz\u0007', 'Ana Ruiz'],
    ['\ud800Ana \udc00', 'Ana'],
    ['🎟'.repeat(201), '🎟'.repeat(200)],
    [' \t\n', null],
    ['A\u0301na', '\u00c1na'],
  ])('has a name and a note that the service accepts: %j', (text, taken) => {
    const phone = makePhone([])
    addGuest(phone, text, text.slice(0, 280))
    phone.lose()
    expect(phone.describe()).toBe('CheckedIn W-FEEDBEEF')
    expect(itemsOf(phone)).toMatchObject([
      { type: 'WalkIn', name: taken, note: taken?.slice(0, 280) ?? null },
    ])
  })
})

describe('the type of a walk-in', () => {
  it('is sent with its id where the phone knows one, and else by its name alone', () => {
    const sent = (walkIn: { note: null; ticketTypeId?: string }) => {
      const phone = makePhone([])
      const ids = [{ ticketId: TICKET, checkInId: phone.newId() }]
      phone.dispatch({ type: 'walk-in tapped', guest: { name: 'Ana', type: 'Door' }, walkIn, ids })
      phone.lose()
      return JSON.parse(JSON.stringify(itemsOf(phone)[0]))
    }
    const { id, at, ...named } = sent({ note: null })
    expect(named).toEqual({
      ...{ type: 'WalkIn', ticketId: TICKET, name: 'Ana', ticketTypeName: 'Door', note: null },
    })
    expect(sent({ note: null, ticketTypeId: 'the id' })).toMatchObject({ ...named, ticketTypeId: 'the id' })
  })
})

describe('the items of a walk-in', () => {
  it('wait until the service accepts the walk-in, which goes first', () => {
    const phone = makePhone([])
    phone.goOffline()
    addGuest(phone)
    phone.store()
    phone.dispatch({ type: 'undo ticket tapped', ticketId: TICKET })
    phone.store()
    phone.tap(TICKET)
    phone.store()
    expect(itemsOf(phone).map(({ type }) => type)).toEqual(['WalkIn', 'Undo', 'CheckIn'])
    phone.dispatch({ type: 'clock sampled', date: NOW, roundTripMs: 10 })
    const failure = { status: 500, code: 'internal_error', message: '', retryAfter: null } as const
    const sent: string[][] = []
    for (let [post] = phone.take('post'); post !== undefined; [post] = phone.take('post')) {
      sent.push(post.items.map((item) => toWire(item).type))
      phone.dispatch({ type: 'posted', reply: { kind: 'error', ...failure } })
    }
    expect(sent).toEqual([['WalkIn', 'Undo', 'CheckIn'], ['WalkIn']])
    expect(itemsOf(phone)).toHaveLength(3)
  })
})

describe('a walk-in that another phone has checked in', () => {
  const undoElsewhere = (status: 'CheckedIn' | 'Valid', number = 'W-FEEDBEEF') => {
    const phone = makePhone([makeTicket(TICKET, { number, status, checkedInAt: NOW - 60_000 })])
    phone.dispatch({ type: 'undo ticket tapped', ticketId: TICKET })
    const live = [{ id: phone.newId(), at: NOW - 60_000 }]
    phone.dispatch({ type: 'live check-ins found', ticketId: TICKET, checkIns: live })
    phone.store()
    expect(phone.describe()).toBe('undone')
    return phone
  }

  it('can be checked in again after a mistaken undo while the service does not respond', () => {
    const phone = undoElsewhere('CheckedIn')
    phone.tap(TICKET)
    phone.lose()
    expect(phone.describe()).toBe('CheckedIn W-FEEDBEEF')
  })

  it('cannot be checked in once the list says that the ticket is void', () => {
    const [own] = undoElsewhere('CheckedIn').state().checkIns.values()
    const undo = { ...own?.undo, status: 'recorded', isInCopy: true } as CheckIn['undo']
    const phone = makePhone([makeTicket(TICKET, { number: 'W-FEEDBEEF', status: 'Voided' })])
    phone.dispatch({ type: 'loaded', checkIns: [{ ...own, undo } as CheckIn] })
    phone.goOffline()
    phone.tap(TICKET)
    phone.store()
    expect(phone.describe()).toBe('NotValid W-FEEDBEEF')
  })
})
