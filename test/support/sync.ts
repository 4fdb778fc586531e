// A device that holds a session's tickets, and what it must hold.

import { expect } from 'vitest'
import type { Schemas } from '../../web/shared/schemas.ts'
import { getBody, type Parameters, withQuery } from './api.ts'
import { query } from './rows.ts'

export type Changes = Schemas['TicketChanges']
type Row = Changes['rows'][number]

export const changesPath = (sessionId: string, parameters: Parameters = {}): string =>
  withQuery(`/api/v1/sessions/${sessionId}/ticket-changes`, parameters)

export const getChanges = (subject: string, path: string) => getBody<Changes>(subject, path)

export type Device = { rows: Map<string, Row>; since: string | undefined }

export const newDevice = (): Device => ({ rows: new Map(), since: undefined })

/** Does with a response what the documentation says. */
export const apply = (device: Device, { rows, removed, next }: Changes): void => {
  for (const row of rows) device.rows.set(row[0], row)
  for (const id of removed) device.rows.delete(id)
  device.since = next
}

/** Asks until there is no more; returns the responses. */
export const catchUp = async (
  device: Device,
  subject: string,
  sessionId: string,
  pageSize = 1_000,
): Promise<Changes[]> => {
  const responses: Changes[] = []
  for (;;) {
    const path = changesPath(sessionId, { pageSize, ...(device.since && { since: device.since }) })
    const changes = await getChanges(subject, path)
    responses.push(changes)
    apply(device, changes)
    expect(changes.rows.length + changes.removed.length).toBeLessThanOrEqual(pageSize)
    if (!changes.more) return responses
    expect(changes.rows.length + changes.removed.length).toBeGreaterThan(0)
  }
}

/** What the documentation says of `codeHash`. */
const hash = async (sessionId: string, code: string): Promise<string> => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${sessionId}:${code}`))
  return Buffer.from(bytes).subarray(0, 6).toString('base64url')
}

const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** The values of `presence`, all null without one. */
const presenceValues = (json: string | null) => {
  if (json === null) return Array(5).fill(null)
  const { inside, areas, lastIn, lastOut, entries } = JSON.parse(json)
  return [inside, areas, timeOf(lastIn), timeOf(lastOut), entries]
}

/** The session's tickets as rows, read from the tables. */
const actualRows = async (sessionId: string): Promise<Row[]> => {
  const tickets = await query<Record<string, string | number | null>>(
    `SELECT tickets.*, ticket_types.name AS type_name, coalesce("check", 0) AS "check", guest_lists.name AS list
     FROM tickets LEFT JOIN guest_lists ON guest_lists.id = guest_list_id
     JOIN sessions ON number = tickets.session_number JOIN ticket_types ON ticket_types.id = tickets.ticket_type_id
     LEFT JOIN ticket_changes ON ticket_id = tickets.id AND ticket_changes.session_number = number
     WHERE sessions.id = ? ORDER BY tickets.id`,
    sessionId,
  )
  const hashes = await Promise.all(tickets.map(({ code }) => hash(sessionId, code as string)))
  return tickets.map(
    (ticket, index) =>
      [
        ticket.id,
        ticket.ticket_number,
        ticket.status,
        ticket.type_name,
        ticket.seat_label,
        ticket.holder_email,
        ticket.attendee_name,
        ticket.attendee_email,
        ticket.attendee_company,
        ticket.checked_in_at === null ? null : new Date(ticket.checked_in_at as number).toISOString(),
        ticket.transfer_count,
        ticket.reference,
        hashes[index],
        ticket.check,
        ticket.device || null,
        ticket.note,
        ticket.flag === 'None' ? null : ticket.flag,
        ...presenceValues(ticket.presence as string | null),
        ticket.list,
      ] as unknown as Row,
  )
}

/** The sum by which a device finds out whether its copy is right. */
export const digestOf = (device: Device): number =>
  [...device.rows.values()].reduce((sum, row) => sum + row[13], 0)

/**
 * Checks that a device holds exactly the session's tickets, and that the counts and the digest of the
 * response are those of its own.
 */
export const expectUpToDate = async (
  device: Device,
  sessionId: string,
  { counts, digest }: Pick<Changes, 'counts' | 'digest'>,
): Promise<void> => {
  const held = [...device.rows.values()].sort((a, b) => (a[0] < b[0] ? -1 : 1))
  expect(held).toEqual(await actualRows(sessionId))
  const own = { Valid: 0, CheckedIn: 0, Refunded: 0, Voided: 0 }
  for (const [, , status] of held) own[status] += 1
  expect(counts).toEqual(own)
  expect(digest).toBe(digestOf(device))
}
