// Files of guests: what their columns mean, and the rows of an import.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { skippedColumns } from '../../../src/domain/import/file/column-values.ts'
import { type GuestFile, readGuestText, withHeading } from '../../../src/domain/import/file/guest-file.ts'
import { guessMeanings } from '../../../src/domain/import/file/headings.ts'
import {
  countElsewhere,
  hasGuests,
  matchOf,
  scopesOf,
  toImportRows,
} from '../../../src/domain/import/file/import-rows.ts'
import { openGuestFile } from '../../../src/domain/import/file/open.ts'
import { readWorkbook } from '../../../src/domain/import/file/workbook/read.ts'
import { readingOf, SESSION } from '../../support/import-file.ts'

const fieldsOf = (file: GuestFile, typeName = 'Guest list') =>
  toImportRows(file, readingOf(file, typeName)).rows.map(({ fields }) => fields)

const readBytes = async (bytes: Uint8Array): Promise<GuestFile> =>
  (await openGuestFile(bytes, async () => ({ readWorkbook }))).file ?? expect.fail('asks for sheets')

describe('the columns of a list', () => {
  it.each([
    [
      ['First name', 'Last name', 'E-mail', 'Type', 'Note', 'Persons', 'Plus ones', 'Order #'],
      ['firstName', 'lastName', 'holderEmail', 'ticketTypeName', 'note', 'quantity', 'plusOnes', 'reference'],
    ],
    [
      ['Vorname', 'Nachname', 'E-Mail-Adresse', 'Firma', 'Anzahl Begleitung', 'Kategorie', 'Bestellnummer'],
      ['firstName', 'lastName', 'holderEmail', 'attendeeCompany', 'plusOnes', 'ticketTypeName', 'reference'],
    ],
    [
      ['Prénom', 'Nom', 'Courriel', 'Accompagnants', 'Catégorie', 'Remarques', 'N° de commande'],
      ['firstName', 'lastName', 'holderEmail', 'plusOnes', 'ticketTypeName', 'note', 'reference'],
    ],
    [
      ['Nombre', 'Apellidos', 'Correo electrónico', 'Acompañantes', 'Observaciones', 'Empresa'],
      ['firstName', 'lastName', 'holderEmail', 'plusOnes', 'note', 'attendeeCompany'],
    ],
    [
      ['Imię i nazwisko', 'Adres e-mail', 'Osoby towarzyszące', 'Uwagi', 'Rodzaj biletu', 'Numer zamówienia'],
      ['attendeeName', 'holderEmail', 'plusOnes', 'note', 'ticketTypeName', 'reference'],
    ],
    [
      ['Name', 'Ticket number', 'QR code', 'Seat', 'Phone', 'Full name'],
      ['attendeeName', 'ticketNumber', 'code', 'seatLabel', '', 'attendeeName'],
    ],
    [
      ['attendeeName', 'ticketTypeName', 'plusOnes', 'session', 'pageUrl'],
      ['attendeeName', 'ticketTypeName', 'plusOnes', 'session', ''],
    ],
  ])('%j are guessed', (columns, meanings) => {
    expect(guessMeanings(columns.map((name) => ({ name, values: [] })))).toEqual(meanings)
  })

  it.each([
    '+1',
    '+N',
    'Plus one',
    'plus_ones',
    'Guests of guest',
    'Begleitung',
    'Begleitpersonen',
    'Accompagnants',
  ])('%s are plus-ones', (name) => {
    expect(guessMeanings([{ name, values: ['2', '+1'] }])).toEqual(['plusOnes'])
  })

  it.each([
    ['Guests', ['Ana', 'Bo'], 'attendeeName'],
    ['Guests', ['2', '1'], 'quantity'],
    ['Guests', ['1', '0'], 'plusOnes'],
    ['Number of guests', ['0', '2'], 'plusOnes'],
    ['Begleitung', ['Bo', 'Cy'], 'plusOnes'],
    ['Status', ['confirmed', 'Cancelled'], 'status'],
    ['Status', ['confirmed', 'see note'], ''],
    ['State', ['CA', 'NY'], ''],
    ['Tickets', ['2', '1'], 'quantity'],
    ['Tickets', ['VIP', '2'], 'ticketTypeName'],
    ['status', ['Valid', 'Voided'], 'status'],
    ['Nr.', ['1', '2', '3'], ''],
    ['Nr.', ['17', '18'], 'ticketNumber'],
    ['session', ['Friday'], ''],
  ])('%s with %j is %j', (name, values, meaning) => {
    expect(guessMeanings([{ name, values }])).toEqual([meaning])
  })

  it('are named if they have values and are skipped, unless they count the rows', () => {
    const file = readGuestText('Nr,Name,Phone,Empty,Phone,pageUrl\n1,Ana,030,,031,x\n2,Bo,,,,')
    expect(skippedColumns(file, file.mapping)).toEqual(['Phone', 'Phone'])
  })
})

