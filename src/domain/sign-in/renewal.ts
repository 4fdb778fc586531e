// The rule for refresh tokens. Rules only: no database and no clock.
//
// A sign-in has a chain of refresh tokens with the numbers 1, 2, 3 and so on. Whoever sends number n gets an
// access token and number n + 1. The database holds the highest number that was used. A response can be lost,
// so a token works until its successor has been used. A token that is older shows that somebody has a copy.

/** How long older tokens work after the newest was used: a response can overtake another. */
export const GRACE_MS = 60_000

export type RefreshToken = {
  /** The sign-in: of a phone, the phone's id. */
  id: string
  /** Epoch milliseconds. A phone that connects again has a later one. */
  startedAt: number
  number: number
}

/** What is stored. Instants are epoch milliseconds. */
export type StoredSignIn = {
  startedAt: number
  /** The highest number that was used; 0 before the first. */
  number: number
  usedAt: number
  endedAt: number | null
}

export type Renewal =
  /** Its first use: store its number. */
  | 'use'
  /** It was used, and its successor not, or only just. Store nothing. */
  | 'repeat'
  /** A copy of an old token: end the sign-in. */
  | 'end'
  | 'refuse'

/**
 * Decides what a refresh token is worth. One that is ahead of the database is believed: the database was
 * restored.
 */
export const decideRenewal = (
  { startedAt, number }: Pick<RefreshToken, 'startedAt' | 'number'>,
  stored: StoredSignIn,
  now: number,
): Renewal => {
  if (startedAt > stored.startedAt) return 'use'
  if (startedAt < stored.startedAt || stored.endedAt !== null) return 'refuse'
  if (number > stored.number) return 'use'
  if (number === stored.number) return 'repeat'
  return now - stored.usedAt <= GRACE_MS ? 'repeat' : 'end'
}
