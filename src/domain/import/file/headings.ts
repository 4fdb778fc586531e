// What the columns of a list are, by their headings and values: Doorlist's own names, and those that people
// write and forms ask.
import { BUYER_WORDS, HEADING_WORDS, isLeftOut, normalForms } from './heading-words.ts'
import { addressesIn, isNothing, readCompanions, readCount } from './table/cells.ts'
import { COLUMNS, type Column, ruleOf } from './table/columns.ts'
import { DOWNLOAD_ONLY, ROW_FIELDS } from './table/rows.ts'
import { readState } from './table/states.ts'
import { cellAs } from './workbook/cell-as.ts'

/** What a column can be. `firstName` and `lastName` make the name together. */
export type Meaning = Column | (typeof ROW_FIELDS)[number] | 'firstName' | 'lastName'

/** In the order in which people need them, the others at the end. Ids are for programs. */
export const MEANINGS = [
  ...new Set<Meaning>([
    ...(['attendeeName', 'firstName', 'lastName', 'plusOnes', 'quantity', 'holderEmail'] as const),
    ...(['ticketTypeName', 'note', 'flag', 'reference', 'ticketNumber', 'code'] as const),
    ...COLUMNS,
    'session',
  ]),
].filter((meaning) => meaning !== 'id' && meaning !== 'currentHolderId')

/** A row of the list. */
type Row = Parameters<typeof cellAs>[1]

/** A column: its heading, and its values without empty ones. */
export type ListColumn = {
  name: string
  values: readonly string[]
  /** Numbers of a workbook differ by what the column is. */
  valuesAs?: (meaning: Meaning) => readonly string[]
}

const OWN: ReadonlySet<string> = new Set([...COLUMNS, ...ROW_FIELDS])

const isCounting = (values: readonly string[]): boolean =>
  values.length > 0 && values.every((value, index) => Number(value) === index + 1)

/** Numbers of rows, such as 1, 2, 3. They say nothing about a ticket. */
const countsRows = (values: readonly string[]): boolean => values.length > 1 && isCounting(values)

/** Headings of numbers that are printed on tickets, whatever they are. */
const OF_TICKETS = /ticket|karte|kaart|bil+[eij]|entrada|boleto|ingresso/i

/** Headings of what tickets there are, or of how many. */
const OF_SEVERAL =
  /^(tickets|karten|billets|entradas|boletos|biglietti|bilety|bilhetes|ingressos|kaarten|biljetter|billett?er)$/i

/** What a ticket costs, in a column such as "Tarif". */
const PRICE = /^(\p{Sc}\s?\d[\d.,]*|\d[\d.,]*\s?(\p{Sc}|[A-Z]{3})|\d+[.,]\d\d)$/u

const isReadable = (column: Column, values: readonly string[]): boolean =>
  values.every((value) => ruleOf(column).read(value) !== undefined)

const NAMES: readonly Meaning[] = ['attendeeName', 'firstName', 'lastName']

const MAX_SMALL = 99
const isSmall = (value: string): boolean => Number(readCount(value) ?? Number.NaN) <= MAX_SMALL

/** Whether a number of guests does not count the guest of the row, since some rows have none. */
const countsOthers = (meaning: Meaning, heading: string, values: readonly string[]): boolean =>
  meaning === 'quantity' &&
  /guest|bring|g[aä](ste|st)|gæst|gjest|invit|go[sś][cć]|ospit|convid/i.test(heading) &&
  values.some((value) => Number(readCount(value) ?? Number.NaN) === 0)

