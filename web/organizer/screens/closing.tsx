// What came of a night, on the screen, on paper and as a file.
import { type Closing, closingOf, toCsv } from '../data/closing.ts'
import { problemsByTicket } from '../data/doubles.ts'
import { useLiveList } from '../data/live-list.ts'
import { read, useLoad } from '../data/load.ts'
import { readPages } from '../data/paged-list.ts'
import { API } from '../data/reads.ts'
import { saveFile } from '../data/service.ts'
import type { CheckIn, Session, TicketCounts } from '../data/types.ts'
import { formatDayTime, formatFull, formatNumber, formatTime } from '../formats.ts'
import { toEvent, toEvents, toSession } from '../links.ts'
import { texts } from '../texts.ts'
import { Loaded } from '../ui/loaded.tsx'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { defineScreen } from './screen.ts'

const QUARTER_MS = 15 * 60_000
/** Of 100 check-ins. A session has far fewer problems. */
const MAX_PROBLEM_PAGES = 100

type Line = readonly [name: string, value: string, note?: string]

const linesOf = ({ counts, sold, peak, ...closing }: Closing): Line[] => {
  const ofSold = (value: number): Line[1] => texts.share(value, sold)
  const time = (at: number | undefined): string => (at === undefined ? texts.noValue : formatDayTime(at))
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
        : texts.peakOf(peak.count, formatTime(peak.from), formatTime(peak.from + QUARTER_MS)),
    ],
  ]
}

const STATUSES = ['CheckedIn', 'Valid', 'Refunded', 'Voided'] as const
/** On phones, how many were given back stands beneath the name. */
const CLASSES: Record<keyof TicketCounts, string> = {
  CheckedIn: 'number',
  Valid: 'number',
  Refunded: 'number wide',
  Voided: 'number wide',
}
const HEADERS: Record<keyof TicketCounts, string> = {
  CheckedIn: texts.checkedIn,
  Valid: texts.noShows,
  Refunded: texts.refunded,
  Voided: texts.voided,
}

const Types = ({ types }: Pick<Closing, 'types'>) => (
  <section class="card stack" aria-labelledby="by-type">
    <h2 id="by-type">{texts.byType}</h2>
    <div class="scrolls">
      <table aria-label={texts.byType}>
        <thead>
          <tr>
            <th scope="col">{texts.ticketType}</th>
            {STATUSES.map((status) => (
              <th scope="col" class={CLASSES[status]} key={status}>
                {HEADERS[status]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map(({ name, ...counts }) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
                {counts.Refunded + counts.Voided > 0 && (
                  <span class="beneath soft small phone">
                    {texts.givenBack(counts.Refunded, counts.Voided)}
                  </span>
                )}
              </th>
              {STATUSES.map((status) => (
                <td class={CLASSES[status]} key={status}>
                  {formatNumber(counts[status])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            <th scope="col" class="number">
              {texts.checkedIn}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, count]) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td class="number">{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)

const Figures = ({ session, closing }: { session: Session; closing: Closing }) => {
  const name = session.seriesName ?? session.eventName
  const save = (): void => {
    const csv = toCsv(name, session.startsAt, closing)
    saveFile(new Blob([csv], { type: 'text/csv' }), `figures-${session.startsAt.slice(0, 10)}.csv`)
  }
  return (
    <>
      <div class="buttons screen-only">
        <button type="button" class="button primary" onClick={() => print()}>
          {texts.print}
        </button>
        <button type="button" class="button" onClick={save}>
          {texts.download}
        </button>
      </div>
      <div class="parts">
        <section class="card" aria-label={texts.closingFigures}>
          <dl class="closing">
            {linesOf(closing).map(([label, value, note]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {value} {note && <span class="soft small">{note}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <Types types={closing.types} />
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
          rows={closing.quarters.map(({ from, count }) => [formatDayTime(from), count])}
        />
      </div>
    </>
  )
}

const Night = ({ session }: { session: Session }) => {
  const tickets = useLiveList(session.id)
  const path = `${API}/sessions/${session.id}/check-ins?problem=true&pageSize=100`
  const problems = useLoad((signal) => readPages<CheckIn>(path, MAX_PROBLEM_PAGES, signal))
  return (
    <Loaded load={tickets}>
      {(held) => (
        <Loaded load={problems}>
          {({ data }) => (
            <Figures
              session={session}
              closing={closingOf(held, session.capacity, problemsByTicket(data, held))}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

export const closingScreen = defineScreen({
  path: '/events/:eventId/sessions/:sessionId/figures',
  name: texts.closingFigures,
  View: ({ ids: { eventId, sessionId } }) => {
    const session = useLoad(read<Session>(`${API}/sessions/${sessionId}`))
    return (
      <LoadedScreen
        load={session}
        title={({ seriesName, eventName }) => `${texts.closingFigures} · ${seriesName ?? eventName}`}
        name={texts.closingFigures}
        breadcrumbs={(shown) => [
          { href: toEvents, text: texts.events },
          ...(shown === undefined ? [] : [{ href: toEvent(eventId), text: shown.eventName }]),
          { href: toSession(eventId, sessionId), text: texts.session },
        ]}
        lead={({ startsAt, venueName }) => (
          <p class="soft">
            {formatFull(startsAt)}
            {venueName !== null && (
              <>
                {' '}
                · <bdi>{venueName}</bdi>
              </>
            )}
          </p>
        )}
      >
        {(shown) => <Night session={shown} />}
      </LoadedScreen>
    )
  },
})
