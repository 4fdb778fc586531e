// The code that opens the setup: a secret of the deployment for `DB`, and one of its own for any other
// database.
import type { Context } from 'hono'
import { bindingOf, FIRST_DATABASE } from '../../../db/databases.ts'
import { hashOf } from '../../../domain/secrets.ts'
import { AppError } from '../../../errors.ts'
import type { AppEnv } from '../../http/context.ts'
import { readSecret } from './secret.ts'

const MIN_CHARACTERS = 16

/**
 * The hash that the database must have, if the code is its own.
 *
 * @throws AppError `invalid_grant` unless the code may be right
 */
export const checkSetupCode = async (c: Context<AppEnv>, code: string): Promise<string | undefined> => {
  if (bindingOf(c.env) !== FIRST_DATABASE) return hashOf(code)
  const expected = c.env.SETUP_CODE ?? ''
  const { sign, verify } = await readSecret(c.env)
  // Comparing MACs takes the same time for every code.
  const isRight = await verify(`setup ${code}`, await sign(`setup ${expected}`))
  if (expected.length < MIN_CHARACTERS || !isRight) throw new AppError('invalid_grant')
  return undefined
}
