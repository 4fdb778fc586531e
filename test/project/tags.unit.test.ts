// A test that is larger in full is tagged where its project runs in full only by that tag.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/lib/local.ts'

it('every browser or command test that depends on the size of the run has the tag full', () => {
  const untagged = globSync('test/**/*.{browser,command}.test.ts', {
    cwd: ROOT,
    exclude: ['test/clients/**'],
  })
    .filter((name) => /\b(isFull|runs\()/.test(readFileSync(join(ROOT, name), 'utf8')))
    .filter((name) => !/^\/\/ @module-tag full$/m.test(readFileSync(join(ROOT, name), 'utf8')))
  expect(untagged).toEqual([])
})
