// Shared by the tests of the bulk update.
import { expect } from 'vitest'
import { bulkUpdatePath, expectError, sendJson } from './api.ts'
import { type Organizer, query } from './rows.ts'

export const DAY = 86_400_000

/** Two starts in the past and two in the future. */
export const fourDays = () => [Date.now() - 2 * DAY, Date.now() - DAY, Date.now() + DAY, Date.now() + 2 * DAY]

export type Row = {
  id: string
  capacity: number
  venue_id: string | null
  doors_open_offset_minutes: number | null
  cancelled_at: number | null
  cancel_notice: string | null
  updated_by: string | null
  updated_at: number | null
  starts_at: number
}

export const readSessions = (series: string) =>
  query<Row>(
    `SELECT id, capacity, venue_id, doors_open_offset_minutes, cancelled_at, cancel_notice, updated_by, updated_at,
       starts_at FROM sessions WHERE series_id = ? ORDER BY number`,
    series,
  )

export const readAudit = (series: string) => query('SELECT * FROM audit_log WHERE entity_id = ?', series)

/** Gives all sessions a capacity. */
export const capacityOf = (capacity: number) => ({ filterType: 'All', newCapacity: capacity })

/** Calls the bulk update as the organizer's manager, or as `subject`; under its event, or under another. */
export const postBulkUpdate = (
  { manager, event }: Organizer,
  series: string,
  body: unknown,
  subject = manager,
  under = event,
) => sendJson('POST', bulkUpdatePath(under, series), subject, body)

/** Sends a request that must fail with the error and change nothing. */
export const expectRejected = async (
  series: string,
  send: () => Promise<Response>,
  ...error: [Parameters<typeof expectError>[1], RegExp?]
) => {
  const before = await readSessions(series)
  const body = await expectError(await send(), ...error)
  expect(await readSessions(series)).toEqual(before)
  expect(await readAudit(series)).toEqual([])
  return body
}
