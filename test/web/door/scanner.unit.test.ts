// What is a scan: by the speed of the keys, and by the codes on the phone.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addTo,
  endScan,
  GAP_MS,
  isScanAtOnce,
  NO_BURST,
  type Place,
  withoutScan,
} from '../../../web/door/core/scanner.ts'

const CODE = '8rb9pf4suxxqy2smrw36'
const lookup = {
  isCode: (text: string) => text.trim() === CODE,
  isFound: (text: string) => 'maria schmidt'.includes(text.toLowerCase()) || text === 'NL1437-000011',
}

/** Types each text with its gap between the keys, and Enter at last. */
const type = (place: Place, ...typed: readonly (readonly [text: string, gapMs: number])[]) => {
  let [burst, at, before] = [NO_BURST, 0, '']
  for (const [text, gapMs] of typed) {
    for (const key of text) {
      at += gapMs
      burst = addTo(burst, key, at)
      before += key
    }
  }
  return endScan(burst, at + 1, { place, before }, lookup)
}

describe('an Enter after keys in quick succession', () => {
  it.each<[string, Place, string, string | undefined]>([
    ['a code of this phone in the search', 'search', CODE, CODE],
    ['a code of this phone in a field', 'field', CODE, CODE],
    ['a code that nobody has', 'search', 'ZZZ123456', 'ZZZ123456'],
    ['a code that nobody has, in a field', 'field', 'ZZZ123456', 'ZZZ123456'],
    ['a number of a ticket in a dialog', 'dialog', 'NL1437-000011', 'NL1437-000011'],
    ['a number of a ticket where no field is', 'outside', 'NL1437-000011', 'NL1437-000011'],
    ['a number of a ticket in the search, which opens it', 'search', 'NL1437-000011', undefined],
    ['a name in the search', 'search', 'schmidt', undefined],
    ['fewer than six characters', 'field', '12345', undefined],
  ])('%s', (_, place, text, scan) => {
    expect(type(place, [text, 45])).toBe(scan)
  })

  it.each([1, 45, GAP_MS])('is a scan with %i ms between the keys', (gapMs) => {
    expect(type('field', ['UNKNOWN-1', gapMs])).toBe('UNKNOWN-1')
  })

  it('is not a scan if a person typed', () => {
    expect(type('field', ['Maria Schmidt', GAP_MS + 1])).toBeUndefined()
    expect(type('search', ['nobody', 150])).toBeUndefined()
  })

  it('opens a number in the search even if it came with a pause', () => {
    expect(type('search', ['NL1437', 10], ['-', 90], ['000011', 10])).toBeUndefined()
  })

  it('keeps an unknown code whole that came with a pause, and leaves letters before it', () => {
    expect(type('search', ['X', 10], ['X', 120], ['999-000001', 10])).toBe('XX999-000001')
    expect(type('search', ['quir', 90], ['Z', 600], ['ZZ123456', 10])).toBe('ZZZ123456')
  })

  it('is a scan by a slow scanner where nobody types text', () => {
    const [first, second] = [
      addTo(NO_BURST, 'ABC', 0, 500),
      addTo(addTo(NO_BURST, 'ABC', 0, 500), 'DEF', 400, 500),
    ]
    expect(first.text).toBe('ABC')
    expect(endScan(second, 700, { place: 'dialog', before: '' }, lookup)).toBe('ABCDEF')
  })
})

describe('a code at the end of other text', () => {
  it.each<Place>(['search', 'field'])('is found in the %s, however slowly it comes', (place) => {
    expect(type(place, ['quir', 150], [CODE, 10])).toBe(CODE)
    expect(type(place, ['quir', 150], [CODE, 100])).toBe(CODE)
    expect(type(place, ['quir', 30], [CODE, 30])).toBe(CODE)
  })

  it('is taken with the whole of its link', () => {
    const link = `https://x.y/t/${CODE}`
    const isCode = (text: string) => text.endsWith(CODE)
    for (const burst of ['', link, link.slice(1), link.slice(9)]) {
      const typed = { text: burst, withPauses: burst, lastAt: 0 }
      const found = endScan(typed, 1, { place: 'field', before: `Zoe${link}` }, { ...lookup, isCode })
      expect(found).toBe(link)
    }
  })

  it('is not looked for among fewer than twelve characters', () => {
    const isCode = () => true
    expect(
      endScan(NO_BURST, 0, { place: 'field', before: '12345678901' }, { ...lookup, isCode }),
    ).toBeUndefined()
  })
})

describe('text that enters a field at once', () => {
  it.each([
    ['a code of this phone', CODE, true],
    ['a number that the phone does not have yet', 'NL1437-000099', false],
    ['a name', 'Maximilian Mustermann', false],
    ['a long name in one word', 'Wolfeschlegelsteinhausen', false],
    ['a number of a ticket', 'NL1437-000011', false],
    ['a note', 'Paid 20 EUR in cash', false],
    ['the name of a device', 'Haupteingang2', false],
    ['one letter', 'a', false],
  ])('%s', (_, text, isScan) => {
    expect(isScanAtOnce(text, lookup)).toBe(isScan)
  })
})

describe('the field', () => {
  it('keeps what a person typed (property)', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 6 }), (kept, scan) => {
        expect(withoutScan(kept + scan, scan)).toBe(kept)
      }),
    )
  })

  it('loses the scanned characters for which it had room', () => {
    expect(withoutScan(`Zoe${CODE.slice(0, 5)}`, CODE)).toBe('Zoe')
    expect(withoutScan('Zoe', CODE)).toBe('Zoe')
  })
})
