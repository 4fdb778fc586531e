// The closing figures of a session: on screen, on paper and as a file.
import { Button } from '../../shared/button.tsx'
import { useRecorded } from '../data/check-ins.ts'
import { type Closing, closingOf, type Presence, QUARTER_MS, toCsv } from '../data/closing.ts'
import { toLocal } from '../data/dates.ts'
import { problemsByTicket } from '../data/door-problems.ts'
import { useLiveList } from '../data/live-list.ts'
import type { LiveTicket } from '../data/live-tickets.ts'
import { useLoad } from '../data/load.ts'
import { readPages } from '../data/paged-list.ts'
import { assumedExits, placeFigures, usesPresence } from '../data/presence.ts'
import { API, readSession } from '../data/reads.ts'
import { saveFile } from '../data/service.ts'
import { type CheckIn, type SessionDetails, soldOf } from '../data/types.ts'
import { formatNumber, type Times, timesIn } from '../formats.ts'
import { texts } from '../texts.ts'
import { Arriving } from '../ui/arriving.tsx'
import { sessionBreadcrumbs } from '../ui/breadcrumbs.ts'
import { Figures as Numbers } from '../ui/figures.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { Facts } from '../ui/session-cells.tsx'
import { SessionTabs } from '../ui/session-tabs.tsx'
import { number, Table } from '../ui/table.tsx'
import { ZoneNote } from '../ui/zone-note.tsx'
import { defineScreen } from './screen.ts'

/** Of 100 check-ins. A session has far fewer problems. */
const MAX_PROBLEM_PAGES = 100

type Line = readonly [name: string, value: string, note?: string]

const linesOf = ({ counts, sold, peak, ...closing }: Closing, times: Times): Line[] => {
  const ofSold = (value: number): Line[1] => texts.share(value, sold)
  const time = (at: number | undefined): string => (at === undefined ? texts.noValue : times.dayTime(at))
  return [
    [texts.sold, formatNumber(sold), `${texts.capacity} ${formatNumber(closing.capacity)}`],
    [texts.checkedIn, formatNumber(counts.CheckedIn), ofSold(counts.CheckedIn)],
    [texts.noShows, formatNumber(counts.Valid), ofSold(counts.Valid)],
    [texts.refunded, formatNumber(counts.Refunded)],
    [texts.voided, formatNumber(counts.Voided)],
    [texts.overCapacityFigure, formatNumber(closing.overCapacity)],
    [texts.walkIns, formatNumber(closing.walkIns)],
    [texts.doubles, formatNumber(closing.doubles)],
    [texts.admittedNotValid, formatNumber(closing.notValid)],
    [texts.firstAdmission, time(closing.first)],
    [texts.lastAdmission, time(closing.last)],
    [
      texts.peak,
      peak === undefined
        ? texts.noValue
        : texts.peakOf(peak.count, times.time(peak.from), times.time(peak.from + QUARTER_MS)),
    ],
  ]
}

/** On phones, how many were given back stands beneath the name. */
const STATUSES = [
  { status: 'CheckedIn', text: texts.checkedIn, look: 'number' },
  { status: 'Valid', text: texts.noShows, look: 'number' },
  { status: 'Refunded', text: texts.refunded, look: 'number wide' },
  { status: 'Voided', text: texts.voided, look: 'number wide' },
] as const

