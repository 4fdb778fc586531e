// The listings, latest updated first, of every status or of one.
import { usePaged } from '../data/paged-list.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import type { ListingItem, ListingStatus } from '../data/types.ts'
import { formatDayTime } from '../formats.ts'
import { toListing, toListingsOf } from '../links.ts'
import { texts } from '../texts.ts'
import { Field } from '../ui/field.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Select, textOptions } from '../ui/select.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { Title } from '../ui/title.tsx'
import { defineScreen } from './screen.ts'

const STATUSES = Object.keys(texts.statuses) as ListingStatus[]

const Item = ({ listing }: { listing: ListingItem }) => (
  <li>
    <a class="entry" href={toListing(listing.id)}>
      <span class="spread">
        <bdi>{listing.title}</bdi>
        <StatusTag status={listing.status} />
      </span>
      <span class="soft small">
        {listing.startsAt === null ? texts.noDate : formatDayTime(listing.startsAt)} ·{' '}
        {texts.updated(formatDayTime(listing.updatedAt))}
      </span>
    </a>
  </li>
)

const StatusFilter = ({ status }: { status: string | null }) => (
  <div class="filter">
    <Field label={texts.status}>
      {(control) => (
        <Select
          value={status ?? ''}
          options={[{ value: '', text: texts.anyStatus }, ...textOptions(STATUSES, texts.statuses)]}
          onChange={(chosen) => {
            location.hash = toListingsOf(chosen)
          }}
          {...control}
        />
      )}
    </Field>
  </div>
)

const describeEmpty = (status: string | null): string =>
  status === null ? texts.noListings : texts.noListingsOf(texts.statuses[status as ListingStatus] ?? status)

const listingsPath = (status: string | null): string =>
  `${ORGANIZER_API}/listings${status === null ? '' : `?${new URLSearchParams({ status })}`}`

export const listingsScreen = defineScreen({
  path: '/listings',
  name: texts.listings,
  link: { icon: 'listings', isSetUp: true },
  View: ({ query }) => {
    const status = query.get('status')
    const list = usePaged<ListingItem>(listingsPath(status))
    return (
      <>
        <Title title={texts.listings} />
        <StatusFilter status={status} />
        <PagedList list={list} empty={<p class="card soft">{describeEmpty(status)}</p>}>
          {(listings) => (
            <ul class="card entries" aria-label={texts.listings}>
              {listings.map((listing) => (
                <Item key={listing.id} listing={listing} />
              ))}
            </ul>
          )}
        </PagedList>
      </>
    )
  },
})
