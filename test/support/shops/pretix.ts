// A simulated pretix: lists of orders and products of one event, as documented for version 2025.10.
import { type Answer, startServer } from './server.ts'

export type Position = {
  id: number
  positionid: number
  canceled: boolean
  item: number
  variation: number | null
  attendee_name: string | null
  attendee_email: string | null
  company: string | null
  secret: string
  addon_to: number | null
  subevent: number | null
  blocked: string[] | null
  seat: { name: string } | null
}

export type Order = {
  code: string
  event: string
  status: 'n' | 'p' | 'e' | 'c'
  testmode: boolean
  email: string
  valid_if_pending: boolean
  require_approval: boolean
  last_modified: string
  datetime: string
  refunds: { state: string }[]
  positions: Position[]
}

/** Two tickets, one with variations, and two add-ons: one that admits and one that does not. */
const PRODUCTS = [
  { id: 1, name: { de: 'Abendkasse', en: 'Standard' }, admission: true, variations: [] },
  {
    ...{ id: 2, name: { de: 'Ermäßigt' }, admission: true },
    variations: [{ id: 21, value: { de: 'Studierende', en: 'Student' } }],
  },
  { id: 3, name: { en: 'T-shirt' }, admission: false, variations: [] },
  { id: 4, name: { en: 'Workshop' }, admission: true, variations: [] },
]

export const startPretix = async ({ organizer = 'club', event = 'night', token = 'pretix-token-1' } = {}) => {
  const orders: Order[] = []
  let nextId = 1_000
  const state = {
    token,
    products: PRODUCTS as unknown[],
    /** The shop's clock, which need not be ours. */
    now: () => Date.now(),
    /** Whose orders it answers with. */
    answersAs: { organizer, event },
    pageSize: 50,
    /** Whether links are relative, as behind some proxies. */
    hasRelativeLinks: false,
  }
  const iso = () => new Date(state.now()).toISOString()

  const shown = (order: Order, withCanceled: boolean) => ({
    ...order,
    event: state.answersAs.event,
    positions: order.positions.filter(({ canceled }) => withCanceled || !canceled),
  })

  const page = (url: URL, all: unknown[]): Answer => {
    const number = Number(url.searchParams.get('page') ?? 1)
    const { pageSize, hasRelativeLinks } = state
    const start = (number - 1) * pageSize
    if (number > 1 && start >= all.length) return { status: 404, body: { detail: 'Invalid page.' } }
    const following = new URL(url)
    following.searchParams.set('page', String(number + 1))
    following.pathname = following.pathname.replace(`/${organizer}/`, `/${state.answersAs.organizer}/`)
    const link = hasRelativeLinks ? following.pathname + following.search : following.href
    return {
      headers: { 'X-Page-Generated': iso() },
      body: {
        count: all.length,
        next: start + pageSize < all.length ? link : null,
        previous: null,
        results: all.slice(start, start + pageSize),
      },
    }
  }

  const answer = (url: URL, headers: Record<string, unknown>): Answer => {
    if (headers.authorization !== `Token ${state.token}`) {
      return { status: 401, headers: { 'WWW-Authenticate': 'Token' }, body: { detail: 'Invalid token.' } }
    }
    const base = `/api/v1/organizers/${organizer}/events/${event}/`
    if (!url.pathname.startsWith(base)) {
      return { status: 403, body: { detail: 'You do not have permission to perform this action.' } }
    }
    const query = url.searchParams
    const resource = url.pathname.slice(base.length)
    if (resource === 'items/') return page(url, state.products)
    if (resource !== 'orders/') return { status: 404, body: { detail: 'Not found.' } }
    const since = Date.parse(query.get('modified_since') ?? '1970-01-01T00:00:00Z')
    if (Number.isNaN(since)) return { status: 400, body: { modified_since: ['Enter a valid date/time.'] } }
    const subevent = query.get('subevent')
    const withCanceled = query.get('include_canceled_positions') === 'true'
    return page(
      url,
      orders
        .filter(({ testmode }) => !query.has('testmode') || String(testmode) === query.get('testmode'))
        .filter(({ last_modified }) => Date.parse(last_modified) >= since)
        .filter(
          (order) => subevent === null || order.positions.some((one) => String(one.subevent) === subevent),
        )
        .sort((one, other) => one.datetime.localeCompare(other.datetime))
        .map((order) => shown(order, withCanceled)),
    )
  }

  const server = await startServer(answer, { detail: 'Request was throttled.' })

  const touch = (order: Order): Order => Object.assign(order, { last_modified: iso() })

  /** Sells tickets in one order. */
  const sell = (
    names: (string | null)[],
    more: Partial<Order> = {},
    place: Partial<Position> = {},
  ): Order => {
    const number = orders.length
    const order: Order = {
      code: `P${number.toString(36).toUpperCase().padStart(4, '0')}`,
      event,
      status: 'p',
      testmode: false,
      email: `buyer${number}@example.org`,
      ...{ valid_if_pending: false, require_approval: false },
      ...{ last_modified: iso(), datetime: iso() },
      refunds: [],
      positions: [],
      ...more,
    }
    for (const name of names) addPosition(order, { attendee_name: name, ...place })
    orders.push(order)
    return order
  }

  const addPosition = (order: Order, more: Partial<Position> = {}): Position => {
    nextId += 1
    const position: Position = {
      id: nextId,
      positionid: order.positions.length + 1,
      ...{ canceled: false, item: 1, variation: null, attendee_name: null, attendee_email: null },
      ...{ company: null, addon_to: null, subevent: null, blocked: null, seat: null },
      secret: `secret${nextId}x${order.code.toLowerCase()}`,
      ...more,
    }
    order.positions.push(position)
    touch(order)
    return position
  }

  /** Changes an order, or a position of it, as the shop does. */
  const change = (order: Order, values: Partial<Order>): Order => touch(Object.assign(order, values))
  const changePosition = (order: Order, index: number, values: Partial<Position>): Position => {
    touch(order)
    return Object.assign(order.positions[index] as Position, values)
  }

  return Object.assign(server, { orders, state, sell, addPosition, change, changePosition, token })
}
