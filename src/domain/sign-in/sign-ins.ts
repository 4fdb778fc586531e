// Stored sign-ins: how far each chain of refresh tokens has been used.
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { devices, signIns } from '../../db/schema/sign-in.ts'
import { AppError } from '../../errors.ts'
import { decideRenewal, type RefreshToken, type StoredSignIn } from './renewal.ts'

/** Null without a row. */
export const SIGN_IN_COLUMNS = {
  signInStartedAt: sql<number | null>`sign_ins.started_at`.as('started_at'),
  number: sql<number | null>`sign_ins.number`.as('number'),
  usedAt: sql<number | null>`sign_ins.used_at`.as('used_at'),
  endedAt: sql<number | null>`sign_ins.ended_at`.as('ended_at'),
}

/**
 * Ends a sign-in. Its access tokens expire within ten minutes. A restored database may lack a phone’s
 * sign-in, so the phone is also marked as connected again. `unsent`: what a phone says to hold.
 */
export const endSignIn = async (
  db: Database,
  { id, startedAt }: RefreshToken,
  now: Date,
  unsent?: number,
): Promise<void> => {
  await db.batch([
    db
      .update(signIns)
      .set({ endedAt: now })
      .where(sql`${eq(signIns.id, id)} AND started_at = ${startedAt} AND ended_at IS NULL`),
    db
      .update(devices)
      .set({ connectedAt: sql`${startedAt} + 1`, ...(unsent !== undefined && { unsent }) })
      .where(sql`${eq(devices.id, id)} AND coalesce(connected_at, 0) <= ${startedAt}`),
  ])
}

/**
 * Uses a refresh token.
 *
 * @returns its successor
 * @throws AppError `invalid_grant`
 */
export const useRefreshToken = async (
  db: Database,
  subject: string,
  token: RefreshToken,
  stored: StoredSignIn,
  now: Date,
): Promise<RefreshToken> => {
  const { id, startedAt, number } = token
  const renewal = decideRenewal(token, stored, now.getTime())
  if (renewal === 'end') await endSignIn(db, token, now)
  if (renewal === 'end' || renewal === 'refuse') throw new AppError('invalid_grant')
  if (renewal === 'use') {
    await db.batch([
      db
        .insert(signIns)
        .values({ id, subject, startedAt: new Date(startedAt), number, usedAt: now })
        .onConflictDoUpdate({
          target: signIns.id,
          set: {
            startedAt: sql`excluded.started_at`,
            number: sql`excluded.number`,
            usedAt: sql`excluded.used_at`,
            endedAt: sql`iif(excluded.started_at > started_at, NULL, ended_at)`,
          },
          // Requests can overtake each other.
          setWhere: sql`(excluded.started_at, excluded.number) > (started_at, number)`,
        }),
    ])
  }
  return { id, startedAt, number: number + 1 }
}
