// One event: its sessions, series and ticket types.
import { type Signal, useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { cancelledLast } from '../data/cancelled-last.ts'
import { type Ok, read, useLoad } from '../data/load.ts'
import { type Paged, usePaged } from '../data/paged-list.ts'
import {
  EPOCH,
  ORGANIZER_API,
  readEvent,
  readSessionsToCopy,
  readVenues,
  sessionsPath,
} from '../data/reads.ts'
import type { Area, EventItem, Page, Session, TicketType } from '../data/types.ts'
import { formatZone } from '../formats.ts'
import { sessionsToCopy } from '../forms/copy-guests.tsx'
import { EditEvent } from '../forms/event-form.tsx'
import { EditTicketType, NewSeries, NewTicketType } from '../forms/named-forms.tsx'
import { NewSessions } from '../forms/session-form.tsx'
import { toEvent, toEvents, toGuests, toSeries } from '../links.ts'
import { texts } from '../texts.ts'
import { GettingStarted } from '../ui/getting-started.tsx'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { Menu } from '../ui/menu.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { COUNT_COLUMNS, CountCells, Facts, StartCell } from '../ui/session-cells.tsx'
import { Table, wide } from '../ui/table.tsx'
import { useNew } from '../ui/use-new.ts'
import { ZoneNote } from '../ui/zone-note.tsx'
import { EntryRules } from './event/entry-rules.tsx'
import { defineScreen } from './screen.ts'

const SeriesOf = ({ event, onNew }: { event: EventItem; onNew: () => void }) => (
  <section class="card stack" aria-labelledby="series">
    <div class="spread">
      <h2 id="series">{texts.series}</h2>
      <Button text={texts.newSeries} onClick={onNew} />
    </div>
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

const TicketTypes = ({ eventId, types }: { eventId: string; types: Paged<TicketType> }) => {
  const open = useSignal<TicketType | 'new' | undefined>(undefined)
  const close = (): void => {
    open.value = undefined
  }
  const onSaved = async (): Promise<void> => {
    close()
    await types.reload()
  }
  return (
    <section class="card stack" aria-labelledby="ticket-types">
      <div class="spread">
        <h2 id="ticket-types">{texts.ticketTypes}</h2>
        <Button text={texts.newTicketType} onClick={() => (open.value = 'new')} />
      </div>
      <PagedList list={types} empty={<p class="soft">{texts.noTicketTypes}</p>}>
        {(items) => (
          <ul class="entries">
            {items.map((type) => (
              <li key={type.id} class="spread entry">
                <span>
                  <bdi>{type.name}</bdi>
                  <span class="beneath soft small">{type.note}</span>
                </span>
                <Button text={texts.edit} name={type.name} onClick={() => (open.value = type)} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {open.value === 'new' && <NewTicketType eventId={eventId} onClose={close} onSaved={onSaved} />}
      {open.value !== undefined && open.value !== 'new' && (
        <EditTicketType type={open.value} onClose={close} onSaved={onSaved} />
      )}
    </section>
  )
}

const Rows = ({ eventId, sessions }: { eventId: string; sessions: readonly Session[] }) => {
  const now = Date.now()
  return (
    <>
      <ZoneNote sessions={sessions} />
      <Table
        label={texts.sessions}
        columns={[texts.session, wide(texts.series), wide(texts.venue), ...COUNT_COLUMNS]}
      >
        {cancelledLast(sessions).map((session) => (
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
            <td class="wide">
              <bdi>{session.venueName ?? texts.noValue}</bdi>
            </td>
            <CountCells counts={session.counts} capacity={session.capacity} />
          </tr>
        ))}
      </Table>
    </>
  )
}

type Open = 'event' | 'series' | 'session'

type EventProps = { loaded: Ok<EventItem>; open: Signal<Open | undefined>; reload: () => Promise<void> }

const Event = ({ loaded, open, reload }: EventProps) => {
  const { body: event } = loaded
  const hidesPast = useSignal(true)
  const query = { eventId: event.id, ...(hidesPast.value ? {} : { from: EPOCH }) }
  const sessions = usePaged<Session>(sessionsPath(query))
  const venues = useLoad(readVenues)
  const copied = useLoad(readSessionsToCopy)
  const path = `${ORGANIZER_API}/events/${event.id}`
  const types = usePaged<TicketType>(`${path}/ticket-types?pageSize=200`)
  const areas = useLoad(read<Page<Area>>(`${path}/areas?pageSize=100`))
  const capacity = sessions.ok.value?.body.data[0]?.capacity
  const close = (): void => {
    open.value = undefined
  }
  useNew(toEvent(event.id), () => {
    open.value = 'session'
  })
  return (
    <>
      <GettingStarted eventId={event.id} />
      <section class="card stack" aria-labelledby="sessions">
        <div class="spread">
          <h2 id="sessions">{texts.sessions}</h2>
          <Button
            text={hidesPast.value ? texts.showPast : texts.hidePast}
            onClick={() => (hidesPast.value = !hidesPast.value)}
          />
        </div>
        <PagedList
          list={sessions}
          empty={<p class="soft">{hidesPast.value ? texts.noComingSessions : texts.noSessions}</p>}
        >
          {(items) => <Rows eventId={event.id} sessions={items} />}
        </PagedList>
      </section>
      <SeriesOf event={event} onNew={() => (open.value = 'series')} />
      <TicketTypes eventId={event.id} types={types} />
      <EntryRules eventId={event.id} types={types} areas={areas} />
      {open.value === 'event' && (
        <EditEvent
          loaded={loaded}
          onClose={close}
          onSaved={async () => {
            close()
            await reload()
          }}
          onDeleted={() => {
            location.hash = toEvents
          }}
        />
      )}
      {open.value === 'series' && (
        <NewSeries
          eventId={event.id}
          onClose={close}
          onSaved={({ id }) => {
            location.hash = toSeries(event.id, id)
          }}
        />
      )}
      {open.value === 'session' && (
        <NewSessions
          event={event}
          venues={venues.ok.value?.body.data ?? []}
          capacity={capacity === undefined ? '' : String(capacity)}
          copied={sessionsToCopy(copied.ok.value?.body.data ?? [], {
            eventId: event.id,
            organizerId: event.organizerId,
          })}
          onClose={close}
          onSaved={async ([first, second]) => {
            if (first !== undefined && second === undefined) location.hash = toGuests(event.id, first.id)
            else {
              close()
              await sessions.reload()
            }
          }}
        />
      )}
    </>
  )
}

export const eventScreen = defineScreen({
  path: '/events/:eventId',
  name: texts.event,
  View: ({ ids: { eventId } }) => {
    const event = useLoad(readEvent(eventId))
    const open = useSignal<Open | undefined>(undefined)
    return (
      <LoadedScreen
        load={event}
        title={({ name }) => name}
        name={texts.event}
        breadcrumbs={() => [{ href: toEvents, text: texts.events }]}
        actions={() => (
          <>
            <Button look="primary" text={texts.addSession} onClick={() => (open.value = 'session')} />
            <div class="wide">
              <Button text={texts.editEvent} onClick={() => (open.value = 'event')} />
            </div>
            <div class="phone">
              <Menu
                name={texts.moreActions}
                items={[{ text: texts.editEvent, onClick: () => (open.value = 'event') }]}
              />
            </div>
          </>
        )}
        lead={({ organizerName, timeZone }) => (
          <p class="soft">
            <Facts facts={[organizerName, formatZone(timeZone)]} />
          </p>
        )}
      >
        {(_, loaded) => <Event loaded={loaded} open={open} reload={event.reload} />}
      </LoadedScreen>
    )
  },
})
