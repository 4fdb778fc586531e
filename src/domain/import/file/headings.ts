// What the columns of a list are, by their headings and values: Doorlist's own names, and those that people
// write and forms ask.
import {
  BUYER_WORDS,
  HEADING_WORDS,
  isLeftOut,
  normalForms,
  PART_WORDS,
  partOf,
  SEATS,
  saysWhen,
} from './heading-words.ts'
import { hasAddress, isNothing, readCount } from './table/cells.ts'
import { COLUMNS, type Column, ruleOf } from './table/columns.ts'
import { DOWNLOAD_ONLY, ROW_FIELDS } from './table/rows.ts'
import { readState, readWhether } from './table/states.ts'

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
export const countsRows = (values: readonly string[]): boolean => values.length > 1 && isCounting(values)

/** Headings of numbers that are printed on tickets, whatever they are. */
const OF_TICKETS = /ticket|karte|kaart|bil+[eij]|entrada|boleto|ingresso/i

/** Headings of what tickets there are, or of how many. */
const OF_SEVERAL =
  /^(tickets|karten|billets|entradas|boletos|biglietti|bilety|bilhetes|ingressos|kaarten|biljetter|billett?er)$/i

/** What a ticket costs, in a column such as "Tarif". */
const PRICE = /^(\p{Sc}\s?\d[\d.,]*|\d[\d.,]*\s?(\p{Sc}|[A-Z]{3})|\d+[.,]\d\d)$/u

/** The numbers of tickets, in a column such as "Billet". */
const areNumbers = (values: readonly string[]): boolean =>
  values.length > 1 && new Set(values).size === values.length && values.every((value) => /^\d+$/.test(value))

const isReadable = (column: Column, values: readonly string[]): boolean =>
  values.every((value) => ruleOf(column).read(value) !== undefined)

const NAMES: readonly Meaning[] = ['attendeeName', 'firstName', 'lastName']

const MAX_SMALL = 99
const isSmall = (value: string): boolean => Number(readCount(value) ?? Number.NaN) <= MAX_SMALL

const isSeats = (heading: string): boolean => normalForms(heading).some((form) => SEATS.test(form))

/** The seats of a row of a list are few. Their numbers differ. */
const MAX_FEW = 10
const isFew = (value: string): boolean => Number(readCount(value) ?? Number.NaN) <= MAX_FEW
const areCounts = (values: readonly string[]): boolean =>
  values.every(isFew) && (values.length === 0 || new Set(values).size < values.length)

/** Whether a number of guests does not count the guest of the row, since some rows have none. */
const countsOthers = (meaning: Meaning, heading: string, values: readonly string[]): boolean =>
  meaning === 'quantity' &&
  partOf(meaning, heading) === undefined &&
  /guest|bring|g[aä](ste|st)|gæst|gjest|invit|go[sś][cć]|ospit|convid/i.test(heading) &&
  values.some((value) => Number(readCount(value) ?? Number.NaN) === 0)

/** Whether the names are the numbers of orders, as a shop has them: `#1001`. */
const isOrder = (meaning: Meaning, values: readonly string[]): boolean =>
  meaning === 'attendeeName' && values.length > 0 && values.every((value) => /^#\d+$/.test(value))

/** Whether the values can be that. People use the same headings for other things. */
const canBe = (meaning: Meaning, heading: string, values: readonly string[]): boolean => {
  switch (meaning) {
    case 'quantity':
      if (isSeats(heading)) return areCounts(values)
      return OF_SEVERAL.test(heading.trim())
        ? values.length > 0 && values.every(isSmall)
        : values.length === 0 || values.some((value) => readCount(value) !== undefined)
    case 'seatLabel':
      return !isSeats(heading) || isCounting(values) || !values.every(isFew)
    case 'ticketNumber':
      return OF_TICKETS.test(heading) || !isCounting(values)
    case 'ticketTypeName':
      return values.length === 0 || !(values.every((value) => PRICE.test(value)) || areNumbers(values))
    case 'session':
      return isReadable('id', values)
    case 'status':
      // In English the heading of who is there.
      if (/^present$/i.test(heading.trim())) return false
      if (partOf(meaning, heading) !== undefined)
        return values.every(
          (value) => readWhether(value, saysWhen(heading)) !== undefined || readState(value) !== undefined,
        )
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

const WORDS: typeof HEADING_WORDS = [
  ...HEADING_WORDS,
  ...PART_WORDS.map(([meaning, , words]) => [meaning, words] as const),
]

const meaningsOf = ({ name }: ListColumn): Meaning[] => {
  const heading = name.trim()
  if (OWN.has(heading) && heading !== 'id') return [heading as Meaning]
  return isLeftOut(heading) ? [] : meaningsIn(heading, WORDS)
}

/** Whether an import knows this as a heading. Rows of guests say `Adult`, `Male` or `Cancelled`, too. */
export const isKnownHeading = (heading: string): boolean =>
  DOWNLOAD_ONLY.includes(heading.trim()) ||
  isLeftOut(heading) ||
  (meaningsOf({ name: heading, values: [] }).length > 0 &&
    partOf('quantity', heading) === undefined &&
    partOf('status', heading) === undefined) ||
  meaningsIn(heading, BUYER_WORDS).length > 0

/** The columns whose heading is a part of a value: each only if the others are there, too. */
const withParts = (columns: readonly ListColumn[], mapping: readonly (Meaning | '')[]): (Meaning | '')[] => {
  const parts = columns.map(({ name }, index) => partOf(mapping[index] ?? '', name))
  const has = (...some: string[]) => some.every((part) => parts.includes(part))
  const isBySex = has('men', 'women') || has('men', 'girls')
  const kinds = new Set(parts.filter((_, index) => mapping[index] === 'quantity'))
  const isCounted = kinds.has(undefined) || mapping.includes('plusOnes')
  kinds.delete(undefined)
  // Adults alone may be a part of the number that another column has.
  const countsAll = has('adults') ? kinds.size > 1 || !isCounted : isBySex
  const seats = mapping.filter((meaning) => meaning === 'seatLabel').length
  const isInRow = has('row') || has('tier')
  const isSeated = isInRow || has('seat') || has('table')
  return columns.map(({ name, values }, index) => {
    const [meaning = '', part] = [mapping[index], parts[index]]
    if (meaning === '' && isSeated && partOf('seatLabel', name) === 'section') return 'seatLabel'
    if (isInRow && isSeats(name)) return 'seatLabel'
    if (meaning === 'quantity' && part !== undefined) {
      // Men and women may be the adults of another column.
      const isOther = has('adults') && (part === 'men' || part === 'women')
      return countsAll && !isOther ? meaning : ''
    }
    // Numbers of rows of the list.
    return part === 'row' && seats === 1 && countsRows(values) ? '' : meaning
  })
}

/**
 * What the columns probably are. Several can be the same, or parts of one value. A second column of addresses
 * has some.
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
  const all = withParts(columns, mapping)
  // Who buys is the guest where nobody else is named.
  return NAMES.some((name) => given.has(name))
    ? all
    : columns.map(({ name }, index) => all[index] || (meaningsIn(name, BUYER_WORDS)[0] ?? ''))
}
