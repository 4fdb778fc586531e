// A run does exactly what its preview showed, or nothing: whatever changes in between, the clock included.
// @module-tag more
import fc from 'fast-check'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { expectError } from '../../../support/api.ts'
import { postBulkUpdate, readAudit } from '../../../support/bulk-update.ts'
import {
  postPreview,
  postRevert,
  postRevertPreview,
  previewRevert,
  previewUpdate,
  readHistory,
} from '../../../support/console.ts'
import {
  addSeries,
  addTickets,
  addVenue,
  insert,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'
import { isFull, runs } from '../../../support/runs.ts'
import {
  anyChange,
  dayAt,
  type Known,
  makeChange,
  NOON,
  readKnown,
} from '../../../support/session-changes.ts'

afterEach(() => {
  vi.useRealTimers()
})

const shape = fc.array(
  fc.record({
    day: fc.integer({ min: -2, max: 4 }),
    sold: fc.constantFrom(0, 0, 3, 4, 5),
    capacity: fc.constantFrom(2, 100, 100),
  }),
  { minLength: 1, maxLength: 4 },
)
const changes = fc.array(anyChange, { maxLength: 3 })

const plainValuesOf = ({ capacity, venue_id, doors_open_offset_minutes }: Known) => ({
  capacity,
  venueId: venue_id,
  doorsOpenOffset: doors_open_offset_minutes,
})

const cancellationOf = ({ cancelled_at, cancel_notice }: Pick<Known, 'cancelled_at' | 'cancel_notice'>) => ({
  cancelledAt: cancelled_at === null ? null : new Date(cancelled_at).toISOString(),
  cancelNotice: cancel_notice,
})

const valuesOf = (row: Known) => ({ ...plainValuesOf(row), ...cancellationOf(row) })

const newCancelled = fc.constantFrom(null, null, true, false)
const newCancelNotice = fc.constantFrom(null, null, 'Rain')
/** The service refuses it at once. */
const isContradiction = (asked: { newCancelled: boolean | null; newCancelNotice: string | null }) =>
  asked.newCancelled === false && asked.newCancelNotice !== null

/** What must be the same at the run as at the preview. */
const stateOf = (rows: (Known & { problem: string | null })[]) =>
  rows.map((row) => [row.id, row.starts_at, valuesOf(row), row.problem])

let shared: Organizer
let venues: string[]
beforeAll(async () => {
  shared = await makeOrganizer()
  venues = [await addVenue(shared.id), await addVenue(shared.id)]
})

/** A series in which tickets are sold, and a manager of its own, for whom no rate limit is near. */
const makeSeries = async (sessions: { day: number; sold: number; capacity: number }[]) => {
  const manager = `manager-${crypto.randomUUID()}`
  await insert('members', { organizer_id: shared.id, subject: manager, role: 'manager' })
  const made = await addSeries(
    shared,
    sessions.map(({ day }) => dayAt(day)),
  )
  for (const [index, { sold, capacity }] of sessions.entries()) {
    await query('UPDATE sessions SET capacity = ? WHERE id = ?', capacity, made.sessions[index] as string)
    if (sold > 0) await addTickets(shared, Array(sold).fill({}), made.sessions[index])
  }
  return { org: { ...shared, manager, owner: manager }, ...made }
}

const setClock = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now })

