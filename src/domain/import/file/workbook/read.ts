// Reads a workbook (.xlsx, ECMA-376): the rows of its sheets, as they are shown.
import { type NumberFormat, numberFormat, readNumber, showText } from './numbers.ts'
import { MAX_WORKBOOK_BYTES, Parts, TooLargeError } from './parts.ts'
import type { Finding, NumberCell, Sheet, SheetRow } from './sheet.ts'
import { readXml } from './xml.ts'

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** Excel writes characters that XML cannot have as _x000D_. */
const decodeEscapes = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

/** The texts that cells name by their index. */
const readSharedStrings = (xml: string): string[] => {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isPhonetic = false
  readXml(xml, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') isPhonetic = true
      else if (name === 't') isText = !isPhonetic
    },
    close(name) {
      if (name === 'si') strings.push(decodeEscapes(text))
      else if (name === 'rPh') isPhonetic = false
      else if (name === 't') isText = false
    },
    text(part) {
      if (isText) text += part
    },
  })
  return strings
}

/** How numbers are shown, by the index of the style that cells name. */
const readFormats = (xml: string): NumberFormat[] => {
  const custom = new Map<number, string>()
  const ids: number[] = []
  let list = ''
  readXml(xml, {
    open(name, attribute) {
      if (name === 'numFmts' || name === 'cellXfs') list = name
      else if (list === 'numFmts' && name === 'numFmt') {
        custom.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      } else if (list === 'cellXfs' && name === 'xf') ids.push(Number(attribute('numFmtId') ?? 0))
    },
    close(name) {
      if (name === list) list = ''
    },
  })
  return ids.map((id) => numberFormat(id, custom.get(id)))
}

type Context = {
  strings: readonly string[]
  formats: readonly NumberFormat[]
  is1904: boolean
  /** Takes what a sheet keeps from what the workbook may have. */
  spend: (bytes: number) => void
}

/** Of a place in a row. */
const CELL_BYTES = 8

type Cell = {
  column: number
  type: string
  style: number
  value: string
  text: string
  isFormula: boolean
}

type Shown = { shown: string; number?: NumberCell; finding?: Finding }

