// All error codes. Throw an `AppError`; only `api/http/on-error.ts` turns errors into responses.

/** Non-members get the same 404 as for an unknown id. */
const notFound = (thing: string, reason = `No ${thing} has this id`) =>
  ({
    status: 404,
    message: `There is no such ${thing}.`,
    meaning: `${reason}, or the caller is not a member of its organizer.`,
    remedy: 'Check the id, and the subject that the token was issued to.',
  }) as const

/**
 * The errors that clients can get. `message` is a default that a `throw` can make more precise. `meaning` and
 * `remedy` are for the page of error codes, where backticks mark code. A code never changes its meaning.
 */
export const ERRORS = {
  invalid_request: {
    status: 400,
    message: 'The request is not valid.',
    meaning:
      'A parameter or body field is missing, malformed or out of range; the body is not a JSON object, is incomplete or has an unknown field; or there is nothing to change.',
    remedy: 'Correct the request. The message names the field and what was expected.',
  },
  invalid_cursor: {
    status: 400,
    message: 'cursor: is damaged or belongs to another session, sort, search or filter.',
    meaning:
      'The `cursor` is damaged, or belongs to a different session, sort, search, filter or page number; or `since` or `after` is damaged or belongs to another session or organizer.',
    remedy:
      'Follow `links.next` and `links.prev` unchanged, or start again without `cursor`. For ticket changes, reload the full list without `since`.',
  },
  missing_token: {
    status: 401,
    message: 'Send an access token: Authorization: Bearer <token>.',
    meaning: 'The request has no bearer token.',
    remedy: 'Send `Authorization: Bearer <token>`.',
  },
  invalid_token: {
    status: 401,
    message: 'The access token is not valid.',
    meaning:
      'The access token is malformed, expired or not yet valid; its signature, issuer, audience or algorithm is wrong; or it has no `sub`.',
    remedy: 'Get a fresh token from the issuer. The message says which check failed.',
  },
  invalid_grant: {
    status: 401,
    message: 'The link, sign-in or secret is not valid.',
    meaning:
      'The code of a link is unknown, used or expired; a sign-in has ended; a passkey is unknown or its response is wrong; or a program’s secret is wrong.',
    remedy: 'Ask for a new link, or sign in again.',
  },
  forbidden: {
    status: 403,
    message: 'Your role does not allow this.',
    meaning:
      'The caller is a member of the organizer, but the role does not allow the operation or is limited to another event; or the operation is for people only, and the caller is a phone or program.',
    remedy: 'Ask an owner of the organizer to change the membership.',
  },
  role_forbids: {
    status: 403,
    message: 'The role of this phone does not allow this.',
    meaning:
      'The caller is a phone with the role `Steward` or `Kiosk`, which does not allow the operation, or an item of the batch. Nothing was recorded. What the phone holds stays valid.',
    remedy:
      'Send the items of a batch one by one, and put aside those that are refused. An owner or manager can change the role of the phone.',
  },
  organizer_not_found: {
    status: 404,
    message: 'There is no such organizer.',
    meaning: 'No organizer has this id, or the caller is not a member of it.',
    remedy: 'Check the id, and the subject that the token was issued to.',
  },
  member_not_found: notFound('member', 'The organizer has no member with this subject'),
  invitation_not_found: {
    status: 404,
    message: 'There is no such invitation.',
    meaning:
      'The invitation does not exist, has expired or was accepted by another person; or the caller is not a member of its organizer.',
    remedy: 'Ask the sender for a new link.',
  },
  guest_list_not_found: {
    status: 404,
    message: 'There is no such guest list.',
    meaning:
      'No guest list has this id, or the caller is not a member of its organizer; or its link was replaced.',
    remedy: 'Check the id, or ask the sender for the new link.',
  },
  entry_not_found: {
    status: 404,
    message: 'The list has no such entry.',
    meaning: 'The guest list has no entry with this id, or it was removed.',
    remedy: 'Read the list again.',
  },
  device_not_found: notFound('device'),
  program_not_found: notFound('program'),
  webhook_not_found: notFound('webhook'),
  passkey_not_found: {
    status: 404,
    message: 'There is no such passkey.',
    meaning: 'The caller has no passkey with this id.',
    remedy: 'List the passkeys again.',
  },
  event_not_found: notFound('event'),
  venue_not_found: notFound('venue'),
  ticket_type_not_found: notFound('ticket type'),
  area_not_found: notFound('area'),
  session_not_found: notFound('session'),
  ticket_not_found: notFound('ticket', 'The session has no ticket with this id'),
  check_in_not_found: notFound('check-in', 'The session has no check-in with this id'),
  source_not_found: notFound('source'),
  listing_not_found: notFound('listing'),
  series_not_found: notFound('series', 'The event has no series with this id'),
  record_not_found: {
    status: 404,
    message: 'The history has no such record.',
    meaning:
      'The history of the series or session has no such record with this id; or it is a change of many tickets that is older than 30 days.',
    remedy: 'List the history again and use the `id` of a record in it.',
  },
  route_not_found: {
    status: 404,
    message: 'No such route.',
    meaning: 'The path does not exist.',
    remedy: 'Compare the path with the OpenAPI document. A trailing slash makes a different path.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This path does not support this method.',
    meaning: 'The path exists but does not support the method.',
    remedy: 'Use a method from the `Allow` header.',
  },
  capacity_below_sold: {
    status: 409,
    message: 'newCapacity: a selected session has sold more tickets than this. Nothing was changed.',
    meaning:
      'At least one session has more `Valid` and `CheckedIn` tickets than its new capacity. Nothing was changed.',
    remedy: 'Choose a capacity that is at least the largest number in the message, or select other sessions.',
  },
  id_taken: {
    status: 409,
    message: 'id: is taken by something else. Nothing was created.',
    meaning:
      'The id has been used before: with different content, by another organizer, or for something that was deleted. Nothing was created.',
    remedy: 'Use a new random UUID, or omit the id. Repeating an id with the same content is not an error.',
  },
  in_use: {
    status: 409,
    message: 'In use by 2 sessions. Nothing was deleted.',
    meaning: 'Something else still refers to it, as the message says. Nothing was deleted.',
    remedy: 'Delete what refers to it first, if it is no longer needed.',
  },
  slug_taken: {
    status: 409,
    message: 'slug: another listing has this slug. Nothing was written.',
    meaning: 'Another listing of the deployment, also a draft or one of another organizer, has the slug.',
    remedy: 'Choose another slug, or create the listing without one and the service makes one of the title.',
  },
  transition_not_allowed: {
    status: 409,
    message: 'status: Draft can become Published or Archived, not Cancelled. Nothing was changed.',
    meaning:
      'A listing with its status cannot get the one asked for, or `publishedAt` was sent for one that is not published. Nothing was changed.',
    remedy: 'Read the listing again. The message names the statuses that it can get.',
  },
  list_full: {
    status: 409,
    message: 'The list has 2 of 20 places left. Nothing was changed.',
    meaning: 'The guest list has fewer places left than the entries need. Nothing was changed.',
    remedy: 'Add fewer guests, or ask the organizer for more places. The message says how many are left.',
  },
  list_closed: {
    status: 409,
    message: 'The list is closed. Nothing was changed.',
    meaning:
      'The guest list has reached its closing time, or its session was cancelled. Nothing was changed.',
    remedy: 'Ask the organizer.',
  },
  name_taken: {
    status: 409,
    message: 'name: another ticket type of the event has this name. Nothing was written.',
    meaning:
      'Another ticket type or area of the event has the name, ignoring ASCII case and spaces at the ends. Nothing was written.',
    remedy: 'Choose another name, or use the one that exists.',
  },
  number_taken: {
    status: 409,
    message: 'ticketNumber: another ticket of the session has this number. Nothing was changed.',
    meaning: 'Another ticket of the session has the number, ignoring ASCII case. Nothing was changed.',
    remedy: 'Choose another number, or omit it and the service assigns one.',
  },
  code_taken: {
    status: 409,
    message: 'code: another ticket of the session has this code. Nothing was changed.',
    meaning:
      'Another ticket of the session has the code, or the code has the form of generated ones and belongs to another organizer. Nothing was changed.',
    remedy: 'Choose another code, or omit it and the service generates one.',
  },
  capacity_exceeded: {
    status: 409,
    message: 'The session would have 301 tickets, more than its capacity. Nothing was created.',
    meaning:
      'The session would have more `Valid` and `CheckedIn` tickets than its capacity. Nothing was created.',
    remedy: 'Raise the capacity, or send `overCapacity` to allow more tickets than the capacity.',
  },
  limit_reached: {
    status: 409,
    message: 'A session can have at most 200,000 tickets. Nothing was created.',
    meaning:
      'The session would have more than 200,000 tickets, or the organizer more than 500 phones, 50 programs, 500 scheduled listings or 5 webhooks, an event more than 15 areas, or a session more than 20,000 tallies. Nothing was written.',
    remedy:
      'Delete what is no longer needed, such as expired phones. For more tickets, create another session.',
  },
  checked_in: {
    status: 409,
    message: 'status: the ticket is checked in. Undo the check-in instead.',
    meaning: 'The status of a ticket that is checked in cannot be set to `Valid`. Nothing was changed.',
    remedy: 'Undo the check-in.',
  },
  last_owner: {
    status: 409,
    message: 'The last owner of an organizer must stay. Nothing was changed.',
    meaning: 'The member is the only owner of the organizer. Nothing was changed.',
    remedy: 'Make another member an owner first.',
  },
  last_passkey: {
    status: 409,
    message: 'The last passkey must stay. Nothing was changed.',
    meaning: 'Without this passkey the caller could not sign in again. Nothing was changed.',
    remedy: 'Add another passkey first.',
  },
  preview_outdated: {
    status: 409,
    message:
      'expectedVersion: the data has changed since the preview. Nothing was changed. Make a new preview.',
    meaning:
      'The selected sessions, their starts, values or problems differ from the preview; or a ticket that the import or bulk update would change has changed; or the version belongs to a different body, series, session or caller. Nothing was changed.',
    remedy: 'Make a new preview, show it, and send its `version`.',
  },
  changes_gone: {
    status: 410,
    message: 'The change history is no longer available. Reload the full list without since.',
    meaning:
      'The change history that `since` refers to is gone, because the database was restored or rebuilt; the role of the phone has changed, which `role` then names; or the events that `after` refers to are gone, because they are older than 30 days, or the feed was off.',
    remedy:
      'Reload the full list without `since`. Keep using the old tickets until the new list is complete, and keep unsent check-ins. With another `role`, drop what it does not allow at once. For the feed, start again without `after`; resume a webhook from now.',
  },
  precondition_failed: {
    status: 412,
    message: 'If-Match: it has changed since it was read. Nothing was changed.',
    meaning:
      'The resource has changed since the response whose `ETag` was sent as `If-Match`. Nothing was changed.',
    remedy: 'Read it again, and check that the change still makes sense.',
  },
  payload_too_large: {
    status: 413,
    message: 'The body must not exceed 64 KiB.',
    meaning:
      'The body is larger than the operation allows: 64 KiB, 512 KiB for listings and the entries of guest lists, 1 MiB for new sessions and tickets, or 8 MiB for imports.',
    remedy: 'Send a smaller body.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'Send the body as Content-Type: application/json.',
    meaning: 'The `Content-Type` of the body is not `application/json`.',
    remedy: 'Send JSON with `Content-Type: application/json`.',
  },
  unknown_venue: {
    status: 422,
    message: 'newVenueId: the organizer has no such venue.',
    meaning: 'The venue in the body does not exist or belongs to another organizer. Nothing was changed.',
    remedy: 'Use the id of one of the organizer’s venues.',
  },
  listing_incomplete: {
    status: 422,
    message:
      'To be published, the listing needs startsAt or recurrenceDescription, and venueCity or venueName. Nothing was written.',
    meaning:
      'A published listing needs a `title`, a `slug`, a `startsAt` or `recurrenceDescription`, and a `venueCity` or `venueName`. Nothing was written.',
    remedy: 'Send the fields that the message names, in the same request or before.',
  },
  rate_limited: {
    status: 429,
    message: 'Rate limit exceeded: 600 requests per minute.',
    meaning:
      'The subject of the token has sent too many requests, or the client’s address too many wrong codes or requests without a token.',
    remedy:
      'Wait for the number of seconds in `Retry-After`. Follow `links.next` instead of incrementing `page`.',
  },
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side. Quote the X-Request-Id when reporting it.',
    meaning: 'Something unexpected went wrong in the service.',
    remedy: 'Report it with the `X-Request-Id` of the response, under which the cause is logged.',
  },
  auth_unavailable: {
    status: 503,
    message: 'Token verification keys are temporarily unavailable. Try again.',
    meaning:
      'The keys that verify tokens cannot be fetched from the issuer, and no usable copy is cached; or the service has no secret for its own tokens. The token itself may be valid.',
    remedy: 'Keep the token and retry after the number of seconds in `Retry-After`.',
  },
  database_unavailable: {
    status: 503,
    message: 'The database is temporarily unavailable. Try again.',
    meaning: 'The database is overloaded or unreachable. A write may or may not have happened.',
    remedy:
      'Retry after the number of seconds in `Retry-After`. Every operation is safe to repeat. To repeat one that creates something, choose its `id` yourself.',
  },
} as const