it('a bulk update (property)', async () => {
  const body = fc
    .record({
      filterType: fc.constantFrom('All', 'FromDate', 'Upcoming', 'Selected'),
      fromDay: fc.integer({ min: -1, max: 3 }),
      newCapacity: fc.constantFrom(null, 3, 4, 100),
      venue: fc.constantFrom(null, 0, 1),
      newDoorsOpenOffset: fc.constantFrom(null, 5),
      newCancelled,
      newCancelNotice,
    })
    .filter(
      ({ newCapacity, venue, newDoorsOpenOffset, ...asked }) =>
        !isContradiction(asked) &&
        [newCapacity, venue, newDoorsOpenOffset, ...Object.values(asked).slice(2)].some(
          (value) => value !== null,
        ),
    )
  const outcomes = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      shape,
      body,
      changes,
      changes,
      fc.integer({ min: -1, max: 2 }),
      async (made, asked, first, then, hours) => {
        setClock(NOON)
        const { org, series, sessions } = await makeSeries(made)
        for (const change of first) await makeChange(org, series, sessions, venues, change)
        const known = await readKnown(series)
        const { fromDay, venue, ...rest } = asked
        const newVenueId = venue === null ? null : (venues[venue] as string)
        const named = known.slice(0, 2).map(({ id }) => id)
        if (asked.filterType === 'Selected' && named.length === 0) return
        const sent = {
          ...rest,
          newVenueId,
          fromDate: new Date(dayAt(fromDay)).toISOString(),
          sessionIds: named.length === 0 ? null : named,
        }
        /** The sessions that are selected, and which of them have a problem. */
        const select = (rows: Known[], now: number) =>
          rows
            .filter(({ id, starts_at }) => {
              if (asked.filterType === 'All') return true
              if (asked.filterType === 'Selected') return named.includes(id)
              return asked.filterType === 'FromDate' ? starts_at >= dayAt(fromDay) : starts_at > now
            })
            .map((row) => ({
              ...row,
              problem:
                asked.newCapacity !== null && row.sold > asked.newCapacity ? 'capacity_below_sold' : null,
            }))
        const after = (row: Known, now: number) => ({
          capacity: asked.newCapacity ?? row.capacity,
          venueId: newVenueId ?? row.venue_id,
          doorsOpenOffset: asked.newDoorsOpenOffset ?? row.doors_open_offset_minutes,
          ...(asked.newCancelled === false
            ? cancellationOf({ cancelled_at: null, cancel_notice: null })
            : cancellationOf({
                cancelled_at: row.cancelled_at ?? (asked.newCancelled ? now : null),
                cancel_notice: asked.newCancelNotice ?? row.cancel_notice,
              })),
        })

        const shown = select(known, Date.now())
        const isLost = shown.some((row) => {
          const { cancelledAt, cancelNotice } = after(row, NOON)
          return cancelledAt === null && cancelNotice !== null
        })
        if (isLost) {
          outcomes.set('notice', (outcomes.get('notice') ?? 0) + 1)
          for (const post of [postPreview, postBulkUpdate]) {
            await expectError(await post(org, series, sent), 'invalid_request', /^newCancelNotice: /)
          }
          expect(await readKnown(series)).toEqual(known)
          return
        }
        const preview = await previewUpdate(org, series, sent)
        expect(preview.sessionsSelected).toBe(shown.length)
        expect([...preview.sessions].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
          shown
            .map((row) => ({
              id: row.id,
              startsAt: new Date(row.starts_at).toISOString(),
              before: valuesOf(row),
              after: after(row, NOON),
              sold: row.sold,
              problem: row.problem,
            }))
            .sort((a, b) => (a.id < b.id ? -1 : 1)),
        )
        expect(await readKnown(series)).toEqual(known)

        for (const change of then) await makeChange(org, series, sessions, venues, change)
        // An hour can move a session that starts at noon out of the selection, or back into it.
        setClock(NOON + hours * 86_400_000)
        const found = await readKnown(series)
        const selected = select(found, Date.now())
        const response = await postBulkUpdate(org, series, { ...sent, expectedVersion: preview.version })
        const result = await response.json<{ code?: string; sessionsUpdated?: number }>()
        const isSame = JSON.stringify(stateOf(selected)) === JSON.stringify(stateOf(shown))
        const hasProblem = shown.some(({ problem }) => problem !== null)
        const outcome = !isSame ? 'preview_outdated' : hasProblem ? 'capacity_below_sold' : 'done'
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        const written = await readKnown(series)
        if (outcome !== 'done') {
          expect({ status: response.status, code: result.code }).toEqual({ status: 409, code: outcome })
          expect(written).toEqual(found)
          expect(await readAudit(series)).toEqual([])
          return
        }
        expect([response.status, result]).toEqual([200, { sessionsUpdated: shown.length }])
        const ids = new Set(shown.map(({ id }) => id))
        expect(written.map((row) => [row.id, valuesOf(row)])).toEqual(
          found.map((row) => [row.id, ids.has(row.id) ? after(row, Date.now()) : valuesOf(row)]),
        )
        const changesNothing = JSON.stringify(written.map(valuesOf)) === JSON.stringify(found.map(valuesOf))
        if (changesNothing) {
          expect(await readAudit(series)).toEqual([])
          return
        }
        // Repeated, it has the same response and does nothing, whatever the sessions are by then.
        for (const change of first) await makeChange(org, series, sessions, venues, change)
        const later = await readKnown(series)
        const again = await postBulkUpdate(org, series, { ...sent, expectedVersion: preview.version })
        expect([again.status, await again.json()]).toEqual([200, result])
        expect(await readKnown(series)).toEqual(later)
        expect(await readAudit(series)).toHaveLength(1)
      },
    ),
    { numRuns: runs(60) },
  )
  if (!isFull) return
  for (const outcome of ['done', 'preview_outdated', 'capacity_below_sold', 'notice']) {
    expect(outcomes.get(outcome), outcome).toBeGreaterThan(5)
  }
})

