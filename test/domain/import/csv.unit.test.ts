// The download's cells: no spreadsheet runs one, and an import has the text that the ticket had.
// @module-tag more
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatRow } from '../../../src/domain/import/file/table/csv.ts'
import { readTickets } from '../../support/import-file.ts'
import { runs } from '../../support/runs.ts'

const HEAD = ['ticketNumber', 'ticketTypeName', 'attendeeName', 'device', 'pageUrl']

/** What an import makes of a name in a download. */
const importedName = (name: string): unknown => {
  const { tickets, errors } = readTickets(formatRow(HEAD) + formatRow(['T-1', 'VIP', name, 'Gate', '']))
  expect(errors).toEqual([])
  return tickets[0]?.values.attendeeName
}

/** The name as any import takes it. */
const taken = (name: string): string | null => name.replaceAll(/\r\n?/g, '\n').trim().normalize('NFC') || null

const text = fc.oneof(
  fc
    .array(fc.constantFrom(...'=+-@＝＋－＠;\t\r\n\'" ,ax1'), { maxLength: 12 })
    .map((characters) => characters.join('')),
  fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0')),
)

it('every text survives the download and the import', () => {
  fc.assert(
    fc.property(text, (name) => {
      expect(importedName(name)).toBe(taken(name))
    }),
    { numRuns: runs(2_000) },
  )
})

it('no part of a cell is a formula, also where a semicolon or a tab separates cells', () => {
  fc.assert(
    fc.property(text, (name) => {
      for (const part of formatRow([name]).split(/[;\t\r\n]/))
        expect(part).not.toMatch(/^[" ]*[=+\-@＝＋－＠]/)
    }),
    { numRuns: runs(2_000) },
  )
})

it.each([
  ["x;=cmd|'/c calc'!A1;y", "x;'=cmd|'/c calc'!A1;y"],
  ['a\t+1', "a\t'+1"],
  ['a;"=1"', `"a;'""=1"""`],
  ["a;'=1", "a;''=1"],
  ['a; @x', "a;' @x"],
  ['a;b=1', 'a;b=1'],
])('%j is the cell %j', (name, cell) => {
  expect(formatRow([name])).toBe(`${cell}\r\n`)
})
