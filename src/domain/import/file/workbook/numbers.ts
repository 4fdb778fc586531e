// Numbers as a spreadsheet shows them.
import { format, getFormatFromId, getLocale, isDateFormat, tokenize } from 'numfmt'
import type { NumberCell } from './sheet.ts'

/** How the numbers of a cell are shown. */
export type NumberFormat = { pattern: string; isGeneral: boolean; isDate: boolean; isElapsed: boolean }

/** What a cell with text shows: some formats write something before it. None hides a guest. */
export const showText = (text: string, { pattern, isGeneral }: NumberFormat): string => {
  if (isGeneral || !pattern.includes('@')) return text
  try {
    return format(pattern, text).trim() || text
  } catch {
    return text
  }
}

/** Formats that follow the country of the reader, so that a file does not say how they are shown. */
const BY_COUNTRY: Readonly<Record<string, string>> = {
  'm/d/yyyy': 'yyyy-mm-dd',
  'm/d/yyyy h:mm': 'yyyy-mm-dd hh:mm',
}

const FIRST_CUSTOM_ID = 59

/** What spreadsheets allow. A longer one would take its time for each cell. */
const MAX_PATTERN = 255

/** A slash stands for the separator of days and months of the country that a date names. */
const withSeparator = (pattern: string): string => {
  const country = /^\[\$-([^\]]+)\]/.exec(pattern)?.[1] ?? ''
  const isNumber = /^[0-9a-f]+$/i.test(country)
  const separator = getLocale(isNumber ? Number.parseInt(country, 16) : country)?.format?.dateSep
  if (!separator) return pattern
  return tokenize(pattern)
    .map(({ type, raw }) => (type === 'SLASH' ? `\\${separator}` : raw))
    .join('')
}

/** `custom` is what the workbook has for the id. */
export const numberFormat = (id: number, custom?: string): NumberFormat => {
  const builtIn = id < FIRST_CUSTOM_ID ? (getFormatFromId(id) ?? 'General') : undefined
  const given = (builtIn && BY_COUNTRY[builtIn]) ?? custom ?? builtIn ?? 'General'
  // The country of a currency does not change the separators of its number.
  const known = given.length > MAX_PATTERN ? 'General' : given
  const pattern = known.replace(/(\[\$[^\]-]+)-[^\]]+\]/g, '$1]')
  const isDate = isDateFormat(pattern)
  return {
    pattern: isDate ? withSeparator(pattern) : pattern,
    isGeneral: /^(general|@|)$/i.test(pattern),
    isDate,
    isElapsed: /\[(h+|m+|s+)\]/i.test(pattern),
  }
}

/** Spreadsheets keep 15 digits of a number. */
const DIGITS = 15
const MAX_EXACT = 10 ** DIGITS

/** A number without a format. JavaScript's form has an exponent above 1e21. */
const toGeneral = (value: number): string => String(Number(value.toPrecision(DIGITS)))

/** Days from 30 December 1899 to 1 January 1904, where days of some workbooks begin. */
const DAYS_TO_1904 = 1462

const show = (value: number, { pattern, isGeneral, isDate, isElapsed }: NumberFormat, is1904: boolean) => {
  if (isGeneral) return toGeneral(value)
  if (isDate && is1904 && !isElapsed) {
    // Only there can a time be negative.
    return value < 0 ? `-${format(pattern, -value)}` : format(pattern, value + DAYS_TO_1904)
  }
  return format(pattern, value)
}

const CURRENCY = /^\s*(\p{Sc}|[A-Z]{0,2}\$|CHF|EUR|GBP|USD|Fr\.?|Ft|Kč|kr\.?|lei|zł)\s*$/u

const isDigit = (type: string): boolean => ['ZERO', 'HASH', 'QMARK'].includes(type)

/** A format without what does not belong to a code. */
const codePattern = (pattern: string, isWhole: boolean): string => {
  let isBehindPoint = false
  return tokenize(pattern)
    .filter(({ type, value }) => {
      if (!isDigit(type)) isBehindPoint = type === 'POINT'
      if (['GROUP', 'SCALE', 'CURRENCY', 'LOCALE', 'SKIP', 'FILL', 'COLOR'].includes(type)) return false
      if (['STRING', 'CHAR', 'ESCAPED'].includes(type) && CURRENCY.test(String(value))) return false
      return !(isWhole && isBehindPoint)
    })
    .map(({ raw }) => raw)
    .join('')
}

const toCode = (value: number, shown: string, { pattern, isGeneral, isDate }: NumberFormat): string => {
  if (Math.abs(value) >= MAX_EXACT) return value.toExponential(DIGITS - 1).toUpperCase()
  if (isGeneral || isDate) return shown
  const code = format(codePattern(pattern, Number.isInteger(value)), value).trim()
  // Digits are grouped by spaces, too. Those of a fraction are not.
  const isFraction = code.includes('/')
  return (isFraction ? code : code.replace(/(?<=\d)\s+(?=\d)/g, '')) || toGeneral(value)
}

const DAY_MS = 86_400_000
/** 1 January 1970. */
const EPOCH = 25_569
/** Spreadsheets have a 29 February 1900. */
const LEAP_DAY = 60

const toInstant = (value: number, is1904: boolean): string | undefined => {
  const days = is1904 ? value + DAYS_TO_1904 : value < LEAP_DAY ? value + 1 : value
  const date = new Date(Math.round((days - EPOCH) * DAY_MS))
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** What a cell with a number shows, and what else it is. */
export const readNumber = (
  value: number,
  given: NumberFormat,
  is1904: boolean,
): { shown: string; number: NumberCell } => {
  let used = given
  let shown: string
  try {
    shown = show(value, given, is1904).trim()
  } catch {
    // The spreadsheet has a format that it does not describe correctly.
    used = numberFormat(0)
    shown = toGeneral(value)
  }
  const instant = used.isDate ? toInstant(value, is1904) : undefined
  return {
    shown,
    number: {
      code: toCode(value, shown, used),
      value: toGeneral(value),
      ...(instant !== undefined && { instant }),
    },
  }
}