describe('the headings of a file', () => {
  it.each([
    ['below a title', 'Gästeliste Freitag;;\n;;\nName;Begleitung;E-Mail\nAna;2;a@example.com', 1, 'Ana'],
    ['in the first line', 'Name,Phone\nAna,030', 0, 'Ana'],
    ['without names that we know', 'Liste;\nWer;Was\nAna;VIP', 1, undefined],
    ['of an export', 'Order code,Position ID,Status,Product\nA,1,paid,VIP', 0, undefined],
  ])('are found %s', (_, text, heading, name) => {
    const file = readGuestText(text)
    expect(file.heading).toBe(heading)
    expect(fieldsOf(file)[0]?.attendeeName).toBe(name)
  })

  it('are missing in a list of names, whose first line is one', () => {
    const file = readGuestText('Ana García\r\nBo Lind +2\r\n')
    expect(file).toMatchObject({ heading: null, mapping: ['attendeeName'] })
    expect(fieldsOf(file).map(({ attendeeName }) => attendeeName)).toEqual(['Ana García', 'Bo Lind +2'])
  })

  it('of a list of names are used', () => {
    expect(fieldsOf(readGuestText('Gäste\nAna\nBo'))).toHaveLength(2)
    expect(fieldsOf(readGuestText('Friday\n\nName\nAna'))).toMatchObject([{ attendeeName: 'Ana' }])
  })

  it('can be in another row, or none', () => {
    const file = readGuestText('Ana,ana@example.com\nBo,bo@example.com')
    expect(hasGuests(toImportRows(file, readingOf(file)).rows)).toBe(false)
    const without = withHeading(file, null)
    expect(without.columns.map(({ name }) => name)).toEqual(['Column 1', 'Column 2'])
    const mapped = { ...without, mapping: ['attendeeName', 'holderEmail'] as const }
    expect(fieldsOf(mapped)).toHaveLength(2)
  })
})

describe('a table', () => {
  it.each([
    ['one that Excel is told', 'sep=;\r\nName;Note\r\nSmith, Ana;a, b\r\n'],
    ['semicolons, with commas in cells', 'Name;Note\nSmith, Ana;a, b'],
    ['tabs', 'Name\tNote\nSmith, Ana\ta, b'],
    ['quotes', '"Name","Note"\n"Smith, Ana","a, b"'],
    ['a title with a comma', 'Friday, 20:00\nName;Note\nSmith, Ana;a, b'],
  ])('has the delimiter of %s', (_, text) => {
    expect(fieldsOf(readGuestText(text))).toMatchObject([{ attendeeName: 'Smith, Ana', note: 'a, b' }])
  })

  it('may leave out empty cells at the end of lines, and end with empty lines', () => {
    const { rows, errors } = toImportRows(...readingArguments('Name;Note;Type\nAna\nBo;x\n;;\n;;\n'))
    expect(errors).toEqual([])
    expect(rows).toHaveLength(2)
  })

  it('is read without what is beside its columns, and says so', () => {
    const { rows, errors, warnings } = toImportRows(...readingArguments('Name;Note\nAna;x;y\nBo;x;;'))
    expect({ errors, guests: rows.length }).toEqual({ errors: [], guests: 2 })
    expect(warnings).toEqual([{ line: 2, message: 'has 3 cells, the header has 2. The others are not read' }])
  })
})

const readingArguments = (text: string): Parameters<typeof toImportRows> => {
  const file = readGuestText(text)
  return [file, readingOf(file)]
}

it('makes rows of a list, with the name of two columns and a note that is shown', () => {
  const file = readGuestText('First name;Last name;Note;Persons\nAna;García;;2\n;Bo;Side door;\n')
  const { rows, errors } = toImportRows(file, readingOf(file, 'Guest list'))
  expect(errors).toEqual([])
  expect(rows).toEqual([
    {
      line: 2,
      fields: { attendeeName: 'Ana García', note: '', quantity: '2', ticketTypeName: 'Guest list' },
    },
    {
      line: 3,
      fields: {
        ...{ attendeeName: 'Bo', note: 'Side door', quantity: '', ticketTypeName: 'Guest list' },
        flag: 'Info',
      },
    },
  ])
  expect(matchOf(file, rows)).toBe('guest')
})

const PRETIX = 'Order code,Position ID,Status,Product,Start date,Ticket secret'

