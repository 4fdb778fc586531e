// The pages use nothing that their oldest browsers lack (`TARGET` in scripts/web.ts). esbuild translates
// syntax and web/tsconfig.json limits the library of the language; here are the platform's APIs that came
// later.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const WEB = join(import.meta.dirname, '..', '..', 'web')

/** APIs that Chrome 120, Safari 17.0 or Firefox 121 lack (web-features, Baseline after November 2023). */
const TOO_NEW = [
  /AbortSignal\.any\b/,
  /\bscheduler\.(yield|postTask)\b/,
  /\bURL\.(parse|canParse)\b/,
  /\bPromise\.(try|withResolvers)\b/,
  /\b(Map|Object)\.groupBy\b/,
  /\bArray\.fromAsync\b/,
  /\.(intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /\bnew Set\([^)]*\)\.union\(/,
  /\bdocument\.startViewTransition\b/,
  /\bnavigator\.userAgentData\b/,
  /\bIntl\.DurationFormat\b/,
  /\.(setHTMLUnsafe|moveBefore|checkVisibility)\(/,
  /\b(toBase64|fromBase64|toHex|fromHex)\(/,
  /\brequestIdleCallback\b/,
  /\bRegExp\.escape\b/,
]

const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !path.endsWith('api-types.ts'),
)

const findTooNew = (text: string): string[] => TOO_NEW.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])

describe('the platform that the pages use', () => {
  it.each(sources)('is that of their oldest browsers: %s', (path) => {
    const code = readFileSync(join(WEB, path), 'utf8').replace(/\/\*.*?\*\/|\/\/.*$/gms, '')
    expect(findTooNew(code)).toEqual([])
  })

  it('is checked', () => {
    expect(findTooNew('signal: AbortSignal.any([a, b])')).toEqual(['AbortSignal.any'])
  })
})
