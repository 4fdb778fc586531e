// The fields of a listing that its organizer writes.
import * as z from 'zod'
import { isHttps } from '../../domain/listings/https.ts'
import type { LISTING_STATUSES } from '../../domain/listings/listing.ts'
import { MAX_SLUG_CHARACTERS } from '../../domain/listings/slug.ts'
import { lineSchema, plainText, storedInstant } from './values.ts'

const MAX_DESCRIPTION_CHARACTERS = 20_000
const MAX_SHORT_CHARACTERS = 500
const MAX_URL_CHARACTERS = 2_000
const MAX_LIST_ITEMS = 20
const MAX_TAG_CHARACTERS = 40

/** Fits a description and pictures with escapes of six bytes for each character. */
export const MAX_LISTING_BYTES = 512 * 1024

const httpsSchema = z
  .string('must be an https URL')
  .max(MAX_URL_CHARACTERS, `must have at most ${MAX_URL_CHARACTERS} characters`)
  .refine((text) => isHttps(text) && text.isWellFormed(), 'must be an https URL without credentials')
  .meta({ format: 'uri' })

const listOf = <Item extends z.ZodType>(item: Item, things: string) =>
  z.array(item, `must be a list of ${things}`).max(MAX_LIST_ITEMS, `must have at most ${MAX_LIST_ITEMS}`)

const number = (min: number, max: number, rule = `must be a number from ${min} to ${max}`) =>
  z.number(rule).min(min, rule).max(max, rule)

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

const SLUG_RULE = `must be 1 to ${MAX_SLUG_CHARACTERS} of a–z, 0–9 and -`

const nullable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().exactOptional()

const MAX_INT32 = 2_147_483_647

export const titleSchema = lineSchema(200)

const statusRule = (statuses: readonly string[]) =>
  `must be one of ${new Intl.ListFormat('en', { type: 'disjunction' }).format(statuses)}`

export const statusSchema = <const Statuses extends readonly (typeof LISTING_STATUSES)[number][]>(
  statuses: Statuses,
) => z.enum(statuses, statusRule(statuses))

/** All but the title and the status. Null clears. */
export const listingFields = {
  slug: z
    .string(SLUG_RULE)
    .regex(new RegExp(`^[a-z0-9-]{1,${MAX_SLUG_CHARACTERS}}$`), SLUG_RULE)
    .exactOptional()
    .meta({ description: 'Its name in the address of its page, unique in the deployment.' }),
  description: nullable(plainText(MAX_DESCRIPTION_CHARACTERS)),
  shortDescription: nullable(plainText(MAX_SHORT_CHARACTERS)),
  imageUrl: nullable(httpsSchema),
  images: listOf(httpsSchema, 'https URLs').exactOptional(),
  venueName: nullable(lineSchema(200)),
  venueAddress: nullable(lineSchema(300)),
  venueCity: nullable(lineSchema(100)),
  venueLatitude: nullable(number(-90, 90)),
  venueLongitude: nullable(number(-180, 180)),
  category: nullable(lineSchema(100)),
  tags: listOf(lineSchema(MAX_TAG_CHARACTERS), 'texts').exactOptional(),
  startsAt: nullable(storedInstant),
  endsAt: nullable(storedInstant).meta({ description: 'Not before `startsAt`.' }),
  isRecurring: z.boolean('must be true or false').exactOptional(),
  recurrenceDescription: nullable(lineSchema(200)),
  priceFrom: nullable(number(0, 1_000_000_000, 'must be a number, 0 or more')).meta({
    description: 'Needs a `priceCurrency`.',
  }),
  priceCurrency: nullable(
    z
      .string('must be an ISO 4217 code such as EUR')
      .refine((code) => CURRENCIES.has(code), 'must be an ISO 4217 code such as EUR')
      .meta({ examples: ['EUR'] }),
  ),
  priceDescription: nullable(lineSchema(200)),
  externalUrl: nullable(httpsSchema),
  externalSource: nullable(lineSchema(200)),
  externalSourceId: nullable(lineSchema(200)),
  platformEventId: nullable(lineSchema(200)).meta({
    description: 'The id of an event of the same organizer. The public page lists its sessions to come.',
  }),
  isFeatured: z.boolean('must be true or false').exactOptional(),
  sortOrder: z
    .int('must be a whole number')
    .min(-MAX_INT32, 'must be a 32-bit number')
    .max(MAX_INT32, 'must be a 32-bit number')
    .exactOptional(),
  sourceImportedAt: nullable(storedInstant),
  publishedAt: storedInstant.exactOptional().meta({
    description:
      'When it becomes visible. In the future, it is scheduled. By default now, whenever it is published.',
  }),
}
