// A new session, a row of sessions by rule, or the values of one.
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { MAX_DATES, nextFriday, REPEATS, type Repeats, repeat, toInstant, toLocal } from '../data/dates.ts'
import type { Ok } from '../data/load.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import type { EventItem, SeriesSession, Session, SessionDetails, Venue } from '../data/types.ts'
import { formatZone, timesIn } from '../formats.ts'
import { texts } from '../texts.ts'
import { listingTexts } from '../texts-listing.ts'
import { Dialog } from '../ui/dialog.tsx'
import { namedOptions, type Option, textOptions } from '../ui/select.tsx'
import { Table } from '../ui/table.tsx'
import { toast } from '../ui/toasts.tsx'
import type { FieldOf } from './control.tsx'
import { sessionOptions } from './copy-guests.tsx'
import type { Draft } from './draft.ts'
import { FormDialog } from './form-dialog.tsx'
import { keepsOldDates, MovedListings } from './moved-listings.tsx'
import { movedHours } from './rule-texts.ts'
import { sendSafely } from './send.ts'
import type { Errors } from './use-edit.ts'
import { copyGuests } from './use-import.ts'
import { parseCapacity, parseOffset } from './whole-numbers.ts'

type Shared = { event: EventItem; venues: readonly Venue[]; onClose: () => void }

/** In place of the id of a series or venue. */
const NEW = 'new'

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

const seriesField = (event: EventItem, more: readonly Option[] = []): FieldOf => ({
  name: 'seriesId',
  label: texts.series,
  options: [...more, ...namedOptions(event.series), NONE],
})

const startField = (timeZone: string): FieldOf => ({
  name: 'startsAt',
  label: texts.starts,
  hint: texts.inTimeZone(formatZone(timeZone)),
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

const isRow = ({ repeats = 'once' }: Draft): boolean => repeats !== 'once'

const datesOf = ({ startsAt = '', repeats = 'once', until = '' }: Draft): string[] =>
  repeat(startsAt, repeats as Repeats, until)

/** The dates that would be added, in the time zone of the event. */
const Dates = ({ draft, timeZone }: { draft: Draft; timeZone: string }) => {
  const dates = datesOf(draft)
  if (dates.length === 0) return <p class="soft">{texts.noDates}</p>
  const { dated: format } = timesIn(timeZone)
  return (
    <details open={dates.length <= 12}>
      <summary>{texts.dates(Math.min(dates.length, MAX_DATES))}</summary>
      <ol class="grid small">
        {dates.slice(0, MAX_DATES).map((local) => (
          <li key={local}>{format(toInstant(local, timeZone) ?? '')}</li>
        ))}
      </ol>
    </details>
  )
}

type NewProps = Shared & {
  /** Of a session that the event has already. */
  capacity: string
  /** Sessions whose guests a new one can take. */
  copied: readonly Session[]
  onSaved: (sessions: SeriesSession[]) => unknown
}

export const NewSessions = ({ event, venues, capacity, copied, onClose, onSaved }: NewProps) => {
  const { timeZone } = event
  const copyFrom = useRef('')
  const ids = useRef(new Map<string, string>()).current
  const newVenueId = useRef(crypto.randomUUID()).current
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
      ...(isRow(draft) && draft.startsAt !== '' && dates.length === 0 && { until: texts.errors['no-until'] }),
      ...(dates.length > MAX_DATES && { until: texts.errors['too-many-dates'] }),
    }
  }
  const [capacityField, venueField, doorsField] = valueFields({ event, venues }) as [
    FieldOf,
    FieldOf,
    FieldOf,
  ]
  const isOnce = (draft: Draft): boolean => !isRow(draft)
  const isNewVenue = ({ venueId }: Draft): boolean => venueId === NEW
  const fields: FieldOf[] = [
    startField(timeZone),
    { name: 'repeats', label: texts.repeats, options: textOptions(REPEATS, texts.repeatsEach) },
    { name: 'until', label: texts.until, kind: 'date', isShown: isRow },
    capacityField,
    { ...venueField, options: [...(venueField.options ?? []), { value: NEW, text: texts.aNewVenue }] },
    { name: 'venueName', label: texts.venueName, missing: texts.nameMissing, isShown: isNewVenue },
    doorsField,
    // Of a row, another one is chosen beforehand than of a single date.
    {
      ...seriesField(event, [{ value: NEW, text: texts.asNewSeries }]),
      name: 'seriesOfRow',
      isShown: isRow,
    },
    { ...seriesField(event), isShown: (draft) => isOnce(draft) && event.series.length > 0 },
    {
      name: 'copyFrom',
      label: texts.copyGuests,
      options: [NONE, ...sessionOptions(copied)],
      isShown: (draft) => isOnce(draft) && copied.length > 0,
    },
  ]
  const chosenSeries = (draft: Draft): string => (isRow(draft) ? draft.seriesOfRow : draft.seriesId) ?? ''
  /** A single date makes no series. */
  const isNewSeries = (draft: Draft): boolean => chosenSeries(draft) === NEW && datesOf(draft).length > 1
  const seriesOf = (draft: Draft, id: string): string | null =>
    isNewSeries(draft) ? id : chosenSeries(draft) === NEW ? null : chosenSeries(draft) || null
  return (
    <FormDialog<{ data: SeriesSession[] }>
      title={texts.addSession}
      action={texts.addSession}
      fields={fields}
      initial={{
        startsAt: nextFriday(Date.now(), timeZone),
        ...{ repeats: 'once', until: '' },
        ...{ capacity, venueId: '', venueName: '', doorsOpenOffset: '60' },
        ...{ seriesId: '', seriesOfRow: event.series.at(-1)?.id ?? NEW, copyFrom: '' },
      }}
      target={{ method: 'POST', path: `${ORGANIZER_API}/events/${event.id}/sessions` }}
      check={check}
      prepare={async (draft, id) => {
        if (isNewVenue(draft)) {
          const { organizerId } = event
          const venue = { id: newVenueId, organizerId, name: draft.venueName }
          const made = await sendSafely(`${ORGANIZER_API}/venues`, { method: 'POST', body: venue })
          if (made.kind !== 'ok') return made
        }
        if (!isNewSeries(draft)) return undefined
        const made = await sendSafely(`${ORGANIZER_API}/events/${event.id}/series`, {
          method: 'POST',
          body: { id, name: event.name },
        })
        return made.kind === 'ok' ? undefined : made
      }}
      toBody={(draft, id) => {
        copyFrom.current = isRow(draft) ? '' : (draft.copyFrom ?? '')
        return {
          sessions: datesOf(draft).map((local) => ({
            id: idOf(local),
            startsAt: toInstant(local, timeZone),
            seriesId: seriesOf(draft, id),
            ...valuesOf(draft),
            ...(isNewVenue(draft) && { venueId: newVenueId }),
          })),
        }
      }}
      onClose={onClose}
      onSaved={async ({ data }) => {
        const [session] = data
        if (
          session !== undefined &&
          copyFrom.current !== '' &&
          !(await copyGuests(session.id, copyFrom.current))
        )
          toast(texts.notCopied)
        return onSaved(data)
      }}
    >
      {(draft) => isRow(draft) && <Dates draft={draft} timeZone={timeZone} />}
    </FormDialog>
  )
}