it('a revert (property)', async () => {
  const update = fc.record({
    filterType: fc.constantFrom('All', 'Upcoming'),
    newCapacity: fc.constantFrom(null, 4, 100),
    venue: fc.constantFrom(null, 0, 1),
    newDoorsOpenOffset: fc.constant(5),
    newCancelled: fc.constantFrom(null, true, false),
  })
  const outcomes = new Map<string, number>()
  const problems = new Set<string | null>()
  await fc.assert(
    fc.asyncProperty(
      shape,
      changes,
      update,
      changes,
      changes,
      fc.boolean(),
      async (made, first, asked, meanwhile, then, twice) => {
        setClock(NOON)
        const { org, series, sessions } = await makeSeries(made)
        for (const change of first) await makeChange(org, series, sessions, venues, change)
        const original = await readKnown(series)
        const { venue, ...rest } = asked
        const newVenueId = venue === null ? null : venues[venue]
        // A change that leaves the cancellation alone does so when it is reverted.
        const isCancelling = asked.newCancelled !== null
        const recordedOf = isCancelling ? valuesOf : plainValuesOf
        if ((await postBulkUpdate(org, series, { ...rest, newVenueId })).status !== 200) return
        let [record] = await readHistory(org, series)
        if (record === undefined) return // It changed nothing.
        if (record?.action !== 'sessions.bulk-update' || record.before === null)
          throw new Error('There is no record.')
        let old = new Map(record.before.map(({ id, ...values }) => [id, values]))
        expect([...old].map(([id, values]) => [id, values])).toEqual(
          original
            .filter(({ starts_at }) => asked.filterType === 'All' || starts_at > NOON)
            .map((row) => [row.id, recordedOf(row)]),
        )
        let given = new Map((await readKnown(series)).map((row) => [row.id, recordedOf(row)]))
        if (twice) {
          const { version } = await previewRevert(org, series, record.id)
          if ((await postRevert(org, series, record.id, version)).status !== 200) return // The revert of the revert.
          const [latest] = await readHistory(org, series)
          if (latest?.id === record.id) return // The revert changed nothing.
          record = latest
          old = given
          given = new Map((await readKnown(series)).map((row) => [row.id, recordedOf(row)]))
          old = new Map(
            [...old].filter(([id]) => record?.before && JSON.stringify(record.before).includes(id)),
          )
        }
        const id = record?.id as string

        /** What reverting would do to each session of the record now. */
        const plan = async () => {
          const now = new Map((await readKnown(series)).map((row) => [row.id, row]))
          return [...old].map(([session, values]) => {
            const row = now.get(session)
            if (row === undefined) return { id: session, before: null, after: null, problem: 'session_gone' }
            const isBelow = values.capacity !== row.capacity && values.capacity < row.sold
            const isChanged = JSON.stringify(recordedOf(row)) !== JSON.stringify(given.get(session))
            return {
              id: session,
              startsAt: row.starts_at,
              before: valuesOf(row),
              after: { ...valuesOf(row), ...values },
              problem: isBelow ? 'capacity_below_sold' : isChanged ? 'changed_since' : null,
            }
          })
        }
        const byId = <Item extends { id: string }>(items: Item[]) =>
          [...items].sort((a, b) => (a.id < b.id ? -1 : 1))

        for (const change of meanwhile) await makeChange(org, series, sessions, venues, change)
        const shown = await plan()
        const preview = await previewRevert(org, series, id)
        expect(byId(preview.sessions).map(({ startsAt, sold, ...rest }) => rest)).toEqual(
          byId(shown).map(({ startsAt, ...rest }) => rest),
        )
        for (const { problem } of preview.sessions) problems.add(problem)

        for (const change of then) await makeChange(org, series, sessions, venues, change)
        const found = await readKnown(series)
        const isSame = JSON.stringify(await plan()) === JSON.stringify(shown)
        const isRefused = shown.some(({ problem }) => problem === 'capacity_below_sold')
        const outcome = !isSame ? 'preview_outdated' : isRefused ? 'capacity_below_sold' : 'done'
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        const records = (await readAudit(series)).length
        let changed = false
        for (let time = 0; time < 2; time++) {
          const response = await postRevert(org, series, id, preview.version)
          const result = await response.json<{ code?: string }>()
          const written = await readKnown(series)
          if (outcome !== 'done') {
            expect({ status: response.status, code: result.code }).toEqual({ status: 409, code: outcome })
            expect(written).toEqual(found)
            expect(await readAudit(series)).toHaveLength(records)
            continue
          }
          const there = shown.filter(({ problem }) => problem !== 'session_gone')
          expect([response.status, result]).toEqual([200, { sessionsUpdated: there.length }])
          const after = new Map(there.map((session) => [session.id, session.after]))
          expect(written.map((row) => [row.id, valuesOf(row)])).toEqual(
            found.map((row) => [row.id, after.get(row.id) ?? valuesOf(row)]),
          )
          const changesNothing = JSON.stringify(written.map(valuesOf)) === JSON.stringify(found.map(valuesOf))
          changed ||= !changesNothing
          expect(await readAudit(series)).toHaveLength(records + Number(changed))
        }
        expect((await postRevertPreview(org, series, id)).status).toBe(200)
      },
    ),
    { numRuns: runs(60) },
  )
  if (!isFull) return
  for (const outcome of ['done', 'preview_outdated', 'capacity_below_sold']) {
    expect(outcomes.get(outcome), outcome).toBeGreaterThan(1)
  }
  expect(problems).toEqual(new Set([null, 'capacity_below_sold', 'changed_since', 'session_gone']))
})
