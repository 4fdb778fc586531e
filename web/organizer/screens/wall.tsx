// The figures of the night, for a screen on a wall.
import { useEffect } from 'preact/hooks'
import { problemsByTicket } from '../data/door-problems.ts'
import { useCurrentTypes, useLiveList } from '../data/live-list.ts'
import { arrivalsOf, countsOf } from '../data/live-tickets.ts'
import type { Load } from '../data/load.ts'
import { gateFigures, paceOf } from '../data/pace.ts'
import { usePaged } from '../data/paged-list.ts'
import { placesOf, usesPresence } from '../data/presence.ts'
import { problemsPath, useSession } from '../data/reads.ts'
import { useRefresh } from '../data/refresh.ts'
import type { CheckIn, SessionDetails } from '../data/types.ts'
import { formatNumber, timesIn } from '../formats.ts'
import { toSession } from '../links.ts'
import { texts } from '../texts.ts'
import { Arriving } from '../ui/arriving.tsx'
import { figureText } from '../ui/figures.tsx'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { ZoneNote } from '../ui/zone-note.tsx'
import { defineScreen } from './screen.ts'
import { LevelTag } from './session/inside-table.tsx'

/** Has its place from the start: a problem that comes up later moves nothing. */
const OpenProblems = ({ open }: { open: number | undefined }) =>
  open !== undefined && open > 0 ? (
    <p class="notice alarm strong">{texts.openProblems(open)}</p>
  ) : (
    <p class="notice">
      {open === 0 ? texts.noOpenProblems : `${texts.openProblemsFigure}: ${texts.noValue}`}
    </p>
  )

const Wall = ({ session, load }: { session: SessionDetails; load: Load<SessionDetails> }) => {
  const list = useLiveList(session.id)
  useCurrentTypes(list, load)
  const path = problemsPath(session.id)
  const problems = usePaged<CheckIn>(path, path)
  useRefresh(problems.reload)
  const tickets = list.ok.value?.body ?? []
  const counts = list.ok.value === undefined ? session.counts : countsOf(tickets)
  const arrivals = arrivalsOf(tickets)
  const now = list.loadedAt.value
  const recorded = problems.ok.value?.body.data
  const open = recorded && problemsByTicket(recorded, tickets).filter(({ isResolved }) => !isResolved).length
  const isUsed = usesPresence(session, list.inside.value, tickets)
  const places = placesOf(list.inside.value, session.areas)
  const placeOf = (id: string | null) => places.find(({ areaId }) => areaId === id)
  const venue = isUsed ? placeOf(null) : undefined
  const figures: [string, string][] = [
    isUsed
      ? [`${texts.inside}, ${texts.ofCapacity(session.capacity)}`, figureText(venue?.people)]
      : [texts.checkedIn, formatNumber(counts.CheckedIn)],
    [texts.perMinute, list.ok.value === undefined ? texts.noValue : texts.rate(paceOf(arrivals, now).rate)],
    [texts.expected, formatNumber(counts.Valid)],
  ]
  return (
    <>
      <OpenProblems open={open} />
      <dl class="figures">
        {figures.map(([name, value], index) => (
          <div key={name}>
            <dt>
              {name} {index === 0 && <LevelTag level={venue?.level} />}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {session.areas.length > 0 && (
        <ul class="gates" aria-label={texts.areas}>
          {session.areas.map(({ id, name, capacity }) => (
            <li key={id}>
              <b>
                <bdi>{name}</bdi>
              </b>
              <span>{figureText(placeOf(id)?.people)}</span>
              <span>{capacity !== null && texts.ofCapacity(capacity)}</span>
              <span>
                <LevelTag level={placeOf(id)?.level} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Arriving list={list} session={session} look="lines">
        {() => (
          <ul class="gates" aria-label={texts.byGate}>
            {gateFigures(arrivals, now).map(({ device, total, rate, last }) => (
              <li key={device}>
                <b>
                  <bdi>{device ?? texts.noGate}</bdi>
                </b>
                <span>{formatNumber(total)}</span>
                <span>{texts.gateRate(rate)}</span>
                <span>{timesIn(session.timeZone).time(last)}</span>
              </li>
            ))}
          </ul>
        )}
      </Arriving>
    </>
  )
}

export const wallScreen = defineScreen({
  path: '/events/:eventId/sessions/:sessionId/wall',
  name: texts.wallView,
  isAlone: true,
  View: ({ ids: { eventId, sessionId } }) => {
    const session = useSession(sessionId)
    // A screen on a wall should not turn off.
    useEffect(() => {
      const lock = navigator.wakeLock?.request('screen').catch(() => undefined)
      return () => void lock?.then((held) => held?.release())
    }, [])
    return (
      <main class="wall stack">
        <LoadedScreen
          load={session}
          title={({ seriesName, eventName, timeZone, startsAt }) =>
            `${seriesName ?? eventName} · ${timesIn(timeZone).dayTime(startsAt)}`
          }
          name={texts.wallView}
          lead={(shown) => (
            <p>
              <a href={toSession(eventId, sessionId)}>{texts.close}</a> <ZoneNote sessions={[shown]} />
            </p>
          )}
        >
          {(shown) => <Wall session={shown} load={session} />}
        </LoadedScreen>
      </main>
    )
  },
})
