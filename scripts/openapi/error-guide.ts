// What each error code means and what a client can do about it: the prose of the page of error codes.
import type { ErrorCode } from '../../src/errors.ts'

/** Plain text, in which `…` marks code. */
export const ERROR_GUIDE: Record<ErrorCode, { meaning: string; remedy: string }> = {
  invalid_request: {
    meaning:
      'A parameter or body field is missing, malformed or out of range; the body is not a JSON object, did not arrive whole or has an unknown field; or there is nothing to change.',
    remedy: 'Correct the request. The message names the field and what was expected.',
  },
  invalid_cursor: {
    meaning:
      'The `cursor` is damaged, or belongs to another session, sort, search, filter or page number than the rest of the query. Or `since` is damaged or belongs to another session.',
    remedy:
      'Follow `links.next` and `links.prev` unchanged, or start again without `cursor`. For ticket changes, load the whole list again, without `since`.',
  },
  missing_token: {
    meaning: 'The request has no bearer token.',
    remedy: 'Send `Authorization: Bearer <token>`.',
  },
  invalid_token: {
    meaning:
      'The access token is malformed, expired or not yet valid; its signature, issuer, audience or algorithm is wrong; or it has no `sub`.',
    remedy: 'Get a fresh token from the issuer. The message says which check failed.',
  },
  forbidden: {
    meaning:
      'The caller is a member of the organizer, but the role does not allow the operation or is limited to another event.',
    remedy: 'Ask an owner of the organizer to change the membership.',
  },
  session_not_found: {
    meaning: 'No session has this id, or the caller is not a member of its organizer.',
    remedy: 'Check the id, and the subject that the token was issued to.',
  },
  listing_not_found: {
    meaning: 'No listing has this id, or the caller is not a member of its organizer.',
    remedy: 'Check the id, and the subject that the token was issued to.',
  },
  series_not_found: {
    meaning:
      'The event in the path has no series with this id, or the caller is not a member of its organizer.',
    remedy: 'Check both ids, and the subject that the token was issued to.',
  },
  route_not_found: {
    meaning: 'The path does not exist.',
    remedy: 'Compare the path with the OpenAPI document. A trailing slash makes a different path.',
  },
  method_not_allowed: {
    meaning: 'The path exists but does not support the method.',
    remedy: 'Use a method from the `Allow` header.',
  },
  capacity_below_sold: {
    meaning:
      'At least one session has more `Valid` and `CheckedIn` tickets than its new capacity. No session was changed.',
    remedy: 'Choose a capacity that is at least the largest number in the message, or select other sessions.',
  },
  preview_outdated: {
    meaning:
      'The selected sessions, their starts or values, or which of them have a problem are no longer what the preview showed; or the version belongs to another body, series or person. Nothing was changed.',
    remedy: 'Make a new preview, show it, and send its `version`.',
  },
  changes_gone: {
    meaning:
      'The service cannot say what has changed since the response that `since` comes from: its database has been restored or rebuilt in between.',
    remedy:
      'Load the whole list again, without `since`. Keep using the tickets that you hold until the new list is complete, and keep check-ins that are not sent yet.',
  },
  precondition_failed: {
    meaning:
      'The series has changed since the response whose `ETag` was sent as `If-Match`. Nothing was changed.',
    remedy: 'Read the series again, and decide whether the change still makes sense.',
  },
  payload_too_large: {
    meaning: 'The body is larger than 64 KiB.',
    remedy: 'Send a smaller body.',
  },
  unsupported_media_type: {
    meaning: 'The `Content-Type` of the body is not `application/json`.',
    remedy: 'Send JSON with `Content-Type: application/json`.',
  },
  venue_not_found: {
    meaning: 'The venue does not exist or belongs to another organizer. No session was changed.',
    remedy: 'Use the id of one of the organizer’s venues.',
  },
  rate_limited: {
    meaning: 'The token’s subject has sent too many requests.',
    remedy:
      'Wait for the number of seconds in `Retry-After`. Follow `links.next` rather than counting up `page`.',
  },
  internal_error: {
    meaning: 'Something unexpected went wrong in the service.',
    remedy: 'Report it with the `X-Request-Id` of the response; the log has the cause under this id.',
  },
  auth_unavailable: {
    meaning:
      'The keys that verify tokens cannot be fetched from the issuer, and no usable copy is cached. The token itself may be valid.',
    remedy: 'Keep the token and retry after the number of seconds in `Retry-After`.',
  },
  database_unavailable: {
    meaning: 'The database is overloaded or unreachable. A write may or may not have happened.',
    remedy:
      'Retry after the number of seconds in `Retry-After`. Every operation can be repeated without harm.',
  },
}
