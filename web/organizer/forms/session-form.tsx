// A new session, a row of sessions by rule, or the values of one.
import { useRef } from 'preact/hooks'
import { MAX_DATES, nextFriday, REPEATS, type Repeats, repeat, toInstant, toLocal } from '../data/dates.ts'
import type { Ok } from '../data/load.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import type { EventItem, SeriesSession, Venue } from '../data/types.ts'
import { formatIn } from '../formats.ts'
import { texts } from '../texts.ts'
import { type Draft, FieldErrors, type FieldOf, ThingForm } from './thing-form.tsx'

type Shared = { event: EventItem; venues: readonly Venue[]; onClose: () => void }

const valueFields = ({ event, venues }: Pick<Shared, 'event' | 'venues'>): FieldOf[] => [
  { name: 'capacity', label: texts.capacity, kind: 'number' },
  {
    name: 'venueId',
    label: texts.venue,
    options: [
      { value: '', text: texts.none },
      ...venues
        .filter(({ organizerId }) => organizerId === event.organizerId)
        .map(({ id, name }) => ({ value: id, text: name })),
    ],
  },
  { name: 'doorsOpenOffset', label: texts.doorsOffset, kind: 'number' },
]

const startField = (timeZone: string): FieldOf => ({
  name: 'startsAt',
  label: texts.starts,
  hint: texts.inTimeZone(timeZone.replaceAll('_', ' ')),
  kind: 'datetime-local',
})

const isWhole = (text: string, max: number): boolean => /^\d+$/.test(text) && Number(text) <= max

/** The values of a session but its start, or what is wrong with them. */
const readValues = ({ capacity = '', venueId = '', doorsOpenOffset = '', startsAt = '' }: Draft) => {
  const errors = {
    ...(startsAt === '' && { startsAt: texts.errors['no-date'] }),
    ...(!isWhole(capacity, 1_000_000) && { capacity: texts.errors['not-a-capacity'] }),
    ...(doorsOpenOffset !== '' &&
      !isWhole(doorsOpenOffset, 1_440) && { doorsOpenOffset: texts.errors['not-an-offset'] }),
  }
  const values = {
    capacity: Number(capacity),
    venueId: venueId || null,
    doorsOpenOffset: doorsOpenOffset === '' ? null : Number(doorsOpenOffset),
  }
  return { errors, values }
}

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
  seriesId?: string
  onSaved: (sessions: SeriesSession[]) => unknown
}

export const NewSessions = ({
  event,
  venues,
  isRow,
  capacity,
  seriesId = '',
  onClose,
  onSaved,
}: NewProps) => {
  const { timeZone } = event
  const ids = useRef(new Map<string, string>()).current
  const idOf = (local: string): string => {
    const id = ids.get(local) ?? crypto.randomUUID()
    ids.set(local, id)
    return id
  }
  const toBody = (draft: Draft): object | FieldErrors => {
    const { errors, values } = readValues(draft)
    const dates = datesOf(draft)
    const all = {
      ...errors,
      ...(draft.startsAt !== '' && dates.length === 0 && { until: texts.errors['no-until'] }),
      ...(dates.length > MAX_DATES && { until: texts.errors['too-many-dates'] }),
    }
    if (Object.keys(all).length > 0) return new FieldErrors(all)
    const sessions = dates.map((local) => ({
      // The same date keeps its id, so that a repeated request makes nothing further.
      id: idOf(local),
      startsAt: toInstant(local, timeZone),
      seriesId: draft.seriesId || null,
      ...values,
    }))
    return { id: undefined, sessions }
  }
  const fields: FieldOf[] = [
    startField(timeZone),
    ...(isRow
      ? [
          {
            name: 'repeats',
            label: texts.repeats,
            options: REPEATS.map((value) => ({ value, text: texts.repeatsEach[value] })),
          },
          { name: 'until', label: texts.until, kind: 'date' as const },
        ]
      : []),
    ...valueFields({ event, venues }),
    ...(event.series.length > 0
      ? [
          {
            name: 'seriesId',
            label: texts.series,
            options: [
              { value: '', text: texts.none },
              ...event.series.map(({ id, name }) => ({ value: id, text: name })),
            ],
          },
        ]
      : []),
  ]
  return (
    <ThingForm<{ data: SeriesSession[] }>
      title={isRow ? texts.addSessions : texts.newSession}
      fields={fields}
      initial={{
        startsAt: nextFriday(Date.now(), timeZone),
        ...(isRow && { repeats: 'weekly', until: '' }),
        ...{ capacity, venueId: '', doorsOpenOffset: '60', seriesId },
      }}
      target={{ method: 'POST', path: `${ORGANIZER_API}/events/${event.id}/sessions` }}
      toBody={toBody}
      onClose={onClose}
      onSaved={({ data }) => onSaved(data)}
    >
      {(draft) => isRow && <Dates draft={draft} timeZone={timeZone} />}
    </ThingForm>
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
    <ThingForm
      title={texts.editSession}
      fields={[startField(timeZone), ...valueFields({ event, venues })]}
      initial={toDraft(body)}
      target={{ method: 'PATCH', path: `${ORGANIZER_API}/sessions/${body.id}`, etag, toDraft }}
      toBody={(draft) => {
        const { errors, values } = readValues(draft)
        if (Object.keys(errors).length > 0) return new FieldErrors(errors)
        return { startsAt: toInstant(draft.startsAt ?? '', timeZone), ...values }
      }}
      deletion={{ text: texts.deleteSession, onDeleted }}
      {...props}
    />
  )
}
