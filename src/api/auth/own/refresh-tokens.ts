// Refresh tokens: a sign-in, its start and a number, with a code that only the service can make.
import type { RefreshToken } from '../../../domain/sign-in/renewal.ts'
import type { Secret } from './secret.ts'

/** No number has zeros before it, so a token is one text. */
const FORM =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})\.([\w-]{43})$/

/** Who has it: a phone or a person. One is worth nothing as the other. */
export type Holder = 'device' | 'person'

const textOf = ({ id, startedAt, number }: RefreshToken): string => `${id}.${startedAt}.${number}`

/** The same token is the same text: a repeated answer has the same successor. */
export const writeRefreshToken = async (
  { sign }: Secret,
  holder: Holder,
  token: RefreshToken,
): Promise<string> => `${textOf(token)}.${await sign(`refresh ${holder} ${textOf(token)}`)}`

/** Undefined for a text that the service has not made. */
export const readRefreshToken = async (
  { verify }: Secret,
  holder: Holder,
  text: string,
): Promise<RefreshToken | undefined> => {
  const [, id = '', startedAt, number, code = ''] = FORM.exec(text) ?? []
  const token = { id, startedAt: Number(startedAt), number: Number(number) }
  return id !== '' && (await verify(`refresh ${holder} ${textOf(token)}`, code)) ? token : undefined
}
