// The tables of a device at a gate.
import { GATE_TICKETS } from './data.ts'
import type { DeviceResult } from './device.ts'
import { count, ms, table } from './markdown.ts'
import type { Measured } from './measure.ts'

/** The most that a median may be, as a multiple of the median that it is compared with. */
const AIMS = { checkIn: 1.5, batch: 6 }

const ratioCells = (measured: Measured, to: Measured, aim?: number): [ratio: string, aim: string] => {
  const ratio = (measured.p50Ms / to.p50Ms).toFixed(2)
  return [
    aim !== undefined && Number(ratio) > aim ? `**${ratio}**` : ratio,
    aim === undefined ? '–' : `≤ ${aim}`,
  ]
}

const timeCells = ({ p50Ms, p90Ms, meanMs, cpuMs }: Measured): string[] => [
  `${ms(p50Ms)} / ${ms(p90Ms)}`,
  meanMs.db.toFixed(2),
  meanMs.sql.toFixed(2),
  ms(cpuMs),
]

export const reportDevice = (result: DeviceResult): string => {
  const { checkIn, writeBaseline, batch, poll, listPoll, unconditionalPoll, wholeList, changes } = result
  const { checkInsPerSecond } = result
  return `## A device at a gate

A session of ${count(GATE_TICKETS)} tickets. The write baseline is the guarded baseline, except that it writes one row instead of reading
one: what the client sent. "Database" is the wait for D1 and includes the SQL; both are means of the responses up to the
p90. CPU is that of all processes of the server. A ratio in bold misses its aim.

${table(
  ['request', 'p50 / p90 ms', 'database ms', 'SQL ms', 'CPU ms', 'compared with', 'ratio', 'aim'],
  [
    ['write baseline', ...timeCells(writeBaseline), '–', '–', '–'],
    [
      '1 check-in',
      ...timeCells(checkIn),
      'write baseline',
      ...ratioCells(checkIn, writeBaseline, AIMS.checkIn),
    ],
    [
      '100 check-ins in a batch',
      ...timeCells(batch),
      '1 check-in',
      ...ratioCells(batch, checkIn, AIMS.batch),
    ],
    ['304 of the list', ...timeCells(listPoll), '–', '–', '–'],
    ['304 of the changes', ...timeCells(poll), '304 of the list', ...ratioCells(poll, listPoll)],
    [
      '200 without changes',
      ...timeCells(unconditionalPoll),
      '304 of the list',
      ...ratioCells(unconditionalPoll, listPoll),
    ],
  ],
)}

A poll without changes reads ${count(poll.rowsRead)} rows, or ${count(unconditionalPoll.rowsRead)} without \`If-None-Match\`.${
    checkInsPerSecond === undefined
      ? ''
      : ` Over 64 connections, the service records ${count(checkInsPerSecond)} check-ins a second, one in each request.`
  }

${table(
  ['what a device reads', 'requests', 'ms', 'bytes', 'bytes with gzip', 'CPU ms'],
  [['the whole list', wholeList] as const, ['100 changes', changes] as const].map(([name, reading]) => [
    name,
    count(reading.requests),
    ms(reading.ms),
    count(reading.bytes),
    count(reading.gzipBytes),
    ms(reading.cpuMs),
  ]),
)}`
}
