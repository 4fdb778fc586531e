// Which sheets of a workbook are read, and that none of their guests is lost without a word.
// @module-tag more
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GuestFile } from '../../../src/domain/import/file/guest-file.ts'
import { hasGuests, toImportRows } from '../../../src/domain/import/file/import-rows.ts'
import { chooseSheets, describeHidden } from '../../../src/domain/import/file/sheets.ts'
import { numberFormat, readNumber } from '../../../src/domain/import/file/workbook/numbers.ts'
import type { Sheet } from '../../../src/domain/import/file/workbook/sheet.ts'
import { readingOf } from '../../support/import-file.ts'
import { runs } from '../../support/runs.ts'

const sheet = (name: string, ...rows: (string | number)[][]): Sheet => ({
  name,
  isHidden: false,
  rows: rows.flatMap((cells, index) => {
    const numbers = new Map(
      cells.flatMap((cell, at) =>
        typeof cell === 'number' ? [[at, readNumber(cell, numberFormat(0), false).number] as const] : [],
      ),
    )
    return cells.some((cell) => cell !== '') ? [{ line: index + 1, cells: cells.map(String), numbers }] : []
  }),
})
const hidden = (one: Sheet): Sheet => ({ ...one, isHidden: true })

const namesOf = (file: GuestFile | undefined) =>
  file && toImportRows(file, readingOf(file)).rows.map(({ fields }) => fields.attendeeName)

const VIP = sheet('VIP', ['Name', 'E-mail'], ['Ana', 'ana@example.com'])
const FRIENDS = sheet('Friends', ['E-mail', 'Name'], ['bo@example.com', 'Bo'])
const NOTES = sheet('Notes', ['Call the venue', ''], ['Bring ice', 'by six'])
const READ_ME = sheet('Read me', ['Guest list of Friday'], ['Please see the next sheet'])

describe('the sheet that is read unasked', () => {
  it.each([
    ['the only one with guests', [READ_ME, VIP, NOTES], ['Ana']],
    ['the only one that is shown', [VIP, hidden(FRIENDS)], ['Ana']],
    [
      'the only one with rows, whatever they are',
      [sheet('Empty'), sheet('A', ['Ana'], ['Bo'])],
      ['Ana', 'Bo'],
    ],
    ['none of several with guests', [VIP, FRIENDS], undefined],
    ['none of several without guests', [READ_ME, NOTES], undefined],
    [
      'none where one continues another',
      [VIP, sheet('More', ['Cy', 'cy@example.com'], ['Di', 'di@example.com'])],
      undefined,
    ],
    [
      'the one with guests beside headings without any',
      [VIP, sheet('Template', ['Name', 'E-mail'])],
      ['Ana'],
    ],
    [
      'the one with guests beside what is said of the event',
      [
        sheet('Cover', ['Event', 'Big Night'], ['Date:', '27.11.2026']),
        sheet('Guests', ['Name', 'Type'], ['Ana', 'VIP'], ['Bo', 'Std']),
      ],
      ['Ana', 'Bo'],
    ],
    [
      'the one with guests beside ticket types',
      [VIP, sheet('Types', ['Ticket type', 'Price'], ['VIP', 20])],
      ['Ana'],
    ],
  ])('is %s', (_, sheets, names) => {
    expect(namesOf(chooseSheets(sheets).file)).toEqual(names)
  })

  it('is an export, too', () => {
    const pretix = sheet(
      'Orders',
      ['Order code', 'Position ID', 'Status', 'Product', 'Ticket secret'],
      ['A', 1, 'paid', 'VIP', 's'],
    )
    expect(chooseSheets([READ_ME, pretix]).file?.format?.name).toBe('pretix')
  })

  it('has rounded codes of an export, by the name of its column', () => {
    const { file } = chooseSheets([
      sheet(
        'Orders',
        ['Order code', 'Position ID', 'Status', 'Product', 'Ticket secret'],
        ['A', 1, 'paid', 'VIP', 1e18],
      ),
    ])
    const { errors } = toImportRows(file as GuestFile, readingOf(file as GuestFile))
    expect(errors).toMatchObject([{ line: 2, message: expect.stringMatching(/^Ticket secret: .* rounded/) }])
  })

  it('says which others have rows', () => {
    expect(chooseSheets([READ_ME, VIP, hidden(FRIENDS), sheet('Empty')]).file?.notes).toEqual([
      'not read: Read me, 2 rows; Friends (hidden), 1 row',
    ])
  })
})

