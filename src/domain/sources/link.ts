// Reads a list behind a link: CSV, a workbook, or text with a guest a line.
import { sha256 } from '@noble/hashes/sha2.js'
import { decodeText } from '../import/file/decode.ts'
import { type GuestFile, readGuestText, readPastedText } from '../import/file/guest-file.ts'
import { MEANINGS, type Meaning } from '../import/file/headings.ts'
import { hasGuests, scopeErrors, toImportRows } from '../import/file/import-rows.ts'
import { openGuestFile } from '../import/file/open.ts'
import { describeSheet } from '../import/file/sheets.ts'
import { readWorkbook } from '../import/file/workbook/read.ts'
import { MAX_SOURCE_ROWS } from './list-rows.ts'
import { type Reader, type ReadSource, SourceError, type SourceResponse } from './reader.ts'
import { toDownload } from './share-links.ts'

/** A Worker has 128 MB, and needs several times what a workbook unpacks to. */
const MAX_WORKBOOK_BYTES = 24_000_000

/** Cells can have line breaks. */
const MAX_LINES = 5 * MAX_SOURCE_ROWS
const MAX_LINE_BYTES = 500_000

const WEB_PAGE = 'The link leads to a web page. Share the sheet with everybody who has the link.'

const retryMsOf = ({ headers }: SourceResponse, now: number): { retryMs?: number } => {
  const after = headers.get('Retry-After')
  if (after === null) return {}
  const ms = /^\d+$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - now
  return Number.isFinite(ms) && ms > 0 ? { retryMs: ms } : {}
}

/**
 * What an answer without a list says.
 *
 * @public
 */
export const answerError = (response: SourceResponse, now: number, asks: string): SourceError => {
  const { status } = response
  const retry = retryMsOf(response, now)
  if (status === 401 || status === 403) return new SourceError(asks, retry)
  if (status === 404 || status === 410)
    return new SourceError('There is nothing at this address any more.', retry)
  if (status === 429) return new SourceError('The other side asks us to wait.', retry)
  return new SourceError(`The other side answers with an error (${status}).`, retry)
}

const isZip = ([a, b]: Uint8Array): boolean => a === 0x50 && b === 0x4b

const isWebPage = ({ headers, bytes }: SourceResponse): boolean => {
  if (isZip(bytes)) return false
  const start = new TextDecoder().decode(bytes.subarray(0, 10_000)).trimStart()
  // Some servers call every file a page.
  if (/\b(text\/html|application\/xhtml)/i.test(headers.get('Content-Type') ?? '')) {
    return start === '' || /<(!doctype|\/?[a-z])/i.test(start)
  }
  return /^<(!--|(!doctype|\?xml|html|head|body|script|style|meta|title|link)\b)/i.test(start)
}

/** @throws SourceError if the text has more lines, or longer ones, than can be read here */
const checkLines = (bytes: Uint8Array): void => {
  let [lines, start] = [0, 0]
  for (let end = 0; end <= bytes.length; end += 1) {
    const byte = bytes[end]
    if (byte !== undefined && byte !== 0x0a && byte !== 0x0d) continue
    if (end - start > MAX_LINE_BYTES) throw new SourceError('A line of the list is too long.')
    if (end > start) lines += 1
    start = end + 1
  }
  if (lines > MAX_LINES) {
    throw new SourceError(
      `The list has more than ${MAX_SOURCE_ROWS.toLocaleString('en')} rows. Nothing was changed.`,
    )
  }
}

/** Whether it is text with a guest a line: by its name, or because nothing says that it is a table. */
const isPlainText = (url: string, { headers }: SourceResponse): boolean => {
  const disposition = headers.get('Content-Disposition') ?? ''
  const name =
    /filename\*=[\w-]*'[\w-]*'([^;\s]+)/i.exec(disposition)?.[1] ??
    /filename="?([^";]+)/i.exec(disposition)?.[1] ??
    new URL(url).pathname
  if (/\.(csv|tsv|tab)$/i.test(name)) return false
  return /\.txt$/i.test(name) || /^text\/plain\b/i.test(headers.get('Content-Type') ?? '')
}

const sheetNames = ({ settings }: ReadSource): string[] =>
  Array.isArray(settings.sheets) ? settings.sheets.filter((name) => typeof name === 'string') : []

/** @throws SourceError if it is no list of guests */
const openFile = async (source: ReadSource, url: string, response: SourceResponse): Promise<GuestFile> => {
  const { bytes } = response
  const names = sheetNames(source)
  try {
    if (!isZip(bytes) && bytes[0] !== 0xd0) {
      checkLines(bytes)
      const text = decodeText(bytes)
      return isPlainText(url, response) ? readPastedText(text) : readGuestText(text)
    }
    const reader = { readWorkbook: (all: Uint8Array) => readWorkbook(all, MAX_WORKBOOK_BYTES) }
    const opened = await openGuestFile(bytes, async () => reader)
    if (opened.sheets === undefined) return opened.file
    if (names.length > 0) return opened.choose(names)
    if (opened.file !== undefined) return opened.file
    throw new SourceError(
      `The workbook has several sheets: ${opened.choice.map(describeSheet).join('; ')}. Name those to read.`,
    )
  } catch (error) {
    if (error instanceof SourceError) throw error
    throw new SourceError(error instanceof Error ? error.message : 'The file cannot be read.')
  }
}

