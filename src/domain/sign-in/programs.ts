// Programs of an organizer, which get tokens by their id and a secret. Each is a member.
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, selectList, value } from '../../db/prepared.ts'
import { PROGRAM_ROLES, programs } from '../../db/schema/sign-in.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../actor.ts'
import { eventGuard, IS_OWNER } from '../people/members.ts'
import { changeResource } from '../resources/change-resource.ts'
import { createResources } from '../resources/create-resources.ts'
import { ORGANIZER } from '../resources/definitions.ts'
import { organizerGuard } from '../resources/limits.ts'
import { listByName, MANAGED_ORGANIZER } from '../resources/managed-lists.ts'
import type { ResourceType } from '../resources/resource.ts'
import { hashOf, newCode } from '../secrets.ts'

export { PROGRAM_ROLES }

export type Program = {
  id: string
  name: string
  role: (typeof PROGRAM_ROLES)[number]
  eventId: string | null
}

export const PROGRAM: ResourceType<Program & { secretHash: string | null }> = {
  type: 'program',
  notFound: 'program_not_found',
  table: programs,
  from: sql`programs`,
  organizerId: programs.organizerId,
  columns: {
    id: programs.id,
    name: sql`programs.name`,
    role: sql`programs.role`,
    eventId: sql`programs.event_id`,
    secretHash: programs.secretHash,
  },
  state: sql`json_object('name', programs.name, 'role', programs.role, 'eventId', programs.event_id)`,
  uses: [],
}

/** 256 bits. */
const newSecret = (): string => newCode() + newCode()

/**
 * Adds a program. A repeat has a new secret, and the earlier one ends.
 *
 * @throws AppError `organizer_not_found`, also for non-members; `forbidden`; `event_not_found`; `id_taken`;
 *   `limit_reached`
 */
export const addProgram = async (
  db: Database,
  actor: Actor,
  organizerId: string,
  { id, ...content }: Program,
): Promise<{ program: Program; secret: string }> => {
  const secret = newSecret()
  const secretHash = await hashOf(secret)
  const [made] = await createResources(
    db,
    actor,
    PROGRAM,
    { parent: ORGANIZER, id: organizerId },
    [{ id, values: { ...content, organizerId, secretHash }, content }],
    {
      allowed: IS_OWNER,
      guards: () => [eventGuard(organizerId, content.eventId), organizerGuard('programs')],
    },
  )
  if (made === undefined) throw new AppError('id_taken')
  if (made.secretHash === secretHash) return { program: made, secret }
  const change = { secret: 'new' }
  const program = await changeResource(db, actor, PROGRAM, { id }, { secretHash }, change, {
    allowed: IS_OWNER,
  })
  return { program, secret }
}

const { secretHash: _, ...LISTED_COLUMNS } = PROGRAM.columns

const listed = prepare<Program>(sql`
  SELECT ${selectList(LISTED_COLUMNS)} FROM ${MANAGED_ORGANIZER.managed}
  CROSS JOIN programs INDEXED BY programs_by_organizer ON programs.organizer_id = managed.id
    AND (programs.name, programs.id) > (${value('name')}, ${value('id')})
  ORDER BY programs.name, programs.id LIMIT ${integer('limit')}`)

/** Lists the programs of an organizer by name. */
export const listPrograms = listByName(MANAGED_ORGANIZER, listed)

/** Throws `invalid_grant` unless the program has this secret. */
export const requireProgram = async (db: Database, id: string, secret: string): Promise<void> => {
  const secretHash = await hashOf(secret)
  db.moveToPrimary()
  const [[found]] = await db.batch([
    db.select({ secretHash: programs.secretHash }).from(programs).where(eq(programs.id, id)),
  ])
  // Both are hashes, so how long the comparison takes reveals nothing.
  if (found?.secretHash !== secretHash) throw new AppError('invalid_grant')
}
