// One session at the door: arrivals by time and gate, and problems.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { useCurrentTypes, useLiveList } from '../data/live-list.ts'
import { type Load, read, useLoad } from '../data/load.ts'
import { usePaged } from '../data/paged-list.ts'
import { ORGANIZER_API, problemsPath, readEvent, readVenues, useSession } from '../data/reads.ts'
import { useRefresh } from '../data/refresh.ts'
import type { CheckIn, SeriesSession, SessionDetails } from '../data/types.ts'
import { CancelledNotice, CancelSession } from '../forms/cancel-session.tsx'
import { EditSession } from '../forms/session-form.tsx'
import { toEvent } from '../links.ts'
import { texts } from '../texts.ts'
import { Menu } from '../ui/menu.tsx'
import { Failure, Loading, LoadingCard } from '../ui/notices.tsx'
import { SessionScreen } from '../ui/session-screen.tsx'
import { defineScreen } from './screen.ts'
import { DoorProblems } from './session/door-problems.tsx'
import { Night } from './session/night.tsx'
import { StoppedSources, useSources } from './session/stopped-sources.tsx'

type Open = 'edit' | 'cancel'

/** What somebody must look at stands first: nothing is drawn below it before it is there. */
const isArriving = ({ ok, failed }: Load<unknown>): boolean =>
  ok.value === undefined && failed.value === undefined

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
    const session = useSession(sessionId)
    const path = problemsPath(sessionId)
    const problems = usePaged<CheckIn>(path, path)
    const sources = useSources(sessionId)
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
      <SessionScreen
        load={session}
        tab="doors"
        name={texts.doorsTab}
        actions={({ cancelledAt }) => (
          <>
            <Button text={texts.edit} onClick={() => (open.value = 'edit')} />
            {cancelledAt === null && (
              <Menu
                name={texts.moreActions}
                items={[{ text: texts.cancelSession, onClick: () => (open.value = 'cancel') }]}
              />
            )}
          </>
        )}
        notice={(shown) => (
          <CancelledNotice
            session={shown}
            onEdit={() => (open.value = 'cancel')}
            onTakenBack={session.reload}
          />
        )}
      >
        {(shown) => (
          <>
            {isArriving(sources) || isArriving(problems) ? (
              <LoadingCard />
            ) : (
              <>
                <StoppedSources sources={sources} session={shown} />
                <DoorProblems list={problems} session={shown} tickets={live.ok.value?.body ?? []} />
              </>
            )}
            <Night list={live} session={shown} />
            {open.value === 'edit' && <Edit session={shown} onClose={close} onSaved={onSaved} />}
            {open.value === 'cancel' && <CancelSession session={shown} onClose={close} onSaved={onSaved} />}
          </>
        )}
      </SessionScreen>
    )
  },
})
