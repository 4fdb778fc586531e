// A test that is larger in `npm run check` has the tag by which that repeats it.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/lib/local.ts'

const TESTS = globSync('test/**/*.test.ts', { cwd: ROOT, exclude: ['test/clients/**'] })
  .filter((name) => !name.endsWith('tags.unit.test.ts'))
  .map((name) => ({ name, code: readFileSync(join(ROOT, name), 'utf8') }))

const namesOf = (tests: typeof TESTS): string[] => tests.map(({ name }) => name)

const hasTag = (code: string, tag: string): boolean => new RegExp(`^// @module-tag ${tag}$`, 'm').test(code)

const isLarger = ({ code }: { code: string }): boolean => /\b(isFull|runs\(|oneOfEachGroup)/.test(code)

it('every test that depends on the size of the run has the tag full or more', () => {
  const untagged = TESTS.filter(isLarger).filter(({ code }) => !hasTag(code, 'full') && !hasTag(code, 'more'))
  expect(namesOf(untagged)).toEqual([])
})

it('no other test has the tag more', () => {
  const tagged = TESTS.filter(({ code }) => hasTag(code, 'more'))
  expect(namesOf(tagged.filter((test) => !isLarger(test)))).toEqual([])
  expect(tagged.length).toBeGreaterThan(0)
})
