// Loads many rows fast: they are one bound parameter, a JSON array that SQLite expands with json_each.
import type { Row } from '../lib/database.ts'

/** D1 accepts values of up to 2,000,000 bytes. Most characters are ASCII, a few take three bytes. */
const MAX_JSON_CHARACTERS = 1_200_000

/**
 * Yields statements that insert rows of one shape, each with as many rows as fit. Values become SQLite values
 * of the same type.
 */
export function* insertRows(
  db: Pick<D1Database, 'prepare'>,
  table: string,
  rows: Iterable<Row>,
): Generator<D1PreparedStatement> {
  let insert: D1PreparedStatement | undefined
  let parts: string[] = []
  let size = 0
  for (const row of rows) {
    const columns = Object.keys(row)
    insert ??= db.prepare(
      `INSERT INTO ${table} (${columns.join(', ')})
       SELECT ${columns.map((_, index) => `value ->> ${index}`).join(', ')} FROM json_each(?)`,
    )
    const part = JSON.stringify(Object.values(row))
    parts.push(part)
    size += part.length
    if (size < MAX_JSON_CHARACTERS) continue
    yield insert.bind(`[${parts.join(',')}]`)
    parts = []
    size = 0
  }
  if (insert !== undefined && parts.length > 0) yield insert.bind(`[${parts.join(',')}]`)
}
