// The demo data: two organizers with everything that a first look needs. docs/local.md lists the ids.
import { demoId } from '../../src/api/resources/examples.ts'
import { toInstant, toLocal, toMinute } from '../../src/domain/local-time.ts'
import type { Row } from '../lib/database.ts'
import type { LocalDatabase } from '../lib/local-database.ts'
import { generateCheckIns } from './check-ins.ts'
import { insertRows } from './load.ts'
import { generateTickets, HARD_NAMES } from './tickets.ts'

const MINUTE_MS = 60_000
const HALF_HOUR_MS = 30 * MINUTE_MS
const HOUR_MS = 2 * HALF_HOUR_MS
const WEEK_MS = 7 * 24 * HOUR_MS

export { demoId }

/** The organizer by which the demo is known. */
export const NORTHLIGHT = demoId('1')
const SOUTHBANK = demoId('101')

const TIME_ZONE = 'Europe/Berlin'
/** When a night begins. */
const EVENING = '20:00'

/** The start of the demo's main session: the first full or half hour in at least 90 minutes. */
const nextStart = (now: Date): number =>
  Math.ceil((now.getTime() + 90 * MINUTE_MS) / HALF_HOUR_MS) * HALF_HOUR_MS

/** The evening so many weeks before or after the day of an instant. */
const eveningAfter = (instant: number, weeks: number): number => {
  const day = toMinute(Date.parse(`${toLocal(instant, TIME_ZONE)}Z`) + weeks * WEEK_MS).slice(0, 10)
  return Date.parse(toInstant(`${day}T${EVENING}`, TIME_ZONE) ?? '')
}

/**
 * The sessions of the weekly series in their order. The sixth starts soon after the demo is loaded, so five
 * are past and seven are to come, whatever the weekday and the hour.
 */
const WEEKLY = ['a1', 'a2', 'a3', 'a4', 'a5', '31', '30', '33', 'a6', 'a7', 'a8', 'a9']
const NEXT = WEEKLY.indexOf('31')
const TICKETS: Record<string, number> = { 30: 60, 32: 25, 130: 12 }
/**
 * The session with which the demo shows that size does not matter. Tests for which it does not matter load
 * fewer tickets.
 */
const LARGE_SESSION = { end: '31', tickets: 20_000 }
const CAPACITY: Record<string, number> = { 30: 80, 31: 20_500 }

const ticketTypes = (event: string, first: number) =>
  ['Standing', 'Seated', 'VIP'].map((name, index) => ({
    id: demoId(String(first + index)),
    event_id: demoId(event),
    name,
  }))

/** Two drafts with as few values as a listing can have, and a published listing with every value. */
const listings = (now: number, startsAt: number): Row[] => {
  const bare = { images: '[]', tags: '[]', status: 'Draft', created_at: now, updated_at: now }
  const none = {
    description: null,
    short_description: null,
    image_url: null,
    venue_name: null,
    venue_address: null,
    venue_city: null,
    venue_latitude: null,
    venue_longitude: null,
    category: null,
    starts_at: null,
    ends_at: null,
    is_recurring: 0,
    recurrence_description: null,
    price_from: null,
    price_currency: null,
    price_description: null,
    external_url: null,
    external_source: null,
    external_source_id: null,
    platform_event_id: null,
    is_featured: 0,
    sort_order: 0,
    source_imported_at: null,
    published_at: null,
  }
  const draft = (id: string, organizer: string, title: string, slug: string): Row => ({
    id: demoId(id),
    organizer_id: organizer,
    title,
    slug,
    ...bare,
    ...none,
  })
  return [
    draft('40', NORTHLIGHT, 'Untitled night', 'untitled-night'),
    {
      ...draft('41', NORTHLIGHT, 'Northlight Nights', 'northlight-nights'),
      description: 'A weekly night of new music under the glass roof.',
      short_description: 'New music every week.',
      // Files of the service, so that they load without a network.
      image_url: '/api/docs/northlight-nights.svg',
      images: JSON.stringify(['/api/docs/glass-hall.svg']),
      venue_name: 'Glass Hall',
      venue_address: 'Hafenstraße 12',
      venue_city: 'Hamburg',
      venue_latitude: 53.5461,
      venue_longitude: 9.9658,
      category: 'Music',
      tags: JSON.stringify(['live', 'weekly', 'all ages']),
      starts_at: startsAt,
      ends_at: startsAt + 4 * HOUR_MS,
      is_recurring: 1,
      recurrence_description: 'Every week',
      price_from: 18.5,
      price_currency: 'EUR',
      price_description: 'Standing from 18.50, seated from 26',
      external_url: 'https://northlight.example/nights',
      external_source: 'northlight-cms',
      external_source_id: 'nights-2026',
      platform_event_id: demoId('10'),
      status: 'Published',
      is_featured: 1,
      sort_order: 3,
      source_imported_at: now - 3 * WEEK_MS,
      published_at: now - 2 * WEEK_MS,
      created_at: now - 3 * WEEK_MS,
      updated_at: now - WEEK_MS,
    },
    draft('140', SOUTHBANK, 'Southbank draft', 'southbank-draft'),
  ]
}

