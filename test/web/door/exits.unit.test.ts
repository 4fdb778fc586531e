// Exits, re-entries, areas, times and people without tickets, as a phone decides and reports them.
import { describe, expect, it } from 'vitest'
import { type EntryRule, ONCE, presenceOf } from '../../../src/domain/check-in-rule.ts'
import { DOUBLE_TAP_GUARD_MS } from '../../../web/door/core/cards.ts'
import { conflictOf, type Result, toWire } from '../../../web/door/core/check-in.ts'
import { overlayOf, placeOf, stateOf } from '../../../web/door/core/overlay.ts'
import { pendingItems } from '../../../web/door/core/records.ts'
import { makePhone, makeTicket, makeView, NOW, SESSION, type TestTicket } from './phone.ts'

const MINUTE_MS = 60_000
const AREAS = ['Floor', 'Bar', 'VIP'].map((name) => ({ id: name.toLowerCase(), name, capacity: null }))

const withRule = (id: string, rule: Partial<EntryRule>, more: Partial<TestTicket> = {}): TestTicket =>
  makeTicket(id, { type: `Type ${id}`, rule: { ...ONCE, ...rule }, ...more })

const CLUB = withRule('000001', { entries: 'AfterExit' })
const THEATRE = makeTicket('000002')
const LIMITED = withRule('000003', { areas: ['floor', 'bar'] })
const EARLY = withRule('000004', { until: -60 })
const LATE = withRule('000005', { from: 30 })
const ANY = withRule('000006', { entries: 'Any' })
const ALL = [CLUB, THEATRE, LIMITED, EARLY, LATE, ANY]

/** A phone whose session has areas. It has no network unless it is `isOnline`. */
const open = ({ isOnline = false, hasExits = true } = {}) => {
  const phone = makePhone(ALL)
  const view = makeView(ALL, { areas: hasExits ? AREAS : [], hasExits })
  phone.dispatch({ type: 'opened', id: SESSION, view, total: ALL.length })
  phone.take('poll')
  if (!isOnline) phone.goOffline()
  return {
    ...phone,
    choose: (isOut: boolean, areaId: string | null = null): void =>
      phone.dispatch({ type: 'place chosen', place: { isOut, areaId } }),
    /** Scans a code, a while after the one before. */
    scanLater: (code: string): void => {
      phone.pass(5_000)
      phone.scan(code)
      phone.store()
    },
    outcome: () => {
      const { card } = phone.state()
      return card?.kind === 'verdict' ? card.verdicts[0]?.outcome : undefined
    },
    sent: () => pendingItems(phone.state()).map(toWire),
    back: (): void => {
      phone.pass(5_000)
      const ids = { id: phone.newId(), exitId: phone.newId() }
      phone.dispatch({ type: 'back tapped', ticketId: CLUB.id, ...ids })
      phone.store()
    },
  }
}

