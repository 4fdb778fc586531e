// Creates resources of an organizer, all or none, in one transaction with a record of each. The client may
// choose their ids, so that a call can be repeated until its response arrives.
import { getTableColumns, is, SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from '../../db/client.ts'
import { auditLog } from '../../db/schema/audit-log.ts'
import { AppError } from '../../errors.ts'
import { mayManage, requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { toChange, wasRecorded } from '../audit.ts'
import {
  type AnyResourceType,
  type Guard,
  guardColumns,
  guardsPass,
  isAt,
  type ResourceType,
  requireGuards,
  selectResources,
  withMember,
} from './resource.ts'

export type NewResource = {
  id: string
  /** Column values; instants as epoch milliseconds. */
  values: Record<string, string | number | boolean | readonly string[] | null>
  /** What the client sent, without the id and {@link withoutDefaults}. */
  content: object
}

/** Fields without null and the defaults, which clients can omit. */
export const withoutDefaults = (fields: object, defaults: Record<string, unknown> = {}): object =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== null && JSON.stringify(value) !== JSON.stringify(defaults[name]),
    ),
  )

/** A column value of a new item. */
export const newValue = (name: string): SQL => sql`item.value ->> ${sql.raw(`'$.values.${name}'`)}`

/** The new items as a table. */
export type Items = SQL

type Options = {
  /** Statements before the records. `source`, FROM and WHERE, has the items that will be created. */
  before?: (source: SQL) => readonly BatchItem<'sqlite'>[]
  /** Column values for items without them. */
  defaults?: Record<string, SQL>
  guards?: (items: Items) => readonly Guard[]
  allowed?: SQL
}

/**
 * Creates the items below `parent`. An item that was created with the same content is left as it is.
 *
 * @returns the resources, in the order of the items
 * @throws AppError the parent’s `notFound`, also for non-members; `forbidden`; `id_taken`; the error of a
 *   guard
 */
export const createResources = async <Row extends { id: string }>(
  db: Database,
  actor: Actor,
  type: ResourceType<Row>,
  { parent, id: parentId }: { parent: AnyResourceType; id: string },
  newItems: readonly NewResource[],
  { before = () => [], defaults = {}, guards: guardsOf = () => [], allowed = mayManage }: Options = {},
): Promise<Row[]> => {
  const items = sql`json_each(${JSON.stringify(
    newItems.map(({ content, ...item }) => ({
      ...item,
      callId: crypto.randomUUID(),
      content: toChange(content),
    })),
  )}) AS item`
  const guards = guardsOf(items)
  const itemId = sql`item.value ->> 'id'`
  const created = sql`${auditLog} INDEXED BY audit_log_creations WHERE ${auditLog.entityId} = ${itemId}
    AND substr(action, -7) = '.create' AND ${auditLog.entityType} = ${type.type}`
  const exists = sql`EXISTS (SELECT 1 FROM ${type.table} WHERE ${type.table.id} = ${itemId})`
  // A used id is never free again, no matter who used it.
  const isKnown = sql`(${exists} OR EXISTS (SELECT 1 FROM ${created}))`
  const isSame = sql`(${exists} AND EXISTS (SELECT 1 FROM ${created} AND ${auditLog.change} = item.value ->> 'content'
    AND ${auditLog.organizerId} = ${parent.organizerId}))`
  const all: readonly Guard[] = [
    {
      failed: sql`(SELECT min(item.key) FROM ${items} WHERE ${isKnown} AND NOT ${isSame})`,
      error: (index) =>
        newItems.length === 1
          ? new AppError('id_taken')
          : new AppError('id_taken', `The id ${newItems[index]?.id} is taken. Nothing was created.`),
    },
    ...guards,
  ]
  const isNew = sql<number>`(SELECT count(*) FROM ${items} WHERE NOT ${isKnown})`
  const stored = Object.entries(getTableColumns(type.table)).filter(
    ([, { generated }]) => generated === undefined,
  )
  const columns = stored.map(([name, column]) => {
    if (name === 'id') return itemId
    const value = newValue(name)
    const absent = defaults[name] ?? (is(column.default, SQL) ? column.default : undefined)
    return absent === undefined ? value : sql`coalesce(${value}, ${absent})`
  })

  const source = sql`FROM ${withMember(parent, actor.subject)} CROSS JOIN ${items}
    WHERE ${isAt(parent, { id: parentId })} AND ${allowed} AND NOT ${isKnown} AND ${guardsPass(all)}`
  const results = await db.batch([
    selectResources(db, parent, actor.subject, isAt(parent, { id: parentId }), {
      allowed,
      more: { isNew, ...guardColumns(all) },
    }),
    ...before(source),
    db.insert(auditLog).select(
      sql`SELECT NULL, ${actor.now.getTime()}, ${actor.subject}, ${actor.requestId}, ${parent.organizerId}, ${type.type},
        ${itemId}, ${`${type.type}.create`}, NULL, item.value ->> 'content', item.value ->> 'callId', NULL
        ${source}`,
    ),
    db.insert(type.table).select(
      sql`SELECT ${sql.join(columns, sql`, `)} FROM ${items}
          WHERE (SELECT ${wasRecorded})
            AND EXISTS (SELECT 1 FROM ${auditLog} WHERE ${auditLog.callId} = item.value ->> 'callId')`,
    ),
    selectResources(
      db,
      type,
      actor.subject,
      sql`${type.table.id} IN (SELECT ${itemId} FROM ${items} WHERE EXISTS (SELECT 1 FROM ${created}
        AND ${auditLog.change} = item.value ->> 'content'))`,
    ),
  ])
  const rows = results.at(-1) as Row[]
  const row = requireAccess(results[0][0], parent.notFound)
  requireGuards(row, row.isNew > 0 ? all : all.slice(0, 1))
  const byId = new Map(rows.map((resource) => [resource.id, resource]))
  return newItems.map(({ id }) => byId.get(id) as Row)
}