describe('sheets that are chosen', () => {
  it('are one list, whatever the order of their columns', () => {
    const third = sheet(
      'Crew',
      ['', 'Given name', 'Family name', 'Mail', 'Phone'],
      ['1', 'Cy', 'Cook', 'cy@example.com', '030'],
    )
    const file = chooseSheets([VIP, FRIENDS, third]).choose(['VIP', 'Friends', 'Crew'])
    expect(toImportRows(file, readingOf(file)).rows).toEqual([
      {
        line: 2,
        sheet: 'VIP',
        fields: expect.objectContaining({
          attendeeName: 'Ana',
          holderEmail: 'ana@example.com',
          ticketTypeName: 'VIP',
        }),
      },
      {
        line: 2,
        sheet: 'Friends',
        fields: expect.objectContaining({
          attendeeName: 'Bo',
          holderEmail: 'bo@example.com',
          ticketTypeName: 'Friends',
        }),
      },
      {
        line: 2,
        sheet: 'Crew',
        fields: expect.objectContaining({
          attendeeName: 'Cy Cook',
          holderEmail: 'cy@example.com',
          ticketTypeName: 'Crew',
        }),
      },
    ])
  })

  it('may have columns without a name', () => {
    const numbered = sheet('Friends', ['', 'Name', 'E-mail'], ['x', 'Bo', 'bo@example.com'])
    const file = chooseSheets([sheet('VIP', ['Name'], ['Ana']), numbered]).choose(['VIP', 'Friends'])
    const { rows, errors } = toImportRows(file, readingOf(file))
    expect(errors).toEqual([])
    expect(rows.map(({ fields }) => fields.attendeeName)).toEqual(['Ana', 'Bo'])
  })

  it('keep their codes, and the types of their rows', () => {
    const file = chooseSheets([
      sheet('VIP', ['Code', 'Name', 'Type'], [12345, 'Ana', 'Gold']),
      sheet('Friends', ['Name', 'Code'], ['Bo', 1e18]),
    ]).choose(['VIP', 'Friends'])
    const { rows, errors } = toImportRows(file, readingOf(file))
    expect(rows[0]?.fields).toMatchObject({ code: '12345', ticketTypeName: 'Gold' })
    expect(errors).toMatchObject([
      { sheet: 'Friends', line: 2, message: expect.stringMatching(/^code: .*rounded/) },
    ])
  })

  it('give no type where nothing else could be chosen', () => {
    const file = chooseSheets([READ_ME, VIP]).choose(['VIP'])
    expect(toImportRows(file, readingOf(file)).rows[0]?.fields).not.toHaveProperty('ticketTypeName')
  })

  it('may all be names without headings', () => {
    const { file, choose } = chooseSheets([sheet('VIP', ['Ana']), sheet('Friends', ['Bo'], ['Cy'])])
    expect(file).toBeUndefined()
    const chosen = choose(['VIP', 'Friends'])
    expect(toImportRows(chosen, readingOf(chosen)).rows).toMatchObject([
      { line: 1, fields: { attendeeName: 'Ana', ticketTypeName: 'VIP' } },
      { line: 1, fields: { attendeeName: 'Bo', ticketTypeName: 'Friends' } },
      { line: 2, fields: { attendeeName: 'Cy', ticketTypeName: 'Friends' } },
    ])
  })

  it('may be hidden, and continue another', () => {
    const more = sheet('More', ['Cy', 'cy@example.com'], ['Di', 'di@example.com'])
    const { choose } = chooseSheets([VIP, hidden(more)])
    expect(namesOf(choose(['more']))).toEqual(['Cy', 'Di'])
    expect(namesOf(choose(['VIP', 'More']))).toEqual(['Ana', 'Cy', 'Di'])
  })

  it.each([
    [['Crew'], 'There is no sheet Crew. There are: VIP, 1 row; Notes, 2 rows.'],
    [['Empty'], 'The sheet Empty is empty.'],
    [['VIP', 'Notes'], 'The sheet Notes has other columns than the others. Import it on its own.'],
  ])('must exist, have rows and fit each other: %j', (names, message) => {
    const { choose } = chooseSheets([VIP, NOTES, sheet('Empty')])
    expect(() => choose(names)).toThrow(message)
  })

  it('are not needed where no sheet has rows', () => {
    expect(() => chooseSheets([sheet('A'), sheet('B')])).toThrow('The file is empty.')
  })

  it('are only those that are named where all are hidden', () => {
    const { file, sheets, choice, choose } = chooseSheets([sheet('A'), hidden(VIP)])
    expect([file, choice]).toEqual([undefined, []])
    expect(describeHidden(sheets)).toBe('The sheets with rows are hidden: VIP (hidden), 1 row.')
    expect(namesOf(choose(['VIP']))).toEqual(['Ana'])
  })

  it('are not those that explain a hidden one, unless a person says so', () => {
    const { file, choice } = chooseSheets([READ_ME, hidden(VIP)])
    expect(file).toBeUndefined()
    expect(choice).toMatchObject([{ name: 'Read me' }])
  })
})

