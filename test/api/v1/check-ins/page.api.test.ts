// The table of docs/check-ins.md and the statements of docs/operations.md, on the real service.
import { beforeAll, describe, expect, it } from 'vitest'
import page from '../../../../docs/check-ins.md?raw'
import runbook from '../../../../docs/operations.md?raw'
import { okBody, sendJson } from '../../../support/api.ts'
import { checkIn, START, send, sendOne, undo } from '../../../support/check-ins.ts'
import { addSession, addTicket, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const time = (clock: string): number =>
  Date.UTC(2026, 5, 12, ...(clock.split(':').map(Number) as [number, number]))

const examples = (page.split('## Examples')[1] as string).split('\n').flatMap((line) => {
  const [, arrives, outcomes, ticket] = line.split('|')
  const code = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string)
  return ticket === undefined || code(arrives).length === 0
    ? []
    : [{ arrives: code(arrives), outcomes: code(outcomes), ticket: code(ticket)[0] as string }]
})

describe('the examples of docs/check-ins.md', () => {
  it('are all found', () => {
    expect(examples.length).toBeGreaterThan(12)
  })

  it.each(examples)('$arrives', async ({ arrives, outcomes, ticket: expected }) => {
    const ticket = await addTicket(org)
    const ids: Record<string, string> = { A: crypto.randomUUID(), B: crypto.randomUUID() }
    const seen: string[] = []
    for (const event of arrives) {
      const [who = '', what = '', clock] = event.split(' ')
      if (who === 'manager') {
        const path = `/api/organizer/v1/sessions/${org.session}/tickets/${ticket}`
        await okBody(await sendJson('PATCH', path, org.manager, { status: what }))
        continue
      }
      if (who === 'SQL') {
        const at = clock === undefined ? null : time(clock)
        await query('UPDATE tickets SET status = ?, checked_in_at = ? WHERE id = ?', what, at, ticket)
        continue
      }
      const item =
        who === 'undo'
          ? undo(ids[what] as string)
          : checkIn(ticket, {
              id: ids[who],
              at: new Date(time(clock as string)).toISOString(),
              admitted: what === 'admits',
            })
      seen.push((await sendOne(org.session, org.staff, item, `Gate ${who}`)).outcome)
    }
    expect(seen).toEqual(outcomes)
    const [status, clock] = expected.split(' ')
    expect(await query('SELECT status, checked_in_at FROM tickets WHERE id = ?', ticket)).toEqual([
      { status, checked_in_at: clock === undefined ? null : time(clock) },
    ])
  })
})

describe('the statements of docs/operations.md', () => {
  const statements = [...runbook.matchAll(/```sql\n([\s\S]*?)```/g)].map((match) => match[1] as string)

  it('clear the check-ins of old sessions, and leave tickets and other sessions alone', async () => {
    const [clear] = statements as [string]
    const [old, recent] = [await addSession(org), await addSession(org)]
    const day = 86_400_000
    await query('UPDATE sessions SET starts_at = ? WHERE id = ?', Date.now() - 91 * day, old)
    await query('UPDATE sessions SET starts_at = ? WHERE id <> ?', Date.now() - 89 * day, old)
    const tickets: string[] = []
    for (const session of [old, recent]) {
      const ticket = await addTicket(org, {}, session)
      tickets.push(ticket)
      const item = checkIn(ticket)
      await send(session, org.staff, [item, undo(crypto.randomUUID()), checkIn(ticket)])
    }
    await query(clear)
    const left = (table: string) =>
      query(`SELECT DISTINCT session_id FROM ${table} WHERE session_id IN (?, ?)`, old, recent)
    expect(await left('check_ins')).toEqual([{ session_id: recent }])
    expect(await left('ticket_bases')).toEqual([{ session_id: recent }])
    for (const ticket of tickets) {
      expect(await query('SELECT status, checked_in_at FROM tickets WHERE id = ?', ticket)).toEqual([
        { status: 'CheckedIn', checked_in_at: START },
      ])
    }
  })

  it('erase who worked at the door', async () => {
    const [, ...erase] = statements
    const ticket = await addTicket(org)
    const item = checkIn(ticket)
    await send(org.session, org.staff, [item, undo(item.id)])
    for (const statement of erase) await query(statement.replace('auth0|left-the-team', org.staff))
    const named = await query('SELECT 1 FROM check_ins WHERE ? IN (subject, undone_by)', org.staff)
    expect(named).toEqual([])
    expect(await query('SELECT subject, undone_by FROM check_ins WHERE id = ?', item.id)).toEqual([
      { subject: 'erased', undone_by: 'erased' },
    ])
  })
})
