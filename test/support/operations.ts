// The service's operations, each with a request that succeeds for an owner. Suites about rules that hold for
// every guarded route run against each of them.

import type { Operation as Description } from '../../src/api/operation.ts'
import { demoId } from '../../src/api/resources/examples.ts'
import { ROUTE_GROUPS } from '../../src/api/routes/route-groups.ts'
import { ERRORS, type ErrorCode } from '../../src/errors.ts'
import { bulkUpdatePath, call, sendJson } from './api.ts'
import {
  addSeries,
  addSession,
  addStaff,
  insert,
  insertAll,
  insertNew,
  type Organizer,
  query,
  type Row,
} from './rows.ts'

/** What the paths of the operations name by an id; a member by its subject. */
const NAMED = [
  ...(['organizer', 'session', 'event', 'series', 'listing', 'record', 'import', 'venue'] as const),
  ...([
    'ticketType',
    'area',
    'invitation',
    'device',
    'program',
    'webhook',
    'source',
    'member',
    'ticket',
    'guestList',
    'checkIn',
  ] as const),
]

export type Target = Record<(typeof NAMED)[number], string>

export type Operation = {
  name: string
  method: Description['method']
  path: (target: Target) => string
  /** The body for a target. */
  body?: (target: Target) => object
  /** The status of a successful response. */
  success: number
  /** The error for an unknown id; undefined for a list that is then empty. */
  notFound: ErrorCode | undefined
  /** Whether it changes nothing, so that it may run on a replica. */
  isRead: boolean
  /** How long it waits for the database. */
  deadlineMs: number
  access: Description['access']
}

/**
 * A revert and an import name the version of a preview, which belongs to one subject, or read before they
 * write. An invitation works once. Nobody may create an organizer. Tests of their own cover their access.
 */
const WITH_OWN_TESTS = [
  ...['revertChange', 'importTickets', 'revertImport', 'acceptInvitation', 'createOrganizer'],
  ...['bulkUpdateTickets', 'revertTicketBulkUpdate'],
  // Only where people sign in at the service itself.
  ...['endAllSignIns', 'listPasskeys', 'getPasskeyOptions', 'addPasskey', 'removePasskey'],
  // Writes a record beside many reads, and may be called ten times a minute.
  'downloadTickets',
  // Read the source before they write, and wait for a run.
  ...['updateSource', 'runSource'],
  // What it does not find counts as a failed attempt, of which a subject has 20 a minute.
  'findCode',
]

const fillPath =
  (path: string) =>
  (target: Target): string => {
    const ids: Record<string, string> = {
      organizerId: target.organizer,
      sessionId: target.session,
      eventId: target.event,
      seriesId: target.series,
      venueId: target.venue,
      ticketTypeId: target.ticketType,
      areaId: target.area,
      invitationId: target.invitation,
      deviceId: target.device,
      programId: target.program,
      webhookId: target.webhook,
      sourceId: target.source,
      subject: target.member,
      ticketId: target.ticket,
      listId: target.guestList,
      checkInId: target.checkIn,
      recordId: target.import,
      id: path.includes('/history/') ? target.record : target.listing,
    }
    return path.replace(/:(\w+)/g, (_, name: string) => ids[name] as string)
  }

const LONG: ReadonlySet<string> = new Set([
  'previewSource',
  'previewImport',
  'previewRevertOfImport',
  'previewTicketBulkUpdate',
  'previewRevertOfTicketBulkUpdate',
  'eraseTicket',
  'eraseEmail',
])