it('asks for the date of an export with several, and leaves out types', () => {
  const file = readGuestText(
    `${PRETIX}\nA,1,paid,VIP,5 June,s1\nA,2,paid,Crew,5 June,s2\nB,1,paid,VIP,6 June,s3`,
  )
  expect(file.format?.name).toBe('pretix')
  expect(scopesOf(file)).toEqual(['Start date'])
  const reading = { ...readingOf(file), scope: { 'Start date': '5 June' }, without: new Set(['Crew']) }
  const { rows } = toImportRows(file, reading)
  expect(rows.map(({ fields }) => [fields.ticketNumber, fields.reference])).toEqual([['A-1', 'A']])
  expect(matchOf(file, rows)).toBe('number')
})

it('tells from which words tickets are void or refunded', () => {
  const file = readGuestText(
    `${PRETIX},Blocked\nA,1,paid,VIP,,,\nA,2,pending,VIP,,,\nB,1,pending,VIP,,,\nC,1,paid,VIP,,,yes`,
  )
  expect(toImportRows(file, readingOf(file)).statuses).toEqual([
    { word: 'pending', status: 'Voided', rows: 2 },
    { word: 'blocked', status: 'Voided', rows: 1 },
  ])
})

it('counts the rows of another session', () => {
  const other = '5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c0eee'
  const file = readGuestText(
    `ticketNumber,ticketTypeName,session\n1,VIP,${other}\n2,VIP,${SESSION.toUpperCase()}\n3,VIP,`,
  )
  expect(file.format?.name).toBe('Doorlist')
  expect(countElsewhere(toImportRows(file, readingOf(file)).rows, SESSION)).toBe(1)
})

describe('of two columns with one name', () => {
  const workbook = join(import.meta.dirname, 'files/equal-columns.xlsx')
  it.each([
    ['a CSV file', async () => readGuestText('Name,Note,Note,Type\nAna,First,Second,VIP')],
    ['a workbook', async () => readBytes(await readFile(workbook))],
  ])('%s gives the first, and says that the second is not read', async (_, read) => {
    const file = await read()
    expect(fieldsOf(file)).toMatchObject([{ attendeeName: 'Ana', note: 'First', ticketTypeName: 'VIP' }])
    expect(skippedColumns(file, file.mapping)).toEqual(['Note'])
  })
})

describe('a file of a spreadsheet', () => {
  const read = async (name: string) => {
    const file = await readBytes(await readFile(join(import.meta.dirname, 'files', name)))
    const { rows, errors } = toImportRows(file, readingOf(file, 'Guest list'))
    expect(errors).toEqual([])
    return rows.map(({ fields }) => fields)
  }

  it.each([
    'excel-german.csv',
    'excel-german-unicode.txt',
    'excel-german-utf-8.csv',
    'excel-french.csv',
    'excel-mac.csv',
    'google-sheets.csv',
    'numbers.csv',
  ])('is read: %s', async (name) => {
    const one = { ticketTypeName: 'Guest list', flag: 'Info' }
    expect(await read(name)).toEqual([
      {
        ...{ ...one, attendeeName: 'Jürgen Müller', holderEmail: 'juergen@example.de' },
        ...{ plusOnes: '2', note: 'Tisch 4; am Fenster' },
      },
      { ...one, attendeeName: 'Zoë Groß', holderEmail: '', plusOnes: '', note: 'sagt "Zo"' },
      {
        ...{ ticketTypeName: 'Guest list', attendeeName: 'Renée Schäfer', holderEmail: 'renee@example.de' },
        ...{ plusOnes: '0', note: '' },
      },
    ])
  })

  it('is read in Polish', async () => {
    expect(
      (await read('excel-polish.csv')).map(({ attendeeName, plusOnes }) => [attendeeName, plusOnes]),
    ).toEqual([
      ['Małgorzata Żak', '1'],
      ['Łukasz Wójcik', ''],
      ['Michał Święty', '3'],
    ])
  })
})

it.each([
  ['', 'The file is empty.'],
  ['\xd0\xcf\x11\xe0', 'The file is of an old version of Excel. Save it as .xlsx or CSV.'],
  [
    `\xd0\xcf\x11\xe0${[...'EncryptedPackage'].map((letter) => `${letter}\0`).join('')}`,
    'The file has a password. Save it without one.',
  ],
  ['PK\x03\x04', 'The file is no Excel workbook. Save it as .xlsx or CSV.'],
  ['\xff\xd8\xff\xe0\x00\x10JFIF', 'The file is no table. Save it as .xlsx or CSV.'],
])('says what is wrong with a file that is none (%j)', async (content, message) => {
  await expect(readBytes(Buffer.from(content, 'latin1'))).rejects.toThrow(message)
})
