// Names that differ from a search by one letter.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { similarTo } from '../../../web/door/core/similar.ts'

const isSimilar = (typed: string, name: string): boolean => similarTo(typed)?.(name) ?? false

it.each([
  ['a missing letter', 'schmit', 'jana schmidt'],
  ['a missing doubled letter', 'hofmann', 'hoffmann, uwe'],
  ['a missing letter at the end', 'nguyn', 'nguyen thi'],
  ['a wrong letter', 'lukasievicz', 'anna lukasiewicz'],
  ['an additional letter', 'hoffmann', 'hofmann'],
  ['swapped letters', 'shcmidt', 'schmidt'],
  ['a wrong first letter', 'kruger', 'bruger'],
  ['the beginning of a name', 'shcm', 'schmidt'],
  ['the second of two words', 'jana schmit', 'schmidt jana'],
  ['a short word beside a similar one', 'jo schmit', 'jo-ann schmidt'],
])('finds %s', (_, typed, name) => {
  expect(isSimilar(typed, name)).toBe(true)
})

it.each([
  ['two wrong letters', 'schnitt', 'schmidt'],
  ['a word of three letters', 'zod', 'zoe'],
  ['one word of two', 'jana schmit', 'jana maier'],
  ['three words', 'jana maria schmit', 'jana maria schmidt'],
  ['a number', 'schm1t', 'schmidt'],
])('does not find %s', (_, typed, name) => {
  expect(isSimilar(typed, name)).toBe(false)
})

const letters = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 4, maxLength: 6 })

/** All texts that one change makes of a text. */
const changed = (text: string): Set<string> => {
  const all = new Set<string>([text])
  for (let at = 0; at <= text.length; at += 1) {
    const [left, right] = [text.slice(0, at), text.slice(at)]
    if (right !== '') all.add(left + right.slice(1))
    if (right.length > 1) all.add(left + right[1] + right[0] + right.slice(2))
    for (const letter of 'abc') {
      all.add(left + letter + right)
      if (right !== '') all.add(left + letter + right.slice(1))
    }
  }
  return all
}

it('finds exactly what one change makes of a beginning of a name (property)', () => {
  fc.assert(
    fc.property(letters, letters, (typed, name) => {
      const beginnings = Array.from({ length: name.length + 1 }, (_, end) => name.slice(0, end))
      const expected = beginnings.some((beginning) => changed(beginning).has(typed))
      expect(isSimilar(typed, name)).toBe(expected)
    }),
    { numRuns: 2_000 },
  )
})
