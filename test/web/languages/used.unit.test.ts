// Every text is used: nobody translates what no screen shows.
/// <reference types="vite/client" />
import { describe, expect, it } from 'vitest'
import { makeArrivalTexts } from '../../../web/organizer/languages/en.ts'
import { texts } from '../../../web/organizer/texts.ts'
import { listingTexts } from '../../../web/organizer/texts-listing.ts'
import { makeWords } from '../../../web/shared/language.ts'
import { makeEntranceTexts } from '../../../web/shared/languages/en.ts'
import { doorTexts } from '../../support/door-texts.ts'

const join = (sources: Record<string, string>): string => Object.values(sources).join('\n')

const console = join(
  import.meta.glob<string>(
    ['../../../web/organizer/**/*.{ts,tsx}', '!../../../web/organizer/{texts*,languages/*}.ts'],
    { query: '?raw', import: 'default', eager: true },
  ),
)
const shared = join(
  import.meta.glob<string>('../../../web/shared/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const door = join(
  import.meta.glob<string>(['../../../web/door/**/*.{ts,tsx}', '!../../../web/door/languages/*.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)

/** The paths of all texts: `name`, `actions.venue`. */
const pathsOf = (value: object, prefix: string): string[] =>
  Object.entries(value).flatMap(([name, text]) => {
    // Actions of records have full stops.
    const path = `${prefix}.${name.replaceAll('.', '-')}`
    return typeof text === 'object' ? pathsOf(text, path) : [path]
  })

/** Whether the code names the text itself, or takes it from its group by a key that is not constant. */
const isUsed = (path: string, code: string): boolean => {
  const names = path.split('.')
  const groups = names.slice(2).map((_, index) => names.slice(0, index + 2).join('.'))
  const isOfGroup = groups.some((group) => new RegExp(`\\b${group}(?!\\.\\w)`).test(code))
  return isOfGroup || new RegExp(`\\b${path}\\b`).test(code)
}

const words = makeWords('en', 'en')

describe('the texts', () => {
  it.each([
    ['of the console', pathsOf(texts, 'texts'), console, 100],
    ['of listings', pathsOf(listingTexts, 'listingTexts'), console, 10],
    ['of the console before the sign-in', pathsOf(makeArrivalTexts(words), 'texts'), console + shared, 20],
    ['of the door page', pathsOf(doorTexts('en'), 'texts'), door + shared, 100],
    ['of the entrance', pathsOf(makeEntranceTexts(words), 'texts'), shared, 10],
  ])('%s are all used', (_, paths, code, least) => {
    expect(paths.length).toBeGreaterThan(least)
    expect(paths.filter((path) => !isUsed(path, code))).toEqual([])
  })
})
