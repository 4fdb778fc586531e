// What several check-ins of a phone say about one ticket.
import { describe, expect, it } from 'vitest'
import { type CheckIn, toRecorded } from '../../../web/door/core/check-in.ts'
import { overlayOf, stateOf } from '../../../web/door/core/overlay.ts'
import { makePhone, makeTicket, makeView, result, SESSION } from './phone.ts'

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

const overlaid = (...checkIns: CheckIn[]) =>
  overlayOf(new Map(checkIns.map((one) => [one.id, one]))).get(TICKET.id)

describe('the overlaid state of a ticket', () => {
  const { phone, admitted } = makeAdmitted()
  const { at, order } = admitted
  const undone: CheckIn = {
    ...admitted,
    id: 'undone',
    undo: { at, order: order + 1, status: 'recorded', after: VALID, isInCopy: false },
  }
  const later: CheckIn = { ...admitted, id: 'later', order: order + 2, status: 'recorded' }

  it('follows from the latest check-in or undo', () => {
    expect(overlaid(admitted)).toMatchObject({ status: 'CheckedIn', checkedInAt: at })
    expect(overlaid(undone)).toEqual(VALID)
    expect(overlaid(undone, later)).toMatchObject({ status: 'CheckedIn', checkedInAt: at })
  })

  it('is absent once the list shows the latest check-in or undo', () => {
    expect(overlaid(undone, { ...later, isInCopy: true })).toBeUndefined()
  })

  it('stays checked in until the service knows of the admission, whatever the list shows', () => {
    expect(overlaid(admitted, { ...later, isInCopy: true })).toMatchObject({
      status: 'CheckedIn',
      checkedInAt: at,
    })
  })

  it('ignores a withdrawn question', () => {
    const undo = { at, order: order + 3, status: 'waiting', after: VALID, isInCopy: true } as const
    const withdrawn: CheckIn = { ...admitted, id: 'withdrawn', order: order + 3, undo }
    expect(overlaid(admitted, withdrawn)).toMatchObject({ status: 'CheckedIn', checkedInAt: at })
  })

  it('stays checked in when one of two check-ins is undone', () => {
    const other: CheckIn = { ...admitted, id: 'other', order: order - 1, at: at - 1 }
    phone.dispatch({ type: 'loaded', checkIns: [other] })
    phone.dispatch({ type: 'undo tapped', checkInIds: [admitted.id], isOnCard: false })
    expect(stateOf(phone.state(), TICKET.id)).toMatchObject({ status: 'CheckedIn', checkedInAt: at - 1 })
  })
})

describe('an undo without a network', () => {
  it.each(['Voided', 'Refunded'] as const)(
    'leaves a ticket %s that is on the list as such by now',
    (status) => {
      const { phone, admitted } = makeAdmitted()
      const view = makeView([{ ...TICKET, status }])
      phone.dispatch({ type: 'list stored', session: SESSION, view, changed: [], askedAt: 0 })
      phone.dispatch({ type: 'undo tapped', checkInIds: [admitted.id], isOnCard: false })
      expect(stateOf(phone.state(), TICKET.id)?.status).toBe(status)
    },
  )

  it('makes a ticket valid again whose check-in it was, by a clock that was ahead', () => {
    const { phone, admitted } = makeAdmitted()
    const listed = { ...TICKET, status: 'CheckedIn', checkedInAt: admitted.at - 3_600_000 } as const
    const view = makeView([listed])
    phone.dispatch({ type: 'list stored', session: SESSION, view, changed: [], askedAt: 0 })
    phone.dispatch({ type: 'undo tapped', checkInIds: [admitted.id], isOnCard: false })
    const { undo } = phone.state().checkIns.get(admitted.id) as CheckIn
    const said = result(admitted.id, 'CheckedIn', 'CheckedIn', listed.checkedInAt)
    expect(undo?.after.status).toBe('CheckedIn')
    expect(toRecorded({ ...admitted, undo }, said).undo?.after).toEqual(VALID)
    expect(toRecorded({ ...admitted, undo }, { ...said, outcome: 'AlreadyCheckedIn' }).undo).toEqual(undo)
  })
})
