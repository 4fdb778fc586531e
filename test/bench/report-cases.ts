// The tables of the single requests, the aims they meet, and where the time goes.
import { count, ms, readNotes, table } from './markdown.ts'
import type { CaseResult } from './measure.ts'
import { largestOf, type Scale } from './scale.ts'

const ratioOf = ({ doorlist, guardedBaseline }: CaseResult): number => doorlist.p50Ms / guardedBaseline.p50Ms

/** Compared as published, with two decimals. */
const isMissed = (result: CaseResult): boolean =>
  result.aim !== undefined && Number(ratioOf(result).toFixed(2)) > result.aim

const casesTable = (cases: readonly CaseResult[]): string =>
  table(
    [
      'request',
      'Doorlist p50 / p90 ms',
      'guarded baseline p50 / p90 ms',
      'baseline p50 ms',
      'naive p50 ms',
      'rows read',
      'Doorlist / guarded baseline',
      'aim',
    ],
    cases.map((result) => {
      const { doorlist, guardedBaseline, baseline, naive, aim } = result
      const ratio = ratioOf(result).toFixed(2)
      return [
        result.name,
        `${ms(doorlist.p50Ms)} / ${ms(doorlist.p90Ms)}`,
        `${ms(guardedBaseline.p50Ms)} / ${ms(guardedBaseline.p90Ms)}`,
        ms(baseline.p50Ms),
        ms(naive?.p50Ms),
        count(doorlist.rowsRead),
        isMissed(result) ? `**${ratio}**` : ratio,
        aim === undefined ? '–' : `≤ ${aim}`,
      ]
    }),
  )

const missedAims = (cases: readonly CaseResult[]): string => {
  const missed = cases.filter(isMissed)
  const aims = cases.filter(({ aim }) => aim !== undefined).length
  if (missed.length === 0) return `All ${aims} aims are met.`
  const sentences = missed.map((result) => {
    const { doorlist, guardedBaseline, aim = 0, name } = result
    const excess = doorlist.p50Ms - aim * guardedBaseline.p50Ms
    return `- \`${name}\` misses its aim by ${(ratioOf(result) - aim).toFixed(2)} (${excess.toFixed(1)} ms).`
  })
  return [`${aims - missed.length} of ${aims} aims are met.`, ...sentences].join('\n')
}

const floorTable = (cases: readonly CaseResult[]): string =>
  table(
    [
      'request',
      'Doorlist p50 ms',
      'bare query p50 ms',
      'its rows read',
      'Doorlist / bare query',
      'bare query / guarded baseline',
    ],
    cases.flatMap(({ name, doorlist, bare, guardedBaseline }) =>
      bare === undefined
        ? []
        : [
            [
              ...[name, ms(doorlist.p50Ms), ms(bare.p50Ms), count(bare.rowsRead)],
              ...[doorlist.p50Ms / bare.p50Ms, bare.p50Ms / guardedBaseline.p50Ms].map((ratio) =>
                ratio.toFixed(2),
              ),
            ],
          ],
    ),
  )

const timesTable = (cases: readonly CaseResult[]): string =>
  table(
    [
      'request',
      'total',
      'token check',
      'database',
      'of it SQL',
      'everything else',
      'guarded baseline',
      'its database',
    ],
    cases
      .filter((result, index) => index === 0 || isMissed(result))
      .map(({ name, doorlist, guardedBaseline }) => {
        const { total, auth, db, sql } = doorlist.meanMs
        const others = [guardedBaseline.meanMs.total, guardedBaseline.meanMs.db]
        return [
          name,
          ...[total, auth, db, sql, total - auth - db, ...others].map((value) => value.toFixed(2)),
        ]
      }),
  )

export const reportCases = (cases: readonly CaseResult[], scale: Scale): string =>
  `## One request at a time

One connection, a session of ${count(largestOf(scale))} tickets, 20 tickets a page. For each request, there are ${scale.samples} samples of Doorlist and of
each baseline, and ${scale.naiveSamples} of the naive implementation. A ratio in bold misses its aim.

${casesTable(cases)}

${missedAims(cases)}

### The floor of the database

The bare query has the same answer without an access check, a version, a cursor or a schema: for a search it counts the
matches of the same full-text expression, and sorts them ([bare.ts](bare.ts)). A request that misses its aim and takes
about as long is at the floor of the database.

${floorTable(cases)}

### Where the time goes

Milliseconds of the first page and of each request that misses its aim: means of the responses up to the p90. Token check,
database and SQL come from the service's \`Server-Timing\` header. "Database" is the wait for D1 and includes the SQL.
"Everything else" is the limiter, routing, validation, JSON, and HTTP through \`wrangler dev\`.

${timesTable(cases)}

${readNotes('notes.md')}`
