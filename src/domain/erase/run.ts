import type { Database } from '../../db/client.ts'
import type { Run } from './purge-words.ts'

/** Runs SQL text in the database of a request. */
export const runIn =
  (db: Database): Run =>
  (...statements) =>
    db.batchPrepared(
      statements.map((text) => ({ text, names: [] })),
      {},
    ) as ReturnType<Run>
