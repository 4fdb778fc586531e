// One of the screens of a session: they share their heading, the date below it, and the tabs.
import type { ComponentChildren } from 'preact'
import type { Load, Ok } from '../data/load.ts'
import type { SessionDetails } from '../data/types.ts'
import { timesIn } from '../formats.ts'
import { toEvent, toEvents, toSeries } from '../links.ts'
import { texts } from '../texts.ts'
import { LoadedScreen } from './loaded-screen.tsx'
import { CancelledTag, Facts, soldText } from './session-cells.tsx'
import { SessionTabs, type Tab } from './session-tabs.tsx'
import type { Breadcrumb } from './title.tsx'
import { ZoneNote } from './zone-note.tsx'

const breadcrumbsOf = (session: SessionDetails | undefined): Breadcrumb[] => [
  { href: toEvents, text: texts.events },
  ...(session ? [{ href: toEvent(session.eventId), text: session.eventName }] : []),
  ...(session?.seriesId
    ? [{ href: toSeries(session.eventId, session.seriesId), text: session.seriesName ?? texts.series }]
    : []),
]

const About = ({ session }: { session: SessionDetails }) => {
  const times = timesIn(session.timeZone)
  const { doorsOpenAt } = session
  return (
    <p class="soft">
      <time dateTime={session.startsAt} class="beneath ink">
        {times.full(session.startsAt)} <CancelledTag session={session} />
      </time>
      <Facts
        facts={[
          session.venueName,
          doorsOpenAt === null ? null : texts.doors(times.time(doorsOpenAt)),
          soldText(session),
        ]}
      />
      <ZoneNote sessions={[session]} />
    </p>
  )
}

type Props = {
  load: Load<SessionDetails>
  tab: Tab
  /** The name of the tab. */
  name: string
  /** In one row with the heading. */
  actions?: (session: SessionDetails) => ComponentChildren
  /** Stands above the tabs. */
  notice?: (session: SessionDetails) => ComponentChildren
  children: (session: SessionDetails, ok: Ok<SessionDetails>) => ComponentChildren
}

export const SessionScreen = ({ load, tab, name, actions, notice, children }: Props) => (
  <LoadedScreen
    load={load}
    title={({ seriesName, eventName }) => seriesName ?? eventName}
    part={name}
    name={name}
    breadcrumbs={breadcrumbsOf}
    {...(actions && { actions })}
    lead={(session) => (
      <>
        <About session={session} />
        {notice?.(session)}
        <SessionTabs session={session} current={tab} />
      </>
    )}
  >
    {children}
  </LoadedScreen>
)
