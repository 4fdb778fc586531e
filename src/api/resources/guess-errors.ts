// The errors of operations without a token, and of those by which somebody could guess a code, a token or a
// secret.
import { RATE_LIMITS } from '../http/rate-limit.ts'

export const tooManyRequests = { rate_limited: RATE_LIMITS.requests.message } as const

export const tooManyGuesses = { rate_limited: RATE_LIMITS.guesses.message } as const

export const guessErrors = { invalid_grant: true, auth_unavailable: true, ...tooManyGuesses } as const
