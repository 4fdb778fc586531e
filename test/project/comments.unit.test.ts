// The formatter wraps code, but not comments.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import biome from '../../biome.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../..')
const FILES = globSync('{src,web,scripts,test}/**/*.{ts,tsx,css}', {
  cwd: ROOT,
  exclude: (name) => /node_modules|generated|env\.d\.ts/.test(name),
})

/** A line of a comment that has no code before it. A web address cannot be wrapped. */
const isComment = (line: string): boolean =>
  /^\s*(\/\/|\/\*|\*[ /])/.test(line) && !/https?:\/\/\S{40}/.test(line)

it('comments are no wider than code', () => {
  expect(FILES.length).toBeGreaterThan(600)
  const wide = FILES.flatMap((name) =>
    readFileSync(join(ROOT, name), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        isComment(line) && line.length > biome.formatter.lineWidth ? `${name}:${index + 1}` : [],
      ),
  )
  expect(wide).toEqual([])
})
