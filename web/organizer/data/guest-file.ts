// A file of guests: its rows, what its columns mean, and the rows of an import that follow.
import { recogniseFormat } from '../../../src/domain/import/file/formats/index.ts'
import { decodeText, readSource, type Source, toFields } from '../../../src/domain/import/file/read.ts'
import { DEFAULT_OPTIONS, type ImportOptions } from '../../../src/domain/import/file/rows.ts'
import { loadPart } from '../../shared/load-part.ts'

export type GuestFile = {
  name: string
  columns: readonly string[]
  /** Names that several columns have. Only the first of these is read. */
  repeatedColumns: readonly string[]
  rows: readonly { line: number; cells: Record<string, string> }[]
  /** Lines that cannot be read. */
  errors: readonly { line: number; message: string }[]
  /** The system that has made it, or Doorlist; undefined if a person must say what its columns are. */
  format: NonNullable<ReturnType<typeof recogniseFormat>['format']> | undefined
}

/** What a column can be. `firstName` and `lastName` make the name together. */
export const MEANINGS = [
  'attendeeName',
  'firstName',
  'lastName',
  'holderEmail',
  'ticketTypeName',
  'note',
  'quantity',
  'ticketNumber',
  'code',
  'seatLabel',
  'attendeeCompany',
] as const
type Meaning = (typeof MEANINGS)[number]

/** The meaning of each column; of those without one nothing is imported. */
type Mapping = Readonly<Record<string, Meaning | ''>>

const NAMES: readonly [Meaning, RegExp][] = [
  ['firstName', /^(first|given|fore|vor)_?name$|^pr[eé]nom$|^nombre$/],
  ['lastName', /^(last|family|sur|nach|familien)_?name$|^nom$|^apellidos?$/],
  ['holderEmail', /e_?mail|^mail$|^correo/],
  ['ticketTypeName', /^(ticket_?)?(type|category|kind|art|kategorie)$|^ticket$|^product$/],
  ['note', /^(note|notes|comment|comments|remark|remarks|bemerkung|notiz)$/],
  [
    'quantity',
    /^(quantity|qty|persons|people|pax|guests|number_of_(guests|people|persons)|anzahl|personen)$/,
  ],
  ['code', /^(bar)?code|^qr|^secret$/],
  ['ticketNumber', /^(ticket_?)?(number|no|nr|id|nummer)$/],
  ['seatLabel', /^(seat|table|row|platz|tisch)/],
  ['attendeeCompany', /^(company|organi[sz]ation|firma|firm)$/],
  ['attendeeName', /^(full_?|attendee_?|guest_?)?name$|^(guest|attendee|gast)$/],
]

/** What the columns probably are, by their names. Each meaning is given once. */
export const guessMapping = (columns: readonly string[]): Mapping => {
  const given = new Set<Meaning>()
  const guess = (column: string): Meaning | '' => {
    const name = column
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_|_$/g, '')
    const meaning = NAMES.find(([one, pattern]) => !given.has(one) && pattern.test(name))?.[0]
    if (meaning === undefined) return ''
    given.add(meaning)
    return meaning
  }
  return Object.fromEntries(columns.map((column) => [column, guess(column)]))
}

const toCell = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : value === null || value === undefined ? '' : String(value)

/** Reads the first sheet of an .xlsx file as if it were CSV. */
const readWorkbook = async (file: File): Promise<Source> => {
  const { readSheet } = await loadPart(() => import('read-excel-file/browser'))
  const [names = [], ...rows] = (await readSheet(file)) as unknown[][]
  const columns = names.map((name) => toCell(name).trim())
  return {
    header: { line: 1, names: columns },
    rows: rows.map((cells, index) => ({
      line: index + 2,
      fields: toFields(columns, cells.map(toCell)),
    })),
    rowCount: rows.length,
    errors: [],
  }
}

const isWorkbook = (file: File): boolean => /\.xlsx$/i.test(file.name)

/** @throws Error if the file is none of guests; the message is for people */
export const readGuestFile = async (file: File): Promise<GuestFile> => {
  const source = isWorkbook(file)
    ? await readWorkbook(file)
    : readSource(decodeText(new Uint8Array(await file.arrayBuffer())))
  // Which of its columns are there is told by the options, once they are known.
  const found = ['number', 'code', 'guest'].map((match) =>
    recogniseFormat(source, { ...DEFAULT_OPTIONS, match } as ImportOptions),
  )
  const format = found.find(({ format }) => format !== null)?.format
  const names = source.header?.names ?? []
  const columns = [...new Set(names)]
  return {
    ...{ name: file.name, columns },
    repeatedColumns: columns.filter((name) => name !== '' && names.indexOf(name) !== names.lastIndexOf(name)),
    rows: source.rows.map(({ line, fields }) => ({ line, cells: fields as Record<string, string> })),
    errors: source.errors,
    format: format ?? undefined,
  }
}

/** The values of a column, in the order in which they come. */
export const valuesOf = (file: GuestFile, column: string): string[] => [
  ...new Set(file.rows.map(({ cells }) => cells[column]?.trim() ?? '')),
]

/** Columns with the event or date that have several values: a file belongs to one session. */
export const scopesOf = (file: GuestFile): string[] =>
  (file.format?.scope ?? []).filter(
    (column) => file.columns.includes(column) && valuesOf(file, column).length > 1,
  )

export type Reading = {
  mapping: Mapping
  /** The type of guests whose row has none. */
  typeName: string
  /** The value that each of {@link scopesOf} must have. */
  scope: Readonly<Record<string, string>>
  /** Ticket types that are left out. */
  without: ReadonlySet<string>
}

export type ImportRow = { line: number; fields: Record<string, unknown> }

const ofMapping = (
  cells: Record<string, string>,
  { mapping, typeName }: Reading,
): Record<string, unknown> => {
  const values: Record<string, string> = {}
  for (const [column, meaning] of Object.entries(mapping)) {
    if (meaning !== '') values[meaning] = cells[column]?.trim() ?? ''
  }
  const { firstName = '', lastName = '', ...fields } = values
  const name = fields.attendeeName || [firstName, lastName].filter((part) => part !== '').join(' ')
  return {
    ...fields,
    ticketTypeName: fields.ticketTypeName || typeName,
    ...((fields.attendeeName !== undefined || firstName !== '' || lastName !== '') && { attendeeName: name }),
    // Without a flag, a note is not shown at the door.
    ...(fields.note && { flag: 'Info' }),
  }
}

/** The rows of an import, and what is wrong with them before the service has seen them. */
export const toImportRows = (
  file: GuestFile,
  reading: Reading,
): { rows: ImportRow[]; errors: { line: number; message: string }[] } => {
  const errors = [...file.errors]
  const rows = file.rows
    .filter(({ cells }) =>
      Object.entries(reading.scope).every(([column, value]) => (cells[column]?.trim() ?? '') === value),
    )
    .map(({ line, cells }) => {
      const reject = (label: string, message: string) =>
        errors.push({ line, message: `${label}: ${message}` })
      const fields = file.format?.toColumns(cells, reject) ?? ofMapping(cells, reading)
      return { line, fields }
    })
    .filter(({ fields }) => !reading.without.has(String(fields.ticketTypeName ?? '')))
  return { rows, errors }
}

/** By what the rows find their tickets: the surest of what they have. */
export const matchOf = (rows: readonly ImportRow[]): ImportOptions['match'] => {
  const have = (field: string): boolean =>
    rows.every(({ fields }) => String(fields[field] ?? '').trim() !== '')
  return have('ticketNumber') ? 'number' : have('code') ? 'code' : 'guest'
}
