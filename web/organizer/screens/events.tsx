// The events that the person manages, with their series and with the coming sessions outside of any series.
import { useSignal } from '@preact/signals'
import { read, useLoad } from '../data/load.ts'
import { API, EPOCH, readEvents, readOrganizers, sessionsPath } from '../data/reads.ts'
import { type EventItem, type Organizer, type Page, type Session, soldOf } from '../data/types.ts'
import { formatDayTime } from '../formats.ts'
import { NewEvent } from '../forms/event-form.tsx'
import { toDoor, toEvent, toGuests, toPeople, toPhones, toSeries, toSession } from '../links.ts'
import { texts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { Facts, soldText } from '../ui/session-cells.tsx'
import { defineScreen } from './screen.ts'

const SingleSession = ({ session }: { session: Session }) => (
  <li>
    <a class="entry" href={toSession(session.eventId, session.id)}>
      <span>{formatDayTime(session.startsAt)}</span>
      <span class="soft small">
        <Facts facts={[session.venueName, soldText(session)]} />
      </span>
    </a>
  </li>
)

/** The next session of a series, if it is among those that are loaded. */
const Next = ({ session }: { session: Session | undefined }) =>
  session === undefined ? null : (
    <span class="soft small">
      <Facts facts={[texts.next(formatDayTime(session.startsAt)), soldText(session)]} />
    </span>
  )

const EventCard = ({ event, coming }: { event: EventItem; coming: readonly Session[] }) => {
  const single = coming.filter(({ eventId, seriesId }) => eventId === event.id && seriesId === null)
  return (
    <li class="card stack">
      <div class="spread">
        <h2>
          <a href={toEvent(event.id)}>
            <bdi>{event.name}</bdi>
          </a>
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
                  <bdi>{name}</bdi>
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
  const anySession = useLoad(read<Page<Session>>(`${API}/sessions?from=${EPOCH}&pageSize=1`))
  return (
    <Loaded load={anySession}>
      {({ data }) => {
        const isStaff = data.length > 0
        return (
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
        )
      }}
    </Loaded>
  )
}

type Step = { text: string; isDone: boolean; href?: string; act?: () => void }

/** What is left to do until guests can come. */
const GettingStarted = ({
  events,
  coming,
  onNewEvent,
}: {
  events: readonly EventItem[]
  coming: readonly Session[]
  onNewEvent: () => void
}) => {
  const [event] = events
  const [session] = coming
  const steps: Step[] = [
    { text: texts.steps.event, isDone: event !== undefined, act: onNewEvent },
    { text: texts.steps.dates, isDone: session !== undefined, ...(event && { href: toEvent(event.id) }) },
    {
      text: texts.steps.guests,
      isDone: coming.some(({ counts }) => soldOf(counts) > 0),
      ...(session && { href: toGuests(session.eventId, session.id) }),
    },
    { text: texts.steps.phones, isDone: false, href: toPhones },
    { text: texts.steps.people, isDone: false, href: toPeople },
  ]
  return (
    <section class="card stack" aria-labelledby="started">
      <h2 id="started">{texts.gettingStarted}</h2>
      <ol class="entries" aria-label={texts.gettingStarted}>
        {steps.map(({ text, isDone, href, act }) => (
          <li key={text} class="entry">
            {isDone ? (
              <span>
                <span aria-hidden="true">✓ </span>
                {text} <span class="hidden">({texts.done})</span>
              </span>
            ) : href !== undefined ? (
              <a href={href}>{text}</a>
            ) : act !== undefined ? (
              <Button text={text} onClick={act} />
            ) : (
              <span class="soft">{text}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

const Events = ({
  events,
  organizers,
}: {
  events: readonly EventItem[]
  organizers: readonly Organizer[]
}) => {
  const coming = useLoad(read<Page<Session>>(sessionsPath({})))
  const isNew = useSignal(false)
  const sessions = coming.ok.value?.body.data
  const open = (): void => {
    isNew.value = true
  }
  if (events.length === 0 && organizers.length === 0) return <NothingToManage />
  return (
    <>
      {organizers.length > 0 && (
        <div class="buttons">
          <Button look="primary" text={texts.newEvent} onClick={open} />
        </div>
      )}
      {sessions !== undefined && !sessions.some(({ counts }) => soldOf(counts) > 0) && (
        <GettingStarted events={events} coming={sessions} onNewEvent={open} />
      )}
      <ul class="cards">
        {events.map((event) => (
          <EventCard key={event.id} event={event} coming={sessions ?? []} />
        ))}
      </ul>
      {isNew.value && (
        <NewEvent
          organizers={organizers}
          onClose={() => (isNew.value = false)}
          onSaved={({ id }) => {
            location.hash = toEvent(id)
          }}
        />
      )}
    </>
  )
}

export const eventsScreen = defineScreen({
  path: '/',
  name: texts.events,
  isInNavigation: true,
  View: () => {
    const events = useLoad(readEvents)
    const organizers = useLoad(readOrganizers)
    return (
      <LoadedScreen load={events} title={() => texts.events} name={texts.events}>
        {({ data }) => (
          <Loaded load={organizers}>{(found) => <Events events={data} organizers={found.data} />}</Loaded>
        )}
      </LoadedScreen>
    )
  },
})
