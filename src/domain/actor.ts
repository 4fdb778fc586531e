/** Who makes a change, when, and in which request. */
export type Actor = {
  subject: string
  /** `X-Request-Id`. The client may choose it, so it can occur twice. */
  requestId: string
  /** A UUID of this call alone, by which a repeated statement recognizes that it has run. */
  callId: string
  now: Date
}
