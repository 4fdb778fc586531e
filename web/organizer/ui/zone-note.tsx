// Says which time zone the times of a screen are in, where the clock of the browser shows others.
import { showsOtherTime } from '../data/dates.ts'
import { formatZone, TIME_ZONE, timesIn } from '../formats.ts'
import { texts } from '../texts.ts'

type Timed = { timeZone: string; startsAt: string }

const isElsewhere = ({ timeZone, startsAt }: Timed): boolean => showsOtherTime(startsAt, timeZone, TIME_ZONE)

const zonesOf = (sessions: readonly Timed[]): string[] => [
  ...new Set(sessions.map(({ timeZone }) => timeZone)),
]

export const ZoneNote = ({ sessions }: { sessions: readonly Timed[] }) =>
  sessions.some(isElsewhere) ? (
    <>
      {' '}
      <span class="soft small zone">{texts.timesIn(zonesOf(sessions).map(formatZone))}</span>
    </>
  ) : null

const nameOf = ({ timeZone, startsAt }: Timed): string => ` ${timesIn(timeZone).zone(startsAt)}`

/** What stands beside the time of a session where no note says the zone: ` CET`. */
export const zoneMark = (session: Timed): string => (isElsewhere(session) ? nameOf(session) : '')

/** What stands beside each time of a list with several zones, which the note above it only names. */
export const zoneMarks = (sessions: readonly Timed[]): ((session: Timed) => string) =>
  zonesOf(sessions).length > 1 && sessions.some(isElsewhere) ? nameOf : () => ''