type HoursProps = {
  types: SessionDetails['types']
  /** Before and after, as in the form. */
  starts: readonly (string | undefined)[]
  timeZone: string
}

/** The hours of ticket types are minutes from the start, so they move with it. */
const Hours = ({ types, starts, timeZone }: HoursProps) => {
  const [before, after] = starts.map((local = '') => toInstant(local, timeZone))
  const moved = before && after ? movedHours(types, [before, after], timeZone) : []
  if (moved.length === 0) return null
  return (
    <div class="notice warn stack" role="status">
      <p>{texts.hoursMove}</p>
      <Table
        label={texts.hoursMove}
        look="preview"
        columns={[texts.firstEntryOf, texts.now, texts.afterwards]}
      >
        {moved.map(({ id, name, before, after }) => (
          <tr key={id}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

type EditProps = Shared & {
  loaded: Ok<SeriesSession>
  /** The ticket types of the event, with their rules. */
  types: SessionDetails['types']
  onSaved: () => unknown
  onDeleted: () => void
}

export const EditSession = ({
  event,
  venues,
  loaded: { body, etag },
  types,
  onDeleted,
  onSaved,
  ...props
}: EditProps) => {
  const { timeZone } = event
  const isLeft = useSignal(false)
  const toDraft = (session: SeriesSession): Draft => ({
    startsAt: toLocal(session.startsAt, timeZone),
    capacity: String(session.capacity),
    venueId: session.venueId ?? '',
    doorsOpenOffset: session.doorsOpenOffset === null ? '' : String(session.doorsOpenOffset),
    seriesId: session.seriesId ?? '',
  })
  if (isLeft.value)
    return (
      <Dialog title={listingTexts.oldDates} onClose={() => void onSaved()}>
        <MovedListings eventId={event.id} onNone={onSaved} />
        <Button text={texts.close} onClick={onSaved} />
      </Dialog>
    )
  return (
    <FormDialog<SeriesSession | undefined>
      title={texts.editSession}
      action={texts.save}
      fields={[
        startField(timeZone),
        ...valueFields({ event, venues }),
        ...(event.series.length > 0 ? [seriesField(event)] : []),
      ]}
      initial={toDraft(body)}
      target={{ method: 'PATCH', path: `${ORGANIZER_API}/sessions/${body.id}`, etag, toDraft }}
      check={checkValues}
      toBody={(draft) => ({
        startsAt: toInstant(draft.startsAt ?? '', timeZone),
        ...valuesOf(draft),
        seriesId: draft.seriesId || null,
      })}
      deletion={{ text: texts.deleteSession, onDeleted }}
      onSaved={async (saved) => {
        isLeft.value =
          saved !== undefined && saved.startsAt !== body.startsAt && (await keepsOldDates(event.id))
        if (!isLeft.value) await onSaved()
      }}
      {...props}
    >
      {(draft, saved) => (
        <>
          <Hours types={types} starts={[saved.startsAt, draft.startsAt]} timeZone={timeZone} />
          <MovedListings eventId={event.id} />
        </>
      )}
    </FormDialog>
  )
}
