// Invitations: links that make people members. A link works once; only a hash of its code is stored.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from '../../db/client.ts'
import { integer, prepare, selectList, value } from '../../db/prepared.ts'
import { invitations, members } from '../../db/schema/members.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, isFirstRun, isRecorded, wasRecorded } from '../audit.ts'
import type { Page } from '../pages.ts'
import { changeResource } from '../resources/change-resource.ts'
import { createResources } from '../resources/create-resources.ts'
import { IS_OPEN_INVITATION, ORGANIZER } from '../resources/definitions.ts'
import { MANAGED_ORGANIZER, readManaged } from '../resources/managed-lists.ts'
import type { ResourceType } from '../resources/resource.ts'
import { hashOf, newCode } from '../secrets.ts'
import { eventGuard, MEMBER_STATE, mayGive, type Role } from './members.ts'

const LIFETIME_MS = 7 * 24 * 3_600_000

/** `expiresAt` is epoch milliseconds. */
export type Invitation = {
  id: string
  role: Role
  eventId: string | null
  name: string | null
  expiresAt: number
  invitedBy: string
}

/** An open invitation. */
export const INVITATION: ResourceType<Invitation & { codeHash: string }> = {
  type: 'invitation',
  notFound: 'invitation_not_found',
  table: invitations,
  from: sql`(SELECT * FROM invitations WHERE ${IS_OPEN_INVITATION}) AS invitations`,
  organizerId: invitations.organizerId,
  columns: {
    id: invitations.id,
    role: sql`invitations.role`,
    eventId: sql`invitations.event_id`,
    name: sql`invitations.name`,
    expiresAt: sql`invitations.expires_at`,
    invitedBy: sql`invitations.invited_by`,
    codeHash: invitations.codeHash,
  },
  state: sql`json_object('role', invitations.role, 'eventId', invitations.event_id, 'name', invitations.name)`,
  uses: [],
}

/** True if the member may create or delete the invitation. */
export const MAY_INVITE = mayGive(sql`invitations.role`)

export type NewInvitation = { id: string; role: Role; eventId: string | null; name: string | null }

/**
 * Creates an invitation. A repeat replaces its code.
 *
 * @throws AppError `organizer_not_found`, also for non-members; `forbidden`; `event_not_found`; `id_taken`
 */
export const invite = async (
  db: Database,
  actor: Actor,
  organizerId: string,
  { id, ...content }: NewInvitation,
): Promise<{ invitation: Invitation; code: string }> => {
  const code = newCode()
  const codeHash = await hashOf(code)
  const expiresAt = actor.now.getTime() + LIFETIME_MS
  const allowed = mayGive(content.role)
  const [made] = await createResources(
    db,
    actor,
    INVITATION,
    { parent: ORGANIZER, id: organizerId },
    [{ id, values: { ...content, organizerId, codeHash, expiresAt, invitedBy: actor.subject }, content }],
    { allowed, guards: () => [eventGuard(organizerId, content.eventId)] },
  )
  // It has been accepted, expired or deleted since.
  if (made === undefined) throw new AppError('id_taken')
  if (made.codeHash === codeHash) return { invitation: made, code }
  // A repeat. The earlier link may be accepted before it is replaced.
  const invitedBy = actor.subject
  const values = { codeHash, expiresAt: new Date(expiresAt), invitedBy }
  const change = { ...content, invitedBy }
  const renewed = await changeResource(db, actor, INVITATION, { id }, values, change, { allowed }).catch(
    (error: unknown) => {
      throw error instanceof AppError && error.code === 'invitation_not_found'
        ? new AppError('id_taken')
        : error
    },
  )
  return { invitation: renewed, code }
}

const { codeHash: _, ...LISTED_COLUMNS } = INVITATION.columns

const open = prepare<Invitation>(sql`
  SELECT ${selectList(LISTED_COLUMNS)}
  FROM ${MANAGED_ORGANIZER.managed}
  CROSS JOIN invitations INDEXED BY invitations_by_organizer ON organizer_id = managed.id
  WHERE ${IS_OPEN_INVITATION} AND (expires_at, invitations.id) > (${value('expiresAt')}, ${value('id')})
  ORDER BY expires_at, invitations.id LIMIT ${integer('limit')}`)

export type InvitationPosition = { expiresAt: number; id: string }

/** @throws AppError `organizer_not_found`, also for non-members; `forbidden` for staff */
export const listInvitations = (
  db: Database,
  subject: string,
  organizerId: string,
  pageSize: number,
  after: InvitationPosition = { expiresAt: Date.now(), id: '' },
): Promise<Page<Invitation, InvitationPosition>> =>
  readManaged(
    db,
    MANAGED_ORGANIZER,
    open,
    { ...after, subject, ownerId: organizerId },
    pageSize,
    ({ expiresAt, id }) => ({ expiresAt, id }),
  )

