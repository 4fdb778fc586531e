// The rule for refresh tokens, against a model of clients that lose answers, repeat and steal.
// @module-tag more
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideRenewal, GRACE_MS, type StoredSignIn } from '../../../src/domain/sign-in/renewal.ts'
import { runs } from '../../support/runs.ts'

const START = Date.UTC(2026, 5, 12)
const stored = (fields: Partial<StoredSignIn> = {}): StoredSignIn => ({
  startedAt: START,
  number: 5,
  usedAt: START + 1_000_000,
  endedAt: null,
  ...fields,
})
const soon = stored().usedAt + GRACE_MS
const decide = (number: number, fields: Partial<StoredSignIn> = {}, now = soon, startedAt = START) =>
  decideRenewal({ startedAt, number }, stored(fields), now)

describe('a refresh token', () => {
  it.each([
    ['of the next number', 6, 'use'],
    ['that is ahead of a restored database', 40, 'use'],
    ['that was used last, whose answer may be lost', 5, 'repeat'],
    ['whose successor was used within a minute', 4, 'repeat'],
    ['that is older, within that minute', 3, 'repeat'],
  ] as const)('%s', (_, number, expected) => {
    expect(decide(number)).toBe(expected)
  })

  it('ends the sign-in a minute after its successor was used', () => {
    for (const number of [3, 4]) expect(decide(number, {}, soon + 1)).toBe('end')
  })

  it('of an ended sign-in is refused, whatever its number', () => {
    for (const number of [3, 5, 6, 40]) expect(decide(number, { endedAt: soon })).toBe('refuse')
  })

  it('of an earlier connection is refused, and one of a later connection is believed', () => {
    expect(decide(6, {}, soon, START - 1)).toBe('refuse')
    expect(decide(1, {}, soon, START + 1)).toBe('use')
    expect(decide(1, { endedAt: soon }, soon, START + 1)).toBe('use')
  })
})

/**
 * What a client does: renew, renew and lose the answer, or wait. A thief uses the copy that was taken at some
 * point.
 */
const step = fc.oneof(
  fc.constant('renew' as const),
  fc.constant('lose' as const),
  fc.constant('wait' as const),
)

describe('a client that loses answers', () => {
  it('is never signed out (property)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let state = stored({ number: 0, usedAt: START })
        let held = 1
        let now = START
        for (const action of steps) {
          now += action === 'wait' ? 3_600_000 : 100
          if (action === 'wait') continue
          const decision = decideRenewal({ startedAt: START, number: held }, state, now)
          expect(['use', 'repeat']).toContain(decision)
          if (decision === 'use') state = { ...state, number: held, usedAt: now }
          if (action === 'renew') held += 1
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('notices a thief: whoever is behind ends the sign-in for both (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('owner', 'thief'), { minLength: 2, maxLength: 30 }), (turns) => {
        let state = stored({ number: 0, usedAt: START })
        const held = { owner: 1, thief: 1 }
        let now = START
        for (const who of turns) {
          now += GRACE_MS + 1
          const isBehind = held[who] < state.number
          const decision = decideRenewal({ startedAt: START, number: held[who] }, state, now)
          if (state.endedAt !== null) expect(decision).toBe('refuse')
          else expect(decision === 'end').toBe(isBehind)
          if (decision === 'end') state = { ...state, endedAt: now }
          if (decision === 'use') state = { ...state, number: held[who], usedAt: now }
          if (decision === 'use' || decision === 'repeat') held[who] += 1
        }
      }),
      { numRuns: runs(300) },
    )
  })
})
