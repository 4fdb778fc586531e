// Compares the bulk update with a model of it, for random series and bodies.
// @module-tag more
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { DAY, postBulkUpdate, readAudit, readSessions } from '../../../support/bulk-update.ts'
import { addSeries, addTickets, addVenue, makeOrganizer } from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('sets exactly the chosen fields of exactly the selected sessions (property)', async () => {
  const org = await makeOrganizer()
  const venues = [await addVenue(org.id), await addVenue(org.id)]
  const at = (day: number) => Date.UTC(2026, 0, 1) + day * DAY
  // In the middle of the days, one millisecond off, so that `Upcoming` selects about half of the sessions.
  const now = at(400) + 1
  vi.useFakeTimers({ toFake: ['Date'], now })
  const body = fc.record({
    filterType: fc.constantFrom('All', 'FromDate', 'Upcoming'),
    fromDate: fc.integer({ min: -1, max: 800 }).map((day) => new Date(at(day)).toISOString()),
    newCapacity: fc.option(fc.nat(20)),
    newVenueId: fc.option(fc.constantFrom(...venues)),
    newDoorsOpenOffset: fc.option(fc.nat(1440)),
  })
  const shape = fc.array(fc.record({ day: fc.nat(800), sold: fc.nat(4) }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(shape, body, async (sessions, asked) => {
      const made = await addSeries(
        org,
        sessions.map(({ day }) => at(day)),
      )
      const bystander = await addSeries(org, [at(400)])
      for (const [index, { sold }] of sessions.entries()) {
        await addTickets(
          org,
          Array.from({ length: sold }, () => ({})),
          made.sessions[index],
        )
      }
      const before = await readSessions(made.series)
      const others = await readSessions(bystander.series)
      const response = await postBulkUpdate(org, made.series, asked)
      const selected = before.map(
        ({ starts_at }) =>
          asked.filterType === 'All' ||
          (asked.filterType === 'FromDate' ? starts_at >= Date.parse(asked.fromDate) : starts_at > now),
      )
      const { newCapacity, newVenueId, newDoorsOpenOffset } = asked
      const nothing = newCapacity === null && newVenueId === null && newDoorsOpenOffset === null
      const oversold =
        newCapacity !== null && sessions.some(({ sold }, index) => selected[index] && sold > newCapacity)
      const expectedStatus = nothing ? 400 : oversold ? 409 : 200
      expect(response.status).toBe(expectedStatus)
      const written = expectedStatus === 200
      const after = await readSessions(made.series)
      const changes =
        written &&
        before.some(
          (row, index) =>
            selected[index] &&
            ((newCapacity ?? row.capacity) !== row.capacity ||
              (newVenueId ?? row.venue_id) !== row.venue_id ||
              (newDoorsOpenOffset ?? row.doors_open_offset_minutes) !== row.doors_open_offset_minutes),
        )
      expect(after).toEqual(
        before.map((row, index) =>
          changes && selected[index]
            ? {
                ...row,
                capacity: newCapacity ?? row.capacity,
                venue_id: newVenueId ?? row.venue_id,
                doors_open_offset_minutes: newDoorsOpenOffset ?? row.doors_open_offset_minutes,
                updated_by: org.manager,
                updated_at: now,
              }
            : row,
        ),
      )
      if (written) expect(await response.json()).toEqual({ sessionsUpdated: selected.filter(Boolean).length })
      expect(await readSessions(bystander.series)).toEqual(others)
      expect(await readAudit(made.series)).toHaveLength(changes ? 1 : 0)
    }),
    { numRuns: runs(80) },
  )
})
