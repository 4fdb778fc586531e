// Says which time zone the times of a screen are in, where the clock of the browser shows others.
import { showsOtherTime } from '../data/dates.ts'
import { formatZone, TIME_ZONE } from '../formats.ts'
import { texts } from '../texts.ts'

type Props = { sessions: readonly { timeZone: string; startsAt: string }[] }

export const ZoneNote = ({ sessions }: Props) => {
  const isElsewhere = sessions.some(({ timeZone, startsAt }) => showsOtherTime(startsAt, timeZone, TIME_ZONE))
  if (!isElsewhere) return null
  const zones = [...new Set(sessions.map(({ timeZone }) => formatZone(timeZone)))]
  return (
    <>
      {' '}
      <span class="soft small zone">{texts.timesIn(zones)}</span>
    </>
  )
}
