// A file of guests, as the console and the command read it: its rows, and what its columns mean.

import type { Format } from './formats/format.ts'
import { DOORLIST, EXPORT_HEADINGS, isDownload, recogniseFormat } from './formats/recognise.ts'
import { guessMeanings, isKnownHeading, type ListColumn, type Meaning } from './headings.ts'
import { type PastedGuest, readPastedList } from './pasted.ts'
import {
  type Content,
  type LineError,
  placeOf,
  readContent,
  type SourceRow,
  type TableRow,
  toFields,
} from './read.ts'
import { cleanCell } from './table/cells.ts'
import { cellAs } from './workbook/cell-as.ts'

export type GuestFile = {
  /** Undefined for JSON Lines. */
  table: readonly TableRow[] | undefined
  /** The index of the row with the headings; null if it has none. */
  heading: number | null
  columns: readonly ListColumn[]
  rows: readonly (SourceRow & TableRow & Pick<PastedGuest, 'names'>)[]
  errors: readonly LineError[]
  /** What a person should look at in the text, whatever row has the headings. */
  found: readonly LineError[]
  /** The same, and what they should look at below the headings, since it may be meant otherwise. */
  warnings: readonly LineError[]
  /** What a person should know of the whole file, such as the sheets that are not read. */
  notes: readonly string[]
  /** The system that has made it, or Doorlist; undefined for a list, whose columns have a mapping. */
  format: Format | undefined
  /** Whether it is a list without columns: a guest a line. */
  isPasted: boolean
  /** What the columns of a list probably are. */
  mapping: readonly (Meaning | '')[]
}

export const isEmpty = (cell: string): boolean => cell.trim() === ''

export const filled = ({ cells }: TableRow): number => cells.filter((cell) => !isEmpty(cell)).length

/** Headings are near the top, below a title. */
const MAX_TITLE_ROWS = 30

export const isHeading = (cell: string): boolean => {
  const heading = cleanCell(cell)
  return isKnownHeading(heading) || EXPORT_HEADINGS.has(heading)
}

/**
 * The first row with two different headings that we know, else the first with two values, else the first. A
 * table of one column is names, unless it has a heading.
 */
export const findHeading = (table: readonly TableRow[]): number | null => {
  const top = table.slice(0, MAX_TITLE_ROWS)
  const headings = top.map(({ cells }) => new Set(cells.filter(isHeading).map(cleanCell)).size)
  const known = headings.findIndex((count) => count > 1)
  if (known !== -1) {
    const [row, below] = [top[known], top[known + 1]]
    // Headings of two lines: the first has what several columns have in common.
    const isGroup =
      row !== undefined &&
      below !== undefined &&
      filled(below) > filled(row) &&
      (headings[known + 1] ?? 0) > 1 &&
      below.cells.every((cell) => isEmpty(cell) || isHeading(cell))
    return isGroup ? known + 1 : known
  }
  const first = top.findIndex((row) => filled(row) > 1)
  if (first !== -1 || table.some((row) => filled(row) > 1)) return Math.max(first, 0)
  const only = headings.indexOf(1)
  return only === -1 ? null : only
}

const TOTAL = new RegExp(
  `^((grand |sub)?totals?|sum|summe|gesamt(summe|zahl)?|insgesamt|zusammen|suma|razem|łącznie|totale|totaal|totalt|i alt|somme)${[
    '( (guests|people|persons|tickets|orders|attendees|gäste|personen|karten|général|invités|general|invitados|gości|osób|generale',
    '|ospiti|geral|convidados|gasten|gäster|gæster|gjester))?',
    '\\s*(\\([^()]*\\))?\\s*:?(\\s*\\d[\\d\\s.,]*)?$',
  ].join('')}`,
  'iu',
)
/** Whether a cell is a word for a sum. */
export const isTotalWord = (cell: string): boolean => TOTAL.test(cell)

