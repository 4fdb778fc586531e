// Fast loading: many rows are one bound parameter, a JSON text that SQLite takes apart.

type Value = string | number | null
export type Row = Record<string, Value>

/** D1 takes values of up to 2,000,000 bytes; most of ours are ASCII, few take three bytes a character. */
const MAX_JSON_CHARACTERS = 1_200_000

/** Statements that insert rows of one shape, as many as fit into each. */
export function* insertRows(
  db: D1Database,
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
