// The fields of a listing's form, and its values as texts.
import { toInstant, toLocal } from '../data/dates.ts'
import type { EventItem, Listing } from '../data/types.ts'
import { TIME_ZONE } from '../formats.ts'
import { texts } from '../texts.ts'
import { listingTexts } from '../texts-listing.ts'
import { namedOptions } from '../ui/select.tsx'
import type { FieldOf } from './control.tsx'
import type { Draft } from './draft.ts'
import type { Errors } from './use-edit.ts'

const NUMBERS = ['venueLatitude', 'venueLongitude', 'priceFrom', 'sortOrder'] as const
const TIMES = ['startsAt', 'endsAt'] as const
const FLAGS = ['isRecurring', 'isFeatured'] as const
const TEXTS = [
  ...(['title', 'slug', 'shortDescription', 'description', 'category', 'recurrenceDescription'] as const),
  ...(['venueName', 'venueAddress', 'venueCity', 'priceCurrency', 'priceDescription'] as const),
  ...(['imageUrl', 'externalUrl', 'platformEventId'] as const),
]

/** The zone of the listing's event, else that of the person. */
export const zoneOf = (eventId: string | null | undefined, events: readonly EventItem[]): string =>
  events.find(({ id }) => id === eventId)?.timeZone ?? TIME_ZONE

const YES_NO = [
  { value: 'false', text: texts.no },
  { value: 'true', text: texts.yes },
]

export const TITLE: FieldOf = {
  name: 'title',
  label: listingTexts.fields.title,
  missing: listingTexts.titleMissing,
}

export const listingFields = (events: readonly EventItem[], draft: Draft): FieldOf[] => {
  const { fields } = listingTexts
  const zone = zoneOf(draft.platformEventId, events)
  const time = { kind: 'datetime-local', hint: listingTexts.timesIn(zone.replaceAll('_', ' ')) } as const
  const isKnown = events.some(({ id }) => id === draft.platformEventId)
  return [
    TITLE,
    { name: 'slug', label: fields.slug, hint: listingTexts.slugHint },
    { name: 'shortDescription', label: fields.shortDescription, kind: 'prose' },
    { name: 'description', label: fields.description, kind: 'prose' },
    { name: 'startsAt', label: fields.startsAt, ...time },
    { name: 'endsAt', label: fields.endsAt, ...time },
    { name: 'isRecurring', label: fields.isRecurring, options: YES_NO },
    { name: 'recurrenceDescription', label: fields.recurrenceDescription },
    {
      name: 'platformEventId',
      label: fields.platformEventId,
      hint: listingTexts.eventHint,
      options: [
        { value: '', text: listingTexts.noEvent },
        ...namedOptions(events),
        ...(draft.platformEventId && !isKnown
          ? [{ value: draft.platformEventId, text: draft.platformEventId }]
          : []),
      ],
    },
    { name: 'venueName', label: texts.venue },
    { name: 'venueAddress', label: fields.venueAddress },
    { name: 'venueCity', label: fields.venueCity },
    { name: 'venueLatitude', label: fields.venueLatitude },
    { name: 'venueLongitude', label: fields.venueLongitude },
    { name: 'priceFrom', label: listingTexts.priceFrom },
    { name: 'priceCurrency', label: fields.priceCurrency, hint: listingTexts.currencyHint },
    { name: 'priceDescription', label: listingTexts.priceDescription },
    { name: 'externalUrl', label: fields.externalUrl, hint: listingTexts.httpsHint },
    { name: 'imageUrl', label: fields.imageUrl, hint: listingTexts.httpsHint },
    { name: 'images', label: fields.images, kind: 'prose', hint: listingTexts.imagesHint },
    { name: 'category', label: fields.category },
    { name: 'tags', label: fields.tags, hint: listingTexts.tagsHint },
    { name: 'isFeatured', label: fields.isFeatured, options: YES_NO },
    { name: 'sortOrder', label: fields.sortOrder },
  ]
}

export const listingDraft =
  (events: readonly EventItem[]) =>
  (listing: Listing): Draft => {
    const zone = zoneOf(listing.platformEventId, events)
    const of = <Name extends keyof Listing>(
      names: readonly Name[],
      toText: (value: NonNullable<Listing[Name]>) => string,
    ): Draft =>
      Object.fromEntries(
        names.map((name) => {
          const value = listing[name]
          return [name, value === undefined || value === null ? '' : toText(value)]
        }),
      )
    return {
      ...of([...TEXTS, ...FLAGS, ...NUMBERS], String),
      ...of(TIMES, (instant) => toLocal(instant, zone)),
      images: listing.images.join('\n'),
      tags: listing.tags.join(', '),
    }
  }

const toList = (text = '', separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)

const numberOf = (text: string | undefined): number | null => (text ? Number(text.replace(',', '.')) : null)

export const listingBody =
  (events: readonly EventItem[]) =>
  (draft: Draft): Record<string, unknown> => {
    const zone = zoneOf(draft.platformEventId, events)
    const { slug, ...body } = {
      ...Object.fromEntries(TEXTS.map((name) => [name, draft[name] || null])),
      ...Object.fromEntries(FLAGS.map((name) => [name, draft[name] === 'true'])),
      ...Object.fromEntries(NUMBERS.map((name) => [name, numberOf(draft[name])])),
      ...Object.fromEntries(
        TIMES.map((name) => [name, draft[name] ? (toInstant(draft[name], zone) ?? null) : null]),
      ),
      sortOrder: numberOf(draft.sortOrder) ?? 0,
      images: toList(draft.images, /\n/),
      tags: toList(draft.tags, /,/),
    } as Record<string, unknown>
    // A slug cannot be cleared.
    return slug === null ? body : { ...body, slug }
  }

export const listingErrors = (draft: Draft): Errors =>
  Object.fromEntries(
    NUMBERS.filter((name) => Number.isNaN(numberOf(draft[name]))).map((name) => [
      name,
      listingTexts.notNumber,
    ]),
  )
