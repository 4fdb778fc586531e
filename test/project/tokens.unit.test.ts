// The style sheets use only the sizes, spaces, radii, weights and colours of web/shared/tokens.css.
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/lib/local.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const withoutComments = (css: string): string => css.replaceAll(/\/\*.*?\*\//gs, '')

const TOKENS_FILE = join('web', 'shared', 'tokens.css')
const TOKENS = [...withoutComments(read(TOKENS_FILE)).matchAll(/(--[\w-]+): ([^;]+);/g)].map(
  ([, name = '', value = '']) => ({ name, value }),
)

const valuesOf = (prefix: string): string[] =>
  TOKENS.filter(({ name }) => name.startsWith(prefix)).map(({ value }) => value)

const SIZES = valuesOf('--t-')
const SPACES = valuesOf('--s-')
const RADII = valuesOf('--r-')
const WEIGHTS = ['400', '600', '700']

/** The values of properties, and the colours anywhere, that a style sheet has. */
const readSheet = (css: string) => {
  const declarations = [...withoutComments(css).matchAll(/(?<![\w-])([a-z-]+):\s+([^;{}]+)(?=[;}])/g)]
  const of = (pattern: RegExp): string[] =>
    declarations.filter(([, name = '']) => pattern.test(name)).map(([, , value = '']) => value.trim())
  return {
    sizes: of(/^(font-size|--(large|medium|small))$/),
    weights: of(/^font-weight$/),
    radii: of(/^border(-[a-z-]+)?-radius$/),
    spaces: of(/^(padding|margin|inset|scroll-margin|(row-|column-)?gap)(-|$)/),
    colours: declarations.flatMap(
      ([, , value = '']) => value.match(/#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/gi) ?? [],
    ),
    variables: [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name),
    own: [...css.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name),
  }
}

/** What is left of a value without what is allowed. */
const without = (value: string, allowed: RegExp): string =>
  value
    .replaceAll(/env\([\w-]+\)/g, '')
    .replaceAll(allowed, '')
    .replaceAll(/\b(calc|max|auto|inherit|0)\b|-1 \*|[()+,\s]/g, '')

const expectOnly = (values: readonly string[], allowed: RegExp): void => {
  expect(values.map((value) => [value, without(value, allowed)]).filter(([, rest]) => rest !== '')).toEqual(
    [],
  )
}

/** Literal values, where a page has no style sheet of its own. */
const literally = (values: readonly string[]): RegExp =>
  new RegExp(`(?<![\\w.-])(${values.map((value) => value.replace(/^0/, '0?')).join('|')})(?![\\w.%])`, 'g')

const toLong = (hex: string): string =>
  (hex.length === 4 ? hex.replaceAll(/[\da-f]/gi, '$&$&') : hex).toLowerCase()

it('there are eight sizes, seven spaces and three radii', () => {
  expect([SIZES, SPACES, RADII].map(({ length }) => length)).toEqual([8, 7, 3])
})

const sheets = globSync('web/**/*.css', { cwd: ROOT }).filter((path) => path !== TOKENS_FILE)

describe.each(sheets)('%s', (path) => {
  const sheet = readSheet(read(path))

  it('has only the sizes, weights, radii and spaces of the tokens', () => {
    // Paper and walls have sizes of their own, and the bar of a phone has five words beside each other.
    expectOnly(
      sheet.sizes,
      /var\(--(t-\d+|large|medium|small)\)|\b10pt\b|min\(10rem, 7\.5vw\)|min\(var\(--t-12\), 4\.4vw\)/g,
    )
    expectOnly(sheet.weights, new RegExp(WEIGHTS.join('|'), 'g'))
    expectOnly(sheet.radii, /var\(--r-\d\)|50%|999px/g)
    expectOnly(sheet.spaces, /var\(--s-\d\)/g)
  })

  it('has only colours and other values that are defined', () => {
    expect(sheet.colours).toEqual([])
    const defined = [...TOKENS.map(({ name }) => name), ...sheet.own]
    expect(sheet.variables.filter((name) => !defined.includes(name))).toEqual([])
  })
})

describe.each([
  join('public', 'index.html'),
  ...['plain-page.ts', 'guest-page.ts', 'listing-page.ts'].map((file) =>
    join('src', 'api', 'web-pages', file),
  ),
])('%s', (path) => {
  const [, css = ''] = /(?:<style>|STYLE = `)(.*?)(?:<\/style>|`)/s.exec(read(path)) ?? []
  const sheet = readSheet(css.replaceAll('}', ';}'))

  it('has only values of the tokens', () => {
    expect(sheet.colours.length).toBeGreaterThan(0)
    expectOnly(sheet.sizes, literally(SIZES))
    expectOnly(sheet.weights, new RegExp(WEIGHTS.join('|'), 'g'))
    expectOnly(sheet.radii, literally(RADII))
    expectOnly(sheet.spaces, literally(SPACES))
    const colours = TOKENS.map(({ value }) => value)
    expect(sheet.colours.map(toLong).filter((hex) => !colours.includes(hex))).toEqual([])
  })
})

it('every token is used', () => {
  const used = new Set(sheets.flatMap((path) => readSheet(read(path)).variables))
  const unused = TOKENS.map(({ name }) => name).filter((name) => !used.has(name))
  expect(unused, relative(ROOT, TOKENS_FILE)).toEqual([])
})
