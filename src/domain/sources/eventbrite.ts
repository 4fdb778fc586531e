// Eventbrite: the attendees of an event, by https://www.eventbrite.com/platform/api#/reference/attendee, version 3 as
// of October 2025.
import { EVENTBRITE, saidOf } from '../import/file/formats/eventbrite.ts'
import { type Reader, type ReadSource, SourceError } from './reader.ts'
import {
  bodyOf,
  type Item,
  type Json,
  jsonOf,
  LostPage,
  listOf,
  notUnderstood,
  objectOf,
  readPages,
  type ShopTicket,
  textOf,
} from './shop.ts'

const HOME = 'https://www.eventbriteapi.com/v3'

/** The report's words for the states of an attendee. */
const stateOf = ({ status, refunded, cancelled }: Json): string => {
  if (refunded === true) return 'Refunded'
  if (cancelled === true) return 'Canceled'
  // A guest who was checked in there is expected here.
  return textOf(status) === 'Checked In' ? 'Attending' : textOf(status)
}

/** The barcode in use. One of a refunded ticket is replaced by another. */
const codeOf = (barcodes: Json[]): string => {
  const given = barcodes.filter(({ barcode }) => textOf(barcode) !== '')
  return textOf((given.find(({ status }) => status !== 'refunded') ?? given[0])?.barcode)
}

/** The first and the last name, or else the name as the last one. */
const namesOf = (person: Json): [string, string] => {
  const names: [string, string] = [saidOf(textOf(person.first_name)), saidOf(textOf(person.last_name))]
  return names.join('') === '' ? ['', saidOf(textOf(person.name))] : names
}

const ticketOf = (attendee: Json): ShopTicket => {
  const [profile, order] = [objectOf(attendee.profile), objectOf(attendee.order)]
  const own = namesOf(profile)
  const [first, last] = own.join('') === '' ? namesOf(order) : own
  return {
    values: {
      'Attendee #': textOf(attendee.id),
      'Order #': textOf(attendee.order_id),
      'Attendee Status': stateOf(attendee),
      'Ticket Type': textOf(attendee.ticket_class_name),
      'Buyer Email': textOf(order.email),
      'First Name': first,
      'Last Name': last,
      Email: textOf(profile.email),
      Company: textOf(profile.company),
      'Barcode #': codeOf(listOf(attendee.barcodes)),
    },
  }
}

/** Of a list whose pages have numbers, and no tokens. */
const PAGE = 'page '

const nextPage = (next: string): [string, string] =>
  next.startsWith(PAGE) ? ['page', next.slice(PAGE.length)] : ['continuation', next]

const baseOf = ({ url }: ReadSource): string => {
  const { origin, pathname } = new URL(url ?? HOME)
  return origin + (pathname.replace(/\/+$/, '') || '/v3')
}

/** Reads the attendees who have changed since the last reading, all of them at first. */
export const readEventbrite: Reader = (deps, source) => {
  const event = textOf(source.settings.event)
  const base = `${baseOf(source)}/events/${encodeURIComponent(event)}/attendees/`
  const headers = { Accept: 'application/json', Authorization: `Bearer ${source.secret ?? ''}` }
  return readPages(deps, source, {
    format: EVENTBRITE,
    readPage: async (since, next) => {
      const query = new URLSearchParams({
        expand: 'order',
        // It has seconds, and includes what changed in its own.
        ...(since !== null && { changed_since: since.replace(/\.\d+Z$/, 'Z') }),
      })
      if (next !== undefined) query.append(...nextPage(next))
      const response = await deps.fetch(`${base}?${query}`, headers)
      if (response.status === 400 && next !== undefined) {
        if (textOf(jsonOf(response.bytes)?.error).startsWith('BAD_CONTINUATION')) throw new LostPage()
      }
      const { attendees, pagination } = bodyOf('Eventbrite', response, deps.now())
      if (!Array.isArray(attendees)) throw new SourceError(notUnderstood('Eventbrite'))
      const isOther = ({ event_id }: Json) => textOf(event_id) !== '' && textOf(event_id) !== event
      if (listOf(attendees).some(isOther)) {
        throw new SourceError('Eventbrite answered for another event. Nothing was read.')
      }
      const { has_more_items, continuation, page_number } = objectOf(pagination)
      return {
        items: listOf(attendees).map(
          (content): Item => ({ id: textOf(content.id), changed: textOf(content.changed), content }),
        ),
        next: has_more_items === true ? textOf(continuation) || `${PAGE}${Number(page_number) + 1}` : null,
      }
    },
    toTickets: async (attendee) => [ticketOf(attendee)],
  })
}
