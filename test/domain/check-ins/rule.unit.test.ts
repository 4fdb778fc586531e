// The rule of check-ins against a plain model that knows nothing of outcomes or of the order of receipt.
// @module-tag more
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Item as AnyItem,
  apply,
  type CheckIn,
  type Fact,
  fold,
  presenceOf,
  type Tally,
  type Undo,
} from '../../../src/domain/check-in-rule.ts'
import {
  emptyRecord,
  layCover,
  liveAdmissions,
  makeValid,
  problems,
  recordItem,
  type TicketRecord,
  type TicketState,
  ticketState,
  writeBase,
} from '../../models/check-ins.ts'
import { runs } from '../../support/runs.ts'

type Item = Exclude<AnyItem, Tally>

/** Without where the guest is. */
const stateOf = (record: TicketRecord): TicketState | null => {
  const state = ticketState(record)
  return state && { status: state.status, checkedInAt: state.checkedInAt }
}

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
        expect(stateOf(recordAll(emptyRecord(base), items))).toEqual(expectedState(base, items))
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
        expect(stateOf(asked)).toEqual(expectedState(base, items))
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
        expect(stateOf(rewritten)).toEqual(written)
        expect(liveAdmissions(rewritten)).toEqual([])
        const known = new Set(before.map(({ id }) => id))
        const undone = before.filter(({ type }) => type === 'Undo')
        const fresh = after.filter(({ id }) => !known.has(id))
        expect(stateOf(recordAll(rewritten, fresh))).toEqual(expectedState(written, [...undone, ...fresh]))
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

describe('a void or refund by a manager', () => {
  type Step = Item | 'Valid' | 'Refunded' | 'Voided' | { written: TicketState }
  const exits: fc.Arbitrary<Item[]> = fc.uniqueArray(
    fc.record({ type: fc.constant('Exit' as const), id: fc.constantFrom('x', 'y', 'z'), at: fc.nat(9) }),
    { selector: ({ id }) => id },
  )
  const status = fc.constantFrom('Valid', 'Refunded', 'Voided')

  /** Managers and phones in any order. What was sent, and what managers did in between. */
  const nights: fc.Arbitrary<{ steps: Step[]; items: Item[] }> = fc
    .tuple(admittedItems, exits, fc.array(fc.tuple(fc.nat(20), status), { maxLength: 6 }))
    .map(([admissions, gone, said]) => {
      const items = [...admissions, ...gone]
      const steps: Step[] = [...items]
      for (const [place, one] of said) steps.splice(place % (steps.length + 1), 0, one)
      return { steps, items }
    })

  const takeStep = (record: TicketRecord, step: Step): TicketRecord => {
    if (step === 'Valid') return makeValid(record)
    if (step === 'Refunded' || step === 'Voided') return layCover(record, step)
    return 'written' in step ? writeBase(record, step.written) : recordItem(record, step).record
  }
  const isVoid = (record: TicketRecord) => /^(Refunded|Voided)$/.test(ticketState(record)?.status ?? '')

  it('leaves the ticket as its twin that nobody voided, once it is taken away', () => {
    fc.assert(
      fc.property(baseState, nights, (base, { steps, items }) => {
        fc.pre(base.status === 'Valid' || base.status === 'CheckedIn')
        const ticket = makeValid(steps.reduce(takeStep, emptyRecord(base)))
        const twin = recordAll(emptyRecord(base), items)
        expect(ticketState(ticket)).toEqual(ticketState(twin))
        expect(liveAdmissions(ticket).map(({ id }) => id)).toEqual(liveAdmissions(twin).map(({ id }) => id))
        expect(problems(ticket)).toEqual(problems(twin))
      }),
      { numRuns: runs(20_000) },
    )
  })

  it('shows only the time of somebody who was let in, and accuses who lets them in, as long as it lasts', () => {
    fc.assert(
      fc.property(baseState, nights, (base, { steps, items }) => {
        fc.pre(base.status === 'Valid' || base.status === 'CheckedIn')
        const ticket = layCover(steps.reduce(takeStep, emptyRecord(base)), 'Voided')
        const twin = ticketState(recordAll(emptyRecord(base), items))
        const checkedInAt = twin?.status === 'CheckedIn' ? twin.checkedInAt : null
        expect(ticketState(ticket)).toEqual({ status: 'Voided', checkedInAt })
        const late = recordItem(ticket, { type: 'CheckIn', id: 'late', at: 9, admitted: true })
        expect(late.outcome).toBe('NotValid')
        expect(problems(late.record)).toContain('late')
        expect(recordItem(ticket, { type: 'Exit', id: 'gone', at: 9 }).outcome).toBe('NotInside')
      }),
      { numRuns: runs(20_000) },
    )
  })

  it('goes where others write another status, which is a base', () => {
    fc.assert(
      fc.property(baseState, nights, baseState, (base, { steps }, written) => {
        const ticket = layCover(steps.reduce(takeStep, emptyRecord(base)), 'Refunded')
        fc.pre(written.status !== 'Refunded')
        const after = takeStep(ticket, { written })
        expect(stateOf(after)).toEqual(written)
        expect(stateOf(recordAll(after, [{ type: 'Undo', id: 'u', checkInId: 'a', at: 0 }]))).toEqual(written)
      }),
      { numRuns: runs(20_000) },
    )
  })

  it('makes a ticket valid that others voided, or whose walk-in was undone', () => {
    const others = emptyRecord({ status: 'Voided', checkedInAt: 3 })
    const walkIn = [
      { type: 'WalkIn', id: 'w', at: 1 },
      { type: 'Undo', id: 'u', checkInId: 'w', at: 2 },
    ] as const
    for (const record of [others, recordAll(emptyRecord(null), walkIn)]) {
      for (const ticket of [record, layCover(record, 'Refunded')]) {
        expect(isVoid(ticket)).toBe(true)
        expect(stateOf(makeValid(ticket))).toEqual({ status: 'Valid', checkedInAt: null })
      }
    }
  })
})

