// What ticket changes cost, in rows read and written, which are the same on every machine.
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, readCost } from '../../../support/api.ts'
import { addSession, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { type Changes, changesPath } from '../../../support/sync.ts'

const TICKETS = 3_000

let org: Organizer
let number: number
let otherNumber: number
beforeAll(async () => {
  org = await makeOrganizer()
  const other = await addSession(org)
  for (const session of [org.session, other]) {
    await query(
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${TICKETS})
       INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name, attendee_name)
       SELECT (number << 20) + n, lower(printf('%08x-0000-4000-8000-%012x', number, n)), number, 'T-' || n, 'Valid', ?,
         'Standing', 'Anna Smith' FROM sessions CROSS JOIN c WHERE sessions.id = ?`,
      org.types.Standing,
      session,
    )
  }
  const numbers = await query<{ number: number }>(
    'SELECT number FROM sessions WHERE id IN (?, ?) ORDER BY id <> ?',
    org.session,
    other,
    org.session,
  )
  ;[number, otherNumber] = numbers.map((row) => row.number) as [number, number]
})

const get = async (parameters: Record<string, string | number>, headers: Record<string, string> = {}) => {
  const response = await call(changesPath(org.session, parameters), { subject: org.staff, headers })
  const body = response.status === 200 ? await response.json<Changes>() : undefined
  return {
    ...body,
    status: response.status,
    etag: response.headers.get('ETag') as string,
    given: (body?.rows.length ?? 0) + (body?.removed.length ?? 0),
    ...readCost(response),
  }
}

/** The `next` of a device that holds all tickets. */
const complete = async (): Promise<string> => {
  let since = ''
  for (;;) {
    const { next, more } = await get({ since, pageSize: 2_000 })
    since = next as string
    if (!more) return since
  }
}

describe('reading', () => {
  it.each([1, 100, 1_000, 2_000])(
    'the whole list costs two rows a ticket at most (pageSize %i)',
    async (pageSize) => {
      const first = await get({ pageSize })
      const second = await get({ pageSize, since: first.next as string })
      for (const { given, rows, trips } of [first, second]) {
        expect(given).toBeGreaterThan(0)
        expect({ trips, few: rows <= 2 * given + 20 }, `${rows} rows for ${given}`).toEqual({
          trips: 1,
          few: true,
        })
      }
    },
  )

  it('an hour of watching 20,000 tickets, half of whom come, costs at most 100,000 rows', async () => {
    const first = await get({ pageSize: 2_000 })
    const since = await complete()
    const { etag, rows: asking } = await get({ since })
    const unchanged = await get({ since }, { 'If-None-Match': etag })
    expect(unchanged.status).toBe(304)
    await query(
      `UPDATE tickets SET status = 'CheckedIn', device = 'Gate A' WHERE session_number = ? AND key % 300 = 7`,
      number,
    )
    const changed = await get({ since })
    expect(changed.given).toBe(TICKETS / 300)
    const polls = 3_600 / 5
    const hour =
      20_000 * (first.rows / first.given) +
      polls * Math.max(asking, unchanged.rows) +
      10_000 * ((changed.rows - asking) / changed.given)
    expect(hour, `${first.rows}, ${asking}, ${unchanged.rows}, ${changed.rows}`).toBeLessThanOrEqual(100_000)
    await query(`UPDATE tickets SET status = 'Valid', device = NULL WHERE session_number = ?`, number)
  })

  it.each([1, 50, 1_000])('changes cost three rows each at most (pageSize %i)', async (pageSize) => {
    let since = await complete()
    await env.DB.batch(
      [
        `UPDATE tickets SET status = 'CheckedIn' WHERE session_number = ${number} AND key % 10 = 0`,
        `DELETE FROM tickets WHERE session_number = ${number} AND key % 100 = 1`,
        `UPDATE tickets SET session_number = ${otherNumber}, key = (${otherNumber} << 20) + 100000 + (key & 65535)
         WHERE session_number = ${number} AND key % 100 = 2`,
      ].map((sql) => env.DB.prepare(sql)),
    )
    for (let responses = 0; responses < 5; responses++) {
      const { given, rows, trips, next, more } = await get({ pageSize, since })
      expect({ trips, few: rows <= 3 * given + 20 }, `${rows} rows for ${given}`).toEqual({
        trips: 1,
        few: true,
      })
      if (!more) break
      since = next as string
    }
    // The tickets that moved come back, so that each run finds some.
    await query(
      `UPDATE tickets SET session_number = ${number}, key = (${number} << 20) + (key & 1048575) - 100000
       WHERE session_number = ${otherNumber} AND key & 1048575 > 100000`,
    )
  })

  it('nothing new costs eleven rows at most, as a 200 and as a 304', async () => {
    const since = await complete()
    const unchanged = await get({ since })
    expect(unchanged).toMatchObject({ status: 200, given: 0, trips: 1 })
    const notModified = await get({ since }, { 'If-None-Match': unchanged.etag })
    expect(notModified).toMatchObject({ status: 304, trips: 1 })
    for (const { rows } of [unchanged, notModified]) expect(rows).toBeLessThanOrEqual(11)
  })
})

describe('writing', () => {
  const WRITES = {
    insert: `INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name)
      SELECT key + 1000000, lower(printf('%08x-0000-4000-9000-%012x', ?1, key)), session_number, 'N', 'Valid', ticket_type_id,
      'Standing' FROM tickets WHERE key = (?1 << 20) + 3`,
    'check-in': `UPDATE tickets SET status = 'CheckedIn', checked_in_at = 5 WHERE key = (?1 << 20) + 1000003`,
    'second check-in': `UPDATE tickets SET checked_in_at = 6 WHERE key = (?1 << 20) + 1000003`,
    move: `UPDATE tickets SET session_number = ?2, key = (?2 << 20) + 1000003 WHERE key = (?1 << 20) + 1000003`,
    'move back': `UPDATE tickets SET session_number = ?1, key = (?1 << 20) + 1000003 WHERE key = (?2 << 20) + 1000003`,
    delete: 'DELETE FROM tickets WHERE key = (?1 << 20) + 1000003',
  }

  const rowsWritten = async (): Promise<Record<string, number>> => {
    const written: Record<string, number> = {}
    for (const [name, sql] of Object.entries(WRITES)) {
      const text = sql.replaceAll('?1', String(number)).replaceAll('?2', String(otherNumber))
      written[name] = (await env.DB.prepare(text).run()).meta.rows_written
    }
    return written
  }

  it('costs three more rows a ticket, and six where it moves one', async () => {
    const numbered = await rowsWritten()
    const triggers = await query<{ name: string }>(
      `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'tickets' AND name LIKE '%_changes'`,
    )
    expect(triggers).toHaveLength(4)
    await env.DB.batch(triggers.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)))
    const plain = await rowsWritten()
    const more = Object.keys(WRITES).map((name) => [name, (numbered[name] ?? 0) - (plain[name] ?? 0)])
    expect(Object.fromEntries(more)).toEqual({
      insert: 3,
      'check-in': 3,
      'second check-in': 3,
      move: 6,
      'move back': 6,
      delete: 3,
    })
  })
})
