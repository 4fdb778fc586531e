// Reads the file of a local database, without the second that D1 takes to start.
import { createHash, createHmac } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FIRST_SHARD, localDatabaseId } from '../../../scripts/lib/shards.ts'

const CLASS = 'miniflare-D1DatabaseObject'

/** The name that miniflare gives to the file of a database: the id of the object that holds it. */
const fileOf = (shard: string): string => {
  const key = createHash('sha256').update(CLASS).digest()
  const shorten = (data: string | Buffer) => createHmac('sha256', key).update(data).digest().subarray(0, 16)
  const name = shorten(localDatabaseId(shard))
  return `${Buffer.concat([name, shorten(name)]).toString('hex')}.sqlite`
}

/** Opens a database of a state folder, for reading unless `readOnly` is false. Returns how to query it. */
export const openFile = (state: string, { readOnly = true, shard = FIRST_SHARD } = {}) => {
  const db = new DatabaseSync(join(state, 'v3', 'd1', CLASS, fileOf(shard)), { readOnly })
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

/** The rows of one statement, at once. */
export const readFileRows = (state: string, sql: string, shard = FIRST_SHARD): Record<string, unknown>[] => {
  const file = openFile(state, { shard })
  try {
    return file.all(sql)
  } finally {
    file.close()
  }
}

/** Writes to a database that nothing else has open. */
export const writeFileRows = (state: string, ...statements: string[]): void => {
  const file = openFile(state, { readOnly: false })
  try {
    for (const sql of statements) file.run(sql)
  } finally {
    file.close()
  }
}
