// The list of sessions against its model: one join of all tables, sorted.
// @module-tag more
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { insert, makeOrganizer, query } from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'
import { addSessions, getAllSessions } from '../../../support/sessions.ts'

const START = Date.UTC(2030, 0, 1)
const STEP = 60_000
const STEPS = 6

it('agrees with it for random memberships, sessions and parameters (property)', async () => {
  const worlds = [await makeOrganizer(), await makeOrganizer(), await makeOrganizer()]
  const events = worlds.flatMap(({ event, otherEvent }) => [event, otherEvent])
  const step = fc.nat(STEPS - 1)
  const membership = fc.constantFrom('none', 'all', 'event', 'otherEvent')
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(membership, membership, membership),
      fc.array(fc.tuple(fc.nat(events.length - 1), step), { maxLength: 4 }),
      fc.record(
        {
          from: step.map((value) => new Date(START + value * STEP).toISOString()),
          to: step.map((value) => new Date(START + value * STEP).toISOString()),
          eventId: fc.constantFrom(...events),
        },
        { requiredKeys: ['from'] },
      ),
      fc.integer({ min: 1, max: 5 }),
      async (memberships, sessions, parameters, pageSize) => {
        const subject = `random-${crypto.randomUUID()}`
        for (const [index, kind] of memberships.entries()) {
          const org = worlds[index] as (typeof worlds)[0]
          if (kind === 'none') continue
          const event_id = kind === 'all' ? null : org[kind as 'event' | 'otherEvent']
          await insert('members', { organizer_id: org.id, subject, role: 'staff', event_id })
        }
        for (const [event, at] of sessions) await addSessions(events[event] as string, [START + at * STEP])
        const expected = await query<{ id: string }>(
          `SELECT sessions.id FROM sessions JOIN events ON events.id = sessions.event_id
           JOIN members ON members.organizer_id = events.organizer_id AND subject = ?
             AND (members.event_id IS NULL OR members.event_id = events.id)
           WHERE starts_at >= ? AND starts_at < ? AND ? IN ('', events.id) ORDER BY starts_at, sessions.id`,
          subject,
          Date.parse(parameters.from),
          parameters.to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(parameters.to),
          parameters.eventId ?? '',
        )
        expect(await getAllSessions(subject, { ...parameters, pageSize })).toEqual(
          expected.map(({ id }) => id),
        )
      },
    ),
    { numRuns: runs(60) },
  )
})
