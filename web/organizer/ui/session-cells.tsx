// What the tables and lists of sessions share.
import { type ComponentChildren, Fragment } from 'preact'
import { OVER_MS } from '../data/dates.ts'
import { soldOf, type TicketCounts } from '../data/types.ts'
import { formatNumber, timesIn } from '../formats.ts'
import { toSession } from '../links.ts'
import { texts } from '../texts.ts'
import { type Column, number } from './table.tsx'

type Counted = { counts: TicketCounts; capacity: number }

type Shown = Counted & {
  id: string
  timeZone: string
  startsAt: string
  doorsOpenAt: string | null
  venueName: string | null
  cancelledAt: string | null
}

export const soldText = ({ counts, capacity }: Counted): string => texts.soldOf(soldOf(counts), capacity)

/** What is said about a session, on one line. What is null is left out. */
export const Facts = ({ facts }: { facts: readonly ComponentChildren[] }): ComponentChildren =>
  facts
    .filter((fact) => fact !== null)
    .map((fact, index) => (
      <Fragment key={index}>
        {index > 0 && ' · '}
        <bdi>{fact}</bdi>
      </Fragment>
    ))

export const CancelledTag = ({ session }: { session: Pick<Shown, 'cancelledAt'> }) =>
  session.cancelledAt === null ? null : <span class="tag bad">{texts.cancelled}</span>

/** Says that a session has begun. Its doors may still be open. */
export const StartedTag = ({ startsAt, now }: { startsAt: string; now: number }) => {
  const since = now - Date.parse(startsAt)
  return since <= 0 ? null : <span class="tag">{since < OVER_MS ? texts.started : texts.past}</span>
}

type StartProps = { eventId: string; session: Shown; now: number }

/** The header of a row: when the session starts. On phones it also shows the hidden columns. */
export const StartCell = ({ eventId, session, now }: StartProps) => (
  <th scope="row">
    <a class="start" href={toSession(eventId, session.id)}>
      {timesIn(session.timeZone).dayTime(session.startsAt)}
    </a>{' '}
    <StartedTag startsAt={session.startsAt} now={now} />
    <CancelledTag session={session} />
    <span class="beneath soft small">
      {session.doorsOpenAt && texts.doors(timesIn(session.timeZone).time(session.doorsOpenAt))}
    </span>
    <bdi class="beneath soft small phone">{session.venueName}</bdi>
    <span class="beneath soft small phone">{soldText(session)}</span>
  </th>
)

/** How full a session is. */
export const COUNT_COLUMNS: readonly Column[] = [
  { text: texts.capacity, look: 'number wide' },
  { text: texts.sold, look: 'number wide' },
  number(texts.checkedIn),
]

export const CountCells = ({ counts, capacity }: Counted) => (
  <>
    <td class="number wide">{formatNumber(capacity)}</td>
    <td class="number wide">{formatNumber(soldOf(counts))}</td>
    <td class="number">{formatNumber(counts.CheckedIn)}</td>
  </>
)
