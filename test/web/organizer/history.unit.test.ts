// What the history says of a change.
import { describe, expect, it } from 'vitest'
import type { Venue } from '../../../web/organizer/data/types.ts'
import { formatDayTime, timesIn } from '../../../web/organizer/formats.ts'
import { describeChange } from '../../../web/organizer/screens/history/describe-change.ts'

const hall: Venue = { id: 'v1', name: 'Glass Hall', organizerId: 'o' }
const START = '2031-06-12T18:00:00.000Z'

const linesOf = (action: string, change: Record<string, unknown>, before: unknown = null) =>
  describeChange({ action, change, before } as Parameters<typeof describeChange>[0], [hall]).map(
    ({ name, old, value }) => (old === undefined ? `${name}: ${value}` : `${name}: ${old} → ${value}`),
  )

describe('the history', () => {
  it('names the values of a bulk update, and not what it left as it was', () => {
    const update = { filterType: 'Selected', fromDate: null, sessionIds: ['a', 'b'] }
    expect(
      linesOf('sessions.bulk-update', {
        ...{ ...update, newCapacity: null, newVenueId: 'v1', newDoorsOpenOffset: 30 },
      }),
    ).toEqual([
      'Sessions: Selected in the table',
      'Selected: 2 sessions',
      'Venue: Glass Hall',
      'Doors (minutes before): 30',
    ])
  })

  it('shows old times and venues as it shows new ones', () => {
    const before = { startsAt: Date.parse(START), capacity: 80, venueId: 'v1', doorsOpenOffset: 60 }
    const later = '2031-06-13T18:00:00.000Z'
    expect(linesOf('session.update', { startsAt: later, venueId: null }, before)).toEqual([
      `Start: ${formatDayTime(START)} → ${formatDayTime(later)}`,
      'Venue: Glass Hall → None',
    ])
  })

  it('says when a session starts in the time zone of its event, and all else in that of the browser', () => {
    const about = {
      name: 'Gala',
      eventId: 'e',
      sessionId: 's',
      startsAt: START,
      timeZone: 'Pacific/Kiritimati',
    }
    const change = { startsAt: START, expiresAt: START }
    const record = { action: 'session.update', change, before: null, about }
    expect(
      describeChange(record as Parameters<typeof describeChange>[0], []).map(({ value }) => value),
    ).toEqual([timesIn('Pacific/Kiritimati').dayTime(START), formatDayTime(START)])
  })

  it('has words for roles, flags, statuses and the fields of a guest', () => {
    expect(linesOf('member.update', { role: 'staff' }, { role: 'owner' })).toEqual([
      'Role: Owner → Door staff',
    ])
    expect(linesOf('ticket-type.update', { flag: 'Stop' }, { flag: 'None' })).toEqual([
      'At the door: Do not show the note → Show the note before the guest is let in',
    ])
    expect(linesOf('ticket.update', { fields: ['status'], status: 'Voided' }, { status: 'Valid' })).toEqual([
      'Changed: Status',
      'Status: Expected → Void',
    ])
    expect(linesOf('ticket.update', { fields: ['seatLabel', 'attendee'] }, { status: 'Valid' })).toEqual([
      'Changed: Seat, Name and company',
    ])
  })

  it('shows what was deleted, and no ids, secrets and zeros', () => {
    expect(linesOf('venue.delete', {}, { name: 'Glass Hall' })).toEqual(['Name: Glass Hall'])
    expect(linesOf('passkey.delete', {}, { addedAt: Date.parse(START) })).toEqual([
      `Added: ${formatDayTime(START)}`,
    ])
    expect(linesOf('device.update', { link: 'new' }, { name: 'Gate A' })).toEqual([])
    expect(linesOf('tickets.import', { inserted: 3, updated: 0, match: 'guest', ids: ['a'] })).toEqual([
      'Added: 3',
    ])
  })
})
