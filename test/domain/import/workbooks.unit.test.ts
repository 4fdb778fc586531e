// Workbooks of guests as spreadsheets and other programs write them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type GuestFile, toImportRows } from '../../../src/domain/import/file/guest-file.ts'
import { type OpenedFile, openGuestFile } from '../../../src/domain/import/file/open.ts'
import type { Sheets } from '../../../src/domain/import/file/sheets.ts'
import { readWorkbook } from '../../../src/domain/import/file/workbook/read.ts'
import { readingOf } from '../../support/import-file.ts'
import expected from './workbooks/expected.json' with { type: 'json' }

const open = (name: string): Promise<OpenedFile> =>
  openGuestFile(readFileSync(join(import.meta.dirname, 'workbooks', name)), async () => ({ readWorkbook }))

/** The values of the rows, without empty ones, and what is wrong with them. */
const read = (file: GuestFile | undefined) => {
  if (file === undefined) return expect.fail('asks for sheets')
  const { rows, errors } = toImportRows(file, readingOf(file))
  return {
    rows: rows.map(({ fields }) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value))),
    errors: errors.map(({ line, message }) => `line ${line}: ${message}`),
    notes: file.notes,
  }
}

type Expected = { rows?: object[]; refused?: string[]; says?: string[]; with?: Record<string, object[]> }

const known = (rows: readonly object[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))

describe('a workbook', () => {
  it.each(Object.entries(expected as Record<string, Expected>).filter(([, { rows }]) => rows))(
    'is read as it is shown: %s',
    async (name, { rows = [], says = [] }) => {
      const result = read((await open(name)).file)
      expect(result).toMatchObject({ rows: known(rows), errors: [] })
      for (const part of says) expect(result.notes.join('\n')).toContain(part)
    },
  )
})

describe('a number that the spreadsheet has rounded', () => {
  it('is a problem of its row, as a number and as text', async () => {
    const { errors } = read((await open('rounded.xlsx')).file)
    const message = 'the spreadsheet has rounded this number. Format the column as text and enter it again.'
    expect(errors).toEqual([`line 2: code: ${message}`, `line 3: code: ${message}`])
  })
})

describe('several sheets with guests', () => {
  const choose = async (...names: string[]) => {
    const { sheets, choose } = (await open('sheets-two.xlsx')) as Sheets
    expect(sheets).toMatchObject([
      { name: 'VIP', rows: 1 },
      { name: 'Friends', rows: 2 },
    ])
    return choose(names)
  }

  it('are not read unasked', async () => {
    expect((await open('sheets-two.xlsx')).file).toBeUndefined()
  })

  it.each([
    [['VIP', 'Friends'], expected['sheets-two.xlsx'].with['--all-sheets']],
    [['friends '], expected['sheets-two.xlsx'].with['--sheet Friends']],
  ])('are read, and their names are types: %j', async (names, rows) => {
    expect(read(await choose(...names)).rows).toEqual(rows)
  })

  it('names the sheet in each problem and the sheets that are not read', async () => {
    const file = await choose('Friends')
    expect(file.notes).toEqual(['not read: VIP, 1 row'])
    expect(toImportRows(file, readingOf(file)).rows[0]).toMatchObject({ line: 2, sheet: 'Friends' })
  })

  it('says that a sheet does not exist', async () => {
    await expect(choose('Crew')).rejects.toThrow(
      'There is no sheet Crew. There are: VIP, 1 row; Friends, 2 rows.',
    )
  })
})
