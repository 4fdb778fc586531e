// The sheets of a workbook: which of them have guests, and several read as one table.
import { filled, findHeading, type GuestFile, isEmpty, isHeading, withHeading } from './guest-file.ts'
import { partOf } from './heading-words.ts'
import type { Meaning } from './headings.ts'
import { hasGuests, toImportRows } from './import-rows.ts'
import { checkTable, type TableRow } from './read.ts'
import type { Finding, NumberCell, Sheet, SheetRow } from './workbook/sheet.ts'

/** A sheet as a person is asked for it. */
export type SheetInfo = {
  name: string
  isHidden: boolean
  hasGuests: boolean
  /** How many rows it has: of guests if it has any. */
  rows: number
}

/** `headingLine` is 0 if the sheet has no headings of its own. */
type ReadSheet = SheetInfo & { sheet: Sheet; file: GuestFile; headingLine: number }

const readAlone = (table: readonly TableRow[], heading = findHeading(table)): GuestFile =>
  withHeading({ table, errors: [], notes: [], found: [] }, heading)

/** Whether it has known headings, with a guest below them. */
const isOfGuests = (file: GuestFile): boolean => {
  const { table = [], heading, format, rows, mapping } = file
  if (format !== undefined) return rows.length > 0
  if (heading === null || !table[heading]?.cells.some(isHeading)) return false
  return hasGuests(toImportRows(file, { mapping, typeName: '', scope: {}, without: new Set() }).rows)
}

/** The columns that tell who comes. */
const identifying = ({ mapping }: GuestFile): number[] =>
  mapping.flatMap((meaning, index) =>
    ['attendeeName', 'firstName', 'lastName', 'holderEmail', 'ticketNumber', 'code'].includes(meaning)
      ? [index]
      : [],
  )

/** Whether a row without headings has the columns of another sheet. */
const continues = (row: TableRow, file: GuestFile): boolean => {
  const { columns, mapping } = file
  const has = (index: number) => !isEmpty(row.cells[index] ?? '')
  const email = mapping.indexOf('holderEmail')
  return (
    identifying(file).some(has) &&
    filled(row) >= Math.min(columns.length, 2) &&
    row.cells.findLastIndex((cell) => !isEmpty(cell)) < columns.length &&
    (email === -1 || !has(email) || (row.cells[email] ?? '').includes('@'))
  )
}

const MIN_CONTINUING = 2

/** What stands beside values on a sheet that tells about the event. */
const LABEL =
  /^(?:events?|dates?|venue|location|time|doors|start|end|contact|organi[sz]er|version|exported|veranstaltung|datum|ort|uhrzeit|einlass|beginn|ende|événement|lieu|heure|evento|fecha|lugar|hora|data|luogo|ora|wydarzenie|miejsce|godzina|evenement|locatie|tijd|evenemang|plats|tid|sted)\s*:?$/iu
const hasLabels = (table: readonly TableRow[]): boolean =>
  table.some(({ cells }) => LABEL.test(cells.find((cell) => !isEmpty(cell))?.trim() ?? ''))

const readSheets = (sheets: readonly Sheet[]): ReadSheet[] => {
  const read = sheets.map((sheet): ReadSheet => {
    const table = sheet.rows.filter((row) => filled(row) > 0)
    const file = readAlone(table)
    const isFound = isOfGuests(file)
    const rows = isFound ? file.rows.length : table.length
    const headingLine = file.heading === null ? 0 : (file.table?.[file.heading]?.line ?? 0)
    return { sheet, name: sheet.name, isHidden: sheet.isHidden, hasGuests: isFound, rows, file, headingLine }
  })
  const known = read.filter((one) => one.hasGuests && one.file.format === undefined)
  return read.map((one) => {
    if (one.hasGuests) return one
    const { table = [] } = one.file
    const like = known.find(
      ({ file }) => !hasLabels(table) && table.filter((row) => continues(row, file)).length >= MIN_CONTINUING,
    )
    const headings = like?.file.table?.[like.file.heading ?? 0]
    if (headings === undefined) return one
    return { ...one, hasGuests: true, file: readAlone([headings, ...table], 0), headingLine: 0 }
  })
}

