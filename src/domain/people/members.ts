// The people of an organizer, and their roles.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, selectList, value } from '../../db/prepared.ts'
import { members, ROLES } from '../../db/schema/members.ts'
import { AppError } from '../../errors.ts'
import { requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, isFirstRun, selectAudit, wasRecorded } from '../audit.ts'
import type { Page } from '../pages.ts'
import { ORGANIZER } from '../resources/definitions.ts'
import { MANAGED_ORGANIZER, readManaged } from '../resources/managed-lists.ts'
import {
  aliased,
  entityOf,
  type Guard,
  guardColumns,
  guardsPass,
  isAt,
  requireGuards,
  selectResources,
  withMember,
} from '../resources/resource.ts'

export { ROLES }

export type Role = (typeof ROLES)[number]

/** `addedAt` is epoch milliseconds; null, like `addedBy`, if the member was not added through the API. */
export type Member = {
  subject: string
  name: string | null
  role: Role
  eventId: string | null
  eventName: string | null
  addedAt: number | null
  addedBy: string | null
}

export type MemberPath = { organizerId: string; subject: string }

/** Omitted values stay as they are, but only `staff` keeps a limit to an event. */
export type Membership = { role: Role; eventId?: string | null; name?: string | null }

export const IS_OWNER: SQL = sql`members.role = 'owner'`

/** True if the member may grant and revoke this role. Managers may for `staff`. */
export const mayGive = (role: Role | SQL): SQL =>
  sql`(${IS_OWNER} OR members.role = 'manager' AND ${role} = 'staff')`

/** The columns of a {@link Member}, from `person`. */
const COLUMNS = {
  subject: sql`person.subject`,
  name: sql`person.name`,
  role: sql`person.role`,
  eventId: sql`person.event_id`,
  eventName: sql`(SELECT name FROM events WHERE id = person.event_id)`,
  addedAt: sql`person.added_at`,
  addedBy: sql`person.added_by`,
}

const listed = prepare<Member>(sql`
  SELECT ${selectList(COLUMNS)}
  FROM ${MANAGED_ORGANIZER.managed}
  CROSS JOIN members AS person INDEXED BY members_people ON organizer_id = managed.id AND subject > ${value('after')}
  WHERE subject NOT GLOB 'device:*' AND subject NOT GLOB 'program:*'
  ORDER BY subject LIMIT ${integer('limit')}`)

export type MemberPosition = { subject: string }

/** @throws AppError `organizer_not_found`, also for non-members; `forbidden` for staff */
export const listMembers = (
  db: Database,
  subject: string,
  organizerId: string,
  pageSize: number,
  after: MemberPosition = { subject: '' },
): Promise<Page<Member, MemberPosition>> =>
  readManaged(
    db,
    MANAGED_ORGANIZER,
    listed,
    { subject, ownerId: organizerId, after: after.subject },
    pageSize,
    ({ subject }) => ({ subject }),
  )

/** The member as a table. */
const person = ({ organizerId, subject }: MemberPath): SQL =>
  sql`(SELECT * FROM members WHERE organizer_id = ${organizerId} AND subject = ${subject}) AS person`

/** The values of `person` before a change, as JSON. */
export const MEMBER_STATE: SQL = sql`json_object('role', person.role, 'eventId', person.event_id, 'name', person.name)`

const isLastOwner = ({ organizerId, subject }: MemberPath): SQL =>
  sql`person.role = 'owner' AND NOT EXISTS (SELECT 1 FROM members AS other INDEXED BY members_owners
    WHERE other.organizer_id = ${organizerId}
    AND other.subject <> ${subject} AND other.role = 'owner')`

/** The member as the entity of a record. */
const toEntity = ({ organizerId, subject }: MemberPath) => ({
  ...entityOf(ORGANIZER, { id: organizerId }),
  type: 'member' as const,
  id: subject,
})

export const UNKNOWN_EVENT = 'eventId: the organizer has no such event.'

/** Fails if the event is not the organizer’s. */
export const eventGuard = (organizerId: string, eventId: string | null): Guard => ({
  failed: sql`iif(${eventId} IS NULL OR EXISTS (
    SELECT 1 FROM events WHERE events.id = ${eventId} AND events.organizer_id = ${organizerId}), NULL, 1)`,
  error: () => new AppError('event_not_found', UNKNOWN_EVENT),
})

