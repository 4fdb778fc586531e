// One listing: its publication, all of its fields, and the form with a preview.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from '../../shared/button.tsx'
import { read, useLoad } from '../data/load.ts'
import { ORGANIZER_API, readEvents } from '../data/reads.ts'
import type { Listing } from '../data/types.ts'
import { formatNumber, formatPrice, TIME_ZONE, timesIn } from '../formats.ts'
import { zoneOf } from '../forms/listing-fields.ts'
import { EditListing } from '../forms/listing-form.tsx'
import { Publication } from '../forms/publication.tsx'
import { toListings } from '../links.ts'
import { texts } from '../texts.ts'
import { listingTexts } from '../texts-listing.ts'
import { Loaded } from '../ui/loaded.tsx'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { ZoneNote } from '../ui/zone-note.tsx'
import { defineScreen } from './screen.ts'

type FieldName = keyof Listing

/** All fields in groups; the title and the status are above them. */
const GROUPS = [
  ['text', ['shortDescription', 'description', 'category', 'tags', 'slug']],
  ['time', ['startsAt', 'endsAt', 'isRecurring', 'recurrenceDescription']],
  ['venue', ['venueName', 'venueAddress', 'venueCity', 'venueLatitude', 'venueLongitude']],
  ['price', ['priceFrom', 'priceCurrency', 'priceDescription']],
  ['images', ['imageUrl', 'images']],
  ['placement', ['isFeatured', 'sortOrder', 'publishedAt', 'createdAt', 'updatedAt']],
  [
    'source',
    ['externalUrl', 'externalSource', 'externalSourceId', 'sourceImportedAt', 'platformEventId', 'id'],
  ],
] as const

const TIMES: ReadonlySet<FieldName> = new Set([
  'startsAt',
  'endsAt',
  'sourceImportedAt',
  'publishedAt',
  'createdAt',
  'updatedAt',
])

/** When it takes place is in the time zone of its event. */
const OF_EVENT: ReadonlySet<FieldName> = new Set(['startsAt', 'endsAt'])

/** Times are formatted. Only http and https URLs become links. */
const Text = ({ field, value, timeZone }: { field: FieldName; value: string; timeZone: string }) => {
  if (TIMES.has(field))
    return <time dateTime={value}>{timesIn(OF_EVENT.has(field) ? timeZone : TIME_ZONE).full(value)}</time>
  if (!/^https?:\/\//i.test(value)) return <span>{value}</span>
  return (
    <a href={value} rel="noreferrer" target="_blank">
      {value}
    </a>
  )
}

type ValueProps = { listing: Listing; field: FieldName; timeZone: string }

const Value = ({ listing, field, timeZone }: ValueProps): ComponentChildren => {
  const value = listing[field]
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return <span class="soft">{texts.noValue}</span>
  if (field === 'priceFrom') return formatPrice(value as number, listing.priceCurrency)
  if (field === 'venueLatitude' || field === 'venueLongitude') return String(value)
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') return formatNumber(value)
  const text = (value: string) => <Text field={field} value={value} timeZone={timeZone} />
  if (typeof value === 'string') return text(value)
  return (
    <ul class="values">
      {value.map((one) => (
        <li key={one}>{text(one)}</li>
      ))}
    </ul>
  )
}

const Details = ({ listing, timeZone }: { listing: Listing; timeZone: string }) => (
  <div class="parts">
    {GROUPS.map(([group, fields]) => (
      <section class="card stack" key={group} aria-labelledby={`group-${group}`}>
        <h2 id={`group-${group}`}>{listingTexts.groups[group]}</h2>
        <dl class="facts stack">
          {fields.map((field) => (
            <div key={field}>
              <dt class="soft small">{listingTexts.fields[field]}</dt>
              <dd class="prose">
                <Value listing={listing} field={field} timeZone={timeZone} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </div>
)

export const listingScreen = defineScreen({
  path: '/listings/:listingId',
  name: texts.listing,
  View: ({ ids: { listingId } }) => {
    const listing = useLoad(read<Listing>(`${ORGANIZER_API}/listings/${listingId}`))
    const events = useLoad(readEvents)
    const isEditing = useSignal(false)
    const stop = (): void => {
      isEditing.value = false
    }
    return (
      <LoadedScreen
        load={listing}
        title={({ title }) => title}
        name={texts.listing}
        breadcrumbs={() => [{ href: toListings, text: texts.listings }]}
        actions={() =>
          !isEditing.value && (
            <Button look="primary" text={texts.editListing} onClick={() => (isEditing.value = true)} />
          )
        }
        lead={({ status, startsAt, platformEventId }) => (
          <p>
            <StatusTag status={status} />
            {startsAt != null && events.ok.value !== undefined && (
              <ZoneNote
                sessions={[{ startsAt, timeZone: zoneOf(platformEventId, events.ok.value.body.data) }]}
              />
            )}
          </p>
        )}
      >
        {(loaded, ok) =>
          isEditing.value ? (
            <Loaded load={events}>
              {({ data }) => (
                <EditListing
                  loaded={ok}
                  events={data}
                  onClose={stop}
                  onSaved={async () => {
                    stop()
                    await listing.reload()
                  }}
                />
              )}
            </Loaded>
          ) : (
            <>
              <Publication listing={loaded} onChanged={listing.reload} />
              <Details
                listing={loaded}
                timeZone={zoneOf(loaded.platformEventId, events.ok.value?.body.data ?? [])}
              />
            </>
          )
        }
      </LoadedScreen>
    )
  },
})
