import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { members } from '../../db/schema/members.ts'
import { organizers } from '../../db/schema/organizers.ts'
import { passkeyHost, passkeys, people, setupCode, signIns } from '../../db/schema/sign-in.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, insertOwnAudit, isFirstRun, isRecorded, wasRecorded } from '../audit.ts'
import { acceptInvitation } from '../people/invitations.ts'
import { type Challenge, isUnused, useChallenge } from './challenges.ts'
import { type Credential, insertPasskey } from './passkeys.ts'
import type { RefreshToken, StoredSignIn } from './renewal.ts'
import { SIGN_IN_COLUMNS } from './sign-ins.ts'
import { personSubject } from './subjects.ts'

export type Person = { subject: string; name: string }

/** A person with the first refresh token, number 1, of a sign-in. */
export type SignedIn = { person: Person; token: RefreshToken }

const insertSignIn = (
  db: Database,
  { id, startedAt }: RefreshToken,
  subject: string,
  passkeyId: string,
  condition: SQL,
) =>
  db
    .insert(signIns)
    .select(
      sql`SELECT ${id}, ${subject}, ${passkeyId}, ${startedAt}, 0, ${startedAt}, NULL WHERE ${condition}`,
    )
    .onConflictDoNothing()

const selectSignIn = (db: Database, { id }: RefreshToken) =>
  db.select({ id: signIns.id }).from(signIns).where(eq(signIns.id, id))

/** @throws AppError `invalid_grant` if there is no row */
const requireSignIn = (rows: unknown): void => {
  if ((rows as object[]).length === 0) throw new AppError('invalid_grant')
}

/** A sign-in ends after this long without a renewal. */
const UNUSED_MS = 90 * 24 * 3_600_000

/** Sign-ins per person. A further one ends the least recently used. */
const MAX_SIGN_INS = 50

const newSignIn = (now: Date): RefreshToken => ({
  id: crypto.randomUUID(),
  startedAt: now.getTime(),
  number: 1,
})

/** Statements that create a person with a first passkey and sign-in, if the condition is true. */
const insertPerson = (
  db: Database,
  personId: string,
  name: string,
  passkey: Credential,
  token: RefreshToken,
  condition: SQL,
  now: Date,
) =>
  [
    db
      .insert(people)
      .select(sql`SELECT ${personId}, ${name}, ${now.getTime()} WHERE ${condition}`)
      .onConflictDoNothing(),
    insertPasskey(db, personId, passkey, condition, now),
    insertSignIn(db, token, personSubject(personId), passkey.id, condition),
  ] as const

export type NewPerson = { name: string; passkey: Credential; challenge: Challenge }

/** True unless the challenge has been answered, or the person or passkey exists. */
const isNew = ({ passkey, challenge }: NewPerson): SQL => sql`${isUnused(challenge)}
  AND NOT EXISTS (SELECT 1 FROM people WHERE people.id = ${challenge.personId})
  AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.id = ${passkey.id})`

/**
 * Creates a person who accepts an invitation.
 *
 * @throws AppError `invalid_grant` if the challenge has been answered, or the person or passkey exists;
 *   `invitation_not_found` for any fault of the code
 */
export const signUp = async (
  db: Database,
  request: Omit<Actor, 'subject'>,
  code: string,
  newPerson: NewPerson,
): Promise<SignedIn> => {
  const { name, passkey, challenge } = newPerson
  const { personId } = challenge
  const { now } = request
  const subject = personSubject(personId)
  const token = newSignIn(now)
  await acceptInvitation(db, { ...request, subject }, code, {
    condition: isNew(newPerson),
    statements: (isAccepted) => [
      ...useChallenge(db, challenge, isAccepted, now),
      ...insertPerson(db, personId, name, passkey, token, isAccepted, now),
      db
        .update(members)
        .set({ name })
        .where(sql`${eq(members.subject, subject)} AND name IS NULL AND ${isAccepted}`),
    ],
  })
  // Accepting can be repeated, but a challenge is answered once.
  const [signedIn] = await db.batch([selectSignIn(db, token)])
  requireSignIn(signedIn)
  return { person: { subject, name }, token }
}

/** True while the setup is open: no organizer has an owner. */
const IS_OPEN = sql`NOT EXISTS (SELECT 1 FROM members INDEXED BY members_owners WHERE role = 'owner')`

/** `host` is where passkeys belong; null before the setup. */
export type Setup = { host: string | null; isSetupOpen: boolean }

export const readSetup = async (db: Database): Promise<Setup> => {
  const [[row]] = await db.batch([
    db
      .select({
        isOpen: sql<number>`${IS_OPEN}`.as('is_open'),
        host: sql<string | null>`(SELECT host FROM passkey_host)`.as('host'),
      })
      .from(sql`(SELECT 1)`),
  ])
  return { host: row?.host ?? null, isSetupOpen: row?.isOpen === 1 }
}

/**
 * Creates the first organizer with a person as its owner. From then on passkeys belong to `host`.
 * `codeHash` is that of a code which the database must have for this host, and then has no more.
 *
 * @throws AppError `invalid_grant` if an owner exists, the database has not this code, the challenge has
 *   been answered, or the person or passkey exists
 */
