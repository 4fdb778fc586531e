import { AppError } from '../../errors.ts'

/** Only a new deployment can fix the settings; this keeps clients from retrying all the time. */
const RETRY_AFTER_SECONDS = 60

/** The error for a setting of the deployment without which no token can be verified or issued. */
export const misconfigured = (cause: string) =>
  new AppError('auth_unavailable', {
    message: 'Token verification is not configured correctly on the server.',
    cause: new Error(cause),
    retryAfter: RETRY_AFTER_SECONDS,
  })
