// The card after the service has said something else than the phone.
import { expect, it } from 'vitest'
import { upToDate } from '../../../web/door/core/cards.ts'
import { makePhone, makeTicket, NOW, result } from './phone.ts'

const A = makeTicket('000001')

/** A phone that has let a guest in without a network, and what the service says then. */
const letIn = (outcome: 'CheckedIn' | 'AlreadyCheckedIn' | 'NotValid') => {
  const phone = makePhone([A])
  phone.goOffline()
  phone.scan(A.code)
  phone.store()
  expect(phone.describe()).toBe(`CheckedIn ${A.number}`)
  phone.dispatch({ type: 'clock sampled', date: NOW, roundTripMs: 10 })
  phone.dispatch({ type: 'woken' })
  for (const { items } of phone.take('post')) {
    const results = items.map(({ id }) =>
      outcome === 'NotValid' ? result(id, outcome, 'Refunded', null) : result(id, outcome),
    )
    phone.dispatch({ type: 'posted', reply: { kind: 'ok', results } })
  }
  phone.store()
  const state = phone.state()
  return () => (state.card?.kind === 'verdict' ? upToDate(phone.state(), state.card.verdicts) : [])
}

it('stays if the service agrees', () => {
  expect(letIn('CheckedIn')()).toMatchObject([{ outcome: { kind: 'CheckedIn' } }])
})

it('says that the guest was admitted twice, if another phone was first', () => {
  expect(letIn('AlreadyCheckedIn')()).toMatchObject([{ outcome: { kind: 'AdmittedTwice' } }])
})

it('says that the ticket is not valid, if it was refunded', () => {
  expect(letIn('NotValid')()).toMatchObject([{ outcome: { kind: 'NotValid', status: 'Refunded' } }])
})
