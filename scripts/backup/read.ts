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
const MODE = 0o600
const MAX_PAGE_ROWS = 20_000
/** The target size of a page. The number of rows in the next page follows from it. */
const PAGE_BYTES = 4_000_000

/** The rows of a table in the order of their rowid, a page at a time. */
async function* readPages(database: Database, table: BackupTable): AsyncGenerator<Row[]> {
  let after: number | null = null
  let limit = FIRST_PAGE_ROWS
  while (true) {
    const [rows = []]: Row[][] = await database.read(
      `SELECT rowid AS rowid_of_row, ${table.columns.join(', ')} FROM ${table.name}
       ${after === null ? '' : `WHERE rowid > ${after}`} ORDER BY rowid LIMIT ${limit}`,
    )
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    after = rows.at(-1)?.rowid_of_row as number
    const bytesOfRow = JSON.stringify(rows).length / rows.length
    limit = Math.min(MAX_PAGE_ROWS, Math.max(1, Math.floor(PAGE_BYTES / bytesOfRow)))
  }
}

/**
 * Writes all rows of the tables to a file of SQL and returns how many rows each table had. The tables must be
 * in the order of their references. They are read in the reverse order: a row inserted during the export is
 * then never in the file without the rows that it references.
 */
export const writeTables = async (
  database: Database,
  tables: readonly BackupTable[],
  file: string,
  scratch: string,
): Promise<Map<string, number>> => {
  const counts = new Map<string, number>()
  const partOf = (table: BackupTable): string => join(scratch, `${table.name}.sql`)
  for (const table of tables.toReversed()) {
    let count = 0
    const lines = async function* () {
      for await (const rows of readPages(database, table)) {
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
