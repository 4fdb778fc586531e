// The listings, latest updated first, of every status or of one.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { isScheduled } from '../data/listing-state.ts'
import { useLoad } from '../data/load.ts'
import { usePaged } from '../data/paged-list.ts'
import { ORGANIZER_API, readOrganizers } from '../data/reads.ts'
import type { ListingItem, ListingStatus } from '../data/types.ts'
import { formatDayTime } from '../formats.ts'
import { NewListing } from '../forms/listing-form.tsx'
import { MovedListing } from '../forms/moved-listings.tsx'
import { toListing, toListings, toListingsOf } from '../links.ts'
import { texts } from '../texts.ts'
import { listingTexts } from '../texts-listing.ts'
import { Empty } from '../ui/empty.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { textOptions } from '../ui/select.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { Title } from '../ui/title.tsx'
import { useNew } from '../ui/use-new.ts'
import { defineScreen } from './screen.ts'

const STATUSES = Object.keys(texts.statuses) as ListingStatus[]

const Item = ({ listing, onTaken }: { listing: ListingItem; onTaken: () => unknown }) => (
  <li>
    <a class="entry" href={toListing(listing.id)}>
      <span class="spread">
        <bdi>{listing.title}</bdi>
        <StatusTag status={listing.status} />
      </span>
      <span class="soft small">
        {listing.startsAt === null ? texts.noDate : formatDayTime(listing.startsAt)} ·{' '}
        {texts.updated(formatDayTime(listing.updatedAt))}
        {listing.publishedAt !== null && isScheduled(listing, Date.now()) && (
          <> · {listingTexts.scheduled(formatDayTime(listing.publishedAt))}</>
        )}
      </span>
      {listing.missing.length > 0 && listing.status !== 'Archived' && (
        <span class="soft small">
          {listingTexts.needs(listing.missing.map((name) => listingTexts.needed[name]).join('; '))}
        </span>
      )}
    </a>
    <MovedListing listing={listing} onTaken={onTaken} />
  </li>
)

const StatusFilter = ({ status }: { status: string | null }) => (
  <nav class="buttons chips" aria-label={texts.status}>
    {[{ value: '', text: texts.all }, ...textOptions(STATUSES, texts.statuses)].map(({ value, text }) => (
      <a
        key={value}
        href={value === '' ? toListings : toListingsOf(value)}
        aria-current={value === (status ?? '') ? 'true' : undefined}
      >
        {text}
      </a>
    ))}
  </nav>
)

const describeEmpty = (status: string): string =>
  texts.noListingsOf(texts.statuses[status as ListingStatus] ?? status)

const listingsPath = (status: string | null): string =>
  `${ORGANIZER_API}/listings${status === null ? '' : `?${new URLSearchParams({ status })}`}`

export const listingsScreen = defineScreen({
  path: '/listings',
  name: texts.listings,
  link: { icon: 'listings', isSetUp: true, action: texts.newListing },
  View: ({ query }) => {
    const status = query.get('status')
    const list = usePaged<ListingItem>(listingsPath(status))
    const organizers = useLoad(readOrganizers).ok.value?.body.data
    const isNew = useSignal(false)
    const open = (): void => {
      isNew.value = true
    }
    useNew(toListings, open)
    return (
      <>
        <Title
          title={texts.listings}
          actions={
            organizers?.length !== 0 && <Button look="primary" text={texts.newListing} onClick={open} />
          }
        />
        <StatusFilter status={status} />
        <PagedList
          list={list}
          empty={
            <div class="card">
              {status === null ? (
                <Empty
                  icon="listings"
                  text={texts.noListings}
                  help={texts.noListingsHelp}
                  action={organizers?.length !== 0 && { text: texts.newListing, screen: toListings }}
                />
              ) : (
                <Empty icon="listings" text={describeEmpty(status)} />
              )}
            </div>
          }
        >
          {(listings) => (
            <ul class="card entries" aria-label={texts.listings}>
              {listings.map((listing) => (
                <Item key={listing.id} listing={listing} onTaken={list.reload} />
              ))}
            </ul>
          )}
        </PagedList>
        {isNew.value && organizers !== undefined && organizers.length > 0 && (
          <NewListing
            organizers={organizers}
            onClose={() => (isNew.value = false)}
            onSaved={({ id }) => {
              location.hash = toListing(id)
            }}
          />
        )}
      </>
    )
  },
})