describe('a club without a network', () => {
  it.each([
    ['that admits again after exits', CLUB, ['AlreadyCheckedIn', 'ReEntered']],
    ['that admits any number of times', ANY, ['ReEntered', 'ReEntered']],
    ['that admits once', THEATRE, ['AlreadyCheckedIn', 'AlreadyCheckedIn']],
  ])('applies the rule of a type %s to a walk-in whom the list lacks', (_, { type }, kinds) => {
    const phone = open()
    const ids = [{ ticketId: phone.newId(), checkInId: phone.newId() }]
    phone.dispatch({ type: 'walk-in tapped', guest: { name: 'Ana', type }, walkIn: { note: null }, ids })
    phone.store()
    const tap = (isOut: boolean) => {
      phone.pass(5_000)
      const ticketIds = ids.map(({ ticketId }) => ticketId)
      phone.dispatch({ type: 'check-in tapped', ticketIds, ids: [phone.newId()], isOut })
      phone.store()
      return phone.outcome()?.kind
    }
    const again = tap(false)
    expect(tap(true)).toBe('Left')
    expect([again, tap(false)]).toEqual(kinds)
  })

  it('lets a guest in again who left, and only then', () => {
    const phone = open()
    phone.scanLater(CLUB.code)
    phone.scanLater(CLUB.code)
    expect(phone.outcome()).toMatchObject({ kind: 'AlreadyCheckedIn', leftAt: null, mayBeBack: true })
    phone.choose(true)
    phone.scanLater(CLUB.code)
    const leftAt = NOW + 15_000
    expect(phone.outcome()).toEqual({ kind: 'Left' })
    phone.scanLater(CLUB.code)
    expect(phone.outcome()).toEqual({ kind: 'NotInside' })
    phone.choose(false)
    phone.scanLater(CLUB.code)
    expect(phone.outcome()).toMatchObject({ kind: 'ReEntered', leftAt: leftAt + 5_000 })
    expect(phone.sent().map(({ type }) => type)).toEqual(['CheckIn', 'Exit', 'Exit', 'CheckIn'])
    expect(phone.sounds).toEqual([
      ...['CheckedIn', 'AlreadyCheckedIn', 'Left', 'AlreadyCheckedIn', 'CheckedIn'],
    ])
  })

  it('takes a guest for back whose exit nobody saw, by an exit a millisecond before', () => {
    const phone = open()
    phone.scanLater(CLUB.code)
    phone.scanLater(CLUB.code)
    phone.back()
    expect(phone.outcome()).toMatchObject({ kind: 'ReEntered' })
    const [, exit, entry] = phone.sent()
    expect(exit).toMatchObject({ type: 'Exit', assumed: true, ticketId: CLUB.id })
    expect(entry).toMatchObject({ type: 'CheckIn', admitted: true, ticketId: CLUB.id })
    expect(Date.parse(entry?.at ?? '') - Date.parse(exit?.at ?? '')).toBe(1)

    // Undo takes both back.
    phone.pass(DOUBLE_TAP_GUARD_MS)
    const { card } = phone.state()
    const checkInIds = card?.kind === 'verdict' ? card.verdicts.map(({ checkInId }) => checkInId) : []
    phone.dispatch({ type: 'undo tapped', checkInIds, isOnCard: true })
    phone.store()
    expect(phone.sent().filter(({ type }) => type === 'Undo')).toHaveLength(2)
    expect(presenceOf(stateOf(phone.state(), CLUB.id) ?? CLUB)).toMatchObject({ inside: true, entries: 1 })
  })

  it('undoes an exit that nobody saw with the check-in after it, from the ticket too', () => {
    const phone = open()
    phone.scanLater(CLUB.code)
    phone.back()
    phone.dispatch({ type: 'undo ticket tapped', ticketId: CLUB.id })
    phone.store()
    expect(phone.sent().filter(({ type }) => type === 'Undo')).toHaveLength(2)
    expect(presenceOf(stateOf(phone.state(), CLUB.id) ?? CLUB)).toMatchObject({ inside: true, entries: 1 })
  })

  it('undoes an exit, and does not offer to check in again', () => {
    const phone = open()
    phone.scanLater(CLUB.code)
    phone.choose(true)
    phone.scanLater(CLUB.code)
    const id = [...phone.state().checkIns.keys()].at(-1) ?? ''
    phone.pass(DOUBLE_TAP_GUARD_MS)
    phone.dispatch({ type: 'undo tapped', checkInIds: [id], isOnCard: true })
    phone.store()
    expect(phone.describe()).toBe('exitUndone')
    expect(presenceOf(stateOf(phone.state(), CLUB.id) ?? CLUB).inside).toBe(true)
  })

  it('ignores the same code at the exit for three seconds, but not in the other direction', () => {
    const phone = open()
    phone.scan(CLUB.code)
    phone.store()
    phone.choose(true)
    phone.scan(CLUB.code)
    phone.store()
    expect(phone.outcome()).toEqual({ kind: 'Left' })
    phone.pass(2_000)
    phone.scan(CLUB.code)
    phone.store()
    expect(phone.outcome()).toEqual({ kind: 'Left' })
    expect(phone.state().checkIns.size).toBe(2)
  })

  it('never keeps a guest inside because of a note', () => {
    const phone = makePhone([
      { ...CLUB, flag: 'Stop', note: 'Banned', status: 'CheckedIn', checkedInAt: NOW },
    ])
    phone.goOffline()
    phone.dispatch({ type: 'place chosen', place: { isOut: true, areaId: null, isOn: true } })
    phone.scan(CLUB.code)
    phone.store()
    expect(phone.describe()).toBe(`Left ${CLUB.number}`)
  })
})

