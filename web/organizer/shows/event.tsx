// One event: its series, and all of its sessions.
import { useSignal } from '@preact/signals'
import { type Load, useLoad } from '../loads/load.ts'
import { usePages } from '../loads/pages.ts'
import { EPOCH, readEvents, sessionsPath } from '../loads/reads.ts'
import type { EventItem, Page, Session } from '../loads/types.ts'
import { toEvents, toSeries } from '../routes.ts'
import { texts } from '../texts.ts'
import { CountCells, CountHeaders, StartCell } from './cells.tsx'
import { Title } from './frame.tsx'
import { Loaded } from './loaded.tsx'
import { SessionsCard } from './sessions-card.tsx'

const SeriesOf = ({ event }: { event: EventItem }) => (
  <section class="card stack" aria-labelledby="series">
    <h2 id="series">{texts.series}</h2>
    {event.series.length === 0 && <p class="soft">{texts.noSeries}</p>}
    <ul class="entries">
      {event.series.map(({ id, name }) => (
        <li key={id}>
          <a class="entry" href={toSeries(event.id, id)}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  </section>
)

const Rows = ({ eventId, sessions }: { eventId: string; sessions: readonly Session[] }) => {
  const now = Date.now()
  return (
    <div class="scrolls">
      <table aria-label={texts.sessions}>
        <thead>
          <tr>
            <th scope="col">{texts.session}</th>
            <th scope="col" class="wide">
              {texts.series}
            </th>
            <th scope="col" class="wide">
              {texts.venue}
            </th>
            <CountHeaders />
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id}>
              <StartCell eventId={eventId} session={session} now={now} />
              <td class="wide">
                {session.seriesId === null ? (
                  texts.noValue
                ) : (
                  <a href={toSeries(eventId, session.seriesId)}>{session.seriesName}</a>
                )}
              </td>
              <td class="wide">{session.venueName ?? texts.noValue}</td>
              <CountCells counts={session.counts} capacity={session.capacity} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Sessions = ({ eventId }: { eventId: string }) => {
  const hidesPast = useSignal(true)
  const query = { eventId, ...(hidesPast.value ? {} : { from: EPOCH }) }
  return (
    <SessionsCard list={usePages<Session>(sessionsPath(query))} hidesPast={hidesPast}>
      {(sessions) => <Rows eventId={eventId} sessions={sessions} />}
    </SessionsCard>
  )
}

/** The heading: undefined until the event is loaded. */
const titleOf = (events: Load<Page<EventItem>>, event: EventItem | undefined): string | undefined => {
  if (events.failed.value !== undefined) return texts.events
  return events.ok.value === undefined ? undefined : (event?.name ?? texts.notFound)
}

export const EventScreen = ({ eventId }: { eventId: string }) => {
  const events = useLoad(readEvents, eventId)
  const event = events.ok.value?.body.data.find(({ id }) => id === eventId)
  return (
    <>
      <Title title={titleOf(events, event)} breadcrumbs={[{ href: toEvents, text: texts.events }]}>
        {event !== undefined && <p class="soft">{event.organizerName}</p>}
      </Title>
      <Loaded load={events}>
        {() =>
          event === undefined ? (
            <p class="soft">{texts.eventNotFound}</p>
          ) : (
            <>
              <SeriesOf event={event} />
              <Sessions eventId={eventId} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
