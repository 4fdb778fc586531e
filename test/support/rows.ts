// Test data. Plain SQL, as other services of the platform write it; each test inserts its own rows.
import { env } from 'cloudflare:workers'
import { TICKET_KEY_BITS } from '../../src/db/schema/tickets.ts'
import type { TicketStatus } from '../../src/domain/tickets/ticket.ts'

type Value = string | number | null
export const insert = async (table: string, ...rows: Record<string, Value>[]): Promise<void> => {
  await env.DB.batch(
    rows.map((row) =>
      env.DB.prepare(
        `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join(', ')})`,
      ).bind(...Object.values(row)),
    ),
  )
}

export const query = async <Row = Record<string, Value>>(sql: string, ...values: Value[]): Promise<Row[]> =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results

export type TicketInput = Partial<{
  id: string
  ticket_number: string
  status: TicketStatus
  ticket_type_id: string
  seat_label: string | null
  current_holder_id: string | null
  holder_email: string | null
  attendee_name: string | null
  attendee_email: string | null
  attendee_company: string | null
  checked_in_at: number | null
  transfer_count: number
}>

/** An organizer with its events, ticket types, sessions and members. */
export type World = Awaited<ReturnType<typeof makeWorld>>

export const makeWorld = async () => {
  const id = () => crypto.randomUUID() as string
  const world = {
    organizer: id(),
    event: id(),
    otherEvent: id(),
    session: id(),
    otherEventSession: id(),
    types: { Standing: id(), seated: id(), VIP: id() },
    owner: `owner-${id()}`,
    manager: `manager-${id()}`,
    staff: `staff-${id()}`,
    eventStaff: `event-staff-${id()}`,
    stranger: `stranger-${id()}`,
  }
  const { organizer, event, otherEvent } = world
  const member = (subject: string, role: string, event_id: string | null = null) => ({
    organizer_id: organizer,
    subject,
    role,
    event_id,
  })
  await insert('organizers', { id: organizer, name: 'Organizer' })
  await insert(
    'events',
    { id: event, organizer_id: organizer, name: 'Event' },
    { id: otherEvent, organizer_id: organizer, name: 'Other event' },
  )
  await insert(
    'members',
    member(world.owner, 'owner'),
    member(world.manager, 'manager'),
    member(world.staff, 'staff'),
    member(world.eventStaff, 'staff', event),
  )
  await insert(
    'ticket_types',
    ...Object.entries(world.types).map(([name, type]) => ({ id: type, event_id: event, name })),
  )
  await insert('sessions', sessionRow(world.session, event), sessionRow(world.otherEventSession, otherEvent))
  return world
}

export const sessionRow = (id: string, event: string): Record<string, Value> => ({
  id,
  event_id: event,
  starts_at: Date.UTC(2026, 5, 12, 18, 30),
  capacity: 100,
})

/** Adds a session to the world's event; returns its id. */
export const addSession = async (world: World): Promise<string> => {
  const id = crypto.randomUUID()
  await insert('sessions', sessionRow(id, world.event))
  return id
}

/** Adds a series with one session for each start (milliseconds since the epoch); returns the ids. */
export const addSeries = async (world: World, starts: number[], event = world.event) => {
  const series = crypto.randomUUID() as string
  const sessions = starts.map(() => crypto.randomUUID() as string)
  await insert('series', { id: series, event_id: event, name: 'Series', description: 'Every week.' })
  const rows = sessions.map((id, index) => ({
    ...sessionRow(id, event),
    series_id: series,
    starts_at: starts[index] as number,
  }))
  for (let start = 0; start < rows.length; start += 100) {
    await insert('sessions', ...rows.slice(start, start + 100))
  }
  return { series, sessions }
}

export const addVenue = async (organizer: string): Promise<string> => {
  const id = crypto.randomUUID()
  await insert('venues', { id, organizer_id: organizer, name: 'Venue' })
  return id
}

/** Adds tickets to a session in the given order; returns their ids. */
export const addTickets = async (
  world: World,
  tickets: TicketInput[],
  session = world.session,
): Promise<string[]> => {
  const [place] = await query<{ number: number; last: number }>(
    `SELECT number, (SELECT coalesce(max(key), number << ${TICKET_KEY_BITS}) FROM tickets
       WHERE session_number = number) AS last
     FROM sessions WHERE id = ?`,
    session,
  )
  if (place === undefined) throw new Error('There is no such session.')
  const rows = tickets.map((ticket, index) => ({
    key: place.last + index + 1,
    id: crypto.randomUUID() as string,
    session_number: place.number,
    ticket_number: `T-${String(index + 1).padStart(5, '0')}`,
    status: 'Valid',
    ticket_type_id: world.types.Standing,
    ...ticket,
  }))
  for (let start = 0; start < rows.length; start += 100) {
    await insert('tickets', ...rows.slice(start, start + 100))
  }
  return rows.map(({ id }) => id)
}
