// The tables of the overload scenario.
import { count, ms, table } from './markdown.ts'
import type { OverloadResult } from './overload.ts'
import type { Scale } from './scale.ts'

/** The most that the p99 of the other member's first page may be, as a multiple of the usual one. */
const AIM = 5
/** The most that a request may read and return, unless it has a bound of its own. */
const MAX = { rows: 25_000, bytes: 1_000_000 }

const bounded = (value: number, most: number): string => (value > most ? `**${count(value)}**` : count(value))

export const reportOverload = ({ usual, attacks }: OverloadResult, scale: Scale): string => {
  const isFull = scale.name === 'full'
  const rows = attacks.map(({ name, perMinute, sqlMs, rowsRead, bytes, waits, byStatus, notSent }) => {
    const ratio = waits.p99Ms / usual.p99Ms
    const statuses = Object.entries(byStatus).map(([status, times]) => `${count(times)} × ${status}`)
    return [
      name,
      count(perMinute),
      ms(sqlMs),
      bounded(rowsRead, MAX.rows),
      bounded(bytes, MAX.bytes),
      `${ms(waits.p50Ms)} / ${isFull ? ms(waits.p99Ms) : '–'} / ${ms(waits.maxMs)}`,
      isFull ? (ratio > AIM ? `**${ratio.toFixed(1)}**` : ratio.toFixed(1)) : '–',
      [...statuses, ...(notSent === 0 ? [] : [`${count(notSent)} not sent`])].join(', '),
    ]
  })
  const failed = [usual, ...attacks.map(({ waits }) => waits)].reduce((sum, waits) => sum + waits.failed, 0)
  return `## Overload

One member sends the most expensive requests of an operation at the highest rate that the limits allow, after members have
recorded 14,000 admissions and changed a series of 2,000 sessions. Another member reads the first page of a session 20 times
per second; the waits are measured from the time at which a request was due. Usually they are ${ms(usual.p50Ms)} (p50), ${isFull ? `${ms(usual.p99Ms)} (p99)` : '–'} and ${ms(usual.maxMs)} ms
(longest of ${count(usual.samples)}). The aim is a p99 of at most ${AIM} times the usual one. Bold: the
aim is missed, or one request reads more than ${count(MAX.rows)} rows or returns more than ${count(MAX.bytes)} bytes. ${failed === 0 ? 'No first page failed.' : `${count(failed)} first pages failed.`}

${table(['operation', 'limit per minute', 'SQL ms', 'rows read', 'bytes', 'first page p50 / p99 / longest ms', 'p99 / usual', 'responses'], rows)}`
}
