import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../web/door/holds/ticket.ts'
import {
  type Action,
  afterUndo,
  codesIn,
  decideAlone,
  isInCopy,
  isTicketId,
  looksLikeCode,
  makeRepeatFilter,
  marksOf,
  type ServiceResult,
  toMark,
  toOutcome,
  troubleOf,
} from '../../web/door/sends/rule.ts'

const NOW = Date.UTC(2026, 5, 12, 18)
const EARLIER = NOW - 60_000
const ID = '0190a000-0000-7000-8000-000000000031'

const ticket = (status: Ticket['status'], checkedInAt: number | null = null): Ticket => ({
  id: ID,
  number: 'T-1',
  status,
  type: 'Standing',
  seat: null,
  holderEmail: null,
  name: 'Anna Smith',
  email: null,
  company: null,
  checkedInAt,
  transferCount: 0,
})

const result = (outcome: ServiceResult['outcome'], more: Partial<ServiceResult> = {}): ServiceResult => ({
  id: ID,
  outcome,
  ticket: null,
  earlier: null,
  ...more,
})

const serviceTicket = (status: Ticket['status'], checkedInAt: number | null = null) => ({
  id: ID,
  status,
  checkedInAt: checkedInAt === null ? null : new Date(checkedInAt).toISOString(),
})

const action = (more: Partial<Action> = {}): Action => ({
  id: 'a',
  type: 'CheckIn',
  checkInId: null,
  sessionId: 's',
  ticketId: 't',
  ticketNumber: 'T-1',
  name: null,
  at: NOW,
  after: { status: 'CheckedIn', checkedInAt: NOW },
  answeredAt: null,
  isSettled: false,
  ...more,
})

describe('decideAlone', () => {
  it('lets in on a valid ticket alone', () => {
    expect(decideAlone({ status: 'Valid', checkedInAt: null }, NOW)).toEqual({ kind: 'CheckedIn', at: NOW })
    expect(decideAlone({ status: 'CheckedIn', checkedInAt: EARLIER }, NOW)).toEqual({
      kind: 'AlreadyCheckedIn',
      at: EARLIER,
      device: null,
    })
    for (const status of ['Refunded', 'Voided'] as const) {
      expect(decideAlone({ status, checkedInAt: null }, NOW)).toEqual({ kind: 'NotValid', status })
    }
    expect(decideAlone(undefined, NOW)).toEqual({ kind: 'UnknownTicket' })
  })
})

describe('toOutcome', () => {
  it('shows what the service decided', () => {
    expect(toOutcome(result('CheckedIn', { ticket: serviceTicket('CheckedIn', NOW) }), NOW)).toEqual({
      kind: 'CheckedIn',
      at: NOW,
    })
    expect(toOutcome(result('NotValid', { ticket: serviceTicket('Refunded') }), NOW)).toEqual({
      kind: 'NotValid',
      status: 'Refunded',
    })
    expect(toOutcome(result('UnknownTicket'), NOW)).toEqual({ kind: 'UnknownTicket' })
  })

  it('shows when and where the ticket was checked in, as far as it is known', () => {
    const at = new Date(EARLIER).toISOString()
    const checkedIn = { ticket: serviceTicket('CheckedIn', EARLIER) }
    const shown = { kind: 'AlreadyCheckedIn', at: EARLIER }
    expect(
      toOutcome(result('AlreadyCheckedIn', { ...checkedIn, earlier: { at, device: 'Gate B' } }), NOW),
    ).toEqual({ ...shown, device: 'Gate B' })
    expect(toOutcome(result('AlreadyCheckedIn', checkedIn), NOW)).toEqual({ ...shown, device: null })
    expect(toOutcome(result('AlreadyCheckedIn', { ticket: serviceTicket('CheckedIn') }), NOW)).toEqual({
      kind: 'AlreadyCheckedIn',
      at: null,
      device: null,
    })
  })

  it('does not let in on a check-in that was undone before it arrived', () => {
    expect(toOutcome(result('Undone', { ticket: serviceTicket('Valid') }), NOW).kind).not.toBe('CheckedIn')
  })
})

describe('troubleOf', () => {
  it.each([
    ['CheckedIn', undefined],
    ['Undone', undefined],
    ['AlreadyCheckedIn', 'twice'],
    ['NotValid', 'notValid'],
    ['UnknownTicket', 'notValid'],
  ] as const)('of %s is %s', (outcome, trouble) => expect(troubleOf(result(outcome))).toBe(trouble))
})

describe('toMark', () => {
  it('is the state that the service has', () => {
    expect(toMark(result('CheckedIn', { ticket: serviceTicket('CheckedIn', NOW) }))).toEqual({
      status: 'CheckedIn',
      checkedInAt: NOW,
    })
    expect(toMark(result('Undone', { ticket: serviceTicket('Valid') }))).toEqual({
      status: 'Valid',
      checkedInAt: null,
    })
    expect(toMark(result('UnknownTicket'))).toBeUndefined()
  })
})

