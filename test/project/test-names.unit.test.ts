// Where a test runs follows from its name, so a file with another name would never run.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

it('every test file has a name that says where it runs', () => {
  const files = globSync('test/**/*.test.ts', { cwd: ROOT })
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((name) => !/\.(unit|api|isolated|browser|command)\.test\.ts$/.test(name))).toEqual([])
})