const fold = (heading: string): string => heading.trim().toLowerCase()

/** The meanings of columns, with those that a manager has named. */
const mappingOf = ({ columns, mapping }: GuestFile, named: ReadSource['columns']): (Meaning | '')[] => {
  const given = new Map(Object.entries(named).map(([heading, field]) => [fold(heading), field]))
  return mapping.map((guess, index) => {
    const field = given.get(fold(columns[index]?.name ?? ''))
    return MEANINGS.find((meaning) => meaning === field) ?? guess
  })
}

/** What the columns with a heading are read as. */
const headingsOf = ({ columns, heading }: GuestFile, mapping: readonly (Meaning | '')[]) =>
  heading === null ? [] : columns.map(({ name }, index) => ({ heading: name, field: mapping[index] || null }))

const TELLS_WHO: readonly string[] = [
  'attendeeName',
  'firstName',
  'lastName',
  'holderEmail',
  'ticketNumber',
  'code',
]

/** `at`: a hash of the address that has answered, since the validators are of that one. */
type Cursor = { etag: string | null; modified: string | null; at: string; hash: string }

const hashOf = (text: string): string => sha256(new TextEncoder().encode(text)).toHex().slice(0, 16)

const ACCEPT =
  'text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, text/plain, */*;q=0.1'

/** Times of changes have seconds, and so do the tags of many servers. */
const SAME_SECOND_MS = 2_000

/**
 * What is asked with the next time. None where the list has changed just now: another change in the same
 * second would have the same.
 */
const validatorsOf = ({ headers }: SourceResponse, now: number): Pick<Cursor, 'etag' | 'modified'> => {
  const modified = headers.get('Last-Modified')
  const date = Date.parse(headers.get('Date') ?? '') || now
  const isFresh = modified !== null && !(date - Date.parse(modified) >= SAME_SECOND_MS)
  return isFresh ? { etag: null, modified: null } : { etag: headers.get('ETag'), modified }
}

const readCursor = (cursor: string | null): Partial<Cursor> => {
  try {
    return cursor === null ? {} : JSON.parse(cursor)
  } catch {
    return {}
  }
}

export const readLink: Reader = async ({ fetch, now }, source) => {
  if (source.url === null) throw new SourceError('The source has no address.')
  const url = toDownload(source.url, sheetNames(source).length > 0)
  const known = readCursor(source.cursor)
  const response = await fetch(url, {}, (address) => ({
    Accept: ACCEPT,
    ...(known.at === hashOf(address) && {
      ...(known.etag && { 'If-None-Match': known.etag }),
      ...(known.modified && { 'If-Modified-Since': known.modified }),
    }),
  }))
  if (response.status === 304 && known.hash) return 'unchanged'
  const asks = 'The link asks for a sign-in. Share the sheet with everybody who has the link.'
  if (response.status !== 200) throw answerError(response, now(), asks)
  if (isWebPage(response)) throw new SourceError(WEB_PAGE)
  const hash = sha256(response.bytes).toHex()
  const cursor = JSON.stringify({
    ...validatorsOf(response, now()),
    at: hashOf(response.url),
    hash,
  } satisfies Cursor)
  if (hash === known.hash) return cursor === source.cursor ? 'unchanged' : { unchanged: true, cursor }

  const file = await openFile(source, url, response)
  const [scope] = scopeErrors(file)
  if (scope !== undefined)
    throw new SourceError(`The list has guests of several dates or events. A source has one.`)
  const mapping = mappingOf(file, source.columns)
  const reading = { mapping, typeName: source.ticketTypeName ?? '', scope: {}, without: new Set<string>() }
  const { rows, errors, warnings } = toImportRows(file, reading)
  const isTable = file.format !== undefined || mapping.some((meaning) => TELLS_WHO.includes(meaning))
  if (rows.length > 0 ? !hasGuests(rows) : errors.length === 0 && !isTable) {
    throw new SourceError('The list has no guests: no column has names, e-mail addresses, numbers or codes.')
  }
  return {
    ...{ rows, problems: errors, cursor, isWhole: true, isComplete: true },
    columns: file.format === undefined ? headingsOf(file, mapping) : [],
    warnings: [
      ...file.notes,
      ...warnings.map(
        ({ line, sheet, message }) => `${sheet === undefined ? '' : `${sheet}, `}line ${line}: ${message}`,
      ),
    ],
  }
}
