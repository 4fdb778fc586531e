// Reading a session in parts, so that other requests wait for one part at most.
import type { Database } from '../../db/client.ts'
import type { Prepared } from '../../db/prepared.ts'

/** The session changed between two parts. */
class ListMoved extends Error {
  override readonly name = 'ListMoved'
}

/**
 * The pause before each part. Where the database runs in the Worker’s process, as under `wrangler dev`, a
 * request that arrives during a part would otherwise wait for all of them.
 */
const PAUSE_MS = 5

/** Reads in parts. If the session changes between them, starts over once, then reads everything at once. */
export const inParts = async <Result>(
  readInParts: () => Promise<Result>,
  readAtOnce: () => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      return await readInParts()
    } catch (error) {
      if (!(error instanceof ListMoved)) throw error
    }
  }
  return readAtOnce()
}

/**
 * Runs statements, if the session still has the version of the first part.
 *
 * @throws ListMoved only within {@link inParts}
 */
export const readNextPart = async <Rows extends readonly unknown[]>(
  db: Database,
  session: Prepared<{ version: string }>,
  statements: { [Index in keyof Rows]: Prepared<Rows[Index]> },
  values: Record<string, unknown>,
  version: string,
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> => {
  await scheduler.wait(PAUSE_MS)
  const [[current], ...rows] = (await db.batchPrepared(
    [session, ...(statements as unknown as Prepared<unknown>[])],
    values,
  )) as [{ version: string }[], ...unknown[]]
  if (current?.version !== version) throw new ListMoved()
  return rows as unknown as { [Index in keyof Rows]: Rows[Index][] }
}
