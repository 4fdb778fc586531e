// pretix: the orders of an event, by https://docs.pretix.eu/dev/api/resources/orders.html as of version 2025.10.
import { PRETIX } from '../import/file/formats/pretix.ts'
import { type Reader, type ReadSource, SourceError, type SourceResponse } from './reader.ts'
import {
  bodyOf,
  type Item,
  type Json,
  LostPage,
  listOf,
  notUnderstood,
  objectOf,
  readPages,
  type ShopTicket,
  textOf,
} from './shop.ts'

const HOME = 'https://pretix.eu'

/** The export's words for the states of an order. Versions before 2.4 have refunded ones. */
const STATES: Record<string, string> = {
  n: 'pending',
  p: 'paid',
  e: 'expired',
  c: 'canceled',
  r: 'refunded',
}
/** Of a refund whose money is on its way, or there. */
const REFUNDED = ['transit', 'done']

/** Fields that stay in the shop. */
const LEFT_OUT = [
  ...['invoice_address', 'fees', 'payments', 'downloads'],
  ...['positions.answers', 'positions.checkins', 'positions.print_logs', 'positions.downloads'],
]

/** In English, as in the export, or else in the first language with a name. */
const nameOf = (names: unknown): string =>
  textOf(names) ||
  textOf(objectOf(names).en) ||
  (Object.values(objectOf(names)).map(textOf).find(Boolean) ?? '')

const stateOf = (order: Json): string => {
  const status = textOf(order.status)
  // The shop lets these in as if they were paid.
  if (status === 'n' && order.valid_if_pending === true && order.require_approval !== true) return 'paid'
  const isRefunded =
    status === 'c' && listOf(order.refunds).some(({ state }) => REFUNDED.includes(textOf(state)))
  return isRefunded ? 'refunded' : (STATES[status] ?? status)
}

/** Products by id. */
type Products = ReadonlyMap<string, Json>

/** Whether it lets a person in. A T-shirt is no ticket. */
const admits = ({ item, addon_to }: Json, products: Products): boolean => {
  const product = products.get(textOf(item))
  return product === undefined ? textOf(addon_to) === '' : product.admission !== false
}

const ticketsOf = (order: Json, products: Products, subevent: string): ShopTicket[] => {
  const positions = listOf(order.positions)
  return positions
    .filter((position) => admits(position, products))
    .map((position) => {
      const product = products.get(textOf(position.item)) ?? {}
      const variation = listOf(product.variations).find(({ id }) => textOf(id) === textOf(position.variation))
      // Somebody who buys an add-on is named once.
      const addonTo = textOf(position.addon_to)
      const guest = positions.find(({ id }) => addonTo !== '' && textOf(id) === addonTo)
      return {
        values: {
          'Order code': textOf(order.code),
          'Position ID': textOf(position.positionid),
          Status: position.canceled === true ? 'canceled' : stateOf(order),
          Blocked: position.blocked == null ? 'No' : 'Yes',
          Product: nameOf(product.name),
          Variation: nameOf(variation?.value),
          'Seat name': textOf(objectOf(position.seat).name),
          Email: textOf(order.email),
          'Attendee name': textOf(position.attendee_name) || textOf(guest?.attendee_name),
          'Attendee email': textOf(position.attendee_email) || textOf(guest?.attendee_email),
          Company: textOf(position.company),
          'Ticket secret': textOf(position.secret),
        },
        isElsewhere: subevent !== '' && textOf(position.subevent) !== subevent,
      }
    })
}

const MAX_PRODUCT_PAGES = 10

/** The address of the installation. People also give that of the event's shop, or of its settings. */
const baseOf = ({ url }: ReadSource, organizer: string, event: string): string => {
  const { origin, pathname } = new URL(url ?? HOME)
  const path = pathname.replace(/\/(api\/v1|control)(\/.*)?$/, '').replace(/\/+$/, '')
  const end = [`/${organizer}/${event}`, `/${organizer}`].find((shop) => path.endsWith(shop)) ?? ''
  return origin + path.slice(0, path.length - end.length)
}

/** Reads the orders that have changed since the last reading, all of them at first. */
export const readPretix: Reader = async (deps, source) => {
  const organizer = textOf(source.settings.organizer)
  const event = textOf(source.settings.event)
  const subevent = textOf(source.settings.subevent)
  const path = `/organizers/${encodeURIComponent(organizer)}/events/${encodeURIComponent(event)}/`
  const base = `${baseOf(source, organizer, event)}/api/v1${path}`
  const headers = { Accept: 'application/json', Authorization: `Token ${source.secret ?? ''}` }
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const otherShop = () => new SourceError('pretix answered for another organizer or event. Nothing was read.')

  /** `query` begins with a question mark. */
  const ask = (resource: string, query: string) => deps.fetch(`${base}${resource}/${query}`, headers)

  const listIn = (resource: string, response: SourceResponse) => {
    const { next, results } = bodyOf('pretix', response, deps.now())
    if (!Array.isArray(results)) throw new SourceError(notUnderstood('pretix'))
    const end = `${path}${resource}/`
    const link = textOf(next)
    const following = link === '' ? null : URL.parse(link, `${base}${resource}/`)
    if (link !== '' && following === null) throw new SourceError(notUnderstood('pretix'))
    if (following !== null && !isSame(following.pathname.slice(-end.length), end)) throw otherShop()
    // Of its address only this is used, because the token must not go elsewhere.
    return { results: listOf(results), next: following?.search ?? null }
  }

  /** None where the token may not read them: then every position but an add-on lets a person in. */
  const readProducts = async (): Promise<Products> => {
    const products = new Map<string, Json>()
    let query: string | null = ''
    for (let page = 0; page < MAX_PRODUCT_PAGES && query !== null; page += 1) {
      const response: SourceResponse = await ask('items', query)
      if (response.status === 403 || response.status === 404) break
      const list: ReturnType<typeof listIn> = listIn('items', response)
      for (const product of list.results) products.set(textOf(product.id), product)
      query = list.next
    }
    return products
  }

  let products: Products | undefined
  return readPages(deps, source, {
    format: PRETIX,
    readPage: async (since, page) => {
      const query = new URLSearchParams({
        // Orders of the test mode are no orders, and vanish unseen.
        ...{ testmode: 'false', include_canceled_positions: 'true', ordering: 'datetime' },
        ...(since !== null && { modified_since: since }),
        // Later it would hide a position that was moved to another date.
        ...(since === null && subevent !== '' && { subevent }),
      })
      for (const field of LEFT_OUT) query.append('exclude', field)
      const response = await ask('orders', page ?? `?${query}`)
      // The list has fewer pages by now.
      if (response.status === 404 && page !== undefined) throw new LostPage()
      const { results, next } = listIn('orders', response)
      const orders = results.filter(({ testmode }) => testmode !== true)
      if (orders.some((order) => textOf(order.event) !== '' && !isSame(textOf(order.event), event)))
        throw otherShop()
      const generated = response.headers.get('X-Page-Generated')
      return {
        items: orders.map(
          (order): Item => ({
            id: textOf(order.code),
            changed: textOf(order.last_modified),
            content: order,
          }),
        ),
        next,
        ...(generated !== null && !Number.isNaN(Date.parse(generated)) && { generated }),
      }
    },
    orderOf: ({ code, positions }) => ({
      reference: textOf(code),
      numbers: listOf(positions).map(({ positionid }) => `${textOf(code)}-${textOf(positionid)}`),
    }),
    toTickets: async (order) => {
      products ??= await readProducts()
      return ticketsOf(order, products, subevent)
    },
  })
}
