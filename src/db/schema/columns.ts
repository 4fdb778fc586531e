// Columns and checks that more than one table has. Instants are integer epoch milliseconds (UTC), UUIDs lower-case text.
import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check, integer, text } from 'drizzle-orm/sqlite-core'

export const uuid = (name = 'id') => text(name)
export const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })
export const isUuid = (table: string, column: AnySQLiteColumn) =>
  check(`${table}_id_is_uuid`, sql`length(${column}) = 36 AND ${column} = lower(${column})`)
export const isOneOf = (name: string, column: AnySQLiteColumn, values: readonly string[]) =>
  check(name, sql`${column} IN (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)
