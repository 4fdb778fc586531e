// What a listing needs, and whether the public sees it.
import type { Listing, ListingItem } from './types.ts'

type Needed = ListingItem['missing'][number]

/** What it needs before it can be published, as the service says of a list’s items. */
export const missingOf = (
  listing: Pick<Listing, 'title' | 'slug' | 'startsAt' | 'recurrenceDescription' | 'venueCity' | 'venueName'>,
): Needed[] => {
  const has: Record<Needed, unknown> = {
    title: listing.title,
    slug: listing.slug,
    startsAt: listing.startsAt || listing.recurrenceDescription,
    venueCity: listing.venueCity || listing.venueName,
  }
  return (Object.keys(has) as Needed[]).filter((name) => !has[name])
}

/** Whether it will be visible, but is not yet. */
export const isScheduled = (
  { status, publishedAt }: { status: string; publishedAt?: string | null },
  now: number,
): boolean => status === 'Published' && Date.parse(publishedAt ?? '') > now
