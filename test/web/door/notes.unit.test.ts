// Notes that must be read before a guest is let in.
import { describe, expect, it } from 'vitest'
import { makePhone, makeTicket, makeView, SESSION } from './phone.ts'

const HELD = makeTicket('000001', { note: 'Check the age', flag: 'Stop' })
const PLAIN = makeTicket('000002', { note: 'Wristband', flag: 'Info' })
const VOIDED = makeTicket('000003', { flag: 'Stop', note: 'x', status: 'Voided' })

const INSIDE = makeTicket('000004', { flag: 'Stop', note: 'x', status: 'CheckedIn' })

const phoneWith = () => makePhone([HELD, PLAIN, VOIDED, INSIDE])
const left = (phone: ReturnType<typeof makePhone>) => phone.state().left.map(({ id }) => id)

describe('a guest with a note to stop', () => {
  it('is held before anything is stored or sent, and let in by "Done"', () => {
    const phone = phoneWith()
    phone.scan(HELD.code)
    expect(phone.describe()).toBe('note')
    expect([...phone.take('save'), ...phone.take('ask')]).toEqual([])
    expect(phone.state().checkIns.size).toBe(0)
    phone.dispatch({ type: 'note read' })
    expect(phone.describe()).toBe('checking')
    // A second tap does nothing.
    phone.dispatch({ type: 'note read' })
    phone.answer()
    expect(phone.describe()).toBe(`CheckedIn ${HELD.number}`)
    expect(phone.state().checkIns.size).toBe(1)
    expect(left(phone)).toEqual([])
  })

  it('is held without a network, too', () => {
    const phone = phoneWith()
    phone.dispatch({ type: 'network lost' })
    phone.scan(HELD.code)
    expect(phone.describe()).toBe('note')
    phone.dispatch({ type: 'note read' })
    phone.store()
    expect(phone.describe()).toBe(`CheckedIn ${HELD.number}`)
  })

  it('is not checked in if the note is closed, and the page says so until the next ask', () => {
    const phone = phoneWith()
    phone.scan(HELD.code)
    phone.dispatch({ type: 'card closed' })
    expect(left(phone)).toEqual([HELD.id])
    expect(phone.state().checkIns.size).toBe(0)
    phone.pass(3_500)
    phone.scan(PLAIN.code)
    phone.answer()
    expect(phone.describe()).toBe(`CheckedIn ${PLAIN.number}`)
    expect(left(phone)).toEqual([])
  })

  it('is not checked in if another code is scanned, which is checked as ever', () => {
    const phone = phoneWith()
    phone.scan(HELD.code)
    phone.scan(PLAIN.code)
    expect(left(phone)).toEqual([HELD.id])
    phone.answer()
    expect(phone.describe()).toBe(`CheckedIn ${PLAIN.number}`)
    expect(left(phone)).toEqual([HELD.id])
    phone.dispatch({ type: 'note read' })
    expect(phone.state().checkIns.has(HELD.id)).toBe(false)
    expect([...phone.state().checkIns.values()].map(({ guest }) => guest.id)).toEqual([PLAIN.id])
  })

  it('is not checked in if a search begins', () => {
    const phone = phoneWith()
    phone.scan(HELD.code)
    phone.dispatch({ type: 'search began' })
    expect(phone.state().card).toBeNull()
    expect(left(phone)).toEqual([HELD.id])
  })

  it('has one note for a group, with one "Done"', () => {
    const phone = phoneWith()
    phone.dispatch({ type: 'check-in tapped', ticketIds: [PLAIN.id, HELD.id], ids: ['a', 'b'] })
    expect(phone.describe()).toBe('note')
    phone.dispatch({ type: 'note read' })
    phone.answer()
    expect(phone.describe()).toContain(`CheckedIn ${HELD.number}`)
    expect(phone.state().checkIns.size).toBe(2)
  })

  it('is not held where the ticket is refused anyway', () => {
    const phone = phoneWith()
    phone.scan(VOIDED.code)
    expect(phone.describe()).toBe('checking')
  })

  it('is held where another phone may have undone the check-in that the list shows', () => {
    const phone = phoneWith()
    phone.scan(INSIDE.code)
    expect(phone.describe()).toBe('note')
  })

  it('is not held again where this phone has checked the guest in', () => {
    const phone = phoneWith()
    phone.scan(HELD.code)
    phone.dispatch({ type: 'note read' })
    phone.answer()
    phone.scan(HELD.code)
    expect(phone.describe()).not.toBe('note')
  })

  it('is forgotten when the session is closed', () => {
    const phone = phoneWith()
    phone.scan(HELD.code)
    phone.dispatch({ type: 'closed' })
    expect(phone.state().card).toBeNull()
    expect(left(phone)).toEqual([])
  })
})

it('a guest with a note to read is let in at once', () => {
  const phone = phoneWith()
  phone.scan(PLAIN.code)
  expect(phone.describe()).toBe('checking')
})

it('a note leaves the outcome of the code before in sight', () => {
  const phone = makePhone([PLAIN])
  phone.scan('SOLD ELSEWHERE')
  phone.scan(HELD.code)
  for (const { ask } of phone.take('find other session'))
    phone.dispatch({ type: 'other session found', ask, session: null })
  // The list says that one has no ticket and that the other is to be stopped.
  const view = makeView([PLAIN, HELD])
  phone.dispatch({
    ...{ type: 'list stored', session: SESSION, view, changed: [HELD.id], askedAt: 1, isApplied: false },
  })
  expect(phone.describe()).toBe('note')
  expect(phone.state().burst.map(({ verdicts }) => verdicts[0]?.guest.number)).toEqual(['SOLD ELSEWHERE'])
})
