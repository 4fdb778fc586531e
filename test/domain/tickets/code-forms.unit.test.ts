// What scanners, phones and people make of a code, and which ticket it finds.
// @module-tag more
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findByForms, formsOf } from '../../../src/domain/tickets/code-forms.ts'
import { hashCode } from '../../../src/domain/tickets/code-hash.ts'
import { furtherTexts } from '../../../src/domain/tickets/further-texts.ts'
import { type Copy, findByCode } from '../../../web/door/core/codes.ts'
import { runs } from '../../support/runs.ts'
import samples from './scanned-codes.json' with { type: 'json' }

const finderOf =
  (codes: readonly string[]) =>
  (text: string): string | undefined =>
    findByForms(text, (code) => (codes.includes(code) ? code : undefined), furtherTexts)

const MAX_FORMS = 128

it.each(samples.scans)('finds by $text: $finds', ({ text, finds }) => {
  expect(finderOf(samples.codes)(text) ?? null).toBe(finds)
})

/** Texts like codes, with what scanners and shops put around them. */
const anyCode = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }),
  fc.stringMatching(/^0{0,6}\d{1,14}$/),
  fc.stringMatching(/^[A-Za-z\d/=+-]{4,20}$/),
  fc.constantFrom(...samples.codes),
)
const anyAround = fc.constantFrom(
  (code: string) => code,
  (code: string) => `]Q1${code}`,
  (code: string) => `*${code}*`,
  (code: string) => `https://shop.example/t/${code}`,
  (code: string) => `https://shop.example/t?code=${encodeURIComponent(code)}&event=5`,
  (code: string) => `{"a":"${code}"}`,
  (code: string) => `${code};${code.toLowerCase()}`,
  (code: string) => `0${code}`,
  (code: string) => code.toUpperCase(),
  (code: string) => `see https://shop.example/${code}.pdf now`,
  (code: string) => `]C1010950600013435221${code}`,
)
const anyText = fc.tuple(anyCode, anyAround).map(([code, around]) => around(code))

describe('a text', () => {
  it('that is itself a code never finds another ticket (property)', () => {
    fc.assert(
      fc.property(anyText, fc.array(anyText, { maxLength: 20 }), (text, others) => {
        const forms = formsOf(text, furtherTexts)
        expect(finderOf([...others, ...forms, text])(text)).toBe(text)
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('has few forms, without repeats, the exact one first, however hostile it is (property)', () => {
    const hostile = fc.oneof(
      anyText,
      fc
        .array(anyText, { maxLength: 40 })
        .map((parts) => `https://x.example/${parts.join('/')}?${parts.join('&')}`),
      fc.json(),
      fc.string({ maxLength: 5_000, unit: 'binary' }),
    )
    fc.assert(
      fc.property(
        hostile.filter((text) => text !== ''),
        (text) => {
          const forms = formsOf(text, furtherTexts)
          expect(forms[0]).toBe(text)
          expect(forms.length).toBeLessThanOrEqual(MAX_FORMS)
          expect(new Set(forms).size).toBe(forms.length)
          const tried: string[] = []
          findByForms(text, (code) => void tried.push(code), furtherTexts)
          expect(tried).toEqual(forms)
        },
      ),
      { numRuns: runs(1_000) },
    )
  })

  it('finds on a phone, which has hashes alone, what it finds elsewhere (property)', () => {
    const session = 'session'
    fc.assert(
      fc.property(anyText, fc.array(anyText, { maxLength: 20 }), (text, codes) => {
        const byHash = new Map(codes.map((code) => [hashCode(session, code), code]))
        const copy = {
          withHash: (hash: string) => byHash.get(hash),
          get: (id: string) => ({ id }),
        } as unknown as Copy
        expect(findByCode(copy, session, text, furtherTexts)?.id).toBe(finderOf(codes)(text))
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('finds nobody by two parts of a URL that are the codes of two tickets (property)', () => {
    const part = fc.stringMatching(/^[A-Z]\d[A-Z\d]{6,12}$/)
    fc.assert(
      fc.property(part, part, (first, second) => {
        fc.pre(first.toUpperCase() !== second.toUpperCase())
        const find = finderOf([first, second])
        for (const url of [
          `https://shop.example/orders/${first}/tickets/${second}`,
          `https://shop.example/t/${first}?order=${second}`,
          `https://shop.example/?a=${first}&b=${second}`,
          `https://shop.example/t/${first}#${second}`,
          `https://shop.example/orders/${first}/${second}.pdf`,
          `see https://shop.example/orders/${first}/tickets/${second} now`,
          `{"order":"${first}","url":"https:\\/\\/shop.example\\/t\\/${second}?a=b"}`,
        ]) {
          expect(find(url)).toBeUndefined()
          // One of them alone is found.
          expect(finderOf([second])(url)).toBe(second)
          expect(finderOf([first])(url)).toBe(first)
        }
      }),
      { numRuns: runs(500) },
    )
  })

  it('is not slow to read, however long it is', () => {
    for (const unit of [
      '/',
      '*',
      '&',
      '+A',
      '|',
      '(',
      '21',
      '\u200b',
      'A=',
      '%',
      '[',
      ';',
      ']C',
      '0',
      'a.',
    ]) {
      const text = unit.repeat(5_000 / unit.length)
      const forms = formsOf(text, furtherTexts)
      expect(forms[0]).toBe(text)
      for (const form of forms.filter((one) => one.length < 4_000))
        expect(form.length).toBeLessThanOrEqual(200)
    }
  })
})
