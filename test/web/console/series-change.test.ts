// The change of a series' name and description, and what to do where somebody else has changed them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeOf, compare, textOf } from '../../../web/organizer/forms/series-change.ts'

const text = fc.record({
  name: fc.constantFrom('Nights', 'Days', 'Weeks'),
  description: fc.constantFrom('', 'One', 'Two\nlines'),
})

describe('the change of a series', () => {
  it('has the fields that differ, and null for no description', () => {
    expect(changeOf({ name: 'A', description: 'B' }, { name: ' C ', description: '' })).toEqual({
      name: 'C',
      description: null,
    })
    expect(changeOf({ name: 'A', description: '' }, { name: 'A ', description: '' })).toBeUndefined()
  })

  it('does not see other line ends as a change', () => {
    const shown = textOf({ name: 'A', description: 'one\r\ntwo\rthree' })
    expect(shown.description).toBe('one\ntwo\nthree')
  })

  it('leads from any text to any other', () => {
    fc.assert(
      fc.property(text, text, (base, mine) => {
        const change = changeOf(base, mine)
        const result = textOf({ name: base.name, description: base.description || null, ...change })
        expect(result).toEqual(mine)
      }),
    )
  })

  it('asks the person exactly where somebody else wrote what is not wanted', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, now) => {
        const comparison = compare(base, mine, now)
        const equal = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
        expect(comparison).toBe(equal(now, mine) ? 'saved' : equal(now, base) ? 'same' : 'conflict')
      }),
    )
  })
})
