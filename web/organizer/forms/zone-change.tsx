// What another time zone of an event does to the sessions that have not begun: somebody who chose the wrong
// zone at first means the same hours.
import type { Signal } from '@preact/signals'
import { toInstant, toLocal } from '../data/dates.ts'
import { read, useLoad } from '../data/load.ts'
import { sessionsPath } from '../data/reads.ts'
import type { Page, Session } from '../data/types.ts'
import { timesIn } from '../formats.ts'
import { texts } from '../texts.ts'
import { Table } from '../ui/table.tsx'

const ZONE_CHOICES = ['keep', 'moments'] as const
/** Whether sessions keep their local hours or their moments. */
export type ZoneChoice = (typeof ZONE_CHOICES)[number]

/** Enough to see what happens. */
const SHOWN = 3

type Props = { eventId: string; before: string; after: string; choice: Signal<ZoneChoice> }

export const ZoneChange = ({ eventId, before, after, choice }: Props) => {
  const coming = useLoad(read<Page<Session>>(sessionsPath({ eventId, from: new Date().toISOString() })))
  const sessions =
    coming.ok.value?.body.data.filter(({ startsAt }) => Date.parse(startsAt) > Date.now()) ?? []
  if (sessions.length === 0) return null
  const moved = (startsAt: string): string =>
    choice.value === 'keep' ? (toInstant(toLocal(startsAt, before), after) ?? startsAt) : startsAt
  return (
    <>
      <fieldset>
        <legend>{texts.zoneChange}</legend>
        {ZONE_CHOICES.map((value) => (
          <label key={value} class="check">
            <input
              type="radio"
              name="hours"
              checked={choice.value === value}
              onChange={() => (choice.value = value)}
            />
            <span>
              {texts.zoneChoices[value]}
              <span class="beneath soft small">{texts.zoneChoicesHelp[value]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Table label={texts.nextSessions} columns={[texts.now, texts.afterwards]}>
        {sessions.slice(0, SHOWN).map(({ id, startsAt }) => (
          <tr key={id}>
            <td>{timesIn(before).dated(startsAt)}</td>
            <td>{timesIn(after).dated(moved(startsAt))}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}
