// The rule of check-ins against a plain model that knows nothing of outcomes or of the order of receipt.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CheckIn, Item, Undo } from '../../../src/domain/check-ins/rule.ts'
import {
  emptyRecord,
  liveAdmissions,
  problems,
  recordItem,
  type TicketRecord,
  type TicketState,
  ticketState,
  writeBase,
} from '../../models/check-ins.ts'

const recordAll = (record: TicketRecord, items: readonly Item[]): TicketRecord =>
  items.reduce((before, item) => recordItem(before, item).record, record)

/** The model: the earliest admission that nobody undid, or the base. */
const expectedState = (base: TicketState, items: readonly Item[]): TicketState => {
  if (base.status === 'Refunded' || base.status === 'Voided') return base
  const undone = new Set(items.flatMap((item) => (item.type === 'Undo' ? item.checkInId : [])))
  const times = items.flatMap((item) => (item.type === 'CheckIn' && !undone.has(item.id) ? item.at : []))
  if (times.length === 0) return base
  const all = base.status === 'CheckedIn' && base.checkedInAt !== null ? [...times, base.checkedInAt] : times
  return { status: 'CheckedIn', checkedInAt: Math.min(...all) }
}

const baseState: fc.Arbitrary<TicketState> = fc.oneof(
  fc.constant<TicketState>({ status: 'Valid', checkedInAt: null }),
  fc.constantFrom<TicketState>(
    { status: 'Refunded', checkedInAt: null },
    { status: 'Voided', checkedInAt: 3 },
    { status: 'CheckedIn', checkedInAt: null },
  ),
  fc.nat(9).map((checkedInAt): TicketState => ({ status: 'CheckedIn', checkedInAt })),
)

const IDS = ['a', 'b', 'c', 'd', 'e'] as const

/**
 * Admissions with ids of their own, undos of some of them and of others, all shuffled and partly repeated.
 */
const admittedItems: fc.Arbitrary<Item[]> = fc
  .tuple(
    fc.uniqueArray(fc.record({ id: fc.constantFrom(...IDS), at: fc.nat(9) }), {
      selector: ({ id }) => id,
      maxLength: 5,
    }),
    fc.array(fc.constantFrom(...IDS), { maxLength: 4 }),
    fc.array(fc.nat(20), { maxLength: 4 }),
  )
  .chain(([admissions, undone, repeats]) => {
    const items: Item[] = [
      ...admissions.map((admission): CheckIn => ({ type: 'CheckIn', ...admission, admitted: true })),
      ...undone.map((checkInId, index): Undo => ({ type: 'Undo', id: `u${index}`, checkInId, at: 0 })),
    ]
    const repeated = items.length === 0 ? [] : repeats.map((index) => items[index % items.length] as Item)
    const all = [...items, ...repeated]
    return fc.shuffledSubarray(all, { minLength: all.length })
  })

describe('the rule', () => {
  it('gives the same state for every order, grouping and repetition of admissions and undos', () => {
    fc.assert(
      fc.property(baseState, admittedItems, (base, items) => {
        expect(ticketState(recordAll(emptyRecord(base), items))).toEqual(expectedState(base, items))
      }),
      { numRuns: 2_000 },
    )
  })

  it('gives an item that is repeated the same outcome and changes nothing', () => {
    const anyItem = fc.oneof(
      fc.record({
        type: fc.constant('CheckIn' as const),
        id: fc.constantFrom(...IDS),
        at: fc.nat(9),
        admitted: fc.boolean(),
      }),
      fc.record({
        type: fc.constant('Undo' as const),
        id: fc.constantFrom('u', 'v', ...IDS),
        checkInId: fc.constantFrom(...IDS),
        at: fc.nat(9),
      }),
    )
    fc.assert(
      fc.property(baseState, fc.array(anyItem, { maxLength: 8 }), anyItem, (base, items, item) => {
        const first = recordItem(recordAll(emptyRecord(base), items), item)
        expect(recordItem(first.record, item)).toEqual(first)
      }),
      { numRuns: 1_000 },
    )
  })

  it('raises admitted as if it had come so at first', () => {
    fc.assert(
      fc.property(baseState, admittedItems, fc.constantFrom(...IDS), (base, items, id) => {
        const admitted = items.find((item): item is CheckIn => item.type === 'CheckIn' && item.id === id)
        if (admitted === undefined) return
        const asked = recordAll(emptyRecord(base), [{ ...admitted, admitted: false }, ...items])
        expect(ticketState(asked)).toEqual(expectedState(base, items))
      }),
      { numRuns: 1_000 },
    )
  })

  it('starts again from what others write', () => {
    fc.assert(
      fc.property(baseState, admittedItems, baseState, admittedItems, (base, before, written, after) => {
        const record = recordAll(emptyRecord(base), before)
        const state = ticketState(record)
        fc.pre(state?.status !== written.status || state.checkedInAt !== written.checkedInAt)
        const rewritten = writeBase(record, written)
        expect(ticketState(rewritten)).toEqual(written)
        expect(liveAdmissions(rewritten)).toEqual([])
        const known = new Set(before.map(({ id }) => id))
        const undone = before.filter(({ type }) => type === 'Undo')
        const fresh = after.filter(({ id }) => !known.has(id))
        expect(ticketState(recordAll(rewritten, fresh))).toEqual(
          expectedState(written, [...undone, ...fresh]),
        )
      }),
      { numRuns: 1_000 },
    )
  })

  it('takes a ticket that others write as it is for unchanged', () => {
    fc.assert(
      fc.property(baseState, admittedItems, (base, items) => {
        const record = recordAll(emptyRecord(base), items)
        expect(writeBase(record, ticketState(record) as TicketState)).toBe(record)
      }),
    )
  })
})

describe('a problem', () => {
  const VALID: TicketState = { status: 'Valid', checkedInAt: null }
  const admission = (id: string, at: number): CheckIn => ({ type: 'CheckIn', id, at, admitted: true })
  const undoOf = (checkInId: string): Undo => ({ type: 'Undo', id: `undo ${checkInId}`, checkInId, at: 0 })

  it('is a second admission, until no other one is live', () => {
    const twice = recordAll(emptyRecord(VALID), [admission('a', 1), admission('b', 2)])
    expect(problems(twice)).toEqual(['b'])
    expect(problems(recordAll(twice, [undoOf('a')]))).toEqual([])
    expect(problems(recordAll(twice, [undoOf('b')]))).toEqual([])
    const third = recordAll(twice, [undoOf('a'), { ...admission('c', 3), admitted: false }])
    expect(problems(third)).toEqual([])
  })

  it('is an admission with a ticket that is not valid or not known, until it is undone', () => {
    for (const base of [{ ...VALID, status: 'Refunded' as const }, null]) {
      const refused = recordAll(emptyRecord(base), [admission('a', 1)])
      expect(problems(refused)).toEqual(['a'])
      expect(problems(recordAll(refused, [undoOf('a')]))).toEqual([])
    }
  })

  it('is an admission beside the check-in of another part of the platform', () => {
    const base: TicketState = { status: 'CheckedIn', checkedInAt: null }
    expect(problems(recordAll(emptyRecord(base), [admission('a', 1)]))).toEqual(['a'])
  })

  it('is never an attempt', () => {
    const asked = { ...admission('b', 2), admitted: false }
    expect(problems(recordAll(emptyRecord(VALID), [admission('a', 1), asked]))).toEqual([])
  })
})