/** A row with its cells in the columns of all sheets. Those beside the headings stay beside them. */
const placeRow = (
  { cells, numbers, ...row }: TableRow,
  { columns, width, sheet }: { columns: readonly number[]; width: number; sheet: string },
): TableRow => {
  const placed = Array.from({ length: width }, () => '')
  const placedNumbers = new Map<number, NumberCell>()
  for (const [index, cell] of cells.entries()) {
    const column = columns[index] ?? width + index
    if (column >= width && isEmpty(cell)) continue
    while (placed.length <= column) placed.push('')
    placed[column] = cell
    const number = numbers?.get(index)
    if (number !== undefined) placedNumbers.set(column, number)
  }
  return { ...row, sheet, cells: placed, ...(placedNumbers.size > 0 && { numbers: placedNumbers }) }
}

/** Several sheets as one table. The order and the names of their columns may differ. */
const merge = (chosen: readonly ReadSheet[]): GuestFile => {
  const [first] = chosen
  const format = first?.file.format
  const headingsOf = ({ table, heading }: GuestFile) =>
    heading === null ? undefined : table?.[heading]?.cells
  const odd = chosen.find(
    ({ file, hasGuests }) =>
      file.format?.name !== format?.name ||
      (!hasGuests && headingsOf(file)?.join('\n') !== (first && headingsOf(first.file)?.join('\n'))),
  )
  if (odd !== undefined) {
    throw new Error(`The sheet ${odd.name} has other columns than the others. Import it on its own.`)
  }
  const names: string[] = []
  const mapping: (Meaning | '')[] = []
  const byKey = new Map<string, number>()
  const columnsOf = (file: GuestFile): number[] => {
    const seen = new Map<string, number>()
    return file.columns.map(({ name }, index) => {
      const meaning = format === undefined ? (file.mapping[index] ?? '') : ''
      const kind = meaning === '' ? `heading ${name}` : `meaning ${meaning} ${partOf(meaning, name)}`
      const time = seen.get(kind) ?? 0
      seen.set(kind, time + 1)
      const key = `${time} ${kind}`
      if (!byKey.has(key)) {
        byKey.set(key, names.length)
        names.push(name)
        mapping.push(meaning)
      }
      return byKey.get(key) as number
    })
  }
  const placed = chosen.map((one) => ({ ...one, columns: columnsOf(one.file) }))
  const rows = placed.flatMap(({ name, columns, file: { table = [], heading } }) =>
    table
      .slice((heading ?? -1) + 1)
      .map((row) => placeRow(row, { columns, width: names.length, sheet: name })),
  )
  const file = readAlone([{ line: 1, cells: names }, ...rows], 0)
  return format === undefined ? { ...file, mapping } : file
}

/** A sheet as it is named to people. */
export const describeSheet = ({ name, isHidden, rows }: SheetInfo): string =>
  `${name}${isHidden ? ' (hidden)' : ''}, ${rows} ${rows === 1 ? 'row' : 'rows'}`

/** Why no sheet of a workbook can be chosen by a person who sees none of them. */
export const describeHidden = (sheets: readonly SheetInfo[]): string =>
  `The sheets with rows are hidden: ${sheets.map(describeSheet).join('; ')}.`

const MAX_LINES = 10

/** Where rows are: "line 3", or "lines 3, 4 of VIP". */
const describeLines = (found: readonly { name: string; lines: readonly number[] }[]): string =>
  found
    .filter(({ lines }) => lines.length > 0)
    .map(({ name, lines: all }) => {
      const lines = [...new Set(all)]
      const more = lines.length > MAX_LINES ? ' …' : ''
      const listed = `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, MAX_LINES).join(', ')}${more}`
      return found.length === 1 ? listed : `${listed} of ${name}`
    })
    .join('; ')