/** A day or a time in ISO 8601, as the strict kind of the format has them, in days since 30 December 1899. */
const toSerial = (iso: string, is1904: boolean): number => {
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  return (
    (Date.parse(/Z$|[+-]\d\d:\d\d$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`) - epoch) / 86_400_000
  )
}

const GENERAL = numberFormat(0)

const TRUE = { shown: 'TRUE', number: { code: 'TRUE', value: '1' } }
const FALSE = { shown: 'FALSE', number: { code: 'FALSE', value: '0' } }

const showCell = (
  { type, style, value, text, isFormula }: Cell,
  { strings, formats, is1904 }: Context,
): Shown => {
  const format = formats[style] ?? GENERAL
  switch (type) {
    case 's':
      return { shown: showText(strings[Number(value)] ?? '', format) }
    case 'inlineStr':
      return { shown: showText(decodeEscapes(text), format) }
    case 'str':
      return { shown: showText(decodeEscapes(value), format) }
    case 'b':
      return isTrue(value) ? TRUE : FALSE
    case 'e':
      return { shown: '', finding: 'error' }
    default: {
      const number = type === 'd' ? toSerial(value, is1904) : Number(value)
      if (value.trim() === '') return { shown: '', ...(isFormula && { finding: 'noResult' }) }
      if (Number.isNaN(number)) return { shown: value }
      return readNumber(number, format, is1904)
    }
  }
}

const MAX_COLUMNS = 16_384

/** The index of the column of B7, which is 1. */
const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of /^[A-Z]*/i.exec(reference.replaceAll('$', ''))?.[0].toUpperCase() ?? '') {
    column = column * 26 + letter.charCodeAt(0) - 64
  }
  if (column === 0 || column > MAX_COLUMNS) throw new Error(`No column: ${reference}`)
  return column - 1
}

/** The rows of a column that are one cell. */
type Merge = { column: number; first: number; last: number }

/** Undefined if it is wider than a column: a title, which stands for nothing below it. */
const readMerge = (reference: string): Merge | undefined => {
  const [from = '', to = ''] = reference.split(':')
  const [first, last] = [from, to].map((cell) => Number(/\d+$/.exec(cell)?.[0]))
  if (!first || !last || last <= first || columnOf(from) !== columnOf(to)) return undefined
  return { column: columnOf(from), first, last }
}

/**
 * Gives each row with values the text of its merged cells. Numbers are not repeated, because a number of
 * people would count twice.
 */
const fillMerged = (
  rows: readonly SheetRow[],
  merges: readonly Merge[],
  spend: Context['spend'],
): SheetRow[] => {
  const filled = new Map(rows.map((row) => [row.line, row]))
  for (const { column, first, last } of merges) {
    const top = filled.get(first)
    const text = top?.cells[column] ?? ''
    if (text === '' || top?.numbers?.has(column)) continue
    const below =
      last - first > rows.length
        ? rows.filter(({ line }) => line > first && line <= last).map(({ line }) => line)
        : Array.from({ length: last - first }, (_, index) => first + 1 + index)
    for (const line of below) {
      const row = filled.get(line)
      if (row === undefined || row.cells.every((cell) => cell.trim() === '')) continue
      const width = Math.max(row.cells.length, column + 1)
      spend(width * CELL_BYTES + text.length)
      const cells = Array.from({ length: width }, (_, at) => row.cells[at] ?? '')
      cells[column] = text
      const merged = (row.found?.merged ?? 0) + 1
      filled.set(line, { ...row, cells, found: { ...row.found, merged } })
    }
  }
  return rows.map((row) => filled.get(row.line) ?? row)
}

/** The rows of a sheet that have something. */
const readRows = (xml: string, context: Context): SheetRow[] => {
  const rows: SheetRow[] = []
  const merges: Merge[] = []
  let row: { line: number; isHidden: boolean; cells: string[] } = { line: 0, isHidden: false, cells: [] }
  let numbers = new Map<number, NumberCell>()
  let found: Partial<Record<Finding, number>> = {}
  let nextColumn = 0
  let cell: Cell | undefined
  let part: 'value' | 'text' | undefined
  let isPhonetic = false

  const endCell = (ended: Cell): void => {
    const { shown, number, finding } = showCell(ended, context)
    if (finding !== undefined) found[finding] = (found[finding] ?? 0) + 1
    // People leave spaces far from their list.
    if (shown.trim() === '' && number === undefined) return
    context.spend(Math.max(ended.column - row.cells.length, 0) * CELL_BYTES + shown.length)
    while (row.cells.length < ended.column) row.cells.push('')
    row.cells[ended.column] = shown
    if (number !== undefined) numbers.set(ended.column, number)
  }

  const endRow = ({ line, isHidden, cells }: typeof row): void => {
    const hasFindings = Object.keys(found).length > 0
    if (!hasFindings && numbers.size === 0 && cells.every((one) => one.trim() === '')) return
    rows.push({
      ...{ line, cells },
      ...(numbers.size > 0 && { numbers }),
      ...(isHidden && { isHidden }),
      ...(hasFindings && { found }),
    })
  }

  readXml(xml, {
    open(name, attribute) {
      if (name === 'row') {
        const given = Number(attribute('r'))
        row = { line: given > 0 ? given : row.line + 1, isHidden: isTrue(attribute('hidden')), cells: [] }
        numbers = new Map()
        found = {}
        nextColumn = 0
      } else if (name === 'c') {
        const reference = attribute('r')
        const column = reference === undefined ? nextColumn : columnOf(reference)
        nextColumn = column + 1
        const [type, style] = [attribute('t') ?? 'n', Number(attribute('s') ?? 0)]
        cell = { column, type, style, value: '', text: '', isFormula: false }
      } else if (name === 'f' && cell !== undefined) cell.isFormula = true
      else if (name === 'rPh') isPhonetic = true
      else if (name === 'v') part = 'value'
      else if (name === 't' && !isPhonetic) part = 'text'
      else if (name === 'mergeCell') {
        const merge = readMerge(attribute('ref') ?? '')
        if (merge !== undefined) merges.push(merge)
      }
    },
    close(name) {
      if (name === 'v' || name === 't') part = undefined
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'row') endRow(row)
      else if (name === 'c' && cell !== undefined) {
        endCell(cell)
        cell = undefined
      }
    },
    text(content) {
      if (cell !== undefined && part !== undefined) cell[part] += content
    },
  })
  return fillMerged(rows, merges, context.spend)
}

/** The names of the sheets, in their order, and where they are. */
const readSheetList = (xml: string) => {
  const sheets: { name: string; isHidden: boolean; relation: string }[] = []
  let is1904 = false
  readXml(xml, {
    open(element, attribute) {
      if (element === 'workbookPr') is1904 = isTrue(attribute('date1904'))
      if (element !== 'sheet') return
      // Very hidden sheets are shown by programs alone.
      const isHidden = ['hidden', 'veryHidden'].includes(attribute('state') ?? '')
      sheets.push({ name: attribute('name') ?? '', isHidden, relation: attribute('id') ?? '' })
    },
  })
  return { sheets, is1904 }
}

const readSheets = (bytes: Uint8Array, maxBytes: number): Sheet[] => {
  const parts = new Parts(bytes, maxBytes)
  const path = parts.relationsOf('').find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml'
  const { sheets, is1904 } = readSheetList(parts.read(path) ?? '')
  const relations = parts.relationsOf(path)
  const readOther = (type: string) => {
    const other = relations.find((relation) => relation.type === type)
    return (other && parts.read(other.path)) ?? '<none/>'
  }
  const strings = readSharedStrings(readOther('sharedStrings'))
  const formats = readFormats(readOther('styles'))
  if (sheets.length === 0) throw new Error('No sheets')
  return sheets.map(({ name, isHidden, relation }) => {
    const { path: sheetPath = '' } = relations.find(({ id }) => id === relation) ?? {}
    // A sheet of charts or macros has no rows, and perhaps no part.
    const xml = parts.read(sheetPath) ?? '<none/>'
    return {
      name,
      isHidden,
      rows: readRows(xml, { strings, formats, is1904, spend: (size) => parts.spend(size) }),
    }
  })
}

/**
 * @param maxBytes what its parts and the texts of its cells may have together
 * @throws Error if it is no workbook, or too large; the message is for people
 */
export const readWorkbook = (bytes: Uint8Array, maxBytes = MAX_WORKBOOK_BYTES): Sheet[] => {
  try {
    return readSheets(bytes, maxBytes)
  } catch (error) {
    if (error instanceof TooLargeError) throw error
    throw new Error('The file is no Excel workbook. Save it as .xlsx or CSV.', { cause: error })
  }
}
