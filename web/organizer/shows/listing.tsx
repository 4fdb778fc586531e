// One listing with all of its fields.
import type { ComponentChildren } from 'preact'
import { formatFull, formatNumber, formatPrice } from '../formats.ts'
import { useLoad } from '../loads/load.ts'
import { readListing } from '../loads/reads.ts'
import type { Listing } from '../loads/types.ts'
import { toListings } from '../routes.ts'
import { texts } from '../texts.ts'
import { listingTexts } from '../texts-listing.ts'
import { Title } from './frame.tsx'
import { StatusTag } from './listings.tsx'
import { Loaded } from './loaded.tsx'

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

/** Times are formatted. Only http and https URLs become links. */
const Text = ({ field, value }: { field: FieldName; value: string }) => {
  if (TIMES.has(field)) return <time dateTime={value}>{formatFull(value)}</time>
  if (!/^https?:\/\//i.test(value)) return <span>{value}</span>
  return (
    <a href={value} rel="noreferrer" target="_blank">
      {value}
    </a>
  )
}

const Items = ({ field, values }: { field: FieldName; values: readonly string[] }) => (
  <ul class="values">
    {values.map((value) => (
      <li key={value}>
        <Text field={field} value={value} />
      </li>
    ))}
  </ul>
)

const Value = ({ listing, field }: { listing: Listing; field: FieldName }): ComponentChildren => {
  const value = listing[field]
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return <span class="soft">{texts.noValue}</span>
  if (field === 'priceFrom') return formatPrice(value as number, listing.priceCurrency)
  if (field === 'venueLatitude' || field === 'venueLongitude') return String(value)
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') return formatNumber(value)
  if (Array.isArray(value)) return <Items field={field} values={value} />
  return <Text field={field} value={value} />
}

const Details = ({ listing }: { listing: Listing }) => (
  <>
    {listing.status === 'Draft' && <p class="notice warn">{texts.draftHelp}</p>}
    <div class="groups">
      {GROUPS.map(([group, fields]) => (
        <section class="card stack" key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{listingTexts.groups[group]}</h2>
          <dl class="facts">
            {fields.map((field) => (
              <div key={field}>
                <dt class="soft small">{listingTexts.fields[field]}</dt>
                <dd>
                  <Value listing={listing} field={field} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </>
)

export const ListingScreen = ({ id }: { id: string }) => {
  const load = useLoad((signal) => readListing(id, signal), id)
  const listing = load.ok.value?.body
  const fallback = load.failed.value === undefined ? undefined : texts.listing
  return (
    <>
      <Title title={listing?.title ?? fallback} breadcrumbs={[{ href: toListings, text: texts.listings }]}>
        {listing !== undefined && (
          <p>
            <StatusTag status={listing.status} />
          </p>
        )}
      </Title>
      <Loaded load={load}>{(loaded) => <Details listing={loaded} />}</Loaded>
    </>
  )
}
