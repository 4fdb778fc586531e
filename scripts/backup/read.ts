// Reads a database page by page and writes it as SQL. No read takes long, so the service keeps running.
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database, Row } from '../lib/database.ts'
import { insertStatements } from './statements.ts'
import type { BackupTable } from './tables.ts'

const FIRST_PAGE_ROWS = 500
/** Names and addresses: only the owner reads and writes the files. */
export const MODE = 0o600
const MAX_PAGE_ROWS = 20_000
/** The target size of a page. The number of rows in the next page follows from it. */
const PAGE_BYTES = 4_000_000

/** Where a page begins: after the last row of the one before. */
export type Place = { part: number; rowid: number }

/**
 * The query of a page of `limit` rows, without its LIMIT, in the order of `part_of_row` and `rowid_of_row`.
 */
export type PageQuery = (table: BackupTable, after: Place | null) => string

/** All rows of a table. */
export const everything: PageQuery = ({ name, columns }, after) =>
  `SELECT 0 AS part_of_row, rowid AS rowid_of_row, ${columns.join(', ')} FROM ${name}
   ${after === null ? '' : `WHERE rowid > ${after.rowid}`} ORDER BY rowid`

/** The rows of a table, a page at a time. */
export async function* readPages(
  database: Database,
  table: BackupTable,
  queryOf: PageQuery,
): AsyncGenerator<Row[]> {
  let after: Place | null = null
  let limit = FIRST_PAGE_ROWS
  while (true) {
    const [rows = []]: Row[][] = await database.read(`${queryOf(table, after)} LIMIT ${limit}`)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    const last = rows.at(-1)
    after = { part: Number(last?.part_of_row), rowid: Number(last?.rowid_of_row) }
    const bytesOfRow = JSON.stringify(rows).length / rows.length
    limit = Math.min(MAX_PAGE_ROWS, Math.max(1, Math.floor(PAGE_BYTES / bytesOfRow)))
  }
}

/**
 * Writes the rows of the tables to a file of SQL and returns how many rows each table had. The tables must be
 * in the order of their references. They are read in the reverse order: a row inserted during the export is
 * then never in the file without the rows that it references.
 */
export const writeTables = async (
  database: Database,
  tables: readonly BackupTable[],
  file: string,
  scratch: string,
  queryOf: PageQuery = everything,
): Promise<Map<string, number>> => {
  const counts = new Map<string, number>()
  const partOf = (table: BackupTable): string => join(scratch, `${table.name}.sql`)
  for (const table of tables.toReversed()) {
    let count = 0
    const lines = async function* () {
      for await (const rows of readPages(database, table, queryOf)) {
        count += rows.length
        for (const statement of insertStatements(table, rows)) yield `${statement};\n`
      }
    }
    await pipeline(Readable.from(lines()), createWriteStream(partOf(table), { mode: MODE }))
    counts.set(table.name, count)
  }
  const parts = async function* () {
    for (const table of tables) yield* createReadStream(partOf(table))
  }
  await pipeline(Readable.from(parts()), createWriteStream(file, { mode: MODE }))
  return counts
}
