// The rule for refresh tokens, without database or clock.
//
// A sign-in has a chain of refresh tokens, numbered from 1. Token n is exchanged for an access token and
// token n + 1; the highest used number is stored. Responses can be lost, so a token works until its successor
// is used. An older one must be a copy.

/** How long older tokens work after the newest was used, because responses can overtake each other. */
export const GRACE_MS = 60_000

export type RefreshToken = {
  /** The id of the sign-in, for phones that of the phone. */
  id: string
  /** Epoch milliseconds. Increases when a phone connects again. */
  startedAt: number
  number: number
}

/** The stored state. Instants are epoch milliseconds. */
export type StoredSignIn = {
  startedAt: number
  /** The highest number that was used; 0 before the first. */
  number: number
  usedAt: number
  endedAt: number | null
}

export type Renewal =
  /** First use: store its number. */
  | 'use'
  /** Used, but not its successor, or only just: store nothing. */
  | 'repeat'
  /** An old copy: end the sign-in. */
  | 'end'
  | 'refuse'

/** Decides on a refresh token. One ahead of the database is accepted: the database was restored. */
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
