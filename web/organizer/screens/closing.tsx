// The closing figures of a session: on screen, on paper and as a file.
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { useRecorded } from '../data/check-ins.ts'
import { type Closing, closingOf, type Presence, QUARTER_MS, toCsv } from '../data/closing.ts'
import { toLocal } from '../data/dates.ts'
import { problemsByTicket } from '../data/door-problems.ts'
import { useLiveList } from '../data/live-list.ts'
import type { LiveTicket } from '../data/live-tickets.ts'
import { useLoad } from '../data/load.ts'
import { readPages } from '../data/paged-list.ts'
import { assumedExits, placeFigures, placesOf, usesPresence } from '../data/presence.ts'
import { problemsPath, useSession } from '../data/reads.ts'
import { saveFile } from '../data/service.ts'
import { type CheckIn, type SessionDetails, soldOf } from '../data/types.ts'
import { formatNumber, type Times, timesIn } from '../formats.ts'
import { toGuestsOf, toInside, toSession } from '../links.ts'
import { texts } from '../texts.ts'
import { Arriving } from '../ui/arriving.tsx'
import { type Figure, figureText, Figures as Numbers } from '../ui/figures.tsx'
import { Leads } from '../ui/leads.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PrintButton } from '../ui/print-button.tsx'
import { SessionScreen } from '../ui/session-screen.tsx'
import { number, Table } from '../ui/table.tsx'
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

type Status = (typeof STATUSES)[number]['status']

/** Of all guests. */
const NAMES = Object.fromEntries(STATUSES.map(({ status, text }) => [status, text])) as Record<Status, string>

const Types = ({ types }: Pick<Closing, 'types'>) => (
  <section class="card stack" aria-labelledby="by-type">
    <h2 id="by-type">{texts.byType}</h2>
    {types.length === 0 ? (
      <p class="soft">{texts.noGuests}</p>
    ) : (
      <Table label={texts.byType} columns={[texts.ticketType, ...STATUSES]}>
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
            {STATUSES.map(({ status, look }) => (
              <td class={look} key={status}>
                {formatNumber(counts[status])}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    )}
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

/** Keeps what saves the figures as a file, once there are any. */
type Saving = Signal<(() => void) | undefined>

type FiguresProps = {
  session: SessionDetails
  closing: Closing
  presence?: Presence
  /** Stands above the others. */
  first: readonly Figure[]
  saving: Saving
}

const Figures = ({ session, closing, presence, first, saving }: FiguresProps) => {
  const times = timesIn(session.timeZone)
  const name = session.seriesName ?? session.eventName
  const save = (): void => {
    const csv = toCsv({ name, startsAt: session.startsAt, timeZone: times.timeZone }, closing, presence)
    saveFile(
      new Blob([csv], { type: 'text/csv' }),
      `figures-${toLocal(session.startsAt, times.timeZone).slice(0, 10)}.csv`,
    )
  }
  useEffect(() => {
    saving.value = save
  }, [closing, presence])
  return (
    <div class="parts">
      <section class="card" aria-label={texts.closingFigures}>
        <dl class="entries">
          {first.map(([label, value, href]) => (
            <div key={label} class="spread">
              <dt>{href === undefined ? label : <Leads href={href} text={label} />}</dt>
              <dd class="strong">{figureText(value)}</dd>
            </div>
          ))}
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
  )
}

type WithPresenceProps = FiguresProps & { tickets: readonly LiveTicket[] }

/** Reads every movement. */
const WithPresence = ({ tickets, ...shown }: WithPresenceProps) => {
  const { id, areas } = shown.session
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
            return <Figures {...shown} presence={{ places, assumed: assumedExits(items).length }} />
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

type CountsProps = { session: SessionDetails; first: readonly Figure[] }

/** What is known before the list is. */
const Counts = ({ session: { id, eventId, counts, capacity }, first }: CountsProps) => (
  <section class="card" aria-label={texts.counts}>
    <Numbers
      figures={[
        ...first,
        [texts.sold, soldOf(counts)],
        ...(['CheckedIn', 'Valid', 'Refunded', 'Voided'] as const).map(
          (status): Figure => [NAMES[status], counts[status], toGuestsOf(eventId, id, { status })],
        ),
        [texts.capacity, capacity],
      ]}
    />
  </section>
)

const LoadedFigures = ({ session, saving }: { session: SessionDetails; saving: Saving }) => {
  const { id, eventId, areas } = session
  const tickets = useLiveList(id)
  const path = problemsPath(id)
  const problems = useLoad((signal) => readPages<CheckIn>(path, MAX_PROBLEM_PAGES, signal), '', path)
  const held = tickets.ok.value?.body ?? []
  const known = problems.ok.value && problemsByTicket(problems.ok.value.body.data, held)
  const open = known?.filter(({ isResolved }) => !isResolved).length
  const inside = tickets.inside.value
  const isUsed = usesPresence(session, inside, held)
  const [venue] = placesOf(inside, areas)
  /** Who is still inside, and what is left to do. */
  const first: Figure[] = [
    ...(isUsed ? [[texts.inside, venue?.people, toInside(eventId, id)] as const] : []),
    [texts.openProblemsFigure, open, toSession(eventId, id)],
  ]
  return (
    <>
      {tickets.ok.value === undefined && <Counts session={session} first={first} />}
      <Arriving list={tickets} session={session} look="card">
        {(held) => (
          <Loaded load={problems}>
            {({ data }) => {
              const closing = closingOf(held, session.capacity, problemsByTicket(data, held))
              const shown = { session, closing, saving, first }
              return isUsed ? <WithPresence tickets={held} {...shown} /> : <Figures {...shown} />
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
    const session = useSession(ids.sessionId)
    const saving: Saving = useSignal(undefined)
    return (
      <SessionScreen
        load={session}
        tab="figures"
        name={texts.closingFigures}
        actions={() => (
          <>
            <PrintButton />
            <Button
              text={texts.download}
              isDisabled={saving.value === undefined}
              onClick={() => saving.value?.()}
            />
          </>
        )}
      >
        {(shown) => <LoadedFigures session={shown} saving={saving} />}
      </SessionScreen>
    )
  },
})