const Types = ({ types }: Pick<Closing, 'types'>) => (
  <section class="card stack" aria-labelledby="by-type">
    <h2 id="by-type">{texts.byType}</h2>
    <Table label={texts.byType} columns={[texts.ticketType, ...STATUSES]}>
      {types.map(({ name, ...counts }) => (
        <tr key={name}>
          <th scope="row">
            <bdi>{name}</bdi>
            {counts.Refunded + counts.Voided > 0 && (
              <span class="beneath soft small phone">{texts.givenBack(counts.Refunded, counts.Voided)}</span>
            )}
          </th>
          {STATUSES.map(({ status, look }) => (
            <td class={look} key={status}>
              {formatNumber(counts[status])}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  </section>
)

/** Who came and who did not, by guest list. */
const Lists = ({ lists }: Pick<Closing, 'lists'>) => (
  <section class="card stack" aria-labelledby="by-list">
    <h2 id="by-list">{texts.byList}</h2>
    <Table label={texts.byList} columns={[texts.guestList, number(texts.checkedIn), number(texts.noShows)]}>
      {lists.map(({ name, CheckedIn, Valid }) => (
        <tr key={name}>
          <th scope="row">
            <bdi>{name}</bdi>
          </th>
          <td class="number">{formatNumber(CheckedIn)}</td>
          <td class="number">{formatNumber(Valid)}</td>
        </tr>
      ))}
    </Table>
  </section>
)

type PairsProps = { id: string; title: string; of: string; rows: readonly (readonly [string, number])[] }

/** A table of numbers. */
const Pairs = ({ id, title, of, rows }: PairsProps) => (
  <section class="card stack" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {rows.length === 0 ? (
      <p class="soft">{texts.noAdmissions}</p>
    ) : (
      <Table label={title} columns={[of, number(texts.checkedIn)]}>
        {rows.map(([name, count]) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td class="number">{formatNumber(count)}</td>
          </tr>
        ))}
      </Table>
    )}
  </section>
)

type PlacesProps = { presence: Presence; session: SessionDetails }

const Places = ({ presence: { places, assumed }, session: { startsAt, timeZone } }: PlacesProps) => (
  <section class="card stack" aria-labelledby="inside">
    <h2 id="inside">{texts.inside}</h2>
    {places === undefined ? (
      <p class="soft">{texts.tooManyMovements}</p>
    ) : (
      <Table
        label={texts.inside}
        columns={[
          texts.area,
          number(texts.peakInside),
          number(texts.at),
          { text: texts.entriesFigure, look: 'number wide' },
          { text: texts.exits, look: 'number wide' },
          { text: texts.others, look: 'number wide' },
        ]}
      >
        {places.map(({ areaId, name, peak, peakAt, entries, exits, others }) => (
          <tr key={areaId}>
            <th scope="row">
              <bdi>{name}</bdi>
              <span class="beneath soft small phone">{texts.cameAndLeft(entries, exits, others)}</span>
            </th>
            <td class="number">{formatNumber(peak)}</td>
            <td class="number">
              {peakAt === undefined ? texts.noValue : timesIn(timeZone).near(peakAt, startsAt)}
            </td>
            {[entries, exits, others].map((value, index) => (
              <td class="number wide" key={index}>
                {formatNumber(value)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    )}
    <p class="soft small">
      {texts.assumedExits}: {formatNumber(assumed)}. {texts.insideHelp}
    </p>
  </section>
)

type FiguresProps = { session: SessionDetails; closing: Closing; presence?: Presence }

const Figures = ({ session, closing, presence }: FiguresProps) => {
  const times = timesIn(session.timeZone)
  const name = session.seriesName ?? session.eventName
  const save = (): void => {
    const csv = toCsv(name, session.startsAt, closing, presence)
    saveFile(
      new Blob([csv], { type: 'text/csv' }),
      `figures-${toLocal(session.startsAt, times.timeZone).slice(0, 10)}.csv`,
    )
  }
  return (
    <>
      <div class="buttons screen-only">
        <Button look="primary" text={texts.print} onClick={() => print()} />
        <Button text={texts.download} onClick={save} />
      </div>
      <div class="parts">
        <section class="card" aria-label={texts.closingFigures}>
          <dl class="entries">
            {linesOf(closing, times).map(([label, value, note]) => (
              <div key={label} class="spread">
                <dt>{label}</dt>
                <dd class="strong">
                  {value} {note && <span class="soft small">{note}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
        {presence !== undefined && <Places presence={presence} session={session} />}
        <Types types={closing.types} />
        {closing.lists.length > 0 && <Lists lists={closing.lists} />}
        <Pairs
          id="by-gate"
          title={texts.byGate}
          of={texts.gate}
          rows={closing.gates.map(({ device, admitted }) => [device ?? texts.noGate, admitted])}
        />
        <Pairs
          id="per-quarter"
          title={texts.perQuarter}
          of={texts.from}
          rows={closing.quarters.map(({ from, count }) => [times.dayTime(from), count])}
        />
      </div>
    </>
  )
}

type WithPresenceProps = FiguresProps & { tickets: readonly LiveTicket[] }

/** Reads every movement. */
const WithPresence = ({ tickets, session, closing }: WithPresenceProps) => {
  const { id, areas } = session
  const recorded = useRecorded(id)
  const tallies = useRecorded(id, 'types=Tally&')
  return (
    <Loaded load={recorded}>
      {({ items, isWhole }) => (
        <Loaded load={tallies}>
          {({ items: counted, isWhole: isCounted }) => {
            const areaIds = areas.map((area) => area.id)
            const nameOf = (areaId: string | null): string =>
              areas.find((area) => area.id === areaId)?.name ?? texts.wholeVenue
            const places =
              isWhole && isCounted
                ? placeFigures(tickets, items, counted, areaIds).map((place) => ({
                    ...place,
                    name: nameOf(place.areaId),
                  }))
                : undefined
            return (
              <Figures
                session={session}
                closing={closing}
                presence={{ places, assumed: assumedExits(items).length }}
              />
            )
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

/** What is known before the list is. */
const Counts = ({ session: { counts, capacity } }: { session: SessionDetails }) => (
  <section class="card" aria-label={texts.counts}>
    <Numbers
      figures={[
        [texts.sold, soldOf(counts)],
        [texts.checkedIn, counts.CheckedIn],
        [texts.noShows, counts.Valid],
        [texts.refunded, counts.Refunded],
        [texts.voided, counts.Voided],
        [texts.capacity, capacity],
      ]}
    />
  </section>
)

const LoadedFigures = ({ session }: { session: SessionDetails }) => {
  const tickets = useLiveList(session.id)
  const path = `${API}/sessions/${session.id}/check-ins?problem=true&pageSize=100`
  const problems = useLoad((signal) => readPages<CheckIn>(path, MAX_PROBLEM_PAGES, signal))
  return (
    <>
      {tickets.ok.value === undefined && <Counts session={session} />}
      <Arriving list={tickets} session={session} look="card">
        {(held) => (
          <Loaded load={problems}>
            {({ data }) => {
              const closing = closingOf(held, session.capacity, problemsByTicket(data, held))
              return usesPresence(session, tickets.inside.value, held) ? (
                <WithPresence session={session} closing={closing} tickets={held} />
              ) : (
                <Figures session={session} closing={closing} />
              )
            }}
          </Loaded>
        )}
      </Arriving>
    </>
  )
}

export const closingScreen = defineScreen({
  path: '/events/:eventId/sessions/:sessionId/figures',
  name: texts.closingFigures,
  View: ({ ids }) => {
    const session = useLoad(readSession(ids.sessionId))
    return (
      <LoadedScreen
        load={session}
        title={({ seriesName, eventName }) => `${texts.closingFigures} · ${seriesName ?? eventName}`}
        name={texts.closingFigures}
        breadcrumbs={(shown) => sessionBreadcrumbs(ids, shown)}
        lead={(shown) => (
          <>
            <p class="soft">
              <Facts facts={[timesIn(shown.timeZone).full(shown.startsAt), shown.venueName]} />
              <ZoneNote sessions={[shown]} />
            </p>
            <SessionTabs session={shown} current="figures" />
          </>
        )}
      >
        {(shown) => <LoadedFigures session={shown} />}
      </LoadedScreen>
    )
  },
})
