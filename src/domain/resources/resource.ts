// Resources that an organizer sets up, such as events. Their type
// defines how each is read, created, changed and deleted.
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/client.ts'
import type { AuditEntityType } from '../../db/schema/audit-log.ts'
import { events, sessions } from '../../db/schema/events.ts'
import { members } from '../../db/schema/members.ts'
import type { AppError, ErrorCode } from '../../errors.ts'
import { MEMBERS_BY_SUBJECT, mayManage, requireAccess } from '../access.ts'
import type { AuditEntity } from '../audit.ts'

type Column = SQL | AnySQLiteColumn

/** A type of resources, regardless of its columns. */
export type AnyResourceType = {
  type: AuditEntityType
  notFound: ErrorCode
  table: SQLiteTable & { id: AnySQLiteColumn }
  /** FROM of the resource and whatever its columns need. */
  from: SQL
  /** The id of its organizer. */
  organizerId: Column
  columns: Record<string, Column>
  /** The changeable values before a change, as JSON, for its record. */
  state: SQL
  /** The same for its deletion, which cannot be reverted; by default `state`. */
  lastState?: SQL
  /** Changes with its values; by default `state`. */
  version?: SQL
  /** What prevents deleting it: its name in singular and plural, and FROM and WHERE to count it. */
  uses: readonly (readonly [one: string, several: string, from: SQL])[]
}

export type ResourceType<Row> = AnyResourceType & { columns: { readonly [Name in keyof Row]: Column } }

/** A resource by its id, within its event, organizer or session if given. */
export type ResourcePath = { id: string; eventId?: string; organizerId?: string; sessionId?: string }

/**
 * A condition of a write, in terms of the resource or parent. `failed`
 * is NULL if it passes, else the number that the error names.
 */
export type Guard = { failed: SQL; error: (failed: number) => AppError }

/** The resource with the subject's membership in its organizer. Non-members get no row. */
export const withMember = ({ from, organizerId }: AnyResourceType, subject: string | SQL): SQL =>
  sql`${from} CROSS JOIN ${MEMBERS_BY_SUBJECT} ON ${members.organizerId} = ${organizerId} AND ${members.subject} = ${subject}`

export const isAt = (type: AnyResourceType, { id, eventId, organizerId, sessionId }: ResourcePath): SQL =>
  and(
    eq(type.table.id, id),
    eventId === undefined ? undefined : eq(events.id, eventId),
    sessionId === undefined ? undefined : eq(sessions.id, sessionId),
    organizerId === undefined ? undefined : sql`${type.organizerId} = ${organizerId}`,
  ) as SQL

export const fromManaged = (
  type: AnyResourceType,
  subject: string,
  path: ResourcePath,
  allowed = mayManage,
): SQL => sql`FROM ${withMember(type, subject)} WHERE ${isAt(type, path)} AND ${allowed}`

export const entityOf = ({ type, organizerId }: AnyResourceType, { id }: ResourcePath): AuditEntity => ({
  type,
  id,
  organizerId: sql`${organizerId}`,
})

/** The columns for `select()`. Nested SQL keeps table names, which Drizzle removes from plain columns. */
export const aliased = (columns: Record<string, Column>): Record<string, SQL.Aliased> =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, sql`${sql`${column}`}`.as(name)]))

type Read<Row> = Row & { allowed: number | null; version: string }

/** Changes with the values, and with each stamped change of a resource that records its last change. */
export const versionOf = ({ table, state, version = state }: AnyResourceType): SQL => {
  const { updatedAt, updatedBy } = getTableColumns(table)
  const stamps = [updatedAt, updatedBy].filter((column) => column !== undefined)
  return stamps.length === 0 ? version : sql`json_array(${sql.join([version, ...stamps], sql`, `)})`
}

/** Statement that reads resources, and whether the subject may manage them. `more` adds columns. */
export const selectResources = <Row, More = unknown>(
  db: Database,
  type: ResourceType<Row>,
  subject: string,
  where: SQL,
  { allowed = mayManage, more }: { allowed?: SQL; more?: { [Name in keyof More]: SQL<More[Name]> } } = {},
) =>
  db
    .select(aliased({ ...type.columns, allowed, version: versionOf(type), ...more }))
    .from(withMember(type, subject))
    .where(where) as unknown as RunnableQuery<(Read<Row> & More)[], 'sqlite'>

/**
 * Reads a resource for those who are `allowed`, by default owners and managers of its organizer.
 *
 * @throws AppError the type's `notFound`, also for non-members; `forbidden` for other members
 */
export const readResource = async <Row>(
  db: Database,
  subject: string,
  type: ResourceType<Row>,
  path: ResourcePath,
  allowed = mayManage,
): Promise<Read<Row>> => {
  const [rows] = await db.batch([selectResources(db, type, subject, isAt(type, path), { allowed })])
  return requireAccess(rows[0], type.notFound)
}

export const guardColumns = (guards: readonly Guard[]): Record<string, SQL<number | null>> =>
  Object.fromEntries(guards.map(({ failed }, index) => [`guard${index}`, failed as SQL<number | null>]))

/** Depends on the membership, so that SQLite evaluates nothing for non-members. */
export const guardsPass = (guards: readonly Guard[]): SQL =>
  sql.join(
    [
      sql`true`,
      ...guards.map(({ failed }) => sql`(CASE WHEN members.role <> '' THEN ${failed} END) IS NULL`),
    ],
    sql` AND `,
  )

/** @throws the error of the first guard that has failed in the row */
export const requireGuards = (row: object, guards: readonly Guard[]): void => {
  for (const [index, { error }] of guards.entries()) {
    const failed = (row as Record<string, number | null>)[`guard${index}`]
    if (failed !== null && failed !== undefined) throw error(failed)
  }
}
