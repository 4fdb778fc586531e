// Today's sessions, with how many guests are checked in.
import { useMemo } from 'preact/hooks'
import { usePaged } from '../data/paged-list.ts'
import { sessionsPath } from '../data/reads.ts'
import { useRefresh } from '../data/refresh.ts'
import { type Session, soldOf } from '../data/types.ts'
import { formatDayTime, formatSeconds } from '../formats.ts'
import { toSession } from '../links.ts'
import { texts } from '../texts.ts'
import { PagedList } from '../ui/paged-list.tsx'
import { Facts } from '../ui/session-cells.tsx'
import { Title } from '../ui/title.tsx'
import { defineScreen } from './screen.ts'

const AHEAD_MS = 24 * 3_600_000

const Item = ({ session }: { session: Session }) => {
  const sold = soldOf(session.counts)
  return (
    <li class="card stack">
      <h2>
        <a href={toSession(session.eventId, session.id)}>
          <bdi>{session.seriesName ?? session.eventName}</bdi>
        </a>
      </h2>
      <p class="soft">
        <Facts facts={[formatDayTime(session.startsAt), session.venueName]} />
      </p>
      <p class="figure">{texts.checkedInOf(session.counts.CheckedIn, sold)}</p>
      <progress max={Math.max(sold, 1)} value={session.counts.CheckedIn} aria-label={texts.checkedIn} />
    </li>
  )
}

export const todayScreen = defineScreen({
  path: '/today',
  name: texts.today,
  isInNavigation: true,
  View: () => {
    // Sessions begin with those of the last twelve hours.
    const path = useMemo(() => sessionsPath({ to: new Date(Date.now() + AHEAD_MS).toISOString() }), [])
    const sessions = usePaged<Session>(path)
    useRefresh(sessions.reload)
    return (
      <>
        <Title title={texts.today}>
          <p class="soft small">{texts.asOf(formatSeconds(sessions.loadedAt.value))}</p>
        </Title>
        <PagedList list={sessions} empty={<p class="soft">{texts.nothingToday}</p>}>
          {(items) => (
            <ul class="cards">
              {items.map((session) => (
                <Item key={session.id} session={session} />
              ))}
            </ul>
          )}
        </PagedList>
      </>
    )
  },
})
