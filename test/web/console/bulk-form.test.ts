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
  withoutFieldName,
} from '../../../web/organizer/forms/bulk-form.ts'

const form = (part: Partial<BulkForm>): BulkForm => ({ ...EMPTY, ...part })

describe('the form of the bulk edit', () => {
  it('sends only what is filled in', () => {
    const parsed = parseForm(form({ filter: 'All', capacity: ' 120 ', venueId: 'v' }), ['a'])
    expect(parsed).toEqual({
      body: { filterType: 'All', newCapacity: 120, newVenueId: 'v' },
      errors: undefined,
    })
  })

  it('sends the selected sessions in one order', () => {
    const filled = form({ filter: 'Selected', doorsOffset: '0' })
    expect(parseForm(filled, ['b', 'a'])).toEqual({
      body: { filterType: 'Selected', sessionIds: ['a', 'b'], newDoorsOpenOffset: 0 },
      errors: undefined,
    })
    expect(keyOf(filled, ['b', 'a'])).toBe(keyOf(filled, ['a', 'b']))
  })

  it.each([
    [{}, [], { form: 'nothing-to-change' }],
    [{ capacity: '1000001' }, [], { capacity: 'not-a-capacity' }],
    [{ capacity: '1e3' }, [], { capacity: 'not-a-capacity' }],
    [{ capacity: '-1' }, [], { capacity: 'not-a-capacity' }],
    [{ doorsOffset: '1441' }, [], { doorsOffset: 'not-an-offset' }],
    [{ doorsOffset: '7.5' }, [], { doorsOffset: 'not-an-offset' }],
    [{ capacity: '1', filter: 'FromDate' }, [], { fromDate: 'no-date' }],
    [{ capacity: '1', filter: 'Selected' }, [], { filter: 'none-selected' }],
    [{ capacity: '1', filter: 'Selected' }, Array(501).fill('a'), { filter: 'too-many-selected' }],
  ] as const)('names what is wrong with %j', (part, selected, errors) => {
    expect(parseForm(form(part as Partial<BulkForm>), selected)).toEqual({ errors })
  })

  it('has another key for every change that would send another request', () => {
    const value = fc.record({
      filter: fc.constantFrom('All' as const, 'Upcoming' as const, 'Selected' as const),
      capacity: fc.constantFrom('', '1', '2', 'x'),
      doorsOffset: fc.constantFrom('', '1', '2', 'y'),
      venueId: fc.constantFrom('', 'v', 'w'),
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
    ['venue_not_found', 'newVenueId: the organizer has no such venue.', 'venueId'],
    ['capacity_below_sold', 'newCapacity: 1 of the selected sessions has sold more.', 'capacity'],
    ['invalid_request', 'sessionIds: the series has no session a.', 'filter'],
    ['invalid_request', 'fromDate: must be a date.', 'fromDate'],
    ['invalid_request', 'newDoorsOpenOffset: must be whole minutes.', 'doorsOffset'],
    ['preview_outdated', 'expectedVersion: this is not what was previewed.', 'form'],
    ['internal_error', 'Something went wrong on our side.', 'form'],
  ])('shows %s (%s) at %s', (code, message, field) => {
    expect(fieldOf(code, message)).toBe(field)
  })

  it('does not repeat the name of the field in the request', () => {
    expect(withoutFieldName('newVenueId: the organizer has no such venue.')).toBe(
      'The organizer has no such venue.',
    )
    expect(withoutFieldName('Nothing to change')).toBe('Nothing to change')
  })
})
