// The form of the bulk edit, and the request that it stands for.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BulkForm, EMPTY, fieldOf, keyOf, parseForm } from '../../../web/organizer/forms/bulk-form.ts'

const ZONE = 'Europe/Berlin'

const form = (part: Partial<BulkForm>): BulkForm => ({ ...EMPTY, ...part })

describe('the form of the bulk edit', () => {
  it('sends only what is filled in', () => {
    const parsed = parseForm(form({ filterType: 'All', newCapacity: ' 120 ', newVenueId: 'v' }), ['a'], ZONE)
    expect(parsed).toEqual({
      body: { filterType: 'All', newCapacity: 120, newVenueId: 'v' },
      errors: undefined,
    })
  })

  it('sends the selected sessions in one order', () => {
    const filled = form({ filterType: 'Selected', newDoorsOpenOffset: '0' })
    expect(parseForm(filled, ['b', 'a'], ZONE)).toEqual({
      body: { filterType: 'Selected', sessionIds: ['a', 'b'], newDoorsOpenOffset: 0 },
      errors: undefined,
    })
    expect(keyOf(filled, ['b', 'a'], ZONE)).toBe(keyOf(filled, ['a', 'b'], ZONE))
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
    expect(parseForm(form(part as Partial<BulkForm>), selected, ZONE)).toEqual({ errors })
  })

  it('has another key for every change that would send another request', () => {
    const value = fc.record({
      filterType: fc.constantFrom('All' as const, 'Upcoming' as const, 'Selected' as const),
      newCapacity: fc.constantFrom('', '1', '2', 'x'),
      newDoorsOpenOffset: fc.constantFrom('', '1', '2', 'y'),
      newVenueId: fc.constantFrom('', 'v', 'w'),
      newCancelled: fc.constantFrom('', 'true', 'false'),
      newCancelNotice: fc.constantFrom('', ' ', 'Rain'),
      fromDate: fc.constantFrom('', '2026-06-12T20:00'),
    })
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'))
    fc.assert(
      fc.property(value, ids, value, ids, (one, oneIds, other, otherIds) => {
        const [first, second] = [parseForm(one, oneIds, ZONE), parseForm(other, otherIds, ZONE)]
        if (first.errors !== undefined || second.errors !== undefined) return
        const isSame = JSON.stringify(first.body) === JSON.stringify(second.body)
        expect(keyOf(one, oneIds, ZONE) === keyOf(other, otherIds, ZONE)).toBe(isSame)
      }),
    )
  })

  it('takes a date and time of the event’s zone', () => {
    const fromDate = { filterType: 'FromDate', fromDate: '2026-06-12T20:00', newCapacity: '1' } as const
    const bodyIn = (zone: string) => parseForm(form(fromDate), [], zone)
    expect(bodyIn('Asia/Kolkata')).toMatchObject({ body: { fromDate: '2026-06-12T14:30:00.000Z' } })
    expect(bodyIn('America/New_York')).toMatchObject({ body: { fromDate: '2026-06-13T00:00:00.000Z' } })
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
