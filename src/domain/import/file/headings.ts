// What the columns of a list are, by their headings and values: Doorlist's own names, and those that people
// write in English, German, French, Spanish and Polish.
import { COLUMNS, type Column, ruleOf } from './table/columns.ts'
import { DOWNLOAD_ONLY, ROW_FIELDS } from './table/rows.ts'

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

/** The first one that fits counts. Headings are compared without case, accents and signs. */
const HEADINGS: readonly [Meaning, RegExp | undefined][] = [
  ['firstName', /^(first|given|fore|vor|ruf)_?names?$|^prenoms?$|^nombres?$|^imie$/],
  ['lastName', /^(last|family|sur|nach|familien)_?names?$|^nom(_de_famille)?$|^apellidos?$|^nazwisko$/],
  [
    'plusOnes',
    /^plus_?(1|n|ones?)$|^\+_?[1n]$|^guests?_of_guests?$|^(extra|additional)_guests$|^companions?$|^(anzahl_)?begleit(er|ung(en)?|person(en)?)$|^(nombre_d_)?accompagnants?$|^(numero_de_)?acompanantes?$|^(liczba_)?os(oby|ob)_towarzysz(ace|acych)$/,
  ],
  [
    'quantity',
    /^(quantity|qty|persons|people|pax|guests|number_of_(guests|people|persons)|(anzahl_)?personen|anzahl|gaste|nombre_de_personnes|invites|numero_de_personas|invitados|liczba_osob|goscie)$/,
  ],
  ...COLUMNS.map((column): [Meaning, RegExp | undefined] => [column, ruleOf(column).heading]),
]

const normalize = (heading: string): string =>
  heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replace(/[^\p{L}\p{N}+]+/gu, '_')
    .replace(/^_|_$/g, '')

/** Numbers of rows, such as 1, 2, 3. They say nothing about a ticket. */
const countsRows = (values: readonly string[]): boolean =>
  values.length > 1 && values.every((value, index) => Number(value) === index + 1)

const isReadable = (column: Column, values: readonly string[]): boolean =>
  values.every((value) => ruleOf(column).read(value) !== undefined)

/** Whether the values can be that. People use the same headings for other things. */
const canBe = (meaning: Meaning, values: readonly string[]): boolean => {
  switch (meaning) {
    case 'plusOnes':
    case 'quantity':
      return values.length === 0 || values.some((value) => /^\+?\d+$/.test(value))
    case 'ticketNumber':
      return !countsRows(values)
    case 'session':
      return isReadable('id', values)
    case 'status':
    case 'flag':
    case 'checkedInAt':
    case 'transferCount':
    case 'currentHolderId':
      return isReadable(meaning, values)
    default:
      return true
  }
}

const meaningsOf = ({ name }: ListColumn): Meaning[] => {
  const heading = name.trim()
  if (OWN.has(heading) && heading !== 'id') return [heading as Meaning]
  const normal = normalize(heading)
  return HEADINGS.filter(([, pattern]) => pattern?.test(normal)).map(([meaning]) => meaning)
}

/** Whether this is the heading of a column that an import knows. */
export const isKnownHeading = (heading: string): boolean =>
  DOWNLOAD_ONLY.includes(heading.trim()) || meaningsOf({ name: heading, values: [] }).length > 0

/** What the columns probably are. Each meaning is given once; '' is none. */
export const guessMeanings = (columns: readonly ListColumn[]): (Meaning | '')[] => {
  const given = new Set<Meaning>()
  return columns.map((column) => {
    const meaning = meaningsOf(column).find(
      (one) => !given.has(one) && canBe(one, column.valuesAs?.(one) ?? column.values),
    )
    if (meaning === undefined) return ''
    given.add(meaning)
    return meaning
  })
}

/** Columns with values that are not imported, and that are not numbers of rows. */
export const skippedColumns = (
  columns: readonly ListColumn[],
  mapping: readonly (Meaning | '')[],
): string[] =>
  columns
    .filter(
      ({ name, values }, index) =>
        mapping[index] === '' && values.length > 0 && !DOWNLOAD_ONLY.includes(name) && !countsRows(values),
    )
    .map(({ name }) => name)
