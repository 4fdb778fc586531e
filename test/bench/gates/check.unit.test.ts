import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../../src/domain/check-in-rule.ts'
import { checkResponses, type Recorded, type Repeated } from './check.ts'
import { createModel, type GateItem } from './model.ts'

const TICKET = 'unknown-ticket'
const question: GateItem = { type: 'CheckIn', id: 'question', ticketId: TICKET, at: 1, admitted: false }
const undo: GateItem = { type: 'Undo', id: 'undo', checkInId: 'question', ticketId: TICKET, at: 2 }

/** An item that was sent at a time, and its response. */
const send = (item: GateItem, outcome: Outcome, sentAt: number): Repeated => ({
  sentAt,
  receivedAt: sentAt + 1,
  batch: { device: 'Gate 1', items: [item] },
  response: {
    results: [{ id: item.id, outcome, ticket: null, earlier: null }],
    counts: { Valid: 0, CheckedIn: 0, Refunded: 0, Voided: 0 },
  },
})

describe('a question about an unknown ticket that is sent again', () => {
  const asked: Recorded = { ...send(question, 'UnknownTicket', 1), order: 1 }
  const undone: Recorded = { ...send(undo, 'Undone', 3), order: 2 }

  it('is recorded once its undo has arrived', () => {
    const model = createModel(new Map())
    checkResponses(model, [asked, undone], [send(question, 'Undone', 5)])
    expect(model.recorded(TICKET)).toEqual([{ id: 'question', outcome: 'Undone' }])
  })

  it('is not recorded before', () => {
    const model = createModel(new Map())
    checkResponses(model, [asked], [send(question, 'UnknownTicket', 5)])
    expect(model.recorded(TICKET)).toEqual([])
  })

  it('fails the check if its response ignores the undo', () => {
    const check = () =>
      checkResponses(createModel(new Map()), [asked, undone], [send(question, 'UnknownTicket', 5)])
    expect(check).toThrow(/^Sent again: .*UnknownTicket.* instead of .*Undone/)
  })
})
