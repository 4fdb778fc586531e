// The rule in SQL is that of the module, for every combination of what it depends on.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  OUTCOMES,
  outcomeOf,
  STATUSES,
  stateAfter,
  type TicketStatus,
} from '../../../src/domain/check-ins/rule.ts'
import { checkIn, sendOne } from '../../support/check-ins.ts'
import { addTicket, insert, makeOrganizer, type Organizer, query } from '../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

/** Adds a ticket whose base differs from it only by check-ins since. */
const addWithBase = async (
  status: TicketStatus,
  base_status: TicketStatus,
  more: object = {},
): Promise<string> => {
  const id = await addTicket(org, { status })
  await insert('ticket_bases', {
    ...{ ticket_id: id, session_id: org.session, version: 'v', base_status, status },
    ...more,
  })
  return id
}

const addItem = (item: object): Promise<void> =>
  insert('check_ins', {
    ...{ session_id: org.session, at: 0, received_at: 0, subject: 's', admitted: 1 },
    ...item,
  })

const YES_OR_NO = [false, true]
const FOUND = STATUSES.flatMap((status) => STATUSES.map((baseStatus) => ({ status, baseStatus })))

describe('the outcome of a check-in', () => {
  it('is that of the module', async () => {
    const seen = new Set<string>(['NotAllowed'])
    for (const ticket of [undefined, ...FOUND]) {
      for (const isUndone of YES_OR_NO) {
        const ticket_id = ticket ? await addWithBase(ticket.status, ticket.baseStatus) : crypto.randomUUID()
        const id = crypto.randomUUID()
        const undo = { id: crypto.randomUUID(), type: 'Undo', check_in_id: id, outcome: 'Undone' }
        if (isUndone) await addItem(undo)
        await addItem({ id, type: 'CheckIn', ticket_id })
        const [row] = await query<{ outcome: string }>('SELECT outcome FROM check_ins WHERE id = ?', id)
        expect({ ticket, isUndone, ...row }).toEqual({
          ticket,
          isUndone,
          outcome: outcomeOf(ticket, isUndone),
        })
        seen.add(row?.outcome ?? '')
      }
    }
    expect([...seen].toSorted()).toEqual([...OUTCOMES].toSorted())
  })

  // Beyond the bound, a question that changes nothing is answered and not recorded.
  const bounded = FOUND.filter((ticket) => outcomeOf(ticket) !== 'CheckedIn')
  it.each(bounded)('is that of the module where nothing is recorded, for %j', async (ticket) => {
    const id = await addWithBase(ticket.status, ticket.baseStatus, { repeats: 200 })
    const question = checkIn(id)
    expect(await sendOne(org.session, org.staff, question)).toMatchObject({ outcome: outcomeOf(ticket) })
    expect(await query('SELECT 1 FROM check_ins WHERE id = ?', question.id)).toEqual([])
  })
})

describe('the state of a ticket', () => {
  const BASE_TIMES = [null, 1, 5, 9]
  const ADMITTED_AT = [[], [5], [5, 7], [7, 5]]
  const cases = STATUSES.flatMap((status) =>
    BASE_TIMES.flatMap((checkedInAt) =>
      ADMITTED_AT.flatMap((admittedAt) =>
        YES_OR_NO.map((isWalkIn) => ({ base: { status, checkedInAt }, admittedAt, isWalkIn })),
      ),
    ),
  )

  it.each(cases)('is that of the module for %j', async ({ base, admittedAt, isWalkIn }) => {
    const ticket_id = crypto.randomUUID()
    await insert('ticket_bases', {
      ...{ ticket_id, session_id: org.session, version: 'v', status: base.status },
      ...{ base_status: base.status, base_checked_in_at: base.checkedInAt },
      walk_in_id: isWalkIn ? crypto.randomUUID() : null,
    })
    for (const [index, time] of admittedAt.entries()) {
      const outcome = index === 0 ? 'CheckedIn' : 'AlreadyCheckedIn'
      const id = crypto.randomUUID()
      await addItem({ id, type: 'CheckIn', ticket_id, at: time, outcome, base_version: 'v' })
    }
    const states = await query(
      'SELECT status, checked_in_at AS checkedInAt FROM ticket_states WHERE ticket_id = ?',
      ticket_id,
    )
    expect(states).toEqual([stateAfter(base, admittedAt, isWalkIn)])
  })
})
