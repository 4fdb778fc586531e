// Numbers of a workbook, as they are shown and as codes.
// @module-tag more
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberFormat, readNumber, showText } from '../../../src/domain/import/file/workbook/numbers.ts'
import { runs } from '../../support/runs.ts'

const CUSTOM = 164
const read = (value: number, pattern: string, is1904 = false) =>
  readNumber(value, numberFormat(CUSTOM, pattern), is1904)

describe('a number as a code', () => {
  it.each([
    [12345678, '#,##0', '12345678'],
    [12345678, '# ##0', '12345678'],
    [123456789012, '0000\\ 0000\\ 0000', '123456789012'],
    [1234, '"$"#,##0.00', '1234'],
    [1234, '#,##0.00\\ [$€-407]', '1234'],
    [1234, '_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-', '1234'],
    [42, '000000', '000042'],
    [42, '000000.00', '000042'],
    [12.5, '0.00', '12.50'],
    [7, '"T-"0000', 'T-0007'],
    [123456, '000-000', '123-456'],
    [1.5, '# ?/?', '1 1/2'],
    [12, ';;;', '12'],
    [123456789012345, 'General', '123456789012345'],
    [123456789012345, '0.00E+00', '1E+14'],
    [1234567890123456, '0', '1.23456789012346E+15'],
    [1e21, 'General', '1.00000000000000E+21'],
    [46082, 'd-mmm', '1-Mar'],
  ])('%d by %s is %s', (value, pattern, code) => {
    expect(read(value, pattern).number.code).toBe(code)
  })
})

describe('a number as it is shown', () => {
  it.each([
    [14, 46361.8125, '2026-12-05'],
    [22, 46361.8125, '2026-12-05 19:30'],
    [22, 46361.812499999993, '2026-12-05 19:30'],
    [16, 46082, '1-Mar'],
    [20, 0.8125, '19:30'],
    [9, 0.25, '25%'],
    [7, -3, '($3.00)'],
    [27, 46361, '2026-12-05'],
    [49, 12345678901234, '12345678901234'],
    [1000, 1, '1'],
  ])('by the built-in format %d: %d is %s', (id, value, shown) => {
    expect(readNumber(value, numberFormat(id), false).shown).toBe(shown)
  })

  it.each([
    [123456789012345, 'General', '123456789012345'],
    [0.1 + 0.2, 'General', '0.3'],
    [46361, '[$-407]d. mmmm yyyy;@', '5. Dezember 2026'],
    [46361, '[$-407]d/m/yyyy h:mm AM/PM', '5.12.2026 12:00 AM'],
    [46361, '[$-de-DE]d/m/yyyy', '5.12.2026'],
    [1234.5, '[$€-de-DE] #,##0.00', '€ 1,234.50'],
    [46361, '[$-F800]dddd, mmmm dd, yyyy', 'Saturday, December 5, 2026'],
    [1234.5, '[$€-407] #,##0.00', '€ 1,234.50'],
    [0.25, 'not [a format', '0.25'],
    [0, '0;-0;', ''],
  ])('%d by %s is %s', (value, pattern, shown) => {
    expect(read(value, pattern).shown).toBe(shown)
  })

  it.each([
    ['"Nr. "@', 'Nr. 7a'],
    ['_(@_)', '7a'],
    [';;;', '7a'],
    ['0;-0;;', '7a'],
    ['[@', '7a'],
  ])('has text beside it, which by %s is %s', (pattern, shown) => {
    expect(showText('7a', numberFormat(CUSTOM, pattern))).toBe(shown)
  })

  it('is its own value, whatever the format', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999 }),
        fc.constantFrom('0', '0.00', '#,##0', '000', '+0', '0%', '"$"0.00', 'dd.mm.yyyy', 'General'),
        (value, pattern) => {
          expect(read(value, pattern).number.value).toBe(String(value))
        },
      ),
      { numRuns: runs(100) },
    )
  })

  it('is the minute that was entered, for each minute of any day, in both systems of days', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60_000 }),
        fc.integer({ min: 0, max: 1439 }),
        fc.constantFrom(17, 15, 11),
        fc.boolean(),
        (day, minute, digits, is1904) => {
          const expected = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
          // Programs write fewer digits than a number has.
          const value = Number((day + minute / 1440).toPrecision(digits))
          const { shown, number } = read(value, 'hh:mm', is1904)
          expect([shown, number.instant?.slice(11)]).toEqual([
            expected,
            digits === 11 ? expect.any(String) : `${expected}:00.000Z`,
          ])
        },
      ),
      { numRuns: runs(200) },
    )
  })
})