describe('marksOf', () => {
  it('has the latest action of each ticket that the copy may lack', () => {
    const valid = { status: 'Valid', checkedInAt: null } as const
    const marks = marksOf([
      action({ id: 'undo', type: 'Undo', at: NOW + 1, after: valid }),
      action({ id: 'check-in' }),
      action({ id: 'other', ticketId: 'u' }),
      action({ id: 'old', ticketId: 'v', isSettled: true }),
    ])
    expect([...marks]).toEqual([
      ['t', valid],
      ['u', { status: 'CheckedIn', checkedInAt: NOW }],
    ])
  })

  it('keeps the order of actions in the same millisecond', () => {
    const marks = marksOf([
      action(),
      action({ id: 'b', type: 'Undo', after: { status: 'Valid', checkedInAt: null } }),
    ])
    expect(marks.get('t')?.status).toBe('Valid')
  })
})

describe('isInCopy', () => {
  const sent = action({ answeredAt: NOW })
  const unchanged = new Set<string>()

  it('is true of a copy that says the same, has the ticket again, or lost it', () => {
    expect(isInCopy(sent, ticket('CheckedIn', NOW), unchanged, NOW + 1)).toBe(true)
    expect(isInCopy(sent, ticket('Valid'), new Set(['t']), NOW + 1)).toBe(true)
    expect(isInCopy(sent, undefined, unchanged, NOW + 1)).toBe(true)
  })

  it('is false before the service has the action, and while the copy shows what was before', () => {
    expect(isInCopy(action(), ticket('CheckedIn', NOW), unchanged, NOW + 1)).toBe(false)
    expect(isInCopy(sent, ticket('CheckedIn', NOW), new Set(['t']), NOW)).toBe(false)
    expect(isInCopy(sent, ticket('Valid'), unchanged, NOW + 1)).toBe(false)
  })
})

describe('afterUndo', () => {
  const valid = { status: 'Valid', checkedInAt: null }

  it('is valid, unless somebody else checked the ticket in before', () => {
    expect(afterUndo(ticket('CheckedIn', NOW), NOW)).toEqual(valid)
    expect(afterUndo(ticket('CheckedIn', NOW + 1), NOW)).toEqual(valid)
    expect(afterUndo(ticket('CheckedIn', null), NOW)).toEqual(valid)
    expect(afterUndo(ticket('Valid'), NOW)).toEqual(valid)
    expect(afterUndo(undefined, NOW)).toEqual(valid)
    expect(afterUndo(ticket('CheckedIn', EARLIER), NOW)).toEqual({
      status: 'CheckedIn',
      checkedInAt: EARLIER,
    })
  })
})

describe('codesIn', () => {
  it.each([
    ['NL-1', ['NL-1']],
    ['  NL-1\r\n', ['NL-1']],
    ['a/b=c', ['a/b=c']],
    ['https://x.example/t/NL-1', ['NL-1']],
    ['HTTPS://X.EXAMPLE/T/NL-1/', ['NL-1']],
    ['https://x.example/?ticket=NL-1', ['NL-1']],
    ['https://x.example/#NL-1', ['NL-1']],
    ['https://x.example/t?a=b&t=NL-1#', ['NL-1']],
    ['https://x.example/t/NL%201', ['NL%201', 'NL 1']],
    ['https://x.example/t/NL%', ['NL%']],
    [`https://x.example/t/${ID}`, [ID]],
  ])('reads %j', (text, codes) => expect(codesIn(text)).toEqual(codes))
})

describe('isTicketId', () => {
  it('knows ids in either case', () => {
    expect([ID, ID.toUpperCase(), 'NL-1', `${ID}0`].map(isTicketId)).toEqual([true, true, false, false])
  })
})

describe('looksLikeCode', () => {
  it.each(['NL006-000384', ' 123456 ', ID, 'https://x.example/t/ABC'])('is true of %j', (text) =>
    expect(looksLikeCode(text)).toBe(true),
  )
  it.each(['', 'anna', 'anna smith', 'A-12', '0384', 'anna smith 2', 'http'])('is false of %j', (text) =>
    expect(looksLikeCode(text)).toBe(false),
  )
})

describe('makeRepeatFilter', () => {
  it('ignores the same code for three seconds after it was last read', () => {
    const isRepeat = makeRepeatFilter()
    expect(isRepeat('a', NOW)).toBe(false)
    expect(isRepeat('a', NOW + 2_999)).toBe(true)
    expect(isRepeat('a', NOW + 5_998)).toBe(true)
    expect(isRepeat('a', NOW + 8_998)).toBe(false)
    expect(isRepeat('b', NOW + 8_999)).toBe(false)
    expect(isRepeat('a', NOW + 9_000)).toBe(false)
  })
})
