// Admissions over time: bars for all gates together and for each gate, on one time axis, and as a table.

import { gateFigures, paceOf } from '../../data/pace.ts'
import {
  type Arrival,
  DAY_MINUTES,
  type Gate,
  labelled,
  MAX_BUCKETS,
  type Plot,
  startOf,
} from '../../data/plot.ts'
import { formatNumber, type Times } from '../../formats.ts'
import { texts } from '../../texts.ts'
import { number, Table } from '../../ui/table.tsx'

/** Widths in units of the drawing, which is stretched to the available width. */
const BUCKET = 10
const BAR = 8
const MAX_LABELS = 5
/** Labels with a day, or with which of two hours it is. */
const LONG = 11
const MAX_LONG_LABELS = 3

/** Times of one evening need no day. */
export const formatterOf = (plot: Buckets, { dayTime, time }: Times): ((instant: number) => string) =>
  plot.totals.length * plot.bucketMinutes > DAY_MINUTES ? dayTime : time

/** What of a plot says which time is where. */
type Buckets = Pick<Plot, 'from' | 'bucketMinutes' | 'totals'>

const nameOf = ({ device }: Gate): string => device ?? texts.noGate

type StripProps = {
  counts: readonly number[]
  top: number
  height: number
  label: string
  /** For how many it has room. */
  room?: number
}

export const Strip = ({ counts, top, height, label, room = MAX_BUCKETS }: StripProps) => (
  <svg
    class="strip"
    viewBox={`0 0 ${room * BUCKET} ${height}`}
    height={height}
    preserveAspectRatio="none"
    role="img"
    aria-label={label}
  >
    {counts.map((count, index) => {
      const tall = count === 0 ? 0 : Math.max((count / top) * height, 1.5)
      // A bucket is known by its place in time.
      return <rect key={index} x={index * BUCKET} y={height - tall} width={BAR} height={tall} />
    })}
  </svg>
)

type AxisProps = { plot: Buckets; times: Times; room?: number }

export const Axis = ({ plot, times, room = MAX_BUCKETS }: AxisProps) => {
  const format = formatterOf(plot, times)
  const labelsAt = (max: number) =>
    labelled(plot, Math.ceil((max * plot.totals.length) / room), times.timeZone).map((bucket) => ({
      bucket,
      text: format(startOf(plot, bucket)),
    }))
  const labels = labelsAt(MAX_LABELS)
  const shown = labels.some(({ text }) => text.length > LONG) ? labelsAt(MAX_LONG_LABELS) : labels
  // The label stands at its bucket, and never beyond either end of the axis.
  const styleOf = (bucket: number) => {
    const share = (bucket / room) * 100
    return { left: `${share}%`, transform: `translateX(-${share}%)` }
  }
  return (
    <div class="axis soft small" aria-hidden="true">
      {shown.map(({ bucket, text }) => (
        <span key={bucket} style={styleOf(bucket)}>
          {text}
        </span>
      ))}
    </div>
  )
}

const PlotTable = ({ plot, times }: { plot: Plot; times: Times }) => {
  const format = formatterOf(plot, times)
  const buckets = [...plot.totals.keys()].filter((bucket) => (plot.totals[bucket] ?? 0) > 0)
  return (
    <details>
      <summary>{texts.asTable}</summary>
      <Table
        label={texts.admissions}
        columns={[texts.from, ...[...plot.gates.map(nameOf), texts.allGates].map(number)]}
      >
        {buckets.map((bucket) => (
          <tr key={bucket}>
            <th scope="row">{format(startOf(plot, bucket))}</th>
            {plot.gates.map((gate) => (
              <td class="number" key={gate.device}>
                {formatNumber(gate.counts[bucket] ?? 0)}
              </td>
            ))}
            <td class="number">{formatNumber(plot.totals[bucket] ?? 0)}</td>
          </tr>
        ))}
      </Table>
    </details>
  )
}

/** A gate at which nobody has come for so long, while others let people in, may have a problem. */
const SILENT_MINUTES = 10
const MINUTE_MS = 60_000

const silentMinutes = ({ device, last }: Gate, { gates }: Plot): number => {
  const latest = gates.reduce((most, gate) => Math.max(most, gate.last), 0)
  const minutes = Math.floor((latest - last) / MINUTE_MS)
  return device !== null && minutes >= SILENT_MINUTES ? minutes : 0
}

const ALL_HEIGHT = 110
export const GATE_HEIGHT = 36

type Props = { plot: Plot | undefined; arrivals: readonly Arrival[]; now: number; times: Times }

export const AdmissionsPlot = ({ plot, arrivals, now, times }: Props) => {
  if (plot === undefined) return <p class="soft">{texts.noAdmissions}</p>
  const { top, gateTop } = plot
  const format = formatterOf(plot, times)
  const end = startOf(plot, plot.totals.length)
  const total = plot.gates.reduce((sum, gate) => sum + gate.total, 0)
  const rates = new Map(gateFigures(arrivals, now).map(({ device, rate }) => [device, rate]))
  const describe = (count: number): string => texts.plotTitle(count, format(plot.from), format(end))
  return (
    <>
      <figure class="stack">
        <div class="gate all">
          <p>
            <strong>{texts.allGates}</strong>
            <span class="soft small">{texts.admitted(total)}</span>
          </p>
          <div class="framed">
            <span class="top soft small">{formatNumber(top)}</span>
            <Strip
              counts={plot.totals}
              top={top}
              height={ALL_HEIGHT}
              label={`${texts.allGates}: ${describe(total)}`}
            />
          </div>
          <span class="rate soft">{texts.gateRate(paceOf(arrivals, now).rate)}</span>
        </div>
        {plot.gates.map((gate) => (
          <div class="gate" key={gate.device}>
            <p>
              <strong>
                <bdi>{nameOf(gate)}</bdi>
              </strong>
              <span class="soft small">{texts.gateLine(gate.total, format(gate.last))}</span>
              {silentMinutes(gate, plot) > 0 && (
                <span class="tag warn">{texts.silent(silentMinutes(gate, plot))}</span>
              )}
            </p>
            <Strip
              counts={gate.counts}
              top={gate.device === null ? top : gateTop}
              height={GATE_HEIGHT}
              label={`${nameOf(gate)}: ${describe(gate.total)}`}
            />
            <span class="rate soft">
              {rates.has(gate.device) && texts.gateRate(rates.get(gate.device) ?? 0)}
            </span>
          </div>
        ))}
        <div class="gate">
          <span class="wide" />
          <Axis plot={plot} times={times} />
        </div>
        <figcaption class="soft small">
          {texts.perBucket(plot.bucketMinutes)}{' '}
          {plot.gates.some(({ device }) => device !== null) && texts.gateScale(formatNumber(gateTop))}{' '}
          {plot.gates.some(({ device }) => device === null) && texts.noGateHelp}
        </figcaption>
      </figure>
      <PlotTable plot={plot} times={times} />
    </>
  )
}
