// Challenges that a passkey answers. They are signed instead of stored, so that asking for one costs nothing;
// one that was answered is stored until it expires.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { usedChallenges } from '../../db/schema/sign-in.ts'

/** How long somebody may look for a key. */
const LIFETIME_MS = 5 * 60_000
/** Each answer deletes up to this many that have expired. */
const DELETED = 20

/**
 * What a challenge is for: a person's first passkey, a further one, or an answer of one. It is worth nothing
 * for the others.
 */
export type Purpose = 'first' | 'more' | 'sign-in'

export type Challenge = {
  id: string
  /** Who will have the passkey that is being created; empty if somebody signs in. */
  personId: string
  expiresAt: number
}

const FORM = /^([0-9a-f-]{36})\.([0-9a-f-]{36})?\.(\d{13})\.([\w-]{43})$/

type Signer = {
  sign: (text: string) => Promise<string>
  verify: (text: string, code: string) => Promise<boolean>
}

const textOf = ({ id, personId, expiresAt }: Challenge): string => `${id}.${personId}.${expiresAt}`

export const makeChallenge = async (
  { sign }: Signer,
  purpose: Purpose,
  personId: string,
  now: number,
): Promise<string> => {
  const text = textOf({ id: crypto.randomUUID(), personId, expiresAt: now + LIFETIME_MS })
  return `${text}.${await sign(`challenge ${purpose} ${text}`)}`
}

/** Undefined for a text that the service has not made for this purpose, or that has expired. */
export const readChallenge = async (
  { verify }: Signer,
  purpose: Purpose,
  text: string,
  now: number,
): Promise<Challenge | undefined> => {
  const [, id = '', personId = '', expiresAt, code = ''] = FORM.exec(text) ?? []
  const challenge = { id, personId, expiresAt: Number(expiresAt) }
  const isOurs = id !== '' && (await verify(`challenge ${purpose} ${textOf(challenge)}`, code))
  return isOurs && challenge.expiresAt > now ? challenge : undefined
}

/** True while nobody has answered the challenge. */
export const isUnused = ({ id }: Challenge) =>
  sql`NOT EXISTS (SELECT 1 FROM used_challenges WHERE used_challenges.id = ${id})`

/** Statements that mark the challenge as used if the condition holds, and forget old ones. */
export const useChallenge = (
  db: Database,
  { id, expiresAt }: Challenge,
  condition: ReturnType<typeof sql>,
  now: Date,
) =>
  [
    db
      .delete(usedChallenges)
      .where(
        sql`id IN (SELECT id FROM used_challenges WHERE expires_at < ${now.getTime()} LIMIT ${sql.raw(String(DELETED))})`,
      ),
    db
      .insert(usedChallenges)
      .select(sql`SELECT ${id}, ${expiresAt} WHERE ${condition}`)
      .onConflictDoNothing(),
  ] as const
