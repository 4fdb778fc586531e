// The events that the person manages, with their series and with the coming sessions outside of any series.

import { formatDayTime } from '../formats.ts'
import { read, useLoad } from '../loads/load.ts'
import { readEvents, readHasSessions, sessionsPath } from '../loads/reads.ts'
import { type EventItem, type Page, type Session, soldOf } from '../loads/types.ts'
import { toDoor, toEvent, toSeries, toSession } from '../routes.ts'
import { texts } from '../texts.ts'
import { Title } from './frame.tsx'
import { Loaded } from './loaded.tsx'

const SingleSession = ({ session }: { session: Session }) => (
  <li>
    <a class="entry" href={toSession(session.eventId, session)}>
      <span>{formatDayTime(session.startsAt)}</span>
      <span class="soft small">
        {[session.venueName, texts.soldOf(soldOf(session.counts), session.capacity)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </a>
  </li>
)

/** The next session of a series, if it is among those that are loaded. */
const Next = ({ session }: { session: Session | undefined }) =>
  session === undefined ? null : (
    <span class="soft small">
      {texts.next(formatDayTime(session.startsAt))} · {texts.soldOf(soldOf(session.counts), session.capacity)}
    </span>
  )

const EventCard = ({ event, coming }: { event: EventItem; coming: readonly Session[] }) => {
  const single = coming.filter(({ eventId, seriesId }) => eventId === event.id && seriesId === null)
  return (
    <li class="card stack">
      <div class="spread">
        <h2>
          <a href={toEvent(event.id)}>{event.name}</a>
        </h2>
        <span class="soft small">{event.organizerName}</span>
      </div>
      {event.series.length > 0 && (
        <section>
          <h3>{texts.series}</h3>
          <ul class="entries">
            {event.series.map(({ id, name }) => (
              <li key={id}>
                <a class="entry" href={toSeries(event.id, id)}>
                  <span>{name}</span>
                  <Next session={coming.find(({ seriesId }) => seriesId === id)} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {single.length > 0 && (
        <section>
          <h3>{texts.singleSessions}</h3>
          <ul class="entries">
            {single.map((session) => (
              <SingleSession key={session.id} session={session} />
            ))}
          </ul>
        </section>
      )}
      <p class="last">
        <a href={toEvent(event.id)} aria-label={`${texts.allSessions}: ${event.name}`}>
          {texts.allSessions}
        </a>
      </p>
    </li>
  )
}

/** For door staff, and for people who are not members of any organizer. */
const NothingToManage = () => {
  const hasSessions = useLoad(readHasSessions, '')
  return (
    <Loaded load={hasSessions}>
      {(isStaff) => (
        <div class="card stack">
          <h2>{isStaff ? texts.staffTitle : texts.outsiderTitle}</h2>
          <p>{isStaff ? texts.staffHelp : texts.outsiderHelp}</p>
          {isStaff && (
            <p>
              <a class="button primary" href={toDoor()}>
                {texts.toDoor}
              </a>
            </p>
          )}
        </div>
      )}
    </Loaded>
  )
}

export const Events = () => {
  const events = useLoad(readEvents, '')
  const coming = useLoad((signal) => read<Page<Session>>(sessionsPath({}), signal), '')
  return (
    <>
      <Title title={texts.events} />
      <Loaded load={events}>
        {({ data }) =>
          data.length === 0 ? (
            <NothingToManage />
          ) : (
            <ul class="cards">
              {data.map((event) => (
                <EventCard key={event.id} event={event} coming={coming.ok.value?.body.data ?? []} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}
