// The rows of an organizer with which most tests begin.

export type Value = string | number | null
export type Row = Record<string, Value>

export const sessionRow = (id: string, event: string, startsAt = Date.UTC(2026, 5, 12, 18, 30)): Row => ({
  id,
  event_id: event,
  starts_at: startsAt,
  capacity: 100,
})

export type Organizer = ReturnType<typeof newOrganizer>['org']

/**
 * An organizer with two events, ticket types, a session of each event, and a member in each role: the ids and
 * subjects, and the rows of each table in the order in which to insert them.
 */
export const newOrganizer = (startsAt?: number) => {
  const newId = () => crypto.randomUUID() as string
  const org = {
    id: newId(),
    event: newId(),
    otherEvent: newId(),
    session: newId(),
    otherEventSession: newId(),
    types: { Standing: newId(), seated: newId(), VIP: newId() },
    owner: `owner-${newId()}`,
    manager: `manager-${newId()}`,
    staff: `staff-${newId()}`,
    eventStaff: `event-staff-${newId()}`,
    stranger: `stranger-${newId()}`,
  }
  const { id: organizer, event, otherEvent } = org
  const member = (subject: string, role: string, event_id: string | null = null): Row => ({
    organizer_id: organizer,
    subject,
    role,
    event_id,
  })
  const tables: [table: string, rows: Row[]][] = [
    ['organizers', [{ id: organizer, name: 'Organizer' }]],
    [
      'events',
      [
        { id: event, organizer_id: organizer, name: 'Event' },
        { id: otherEvent, organizer_id: organizer, name: 'Other event' },
      ],
    ],
    [
      'members',
      [
        member(org.owner, 'owner'),
        member(org.manager, 'manager'),
        member(org.staff, 'staff'),
        member(org.eventStaff, 'staff', event),
      ],
    ],
    ['ticket_types', Object.entries(org.types).map(([name, id]) => ({ id, event_id: event, name }))],
    [
      'sessions',
      [sessionRow(org.session, event, startsAt), sessionRow(org.otherEventSession, otherEvent, startsAt)],
    ],
  ]
  return { org, tables }
}
