// A session as it runs: how many guests arrived, how fast, of which type, at which gate, and when.
import type { ComponentChildren } from 'preact'
import type { LiveList } from '../../data/live-list.ts'
import { arrivalsOf, countsOf, countWalkIns } from '../../data/live-tickets.ts'
import { forecast, paceOf } from '../../data/pace.ts'
import { toPlot } from '../../data/plot.ts'
import { type Place, placesOf, usesPresence } from '../../data/presence.ts'
import { type Session, type SessionDetails, soldOf } from '../../data/types.ts'
import { formatNumber, timesIn } from '../../formats.ts'
import { toGuestsOf, toInside } from '../../links.ts'
import { texts } from '../../texts.ts'
import { Arriving } from '../../ui/arriving.tsx'
import { Leads } from '../../ui/leads.tsx'
import { Facts } from '../../ui/session-cells.tsx'
import { AdmissionsPlot } from './admissions-plot.tsx'
import { InsideTable, LevelTag } from './inside-table.tsx'
import { Movements } from './movements.tsx'
import { TypesTable } from './types-table.tsx'
import { Unseen } from './unseen.tsx'

const EARLY_MS = 15 * 60_000

/** The axis begins a quarter of an hour before the doors. */
const openedAt = ({ doorsOpenAt, startsAt }: Session): number =>
  Date.parse(doorsOpenAt ?? startsAt) - EARLY_MS

type FigureProps = { name: ComponentChildren; value: string; children?: ComponentChildren }

const Figure = ({ name, value, children }: FigureProps) => (
  <div>
    <p class="soft">{name}</p>
    <p class="figure">{value}</p>
    <p class="soft">{children}</p>
  </div>
)

type HeroProps = {
  list: LiveList
  session: Session
  /** Undefined unless it is known who is inside. */
  venue: Place | undefined
}

/** What everybody wants to know first. */
const Hero = ({ list, session, venue }: HeroProps) => {
  const tickets = list.ok.value?.body
  const counts = tickets === undefined ? session.counts : countsOf(tickets)
  const now = list.loadedAt.value
  const { rate, peak } = paceOf(arrivalsOf(tickets ?? []), now)
  const end = forecast(counts.Valid, rate, now)
  const sold = soldOf(counts)
  const walkIns = countWalkIns(tickets ?? [])
  const { capacity, eventId, id } = session
  const toStatus = (status: keyof typeof counts): string => toGuestsOf(eventId, id, { status })
  const times = timesIn(session.timeZone)
  return (
    <section class="card hero" aria-label={texts.door}>
      <div>
        {venue === undefined ? (
          <>
            <p>
              <span class="figure huge">{formatNumber(counts.CheckedIn)}</span>{' '}
              <span class="soft">
                <Leads href={toStatus('CheckedIn')} text={texts.ofSold(sold)} />
              </span>
            </p>
            <progress max={Math.max(sold, 1)} value={counts.CheckedIn} aria-label={texts.checkedIn} />
          </>
        ) : (
          <>
            <p>
              <span class="figure huge">{formatNumber(venue.people)}</span>{' '}
              <span class="soft">
                <Leads href={toInside(eventId, id)} text={texts.insideOf(capacity)} />
              </span>{' '}
              <LevelTag level={venue.level} />
            </p>
            <progress
              class={venue.level}
              max={Math.max(capacity, 1)}
              value={Math.max(venue.people, 0)}
              aria-label={texts.inside}
            />
          </>
        )}
        <p class="soft">
          <Facts
            facts={[
              venue === undefined
                ? `${texts.capacity} ${formatNumber(capacity)}`
                : texts.checkedInOf(counts.CheckedIn, sold),
              venue !== undefined && venue.others !== 0 ? texts.withoutTickets(venue.others) : null,
              walkIns > 0 ? `${texts.walkIns} ${formatNumber(walkIns)}` : null,
              sold > capacity ? `${texts.overCapacityFigure} ${formatNumber(sold - capacity)}` : null,
            ]}
          />
        </p>
      </div>
      <Figure name={texts.perMinute} value={tickets === undefined ? texts.noValue : texts.rate(rate)}>
        {peak && texts.peakRate(peak.rate, times.time(peak.at))}
      </Figure>
      <Figure
        name={<Leads href={toStatus('Valid')} text={texts.expected} />}
        value={formatNumber(counts.Valid)}
      >
        {end !== undefined && texts.atThisRate(times.time(end))}
      </Figure>
      <Figure name={texts.notComing} value={formatNumber(counts.Refunded + counts.Voided)}>
        <Facts
          facts={[
            <Leads
              key="refunded"
              href={toStatus('Refunded')}
              text={`${texts.refunded} ${formatNumber(counts.Refunded)}`}
            />,
            <Leads
              key="voided"
              href={toStatus('Voided')}
              text={`${texts.voided} ${formatNumber(counts.Voided)}`}
            />,
          ]}
        />
      </Figure>
      <p class="as-of soft small">{texts.asOf(times.seconds(now))}</p>
    </section>
  )
}

export const Night = ({ list, session }: { list: LiveList; session: SessionDetails }) => {
  const places = placesOf(list.inside.value, session.areas)
  const isUsed = usesPresence(session, list.inside.value, list.ok.value?.body ?? [])
  return (
    <>
      <Hero list={list} session={session} venue={isUsed ? places[0] : undefined} />
      {isUsed && <InsideTable places={places} session={session} />}
      <Arriving list={list} session={session} look="night">
        {(tickets) => {
          const arrivals = arrivalsOf(tickets)
          return (
            <>
              <div class="night">
                <section class="card stack" aria-labelledby="admissions">
                  <h2 id="admissions">{texts.admissions}</h2>
                  <AdmissionsPlot
                    plot={toPlot(arrivals, openedAt(session))}
                    arrivals={arrivals}
                    now={list.loadedAt.value}
                    times={timesIn(session.timeZone)}
                  />
                </section>
                <TypesTable tickets={tickets} />
              </div>
              {isUsed && <Movements session={session} />}
              {isUsed && <Unseen session={session} onChanged={list.reload} />}
            </>
          )
        }}
      </Arriving>
    </>
  )
}
