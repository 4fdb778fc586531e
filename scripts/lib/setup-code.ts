// The setup of a database other than `DB`: the hash of a code of its own, which works once, at one host.
import { hashOf } from '../../src/domain/secrets.ts'
import type { Database } from './database.ts'
import { newSecret } from './local.ts'
import { sqlText } from './sql-text.ts'

/** Writes the hash of a new code in place of the one before. Returns the code. */
export const writeSetupCode = async (database: Pick<Database, 'write'>, host: string): Promise<string> => {
  const code = newSecret()
  await database.write([
    `INSERT OR REPLACE INTO setup_code (id, code_hash, host) VALUES (1, ${sqlText(await hashOf(code))}, ${sqlText(host)})`,
  ])
  return code
}
