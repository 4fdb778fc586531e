// Changes and deletes resources of an organizer, each in one transaction with its record.
import { is, SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from '../../db/client.ts'
import { AppError } from '../../errors.ts'
import { mayManage, requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { type AuditEntry, insertAudit, isFirstRun, selectAudit, wasRecorded } from '../audit.ts'
import {
  type AnyResourceType,
  entityOf,
  fromManaged,
  type Guard,
  guardColumns,
  guardsPass,
  isAt,
  type ResourcePath,
  type ResourceType,
  readResource,
  requireGuards,
  selectResources,
  versionOf,
} from './resource.ts'

type Values = Record<string, unknown>

type IsCurrent = ((version: string) => Promise<boolean>) | undefined

type Conditions = {
  /** Of the record; by default the update of the type. */
  action?: AuditEntry['action']
  /** Who may change it, in terms of `members`; by default owners and managers. */
  allowed?: SQL
  guards?: readonly Guard[]
  /** Statements before the record. `source`, FROM and WHERE, has a row if the change will be made. */
  before?: (source: SQL) => readonly BatchItem<'sqlite'>[]
  /** Statements after the change. */
  after?: readonly BatchItem<'sqlite'>[]
}

/** Above this count the message says "or more". */
const MAX_COUNTED = 1_000

/** True if any of the values would change. */
const differsFrom = ({ table }: AnyResourceType, values: Values) =>
  sql<number>`(${sql.join(
    Object.entries(values).map(([name, value]) => {
      const column = table[name as 'id']
      // Ticket numbers compare ignoring case, but a change of case is a change.
      return sql`${column} IS NOT ${is(value, SQL) ? value : sql.param(value, column)} COLLATE BINARY`
    }),
    sql` OR `,
  )})`

/**
 * Writes the values if the resource has the expected version and the guards pass. A call that changes nothing
 * is not recorded, so repeating it cannot fill the audit trail.
 *
 * @returns the resource after the change; undefined if it did not have the expected version
 */
export const writeResource = async <Row>(
  db: Database,
  actor: Actor,
  type: ResourceType<Row>,
  path: ResourcePath,
  values: Values,
  record: Pick<AuditEntry, 'action' | 'change'>,
  { allowed = mayManage, guards = [], before = () => [], after: following = [] }: Conditions = {},
  expected?: string,
): Promise<Row | undefined> => {
  const differs = differsFrom(type, values)
  const isExpected: SQL<number> = expected === undefined ? sql`true` : sql`${versionOf(type)} = ${expected}`
  const entity = entityOf(type, path)
  const stamps = 'updatedAt' in type.table ? { updatedAt: actor.now, updatedBy: actor.subject } : {}
  const source = sql`${fromManaged(type, actor.subject, path, allowed)} AND ${isFirstRun(actor)}
    AND ${differs} AND ${isExpected} AND ${guardsPass(guards)}`
  const results = await db.batch([
    selectResources(db, type, actor.subject, isAt(type, path), {
      allowed,
      more: { isExpected, differs, ...guardColumns(guards) },
    }),
    ...before(source),
    insertAudit(db, actor, { ...record, entity, before: type.state }, source),
    db
      .update(type.table)
      .set({ ...values, ...stamps })
      .where(sql`${type.table.id} = (SELECT ${path.id} WHERE ${wasRecorded})`),
    ...following,
    selectAudit(db, actor, entity),
    selectResources(db, type, actor.subject, isAt(type, path)),
  ])
  const [audit = [], after = []] = results.slice(-2)
  const row = requireAccess(results[0][0], type.notFound)
  // A repeated batch finds its own values.
  if (audit.length > 0) return after[0] as Row
  if (row.isExpected === 0) return undefined
  if (row.differs === 1) requireGuards(row, guards)
  return row
}

/**
 * Changes a resource. With `isCurrent`, only if it is true for the version, which then cannot change before
 * the write; a resource that already has the values is returned as it is.
 *
 * @throws AppError the type’s `notFound`, also for non-members; `forbidden`; `precondition_failed` if the
 *   version is not current; the error of a guard
 */
export const changeResource = async <Row>(
  db: Database,
  actor: Actor,
  type: ResourceType<Row>,
  path: ResourcePath,
  values: Values,
  change: object,
  { isCurrent, ...conditions }: Conditions & { isCurrent?: IsCurrent } = {},
): Promise<Row> => {
  let expected: string | undefined
  if (isCurrent !== undefined) {
    db.moveToPrimary()
    const [rows] = await db.batch([
      selectResources(db, type, actor.subject, isAt(type, path), {
        ...(conditions.allowed && { allowed: conditions.allowed }),
        more: { differs: differsFrom(type, values) },
      }),
    ])
    const row = requireAccess(rows[0], type.notFound)
    if (!(await isCurrent(row.version))) {
      // The response to the first call was lost (RFC 9110, section 13.1.1).
      if (row.differs === 0) return row
      throw new AppError('precondition_failed')
    }
    expected = row.version
  }
  const record = { action: conditions.action ?? (`${type.type}.update` as const), change }
  const row = await writeResource(db, actor, type, path, values, record, conditions, expected)
  if (row === undefined) throw new AppError('precondition_failed')
  return row
}

const describeUse = (count: number, one: string, several: string): string =>
  count > MAX_COUNTED
    ? `${MAX_COUNTED.toLocaleString('en')} or more ${several}`
    : `${count.toLocaleString('en')} ${count === 1 ? one : several}`

/**
 * Deletes a resource that nothing uses. With `isCurrent`, only if it is true for the version.
 *
 * @throws AppError the type’s `notFound`, also for non-members; `forbidden`; `precondition_failed`; the error
 *   of a guard; `in_use`
 */
export const deleteResource = async <Row>(
  db: Database,
  actor: Actor,
  type: ResourceType<Row>,
  path: ResourcePath,
  {
    allowed = mayManage,
    guards = [],
    isCurrent,
  }: { allowed?: SQL | undefined; guards?: readonly Guard[] | undefined; isCurrent?: IsCurrent } = {},
): Promise<void> => {
  let isExpected: SQL<number> = sql`true`
  if (isCurrent !== undefined) {
    db.moveToPrimary()
    const { version } = await readResource(db, actor.subject, type, path)
    if (!(await isCurrent(version))) throw new AppError('precondition_failed')
    isExpected = sql`${versionOf(type)} = ${version}`
  }
  const entity = entityOf(type, path)
  const more: Record<string, SQL<number | null>> = { isExpected, ...guardColumns(guards) }
  for (const [index, [, , from]] of type.uses.entries()) {
    more[`uses${index}`] = sql`(SELECT count(*) FROM (SELECT 1 ${from} LIMIT ${MAX_COUNTED + 1}))`
  }
  const isUnused = type.uses.map(([, , from]) => sql`AND NOT EXISTS (SELECT 1 ${from})`)
  const [rows, , , audit] = await db.batch([
    selectResources(db, type, actor.subject, isAt(type, path), { allowed, more }),
    insertAudit(
      db,
      actor,
      { action: `${type.type}.delete`, entity, change: {}, before: type.lastState ?? type.state },
      sql`${fromManaged(type, actor.subject, path, allowed)} AND ${isFirstRun(actor)}
        AND ${isExpected} AND ${guardsPass(guards)} ${sql.join(isUnused, sql` `)}`,
    ),
    db.delete(type.table).where(sql`${type.table.id} = (SELECT ${path.id} WHERE ${wasRecorded})`),
    selectAudit(db, actor, entity),
  ])
  if (audit.length > 0) return
  const row = requireAccess(rows[0], type.notFound)
  if (row.isExpected === 0) throw new AppError('precondition_failed')
  requireGuards(row, guards)
  const uses = type.uses.flatMap(([one, several], index) => {
    const count = row[`uses${index}`] ?? 0
    return count > 0 ? [describeUse(count, one, several)] : []
  })
  const list = new Intl.ListFormat('en').format(uses)
  throw new AppError('in_use', `In use by ${list}. Nothing was deleted.`)
}
