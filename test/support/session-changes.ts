// Random changes of a few sessions by other parts of the platform, between a preview and its run.
import fc from 'fast-check'
import { DAY, readSessions } from './bulk-update.ts'
import { addTickets, type Organizer, query } from './rows.ts'

/** Day 0 of the tests, at noon. */
export const NOON = Date.UTC(2026, 5, 12, 12)

export const dayAt = (day: number): number => NOON + day * DAY

/** A change, or nothing. Few values, so that some changes change nothing and others are reverted. */
export const anyChange = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'nothing' as const }) },
  fc.record({ kind: fc.constant('capacity' as const), index: fc.nat(3), value: fc.constantFrom(3, 4, 100) }),
  fc.record({ kind: fc.constant('venue' as const), index: fc.nat(3), value: fc.constantFrom(null, 0, 1) }),
  fc.record({ kind: fc.constant('doors' as const), index: fc.nat(3), value: fc.constantFrom(null, 5) }),
  fc.record({
    kind: fc.constant('cancellation' as const),
    index: fc.nat(3),
    value: fc.constantFrom(null, [7, null] as const, [7, 'Ill “”\n\t"\\/😀\u007f\u2028'] as const),
  }),
  fc.record({ kind: fc.constant('sale' as const), index: fc.nat(3), value: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('refund' as const), index: fc.nat(3) }),
  fc.record({
    kind: fc.constant('start' as const),
    index: fc.nat(3),
    value: fc.integer({ min: -2, max: 4 }),
  }),
  fc.record({ kind: fc.constant('delete' as const), index: fc.nat(3) }),
  fc.record({ kind: fc.constant('leave' as const), index: fc.nat(3) }),
  fc.record({ kind: fc.constant('add' as const), value: fc.integer({ min: -2, max: 4 }) }),
)

type Change = typeof anyChange extends fc.Arbitrary<infer T> ? T : never

/** What is known of a session: its row, and how many tickets it has sold. */
export type Known = Awaited<ReturnType<typeof readSessions>>[number] & { sold: number }

/** The sessions of a series in the order of their start. */
export const readKnown = async (series: string): Promise<Known[]> => {
  const rows = await readSessions(series)
  const sold = await query<{ id: string; sold: number }>(
    `SELECT sessions.id, count(tickets.id) AS sold FROM sessions
     LEFT JOIN tickets ON session_number = number AND status IN ('Valid', 'CheckedIn')
     WHERE series_id = ? GROUP BY sessions.id`,
    series,
  )
  const soldById = new Map(sold.map((row) => [row.id, row.sold]))
  return rows
    .map((row) => ({ ...row, sold: soldById.get(row.id) ?? 0 }))
    .sort((a, b) => a.starts_at - b.starts_at || (a.id < b.id ? -1 : 1))
}

/** Makes a change by plain SQL. A session that is not there is not changed. */
export const makeChange = async (
  org: Organizer,
  series: string,
  sessions: string[],
  venues: string[],
  change: Change,
): Promise<void> => {
  if (change.kind === 'nothing') return
  if (change.kind === 'add') {
    await query(
      'INSERT INTO sessions (id, event_id, series_id, starts_at, capacity) VALUES (?, ?, ?, ?, 100)',
      crypto.randomUUID(),
      org.event,
      series,
      dayAt(change.value),
    )
    return
  }
  const id = sessions[change.index]
  if (id === undefined) return
  const set = (column: string, value: string | number | null) =>
    query(`UPDATE sessions SET ${column} = ? WHERE id = ?`, value, id)
  const numberOf = `(SELECT number FROM sessions WHERE id = '${id}')`
  switch (change.kind) {
    case 'capacity':
      await set('capacity', change.value)
      break
    case 'venue':
      await set('venue_id', change.value === null ? null : (venues[change.value] as string))
      break
    case 'doors':
      await set('doors_open_offset_minutes', change.value)
      break
    case 'cancellation':
      await query(
        'UPDATE sessions SET cancelled_at = ?, cancel_notice = ? WHERE id = ?',
        ...(change.value ?? [null, null]),
        id,
      )
      break
    case 'start':
      await set('starts_at', dayAt(change.value))
      break
    case 'leave':
      await set('series_id', null)
      break
    case 'sale':
      if ((await query('SELECT 1 FROM sessions WHERE id = ?', id)).length > 0) {
        await addTickets(org, Array(change.value).fill({}), id)
      }
      break
    case 'refund':
      await query(`UPDATE tickets SET status = 'Refunded' WHERE session_number = ${numberOf}`)
      break
    case 'delete':
      await query(`DELETE FROM tickets WHERE session_number = ${numberOf}`)
      await query('DELETE FROM sessions WHERE id = ?', id)
  }
}
