import { describe, expect, it } from 'vitest'
import { describeCause } from '../../../src/api/http/describe-cause.ts'

describe('describeCause', () => {
  it('names the error and its message', () => {
    expect(describeCause(new TypeError('x is not a function')).cause).toBe('TypeError: x is not a function')
  })

  it('describes the cause of an error if it has one', () => {
    const error = new Error('outer', { cause: new RangeError('inner') })
    expect(describeCause(error).cause).toBe('RangeError: inner')
  })

  it.each([
    ['malformed JSON at "Philippa"', 'Error: malformed JSON at …'],
    ["near 'O' and 'p@example.org'", 'Error: near … and …'],
    ['near `Philippa`', 'Error: near …'],
    [
      'UNIQUE constraint failed for p.private@example.org: SQLITE_CONSTRAINT',
      'Error: UNIQUE constraint failed for … SQLITE_CONSTRAINT',
    ],
  ])('omits quoted text and e-mail addresses (%s)', (message, expected) => {
    expect(describeCause(new Error(message)).cause).toBe(expected)
  })

  it('cuts a message after 200 characters', () => {
    expect(describeCause(new Error('x'.repeat(300))).cause).toBe(`Error: ${'x'.repeat(200)}`)
  })

  it('keeps five lines of the stack, without the message that it begins with', () => {
    const error = new Error('p@example.org')
    error.stack = [
      'Error: p@example.org',
      ...Array.from({ length: 9 }, (_, i) => `    at f${i} (a.ts)`),
    ].join('\n')
    expect(describeCause(error).at).toEqual([0, 1, 2, 3, 4].map((i) => `at f${i} (a.ts)`))
  })

  it.each(['p@example.org', undefined, null, 7])('describes %j, which is no error, by its type', (thrown) => {
    expect(describeCause(thrown)).toEqual({ cause: typeof thrown })
  })
})