/** Fields beside an example's, or instead of them: with an expiry, the operation is one batch. */
const MORE: Record<string, object> = {
  // Nothing listens there.
  createWebhook: { url: 'http://127.0.0.1:9/' },
  createDevice: { expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
}

/** The first example that changes something, with the ids of the target instead of the demo's. */
const bodyOf = ({ id, bodyExamples = {} }: Description) => {
  const examples = Object.values(bodyExamples)
  const { value } = examples.find(({ harmless }) => !harmless) ?? { value: undefined }
  return ({ organizer, session, event, series }: Target): object => {
    const ids = {
      [demoId('1')]: organizer,
      [demoId('30')]: session,
      [demoId('10')]: event,
      [demoId('20')]: series,
    }
    const text = Object.entries(ids).reduce(
      (json, [from, to]) => json.replaceAll(from, to),
      JSON.stringify({ ...Object(value), ...MORE[id] }),
    )
    return JSON.parse(text)
  }
}

const toOperation = (description: Description, path: string): Operation => {
  const { id, method, body, response, errors = {}, access, isRead = method === 'GET' } = description
  return {
    name: id,
    method,
    path: fillPath(id === 'searchTickets' ? `${path}?q=garcia` : path),
    ...(body && { body: bodyOf(description) }),
    success: response.body === undefined ? 204 : (response.status ?? 200),
    notFound: (Object.keys(errors) as ErrorCode[]).find((code) => ERRORS[code].status === 404),
    isRead,
    deadlineMs: LONG.has(id) ? 30_000 : 10_000,
    access,
  }
}

export const OPERATIONS: readonly Operation[] = ROUTE_GROUPS.flatMap(({ path, operations }) =>
  operations
    .filter(({ id, access }) => access !== 'public' && !WITH_OWN_TESTS.includes(id))
    .map((description) => toOperation(description, path + description.path)),
)

/** A row with an id, to be inserted. */
type NewRow = [table: string, row: Row & { id: string }]

const newRow = (table: string, row: Row): NewRow => [table, { id: crypto.randomUUID(), ...row }]

const add = async ([table, row]: NewRow): Promise<string> => {
  await insert(table, row)
  return row.id
}

const newListing = (organizer: string): NewRow => {
  const now = Date.UTC(2026, 0, 1)
  return newRow('listings', {
    ...{ organizer_id: organizer, title: 'Listing', created_at: now, updated_at: now },
    slug: crypto.randomUUID(),
  })
}

export const addListing = (organizer: string): Promise<string> => add(newListing(organizer))

/** Changes the sessions of a series, and returns the id of the record. */
export const addRecord = async (org: Organizer, event: string, series: string): Promise<string> => {
  await sendJson('POST', bulkUpdatePath(event, series), org.owner, { filterType: 'All', newCapacity: 500 })
  // By SQL, because reading the history is heavy: it is refused while a busy machine is slow.
  const [row] = await query<{ id: string }>('SELECT call_id AS id FROM audit_log WHERE entity_id = ?', series)
  return row?.id as string
}

const DAY_MS = 86_400_000

const addEvent = (organizer: string) => insertNew('events', { organizer_id: organizer, name: 'Event' })

/** Unique in its event. */
const anyName = () => `Name ${crypto.randomUUID()}`

const newTicketType = (event: string) => newRow('ticket_types', { event_id: event, name: anyName() })

const newArea = (event: string) => newRow('areas', { event_id: event, name: anyName() })

const newVenue = (organizer: string) => newRow('venues', { organizer_id: organizer, name: 'Venue' })

const newInvitation = (organizer: string) =>
  newRow('invitations', {
    ...{ organizer_id: organizer, role: 'staff', code_hash: crypto.randomUUID(), invited_by: 'owner' },
    expires_at: Date.now() + DAY_MS,
  })

const newDevice = (organizer: string) =>
  newRow('devices', { organizer_id: organizer, name: 'Gate A', expires_at: Date.now() + DAY_MS })

const newProgram = (organizer: string) =>
  newRow('programs', { organizer_id: organizer, name: 'Shop', role: 'manager' })

/** Paused, because one that is not would be sent to. It has all of the feed. */
const newWebhook = (organizer: string, paused_at: number | null = 0) =>
  newRow('webhooks', {
    ...{
      organizer_id: organizer,
      url: 'http://127.0.0.1:9/',
      types: '["area.full"]',
      sent: 2 ** 40,
      paused_at,
    },
  })

/** Stopped, because one that is not would be read. */
const newSource = (session: string) =>
  newRow('sources', { session_id: session, name: 'Sheet', kind: 'Eventbrite', settings: '{"event":"1"}' })

const sellTicket = async (session: string): Promise<string> => {
  const id = crypto.randomUUID()
  await query(
    `INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id)
     SELECT (SELECT coalesce(max(key), number << 20) + 1 FROM tickets WHERE session_number = number), ?, number, ?, 'Valid',
       (SELECT ticket_types.id FROM ticket_types JOIN events ON events.id = event_id
        WHERE events.organizer_id = sessions.organizer_id LIMIT 1)
     FROM sessions WHERE sessions.id = ?`,
    id,
    id,
    session,
  )
  return id
}

/** A ticket with the guest whom examples name. */
const sellToGuest = async (session: string): Promise<string> => {
  const id = await sellTicket(session)
  await query("UPDATE tickets SET holder_email = 'ana@example.com' WHERE id = ?", id)
  return id
}

/** Without a link. */
const addGuestList = async ({
  session,
  ticketType,
}: Pick<Target, 'session' | 'ticketType'>): Promise<string> => {
  const [row] = await query<{ number: number }>('SELECT number FROM sessions WHERE id = ?', session)
  const list = { name: 'DJ Tom', ticket_type_id: ticketType, quota: 20 }
  return insertNew('guest_lists', { ...list, session_number: row?.number as number })
}

const newCheckIn = (session: string) =>
  newRow('check_ins', {
    ...{ session_id: session, type: 'CheckIn', ticket_id: crypto.randomUUID(), at: 0, received_at: 0 },
    ...{ subject: 'door', admitted: 1, outcome: 'UnknownTicket' },
  })

/** The record of a change of a ticket of the session. */
const addChange = async (
  { organizer: id, session }: Target,
  action: 'tickets.import' | 'tickets.bulk-update',
): Promise<string> => {
  const record = crypto.randomUUID()
  await query(
    `INSERT INTO audit_log (at, subject, request_id, organizer_id, entity_type, entity_id, action, change, call_id)
     VALUES (?, 'owner', '', ?, 'session', ?, ?, '{}', ?)`,
    ...[Date.now(), id, session, action, record],
  )
  await query(
    `INSERT INTO kept_values (key, ticket_id, session_number, ticket_number, before, after)
     SELECT audit_log.id << 20 | 1, ?, number, 'A-1', '{"seat_label":null}', '{"seat_label":"A"}'
     FROM audit_log CROSS JOIN sessions ON sessions.id = entity_id WHERE call_id = ?`,
    ...[crypto.randomUUID(), record],
  )
  return record
}

/**
 * Adds what an operation needs anew each time: what it deletes, unused, or an event that is not full. By its
 * name.
 */
const NEEDED: Record<string, (target: Target) => Promise<Partial<Target>>> = {
  createSeries: async ({ organizer }) => ({ event: await addEvent(organizer) }),
  createTicketType: async ({ organizer }) => ({ event: await addEvent(organizer) }),
  deleteEvent: async ({ organizer }) => ({ event: await addEvent(organizer) }),
  deleteListing: async ({ organizer }) => ({ listing: await addListing(organizer) }),
  deleteVenue: async ({ organizer }) => ({ venue: await add(newVenue(organizer)) }),
  createArea: async ({ organizer }) => ({ event: await addEvent(organizer) }),
  deleteArea: async ({ event }) => ({ area: await add(newArea(event)) }),
  deleteTicketType: async ({ event }) => ({ ticketType: await add(newTicketType(event)) }),
  deleteSeries: async ({ event }) => ({
    series: await insertNew('series', { event_id: event, name: 'Series' }),
  }),
  deleteSession: async (target) => ({ session: await addSession(target) }),
  deleteGuestList: async (target) => ({ guestList: await addGuestList(target) }),
  deleteTicket: async ({ session }) => ({ ticket: await sellTicket(session) }),
  eraseTicket: async ({ session }) => ({ ticket: await sellToGuest(session) }),
  eraseEmail: async ({ session }) => ({ ticket: await sellToGuest(session) }),
  previewRevertOfImport: async (target) => ({ import: await addChange(target, 'tickets.import') }),
  previewRevertOfTicketBulkUpdate: async (target) => ({
    import: await addChange(target, 'tickets.bulk-update'),
  }),
  updateCheckIn: async ({ session }) => ({ checkIn: await add(newCheckIn(session)) }),
  deleteInvitation: async ({ organizer }) => ({ invitation: await add(newInvitation(organizer)) }),
  deleteDevice: async ({ organizer }) => ({ device: await add(newDevice(organizer)) }),
  createWebhook: async ({ organizer, webhook }) => {
    await query('DELETE FROM webhooks WHERE organizer_id = ? AND id <> ?', organizer, webhook)
    return {}
  },
  updateWebhook: async ({ organizer }) => ({ webhook: await add(newWebhook(organizer)) }),
  deleteWebhook: async ({ organizer }) => ({ webhook: await add(newWebhook(organizer)) }),
  pauseWebhook: async ({ organizer }) => ({ webhook: await add(newWebhook(organizer, null)) }),
  resumeWebhook: async ({ organizer }) => ({ webhook: await add(newWebhook(organizer)) }),
  createSource: async ({ session, source }) => {
    await query('DELETE FROM sources WHERE session_id = ? AND id <> ?', session, source)
    return {}
  },
  deleteSource: async ({ session }) => ({ source: await add(newSource(session)) }),
  deleteProgram: async ({ organizer }) => ({ program: await add(newProgram(organizer)) }),
  removeMember: async ({ organizer }) => ({ member: await addStaff({ id: organizer }) }),
}

/** The target, with what the operation needs anew. */
export const prepare = async ({ name }: Operation, target: Target): Promise<Target> => ({
  ...target,
  ...(await NEEDED[name]?.(target)),
})

/** Adds the rows that every operation needs to succeed for the organizer. */
export const addTarget = async (org: Organizer): Promise<Target> => {
  const rows = {
    listing: newListing(org.id),
    venue: newVenue(org.id),
    ticketType: newTicketType(org.event),
    area: newArea(org.event),
    invitation: newInvitation(org.id),
    device: newDevice(org.id),
    program: newProgram(org.id),
    webhook: newWebhook(org.id),
    source: newSource(org.session),
    checkIn: newCheckIn(org.session),
  }
  await insertAll(...Object.values(rows).map(([table, row]) => [table, [row]] as [string, Row[]]))
  const ids = Object.entries(rows).map(([name, [, { id }]]) => [name, id])
  const { series } = await addSeries(org, [Date.UTC(2027, 0, 1), Date.UTC(2027, 0, 8)])
  const added = Object.fromEntries(ids) as Record<keyof typeof rows, string>
  return {
    ...added,
    organizer: org.id,
    session: org.session,
    event: org.event,
    series,
    record: await addRecord(org, org.event, series),
    import: crypto.randomUUID(),
    member: await addStaff(org),
    ticket: await sellTicket(org.session),
    guestList: await addGuestList({ ...added, session: org.session }),
  }
}

/** The operation's request on a target, without its token. */
export const requestOf = (
  { method, body }: Operation,
  target: Target,
  headers: Record<string, string> = {},
) => ({
  method,
  headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
  ...(body && { body: JSON.stringify(body(target)) }),
})

/** Calls the operation on a target, with a token of `subject` or with `headers`. */
export const callOperation = (
  operation: Operation,
  target: Target,
  { subject, headers }: { subject?: string; headers?: Record<string, string> },
): Promise<Response> => call(operation.path(target), { ...requestOf(operation, target, headers), subject })

const targetOf = (idOf: () => string): Target =>
  Object.fromEntries(NAMED.map((name) => [name, idOf()])) as Target

/** Ids that do not exist. */
export const nothing = (): Target => targetOf(() => crypto.randomUUID())

/** Texts that are no ids. */
export const NOWHERE = targetOf(() => 'x')