/** Loads the demo if it is not there; otherwise changes nothing. Returns whether it was loaded. */
export const loadDemo = async (
  db: LocalDatabase,
  now: Date,
  largeSession = LARGE_SESSION.tickets,
): Promise<boolean> => {
  const [known, last] = await db.batch<{ value: number }>([
    db.prepare('SELECT 1 AS value FROM organizers WHERE id = ?').bind(NORTHLIGHT),
    db.prepare('SELECT coalesce(max(number), 0) AS value FROM sessions'),
  ])
  if (known?.results.length !== 0) return false

  const firstNumber = (last?.results[0]?.value ?? 0) + 1
  const startsAt = nextStart(now)
  const types = [...ticketTypes('10', 60), ...ticketTypes('11', 63), ...ticketTypes('110', 160)]
  const places = [
    ...WEEKLY.map((end, index) => ({ end, event: '10', series: '20', venue: '50', week: index - NEXT })),
    { end: '32', event: '11', series: undefined, venue: '51', week: 1 },
    { end: '130', event: '110', series: '120', venue: '150', week: 1 },
  ]
  const sessions = places.map(({ end, event, series, venue, week }, index) => ({
    number: firstNumber + index,
    id: demoId(end),
    event_id: demoId(event),
    series_id: series === undefined ? null : demoId(series),
    venue_id: demoId(venue),
    starts_at: week === 0 ? startsAt : eveningAfter(startsAt, week),
    capacity: CAPACITY[end] ?? 400,
    doors_open_offset_minutes: 60,
  }))
  const tickets = sessions.flatMap(({ number, event_id, starts_at }, index) => {
    const end = places[index]?.end ?? ''
    const count = end === LARGE_SESSION.end ? largeSession : (TICKETS[end] ?? 0)
    const session = { number, startsAt: starts_at, now: now.getTime() }
    const typesOfEvent = types.filter((type) => type.event_id === event_id)
    return [...generateTickets(session, typesOfEvent, count, count < 100 ? HARD_NAMES : [])]
  })

  const demoSession = sessions[places.findIndex(({ end }) => end === '30')]?.number
  const valid = tickets.filter((ticket) => ticket.session_number === demoSession && ticket.status === 'Valid')

  const member = (
    organizer_id: string,
    subject: string,
    role: string,
    event_id: string | null = null,
  ): Row => ({
    organizer_id,
    subject,
    role,
    event_id,
  })
  // One batch, so the demo is loaded whole or not at all.
  await db.batch([
    ...insertRows(db, 'organizers', [
      { id: NORTHLIGHT, name: 'Northlight' },
      { id: SOUTHBANK, name: 'Southbank' },
    ]),
    ...insertRows(db, 'events', [
      { id: demoId('10'), organizer_id: NORTHLIGHT, time_zone: TIME_ZONE, name: 'Northlight Nights' },
      { id: demoId('11'), organizer_id: NORTHLIGHT, time_zone: TIME_ZONE, name: 'Midwinter Gala' },
      { id: demoId('110'), organizer_id: SOUTHBANK, time_zone: TIME_ZONE, name: 'Southbank Sessions' },
    ]),
    ...insertRows(db, 'members', [
      member(NORTHLIGHT, 'owner', 'owner'),
      member(NORTHLIGHT, 'manager', 'manager'),
      member(NORTHLIGHT, 'door', 'staff'),
      member(NORTHLIGHT, 'door-one-event', 'staff', demoId('10')),
      member(SOUTHBANK, 'outsider-owner', 'owner'),
    ]),
    ...insertRows(db, 'venues', [
      { id: demoId('50'), organizer_id: NORTHLIGHT, name: 'Glass Hall' },
      { id: demoId('51'), organizer_id: NORTHLIGHT, name: 'Old Harbour Stage' },
      { id: demoId('150'), organizer_id: SOUTHBANK, name: 'Boathouse' },
    ]),
    ...insertRows(db, 'series', [
      {
        id: demoId('20'),
        event_id: demoId('10'),
        name: 'Weekly nights',
        description: 'A new night every week. Doors open an hour before the start.',
      },
      { id: demoId('120'), event_id: demoId('110'), name: 'Weekly sessions', description: null },
    ]),
    ...insertRows(db, 'ticket_types', types),
    ...insertRows(db, 'listings', listings(now.getTime(), startsAt)),
    ...insertRows(db, 'sessions', sessions),
    ...insertRows(db, 'guest_lists', [
      {
        id: demoId('95'),
        session_number: demoSession ?? null,
        name: 'DJ Tom',
        ticket_type_id: demoId('60'),
        quota: 20,
      },
    ]),
    ...insertRows(db, 'tickets', tickets),
    ...insertRows(db, 'check_ins', generateCheckIns(demoId('30'), now.getTime(), valid)),
  ])
  return true
}