describe('where a guest is', () => {
  const AREAS = ['bar', 'floor'] as const
  const facts: fc.Arbitrary<Fact[]> = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 2 }),
      at: fc.nat(12),
      areaId: fc.constantFrom(null, null, ...AREAS),
      isExit: fc.boolean(),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )
  const latestOf = (all: readonly Fact[]): number => Math.max(-2, ...all.map(({ at }) => at))

  const isVoid = ({ status }: TicketState): boolean => status === 'Refunded' || status === 'Voided'
  const NOWHERE = { inside: false, areas: [], lastIn: null, lastOut: null, entries: 0 }

  /** Says it without an order of facts: the guest is in if no exit is later than the latest entry. */
  const expectedPresence = (base: TicketState, all: readonly Fact[]) => {
    if (isVoid(base)) return NOWHERE
    const own: Fact[] =
      base.status === 'CheckedIn' ? [{ id: '', at: base.checkedInAt ?? -1, areaId: null, isExit: false }] : []
    const entries = [...own, ...all.filter(({ isExit }) => !isExit)]
    const exits = all.filter(({ isExit }) => isExit)
    const lastOut = latestOf(exits.filter(({ areaId }) => areaId === null))
    const lastIn = latestOf(entries)
    const isIn = (area: string) => {
      const entered = latestOf(entries.filter(({ areaId }) => areaId === area))
      return (
        entered >= 0 && entered >= Math.max(lastOut, latestOf(exits.filter(({ areaId }) => areaId === area)))
      )
    }
    // One for each time between two exits in which somebody entered.
    const stays = new Set(
      entries.map(({ at }) => latestOf(exits.filter((exit) => exit.areaId === null && exit.at <= at))),
    )
    return {
      inside: entries.length > 0 && lastIn >= lastOut,
      areas: AREAS.filter(isIn),
      lastIn: lastIn >= 0 ? lastIn : null,
      lastOut: lastOut >= 0 ? lastOut : null,
      entries: stays.size,
    }
  }

  it('follows from the set of facts, whatever their order', () => {
    fc.assert(
      fc.property(
        baseState,
        facts.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        (base, [all, shuffled]) => {
          const { state, passbacks } = fold(base, shuffled)
          expect(presenceOf(state)).toEqual(expectedPresence(base, all))
          expect(passbacks).toEqual(fold(base, all).passbacks)
        },
      ),
      { numRuns: runs(100_000) },
    )
  })

  it('is the same for a phone that adds one fact after the other, in order', () => {
    fc.assert(
      fc.property(baseState, facts, (base, all) => {
        // A phone lets nobody in there.
        fc.pre(!isVoid(base))
        const inOrder = all
          .map((fact, index) => ({
            ...fact,
            id: `${index}`.padStart(3, '0'),
            at: fact.at * 100 + index + 10,
          }))
          .toSorted((a, b) => a.at - b.at)
        const alone = inOrder.reduce(apply, fold(base, []).state)
        const { state } = fold(base, inOrder)
        expect(presenceOf(alone)).toEqual(presenceOf(state))
        expect(alone.status).toBe(state.status)
      }),
      { numRuns: runs(20_000) },
    )
  })

  const VALID = { status: 'Valid', checkedInAt: null } as const
  const entry = (id: string, at: number, areaId: string | null = null): Fact => ({
    id,
    at,
    areaId,
    isExit: false,
  })
  const left = (id: string, at: number, areaId: string | null = null): Fact => ({
    id,
    at,
    areaId,
    isExit: true,
  })

  it('a late exit heals a second entry, and its undo accuses again', () => {
    const twice = [entry('a', 0), entry('b', 60)]
    expect(fold(VALID, twice).passbacks).toEqual(['b'])
    expect(fold(VALID, [...twice, left('x', 30)]).passbacks).toEqual([])
    expect(fold(VALID, [...twice, left('x', 90)]).passbacks).toEqual(['b'])
  })

  it('an exit from an area leaves the guest in the venue, and one from the venue takes them out of all', () => {
    const inBoth = [entry('a', 0, 'floor'), entry('b', 1, 'bar')]
    expect(fold(VALID, inBoth).state.presence).toMatchObject({
      inside: true,
      areas: ['bar', 'floor'],
      entries: 1,
    })
    expect(fold(VALID, [...inBoth, left('x', 2, 'bar')]).state.presence).toMatchObject({
      ...{ inside: true, areas: ['floor'] },
    })
    expect(fold(VALID, [...inBoth, left('x', 2)]).state.presence).toMatchObject({ inside: false, areas: [] })
  })

  it('nobody is accused where any number of entries is allowed', () => {
    expect(fold(VALID, [entry('a', 0), entry('b', 1)], { entries: 'Any' }).passbacks).toEqual([])
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
