// One heavy write of an organizer at a time, in all isolates. Each takes the organizer’s lease first, and
// gives it back. The lease ends by itself, because a request can crash.
import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { prepare, value } from '../db/prepared.ts'
import { MEMBERS_BY_SUBJECT, mayManage } from './access.ts'

/**
 * A longer write is not alone to its end. That does no harm, because its transaction is: the lease only keeps
 * others from waiting for several.
 */
export const LEASE_MS = 10_000
/** How long a heavy write waits for another one. */
export const LEASE_WAIT_MS = 10_000
/** How often it asks. */
export const LEASE_ASK_MS = 200

/** What names the organizer. */
export type Owner = { organizerId: string | null; sessionId: string | null; typeId: string | null }

const NOBODY: Owner = { organizerId: null, sessionId: null, typeId: null }

export const ownerOfType = (typeId: string): Owner => ({ ...NOBODY, typeId })

/** From the parameters of a path. */
export const ownerIn = ({ organizerId, sessionId }: { organizerId?: string; sessionId?: string }): Owner => ({
  ...NOBODY,
  ...(organizerId !== undefined && { organizerId }),
  ...(sessionId !== undefined && { sessionId }),
})

const ORGANIZER = sql`coalesce(${value('organizerId')},
  (SELECT organizer_id FROM sessions WHERE id = ${value('sessionId')}),
  (SELECT organizer_id FROM ticket_types JOIN events ON events.id = event_id WHERE ticket_types.id = ${value('typeId')}))`

/** One that a clock that was ahead has written is over, too. */
const IS_FREE = sql`(lease_until <= ${value('now')} OR lease_until > ${value('now')} + ${sql.raw(String(LEASE_MS))})`

/** Reads no organizer for those who may not write there. */
const OF_MANAGER = sql`organizers.id = iif(${value('subject')} IS NULL, ${ORGANIZER},
  (SELECT organizer_id FROM ${MEMBERS_BY_SUBJECT}
   WHERE organizer_id = ${ORGANIZER} AND subject = ${value('subject')} AND ${mayManage}))`

/** A repeat has it already. */
const takeStatement = prepare<never>(sql`
  UPDATE organizers SET lease = ${value('lease')}, lease_until = ${value('now')} + ${sql.raw(String(LEASE_MS))}
  WHERE ${OF_MANAGER} AND (lease = ${value('lease')} OR ${IS_FREE})`)

const holderStatement = prepare<{ lease: string }>(sql`SELECT lease FROM organizers WHERE ${OF_MANAGER}`)

const endStatement = prepare<never>(sql`
  UPDATE organizers SET lease_until = ${value('until')} WHERE lease = ${value('lease')} AND id = ${ORGANIZER}`)

/**
 * Takes the lease of an organizer, or extends it.
 *
 * @param subject who must manage the organizer; null for the service itself
 * @returns whether another write has the lease; `unknown` for who may not write there
 */
export const takeLease = async (
  db: Database,
  owner: Owner,
  subject: string | null,
  lease: string,
  now: number,
): Promise<'taken' | 'busy' | 'unknown'> => {
  const [, [holder]] = await db.batchPrepared([takeStatement, holderStatement], {
    ...owner,
    subject,
    lease,
    now,
  })
  if (holder === undefined) return 'unknown'
  return holder.lease === lease ? 'taken' : 'busy'
}

/** Ends a lease at an instant, if the write still has it. */
export const endLease = async (db: Database, owner: Owner, lease: string, until: number): Promise<void> => {
  await db.batchPrepared([endStatement], { ...owner, lease, until })
}