export type ErrorCode = keyof typeof ERRORS

/** The title of a problem document: `Series not found` for `series_not_found`. */
export const titleOf = (code: ErrorCode): string =>
  (code.charAt(0).toUpperCase() + code.slice(1)).replaceAll('_', ' ')

export type AppErrorDetails = {
  /** One English sentence without internal details. Defaults to the message of the code. */
  message?: string
  /** Logged, never sent. */
  cause?: unknown
  /** The `Retry-After` header, in seconds. */
  retryAfter?: number
  /** The methods that the path supports: the `Allow` header. */
  allow?: readonly string[]
  /** The `error` of RFC 6749, for the token endpoint. Follows from the code by default. */
  oauthError?: string
  /** The new role of the phone, for `changes_gone`. */
  role?: string
}

/** An error reported to the client. A string is short for `{ message }`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly retryAfter: number | undefined
  readonly allow: readonly string[] | undefined
  readonly oauthError: string | undefined
  readonly role: string | undefined

  constructor(code: ErrorCode, given: string | AppErrorDetails = {}) {
    const details = typeof given === 'string' ? { message: given } : given
    super(details.message ?? ERRORS[code].message, { cause: details.cause })
    this.code = code
    this.retryAfter = details.retryAfter
    this.allow = details.allow
    this.oauthError = details.oauthError
    this.role = details.role
  }
}