export type Joined = { organizerId: string; organizerName: string; role: Role }

/** True for the open invitation with this code, while its creator could still create it. */
export const isUsableInvitation = (
  codeHash: string,
): SQL => sql`invitations.code_hash = ${codeHash} AND ${IS_OPEN_INVITATION}
  AND (invitations.event_id IS NULL OR EXISTS (
    SELECT 1 FROM events WHERE events.id = invitations.event_id AND events.organizer_id = invitations.organizer_id))
  AND EXISTS (SELECT 1 FROM members WHERE members.organizer_id = invitations.organizer_id
    AND members.subject = invitations.invited_by AND ${MAY_INVITE})`

/** Further conditions and statements of the transaction that accepts. */
type Together = {
  /** While false, nothing is accepted: `invalid_grant`. */
  condition: SQL
  /** Statements that are safe to repeat. `isAccepted` is a condition. */
  statements: (isAccepted: SQL) => readonly BatchItem<'sqlite'>[]
}

/**
 * Accepts an invitation. It never lowers a role. Staff of one event move to the event of the invitation;
 * staff of all events keep them. The person who accepted can repeat the call. A link stops working once its
 * creator could no longer create it.
 *
 * @throws AppError `invitation_not_found` for any fault of the code; `invalid_grant`
 */
export const acceptInvitation = async (
  db: Database,
  actor: Actor,
  code: string,
  { condition, statements }: Together = { condition: sql`true`, statements: () => [] },
): Promise<Joined> => {
  const codeHash = await hashOf(code)
  const { subject } = actor
  const isAccepted = isRecorded(actor)
  const entity = { type: 'member' as const, id: subject, organizerId: sql`invitations.organizer_id` }
  const change = sql`json_object('invitationId', invitations.id, 'role', invitations.role, 'eventId', invitations.event_id)`
  const before = sql`iif(person.subject IS NULL, NULL, ${MEMBER_STATE})`
  const results = await db.batch([
    db.select({ holds: sql<number>`${condition}`.as('holds') }).from(sql`(SELECT 1)`),
    insertAudit(
      db,
      actor,
      { action: 'invitation.accept', entity, change, before },
      sql`FROM invitations LEFT JOIN members AS person
          ON person.organizer_id = invitations.organizer_id AND person.subject = ${subject}
        WHERE ${isUsableInvitation(codeHash)} AND ${condition} AND ${isFirstRun(actor)}`,
    ),
    db
      .update(invitations)
      .set({ acceptedBy: subject })
      .where(sql`${eq(invitations.codeHash, codeHash)} AND ${wasRecorded}`),
    db
      .insert(members)
      .select(
        sql`SELECT organizer_id, ${subject}, role, event_id, name, ${actor.now.getTime()}, invited_by, NULL, NULL
          FROM invitations WHERE code_hash = ${codeHash} AND (SELECT ${wasRecorded})`,
      )
      .onConflictDoUpdate({
        target: [members.organizerId, members.subject],
        set: {
          role: sql`CASE WHEN 'owner' IN (members.role, excluded.role) THEN 'owner'
            WHEN 'manager' IN (members.role, excluded.role) THEN 'manager' ELSE 'staff' END`,
          eventId: sql`iif(members.role = 'staff' AND excluded.role = 'staff' AND members.event_id IS NOT NULL,
            excluded.event_id, NULL)`,
          name: sql`coalesce(members.name, excluded.name)`,
        },
      }),
    ...statements(isAccepted),
    db
      .select({
        organizerId: sql<string>`organizers.id`.as('organizer_id'),
        organizerName: sql<string>`organizers.name`.as('organizer_name'),
        role: sql<Role>`members.role`.as('member_role'),
      })
      .from(sql`invitations CROSS JOIN organizers INDEXED BY organizers_pk ON organizers.id = invitations.organizer_id
        CROSS JOIN members INDEXED BY members_pk ON members.organizer_id = organizers.id AND members.subject = ${subject}`)
      .where(
        sql`invitations.code_hash = ${codeHash} AND accepted_by = ${subject} AND expires_at > unixepoch('subsec') * 1000`,
      ),
  ])
  const [joined] = results.at(-1) as Joined[]
  if (joined === undefined)
    throw new AppError(results[0][0]?.holds === 1 ? 'invitation_not_found' : 'invalid_grant')
  return joined
}
