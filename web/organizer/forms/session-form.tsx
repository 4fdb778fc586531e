// A new session, a row of sessions by rule, or the values of one.
import { useRef } from 'preact/hooks'
import { MAX_DATES, nextFriday, REPEATS, type Repeats, repeat, toInstant, toLocal } from '../data/dates.ts'
import type { Ok } from '../data/load.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import type { EventItem, SeriesSession, Session, Venue } from '../data/types.ts'
import { formatIn } from '../formats.ts'
import { texts } from '../texts.ts'
import { namedOptions, type Option, textOptions } from '../ui/select.tsx'
import type { FieldOf } from './control.tsx'
import { sessionOptions } from './copy-guests.tsx'
import type { Draft } from './draft.ts'
import { FormDialog } from './form-dialog.tsx'
import type { Errors } from './use-edit.ts'
import { copyGuests } from './use-import.ts'
import { parseCapacity, parseOffset } from './whole-numbers.ts'

type Shared = { event: EventItem; venues: readonly Venue[]; onClose: () => void }

const NONE: Option = { value: '', text: texts.none }

const valueFields = ({ event, venues }: Pick<Shared, 'event' | 'venues'>): FieldOf[] => [
  { name: 'capacity', label: texts.capacity, kind: 'number' },
  {
    name: 'venueId',
    label: texts.venue,
    options: [NONE, ...namedOptions(venues.filter(({ organizerId }) => organizerId === event.organizerId))],
  },
  { name: 'doorsOpenOffset', label: texts.doorsOffset, kind: 'number' },
]

const startField = (timeZone: string): FieldOf => ({
  name: 'startsAt',
  label: texts.starts,
  hint: texts.inTimeZone(timeZone.replaceAll('_', ' ')),
  kind: 'datetime-local',
  missing: texts.errors['no-date'],
})

/** What is wrong with the values of a session but its start. */
const checkValues = ({ capacity = '', doorsOpenOffset = '' }: Draft): Errors => ({
  ...(Number.isNaN(parseCapacity(capacity)) && { capacity: texts.errors['not-a-capacity'] }),
  ...(doorsOpenOffset !== '' &&
    Number.isNaN(parseOffset(doorsOpenOffset)) && { doorsOpenOffset: texts.errors['not-an-offset'] }),
})

const valuesOf = ({ capacity = '', venueId = '', doorsOpenOffset = '' }: Draft) => ({
  capacity: parseCapacity(capacity),
  venueId: venueId || null,
  doorsOpenOffset: doorsOpenOffset === '' ? null : parseOffset(doorsOpenOffset),
})

const datesOf = ({ startsAt = '', repeats = 'once', until = '' }: Draft): string[] =>
  repeat(startsAt, repeats as Repeats, until)

/** The dates that would be added, in the time zone of the event. */
const Dates = ({ draft, timeZone }: { draft: Draft; timeZone: string }) => {
  const dates = datesOf(draft)
  if (dates.length === 0) return <p class="soft">{texts.noDates}</p>
  const format = formatIn(timeZone)
  return (
    <details open={dates.length <= 12}>
      <summary>{texts.dates(Math.min(dates.length, MAX_DATES))}</summary>
      <ol class="dates small">
        {dates.slice(0, MAX_DATES).map((local) => (
          <li key={local}>{format(toInstant(local, timeZone) ?? '')}</li>
        ))}
      </ol>
    </details>
  )
}

type NewProps = Shared & {
  isRow: boolean
  /** Of a session that the event has already. */
  capacity: string
  /** Sessions whose guests a new one can take. */
  copied: readonly Session[]
  onSaved: (sessions: SeriesSession[]) => unknown
}

export const NewSessions = ({ event, venues, isRow, capacity, copied, onClose, onSaved }: NewProps) => {
  const { timeZone } = event
  const copyFrom = useRef('')
  const ids = useRef(new Map<string, string>()).current
  /** The same date keeps its id, so that a repeated request makes nothing further. */
  const idOf = (local: string): string => {
    const id = ids.get(local) ?? crypto.randomUUID()
    ids.set(local, id)
    return id
  }
  const check = (draft: Draft): Errors => {
    const dates = datesOf(draft)
    return {
      ...checkValues(draft),
      ...(draft.startsAt !== '' && dates.length === 0 && { until: texts.errors['no-until'] }),
      ...(dates.length > MAX_DATES && { until: texts.errors['too-many-dates'] }),
    }
  }
  const fields: FieldOf[] = [
    startField(timeZone),
    ...(isRow
      ? [
          { name: 'repeats', label: texts.repeats, options: textOptions(REPEATS, texts.repeatsEach) },
          { name: 'until', label: texts.until, kind: 'date' as const },
        ]
      : []),
    ...valueFields({ event, venues }),
    ...(event.series.length > 0
      ? [{ name: 'seriesId', label: texts.series, options: [NONE, ...namedOptions(event.series)] }]
      : []),
    ...(!isRow && copied.length > 0
      ? [{ name: 'copyFrom', label: texts.copyGuests, options: [NONE, ...sessionOptions(copied)] }]
      : []),
  ]
  return (
    <FormDialog<{ data: SeriesSession[] }>
      title={isRow ? texts.addSessions : texts.newSession}
      fields={fields}
      initial={{
        startsAt: nextFriday(Date.now(), timeZone),
        ...(isRow && { repeats: 'weekly', until: '' }),
        ...{ capacity, venueId: '', doorsOpenOffset: '60', seriesId: '', copyFrom: '' },
      }}
      target={{ method: 'POST', path: `${ORGANIZER_API}/events/${event.id}/sessions` }}
      check={check}
      toBody={(draft) => {
        copyFrom.current = draft.copyFrom ?? ''
        return {
          sessions: datesOf(draft).map((local) => ({
            id: idOf(local),
            startsAt: toInstant(local, timeZone),
            seriesId: draft.seriesId || null,
            ...valuesOf(draft),
          })),
        }
      }}
      onClose={onClose}
      onSaved={async ({ data }) => {
        const [session] = data
        if (session !== undefined && copyFrom.current !== '') await copyGuests(session.id, copyFrom.current)
        return onSaved(data)
      }}
    >
      {(draft) => isRow && <Dates draft={draft} timeZone={timeZone} />}
    </FormDialog>
  )
}

type EditProps = Shared & {
  loaded: Ok<SeriesSession>
  onSaved: () => unknown
  onDeleted: () => void
}

export const EditSession = ({ event, venues, loaded: { body, etag }, onDeleted, ...props }: EditProps) => {
  const { timeZone } = event
  const toDraft = (session: SeriesSession): Draft => ({
    startsAt: toLocal(session.startsAt, timeZone),
    capacity: String(session.capacity),
    venueId: session.venueId ?? '',
    doorsOpenOffset: session.doorsOpenOffset === null ? '' : String(session.doorsOpenOffset),
  })
  return (
    <FormDialog
      title={texts.editSession}
      fields={[startField(timeZone), ...valueFields({ event, venues })]}
      initial={toDraft(body)}
      target={{ method: 'PATCH', path: `${ORGANIZER_API}/sessions/${body.id}`, etag, toDraft }}
      check={checkValues}
      toBody={(draft) => ({ startsAt: toInstant(draft.startsAt ?? '', timeZone), ...valuesOf(draft) })}
      deletion={{ text: texts.deleteSession, onDeleted }}
      {...props}
    />
  )
}