describe('a rule of a ticket type without a network', () => {
  it('keeps guests out who left, without another rule', () => {
    const phone = open()
    phone.scanLater(THEATRE.code)
    phone.choose(true)
    phone.scanLater(THEATRE.code)
    phone.choose(false)
    phone.scanLater(THEATRE.code)
    expect(phone.outcome()).toMatchObject({
      ...{ kind: 'AlreadyCheckedIn', at: NOW + 5_000, leftAt: NOW + 10_000, mayBeBack: false },
    })
  })

  it('admits to its areas alone', () => {
    const phone = open()
    phone.choose(false, 'vip')
    phone.scanLater(LIMITED.code)
    expect(phone.outcome()).toEqual({ kind: 'WrongArea', areas: ['floor', 'bar'], areaId: 'vip' })
    phone.choose(false)
    phone.scanLater(LIMITED.code)
    phone.choose(false, 'floor')
    phone.scanLater(LIMITED.code)
    expect(phone.outcome()).toEqual({ kind: 'Entered', areaId: 'floor' })
    expect(phone.sent().at(-1)).toMatchObject({ areaId: 'floor', admitted: true })
    phone.scanLater(LIMITED.code)
    expect(phone.outcome()).toMatchObject({ kind: 'AlreadyCheckedIn', mayBeBack: true })
    phone.choose(true, 'floor')
    phone.scanLater(LIMITED.code)
    expect(presenceOf(stateOf(phone.state(), LIMITED.id) ?? LIMITED)).toMatchObject({
      ...{ inside: true, areas: [] },
    })
  })

  it('admits at its times alone, and says which', () => {
    const phone = open()
    phone.scan(EARLY.code)
    phone.store()
    const at = NOW
    expect(phone.outcome()).toEqual({ kind: 'NotNow', from: null, until: NOW - 60 * MINUTE_MS, at })
    phone.scan(LATE.code)
    phone.store()
    expect(phone.outcome()).toEqual({ kind: 'NotNow', from: NOW + 30 * MINUTE_MS, until: null, at })
    phone.pass(30 * MINUTE_MS)
    phone.scan(LATE.code)
    phone.store()
    expect(phone.outcome()).toEqual({ kind: 'CheckedIn' })
  })

  it('may admit any number of times', () => {
    const phone = open()
    phone.scanLater(ANY.code)
    phone.scanLater(ANY.code)
    expect(phone.outcome()).toMatchObject({ kind: 'ReEntered' })
  })
})

describe('an answer of the service', () => {
  const answer = (outcome: string, ticket: Partial<Result['ticket']>, earlier: Result['earlier'] = null) => {
    const phone = open({ isOnline: true })
    phone.scan(CLUB.code)
    const status = 'CheckedIn' as const
    const checkedInAt = new Date(NOW).toISOString()
    const defaults = { inside: true, areas: [], lastIn: checkedInAt, lastOut: null, entries: 1 }
    phone.answer(([item]) => [
      {
        ...{ id: item?.id ?? '', outcome, earlier },
        ticket: { status, checkedInAt, ...defaults, ...ticket },
      },
    ])
    return phone
  }
  const leftAt = new Date(NOW - MINUTE_MS).toISOString()

  it.each([
    ['ReEntered', { kind: 'ReEntered', leftAt: NOW - MINUTE_MS, device: 'Smoking door' }],
    ['Entered', { kind: 'Entered' }],
  ])('lets somebody in: %s', (outcome, shown) => {
    const phone = answer(outcome, { lastOut: leftAt, entries: 2 }, { at: leftAt, device: 'Smoking door' })
    expect(phone.outcome()).toMatchObject(shown)
    expect([...phone.state().checkIns.values()].map(({ status }) => status)).toEqual(['recorded'])
    expect(phone.sounds).toEqual(['CheckedIn'])
  })

  it.each(['WrongArea', 'NotNow'])('keeps somebody out: %s', (outcome) => {
    const phone = answer(outcome, { inside: false, lastIn: null, entries: 0 })
    expect(phone.outcome()).toMatchObject({ kind: outcome })
    expect(phone.sounds).toEqual(['refused'])
    expect(phone.state().checkIns.size).toBe(0)
  })

  it.each(['WrongArea', 'NotNow'])('contradicts who was let in here: %s', (outcome) => {
    const phone = open()
    phone.scanLater(CLUB.code)
    const [checkIn] = phone.state().checkIns.values()
    if (checkIn === undefined) throw new Error('Nobody was let in.')
    const result = { id: checkIn.id, outcome, ticket: null, earlier: null }
    expect(conflictOf({ ...checkIn, status: 'recorded', result })).toBe('notValid')
    expect(conflictOf({ ...checkIn, type: 'Exit', status: 'recorded', result })).toBeUndefined()
  })

  it('is followed by what the service does not know yet', () => {
    const phone = open()
    phone.scanLater(CLUB.code)
    const listed = { status: 'CheckedIn', checkedInAt: NOW - MINUTE_MS } as const
    const presence = { inside: false, areas: [], lastIn: listed.checkedInAt, lastOut: NOW - 1, entries: 1 }
    const overlay = overlayOf(phone.state().checkIns, () => ({ ...listed, presence }))
    expect(overlay.get(CLUB.id)).toEqual({
      ...listed,
      presence: { inside: true, areas: [], lastIn: NOW + 5_000, lastOut: NOW - 1, entries: 2 },
    })
  })
})

