// The table of the heavy writes.
import { RENAMED_TICKETS } from './data.ts'
import { type HeavyWritesResult, IMPORTED } from './heavy-writes.ts'
import { count, ms, table } from './markdown.ts'

/** The most that the p99 of the other organizer may be: a multiple of the quiet one, and one transaction. */
const AIM = 8

export const reportHeavyWrites = ({ quiet, imports, renames }: HeavyWritesResult): string => {
  const rows = (
    [
      [`imports of ${count(IMPORTED)} rows`, imports],
      [`renames of a type with ${count(RENAMED_TICKETS)} tickets`, renames],
    ] as const
  ).map(([name, { waits, byStatus, totalMs, dbMs, sqlMs }]) => {
    const times = (waits.p99Ms / quiet.p99Ms).toFixed(1)
    const isMissed = waits.p99Ms > AIM * quiet.p99Ms + sqlMs
    return [
      name,
      Object.entries(byStatus)
        .map(([status, sent]) => `${count(sent)} × ${status}`)
        .join(', '),
      `${ms(waits.p50Ms)} / ${ms(waits.p99Ms)} / ${ms(waits.maxMs)}`,
      isMissed ? `**${times}**` : times,
      ms(totalMs),
      ms(dbMs),
      ms(sqlMs),
      ms(totalMs - dbMs),
    ]
  })
  const failed = quiet.failed + imports.waits.failed + renames.waits.failed
  return `## Heavy writes of another organizer

Four members of one organizer write as fast as they are answered, two of them in each of two isolates. A member of another
organizer reads a first page 20 times per second. Without them its waits are ${ms(quiet.p50Ms)} (p50), ${ms(quiet.p99Ms)} (p99) and ${ms(quiet.maxMs)} ms (longest of ${count(quiet.samples)}).
The aim is a p99 of at most ${AIM} times the quiet one and one transaction. ${failed === 0 ? 'No first page failed.' : `${count(failed)} first pages failed.`}

${table(
  [
    'writes',
    'responses',
    'first page: p50 / p99 / longest ms',
    'p99 / quiet',
    'a write alone: ms',
    'of it waiting for the database',
    'of that SQL',
    'of it the Worker',
  ],
  rows,
)}

Both isolates, the database and the first page share one thread of the local runtime. So a first page waits for what the
Worker computes for an import, too: the last column, which on Cloudflare is another machine's time. For a rename it is rest:
the pauses between its parts, and as long again as a part took where somebody has waited in the last five seconds.`
}
