// What the check-ins of several tabs say of one ticket.
import { describe, expect, it } from 'vitest'
import type { CheckIn } from '../../../web/door/core/check-in.ts'
import { marksOf, stateOf } from '../../../web/door/core/marks.ts'
import { makePhone, makeTicket } from './phone.ts'

const TICKET = makeTicket('000001')
const VALID = { status: 'Valid', checkedInAt: null } as const

/** A phone that checked the ticket in without a network, and that check-in. */
const makeAdmitted = () => {
  const phone = makePhone([TICKET])
  phone.goOffline()
  phone.scan(TICKET.code)
  phone.store()
  return { phone, admitted: [...phone.state().checkIns.values()][0] as CheckIn }
}

const mark = (...checkIns: CheckIn[]) => marksOf(new Map(checkIns.map((one) => [one.id, one]))).get(TICKET.id)

describe('the state of a ticket', () => {
  const { phone, admitted } = makeAdmitted()
  const { at, order } = admitted
  const undone: CheckIn = {
    ...admitted,
    id: 'undone',
    undo: { at, order: order + 1, status: 'recorded', after: VALID, isInCopy: false },
  }
  const later: CheckIn = { ...admitted, id: 'later', order: order + 2, status: 'recorded' }

  it('is that of the latest check-in or undo', () => {
    expect(mark(admitted)).toEqual({ status: 'CheckedIn', checkedInAt: at })
    expect(mark(undone)).toEqual(VALID)
    expect(mark(undone, later)).toEqual({ status: 'CheckedIn', checkedInAt: at })
  })

  it('is that of the list, once it shows the latest one', () => {
    expect(mark(undone, { ...later, isInCopy: true })).toBeUndefined()
  })

  it('is checked in while the service does not know of somebody, whatever the list of another tab shows', () => {
    expect(mark(admitted, { ...later, isInCopy: true })).toEqual({ status: 'CheckedIn', checkedInAt: at })
  })

  it('does not follow from a question that was taken back', () => {
    const undo = { at, order: order + 3, status: 'waiting', after: VALID, isInCopy: true } as const
    const takenBack: CheckIn = { ...admitted, id: 'taken back', order: order + 3, undo }
    expect(mark(admitted, takenBack)).toEqual({ status: 'CheckedIn', checkedInAt: at })
  })

  it('stays when one of two check-ins is undone', () => {
    const other: CheckIn = { ...admitted, id: 'other', tab: 'another', order: order - 1, at: at - 1 }
    phone.dispatch({ type: 'loaded', checkIns: [admitted, other], isNew: false })
    phone.dispatch({ type: 'undo tapped', checkInIds: [admitted.id], isOnCard: false })
    expect(stateOf(phone.state(), TICKET.id)).toEqual({ status: 'CheckedIn', checkedInAt: at - 1 })
  })
})
