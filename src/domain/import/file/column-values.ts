// What a row of a list has for a meaning, of the columns that have it. Several can be the same, for forms and
// shops ask twice: the first with a value counts. Others are parts, such as row and seat, and count together.
import { isLeftOut, partOf, saysWhen } from './heading-words.ts'
import { countsRows, type ListColumn, type Meaning } from './headings.ts'
import { hasAddress, isNothing, readCompanions, readCount } from './table/cells.ts'
import { DOWNLOAD_ONLY } from './table/rows.ts'
import { readState, readWhether } from './table/states.ts'
import { cellAs } from './workbook/cell-as.ts'

/** A row of the list. */
type Row = Parameters<typeof cellAs>[1]

/** The columns of a list: what each is, and which part of it. */
export type Mapped = {
  columns: readonly ListColumn[]
  mapping: readonly (Meaning | '')[]
  parts: readonly (string | undefined)[]
  /** The columns of each meaning. */
  indexes: ReadonlyMap<Meaning, readonly number[]>
}

export const mapColumns = (columns: readonly ListColumn[], mapping: Mapped['mapping']): Mapped => {
  const indexes = new Map<Meaning, number[]>()
  for (const [index, meaning] of mapping.entries()) {
    if (meaning !== '') indexes.set(meaning, [...(indexes.get(meaning) ?? []), index])
  }
  const parts = columns.map(({ name }, index) => partOf(mapping[index] ?? '', name))
  return { columns, mapping, parts, indexes }
}

/** Whether a column has the whole of a value. */
export const hasWhole = (meaning: Meaning, { parts, indexes }: Mapped): boolean =>
  indexes.get(meaning)?.some((index) => parts[index] === undefined) ?? false

type Cell = { index: number; name: string; part: string | undefined; value: string }

/** The cells of a row that have a meaning, without empty ones. */
const cellsFor = (meaning: Meaning, row: Row, { columns, parts, indexes }: Mapped): Cell[] =>
  (indexes.get(meaning) ?? []).flatMap((index) => {
    const value = cellAs(meaning, row, index).trim()
    if (isNothing(meaning, value)) return []
    return { index, name: columns[index]?.name ?? '', part: parts[index], value }
  })

/** The cell that counts of those with the same part. */
const firstOf = (meaning: Meaning, cells: readonly Cell[], part: string | undefined): Cell | undefined => {
  const same = cells.filter((cell) => cell.part === part)
  const address = meaning === 'holderEmail' ? same.find(({ value }) => hasAddress(value)) : undefined
  return address ?? same[0]
}

/** The parts of a value, each once. */
const partsOf = (meaning: Meaning, cells: readonly Cell[]): Cell[] =>
  cells.filter((cell) => cell.part !== undefined && firstOf(meaning, cells, cell.part) === cell)

/** A seat by its parts: `Row F, Seat 12`. */
const describeSeat = (cells: readonly Cell[]): string =>
  cells
    .map(({ name, value }) => {
      const label = name.replaceAll('_', ' ').replace(/\s(?:number|num|no|nr|nummer|#)\.?$/i, '')
      const hasLabel = ` ${value} `.toLowerCase().includes(` ${label.toLowerCase()} `)
      return hasLabel ? value : `${label} ${value}`
    })
    .join(', ')

/** How many people the parts are together; undefined if nobody can tell. */
const sumOf = (cells: readonly Cell[]): number | undefined => {
  const counts = cells.map(({ value }) =>
    readCompanions(value) === 0 ? 0 : Number(readCount(value) ?? Number.NaN),
  )
  const sum = counts.reduce((all, one) => all + one, 0)
  return Number.isNaN(sum) ? undefined : sum
}

/** The number of people by its parts. What does not add up stays as it is, and is no number. */
const countPeople = (whole: string | undefined, cells: readonly Cell[]): string => {
  const sum = sumOf(cells)
  const text = cells.map(({ value }) => value).join(' + ')
  if (whole === undefined) return sum === undefined ? text : String(sum)
  return readCount(whole) === String(sum) ? whole : `${whole}, ${text}`
}

/** What happened to a ticket, by columns such as `Cancelled`; '' if nothing did. */
const whatHappened = (cells: readonly Cell[]): string => {
  const said = cells.map(({ name, part, value }) => {
    const isSo = readWhether(value, saysWhen(name))
    if (isSo !== undefined) return isSo ? part : ''
    return readState(value)?.status === 'Valid' ? '' : value
  })
  return said.find((word) => word) ?? ''
}

/** The value of a row for a meaning. Undefined without a column. */
export const valueFor = (meaning: Meaning, row: Row, mapped: Mapped): string | undefined => {
  const cells = cellsFor(meaning, row, mapped)
  const whole = firstOf(meaning, cells, undefined)?.value
  const parts = partsOf(meaning, cells)
  if (meaning === 'quantity' && parts.length > 0) return countPeople(whole, parts)
  if (meaning === 'status' && parts.length > 0) return whatHappened(parts) || whole || ''
  if (whole !== undefined) return whole
  if (meaning === 'seatLabel' && parts.length > 0) {
    const named = new Set(mapped.indexes.get(meaning)?.map((index) => mapped.parts[index]))
    return named.size === 1 ? parts[0]?.value : describeSeat(parts)
  }
  return mapped.indexes.has(meaning) ? '' : undefined
}

/** A part of a value, such as the prefix of a last name; '' without one. */
export const partFor = (meaning: Meaning, part: string, row: Row, mapped: Mapped): string =>
  firstOf(meaning, cellsFor(meaning, row, mapped), part)?.value ?? ''

/** Whether a row has a value in a column that does not count in it. */
const skips = (row: Row, index: number, meaning: Meaning, mapped: Mapped): boolean => {
  const cells = cellsFor(meaning, row, mapped)
  const cell = cells.find((one) => one.index === index)
  // Names beside a number are those of its companions.
  if (cell === undefined || (meaning === 'plusOnes' && Array.isArray(readCompanions(cell.value))))
    return false
  const whole = meaning === 'seatLabel' ? firstOf(meaning, cells, undefined) : undefined
  return cell.value !== (whole ?? firstOf(meaning, cells, cell.part))?.value
}

type List = { columns: readonly ListColumn[]; rows: readonly Row[] }

/**
 * Columns with values that are not imported, because nobody says what they are or because another column of
 * the same kind counts. Numbers of rows and the times of a form are not missed.
 */
export const skippedColumns = ({ columns, rows }: List, mapping: Mapped['mapping']): string[] => {
  const mapped = mapColumns(columns, mapping)
  return columns
    .filter(({ name, values }, index) => {
      const meaning = mapping[index] ?? ''
      if (meaning === '') {
        return values.length > 0 && !DOWNLOAD_ONLY.includes(name) && !isLeftOut(name) && !countsRows(values)
      }
      const isAlone = mapped.indexes.get(meaning)?.length === 1
      return !isAlone && rows.some((row) => skips(row, index, meaning, mapped))
    })
    .map(({ name }) => name)
}
