// The form of the bulk edit, and the request that it stands for.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BulkForm,
  EMPTY,
  fieldOf,
  keyOf,
  parseForm,
  toIsoWithOffset,
} from '../../../web/organizer/forms/bulk-form.ts'

const form = (part: Partial<BulkForm>): BulkForm => ({ ...EMPTY, ...part })

describe('the form of the bulk edit', () => {
  it('sends only what is filled in', () => {
    const parsed = parseForm(form({ filterType: 'All', newCapacity: ' 120 ', newVenueId: 'v' }), ['a'])
    expect(parsed).toEqual({
      body: { filterType: 'All', newCapacity: 120, newVenueId: 'v' },
      errors: undefined,
    })
  })

  it('sends the selected sessions in one order', () => {
    const filled = form({ filterType: 'Selected', newDoorsOpenOffset: '0' })
    expect(parseForm(filled, ['b', 'a'])).toEqual({
      body: { filterType: 'Selected', sessionIds: ['a', 'b'], newDoorsOpenOffset: 0 },
      errors: undefined,
    })
    expect(keyOf(filled, ['b', 'a'])).toBe(keyOf(filled, ['a', 'b']))
  })

  it.each([
    [{}, [], { form: 'nothing-to-change' }],
    [{ newCapacity: '1000001' }, [], { newCapacity: 'not-a-capacity' }],
    [{ newCapacity: '1e3' }, [], { newCapacity: 'not-a-capacity' }],
    [{ newCapacity: '-1' }, [], { newCapacity: 'not-a-capacity' }],
    [{ newDoorsOpenOffset: '1441' }, [], { newDoorsOpenOffset: 'not-an-offset' }],
    [{ newDoorsOpenOffset: '7.5' }, [], { newDoorsOpenOffset: 'not-an-offset' }],
    [{ newCapacity: '1', filterType: 'FromDate' }, [], { fromDate: 'no-date' }],
    [{ newCapacity: '1', filterType: 'Selected' }, [], { filterType: 'none-selected' }],
    [{ newCapacity: '1', filterType: 'Selected' }, Array(501).fill('a'), { filterType: 'too-many-selected' }],
  ] as const)('names what is wrong with %j', (part, selected, errors) => {
    expect(parseForm(form(part as Partial<BulkForm>), selected)).toEqual({ errors })
  })

  it('has another key for every change that would send another request', () => {
    const value = fc.record({
      filterType: fc.constantFrom('All' as const, 'Upcoming' as const, 'Selected' as const),
      newCapacity: fc.constantFrom('', '1', '2', 'x'),
      newDoorsOpenOffset: fc.constantFrom('', '1', '2', 'y'),
      newVenueId: fc.constantFrom('', 'v', 'w'),
      fromDate: fc.constantFrom('', '2026-06-12T20:00'),
    })
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'))
    fc.assert(
      fc.property(value, ids, value, ids, (one, oneIds, other, otherIds) => {
        const [first, second] = [parseForm(one, oneIds), parseForm(other, otherIds)]
        if (first.errors !== undefined || second.errors !== undefined) return
        const isSame = JSON.stringify(first.body) === JSON.stringify(second.body)
        expect(keyOf(one, oneIds) === keyOf(other, otherIds)).toBe(isSame)
      }),
    )
  })

  it('names the same instant with the offset of the zone', () => {
    const instants = fc.date({
      min: new Date('1971-01-01T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, (instant) => {
        const text = toIsoWithOffset(instant)
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
        expect(Date.parse(text)).toBe(Math.floor(instant.getTime() / 1_000) * 1_000)
      }),
    )
  })

  it.each([
    ['newVenueId: the organizer has no such venue.', 'newVenueId'],
    ['newCapacity: 1 of the selected sessions has sold more.', 'newCapacity'],
    ['sessionIds: the series has no session a.', 'filterType'],
    ['fromDate: must be a date.', 'fromDate'],
    ['newDoorsOpenOffset: must be whole minutes.', 'newDoorsOpenOffset'],
    ['expectedVersion: this is not what was previewed.', 'form'],
    ['Something went wrong on our side.', 'form'],
  ])('shows “%s” at %s', (message, field) => {
    expect(fieldOf(message)).toBe(field)
  })
})
