// Each session of a preview: its values before and after the change, and its problem if it has one.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import type { Preview, PreviewedSession, Venue } from '../data/types.ts'
import { venueName } from '../data/venue-name.ts'
import { formatNumber, type Times, timesIn } from '../formats.ts'
import { texts } from '../texts.ts'
import { StartedTag } from '../ui/session-cells.tsx'
import { Table } from '../ui/table.tsx'
import { changedFields, type SessionValues, type ValueField } from './preview.ts'

/** Rows that are shown at first, and that each further step adds. */
const STEP = 50

type Venues = readonly Venue[] | undefined

const describeValue = (field: ValueField, values: SessionValues, venues: Venues): string => {
  switch (field) {
    case 'capacity':
      return formatNumber(values.capacity)
    case 'venueId':
      return values.venueId === null ? texts.none : venueName(venues, values.venueId)
    case 'doorsOpenOffset':
      return values.doorsOpenOffset === null ? texts.none : texts.minutes(values.doorsOpenOffset)
    case 'cancellation':
      return values.cancelledAt === null
        ? texts.takesPlace
        : [texts.cancelled, values.cancelNotice].filter(Boolean).join(': ')
  }
}

type ValuesProps = {
  values: SessionValues | null
  fields: readonly ValueField[]
  venues: Venues
  isLabelled: boolean
  /** How many places more there are than before. */
  more?: number
}

const Values = ({ values, fields, venues, isLabelled, more = 0 }: ValuesProps) =>
  values === null || fields.length === 0 ? (
    <span class="soft">{texts.noValue}</span>
  ) : (
    <ul class="values">
      {fields.map((field) => (
        <li key={field}>
          {isLabelled && <span class="soft">{texts.values[field]} </span>}
          {describeValue(field, values, venues)}
          {field === 'capacity' && more !== 0 && <span class="soft small"> {texts.placesMore(more)}</span>}
        </li>
      ))}
    </ul>
  )

type RowProps = {
  times: Times
  session: PreviewedSession
  venues: Venues
  now: number
  isLabelled: boolean
  hasProblems: boolean
}

const Row = ({ times, session, venues, now, isLabelled, hasProblems }: RowProps) => {
  const fields = changedFields(session)
  const { startsAt, problem, before, after } = session
  const isUnchanged = fields.length === 0 && problem === null
  const more = before === null || after === null ? 0 : after.capacity - before.capacity
  return (
    <tr class={isUnchanged ? 'soft' : ''}>
      <th scope="row">
        {startsAt === null ? texts.noValue : times.dayTime(startsAt)}{' '}
        {startsAt !== null && <StartedTag startsAt={startsAt} now={now} />}
      </th>
      <td>
        <Values values={before} fields={fields} venues={venues} isLabelled={isLabelled} />
      </td>
      <td>
        {isUnchanged ? (
          texts.noChange
        ) : (
          <Values values={after} fields={fields} venues={venues} isLabelled={isLabelled} more={more} />
        )}
      </td>
      {hasProblems && (
        <td class={problem === 'capacity_below_sold' ? 'strong bad' : 'strong warn'}>
          {problem === null ? '' : texts.problems[problem](session.sold)}
        </td>
      )}
    </tr>
  )
}

export const PreviewTable = ({
  preview,
  venues,
  timeZone,
}: {
  preview: Preview
  venues: Venues
  timeZone: string
}) => {
  const limit = useSignal(STEP)
  const now = Date.now()
  const { sessions, sessionsSelected } = preview
  // Where a single field changes, its name in every cell would only be noise.
  const isLabelled = new Set(sessions.flatMap(changedFields)).size > 1
  const hasProblems = sessions.some(({ problem }) => problem !== null)
  // What changes comes first: what stays as it is needs no attention.
  const rank = (session: PreviewedSession): number =>
    session.problem !== null ? 0 : changedFields(session).length > 0 ? 1 : 2
  const ordered = sessions.toSorted((a, b) => rank(a) - rank(b))
  return (
    <div class="stack">
      {sessions.length < sessionsSelected && <p class="soft small">{texts.partial(sessions.length)}</p>}
      <Table
        label={texts.preview}
        look="preview"
        columns={[texts.session, texts.now, texts.afterwards, ...(hasProblems ? [texts.problem] : [])]}
      >
        {ordered.slice(0, limit.value).map((session) => (
          <Row
            key={session.id}
            times={timesIn(timeZone)}
            session={session}
            venues={venues}
            now={now}
            isLabelled={isLabelled}
            hasProblems={hasProblems}
          />
        ))}
      </Table>
      {sessions.length > limit.value && (
        <Button text={texts.showMore} onClick={() => (limit.value += STEP)} />
      )}
    </div>
  )
}
