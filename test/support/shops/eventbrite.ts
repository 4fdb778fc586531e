// A simulated Eventbrite: the attendees of an event by its API, version 3, as documented in October 2025.
import { type Answer, startServer } from './server.ts'

export type Attendee = {
  id: string
  event_id: string
  order_id: string
  created: string
  changed: string
  status: string
  cancelled: boolean
  refunded: boolean
  checked_in: boolean
  quantity: 1
  ticket_class_name: string
  profile: { name: string; first_name: string; last_name: string; email: string; company?: string }
  barcodes: { barcode: string; status: string; created: string; changed: string }[]
}

const PAGE_SIZE = 50

const fault = (status: number, error: string, description: string): Answer => ({
  status,
  body: { status_code: status, error, error_description: description },
})

export const startEventbrite = async ({ event = '151214834641', token = 'eventbrite-token-1' } = {}) => {
  const attendees: Attendee[] = []
  const state = {
    token,
    /** The shop's clock, which need not be ours. */
    now: () => Date.now(),
    answersAs: event,
    /** Tokens of pages from before are refused from now on. */
    generation: 0,
    /** Whether pages have numbers in place of tokens. */
    hasNumbers: false,
  }
  /** Its times have whole seconds. */
  const iso = () => `${new Date(state.now()).toISOString().slice(0, 19)}Z`

  const answer = (url: URL, headers: Record<string, unknown>): Answer => {
    if (headers.authorization === undefined) return fault(401, 'NO_AUTH', 'Authentication not provided.')
    if (headers.authorization !== `Bearer ${state.token}`) {
      return fault(
        401,
        'INVALID_AUTH',
        `The OAuth token you provided (${headers.authorization}) was invalid.`,
      )
    }
    if (url.pathname !== `/v3/events/${event}/attendees/`) {
      return fault(404, 'NOT_FOUND', 'The event you requested does not exist.')
    }
    const query = url.searchParams
    const since = query.get('changed_since')
    if (since !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(since)) {
      return fault(400, 'ARGUMENTS_ERROR', 'There are errors with your arguments: changed_since - INVALID')
    }
    const continuation = query.get('continuation')
    const [generation, after] =
      continuation === null ? [state.generation, ''] : JSON.parse(atob(continuation))
    if (generation !== state.generation) {
      return fault(400, 'BAD_CONTINUATION_TOKENS', 'Invalid or expired continuation tokens passed.')
    }
    const page = Number(query.get('page') ?? 1)
    const all = attendees
      .filter(({ changed }) => since === null || changed >= since)
      .filter(({ id }) => id > after)
      .sort((one, other) => one.id.localeCompare(other.id))
      .slice((page - 1) * PAGE_SIZE)
    const shown = all.slice(0, PAGE_SIZE)
    const hasMore = all.length > PAGE_SIZE
    const withOrder = query.get('expand')?.split(',').includes('order')
    return {
      body: {
        pagination: {
          ...{ object_count: all.length, page_number: page, page_size: PAGE_SIZE },
          page_count: Math.ceil(all.length / PAGE_SIZE),
          has_more_items: hasMore,
          ...(hasMore &&
            !state.hasNumbers && {
              continuation: btoa(JSON.stringify([state.generation, shown.at(-1)?.id])),
            }),
        },
        attendees: shown.map((attendee) => ({
          ...attendee,
          event_id: state.answersAs,
          ...(withOrder && {
            order: {
              ...{ id: attendee.order_id, email: `buyer-${attendee.order_id}@example.org` },
              ...{ name: 'Bea Buyer', first_name: 'Bea', last_name: 'Buyer' },
            },
          }),
        })),
      },
    }
  }

  const server = await startServer(
    answer,
    fault(429, 'HIT_RATE_LIMIT', 'This token has made too many calls.').body,
  )

  /** Sells tickets in one order. */
  const sell = (names: string[], more: Partial<Attendee> = {}): Attendee[] => {
    const order = String(1_689_365_701 + attendees.length)
    const sold = names.map((name, index): Attendee => {
      const [first = '', ...rest] = name.split(' ')
      const number = attendees.length + index
      return {
        id: String(2_360_209_833 + number),
        ...{ event_id: event, order_id: order, created: iso(), changed: iso() },
        ...{ status: 'Attending', cancelled: false, refunded: false, checked_in: false, quantity: 1 },
        ticket_class_name: 'General Admission',
        profile: { name, first_name: first, last_name: rest.join(' '), email: `guest${number}@example.org` },
        barcodes: [
          {
            ...{ barcode: `${order}${2_360_209_833 + number}001`, status: 'unused' },
            ...{ created: iso(), changed: iso() },
          },
        ],
        ...more,
      }
    })
    attendees.push(...sold)
    return sold
  }

  const change = (attendee: Attendee, values: Partial<Attendee>): Attendee =>
    Object.assign(attendee, values, { changed: iso() })

  return Object.assign(server, { attendees, state, sell, change, token })
}
