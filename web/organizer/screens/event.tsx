// One event: its series, and all of its sessions.
import { useSignal } from '@preact/signals'
import { type Result, useLoad } from '../data/load.ts'
import { usePaged } from '../data/paged-list.ts'
import { EPOCH, readEvents, sessionsPath } from '../data/reads.ts'
import type { EventItem, Session } from '../data/types.ts'
import { toEvents, toSeries } from '../links.ts'
import { texts } from '../texts.ts'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { CountCells, CountHeaders, StartCell } from '../ui/session-cells.tsx'
import { SessionsCard } from '../ui/sessions-card.tsx'
import { defineScreen } from './screen.ts'

const SeriesOf = ({ event }: { event: EventItem }) => (
  <section class="card stack" aria-labelledby="series">
    <h2 id="series">{texts.series}</h2>
    {event.series.length === 0 && <p class="soft">{texts.noSeries}</p>}
    <ul class="entries">
      {event.series.map(({ id, name }) => (
        <li key={id}>
          <a class="entry" href={toSeries(event.id, id)}>
            <bdi>{name}</bdi>
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
                  <a href={toSeries(eventId, session.seriesId)}>
                    <bdi>{session.seriesName}</bdi>
                  </a>
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
    <SessionsCard list={usePaged<Session>(sessionsPath(query))} hidesPast={hidesPast}>
      {(sessions) => <Rows eventId={eventId} sessions={sessions} />}
    </SessionsCard>
  )
}

const NOT_FOUND = {
  kind: 'error',
  status: 404,
  code: 'event_not_found',
  message: texts.eventNotFound,
  requestId: null,
  retryAfter: null,
} as const

/** Finds the event among those that the person manages: the API reads none by its id. */
const readEvent =
  (eventId: string) =>
  async (signal?: AbortSignal): Promise<Result<EventItem>> => {
    const events = await readEvents(signal)
    if (events.kind !== 'ok') return events
    const event = events.body.data.find(({ id }) => id === eventId)
    return event === undefined ? NOT_FOUND : { kind: 'ok', body: event, etag: null }
  }

export const eventScreen = defineScreen({
  path: '/events/:eventId',
  name: texts.event,
  View: ({ ids: { eventId } }) => {
    const event = useLoad(readEvent(eventId))
    return (
      <LoadedScreen
        load={event}
        title={({ name }) => name}
        name={texts.event}
        breadcrumbs={() => [{ href: toEvents, text: texts.events }]}
        lead={({ organizerName }) => <p class="soft">{organizerName}</p>}
      >
        {(loaded) => (
          <>
            <SeriesOf event={loaded} />
            <Sessions eventId={eventId} />
          </>
        )}
      </LoadedScreen>
    )
  },
})
