// Workbooks of guests as spreadsheets and other programs write them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { GuestFile } from '../../../src/domain/import/file/guest-file.ts'
import { toImportRows } from '../../../src/domain/import/file/import-rows.ts'
import { type OpenedFile, openGuestFile } from '../../../src/domain/import/file/open.ts'
import type { Sheets } from '../../../src/domain/import/file/sheets.ts'
import { readWorkbook } from '../../../src/domain/import/file/workbook/read.ts'
import { readingOf } from '../../support/import-file.ts'
import expected from './workbooks/expected.json' with { type: 'json' }

const bytesOf = (name: string) => readFileSync(join(import.meta.dirname, 'workbooks', name))

const open = (name: string): Promise<OpenedFile> =>
  openGuestFile(bytesOf(name), async () => ({ readWorkbook }))

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

describe('a workbook of another program', () => {
  it.each(['xlsxwriter-formats.xlsx', 'libreoffice-formats.xlsx'])(
    'shows numbers by their formats: %s',
    (name) => {
      const [sheet] = readWorkbook(bytesOf(name))
      const rows = sheet?.rows.slice(1).map(({ cells }) => cells) ?? []
      expect(rows.length).toBeGreaterThan(45)
      expect(rows.map(([, number, format]) => [format, number])).toEqual(
        rows.map(([, , format, shown = '']) => [format, shown]),
      )
    },
  )

  it.each([
    ['xlsxwriter-1904.xlsx', ['05.12.2026', '5 Dec, 19:30', undefined], ['19:30', '36:00', '-6:00']],
    ['libreoffice-1904.xlsx', ['05.12.2026', '5 Dec, 19:30', undefined], ['19:30', '36:00', '-6:00']],
    ['odd-cells.xlsx', ['19:30', '14:56', undefined, '19:30'], ['Ana Rich', '<b> &', undefined, undefined]],
  ])('has the days and times that it shows: %s', async (name, seats, notes) => {
    const { rows } = read((await open(name)).file)
    expect(rows.map(({ seatLabel }) => seatLabel)).toEqual(seats)
    expect(rows.map(({ note }) => note)).toEqual(notes)
  })

  it.each([
    ['openpyxl-columns.xlsx', undefined, '3 cells have a formula without its result'],
    ['libreoffice-columns.xlsx', '2', '2 cells with an error'],
  ])('has codes, numbers and instants in their columns: %s', async (name, plusOnes, note) => {
    const { rows, notes } = read((await open(name)).file)
    expect(rows).toEqual([
      { attendeeName: 'Ana', code: '12345678', plusOnes: '2', checkedInAt: '2026-12-05T19:30:00.000Z' },
      { attendeeName: 'Bo', code: '123', plusOnes: '1', checkedInAt: '2026-12-05T19:30:15.000Z' },
      { attendeeName: 'Cy', ...(plusOnes !== undefined && { plusOnes }) },
    ])
    expect(notes).toEqual([expect.stringContaining(note)])
  })

  it.each(['xlsxwriter-filtered.xlsx', 'libreoffice-filtered.xlsx'])(
    'has hidden rows, which are counted: %s',
    async (name) => {
      const { rows, notes } = read((await open(name)).file)
      expect(rows.map(({ attendeeName }) => attendeeName)).toEqual(['Ana', 'Bo', 'Cy', 'Di', 'Ed'])
      expect(rows[0]).toMatchObject({ note: 'in a hidden column' })
      expect(notes).toEqual(['3 hidden rows are read like the others (lines 3, 5, 6)'])
    },
  )

  it('has merged cells, whose text counts for each row', async () => {
    const { rows, notes } = read((await open('libreoffice-merged.xlsx')).file)
    expect(rows.map(({ attendeeName, ticketTypeName }) => [attendeeName, ticketTypeName])).toEqual([
      ['Ana', 'VIP'],
      ['Bo', 'VIP'],
      ['Cy', 'Std'],
    ])
    expect(notes).toEqual(['1 merged cell has the value of the cell above (line 8)'])
  })

  it('has sheets of other kinds, and hidden ones, which are named', async () => {
    const { rows, notes } = read((await open('xlsxwriter-sheets.xlsx')).file)
    expect(rows).toEqual([{ attendeeName: 'Ana', ticketTypeName: 'VIP' }])
    expect(notes).toEqual(['not read: Old (hidden), 1 row; Older (hidden), 1 row'])
  })

  it('may be written in any way that the standard allows', async () => {
    expect(read((await open('odd-parts.xlsx')).file).rows).toEqual([{ attendeeName: 'Zoë' }])
    const { rows, notes } = read((await open('odd-cells.xlsx')).file)
    expect(rows.map(({ attendeeName, reference }) => [attendeeName, reference])).toEqual([
      ['Ana Rich', 'T-0007'],
      ['東京', 'T-0012'],
      ['Cy C', 'TRUE'],
      ['Di', undefined],
    ])
    expect(notes).toEqual([
      '1 cell with an error, such as #N/A, is read as empty (line 9)',
      expect.stringMatching(/^1 cell has a formula without its result, .* \(line 10\)$/),
    ])
  })
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

it('reads no spaces far from the list', () => {
  const cell = (reference: string, text: string) =>
    `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  const sheet = `<worksheet><sheetData><row r="1">${cell('A1', 'Name')}${cell('XFD1', ' ')}</row>
    <row r="2">${cell('A2', 'Ana')}</row><row r="1048576">${cell('C1048576', ' ')}</row></sheetData></worksheet>`
  const relation = (id: string, type: string, target: string) =>
    `<Relationships><Relationship Id="${id}" Type="x/${type}" Target="${target}"/></Relationships>`
  const parts = {
    '_rels/.rels': relation('a', 'officeDocument', 'book.xml'),
    'book.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="b"/></sheets></workbook>',
    '_rels/book.xml.rels': relation('b', 'worksheet', 'sheet.xml'),
    'sheet.xml': sheet,
  }
  const files = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))
  expect(readWorkbook(zipSync(files))).toEqual([
    {
      ...{ name: 'A', isHidden: false },
      rows: [
        { line: 1, cells: ['Name'] },
        { line: 2, cells: ['Ana'] },
      ],
    },
  ])
})

describe('a file that is no workbook', () => {
  const message = 'The file is no Excel workbook. Save it as .xlsx or CSV.'

  it.each([
    ['without parts', {}],
    ['with a workbook that is no XML', { 'xl/workbook.xml': '<workbook' }],
    ['without sheets', { 'xl/workbook.xml': '<workbook/>' }],
    ['of another kind', { 'content.xml': '<office:document-content xmlns:office="o"/>' }],
  ])('is refused: a zip file %s', (_, parts: Record<string, string>) => {
    const files = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))
    expect(() => readWorkbook(zipSync(files))).toThrow(message)
  })

  it('is refused if a part is too large, before it is unpacked', () => {
    const bytes = Buffer.from(zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') }))
    // The size of the content, in the directory at the end.
    bytes.writeUInt32LE(2 ** 31, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 24)
    expect(() => readWorkbook(bytes)).toThrow('The workbook is too large.')
  })

  it('is refused if it is cut', () => {
    expect(() => readWorkbook(bytesOf('cells.xlsx').subarray(0, 4_000))).toThrow(message)
  })
})
