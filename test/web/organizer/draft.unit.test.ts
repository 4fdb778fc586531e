// What a form holds, and what of it is sent.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOf, differingFields, plain, splitMessage } from '../../../web/organizer/forms/draft.ts'

const draft = fc.record({
  name: fc.constantFrom('Nights', ' Nights ', 'Days'),
  description: fc.constantFrom('', 'Two\nlines', 'Two\r\nlines', 'Other'),
})

describe('a draft', () => {
  it('differs in the fields that the service would keep otherwise', () => {
    expect(differingFields({ name: 'A', note: 'one\r\ntwo' }, { name: ' A ', note: 'one\ntwo' })).toEqual([])
    expect(differingFields({ name: 'A', note: '' }, { name: 'A', note: 'B' })).toEqual(['note'])
  })

  it('differs where the bodies do', () => {
    fc.assert(
      fc.property(draft, draft, (one, other) => {
        expect(Object.keys(changesOf(plain(one), plain(other)))).toEqual(differingFields(one, other))
      }),
    )
  })
})

describe('a change', () => {
  it('has the fields whose values differ, whole', () => {
    const before = { attendee: { name: 'Ana', email: null }, note: null, flag: 'None' }
    expect(changesOf(before, { ...before, attendee: { name: 'Ana', email: null } })).toEqual({})
    expect(changesOf(before, { ...before, attendee: { name: 'Bo', email: null }, note: 'B' })).toEqual({
      attendee: { name: 'Bo', email: null },
      note: 'B',
    })
    expect(changesOf({ note: 'B' }, { note: null })).toEqual({ note: null })
  })
})

it.each([
  ['name: must have 1 to 200 characters', 'name', 'Must have 1 to 200 characters'],
  ['sessions.3.capacity: must be a number', 'capacity', 'Must be a number'],
  ['tickets.0.attendee.company: too long', 'company', 'Too long'],
  ['There is no such event.', undefined, 'There is no such event.'],
])('the message “%s” is about the field %s', (message, field, text) => {
  expect(splitMessage(message)).toEqual({ field, text })
})
