// Reads a workbook (.xlsx, ECMA-376): the rows of its sheets, as they are shown.
import { type NumberFormat, numberFormat, readNumber } from './numbers.ts'
import { readPart, readRelations, TooLargeError } from './parts.ts'
import type { NumberCell, Sheet, SheetRow } from './sheet.ts'
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

type Context = { strings: readonly string[]; formats: readonly NumberFormat[]; is1904: boolean }

type Cell = { column: number; type: string; style: number; value: string; text: string }

type Shown = { shown: string; number?: NumberCell; isFailed?: true }

/** A day or a time in ISO 8601, as the strict kind of the format has them, in days since 30 December 1899. */
const toSerial = (iso: string, is1904: boolean): number => {
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  return (
    (Date.parse(/Z$|[+-]\d\d:\d\d$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`) - epoch) / 86_400_000
  )
}

const GENERAL = numberFormat(0)

const showCell = ({ type, style, value, text }: Cell, { strings, formats, is1904 }: Context): Shown => {
  switch (type) {
    case 's':
      return { shown: strings[Number(value)] ?? '' }
    case 'inlineStr':
      return { shown: decodeEscapes(text) }
    case 'str':
      return { shown: decodeEscapes(value) }
    case 'b':
      return { shown: isTrue(value) ? 'TRUE' : 'FALSE' }
    case 'e':
      return { shown: '', isFailed: true }
    default: {
      const number = type === 'd' ? toSerial(value, is1904) : Number(value)
      if (value.trim() === '' || Number.isNaN(number)) return { shown: value }
      return readNumber(number, formats[style] ?? GENERAL, is1904)
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

/** The rows of a sheet that have something. */
const readRows = (xml: string, context: Context): SheetRow[] => {
  const rows: SheetRow[] = []
  let line = 0
  let isHidden = false
  let cells: string[] = []
  let numbers = new Map<number, NumberCell>()
  let failed = 0
  let nextColumn = 0
  let cell: Cell | undefined
  let part: 'value' | 'text' | undefined
  let isPhonetic = false

  const endCell = (ended: Cell): void => {
    const { shown, number, isFailed } = showCell(ended, context)
    if (isFailed) failed += 1
    if (shown === '' && number === undefined) return
    while (cells.length < ended.column) cells.push('')
    cells[ended.column] = shown
    if (number !== undefined) numbers.set(ended.column, number)
  }

  readXml(xml, {
    open(name, attribute) {
      if (name === 'row') {
        const given = Number(attribute('r'))
        line = given > 0 ? given : line + 1
        isHidden = isTrue(attribute('hidden'))
        cells = []
        numbers = new Map()
        failed = 0
        nextColumn = 0
      } else if (name === 'c') {
        const reference = attribute('r')
        const column = reference === undefined ? nextColumn : columnOf(reference)
        nextColumn = column + 1
        cell = {
          column,
          type: attribute('t') ?? 'n',
          style: Number(attribute('s') ?? 0),
          value: '',
          text: '',
        }
      } else if (name === 'rPh') isPhonetic = true
      else if (name === 'v') part = 'value'
      else if (name === 't' && !isPhonetic) part = 'text'
    },
    close(name) {
      if (name === 'v' || name === 't') part = undefined
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'c' && cell !== undefined) {
        endCell(cell)
        cell = undefined
      } else if (name === 'row' && (cells.some((one) => one.trim() !== '') || failed > 0)) {
        rows.push({
          ...{ line, cells },
          ...(numbers.size > 0 && { numbers }),
          ...(isHidden && { isHidden }),
          ...(failed > 0 && { failed }),
        })
      }
    },
    text(content) {
      if (cell !== undefined && part !== undefined) cell[part] += content
    },
  })
  return rows
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

const readSheets = (bytes: Uint8Array): Sheet[] => {
  const path =
    readRelations(bytes, '').find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml'
  const { sheets, is1904 } = readSheetList(readPart(bytes, path) ?? '')
  const relations = readRelations(bytes, path)
  const readOther = (type: string) => {
    const other = relations.find((relation) => relation.type === type)
    return (other && readPart(bytes, other.path)) ?? '<none/>'
  }
  const strings = readSharedStrings(readOther('sharedStrings'))
  const formats = readFormats(readOther('styles'))
  if (sheets.length === 0) throw new Error('No sheets')
  return sheets.map(({ name, isHidden, relation }) => {
    const { path: sheetPath = '' } = relations.find(({ id }) => id === relation) ?? {}
    // A sheet of charts or macros has no rows, and perhaps no part.
    const xml = readPart(bytes, sheetPath) ?? '<none/>'
    return { name, isHidden, rows: readRows(xml, { strings, formats, is1904 }) }
  })
}

/** @throws Error if it is no workbook, or too large; the message is for people */
export const readWorkbook = (bytes: Uint8Array): Sheet[] => {
  try {
    return readSheets(bytes)
  } catch (error) {
    if (error instanceof TooLargeError) throw error
    throw new Error('The file is no Excel workbook. Save it as .xlsx or CSV.')
  }
}
