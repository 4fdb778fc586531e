// The tables of the overload scenario.
import { count, ms, table } from './markdown.ts'
import type { OverloadResult, Waits } from './overload.ts'
import type { Scale } from './scale.ts'

export const reportOverload = (result: OverloadResult, scale: Scale): string => {
  const { usual, overloaded, expensive, candidates, size, sqlMsPerMinute } = result
  const isFull = scale.name === 'full'
  const row = (name: string, { samples, p50Ms, p99Ms, maxMs, failed }: Waits) => [
    name,
    count(samples),
    ms(p50Ms),
    isFull ? ms(p99Ms) : '–',
    ms(maxMs),
    count(failed),
  ]
  const statuses = Object.entries(expensive.byStatus).map(([status, times]) => `${count(times)} × ${status}`)
  const skipped = `; ${count(expensive.notSent)} were not sent because too many were in flight`
  const tailRatio = overloaded.p99Ms / usual.p99Ms
  return `## Overload

One member sends the most expensive request that this benchmark finds, at the highest rate that the limits allow: 10 per second
(600 per minute). If a numbered page of a search costs more, every tenth request is one (60 per minute). Another member reads
the first page of the same session 10 times per second. Waits are measured from the time at which a request was due.

${table(['first page of the other member', 'samples', 'p50 ms', 'p99 ms', 'longest ms', 'errors'], [row('usual', usual), row('with the expensive requests', overloaded)])}

${isFull ? `The p99 is ${tailRatio.toFixed(1)} times the usual one. The aim is at most 5.` : 'A quick run has too few samples for a p99.'}
Responses to the expensive requests: ${statuses.join(', ')}${expensive.notSent === 0 ? '' : skipped}.

The expensive requests of one minute take ${(sqlMsPerMinute / 1000).toFixed(1)} s of SQL. The limits do not spread them over the minute: sent all at once,
they occupy the database for that long, and every other request waits.

The most expensive requests, in a session of ${count(size)} tickets:

${table(
  ['query', 'limit per minute', 'SQL ms', 'rows read'],
  candidates.map(({ query, allowance, sqlMs, rowsRead }) => [
    `\`${query.replace(/cursor=[^&]*/, 'cursor=…')}\``,
    allowance === 'any' ? '600' : '60',
    ms(sqlMs),
    count(rowsRead),
  ]),
)}`
}