export const setUp = async (
  db: Database,
  request: Omit<Actor, 'subject'>,
  { organizerName, host, codeHash }: { organizerName: string; host: string; codeHash?: string | undefined },
  newPerson: NewPerson,
): Promise<SignedIn> => {
  const isCode =
    codeHash === undefined
      ? sql`true`
      : sql`EXISTS (SELECT 1 FROM setup_code WHERE code_hash = ${codeHash} AND host = ${host})`
  const { name, passkey, challenge } = newPerson
  const { personId } = challenge
  const { now } = request
  const subject = personSubject(personId)
  const actor = { ...request, subject }
  const organizerId = crypto.randomUUID()
  const token = newSignIn(now)
  const isDone = isRecorded(request)
  const results = await db.batch([
    insertAudit(
      db,
      actor,
      {
        action: 'organizer.create',
        entity: { type: 'organizer', id: organizerId, organizerId: sql`${organizerId}` },
        change: { name: organizerName },
      },
      sql`FROM (SELECT 1) WHERE ${IS_OPEN} AND ${isCode} AND ${isNew(newPerson)} AND ${isFirstRun(actor)}`,
    ),
    db
      .insert(organizers)
      .select(sql`SELECT ${organizerId}, ${organizerName}, NULL, false, '', 0, NULL WHERE ${wasRecorded}`),
    ...insertPerson(db, personId, name, passkey, token, isDone, now),
    ...useChallenge(db, challenge, isDone, now),
    db
      .insert(members)
      .select(
        sql`SELECT ${organizerId}, ${subject}, 'owner', NULL, ${name}, ${now.getTime()}, ${subject}, NULL, NULL
          WHERE ${isDone}`,
      )
      .onConflictDoNothing(),
    db
      .insert(passkeyHost)
      .select(sql`SELECT 1, ${host} WHERE ${isDone}`)
      .onConflictDoUpdate({ target: passkeyHost.id, set: { host } }),
    db.delete(setupCode).where(isDone),
    selectSignIn(db, token),
  ])
  requireSignIn(results.at(-1))
  return { person: { subject, name }, token }
}

/**
 * Starts a sign-in by a passkey that has answered a challenge.
 *
 * @throws AppError `invalid_grant` if the challenge has been answered before, or the passkey was removed
 *   in the meantime
 */
export const signIn = async (
  db: Database,
  { id, personId, name, counter }: { id: string; personId: string; name: string; counter: number },
  challenge: Challenge,
  now: Date,
): Promise<SignedIn> => {
  const subject = personSubject(personId)
  const token = newSignIn(now)
  const isValid = sql`${isUnused(challenge)} AND EXISTS (SELECT 1 FROM passkeys WHERE passkeys.id = ${id})`
  const isDone = sql`EXISTS (SELECT 1 FROM sign_ins WHERE sign_ins.id = ${token.id})`
  const results = await db.batch([
    insertSignIn(db, token, subject, id, isValid),
    ...useChallenge(db, challenge, isDone, now),
    db
      .update(passkeys)
      .set({ counter: sql`max(counter, ${counter})`, usedAt: now })
      .where(and(eq(passkeys.id, id), isDone)),
    db.delete(signIns).where(
      sql`id IN (SELECT id FROM sign_ins INDEXED BY sign_ins_by_subject WHERE subject = ${subject}
        ORDER BY used_at DESC LIMIT -1 OFFSET ${sql.raw(String(MAX_SIGN_INS))})`,
    ),
    selectSignIn(db, token),
  ])
  requireSignIn(results.at(-1))
  return { person: { subject, name }, token }
}

/** The person of a refresh token, with the stored sign-in; undefined if there is none. */
export const findSignIn = async (
  db: Database,
  id: string,
  now: number,
): Promise<{ person: Person; stored: StoredSignIn } | undefined> => {
  db.moveToPrimary()
  const [[row]] = await db.batch([
    db
      .select({
        ...SIGN_IN_COLUMNS,
        subject: sql<string>`sign_ins.subject`.as('subject'),
        name: sql<string>`people.name`.as('name'),
      })
      .from(sql`sign_ins CROSS JOIN people ON people.id = substr(sign_ins.subject, 8)`)
      .where(sql`sign_ins.id = ${id} AND used_at > ${now - UNUSED_MS}`),
  ])
  if (row === undefined) return undefined
  const { subject, name, signInStartedAt, number, usedAt, endedAt } = row
  return {
    person: { subject, name },
    stored: { startedAt: signInStartedAt ?? 0, number: number ?? 0, usedAt: usedAt ?? 0, endedAt },
  }
}

export const endAllSignIns = async (db: Database, actor: Actor): Promise<void> => {
  await db.batch([
    db
      .update(signIns)
      .set({ endedAt: actor.now })
      .where(sql`${eq(signIns.subject, actor.subject)} AND ended_at IS NULL`),
    insertOwnAudit(db, actor, { action: 'sign-in.end-all' }),
  ])
}
