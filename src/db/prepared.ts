// Statements in SQL whose plan matters. The text is built once for all requests, because building it takes
// longer than running it. Drizzle’s batch accepts neither its prepared queries nor SQL with values.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { toStatement } from './d1-session.ts'

/** SQL text, the names of its values in order, the type of its rows, and how to unpack them. */
export type Prepared<Row> = {
  text: string
  names: string[]
  row?: Row
  unpack?: ((row: never) => object) | undefined
}

/** The rows of each statement. */
export type RowsOf<Statements extends readonly Prepared<unknown>[]> = {
  -readonly [Index in keyof Statements]: Statements[Index] extends Prepared<infer Row> ? Row[] : never
}

/** Builds statements without a connection. */
export const builder = drizzle({ prepare: toStatement } as unknown as D1Database)

/**
 * A value that is bound by name at each call.
 *
 * The unary plus has no effect on the value. Where a statement compares
 * with a bare `?`, SQLite may choose the plan by its value and recompile
 * the statement at every execution; otherwise D1 keeps compiled statements.
 */
export const value = (name: string): SQL => sql`+${name}`

/** An integer that is bound by name, because D1 binds every number as a float. */
export const integer = (name: string): SQL => sql`CAST(${name} AS INTEGER)`

/** The SELECT list of named columns. */
export const selectList = (columns: Record<string, SQLWrapper>): SQL =>
  sql.join(
    Object.entries(columns).map(([name, column]) => sql`${column} AS ${sql.identifier(name)}`),
    sql`, `,
  )

/** Prepares a statement whose values are all {@link value} or {@link integer}. */
export const prepare = <Row>(statement: SQLWrapper, unpack?: Prepared<Row>['unpack']): Prepared<Row> => {
  const { sql: text, params } = builder.all(statement).getQuery()
  return { text, names: params as string[], unpack }
}

/**
 * Several columns as one JSON array, because D1 converts each column of a row on its own. JSON has no BLOBs:
 * one becomes `{}`.
 */
export const pack = (columns: Record<string, SQLWrapper>): SQL => {
  const values = Object.values(columns).map(
    (column) => sql`iif(typeof(${column}) = 'blob', json('{}'), ${column})`,
  )
  return sql`json_array(${sql.join(values, sql`, `)}) AS packed`
}

/** Reads what {@link pack} made of the columns, beside the row's other columns. */
export const unpack = (columns: Record<string, SQLWrapper>) => {
  const names = Object.keys(columns)
  return ({ packed, ...row }: Record<string, unknown> & { packed: string }): object => {
    const values = JSON.parse(packed)
    for (const [index, name] of names.entries()) row[name] = values[index]
    return row
  }
}
