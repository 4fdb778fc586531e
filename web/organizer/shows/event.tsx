// One event: its series, and all of its sessions.
import { useSignal } from '@preact/signals'
import { useLoad } from '../loads/load.ts'
import { type ReadPage, usePages } from '../loads/pages.ts'
import { EPOCH, read, readEvents, sessionsPath } from '../loads/reads.ts'
import type { EventItem, Session } from '../loads/types.ts'
import { toEvents, toSeries } from '../routes.ts'
import { texts } from '../texts.ts'
import { CountCells, CountHeaders, StartCell } from './cells.tsx'
import { Title } from './frame.tsx'
import { Failure, Loading, More } from './notices.tsx'

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
  const hasPast = useSignal(false)
  const query = { eventId, ...(hasPast.value ? { from: EPOCH } : {}) }
  const list = usePages(read as ReadPage<Session>, sessionsPath(query))
  const shown = list.items.value
  return (
    <section class="card stack" aria-labelledby="sessions">
      <div class="spread">
        <h2 id="sessions">{texts.sessions}</h2>
        <button type="button" class="button" onClick={() => (hasPast.value = !hasPast.value)}>
          {hasPast.value ? texts.hidePast : texts.showPast}
        </button>
      </div>
      {list.failed.value !== undefined && <Failure failed={list.failed.value} onRetry={list.reload} />}
      {shown === undefined && list.failed.value === undefined && <Loading />}
      {shown?.length === 0 && <p class="soft">{hasPast.value ? texts.noSessions : texts.noComingSessions}</p>}
      {shown !== undefined && shown.length > 0 && <Rows eventId={eventId} sessions={shown} />}
      <More
        hasMore={list.hasMore.value}
        isLoading={list.isLoadingMore.value}
        failed={list.moreFailed.value}
        onMore={list.loadMore}
      />
    </section>
  )
}

export const EventScreen = ({ eventId }: { eventId: string }) => {
  const { ok, failed, reload } = useLoad(readEvents, eventId)
  const event = ok.value?.body.data.find(({ id }) => id === eventId)
  const path = [{ href: toEvents, text: texts.events }]
  if (failed.value !== undefined) {
    return (
      <>
        <Title title={texts.events} path={path} />
        <Failure failed={failed.value} onRetry={reload} />
      </>
    )
  }
  if (ok.value !== undefined && event === undefined) {
    return (
      <>
        <Title title={texts.notFound} path={path} />
        <p class="soft">{texts.eventNotFound}</p>
      </>
    )
  }
  return (
    <>
      <Title title={event?.name} path={path}>
        {event !== undefined && <p class="soft">{event.organizerName}</p>}
      </Title>
      {event === undefined ? (
        <Loading />
      ) : (
        <>
          <SeriesOf event={event} />
          <Sessions eventId={eventId} />
        </>
      )}
    </>
  )
}