/** What is said of cells, of one or of several. */
const FINDINGS: Readonly<Record<Finding, readonly [one: string, several: string]>> = {
  error: [
    'cell with an error, such as #N/A, is read as empty',
    'cells with an error, such as #N/A, are read as empty',
  ],
  noResult: [
    'cell has a formula without its result, and is read as empty. Open and save the file in a spreadsheet first',
    'cells have a formula without its result, and are read as empty. Open and save the file in a spreadsheet first',
  ],
  merged: ['merged cell has the value of the cell above', 'merged cells have the value of the cell above'],
}

/** What would otherwise be read, or left out, without a word. */
const notesOf = (chosen: readonly ReadSheet[], others: readonly ReadSheet[]): string[] => {
  const describe = (
    times: (row: SheetRow) => number,
    [one, several]: readonly [string, string],
  ): string[] => {
    const found = chosen.map(({ name, sheet, headingLine }) => {
      const rows = sheet.rows.filter(({ line }) => line > headingLine)
      return { name, lines: rows.flatMap((row) => Array.from({ length: times(row) }, () => row.line)) }
    })
    const count = found.reduce((sum, { lines }) => sum + lines.length, 0)
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several} (${describeLines(found)})`]
  }
  return [
    ...(others.length > 0 ? [`not read: ${others.map(describeSheet).join('; ')}`] : []),
    ...describe(
      (row) => (row.isHidden && filled(row) > 0 ? 1 : 0),
      ['hidden row is read like the others', 'hidden rows are read like the others'],
    ),
    ...Object.entries(FINDINGS).flatMap(([finding, texts]) =>
      describe(({ found }) => found?.[finding as Finding] ?? 0, texts),
    ),
  ]
}

/** Sheets of a workbook have different names, ignoring case. */
const fold = (name: string): string => name.trim().toLowerCase()

/** The sheets of a workbook. `file` is undefined if a person must choose. */
export type Sheets = {
  file: GuestFile | undefined
  /** Those with rows. */
  sheets: readonly SheetInfo[]
  /** Those that a person chooses from; none if all are hidden. */
  choice: readonly SheetInfo[]
  /**
   * Reads sheets by their names: of several, each row knows its sheet.
   *
   * @throws Error if a sheet does not exist, is empty or does not fit the others; the message is for people
   */
  choose(names: readonly string[]): GuestFile
}

/** @throws Error if there are no rows; the message is for people */
export const chooseSheets = (workbook: readonly Sheet[]): Sheets => {
  const sheets = readSheets(workbook).filter(({ rows, hasGuests }) => rows > 0 || hasGuests)
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  const withGuests = shown.filter((sheet) => sheet.hasGuests)
  const choice = withGuests.length > 0 ? withGuests : shown
  if (sheets.length === 0) throw new Error('The file is empty.')
  const take = (chosen: readonly ReadSheet[]): GuestFile => {
    const [only] = chosen
    const file = chosen.length > 1 ? merge(chosen) : (only as ReadSheet).file
    checkTable(file.table ?? [])
    const others = sheets.filter((sheet) => !chosen.includes(sheet))
    return { ...file, notes: notesOf(chosen, others) }
  }

  const choose = (names: readonly string[]): GuestFile => {
    const named = new Set(names.map(fold))
    const chosen = sheets.filter(({ name }) => named.has(fold(name)))
    const missing = names.find((name) => !chosen.some((sheet) => fold(sheet.name) === fold(name)))
    if (missing !== undefined) {
      const isThere = workbook.some(({ name }) => fold(name) === fold(missing))
      throw new Error(
        isThere
          ? `The sheet ${missing} is empty.`
          : `There is no sheet ${missing}. There are: ${sheets.map(describeSheet).join('; ')}.`,
      )
    }
    const file = take(chosen)
    // The name of a sheet says something where it stands beside others.
    if (chosen.length > 1 || new Set([...choice, ...chosen]).size === 1) return file
    const table = file.table?.map((row) => ({ ...row, sheet: chosen[0]?.name ?? '' })) ?? []
    return withHeading({ ...file, table }, file.heading)
  }

  // Guests may be on a sheet that is hidden while what is shown only explains it.
  const isSure = choice.length === 1 && (withGuests.length > 0 || !sheets.some((sheet) => sheet.hasGuests))
  return { file: isSure ? take(choice) : undefined, sheets, choice, choose }
}
