// Statements written in SQL because their plan matters. Their text is built once for all requests, because
// building it takes longer than running it. Drizzle's batch takes neither its own prepared queries nor SQL
// with values.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { toStatement } from './d1-session.ts'

/** SQL text, the names of its values in their order, and the type of its rows. */
export type Prepared<Row> = { text: string; names: string[]; row?: Row }

/** The rows of each statement. */
export type RowsOf<Statements extends readonly Prepared<unknown>[]> = {
  -readonly [Index in keyof Statements]: Statements[Index] extends Prepared<infer Row> ? Row[] : never
}

/** Builds statements without a connection. */
export const builder = drizzle({ prepare: toStatement } as unknown as D1Database)

/**
 * A value that is bound by name at each call.
 *
 * The unary plus keeps the value as it is. Where a statement compares with a bare `?`, SQLite may choose the
 * plan by the value, and then compiles the statement again at every execution. D1 keeps compiled statements
 * otherwise.
 */
export const value = (name: string): SQL => sql`+${name}`

/** An integer that is bound by name. D1 binds every number as a float. */
export const integer = (name: string): SQL => sql`CAST(${name} AS INTEGER)`

/** The SELECT list of columns, by their names. */
export const selectList = (columns: Record<string, SQLWrapper>): SQL =>
  sql.join(
    Object.entries(columns).map(([name, column]) => sql`${column} AS ${sql.identifier(name)}`),
    sql`, `,
  )

/** Builds the text of a statement whose values are all {@link value} or {@link integer}. */
export const prepare = <Row>(statement: SQLWrapper): Prepared<Row> => {
  const { sql: text, params } = builder.all(statement).getQuery()
  return { text, names: params as string[] }
}
