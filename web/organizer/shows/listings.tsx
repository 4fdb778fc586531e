// The listings, latest updated first, of every status or of one.
import { useId } from 'preact/hooks'
import { formatDayTime } from '../formats.ts'
import { usePages } from '../loads/pages.ts'
import { listingsPath } from '../loads/reads.ts'
import type { ListingItem, ListingStatus } from '../loads/types.ts'
import { toListing, toListingsOf } from '../routes.ts'
import { texts } from '../texts.ts'
import { Title } from './frame.tsx'
import { PagedList } from './paged-list.tsx'

const STATUSES = Object.keys(texts.statuses) as ListingStatus[]

export const StatusTag = ({ status }: { status: ListingStatus }) => (
  <span class={`tag ${status}`}>{texts.statuses[status]}</span>
)

const Item = ({ listing }: { listing: ListingItem }) => (
  <li>
    <a class="entry" href={toListing(listing.id)}>
      <span class="spread">
        <span>{listing.title}</span>
        <StatusTag status={listing.status} />
      </span>
      <span class="soft small">
        {listing.startsAt === null ? texts.noDate : formatDayTime(listing.startsAt)} ·{' '}
        {texts.updated(formatDayTime(listing.updatedAt))}
      </span>
    </a>
  </li>
)

const StatusFilter = ({ status }: { status: string | null }) => {
  const id = useId()
  const choose = (chosen: string): void => {
    location.hash = toListingsOf(chosen)
  }
  return (
    <div class="field filter">
      <label for={id}>{texts.status}</label>
      <select
        id={id}
        class="input"
        value={status ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">{texts.anyStatus}</option>
        {STATUSES.map((one) => (
          <option key={one} value={one}>
            {texts.statuses[one]}
          </option>
        ))}
      </select>
    </div>
  )
}

const describeEmpty = (status: string | null): string =>
  status === null ? texts.noListings : texts.noListingsOf(texts.statuses[status as ListingStatus] ?? status)

export const Listings = ({ status }: { status: string | null }) => {
  const list = usePages<ListingItem>(listingsPath(status))
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
}