const NUMBERS = /^[\d\s.,'%\p{Sc}+-]*$/u

/** Whether a row adds up those above: the word for it where names are, and otherwise numbers. */
const isTotal = (cells: readonly string[], mapping: readonly (Meaning | '')[]): boolean => {
  const word = cells.findIndex((cell) => TOTAL.test(cell))
  const isNamed = ['', 'attendeeName', 'firstName', 'lastName'].includes(mapping[word] ?? '')
  return word !== -1 && isNamed && cells.every((cell, index) => index === word || NUMBERS.test(cell))
}

/** The columns that say who somebody is. A sum has none of them. */
export const WHO: readonly string[] = [
  ...['attendeeName', 'firstName', 'lastName', 'holderEmail', 'attendeeEmail', 'ticketNumber', 'code', 'id'],
]

/** Whether a row below the guests has numbers alone, such as their sum. */
const isSum = (cells: readonly string[], mapping: readonly (Meaning | '')[]): boolean =>
  mapping.some((meaning) => NAMED.includes(meaning)) &&
  cells.some((cell, index) => mapping[index] !== '' && !isEmpty(cell)) &&
  cells.every((cell, index) => NUMBERS.test(cell) && (isEmpty(cell) || !WHO.includes(mapping[index] ?? '')))

const NAMED: readonly string[] = ['attendeeName', 'firstName', 'lastName']

/** `(first)` below `Name`. */
const BRACKETED = /^\([^()]*\)$/

/** What SurveyMonkey writes below each question. */
const BELOW_QUESTION = /^(?:open-ended )?response$/i

/** What Markdown writes below the headings of a table. */
const RULE = /^:?-{3,}:?$/

/** Doorlist’s column that a column of an export is. */
const columnOf = ({ labels }: Format, name: string): string =>
  Object.entries(labels).find(([, label]) => label === name)?.[0] ?? name

type Row = GuestFile['rows'][number]

const columnsOf = (names: readonly string[], rows: readonly Row[]): ListColumn[] =>
  names.map((name, index) => {
    const valuesAs = (meaning?: Meaning) =>
      rows.map((row) => cellAs(meaning, row, index).trim()).filter(Boolean)
    return { name: name === '' ? `Column ${index + 1}` : name, values: valuesAs(), valuesAs }
  })

/** Reads a table with its headings in another row. */
export const withHeading = (
  { table = [], errors, notes, found }: Pick<GuestFile, 'table' | 'errors' | 'notes' | 'found'>,
  heading: number | null,
): GuestFile => {
  const head = heading === null ? undefined : table[heading]?.cells.map(cleanCell)
  // Our download has what its tickets have, exactly.
  const clean = isDownload(head ?? []) ? (cell: string) => cell : cleanCell
  const below = (heading === null ? table : table.slice(heading + 1)).flatMap((row) => {
    const cells = row.cells.map(clean)
    return cells.every(isEmpty) ? [] : [{ ...row, cells }]
  })
  const used = below.reduce(
    (most, { cells }) => Math.max(most, cells.findLastIndex((cell) => !isEmpty(cell)) + 1),
    0,
  )
  // Without headings the columns are as many as are used.
  const width = head === undefined ? used : head.findLastIndex((cell) => !isEmpty(cell)) + 1
  const {
    format,
    doubts,
    names: named,
  } = recogniseFormat(Array.from({ length: width }, (_, index) => head?.[index] ?? ''))
  const kinds = named.map((name) => format && columnOf(format, name))
  const headingLine = table[heading ?? 0]?.line ?? 1
  const warnings: LineError[] = [...found, ...doubts.map((message) => ({ line: headingLine, message }))]
  const rows = below.flatMap((row): Row[] => {
    const { cells } = row
    const isRepeated = width > 1 && head?.every((name, index) => name === (cells[index] ?? ''))
    if (isRepeated) {
      warnings.push({ ...placeOf(row), message: 'has the headings again, and is left out' })
      return []
    }
    if (cells.some((cell) => RULE.test(cell)) && cells.every((cell) => isEmpty(cell) || RULE.test(cell))) {
      warnings.push({ ...placeOf(row), message: 'has only dashes, and is left out' })
      return []
    }
    if (cells.slice(width).some((cell) => !isEmpty(cell))) {
      const message = `has ${cells.length} cells, the header has ${width}. The others are not read`
      warnings.push({ ...placeOf(row), message })
    }
    // Some spreadsheets leave out empty cells at the end of a line.
    const whole = { ...row, cells: named.map((_, index) => cells[index] ?? '') }
    const values = kinds.map((kind, index) => cellAs(kind, whole, index))
    return [{ ...whole, fields: toFields(named, values) }]
  })
  // A table of one column without a heading is names.
  const mappingOf = (columns: readonly ListColumn[]): (Meaning | '')[] =>
    head === undefined && width === 1 ? ['attendeeName'] : guessMeanings(columns)
  const [first] = rows
  const continued = first?.cells.filter((cell) => !isEmpty(cell)) ?? []
  const isContinued =
    (continued.length > 1 && continued.every((cell) => BRACKETED.test(cell))) ||
    (continued.length > 0 && continued.every((cell) => BELOW_QUESTION.test(cell)))
  if (first !== undefined && isContinued) {
    rows.shift()
    warnings.push({ ...placeOf(first), message: 'continues the headings, and is left out' })
  }
  const last = rows.at(-1)
  const guessed = last === undefined ? [] : mappingOf(columnsOf(named, rows))
  if (last !== undefined && isTotal(last.cells, guessed)) {
    rows.pop()
    const word = last.cells.find((cell) => TOTAL.test(cell))
    warnings.push({ ...placeOf(last), message: `"${word}" is left out` })
  } else if (last !== undefined && format === undefined && isSum(last.cells, guessed)) {
    rows.pop()
    warnings.push({ ...placeOf(last), message: 'has numbers alone, and is left out' })
  }
  const columns = columnsOf(named, rows)
  return {
    ...{ table, heading, columns, rows, format, notes, isPasted: false, found, warnings, errors },
    mapping: mappingOf(columns),
  }
}

const toGuestFile = ({ table, objects, errors, warnings }: Content): GuestFile => {
  if (table !== undefined)
    return withHeading({ table, errors, notes: [], found: warnings }, findHeading(table))
  return {
    ...{
      table,
      heading: null,
      columns: [],
      errors,
      found: warnings,
      warnings,
      mapping: [],
    },
    isPasted: false,
    notes: [],
    rows: objects.map((row) => ({ ...row, cells: [] })),
    format: { ...DOORLIST, toColumns: (fields) => fields },
  }
}

const knownIn = ({ cells }: TableRow): number => new Set(cells.filter(isHeading).map(cleanCell)).size

/** Spreadsheets that opened a table as one column write each line of it as one cell. */
const withinCells = (content: Content): Content => {
  const { table = [] } = content
  if (table.length === 0 || table.some((row) => filled(row) > 1)) return content
  const text = table.map(({ cells }) => cells.find((cell) => !isEmpty(cell)) ?? '').join('\n')
  if (!/[,;\t|]/.test(text)) return content
  const inner = readContent(text)
  const isTable =
    inner.table?.length === table.length &&
    inner.errors.length === 0 &&
    inner.table.slice(0, MAX_TITLE_ROWS).some((row) => knownIn(row) > 1)
  return isTable
    ? {
        ...content,
        table: inner.table?.map((row, index) => ({ ...row, ...placeOf(table[index] ?? row) })) ?? [],
      }
    : content
}

/** Reads the text of a file. */
export const readGuestText = (text: string): GuestFile => toGuestFile(withinCells(readContent(text)))

const PASTED: Format = { ...DOORLIST, name: 'a list with a guest a line', toColumns: (fields) => fields }

/** Whether the text is a table or JSON: two columns are known, or it begins with a brace. */
const hasColumns = (text: string): boolean => {
  if (text.trimStart().startsWith('{')) return true
  if (/^\s*\[/.test(text)) return false
  const { table = [] } = readContent(text)
  return table
    .slice(0, MAX_TITLE_ROWS)
    .some(({ cells }) => new Set(cells.filter(isHeading).map((cell) => cell.trim())).size > 1)
}

/** Reads what people wrote: a guest a line, or a table if two of its columns are known. */
export const readPastedText = (text: string): GuestFile => {
  if (text.trim() !== '' && hasColumns(text)) return readGuestText(text)
  const { guests, warnings, errors } = readPastedList(text)
  return {
    ...{ table: undefined, heading: null, columns: [], mapping: [] },
    notes: [],
    rows: guests.map((guest) => ({ ...guest, cells: [] })),
    ...{ errors, found: warnings, warnings, format: PASTED, isPasted: true },
  }
}
