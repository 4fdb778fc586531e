// One session at the door: arrivals by time and gate, and problems.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { useCurrentTypes, useLiveList } from '../data/live-list.ts'
import { read, useLoad } from '../data/load.ts'
import { usePaged } from '../data/paged-list.ts'
import { API, ORGANIZER_API, readEvent, readSession, readVenues } from '../data/reads.ts'
import { useRefresh } from '../data/refresh.ts'
import type { CheckIn, SeriesSession, Session, SessionDetails } from '../data/types.ts'
import { timesIn } from '../formats.ts'
import { CancelledNotice, CancelSession } from '../forms/cancel-session.tsx'
import { EditSession } from '../forms/session-form.tsx'
import { toEvent, toEvents, toSeries } from '../links.ts'
import { texts } from '../texts.ts'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { Menu } from '../ui/menu.tsx'
import { Failure, Loading } from '../ui/notices.tsx'
import { Facts } from '../ui/session-cells.tsx'
import { SessionTabs } from '../ui/session-tabs.tsx'
import { ZoneNote } from '../ui/zone-note.tsx'
import { defineScreen } from './screen.ts'
import { DoorProblems } from './session/door-problems.tsx'
import { Night } from './session/night.tsx'
import { StoppedSources } from './session/stopped-sources.tsx'

const titleOf = ({ seriesName, eventName }: Session): string => seriesName ?? eventName

const breadcrumbsOf = (session: Session | undefined) => [
  { href: toEvents, text: texts.events },
  ...(session ? [{ href: toEvent(session.eventId), text: session.eventName }] : []),
  ...(session?.seriesId
    ? [{ href: toSeries(session.eventId, session.seriesId), text: session.seriesName ?? texts.series }]
    : []),
]

type Open = 'edit' | 'cancel'

type AboutProps = { session: Session; onOpen: (open: Open) => void; onTakenBack: () => Promise<unknown> }

const About = ({ session, onOpen, onTakenBack }: AboutProps) => (
  <>
    <div class="spread">
      <p class="soft">
        <time dateTime={session.startsAt} class="beneath ink">
          {timesIn(session.timeZone).full(session.startsAt)}
        </time>
        <Facts
          facts={[
            session.venueName,
            session.doorsOpenAt === null
              ? null
              : texts.doors(timesIn(session.timeZone).time(session.doorsOpenAt)),
            session.organizerName,
          ]}
        />{' '}
        <ZoneNote sessions={[session]} />
      </p>
      <div class="buttons">
        <Button text={texts.edit} onClick={() => onOpen('edit')} />
        {session.cancelledAt === null && (
          <Menu
            name={texts.moreActions}
            items={[{ text: texts.cancelSession, onClick: () => onOpen('cancel') }]}
          />
        )}
      </div>
    </div>
    <CancelledNotice session={session} onEdit={() => onOpen('cancel')} onTakenBack={onTakenBack} />
    <SessionTabs session={session} current="doors" />
  </>
)

/** Loads what the form needs, when it is opened. */
const Edit = ({
  session,
  onClose,
  onSaved,
}: {
  session: SessionDetails
  onClose: () => void
  onSaved: () => Promise<void>
}) => {
  const managed = useLoad(read<SeriesSession>(`${ORGANIZER_API}/sessions/${session.id}`))
  const event = useLoad(readEvent(session.eventId))
  const venues = useLoad(readVenues)
  const failed = managed.failed.value ?? event.failed.value ?? venues.failed.value
  if (failed !== undefined) return <Failure failed={failed} />
  if (!managed.ok.value || !event.ok.value || !venues.ok.value) return <Loading />
  return (
    <EditSession
      loaded={managed.ok.value}
      event={event.ok.value.body}
      venues={venues.ok.value.body.data}
      types={session.types}
      onClose={onClose}
      onSaved={onSaved}
      onDeleted={() => {
        location.hash = toEvent(session.eventId)
      }}
    />
  )
}

export const sessionScreen = defineScreen({
  path: '/events/:eventId/sessions/:sessionId',
  name: texts.session,
  View: ({ ids: { sessionId } }) => {
    const path = `${API}/sessions/${sessionId}`
    const session = useLoad(readSession(sessionId))
    const problems = usePaged<CheckIn>(`${path}/check-ins?problem=true&pageSize=100`)
    const open = useSignal<Open | undefined>(undefined)
    const close = (): void => {
      open.value = undefined
    }
    const onSaved = async (): Promise<void> => {
      close()
      await session.reload()
    }
    useRefresh(problems.reload)
    const live = useLiveList(sessionId)
    useCurrentTypes(live, session)
    return (
      <LoadedScreen
        load={session}
        title={titleOf}
        name={texts.session}
        breadcrumbs={breadcrumbsOf}
        lead={(shown) => (
          <About session={shown} onOpen={(what) => (open.value = what)} onTakenBack={session.reload} />
        )}
      >
        {(shown) => (
          <>
            <StoppedSources session={shown} />
            <DoorProblems list={problems} session={shown} tickets={live.ok.value?.body ?? []} />
            <Night list={live} session={shown} />
            {open.value === 'edit' && <Edit session={shown} onClose={close} onSaved={onSaved} />}
            {open.value === 'cancel' && <CancelSession session={shown} onClose={close} onSaved={onSaved} />}
          </>
        )}
      </LoadedScreen>
    )
  },
})
