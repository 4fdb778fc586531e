// Files of guests: what their columns mean, and the rows of an import.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  guessMapping,
  matchOf,
  type Reading,
  readGuestFile,
  scopesOf,
  toImportRows,
} from '../../../web/organizer/data/guest-file.ts'

const fileOf = (text: string, name = 'guests.csv') => readGuestFile(new File([text], name))

const reading = (change: Partial<Reading> = {}): Reading => ({
  mapping: {},
  typeName: 'Guest list',
  scope: {},
  without: new Set(),
  ...change,
})

describe('the columns of a list', () => {
  it.each([
    [
      ['First name', 'Last name', 'E-mail', 'Type', 'Note', 'Persons'],
      ['firstName', 'lastName', 'holderEmail', 'ticketTypeName', 'note', 'quantity'],
    ],
    [
      ['Vorname', 'Nachname', 'E-Mail-Adresse', 'Firma', 'Anzahl'],
      ['firstName', 'lastName', 'holderEmail', 'attendeeCompany', 'quantity'],
    ],
    [
      ['Name', 'Ticket number', 'QR code', 'Seat', 'Phone', 'Full name'],
      ['attendeeName', 'ticketNumber', 'code', 'seatLabel', '', ''],
    ],
  ])('%j are guessed', (columns, meanings) => {
    expect(Object.values(guessMapping(columns))).toEqual(meanings)
  })
})

it('makes rows of a list, with the name of two columns and a note that is shown', async () => {
  const file = await fileOf('First name;Last name;Note;Persons\nAna;García;;2\n;Bo;Side door;\n')
  expect(file).toMatchObject({ format: undefined, columns: ['First name', 'Last name', 'Note', 'Persons'] })
  const { rows, errors } = toImportRows(file, reading({ mapping: guessMapping(file.columns) }))
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
  expect(matchOf(rows)).toBe('guest')
})

it('asks for the date of an export with several, and leaves out types', async () => {
  const head = 'Order code,Position ID,Status,Product,Start date,Ticket secret'
  const file = await fileOf(
    `${head}\nA,1,paid,VIP,5 June,s1\nA,2,paid,Crew,5 June,s2\nB,1,paid,VIP,6 June,s3`,
  )
  expect(file.format?.name).toBe('pretix')
  expect(scopesOf(file)).toEqual(['Start date'])
  const { rows } = toImportRows(
    file,
    reading({ scope: { 'Start date': '5 June' }, without: new Set(['Crew']) }),
  )
  expect(rows.map(({ fields }) => fields.ticketNumber)).toEqual(['A-1'])
  expect(matchOf(rows)).toBe('number')
})

describe('of two columns with one name', () => {
  const workbook = join(import.meta.dirname, 'fixtures/equal-columns.xlsx')
  it.each([
    ['a CSV file', () => fileOf('Name,Note,Note,Type\nAna,First,Second,VIP')],
    ['a workbook', async () => readGuestFile(new File([await readFile(workbook)], 'guests.xlsx'))],
  ])('%s gives the first, and says that the second is not read', async (_, read) => {
    const file = await read()
    expect(file.columns).toEqual(['Name', 'Note', 'Type'])
    expect(file.rows).toEqual([{ line: 2, cells: { Name: 'Ana', Note: 'First', Type: 'VIP' } }])
    expect(file.repeatedColumns).toEqual(['Note'])
  })
})

it('says what is wrong with a file that is none', async () => {
  await expect(fileOf('')).rejects.toThrow('The file is empty.')
  const latin = new File([new Uint8Array([0x4a, 0xe9])], 'a.csv')
  await expect(readGuestFile(latin)).rejects.toThrow('not UTF-8')
})
