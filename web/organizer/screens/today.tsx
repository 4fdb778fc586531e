// Today's sessions, with how many guests are checked in: those at the door first.
import { useMemo } from 'preact/hooks'
import { groupBy } from '../../shared/group-by.ts'
import { cancelledLast } from '../data/cancelled-last.ts'
import { OVER_MS } from '../data/dates.ts'
import { usePaged } from '../data/paged-list.ts'
import { sessionsPath } from '../data/reads.ts'
import { useRefresh } from '../data/refresh.ts'
import { type Session, soldOf } from '../data/types.ts'
import { formatNumber, formatSeconds, timesIn } from '../formats.ts'
import { toSession } from '../links.ts'
import { texts } from '../texts.ts'
import { Empty } from '../ui/empty.tsx'
import { GettingStarted } from '../ui/getting-started.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { CancelledTag, Facts } from '../ui/session-cells.tsx'
import { Title } from '../ui/title.tsx'
import { ZoneNote, zoneMarks } from '../ui/zone-note.tsx'
import { defineScreen } from './screen.ts'

const HOUR_MS = 3_600_000
const AHEAD_MS = 24 * HOUR_MS
/** Doors without a time of their own open so long before the start. */
const DOORS_MS = HOUR_MS
/** Slots of a series that are shown before the rest is folded. */
const SHOWN_SLOTS = 2

const opensAt = ({ doorsOpenAt, startsAt }: Session): number =>
  doorsOpenAt === null ? Date.parse(startsAt) - DOORS_MS : Date.parse(doorsOpenAt)

const isOpen = (session: Session, now: number): boolean =>
  opensAt(session) <= now && now < Date.parse(session.startsAt) + OVER_MS

type RowProps = { session: Session; isLarge: boolean; zone: string }

const Row = ({ session, isLarge, zone }: RowProps) => {
  const sold = soldOf(session.counts)
  const { CheckedIn } = session.counts
  return (
    <li class={isLarge ? 'now' : ''}>
      <time dateTime={session.startsAt}>
        {timesIn(session.timeZone).time(session.startsAt)}
        <span class="beneath soft small">{zone}</span>
      </time>
      <p class="what">
        <a href={toSession(session.eventId, session.id)}>
          <bdi>{session.seriesName ?? session.eventName}</bdi>
        </a>{' '}
        <CancelledTag session={session} />
        <span class="beneath soft small">
          <Facts facts={[session.seriesName === null ? null : session.eventName, session.venueName]} />
        </span>
      </p>
      {sold === 0 ? (
        <p class="soft">{texts.noGuestsYet}</p>
      ) : (
        <>
          <progress max={sold} value={CheckedIn} aria-label={texts.checkedIn} />
          <p>
            {isLarge && <span class="figure">{formatNumber(CheckedIn)}</span>}{' '}
            <span class={isLarge ? 'soft' : ''}>
              {isLarge ? texts.ofSold(sold) : texts.checkedInOf(CheckedIn, sold)}
            </span>
          </p>
        </>
      )}
    </li>
  )
}

type RowsProps = { sessions: readonly Session[]; isLarge: boolean; markOf: (session: Session) => string }

/** Sessions in order. A series with many slots shows its next ones. */
const Rows = ({ sessions, isLarge, markOf }: RowsProps) => {
  const groups = [...groupBy(sessions, ({ id, seriesId }) => seriesId ?? id).values()]
  return (
    <ul class="days">
      {groups.flatMap((group) => [
        ...group
          .slice(0, isLarge ? group.length : SHOWN_SLOTS)
          .map((session) => (
            <Row key={session.id} session={session} isLarge={isLarge} zone={markOf(session)} />
          )),
        ...(!isLarge && group.length > SHOWN_SLOTS
          ? [
              <li key={`more ${group[0]?.id}`} class="rest">
                <details>
                  <summary>
                    {texts.moreSlots(
                      group.length - SHOWN_SLOTS,
                      group[0]?.seriesName ?? group[0]?.eventName ?? '',
                    )}
                  </summary>
                  <ul class="days">
                    {group.slice(SHOWN_SLOTS).map((session) => (
                      <Row key={session.id} session={session} isLarge={false} zone={markOf(session)} />
                    ))}
                  </ul>
                </details>
              </li>,
            ]
          : []),
      ])}
    </ul>
  )
}

const Sections = ({ sessions, now }: { sessions: readonly Session[]; now: number }) => {
  const markOf = zoneMarks(sessions)
  const open = sessions.filter((session) => isOpen(session, now))
  const later = sessions.filter((session) => now < opensAt(session))
  const over = sessions.filter((session) => !isOpen(session, now) && now >= opensAt(session))
  const sections = [
    { name: texts.doorsOpenNow, sessions: open, isLarge: true },
    { name: texts.nextToday, sessions: later, isLarge: false },
    { name: texts.overToday, sessions: over, isLarge: false },
  ]
  return (
    <>
      {sections
        .filter((section) => section.sessions.length > 0)
        .map(({ name, sessions, isLarge }) => (
          <section key={name} class="card stack">
            <h2>{name}</h2>
            <Rows sessions={cancelledLast(sessions)} isLarge={isLarge} markOf={markOf} />
          </section>
        ))}
    </>
  )
}

export const todayScreen = defineScreen({
  path: '/today',
  name: texts.today,
  link: { icon: 'today' },
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
        <GettingStarted />
        <PagedList
          list={sessions}
          empty={
            <div class="card">
              <Empty icon="today" text={texts.nothingToday} help={texts.nothingTodayHelp} />
            </div>
          }
        >
          {(items) => (
            <>
              <ZoneNote sessions={items} />
              <Sections sessions={items} now={sessions.loadedAt.value} />
            </>
          )}
        </PagedList>
      </>
    )
  },
})
