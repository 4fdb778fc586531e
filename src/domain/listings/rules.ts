// What a listing may become: conditions of the statement that writes it, so that two writers cannot break
// them.
import { type SQL, sql } from 'drizzle-orm'
import { IS_PUBLIC, LISTING_STATUSES, listings } from '../../db/schema/listings.ts'
import { AppError } from '../../errors.ts'
import type { Guard } from '../resources/resource.ts'
import type { ListingRow, ListingStatus } from './listing.ts'

type Name = keyof ListingRow

/** The values of a create or change that rules depend on. Null clears. */
export type ListingChange = {
  readonly [Field in Name]?: Field extends 'status' ? ListingStatus : unknown
} & { readonly publishedAt?: Date }

/** The value that a field will have. */
export type CellOf = (field: Name) => SQL

const NEXT: Record<ListingStatus, readonly ListingStatus[]> = {
  Draft: ['Published', 'Archived'],
  Published: ['Unpublished', 'Cancelled', 'Archived'],
  Unpublished: ['Published', 'Archived'],
  Cancelled: ['Published', 'Archived'],
  Archived: ['Draft'],
}

/** Each listing is read to decide whether it is visible yet. */
const MAX_SCHEDULED = 500

const ALTERNATIVES = new Intl.ListFormat('en', { type: 'disjunction' })

/** What a published listing needs: one of the fields of each. The bits say which are missing. */
const NEEDED = [
  ['title'],
  ['slug'],
  ['startsAt', 'recurrenceDescription'],
  ['venueCity', 'venueName'],
] as const

/** By the first field of each, 0 if nothing is missing. */
export const missingBits = (cellOf: CellOf): SQL =>
  sql.join(
    NEEDED.map((fields, index) => {
      const isMissing = fields.map((field) => sql`coalesce(${cellOf(field)}, '') = ''`)
      return sql`(${sql.join(isMissing, sql` AND `)}) * ${sql.raw(`${1 << index}`)}`
    }),
    sql` + `,
  )

export type NeededField = (typeof NEEDED)[number][0]

export const NEEDED_FIELDS = NEEDED.map(([first]) => first)

export const missingFields = (bits: number): NeededField[] =>
  NEEDED.filter((_, index) => (bits & (1 << index)) !== 0).map(([first]) => first)

const describeMissing = (bits: number): string => {
  const fields = NEEDED.filter((_, index) => (bits & (1 << index)) !== 0)
  return fields.map((names) => ALTERNATIVES.format(names)).join(', and ')
}

const invalid = (message: string) => () => new AppError('invalid_request', message)

const failsIf = (condition: SQL): SQL => sql`CASE WHEN ${condition} THEN 1 END`

/** Fails unless the listing has the status or may get it. Its number is that of the status. */
const transition = (to: ListingStatus): Guard => {
  const from = LISTING_STATUSES.filter((status) => status !== to && !NEXT[status].includes(to))
  return {
    failed: sql`CASE ${listings.status} WHEN '' THEN NULL ${sql.join(
      from.map((status) => sql.raw(`WHEN '${status}' THEN ${LISTING_STATUSES.indexOf(status)} `)),
    )} END`,
    error: (index) => {
      const status = LISTING_STATUSES[index] as ListingStatus
      return new AppError(
        'transition_not_allowed',
        `status: ${status} can become ${ALTERNATIVES.format(NEXT[status])}, not ${to}. Nothing was changed.`,
      )
    },
  }
}

/** Rules of several fields. Checked only for what is written, because SQL may have broken them before. */
const crossFieldRules = (cellOf: CellOf): { fields: readonly Name[]; guard: Guard }[] => [
  {
    fields: ['venueLatitude', 'venueLongitude'],
    guard: {
      failed: failsIf(sql`(${cellOf('venueLatitude')} IS NULL) <> (${cellOf('venueLongitude')} IS NULL)`),
      error: invalid('venueLatitude, venueLongitude: give both or neither.'),
    },
  },
  {
    fields: ['startsAt', 'endsAt'],
    guard: {
      failed: failsIf(sql`${cellOf('endsAt')} < ${cellOf('startsAt')}`),
      error: invalid('endsAt: must not be before startsAt.'),
    },
  },
  {
    fields: ['priceFrom', 'priceCurrency'],
    guard: {
      failed: failsIf(sql`${cellOf('priceFrom')} IS NOT NULL AND ${cellOf('priceCurrency')} IS NULL`),
      error: invalid('priceCurrency: is needed with priceFrom.'),
    },
  },
]

