// Sessions by day, or what to say instead of them.
import { Button } from '../../shared/button.tsx'
import { isolate } from '../../shared/page-language.ts'
import { addressOf } from '../app.ts'
import { storedSessions } from '../runtime.ts'
import type { Session } from '../storage/entry.ts'
import type { Listed } from '../sync/requests.ts'
import { formatDay, formatNumber, formatStart, formatStartTime, formatTime, texts } from '../texts.ts'

const HOUR_MS = 3_600_000
const SHORTEST_DAY_MS = 23 * HOUR_MS
/** Whether the doors are open or about to open, and the night is not over. */
const isNow = ({ startsAt, doorsOpenAt }: Session, now: number): boolean => {
  const doors = Date.parse(doorsOpenAt ?? startsAt)
  return now >= doors - HOUR_MS && now < Date.parse(startsAt) + 4 * HOUR_MS
}

/** A session as a row, and if its doors are open as a card. */
const SessionRow = ({ session, isStored, now }: { session: Session; isStored: boolean; now: number }) => {
  const { cancelledAt, counts, doorsOpenAt, seriesName, timeZone, venueName } = session
  const total = counts.CheckedIn + counts.Valid
  const isOpen = isNow(session, now)
  return (
    <a class={`row ${isOpen ? 'now' : ''}`} href={addressOf(session.id)}>
      <strong class="who" dir="auto">
        {session.eventName}
      </strong>{' '}
      <span class="strong soft small">
        {total > 0 && (
          <>
            <b>{formatNumber(counts.CheckedIn)}</b> {texts.ofTotal(total)}
          </>
        )}
      </span>{' '}
      <span class="what soft small">
        {cancelledAt && <b class="bad">{texts.cancelled} </b>}
        {[
          isOpen ? formatStart(session) : formatStartTime(session),
          doorsOpenAt !== null && texts.doors(formatTime(Date.parse(doorsOpenAt), timeZone)),
          seriesName && isolate(seriesName),
          venueName && isolate(venueName),
          total === 0 && texts.noTickets,
          isStored && texts.onPhone,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </a>
  )
}

/** The day by the clock of the event. */
const dayOf = (session: Session, now: number): string => {
  if (isNow(session, now)) return texts.now
  const dayAt = (time: number): string => formatDay(time, session.timeZone)
  const [day, today] = [dayAt(Date.parse(session.startsAt)), dayAt(now)]
  if (day === today) return texts.today
  // Days have 23 to 25 hours.
  let next = now + SHORTEST_DAY_MS
  while (dayAt(next) === today) next += HOUR_MS
  return day === dayAt(next) ? texts.tomorrow : day
}

type Dated = Session & { day: string }

/** The slots of one event on one day stand in a row. */
const isSlotOf = (a: Dated | undefined, b: Dated): boolean =>
  !b.cancelledAt &&
  a?.eventName === b.eventName &&
  a.venueName === b.venueName &&
  a.day === b.day &&
  b.day !== texts.now

/** Sessions under a heading for each day, current ones first. Cancelled ones are the last of a day. */
const Cards = ({ sessions, label }: { sessions: readonly Session[]; label: string }) => {
  const now = Date.now()
  const stored = new Set(
    storedSessions.value.filter(({ generation }) => generation !== null).map(({ id }) => id),
  )
  const dated = sessions.map((session): Dated => ({ ...session, day: dayOf(session, now) }))
  const days = [texts.now, ...dated.map(({ day }) => day)]
  const rankOf = ({ day, cancelledAt }: Dated): number => days.indexOf(day) + (cancelledAt ? 0.5 : 0)
  const groups: [Dated, ...Dated[]][] = []
  for (const session of dated.sort((a, b) => rankOf(a) - rankOf(b))) {
    const group = groups.at(-1)
    if (isSlotOf(group?.at(-1), session)) group?.push(session)
    else groups.push([session])
  }
  return (
    <ul class="rows sessions" aria-label={label}>
      {groups.flatMap(([first, ...others], index) => {
        const { day } = first
        return [
          groups[index - 1]?.[0].day !== day && (
            <li key={`${day} ${first.id}`}>
              <h2>{day}</h2>
            </li>
          ),
          <li key={first.id}>
            <SessionRow session={first} isStored={stored.has(first.id)} now={now} />
          </li>,
          others.length > 0 && (
            <li key={`${first.id} times`} class="times">
              {others.map((session) => (
                // Of a later session, only its time.
                <a key={session.id} class="button" href={addressOf(session.id)}>
                  <span class="hidden">{session.eventName} </span>
                  {formatTime(Date.parse(session.startsAt), session.timeZone)}
                </a>
              ))}
            </li>
          ),
        ]
      })}
    </ul>
  )
}

type ListProps = {
  /** Undefined until the service responds. */
  listed: Listed | undefined
  label: string
  /** Shown if there is no session. */
  none: string
  /** Shown if there is no response. */
  stored: readonly Session[]
  onRetry: () => void
}

export const SessionList = ({ listed, label, none, stored, onRetry }: ListProps) => {
  if (listed?.kind === 'ok') {
    return listed.sessions.length === 0 ? (
      <p class="soft">{none}</p>
    ) : (
      <Cards sessions={listed.sessions} label={label} />
    )
  }
  const problem =
    listed?.kind === 'error'
      ? texts.sessionsFailed(texts.refused(listed.message, listed.code))
      : stored.length > 0
        ? texts.sessionsOffline
        : texts.noneStored
  return (
    <>
      <p class={listed === undefined ? 'soft' : 'notice warn'} role="status">
        {listed === undefined ? texts.loadingSessions : problem}
      </p>
      {listed !== undefined && <Button text={texts.tryAgain} onClick={onRetry} />}
      {stored.length > 0 && <Cards sessions={stored} label={label} />}
    </>
  )
}

/** Filters the listed sessions. */
export const only = (
  listed: Listed | undefined,
  isShown: (session: Session) => boolean,
): Listed | undefined =>
  listed?.kind === 'ok' ? { ...listed, sessions: listed.sessions.filter(isShown) } : listed
