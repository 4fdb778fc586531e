// Every text is used: nobody translates what no screen shows.
/// <reference types="vite/client" />
import { describe, expect, it } from 'vitest'
import { texts } from '../../../web/organizer/texts.ts'
import { listingTexts } from '../../../web/organizer/texts-listing.ts'
import { entranceTexts } from '../../../web/shared/texts.ts'

const sources = import.meta.glob<string>(
  ['../../../web/organizer/**/*.{ts,tsx}', '!../../../web/organizer/texts*.ts'],
  { query: '?raw', import: 'default', eager: true },
)
const code = Object.values(sources).join('\n')

/** The paths of all texts: `name`, `actions.venue`. */
const pathsOf = (value: object, prefix: string): string[] =>
  Object.entries(value).flatMap(([name, text]) => {
    // Actions of records have full stops.
    const path = `${prefix}.${name.replaceAll('.', '-')}`
    return typeof text === 'object' ? pathsOf(text, path) : [path]
  })

/** Whether the code names the text itself, or takes it from its group by a key that is not constant. */
const isUsed = (path: string): boolean => {
  const group = path.slice(0, path.lastIndexOf('.'))
  const isOfGroup = group.includes('.') && new RegExp(`\\b${group}(?!\\.\\w)`).test(code)
  return isOfGroup || new RegExp(`\\b${path}\\b`).test(code)
}

describe('the texts of the console', () => {
  it('are all used', () => {
    const own = Object.fromEntries(Object.entries(texts).filter(([key]) => !(key in entranceTexts)))
    const paths = [...pathsOf(own, 'texts'), ...pathsOf(listingTexts, 'listingTexts')]
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.filter((path) => !isUsed(path))).toEqual([])
  })
})
