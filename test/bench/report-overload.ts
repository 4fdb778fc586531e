// The tables of the overload scenario.
import { count, ms, readNotes, table } from './markdown.ts'
import { CROWDS, type OverloadResult } from './overload.ts'
import type { Scale } from './scale.ts'

/** The most that the p99 of the other member's first page may be, as a multiple of the usual one. */
const AIM = 5
/** The most that a statement that only reads may read, and that a response may have. */
const MAX = { rows: 100_000, bytes: 1_000_000 }

const bounded = (value: number, isTooMuch: boolean): string =>
  isTooMuch ? `**${count(value)}**` : count(value)

type Attacked = OverloadResult['attacks'][number]

const describeResponses = ({ byStatus, notSent }: Attacked['crowds'][number]): string =>
  [
    ...Object.entries(byStatus).map(([status, times]) => `${count(times)} × ${status}`),
    ...(notSent === 0 ? [] : [`${count(notSent)} not sent`]),
  ].join(', ')

export const reportOverload = ({ usual, attacks }: OverloadResult, scale: Scale): string => {
  const isFull = scale.name === 'full'
  const ratioOf = ({ waits }: Attacked['crowds'][number]): number => waits.p99Ms / usual.p99Ms
  const rows = attacks.map(({ name, perMinute, rowsRead, mostRowsRead, writes, bytes, crowds, apart }) => [
    name,
    count(perMinute),
    count(rowsRead),
    bounded(mostRowsRead, !writes && mostRowsRead > MAX.rows),
    bounded(bytes, bytes > MAX.bytes),
    ...[...crowds, apart].map((crowd) => {
      const ratio = ratioOf(crowd)
      const { p99Ms, maxMs } = crowd.waits
      if (!isFull) return `– (longest ${ms(maxMs)})`
      const times = ratio > AIM ? `**${ratio.toFixed(1)}**` : ratio.toFixed(1)
      return `${times} (${ms(p99Ms)}, longest ${ms(maxMs)})`
    }),
  ])
  const all = attacks.flatMap(({ crowds, apart }) => [...crowds, apart])
  const failed = [usual, ...all.map(({ waits }) => waits)].reduce((sum, waits) => sum + waits.failed, 0)
  const missed = CROWDS.map((members, index) => {
    const names = attacks.filter(({ crowds }) => ratioOf(crowds[index] as Attacked['crowds'][number]) > AIM)
    return `${count(names.length)} with ${members === 1 ? 'one member' : `${members} members`}`
  })
  const apart = attacks.filter((attack) => ratioOf(attack.apart) > AIM).length
  return `## Overload

One member, and then ten at once, send the most expensive requests of an operation at the highest rate that the limits
allow, after members have recorded 14,000 admissions and changed a series of 2,000 sessions. Another member reads the first
page of a session 20 times per second; the waits are measured from the time at which a request was due. Usually they are
${ms(usual.p50Ms)} (p50), ${isFull ? `${ms(usual.p99Ms)} (p99)` : '–'} and ${ms(usual.maxMs)} ms (longest of ${count(usual.samples)}). The aim is a p99 of at most ${AIM} times the usual one.
${isFull ? `Of ${count(attacks.length)} rows miss it: ${missed.join(', ')}, ${count(apart)} with one in another isolate. ` : ''}Bold: the aim is missed, a statement that only reads reads more than ${count(MAX.rows)} rows,
or a response has more than ${count(MAX.bytes)} bytes. ${failed === 0 ? 'No first page failed.' : `${count(failed)} first pages failed.`}

${table(['operation', 'limit per minute', 'rows read', 'of them by one statement', 'bytes', 'one member: p99 / usual (ms)', 'ten members: p99 / usual (ms)', 'one in another isolate: p99 / usual (ms)'], rows)}

${readNotes('overload-notes.md')}

The responses to the expensive requests; a 429 is what the limits, the points and the places of heavy requests refuse:

${table(
  ['operation', 'SQL ms', 'one member', 'ten members', 'one in another isolate'],
  attacks.map(({ name, sqlMs, crowds, apart }) => [
    name,
    ms(sqlMs),
    ...[...crowds, apart].map(describeResponses),
  ]),
)}`
}
