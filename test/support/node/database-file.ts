// Reads the file of a local database, without the second that D1 takes to start.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Opens the database of a state folder, for reading unless `readOnly` is false. Returns how to query it. */
export const openFile = (state: string, { readOnly = true } = {}) => {
  const folder = join(state, 'v3', 'd1', 'miniflare-D1DatabaseObject')
  const file = readdirSync(folder).find((name) => /^[\da-f]{64}\.sqlite$/.test(name))
  if (file === undefined) throw new Error(`There is no database in ${state}.`)
  const db = new DatabaseSync(join(folder, file), { readOnly })
  return {
    all: <Row = Record<string, unknown>>(sql: string): Row[] =>
      db
        .prepare(sql)
        .all()
        .map((row) => ({ ...row })) as Row[],
    run: (sql: string): void => db.exec(sql),
    close: () => db.close(),
  }
}
