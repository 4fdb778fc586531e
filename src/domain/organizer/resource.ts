// What an organizer sets up: events, venues, ticket types, series and sessions. Each is read, created, changed and deleted in
// the same way, by its type.
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/client.ts'
import type { AuditEntityType } from '../../db/schema/audit-log.ts'
import { events } from '../../db/schema/events.ts'
import { members } from '../../db/schema/members.ts'
import type { AppError, ErrorCode } from '../../errors.ts'
import { MEMBERS_BY_SUBJECT, mayManage, requireAccess } from '../access.ts'
import type { AuditEntity } from '../audit.ts'

type Column = SQL | AnySQLiteColumn

/** A type of resources, whatever its columns are. */
export type AnyResourceType = {
  type: AuditEntityType
  notFound: ErrorCode
  table: SQLiteTable & { id: AnySQLiteColumn }
  /** FROM of the resource, with what its columns need. */
  from: SQL
  /** The id of its organizer. */
  organizerId: Column
  columns: Record<string, Column>
  /** What a record keeps of the values before a change: JSON of those that can change. */
  state: SQL
  /** What it may not be deleted for: a name for one, a name for several, and FROM and WHERE that count them. */
  uses: readonly (readonly [one: string, several: string, from: SQL])[]
}

export type ResourceType<Row> = AnyResourceType & { columns: { readonly [Name in keyof Row]: Column } }

/** A resource by its id, in a path below its event or organizer if that is given. */
export type ResourcePath = { id: string; eventId?: string; organizerId?: string }

/** A condition of a write. `failed` is NULL while it holds, and otherwise what its error names. */
export type Guard = { failed: SQL; error: (failed: number) => AppError }

/** The resource with the subject's membership in its organizer. A non-member gets no row. */
export const withMember = ({ from, organizerId }: AnyResourceType, subject: string | SQL): SQL =>
  sql`${from} CROSS JOIN ${MEMBERS_BY_SUBJECT} ON ${members.organizerId} = ${organizerId} AND ${members.subject} = ${subject}`

export const isAt = (type: AnyResourceType, { id, eventId, organizerId }: ResourcePath): SQL =>
  and(
    eq(type.table.id, id),
    eventId === undefined ? undefined : eq(events.id, eventId),
    organizerId === undefined ? undefined : sql`${type.organizerId} = ${organizerId}`,
  ) as SQL

export const entityOf = ({ type, organizerId }: AnyResourceType, { id }: ResourcePath): AuditEntity => ({
  type,
  id,
  organizerId: sql`${organizerId}`,
})

/** The SQL inside keeps the names of tables: Drizzle removes them from columns that stand in it directly. */
const aliased = (columns: Record<string, Column>): Record<string, SQL.Aliased> =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, sql`${sql`${column}`}`.as(name)]))

export type Read<Row> = Row & { allowed: number; version: string }

/** Changes with the values of the resource, and with each change of a resource that says when it was changed. */
export const versionOf = ({ table, state }: AnyResourceType): SQL => {
  const { updatedAt, updatedBy } = getTableColumns(table)
  return updatedAt === undefined ? state : sql`json_array(${state}, ${updatedAt}, ${updatedBy})`
}

/** Statement that reads resources of a type, and whether the subject may manage them. */
export const selectResources = <Row>(
  db: Pick<DrizzleD1Database, 'select'>,
  type: ResourceType<Row>,
  subject: string,
  where: SQL,
  { allowed = mayManage, more = {} }: { allowed?: SQL; more?: Record<string, SQL> } = {},
) =>
  db
    .select(aliased({ ...type.columns, allowed, version: versionOf(type), ...more }))
    .from(withMember(type, subject))
    .where(where)

/**
 * Reads a resource for an owner or manager of its organizer.
 *
 * @throws AppError the type's `notFound`, also for non-members; `forbidden` for staff
 */
export const readResource = async <Row>(
  db: Database,
  subject: string,
  type: ResourceType<Row>,
  path: ResourcePath,
): Promise<Row> => {
  const [rows] = await db.batch([selectResources(db, type, subject, isAt(type, path))])
  return requireAccess(rows[0] as Read<Row> | undefined, type.notFound)
}

/** The columns that tell which guard fails. */
export const guardColumns = (guards: readonly Guard[]): Record<string, SQL> =>
  Object.fromEntries(guards.map(({ failed }, index) => [`guard${index}`, failed]))

export const haveHeld = (guards: readonly Guard[]): SQL =>
  sql.join([sql`true`, ...guards.map(({ failed }) => sql`(${failed}) IS NULL`)], sql` AND `)

/** @throws the error of the first guard that has failed in the row */
export const requireGuards = (row: object, guards: readonly Guard[]): void => {
  for (const [index, { error }] of guards.entries()) {
    const failed = (row as Record<string, number | null>)[`guard${index}`]
    if (failed !== null && failed !== undefined) throw error(failed)
  }
}