describe('people without tickets', () => {
  it('are counted by one item, on disk before it is sent', () => {
    const phone = open()
    phone.choose(false, 'bar')
    phone.dispatch({ type: 'counted', id: phone.newId(), by: 3 })
    expect(phone.take('save')).toMatchObject([{ checkIns: [{ type: 'Tally', by: 3, areaId: 'bar' }] }])
    expect(phone.sent()).toMatchObject([{ type: 'Tally', by: 3, areaId: 'bar' }])
    phone.dispatch({ type: 'counted', id: phone.newId(), by: 0 })
    expect(phone.sent()).toHaveLength(1)
  })

  it('are asked about again at once if the service may count them in a request under way', () => {
    const phone = open({ isOnline: true })
    const id = phone.newId()
    const answerPoll = (askedAt: number): void => {
      const reply = { kind: 'unchanged' } as const
      phone.dispatch({ type: 'list answered', session: SESSION, reply, askedAt })
      phone.dispatch({ type: 'list stored', session: SESSION, view: makeView(ALL), changed: [], askedAt })
    }
    phone.dispatch({ type: 'clock sampled', date: NOW, roundTripMs: 10 })
    answerPoll(1)
    phone.dispatch({ type: 'poll due' })
    const [before] = phone.take('poll')
    phone.dispatch({ type: 'counted', id, by: 3 })
    phone.store()
    phone.take('wait')
    const results = [{ id, outcome: 'Counted', ticket: null, earlier: null }]
    phone.dispatch({ type: 'posted', reply: { kind: 'ok', results } })
    expect(phone.take('wait')).toContainEqual({ type: 'wait', ms: 0, event: { type: 'poll due' } })
    answerPoll(before?.askedAt ?? 0)
    const [after] = phone.take('poll')
    expect(phone.state().checkIns.get(id)?.isInCopy).toBe(false)
    answerPoll(after?.askedAt ?? 0)
    expect(phone.take('poll')).toEqual([])
    expect(phone.state().checkIns.get(id)?.isInCopy).toBe(true)
  })
})

describe('a theatre', () => {
  it('has no direction, whatever was chosen before', () => {
    const phone = open({ hasExits: false })
    phone.choose(true, 'vip')
    expect(placeOf(phone.state())).toEqual({ isOut: false, areaId: null, hasExits: false })
    phone.scanLater(THEATRE.code)
    expect(phone.outcome()).toEqual({ kind: 'CheckedIn' })
    expect(phone.sent()[0]).not.toHaveProperty('areaId')
  })

  it('can have it on one phone', () => {
    const phone = open({ hasExits: false })
    phone.dispatch({ type: 'place chosen', place: { isOut: true, areaId: null, isOn: true } })
    expect(placeOf(phone.state())).toMatchObject({ isOut: true, hasExits: true })
  })
})
