// The stored key that signs the service's own tokens.
import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { signingKeys } from '../../db/schema/sign-in.ts'

export type SealedKey = { id: string; sealed: string }

/**
 * The key of a secret. If there is none, stores `make()`; of two that are made at once, the first one stays.
 */
export const findOrStoreKey = async (
  db: Database,
  secretId: string,
  make: () => Promise<SealedKey>,
): Promise<SealedKey> => {
  const select = () =>
    db
      .select({ id: signingKeys.id, sealed: signingKeys.sealed })
      .from(signingKeys)
      .where(eq(signingKeys.secretId, secretId))
  const [[known]] = await db.batch([select()])
  if (known !== undefined) return known
  const key = await make()
  const [, [stored]] = await db.batch([
    db
      .insert(signingKeys)
      .values({ ...key, secretId })
      .onConflictDoNothing(),
    select(),
  ])
  return stored ?? key
}