/** Whether the names are the numbers of orders, as a shop has them: `#1001`. */
const isOrder = (meaning: Meaning, values: readonly string[]): boolean =>
  meaning === 'attendeeName' && values.length > 0 && values.every((value) => /^#\d+$/.test(value))

const hasAddress = (value: string): boolean => addressesIn(value).length > 0

/** Whether the values can be that. People use the same headings for other things. */
const canBe = (meaning: Meaning, heading: string, values: readonly string[]): boolean => {
  switch (meaning) {
    case 'quantity':
      return OF_SEVERAL.test(heading.trim())
        ? values.length > 0 && values.every(isSmall)
        : values.length === 0 || values.some((value) => readCount(value) !== undefined)
    case 'ticketNumber':
      return OF_TICKETS.test(heading) || !isCounting(values)
    case 'ticketTypeName':
      return values.length === 0 || !values.every((value) => PRICE.test(value))
    case 'session':
      return isReadable('id', values)
    case 'status':
      return isReadable(meaning, values) || (values.length > 0 && values.every(readState))
    case 'flag':
    case 'checkedInAt':
    case 'transferCount':
    case 'currentHolderId':
      return isReadable(meaning, values)
    default:
      return true
  }
}

const meaningsIn = (heading: string, list: typeof HEADING_WORDS): Meaning[] => {
  for (const form of normalForms(heading)) {
    const found = list.filter(([, words]) => words.test(form)).map(([meaning]) => meaning)
    if (found.length > 0) return found
  }
  return []
}

const meaningsOf = ({ name }: ListColumn): Meaning[] => {
  const heading = name.trim()
  if (OWN.has(heading) && heading !== 'id') return [heading as Meaning]
  return isLeftOut(heading) ? [] : meaningsIn(heading, HEADING_WORDS)
}

/** Whether this is the heading of a column that an import knows. */
export const isKnownHeading = (heading: string): boolean =>
  DOWNLOAD_ONLY.includes(heading.trim()) ||
  isLeftOut(heading) ||
  meaningsOf({ name: heading, values: [] }).length > 0 ||
  meaningsIn(heading, BUYER_WORDS).length > 0

/**
 * What the columns probably are. Several can be the same, for forms and shops ask twice: in each row the
 * first that has a value counts. A second column of addresses has some.
 */
export const guessMeanings = (columns: readonly ListColumn[]): (Meaning | '')[] => {
  const given = new Set<Meaning>()
  const mapping = columns.map((column): Meaning | '' => {
    const valuesAs = (meaning: Meaning) =>
      (column.valuesAs?.(meaning) ?? column.values).filter((value) => !isNothing(meaning, value))
    const meanings = meaningsOf(column)
      .map((one) => (countsOthers(one, column.name, valuesAs(one)) ? 'plusOnes' : one))
      .map((one) => (isOrder(one, valuesAs(one)) ? 'reference' : one))
      .filter((one) => canBe(one, column.name, valuesAs(one)))
    const meaning = meanings.find((one) => !given.has(one)) ?? meanings[0]
    if (meaning === undefined) return ''
    const isOther = meaning === 'holderEmail' && !valuesAs(meaning).some(hasAddress)
    if (given.has(meaning) && isOther) return ''
    given.add(meaning)
    return meaning
  })
  // Who buys is the guest where nobody else is named.
  return NAMES.some((name) => given.has(name))
    ? mapping
    : columns.map(({ name }, index) => mapping[index] || (meaningsIn(name, BUYER_WORDS)[0] ?? ''))
}

type List = { columns: readonly ListColumn[]; rows: readonly Row[] }

/**
 * Columns with values that are not imported, because nobody says what they are or because another column of
 * the same kind counts. Numbers of rows and the times of a form are not missed.
 */
export const skippedColumns = ({ columns, rows }: List, mapping: readonly (Meaning | '')[]): string[] =>
  columns
    .filter(({ name, values }, index) => {
      const meaning = mapping[index] ?? ''
      if (meaning === '') {
        return values.length > 0 && !DOWNLOAD_ONLY.includes(name) && !isLeftOut(name) && !countsRows(values)
      }
      if (mapping.indexOf(meaning) === index) return false
      return rows.some((row) => {
        const value = cellAs(meaning, row, index).trim()
        // Names beside a number are those of its companions.
        if (meaning === 'plusOnes' && Array.isArray(readCompanions(value))) return false
        return !isNothing(meaning, value) && value !== valueFor(meaning, row, mapping)
      })
    })
    .map(({ name }) => name)

/** The value of a row for a meaning: of the first of its columns that has one. Undefined without a column. */
export const valueFor = (
  meaning: Meaning,
  row: Row,
  mapping: readonly (Meaning | '')[],
): string | undefined => {
  const given = mapping.flatMap((one, index) => (one === meaning ? [cellAs(meaning, row, index).trim()] : []))
  const values = given.filter((value) => !isNothing(meaning, value))
  const address = meaning === 'holderEmail' ? values.find(hasAddress) : undefined
  return address ?? values[0] ?? (given.length > 0 ? '' : undefined)
}