it('loses and doubles no guest of a workbook without a word', () => {
  const names = fc.uniqueArray(fc.constantFrom('Ana', 'Bo', 'Cy', 'Di', 'Ed', 'Fi', 'Gu', 'Ha'), {
    minLength: 1,
    maxLength: 8,
  })
  const headings = fc.constantFrom(
    ['Name', 'E-mail'],
    ['Mail', 'Name'],
    ['Name'],
    ['Full name', 'Type', 'E-mail'],
    [],
  )
  const book = fc.array(
    fc.record({ names, headings, isHidden: fc.boolean(), title: fc.boolean(), gap: fc.boolean() }),
    { minLength: 1, maxLength: 4 },
  )
  fc.assert(
    fc.property(book, (made) => {
      const sheets = made.map(({ names, headings, isHidden, title, gap }, index): Sheet => {
        const columns = headings.length === 0 ? ['Name', 'E-mail'] : headings
        const rows = names.map((name) =>
          columns.map((column) =>
            /name/i.test(column)
              ? `${name} ${index}`
              : /mail/i.test(column)
                ? `${name}${index}@example.com`
                : '',
          ),
        )
        const table = [
          ...(title ? [['A night']] : []),
          ...(gap ? [['']] : []),
          ...(headings.length > 0 ? [[...headings]] : []),
          ...rows,
        ]
        return { ...sheet(`Sheet ${index}`, ...table), isHidden }
      })
      const all = made.flatMap(({ names }, index) => names.map((name) => `${name} ${index}`))
      const opened = chooseSheets(sheets)
      expect(opened.choice.length === 0).toBe(sheets.every(({ isHidden }) => isHidden))
      const files = opened.file === undefined ? [] : [opened.file]
      for (const { name } of opened.sheets) files.push(opened.choose([name]))
      const withHeadings = sheets.filter((_, index) => (made[index]?.headings.length ?? 0) > 0)
      if (withHeadings.length > 0) files.push(opened.choose(withHeadings.map(({ name }) => name)))
      for (const file of files) {
        const { rows, errors } = toImportRows(file, readingOf(file))
        // A file without known columns is refused.
        if (!hasGuests(rows)) continue
        const read = rows.flatMap(({ fields }) =>
          Object.values(fields).filter((value) => all.includes(String(value))),
        )
        const named = [...file.notes, ...errors.map(({ message }) => message)].join('\n')
        // A heading takes the first row of a sheet that has none.
        const heads = file.heading === null ? [] : (file.table?.[file.heading]?.cells ?? [])
        for (const [index, { name }] of sheets.entries()) {
          const guests = made[index]?.names.map((guest) => `${guest} ${index}`) ?? []
          const found = guests.filter((guest) => read.includes(guest) || heads.includes(guest))
          expect(found.length === guests.length || (found.length === 0 && named.includes(`${name}`))).toBe(
            true,
          )
        }
        expect(new Set(read).size).toBe(read.length)
      }
    }),
    { numRuns: runs(300) },
  )
})