export const describeScheduledLimit = `An organizer can have at most ${MAX_SCHEDULED} scheduled listings. Nothing was written.`

const isWritten = (change: ListingChange, fields: readonly Name[]): boolean =>
  fields.some((field) => change[field] !== undefined)

/** The rules that a create or change can break, for the listing `id` of an organizer. */
export const rulesOf = (
  change: ListingChange,
  cellOf: CellOf,
  { id, organizerId }: { id: SQL; organizerId: SQL },
  now: Date,
): Guard[] => {
  const rules = crossFieldRules(cellOf).flatMap(({ fields, guard }) =>
    isWritten(change, fields) ? [guard] : [],
  )
  if (change.status === 'Published' || NEEDED.flat().some((field) => change[field] === null)) {
    rules.push({
      failed: sql`CASE ${cellOf('status')} WHEN 'Published' THEN nullif(${missingBits(cellOf)}, 0) END`,
      error: (bits) =>
        new AppError(
          'listing_incomplete',
          `To be published, the listing needs ${describeMissing(bits)}. Nothing was written.`,
        ),
    })
  }
  if (change.slug !== undefined) {
    rules.push({
      failed: sql`(SELECT 1 FROM listings AS taken WHERE taken.slug = ${cellOf('slug')} AND taken.id <> ${id})`,
      error: () => new AppError('slug_taken'),
    })
  }
  if (change.publishedAt !== undefined && change.publishedAt > now) {
    rules.push({
      failed: sql`(SELECT 1 FROM listings AS scheduled INDEXED BY listings_by_publication
        WHERE scheduled.organizer_id = ${organizerId} AND ${IS_PUBLIC} AND scheduled.published_at > ${now.getTime()}
          AND scheduled.id <> ${id} LIMIT 1 OFFSET ${sql.raw(`${MAX_SCHEDULED - 1}`)})`,
      error: () => new AppError('limit_reached', describeScheduledLimit),
    })
  }
  return rules
}

/** The values of a change. Publishing without a time is publishing now. */
export const changedValues = (change: ListingChange, now: Date): object => ({
  ...change,
  ...(change.status === 'Published' &&
    change.publishedAt === undefined && {
      publishedAt: sql`iif(${listings.status} = 'Published', ${listings.publishedAt}, ${now.getTime()})`,
    }),
})

export const changeRules = (change: ListingChange, now: Date): Guard[] => {
  const cellOf: CellOf = (field) =>
    change[field] === undefined ? sql`${listings[field]}` : sql`${sql.param(change[field], listings[field])}`
  return [
    ...(change.status === undefined ? [] : [transition(change.status)]),
    ...(change.publishedAt === undefined
      ? []
      : [
          {
            failed: failsIf(sql`${cellOf('status')} <> 'Published'`),
            error: () =>
              new AppError(
                'transition_not_allowed',
                'publishedAt: is of published listings. Send it with status Published. Nothing was changed.',
              ),
          },
        ]),
    ...rulesOf(change, cellOf, { id: sql`${listings.id}`, organizerId: sql`${listings.organizerId}` }, now),
  ]
}

/** Prevents the deletion of what the public may have seen. */
export const ONLY_DRAFTS: Guard = {
  failed: failsIf(sql`${listings.status} <> 'Draft' OR ${listings.publishedAt} IS NOT NULL`),
  error: () =>
    new AppError(
      'in_use',
      'Only a draft that was never published can be deleted. Archive the listing instead. Nothing was deleted.',
    ),
}
