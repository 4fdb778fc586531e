// Arrivals and exits by quarter hour, of the venue or one of its areas.
import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../shared/schemas.ts'
import { read, useLoad } from '../../data/load.ts'
import { niceCeiling, startOf } from '../../data/plot.ts'
import { quartersOf } from '../../data/quarters.ts'
import { API } from '../../data/reads.ts'
import { useRefresh } from '../../data/refresh.ts'
import type { SessionDetails } from '../../data/types.ts'
import { formatNumber, timesIn } from '../../formats.ts'
import { texts } from '../../texts.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { namedOptions, Select } from '../../ui/select.tsx'
import { number, Table } from '../../ui/table.tsx'
import { Axis, formatterOf, GATE_HEIGHT, Strip } from './admissions-plot.tsx'

/** The service reads every movement for it. */
const REFRESH_MS = 60_000

/** An evening. */
const LEAST_ROOM = 24

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

const Quarters = ({ path, zone }: { path: string; zone: string }) => {
  const load = useLoad(read<Schemas['Movements']>(path))
  useRefresh(load.reload, REFRESH_MS)
  return (
    <Loaded load={load}>
      {({ data }) => {
        const quarters = quartersOf(data)
        if (quarters === undefined) return <p class="soft">{texts.noMovements}</p>
        const { times, entered, left, others } = quarters
        const top = niceCeiling(Math.max(...entered, ...left))
        const room = Math.max(entered.length, LEAST_ROOM)
        const format = formatterOf(times, timesIn(zone))
        const rows = [
          { name: texts.arrivals, counts: entered },
          { name: texts.exits, counts: left },
        ]
        return (
          <>
            <figure class="stack">
              {rows.map(({ name, counts }) => (
                <div class="gate" key={name}>
                  <p>
                    <strong>{name}</strong>
                    <span class="soft small">{formatNumber(sumOf(counts))}</span>
                  </p>
                  <Strip
                    counts={counts}
                    top={top}
                    height={GATE_HEIGHT}
                    room={room}
                    label={`${name}: ${formatNumber(sumOf(counts))}`}
                  />
                </div>
              ))}
              <div class="gate">
                <span class="wide" />
                <Axis plot={times} times={timesIn(zone)} room={room} />
              </div>
              <figcaption class="soft small">
                {texts.perBucket(times.bucketMinutes)} {texts.movementsScale(formatNumber(top))}
              </figcaption>
            </figure>
            <details>
              <summary>{texts.asTable}</summary>
              <Table
                label={texts.movements}
                columns={[texts.from, ...[texts.arrivals, texts.exits, texts.others].map(number)]}
              >
                {entered.map((count, index) =>
                  count === 0 && left[index] === 0 && others[index] === 0 ? null : (
                    <tr key={startOf(times, index)}>
                      <th scope="row">{format(startOf(times, index))}</th>
                      {[count, left[index] ?? 0, others[index] ?? 0].map((value, column) => (
                        <td class="number" key={column}>
                          {formatNumber(value)}
                        </td>
                      ))}
                    </tr>
                  ),
                )}
              </Table>
            </details>
          </>
        )
      }}
    </Loaded>
  )
}

export const Movements = ({ session: { id, areas, timeZone } }: { session: SessionDetails }) => {
  const area = useSignal('')
  const query = area.value === '' ? '' : `?${new URLSearchParams({ areaId: area.value })}`
  const path = `${API}/sessions/${id}/movements${query}`
  return (
    <section class="card stack" aria-labelledby="movements">
      <div class="spread">
        <h2 id="movements">{texts.movements}</h2>
        {areas.length > 0 && (
          <Select
            class="filter"
            aria-label={texts.area}
            value={area.value}
            options={[{ value: '', text: texts.wholeVenue }, ...namedOptions(areas)]}
            onChange={(chosen) => (area.value = chosen)}
          />
        )}
      </div>
      <Quarters key={path} path={path} zone={timeZone} />
    </section>
  )
}
