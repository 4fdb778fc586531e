// A listing as a resource of its organizer.
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { LISTING_STATUSES, listings } from '../../db/schema/listings.ts'
import type { ResourceType } from '../resources/resource.ts'

export { LISTING_STATUSES }

export type ListingStatus = (typeof LISTING_STATUSES)[number]

type Stored<Value> = Value extends Date | boolean ? number : Value extends string[] ? string : Value

/** As the database has it: instants are epoch milliseconds, booleans 0 or 1, and lists JSON. */
export type ListingRow = Omit<
  { [Name in keyof typeof listings.$inferSelect]: Stored<(typeof listings.$inferSelect)[Name]> },
  'organizerId' | 'startOrder'
>

type Encoded = Pick<ListingRow, 'images' | 'tags' | 'isRecurring' | 'isFeatured'>

export const toListing = <Row extends Encoded>({
  images,
  tags,
  isRecurring,
  isFeatured,
  ...row
}: Row): Omit<Row, keyof Encoded> & {
  images: string[]
  tags: string[]
  isRecurring: boolean
  isFeatured: boolean
} => ({
  ...row,
  images: JSON.parse(images),
  tags: JSON.parse(tags),
  isRecurring: isRecurring === 1,
  isFeatured: isFeatured === 1,
})

const { organizerId, startOrder, ...tableColumns } = getTableColumns(listings)

export const LISTING_COLUMNS = Object.fromEntries(
  Object.entries(tableColumns).map(([name, column]) => [name, sql`${column}`]),
) as { readonly [Name in keyof ListingRow]: SQL }

const { id, createdAt, updatedAt, ...CHANGEABLE } = LISTING_COLUMNS

/** D1 allows a function 32 arguments. */
const MAX_ARGUMENTS = 32

const inParts = <Item>(items: readonly Item[], size: number): Item[][] =>
  items.length === 0 ? [] : [items.slice(0, size), ...inParts(items.slice(size), size)]

/** An object of the values that are not null. */
const toJson = (values: readonly (readonly [name: string, value: SQL])[]): SQL =>
  inParts(values, MAX_ARGUMENTS / 2).reduce(
    (json, part) =>
      sql`json_patch(${json}, json_object(${sql.join(
        part.map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
        sql`, `,
      )}))`,
    sql`'{}'`,
  )

const LISTS: ReadonlySet<string> = new Set(['images', 'tags'])
const FLAGS: ReadonlySet<string> = new Set(['isRecurring', 'isFeatured'])

const recorded = (name: string, column: SQL): SQL => {
  if (LISTS.has(name)) return sql`json(${column})`
  return FLAGS.has(name) ? sql`json(iif(${column}, 'true', 'false'))` : column
}

/** The bytes of values before a change that a record keeps. Cut, no value can make it more. */
const MAX_BEFORE_BYTES = 4_096
const CUT_CHARACTERS = 30

const cut = (name: string, column: SQL): SQL => {
  if (FLAGS.has(name)) return recorded(name, column)
  return sql`iif(length(${column}) > ${sql.raw(`${CUT_CHARACTERS}`)},
    substr(${column}, 1, ${sql.raw(`${CUT_CHARACTERS}`)}) || '… (cut)', ${column})`
}

const values = Object.entries(CHANGEABLE)
const state = toJson(values.map(([name, column]) => [name, recorded(name, column)]))
const cutState = toJson(values.map(([name, column]) => [name, cut(name, column)]))

export const LISTING: ResourceType<ListingRow> = {
  type: 'listing',
  notFound: 'listing_not_found',
  table: listings,
  from: sql`listings`,
  organizerId: listings.organizerId,
  columns: LISTING_COLUMNS,
  state: sql`iif(octet_length(${state}) <= ${sql.raw(`${MAX_BEFORE_BYTES}`)}, ${state}, ${cutState})`,
  version: sql`json_array(${sql.join(
    inParts(Object.values(CHANGEABLE), MAX_ARGUMENTS).map(
      (part) => sql`json_array(${sql.join(part, sql`, `)})`,
    ),
    sql`, `,
  )})`,
  uses: [],
}
