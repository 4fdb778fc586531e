// The events that the person manages, with their series and with the coming sessions outside of any series.
import { type Signal, useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { cancelledLast } from '../data/cancelled-last.ts'
import { read, useLoad } from '../data/load.ts'
import { API, EPOCH, readEvents, readOrganizers, sessionsPath } from '../data/reads.ts'
import { type EventItem, type Organizer, type Page, type Session, soldOf } from '../data/types.ts'
import { timesIn } from '../formats.ts'
import { NewEvent } from '../forms/event-form.tsx'
import { toDoor, toEvent, toEvents, toSeries, toSession } from '../links.ts'
import { texts } from '../texts.ts'
import { GettingStarted } from '../ui/getting-started.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { LoadingCard } from '../ui/notices.tsx'
import { CancelledTag, Facts, soldText } from '../ui/session-cells.tsx'
import { useNew } from '../ui/use-new.ts'
import { ZoneNote, zoneMarks } from '../ui/zone-note.tsx'
import { defineScreen } from './screen.ts'

const dateOf = ({ timeZone, startsAt }: Session, zone: string): string =>
  timesIn(timeZone).dayTime(startsAt) + zone

/** `name`: by default when the session is. */
type RowProps = { href: string; name?: string; next: Session | undefined; zone: string }

const Row = ({ href, name, next, zone }: RowProps) => {
  const date = next === undefined ? '' : dateOf(next, zone)
  return (
    <li>
      <p class="what">
        <a href={href}>
          <bdi>{name ?? date}</bdi>
        </a>{' '}
        {next !== undefined && <CancelledTag session={next} />}
        {next !== undefined && (
          <span class="beneath soft small">
            <Facts facts={[name === undefined ? null : texts.next(date), next.venueName]} />
          </span>
        )}
      </p>
      {next !== undefined && (
        <>
          <progress max={Math.max(next.capacity, 1)} value={soldOf(next.counts)} aria-hidden="true" />
          <p class="soft">{soldText(next)}</p>
        </>
      )}
    </li>
  )
}

type SectionProps = {
  event: EventItem
  coming: readonly Session[]
  markOf: (session: Session) => string
}

/** An event with its series and its sessions outside of any series. */
const EventSection = ({ event, coming, markOf }: SectionProps) => {
  const own = coming.filter(({ eventId }) => eventId === event.id)
  const single = own.filter(({ seriesId }) => seriesId === null)
  return (
    <section class="card stack">
      <div class="spread">
        <h2>
          <a class="ink" href={toEvent(event.id)}>
            <bdi>{event.name}</bdi>
          </a>
        </h2>
        {own.length === 0 && <span class="soft small">{texts.noComingSessions}</span>}
      </div>
      <ul class="days">
        {event.series.map(({ id, name }) => {
          const next = own.find(({ seriesId, cancelledAt }) => seriesId === id && cancelledAt === null)
          return (
            <Row
              key={id}
              href={toSeries(event.id, id)}
              name={name}
              next={next}
              zone={next === undefined ? '' : markOf(next)}
            />
          )
        })}
        {cancelledLast(single).map((session) => (
          <Row
            key={session.id}
            href={toSession(event.id, session.id)}
            next={session}
            zone={markOf(session)}
          />
        ))}
      </ul>
    </section>
  )
}

/** Whose next session is soonest; those without one last. */
const bySoonest = (events: readonly EventItem[], coming: readonly Session[]): readonly EventItem[] => {
  const order = [...new Set(coming.map(({ eventId }) => eventId))]
  const placeOf = ({ id }: EventItem): number => (order.includes(id) ? order.indexOf(id) : order.length)
  return events.toSorted((a, b) => placeOf(a) - placeOf(b))
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

type Props = { events: readonly EventItem[]; organizers: readonly Organizer[]; isNew: Signal<boolean> }

const Events = ({ events, organizers, isNew }: Props) => {
  const coming = useLoad(read<Page<Session>>(sessionsPath({})))
  const sessions = coming.ok.value?.body.data
  const open = (): void => {
    isNew.value = organizers.length > 0
  }
  useNew(toEvents, open)
  if (events.length === 0 && organizers.length === 0) return <NothingToManage />
  return (
    <>
      <GettingStarted />
      {sessions === undefined ? (
        <LoadingCard />
      ) : (
        <>
          <ZoneNote sessions={sessions} />
          {bySoonest(events, sessions).map((event) => (
            <EventSection key={event.id} event={event} coming={sessions} markOf={zoneMarks(sessions)} />
          ))}
        </>
      )}
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
  link: { icon: 'events', action: texts.newEvent },
  View: () => {
    const events = useLoad(readEvents)
    const organizers = useLoad(readOrganizers)
    const isNew = useSignal(false)
    return (
      <LoadedScreen
        load={events}
        title={texts.events}
        name={texts.events}
        actions={() =>
          (organizers.ok.value?.body.data.length ?? 0) > 0 && (
            <Button look="primary" text={texts.newEvent} onClick={() => (isNew.value = true)} />
          )
        }
      >
        {({ data }) => (
          <Loaded load={organizers}>
            {(found) => <Events events={data} organizers={found.data} isNew={isNew} />}
          </Loaded>
        )}
      </LoadedScreen>
    )
  },
})