/**
 * Adds or changes a member.
 *
 * @throws AppError `organizer_not_found`, also for non-members; `forbidden` unless the caller is an owner;
 *   `event_not_found`; `last_owner`
 */
export const putMember = async (
  db: Database,
  actor: Actor,
  path: MemberPath,
  membership: Membership,
): Promise<Member> => {
  const { role, eventId, name } = membership
  const at = { id: path.organizerId }
  const entity = toEntity(path)
  const newName = name === undefined ? sql`person.name` : sql`${name}`
  // An omitted limit to an event stays.
  const newEvent =
    eventId !== undefined ? sql`${eventId}` : role === 'staff' ? sql`person.event_id` : sql`NULL`
  const guards: Guard[] = [
    eventGuard(path.organizerId, eventId ?? null),
    {
      failed: sql`(SELECT 1 FROM ${person(path)} WHERE ${role} <> 'owner' AND ${isLastOwner(path)})`,
      error: () => new AppError('last_owner'),
    },
  ]
  const [access, , , audit, rows] = await db.batch([
    selectResources(db, ORGANIZER, actor.subject, isAt(ORGANIZER, at), {
      allowed: IS_OWNER,
      more: guardColumns(guards),
    }),
    insertAudit(
      db,
      actor,
      {
        action: 'member.update',
        entity,
        change: membership,
        before: sql`iif(person.subject IS NULL, NULL, ${MEMBER_STATE})`,
      },
      sql`FROM ${withMember(ORGANIZER, actor.subject)} LEFT JOIN ${person(path)}
        WHERE ${isAt(ORGANIZER, at)} AND ${IS_OWNER} AND ${isFirstRun(actor)} AND ${guardsPass(guards)}
          AND (person.role, person.event_id, person.name) IS NOT (${role}, ${newEvent}, ${newName})`,
    ),
    db
      .insert(members)
      .select(
        sql`SELECT ${path.organizerId}, ${path.subject}, ${role}, ${eventId ?? null}, ${name ?? null}, ${actor.now.getTime()},
          ${actor.subject}, NULL, NULL WHERE ${wasRecorded}`,
      )
      .onConflictDoUpdate({
        target: [members.organizerId, members.subject],
        set: {
          role,
          ...(eventId !== undefined ? { eventId } : role !== 'staff' && { eventId: null }),
          ...(name !== undefined && { name }),
        },
      }),
    selectAudit(db, actor, entity),
    db.select(aliased(COLUMNS)).from(person(path)),
  ])
  const row = requireAccess(access[0], 'organizer_not_found')
  if (audit.length === 0) requireGuards(row, guards)
  return rows[0] as Member
}

const mayRemove = mayGive(sql`person.role`)

/**
 * @throws AppError `organizer_not_found`, also for non-members; `member_not_found`; `forbidden`; `last_owner`
 */
export const removeMember = async (db: Database, actor: Actor, path: MemberPath): Promise<void> => {
  const at = isAt(ORGANIZER, { id: path.organizerId })
  const entity = toEntity(path)
  const [access, people, , , audit] = await db.batch([
    selectResources(db, ORGANIZER, actor.subject, at),
    db
      .select({
        mayRemove: sql<number>`${mayRemove}`.as('may_remove'),
        isLastOwner: sql<number>`${isLastOwner(path)}`.as('is_last_owner'),
      })
      .from(sql`${withMember(ORGANIZER, actor.subject)} CROSS JOIN ${person(path)}`)
      .where(at),
    insertAudit(
      db,
      actor,
      { action: 'member.delete', entity, change: {}, before: MEMBER_STATE },
      sql`FROM ${withMember(ORGANIZER, actor.subject)} CROSS JOIN ${person(path)}
        WHERE ${at} AND ${mayRemove} AND ${isFirstRun(actor)} AND NOT (${isLastOwner(path)})`,
    ),
    db
      .delete(members)
      .where(and(eq(members.organizerId, path.organizerId), eq(members.subject, path.subject), wasRecorded)),
    selectAudit(db, actor, entity),
  ])
  if (audit.length > 0) return
  requireAccess(access[0], 'organizer_not_found')
  if (people[0] === undefined) throw new AppError('member_not_found')
  if (people[0].mayRemove === 0) throw new AppError('forbidden')
  throw new AppError('last_owner')
}
