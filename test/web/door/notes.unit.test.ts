// Notes that staff must read before they let a guest in.
import { describe, expect, it } from 'vitest'
import { makePhone, makeTicket, makeView, SESSION } from './phone.ts'

const STOP = makeTicket('000001', { note: 'Check the age', flag: 'Stop' })
const PLAIN = makeTicket('000002', { note: 'Wristband', flag: 'Info' })
const VOIDED = makeTicket('000003', { flag: 'Stop', note: 'x', status: 'Voided' })

const INSIDE = makeTicket('000004', { flag: 'Stop', note: 'x', status: 'CheckedIn' })

const phoneWith = () => makePhone([STOP, PLAIN, VOIDED, INSIDE])
const turnedAway = (phone: ReturnType<typeof makePhone>) => phone.state().turnedAway.map(({ id }) => id)

describe('a note with the flag Stop', () => {
  it('is shown before anything is stored or sent, and "Let in" checks the guest in', () => {
    const phone = phoneWith()
    phone.scan(STOP.code)
    expect(phone.describe()).toBe('note')
    expect([...phone.take('save'), ...phone.take('ask')]).toEqual([])
    expect(phone.state().checkIns.size).toBe(0)
    // "Let in" is where "Check in" was: the second tap of a double tap does nothing.
    phone.dispatch({ type: 'let in tapped' })
    expect(phone.describe()).toBe('note')
    phone.letIn()
    expect(phone.describe()).toBe('checking')
    // A second tap does nothing.
    phone.letIn()
    phone.answer()
    expect(phone.describe()).toBe(`CheckedIn ${STOP.number}`)
    expect(phone.state().checkIns.size).toBe(1)
    expect(turnedAway(phone)).toEqual([])
  })

  it('is shown without a network, too', () => {
    const phone = phoneWith()
    phone.dispatch({ type: 'network lost' })
    phone.scan(STOP.code)
    expect(phone.describe()).toBe('note')
    phone.letIn()
    phone.store()
    expect(phone.describe()).toBe(`CheckedIn ${STOP.number}`)
  })

  it('keeps the guest out after "Don’t let in", and the page says so until the next scan', () => {
    const phone = phoneWith()
    phone.scan(STOP.code)
    phone.dispatch({ type: 'card closed' })
    expect(turnedAway(phone)).toEqual([STOP.id])
    expect(phone.state().checkIns.size).toBe(0)
    phone.pass(3_500)
    phone.scan(PLAIN.code)
    phone.answer()
    expect(phone.describe()).toBe(`CheckedIn ${PLAIN.number}`)
    expect(turnedAway(phone)).toEqual([])
  })

  it('keeps the guest out if another code is scanned, which is checked in as usual', () => {
    const phone = phoneWith()
    phone.scan(STOP.code)
    phone.scan(PLAIN.code)
    expect(turnedAway(phone)).toEqual([STOP.id])
    phone.answer()
    expect(phone.describe()).toBe(`CheckedIn ${PLAIN.number}`)
    expect(turnedAway(phone)).toEqual([STOP.id])
    phone.letIn()
    expect(phone.state().checkIns.has(STOP.id)).toBe(false)
    expect([...phone.state().checkIns.values()].map(({ guest }) => guest.id)).toEqual([PLAIN.id])
  })

  it('keeps the guest out if a search begins', () => {
    const phone = phoneWith()
    phone.scan(STOP.code)
    phone.dispatch({ type: 'search began' })
    expect(phone.state().card).toBeNull()
    expect(turnedAway(phone)).toEqual([STOP.id])
  })

  it('is shown once for a group, with one "Let in"', () => {
    const phone = phoneWith()
    phone.dispatch({ type: 'check-in tapped', ticketIds: [PLAIN.id, STOP.id], ids: ['a', 'b'] })
    expect(phone.describe()).toBe('note')
    phone.letIn()
    phone.answer()
    expect(phone.describe()).toContain(`CheckedIn ${STOP.number}`)
    expect(phone.state().checkIns.size).toBe(2)
  })

  it('is not shown if the ticket is refused anyway', () => {
    const phone = phoneWith()
    phone.scan(VOIDED.code)
    expect(phone.describe()).toBe('checking')
  })

  it('is shown if another phone may have undone the check-in on the list', () => {
    const phone = phoneWith()
    phone.scan(INSIDE.code)
    expect(phone.describe()).toBe('note')
  })

  it('is not shown again if this phone has checked the guest in', () => {
    const phone = phoneWith()
    phone.scan(STOP.code)
    phone.letIn()
    phone.answer()
    phone.scan(STOP.code)
    expect(phone.describe()).not.toBe('note')
  })

  it('disappears when the session is closed', () => {
    const phone = phoneWith()
    phone.scan(STOP.code)
    phone.dispatch({ type: 'closed' })
    expect(phone.state().card).toBeNull()
    expect(turnedAway(phone)).toEqual([])
  })
})

it('lets a guest with the flag Info in at once', () => {
  const phone = phoneWith()
  phone.scan(PLAIN.code)
  expect(phone.describe()).toBe('checking')
})

it('keeps the outcome of the previous code beside a note', () => {
  const phone = makePhone([PLAIN])
  phone.scan('SOLD ELSEWHERE')
  phone.scan(STOP.code)
  for (const { ask } of phone.take('find other session'))
    phone.dispatch({ type: 'other session found', ask, session: null })
  // The list says that one has no ticket and that the other is to be stopped.
  const view = makeView([PLAIN, STOP])
  phone.dispatch({
    ...{ type: 'list stored', session: SESSION, view, changed: [STOP.id], askedAt: 1 },
  })
  phone.store()
  expect(phone.describe()).toBe('note')
  expect(phone.state().burst.map(({ verdicts }) => verdicts[0]?.guest.number)).toEqual(['SOLD ELSEWHERE'])
})
