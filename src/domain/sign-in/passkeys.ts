import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { passkeys, people, signIns } from '../../db/schema/sign-in.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../actor.ts'
import { insertOwnAudit } from '../audit.ts'
import { type Challenge, isUnused, useChallenge } from './challenges.ts'
import { personOf } from './subjects.ts'

/** What verification needs. */
type StoredPasskey = { id: string; publicKey: string; counter: number }

/** A new passkey. `transports` are hints for browsers on how to reach it. */
export type Credential = StoredPasskey & { transports: string[] }

/** Statement that adds a passkey if the condition is true and the passkey is new. */
export const insertPasskey = (
  db: Database,
  personId: string,
  { id, publicKey, counter, transports }: Credential,
  condition: SQL,
  now: Date,
) =>
  db
    .insert(passkeys)
    .select(
      sql`SELECT ${id}, ${personId}, ${publicKey}, ${counter}, ${JSON.stringify(transports)}, ${now.getTime()}, NULL
        WHERE ${condition}`,
    )
    .onConflictDoNothing()

/** A passkey with its person; undefined if unknown. */
export const findPasskey = async (
  db: Database,
  id: string,
): Promise<(StoredPasskey & { personId: string; name: string }) | undefined> => {
  db.moveToPrimary()
  const [[row]] = await db.batch([
    db
      .select({
        id: sql<string>`passkeys.id`.as('id'),
        publicKey: passkeys.publicKey,
        counter: passkeys.counter,
        personId: sql<string>`people.id`.as('person_id'),
        name: people.name,
      })
      .from(passkeys)
      .innerJoin(people, eq(people.id, passkeys.personId))
      .where(eq(passkeys.id, id)),
  ])
  return row
}

/** @throws AppError `passkey_not_found` for a subject without passkeys */
export const findPerson = async (db: Database, personId: string): Promise<{ name: string }> => {
  db.moveToPrimary()
  const [[person]] = await db.batch([
    db.select({ name: people.name }).from(people).where(eq(people.id, personId)),
  ])
  if (person === undefined) throw new AppError('passkey_not_found')
  return person
}

/** A passkey as listed. Instants are epoch milliseconds. */
export type PasskeyRow = { id: string; addedAt: number; usedAt: number | null }

/** A person's passkeys, oldest first. */
export const listPasskeys = async (db: Database, personId: string): Promise<PasskeyRow[]> => {
  const [rows] = await db.batch([
    db
      .select({
        id: passkeys.id,
        addedAt: sql<number>`added_at`.as('added_at'),
        usedAt: sql<number | null>`used_at`.as('used_at'),
      })
      .from(passkeys)
      .where(eq(passkeys.personId, personId))
      .orderBy(sql`added_at`, passkeys.id),
  ])
  return rows
}

const MAX_PASSKEYS = 20

/**
 * Adds a passkey. A repeat adds nothing.
 *
 * @param proof a challenge that another passkey of the person has answered
 * @throws AppError `invalid_grant` if the challenge or passkey was used before, or belongs to another person
 */
export const addPasskey = async (
  db: Database,
  actor: Actor,
  passkey: Credential,
  challenge: Challenge,
  proof: Challenge,
): Promise<PasskeyRow> => {
  const { personId } = challenge
  const { now } = actor
  const isValid = sql`${isUnused(challenge)} AND ${isUnused(proof)} AND (SELECT count(*) FROM passkeys WHERE person_id = ${personId}) < ${sql.raw(String(MAX_PASSKEYS))}`
  const isDone = sql`EXISTS (SELECT 1 FROM passkeys WHERE passkeys.id = ${passkey.id} AND person_id = ${personId})`
  await db.batch([
    insertPasskey(db, personId, passkey, isValid, now),
    insertOwnAudit(db, actor, { action: 'passkey.create' }),
    ...useChallenge(db, challenge, isDone, now),
    ...useChallenge(db, proof, isDone, now),
  ])
  const found = (await listPasskeys(db, personId)).find(({ id }) => id === passkey.id)
  if (found === undefined) throw new AppError('invalid_grant')
  return found
}

/**
 * Removes a passkey, and ends the sign-ins that began with it.
 *
 * @throws AppError `passkey_not_found`; `last_passkey`
 */
export const removePasskey = async (db: Database, actor: Actor, id: string): Promise<void> => {
  const personId = personOf(actor.subject) ?? ''
  const isTheirs = and(eq(passkeys.id, id), eq(passkeys.personId, personId))
  const select = db
    .select({ addedAt: sql<number>`added_at`.as('added_at') })
    .from(passkeys)
    .where(isTheirs)
  db.moveToPrimary()
  const [[found]] = await db.batch([select])
  if (found === undefined) throw new AppError('passkey_not_found')
  const [, , after] = await db.batch([
    db
      .delete(passkeys)
      .where(sql`${isTheirs} AND (SELECT count(*) FROM passkeys WHERE person_id = ${personId}) > 1`),
    insertOwnAudit(db, actor, {
      action: 'passkey.delete',
      before: sql`json_object('addedAt', ${found.addedAt})`,
    }),
    select,
    db
      .update(signIns)
      .set({ endedAt: actor.now })
      .where(
        sql`subject = ${actor.subject} AND passkey_id = ${id} AND ended_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.id = ${id})`,
      ),
  ])
  if (after.length > 0) throw new AppError('last_passkey')
}
