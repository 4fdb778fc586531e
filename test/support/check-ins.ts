// Check-ins as a device sends them.
import { expect } from 'vitest'
import type { Schemas } from '../../web/shared/schemas.ts'
import {
  callWithBindings,
  getBody,
  jsonRequest,
  okBody,
  type Parameters,
  sendJson,
  withQuery,
} from './api.ts'
import { measuringDatabase } from './faulty-database.ts'
import { query } from './rows.ts'

export type Results = Schemas['CheckInResults']
export type Result = Results['results'][number]
export type List = Schemas['CheckInPage']

/** The first minute of every test. */
export const START = Date.UTC(2026, 5, 12, 18)

/** An instant so many minutes after {@link START}. */
export const at = (minutes: number): string => new Date(START + minutes * 60_000).toISOString()

export type Sent = Record<string, unknown> & { id: string }

/** A check-in by somebody who asks, at the first minute. */
export const checkIn = (ticketId: string, more: Record<string, unknown> = {}): Sent => ({
  type: 'CheckIn',
  id: crypto.randomUUID(),
  ticketId,
  at: at(0),
  ...more,
})

/** A check-in of somebody who was let in without asking. */
export const admission = (ticketId: string, minutes = 0, more: Record<string, unknown> = {}): Sent =>
  checkIn(ticketId, { at: at(minutes), admitted: true, ...more })

/** Somebody without a ticket, who was let in. */
export const walkIn = (ticketId: string = crypto.randomUUID(), more: Record<string, unknown> = {}): Sent => ({
  type: 'WalkIn',
  id: crypto.randomUUID(),
  ticketId,
  name: 'Ana Ruiz',
  ticketTypeName: 'General Admission',
  at: at(0),
  ...more,
})

/** Somebody left the venue, at the first minute. */
export const exit = (ticketId: string, minutes = 0, more: Record<string, unknown> = {}): Sent => ({
  type: 'Exit',
  id: crypto.randomUUID(),
  ticketId,
  at: at(minutes),
  ...more,
})

/** `by` people without tickets came, at the first minute. */
export const tally = (by: number, more: Record<string, unknown> = {}): Sent => ({
  type: 'Tally',
  id: crypto.randomUUID(),
  at: at(0),
  by,
  ...more,
})

export const undo = (checkInId: string, more: Record<string, unknown> = {}): Sent => ({
  type: 'Undo',
  id: crypto.randomUUID(),
  checkInId,
  at: at(0),
  ...more,
})

export const checkInsPath = (session: string): string => `/api/v1/sessions/${session}/check-ins`

export const movementsPath = (session: string): string => `/api/v1/sessions/${session}/movements`

/** Sends a batch. Fails unless the status is 200. */
export const send = async (
  session: string,
  subject: string,
  items: readonly Sent[],
  device: string | null = 'Gate A',
): Promise<Results> => okBody(await sendJson('POST', checkInsPath(session), subject, { device, items }))

/** The request that sends a batch, for `callWithBindings`. */
export const batchRequest = (subject: string, items: readonly Sent[]) =>
  jsonRequest('POST', subject, { device: 'Gate A', items })

/** Rows that a batch reads and writes, and how many round trips it takes. */
export const costOfBatch = async (session: string, subject: string, items: readonly Sent[]) => {
  const { DB, cost } = measuringDatabase()
  const response = await callWithBindings({ DB }, checkInsPath(session), batchRequest(subject, items))
  expect(response.status).toBe(200)
  return cost
}

/** Sends one item. */
export const sendOne = async (
  session: string,
  subject: string,
  item: Sent,
  device: string | null = 'Gate A',
): Promise<Result> => (await send(session, subject, [item], device)).results[0] as Result

export const listCheckIns = (session: string, subject: string, search: Parameters = {}): Promise<List> =>
  getBody(subject, withQuery(checkInsPath(session), search))

/** The status and check-in time (in minutes after {@link START}) of a ticket's row. */
export const stateOf = async (ticket: string) => {
  const [row] = await query<{ status: string; checked_in_at: number | null }>(
    'SELECT status, checked_in_at FROM tickets WHERE id = ?',
    ticket,
  )
  const time = row?.checked_in_at ?? null
  return row && { status: row.status, minutes: time === null ? null : (time - START) / 60_000 }
}

/** Another part of the platform writes a ticket's state, with any of SQLite's conflict rules. */
export const writeState = (ticket: string, status: string, minutes: number | null, verb = 'UPDATE') =>
  query(
    `${verb} tickets SET status = ?, checked_in_at = ? WHERE id = ?`,
    status,
    minutes === null ? null : START + minutes * 60_000,
    ticket,
  )

/** The same by an upsert. */
export const upsertState = (ticket: string, status: string, minute: number | null) =>
  query(
    `INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, checked_in_at)
     SELECT key, id, session_number, ticket_number, ?, ticket_type_id, ? FROM tickets WHERE id = ?
     ON CONFLICT (id) DO UPDATE SET status = excluded.status, checked_in_at = excluded.checked_in_at`,
    status,
    minute === null ? null : START + minute * 60_000,
    ticket,
  )
