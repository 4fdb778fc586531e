import { describe, expect, it } from 'vitest'
import {
  chooseRows,
  chooseShown,
  countOf,
  isChosen,
  isEachChosen,
  NOBODY,
  toBody,
} from '../../../web/organizer/data/guest-selection.ts'

const PAGE = { ids: ['a', 'b', 'c'], total: 312 }
const WHOLE = { ids: ['a', 'b', 'c'], total: 3 }

describe('a selection of guests', () => {
  it('has the rows from one to another, in either direction', () => {
    const some = chooseRows(NOBODY, PAGE, [2, 1], true)
    expect([...some]).toEqual(['b', 'c'])
    expect([...chooseRows(some, PAGE, [2, 2], false)]).toEqual(['b'])
    expect([countOf(some, PAGE), isChosen(some, 'a'), isChosen(some, 'b')]).toEqual([2, false, true])
  })

  it('is the page, then all that match, then nobody', () => {
    const page = chooseShown(NOBODY, PAGE)
    expect([countOf(page, PAGE), isEachChosen(page, PAGE)]).toEqual([3, true])
    expect(countOf('all', PAGE)).toBe(312)
    expect(chooseShown('all', PAGE)).toBe(NOBODY)
    expect(chooseShown(NOBODY, WHOLE)).toBe('all')
    expect(isEachChosen(NOBODY, { ids: [], total: 0 })).toBe(false)
  })

  it('keeps those that are shown where one of all is left out', () => {
    expect([...chooseRows('all', PAGE, [0, 0], false)]).toEqual(['b', 'c'])
  })

  it('is sent as ids or as a filter', () => {
    expect(toBody(new Set(['a']), { status: 'Valid' })).toEqual({ ticketIds: ['a'] })
    expect(toBody('all', { status: 'Valid' })).toEqual({ filter: { status: 'Valid' } })
  })
})
