// Shared columns and CHECKs. Instants are epoch milliseconds (UTC); UUIDs are lower-case text.
import { type SQL, sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check, integer, text } from 'drizzle-orm/sqlite-core'

/** The years 1 to 9999, in epoch milliseconds. */
const MIN_INSTANT = -62_135_596_800_000
export const MAX_INSTANT = 253_402_300_799_999

export const uuid = (name = 'id') => text(name)
export const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })

/** Lower-case text of the form 8-4-4-4-12, or NULL. */
export const isUuid = (name: string, column: AnySQLiteColumn) =>
  check(
    name,
    sql`${column} GLOB '????????-????-????-????-????????????' AND ${column} = lower(${column}) AND (${column} IS NULL OR length(unhex(${column}, '-')) IS 16)`,
  )

/** The values as SQL. */
export const listOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ')

export const isOneOf = (name: string, column: AnySQLiteColumn, values: readonly string[]) =>
  check(name, sql`${column} IN (${sql.raw(listOf(values))})`)

// SQLite stores BLOBs in any column, and non-numeric text in numeric ones, and both compare greater than
// every number. So these CHECKs test the type too. NULL passes them; only NOT NULL rejects it.

const conjunction = (name: string, conditions: SQL[]) => check(name, sql.join(conditions, sql` AND `))

/** Text, not a BLOB, which a client that binds bytes would store. */
export const areTexts = (name: string, ...columns: AnySQLiteColumn[]) =>
  conjunction(
    name,
    columns.map((column) => sql`typeof(${column}) IN ('text', 'null')`),
  )

/** A whole number from `min` to `max`. */
export const isInteger = (name: string, column: AnySQLiteColumn, min: number, max: number) =>
  check(
    name,
    sql`typeof(${column}) IN ('integer', 'null') AND ${column} BETWEEN ${sql.raw(`${min} AND ${max}`)}`,
  )

/** Whole milliseconds of the years 1 to 9999. */
export const areInstants = (name: string, ...columns: AnySQLiteColumn[]) =>
  conjunction(
    name,
    columns.map(
      (column) =>
        sql`typeof(${column}) IN ('integer', 'null') AND ${column} BETWEEN ${sql.raw(`${MIN_INSTANT} AND ${MAX_INSTANT}`)}`,
    ),
  )

/** Whole numbers of any size. */
export const areIntegers = (name: string, ...columns: AnySQLiteColumn[]) =>
  conjunction(
    name,
    columns.map((column) => sql`typeof(${column}) IN ('integer', 'null')`),
  )

/** Numbers, whole or not. */
export const areNumbers = (name: string, ...columns: AnySQLiteColumn[]) =>
  conjunction(
    name,
    columns.map((column) => sql`typeof(${column}) IN ('real', 'integer', 'null')`),
  )
