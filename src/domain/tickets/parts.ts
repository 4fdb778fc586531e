// Reading a session in parts, so that other requests wait for one part at most. While nobody waits, parts are
// larger, and most pages are one part.
import type { Database } from '../../db/client.ts'
import type { Prepared } from '../../db/prepared.ts'
import { isAwaited } from '../../db/queue.ts'

/** What one statement may read. */
export type PartSize = {
  /** More matches are not counted at once. Filtering matches reads their tickets. */
  maxCounted: (isFiltered: boolean) => number
  /** Sorting a match reads three rows, counting it one more. */
  maxSorted: number
  /** Entries of a sort index that are skipped. */
  maxSkipped: number
  /** Matches of a part. Reading one, its ticket and its sort columns, and counting it: four rows at most. */
  matches: number
  /** Movements of a part: three rows each. */
  movements: number
}

/** About 25,000 rows. */
const SHARED: PartSize = {
  maxCounted: (isFiltered) => (isFiltered ? 4_000 : 10_000),
  maxSorted: 4_000,
  maxSkipped: 20_000,
  matches: 5_000,
  movements: 5_000,
}

/**
 * At most 100,000 rows. An isolate does not see who waits for it in another one, so nothing is read at once
 * that would make them wait for long.
 */
const ALONE: PartSize = {
  maxCounted: (isFiltered) => (isFiltered ? 16_000 : 24_000),
  maxSorted: 16_000,
  maxSkipped: 80_000,
  // A page by number may need each match of a part, and to return one takes as long as to find it.
  matches: 10_000,
  movements: 20_000,
}

export const partSize = ({ binding }: Database): PartSize => (isAwaited(binding) ? SHARED : ALONE)

/** The session changed between two parts. */
class ListMoved extends Error {
  override readonly name = 'ListMoved'
}

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
  const [[current], ...rows] = (await db.batchPrepared(
    [session, ...(statements as unknown as Prepared<unknown>[])],
    values,
  )) as [{ version: string }[], ...unknown[]]
  if (current?.version !== version) throw new ListMoved()
  return rows as unknown as { [Index in keyof Rows]: Rows[Index][] }
}
