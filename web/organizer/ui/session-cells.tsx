// Cells that the tables of sessions share.

import { soldOf, type TicketCounts } from '../data/types.ts'
import { formatDayTime, formatNumber, formatTime } from '../formats.ts'
import { toSession } from '../links.ts'
import { texts } from '../texts.ts'

type Shown = {
  id: string
  startsAt: string
  doorsOpenAt: string | null
  venueName: string | null
  counts: TicketCounts
  capacity: number
}

type StartProps = { eventId: string; session: Shown; now: number }

/** The header of a row: when the session starts. On phones it also has what stands in columns that are hidden there. */
export const StartCell = ({ eventId, session, now }: StartProps) => (
  <th scope="row">
    <a href={toSession(eventId, session.id)}>{formatDayTime(session.startsAt)}</a>{' '}
    {Date.parse(session.startsAt) < now && <span class="tag">{texts.past}</span>}
    <span class="beneath soft small">
      {session.doorsOpenAt && texts.doors(formatTime(session.doorsOpenAt))}
    </span>
    <bdi class="beneath soft small phone">{session.venueName}</bdi>
    <span class="beneath soft small phone">{texts.soldOf(soldOf(session.counts), session.capacity)}</span>
  </th>
)

/** How full a session is: columns of numbers. */
export const CountCells = ({ counts, capacity }: { counts: TicketCounts; capacity: number }) => (
  <>
    <td class="number wide">{formatNumber(capacity)}</td>
    <td class="number wide">{formatNumber(soldOf(counts))}</td>
    <td class="number">{formatNumber(counts.CheckedIn)}</td>
  </>
)

export const CountHeaders = () => (
  <>
    <th scope="col" class="number wide">
      {texts.capacity}
    </th>
    <th scope="col" class="number wide">
      {texts.sold}
    </th>
    <th scope="col" class="number">
      {texts.checkedIn}
    </th>
  </>
)
