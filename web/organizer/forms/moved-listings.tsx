// Listings that keep the date of a session that begins at another time by now, or is cancelled.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { type Failed, read, toResult } from '../data/load.ts'
import { usePaged } from '../data/paged-list.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import type { Listing, ListingItem, Page } from '../data/types.ts'
import { timesIn } from '../formats.ts'
import { texts } from '../texts.ts'
import { listingTexts } from '../texts-listing.ts'
import { Failure } from '../ui/notices.tsx'
import { sendSafely } from './send.ts'

/** The end moves with the start. */
const withStart = ({ startsAt, endsAt }: Listing, start: string) => ({
  startsAt: start,
  ...(startsAt !== undefined &&
    endsAt !== undefined && {
      endsAt: new Date(Date.parse(endsAt) + Date.parse(start) - Date.parse(startsAt)).toISOString(),
    }),
})

/** Returns why it failed. What somebody else has changed since stays as it is. */
const change = async (
  { id, startsAt }: ListingItem,
  toBody: (current: Listing) => object,
): Promise<Failed | undefined> => {
  const path = `${ORGANIZER_API}/listings/${id}`
  const current = toResult(await read<Listing>(path)())
  if (current.kind !== 'ok') return current
  if (current.body.startsAt !== startsAt) return undefined
  const result = await sendSafely(path, {
    method: 'PATCH',
    headers: { 'If-Match': current.etag ?? '' },
    body: toBody(current.body),
  })
  const isOutdated = result.kind === 'error' && result.code === 'precondition_failed'
  return result.kind === 'ok' || isOutdated ? undefined : result
}

type Props = {
  listing: ListingItem
  /** Loads the listing again. */
  onTaken: () => unknown
}

export const MovedListing = ({ listing, onTaken }: Props) => {
  const isBusy = useSignal(false)
  const failed = useSignal<Failed | undefined>(undefined)
  const { title, startsAt, status, moved } = listing
  if (moved === undefined || startsAt === null) return null
  const { dated } = timesIn(moved.timeZone)
  const start = moved.startsAt
  const send = async (toBody: (current: Listing) => object): Promise<void> => {
    isBusy.value = true
    failed.value = await change(listing, toBody)
    if (failed.value === undefined) await onTaken()
    isBusy.value = false
  }
  return (
    <div class="notice warn stack">
      <p>
        {moved.cancelledAt === null
          ? listingTexts.noSessionAt(dated(startsAt))
          : listingTexts.sessionCancelled(dated(startsAt))}
        {start !== null && ` ${listingTexts.nearestAt(dated(start))}`}
      </p>
      <div class="buttons">
        {moved.cancelledAt !== null && status === 'Published' && (
          <Button
            text={listingTexts.cancelListing}
            name={title}
            isBusy={isBusy.value}
            onClick={() => send(() => ({ status: 'Cancelled' }))}
          />
        )}
        {start !== null && (
          <Button
            text={listingTexts.takeNewTime}
            name={title}
            isBusy={isBusy.value}
            onClick={() => send((current) => withStart(current, start))}
          />
        )}
      </div>
      {failed.value !== undefined && <Failure failed={failed.value} />}
    </div>
  )
}

const listingsOf = (eventId: string): string => `${ORGANIZER_API}/listings?eventId=${eventId}&pageSize=100`

const movedOf = (page: Page<ListingItem> | undefined): ListingItem[] =>
  page?.data.filter(({ moved }) => moved !== undefined) ?? []

/** Whether listings of the event keep an old date. A failure hides nothing: the listings say so too. */
export const keepsOldDates = async (eventId: string): Promise<boolean> => {
  const result = toResult(await read<Page<ListingItem>>(listingsOf(eventId))())
  return result.kind === 'ok' && movedOf(result.body).length > 0
}

/** Those of an event. Nothing where none keeps an old date. */
export const MovedListings = ({ eventId, onNone }: { eventId: string; onNone?: () => unknown }) => {
  const list = usePaged<ListingItem>(listingsOf(eventId))
  const moved = movedOf(list.ok.value?.body)
  if (list.failed.value !== undefined) return <Failure failed={list.failed.value} onRetry={list.reload} />
  if (moved.length === 0) return null
  const onTaken = async (): Promise<void> => {
    await list.reload()
    if (movedOf(list.ok.value?.body).length === 0) await onNone?.()
  }
  return (
    <section class="stack" aria-label={listingTexts.oldDates}>
      {moved.map((listing) => (
        <div key={listing.id} class="stack">
          <p class="strong">
            {texts.listing}: <bdi>{listing.title}</bdi>
          </p>
          <MovedListing listing={listing} onTaken={onTaken} />
        </div>
      ))}
    </section>
  )
}
