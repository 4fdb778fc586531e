// What the database derives from tickets stays right, whichever client writes. Each test writes plain SQL,
// then compares with a recount.
// @module-tag more
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getBody, getPage, ticketsPath } from '../../../support/api.ts'
import {
  addSeries,
  addSession,
  addTicket,
  addTickets,
  addVenue,
  insert,
  makeOrganizer,
  type Organizer,
  query,
  sessionRow,
  type TicketInput,
} from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'

type Counts = {
  session: number
  Valid: number
  CheckedIn: number
  Refunded: number
  Voided: number
  digest: number
}

const counted = () =>
  query<Counts>(
    `SELECT session_number AS session, valid AS Valid, checked_in AS CheckedIn, refunded AS Refunded,
       voided AS Voided, digest FROM ticket_counts ORDER BY session_number`,
  )

const recounted = () =>
  query<Counts>(
    `SELECT number AS session, coalesce(sum(status = 'Valid'), 0) AS Valid,
       coalesce(sum(status = 'CheckedIn'), 0) AS CheckedIn, coalesce(sum(status = 'Refunded'), 0) AS Refunded,
       coalesce(sum(status = 'Voided'), 0) AS Voided, coalesce(sum("check"), 0) AS digest
     FROM sessions LEFT JOIN tickets ON tickets.session_number = number
     LEFT JOIN ticket_changes ON ticket_changes.session_number = number AND ticket_id = tickets.id
     GROUP BY number ORDER BY number`,
  )

/** Which tickets the index has for each word: of the triggers' index, or of a rebuilt one. */
const wordsOf = async (index: string): Promise<Map<string, number[]>> => {
  const words = await query<{ term: string }>(`SELECT term FROM ${index}_words`)
  const found = new Map<string, number[]>()
  for (const { term } of words) {
    const rows = await query<{ key: number }>(
      `SELECT rowid AS key FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid`,
      `"${term}"`,
    )
    found.set(
      term,
      rows.map(({ key }) => key),
    )
  }
  return found
}

const expectIndexEqualsRebuilt = async () => {
  await env.DB.batch(
    [
      'DROP TABLE IF EXISTS rebuilt_words',
      'DROP TABLE IF EXISTS rebuilt',
      'CREATE VIRTUAL TABLE IF NOT EXISTS ticket_search_words USING fts5vocab(ticket_search, row)',
      `CREATE VIRTUAL TABLE rebuilt USING fts5(text, content='', contentless_delete=1, detail=none,
         tokenize="unicode61 remove_diacritics 2 tokenchars '|'")`,
      'CREATE VIRTUAL TABLE rebuilt_words USING fts5vocab(rebuilt, row)',
      `INSERT INTO rebuilt (rowid, text) SELECT key, text FROM ticket_search_text`,
      `INSERT INTO rebuilt (rowid, text) SELECT number << 20, '|' FROM sessions`,
    ].map((statement) => env.DB.prepare(statement)),
  )
  const [derived, rebuilt] = [await wordsOf('ticket_search'), await wordsOf('rebuilt')]
  // The index keeps words of deleted tickets until it merges; they must find nothing.
  const live = new Map([...derived].filter(([, keys]) => keys.length > 0))
  expect(live).toEqual(rebuilt)
}

const tagOf = async (session: string): Promise<string> => {
  const [row] = await query<{ tag: string }>(
    'SELECT list_version AS tag FROM ticket_counts JOIN sessions ON number = session_number WHERE id = ?',
    session,
  )
  return row?.tag as string
}

/** A random write, by the number of a ticket among those there are. */
const write = fc.record({
  kind: fc.constantFrom(
    'insert',
    'insert',
    'insert',
    'upsert',
    'ignore',
    'update',
    'status',
    'move',
    'delete',
    'type',
  ),
  which: fc.nat(1000),
  word: fc.constantFrom('anna', 'ánna', 'bo', 'o’neill', 'x'),
  status: fc.constantFrom('Valid', 'CheckedIn', 'Refunded', 'Voided'),
})

type Write = typeof write extends fc.Arbitrary<infer Value> ? Value : never

const apply = async (org: Organizer, sessions: number[], step: Write) => {
  const { kind, which, word, status } = step
  const session = sessions[which % sessions.length] as number
  const tickets = await query<{ key: number; id: string }>('SELECT key, id FROM tickets ORDER BY id')
  const ticket = tickets[which % Math.max(1, tickets.length)]
  const values = `(SELECT coalesce(max(key), ${session} << 20) + 1 FROM tickets WHERE session_number = ${session}),
    ?, ${session}, 'N-${which}', '${status}', '${Object.values(org.types)[which % 3]}', '${word}'`
  const columns = 'key, id, session_number, ticket_number, status, ticket_type_id, attendee_name'
  switch (kind) {
    case 'insert':
      return query(`INSERT INTO tickets (${columns}) VALUES (${values})`, crypto.randomUUID())
    case 'upsert':
      return query(
        `INSERT INTO tickets (${columns}) VALUES (${values})
         ON CONFLICT (id) DO UPDATE SET attendee_name = excluded.attendee_name, status = excluded.status`,
        ticket?.id ?? crypto.randomUUID(),
      )
    case 'ignore':
      return query(
        `INSERT OR IGNORE INTO tickets (${columns}) VALUES (${values})`,
        ticket?.id ?? crypto.randomUUID(),
      )
    case 'type':
      return query(
        'UPDATE OR IGNORE ticket_types SET name = ? WHERE id = ?',
        word,
        Object.values(org.types)[which % 3] as string,
      )
  }
  if (ticket === undefined) return []
  switch (kind) {
    case 'update':
      return query(
        'UPDATE OR IGNORE tickets SET attendee_name = ?, ticket_number = ? WHERE id = ?',
        word,
        `M${which}`,
        ticket.id,
      )
    case 'status':
      return query('UPDATE tickets SET status = ? WHERE id = ?', status, ticket.id)
    case 'move':
      return query(
        `UPDATE tickets SET session_number = ${session}, key = (SELECT coalesce(max(key), ${session} << 20) + 1
           FROM tickets WHERE session_number = ${session}) WHERE id = ?`,
        ticket.id,
      )
    default:
      return query('DELETE FROM tickets WHERE id = ?', ticket.id)
  }
}

describe('counts and search index', () => {
  it('equal a recount after random inserts, upserts, updates, moves and deletes', async () => {
    const org = await makeOrganizer()
    await addSession(org)
    const sessions = (await query<{ number: number }>('SELECT number FROM sessions')).map(
      ({ number }) => number,
    )
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 5, maxLength: 25 }), async (steps) => {
        for (const step of steps) await apply(org, sessions, step)
        expect(await counted()).toEqual(await recounted())
        await expectIndexEqualsRebuilt()
        const wrongNames = await query(
          `SELECT tickets.key FROM tickets JOIN ticket_types ON ticket_types.id = ticket_type_id
           WHERE ticket_type_name <> name COLLATE BINARY`,
        )
        expect(wrongNames).toEqual([])
      }),
      { numRuns: runs(25) },
    )
  })

  it('follow a bulk insert, a bulk update and a bulk delete', async () => {
    const org = await makeOrganizer()
    await addTickets(
      org,
      Array.from({ length: 50 }, (_, i) => ({ attendee_name: `Name ${i}` })),
    )
    await query(`UPDATE tickets SET status = 'CheckedIn', attendee_name = 'All' WHERE key % 2 = 0`)
    await query(`DELETE FROM tickets WHERE key % 3 = 0`)
    expect(await counted()).toEqual(await recounted())
    await expectIndexEqualsRebuilt()
  })

  it.each(['key', 'rowid', 'oid', '_rowid_'])('follow a key that is written as %s', async (name) => {
    const org = await makeOrganizer()
    const [id] = (await addTickets(org, [{ attendee_name: 'Moved' }, {}])) as [string]
    await query(`UPDATE tickets SET ${name} = key + 1000 WHERE id = ?`, id)
    expect(await counted()).toEqual(await recounted())
    await expectIndexEqualsRebuilt()
  })

  it('begin with a session and end with it', async () => {
    const org = await makeOrganizer()
    const session = await addSession(org)
    await query('DELETE FROM sessions WHERE id = ?', session)
    expect(await counted()).toEqual(await recounted())
  })
})

describe('INSERT OR REPLACE', () => {
  it.each(['key', 'id', 'code'])('is refused where it would replace a ticket by its %s', async (column) => {
    const org = await makeOrganizer()
    const id = await addTicket(org, { attendee_name: 'Anna' })
    const before = await counted()
    const replace = query(
      `INSERT OR REPLACE INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, code)
       SELECT key + ${column === 'key' ? 0 : 1}, ?, session_number, 'R', 'Voided', ticket_type_id,
         ${column === 'code' ? 'code' : "'another'"}
       FROM tickets WHERE id = ?`,
      column === 'id' ? id : crypto.randomUUID(),
      id,
    )
    await expect(replace).rejects.toThrow('INSERT OR REPLACE is not supported')
    expect(await counted()).toEqual(before)
    // What comes after it is not mistaken for it.
    await addTickets(org, [{ attendee_name: 'Bo' }])
    expect(await counted()).toEqual(await recounted())
  })

  it('passes where it replaces nothing', async () => {
    const org = await makeOrganizer()
    await query(
      `INSERT OR REPLACE INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id)
       SELECT (number << 20) + 1, ?, number, 'R', 'Valid', ? FROM sessions WHERE id = ?`,
      crypto.randomUUID(),
      org.types.VIP,
      org.session,
    )
    expect(await counted()).toEqual(await recounted())
  })
})

describe('a session written by INSERT OR REPLACE', () => {
  it('keeps the counts of its tickets', async () => {
    const org = await makeOrganizer()
    await addTickets(org, [{}, {}, { status: 'CheckedIn' }, { status: 'Voided' }])
    await query(
      `INSERT OR REPLACE INTO sessions (number, id, event_id, starts_at, capacity)
       SELECT number, id, event_id, starts_at, 50 FROM sessions WHERE id = ?`,
      org.session,
    )
    expect(await counted()).toEqual(await recounted())
    await addTickets(org, [{}])
    expect(await counted()).toEqual(await recounted())
  })
})

describe('the number of sessions of a series', () => {
  const numberOf = async (org: Organizer, id: string) => {
    const path = `/api/organizer/v1/events/${org.event}/series/${id}`
    const { sessions } = await getBody<{ sessions: number }>(org.owner, path)
    const [row] = await query<{ counted: number | null; sessions: number }>(
      `SELECT session_count AS counted, (SELECT count(*) FROM sessions WHERE series_id = series.id) AS sessions
       FROM series WHERE id = ?`,
      id,
    )
    expect(sessions).toBe(row?.sessions)
    return row?.counted
  }

  it('follows its sessions, and is counted again after INSERT OR REPLACE', async () => {
    const org = await makeOrganizer()
    const added = [await addSeries(org, [1, 2]), await addSeries(org, [3])]
    const [one, other] = added.map(({ series }) => series) as [string, string]
    const sessions = added.flatMap((each) => each.sessions) as [string, string, string]
    expect([await numberOf(org, one), await numberOf(org, other)]).toEqual([2, 1])
    await query('UPDATE sessions SET series_id = ? WHERE id = ?', other, sessions[0])
    expect([await numberOf(org, one), await numberOf(org, other)]).toEqual([1, 2])
    await query('UPDATE sessions SET series_id = NULL WHERE id = ?', sessions[0])
    await query('DELETE FROM sessions WHERE id = ?', sessions[1])
    expect([await numberOf(org, one), await numberOf(org, other)]).toEqual([0, 1])
    await query(
      `INSERT OR REPLACE INTO sessions (number, id, event_id, starts_at, capacity)
       SELECT number, id, event_id, starts_at, 50 FROM sessions WHERE id = ?`,
      sessions[2],
    )
    expect(await numberOf(org, other)).toBeNull()
    await query('UPDATE sessions SET series_id = ? WHERE id = ?', other, sessions[0])
    expect(await numberOf(org, other)).toBeNull()
  })
})

it('tickets that are written without a code get different ones of 20 characters', async () => {
  const org = await makeOrganizer()
  await addTickets(org, Array<object>(300).fill({}))
  const rows = await query<{ code: string }>(
    'SELECT code FROM tickets WHERE session_number = (SELECT number FROM sessions WHERE id = ?)',
    org.session,
  )
  for (const { code } of rows) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/)
  expect(new Set(rows.map(({ code }) => code)).size).toBe(300)
  // Each of the 32 characters is as likely at each place: 6,000 characters have each about 188 times.
  const counts = Map.groupBy(rows.map(({ code }) => code).join(''), (letter) => letter)
  expect(counts.size).toBe(32)
})

describe('UPDATE OR REPLACE', () => {
  it.each(['id', 'key', 'code'])('is refused where it would replace a ticket by its %s', async (column) => {
    const org = await makeOrganizer()
    const [first, second] = await addTickets(org, [{ attendee_name: 'Anna' }, { attendee_name: 'Bo' }])
    const before = await counted()
    const update = query(
      `UPDATE OR REPLACE tickets SET ${column} = (SELECT ${column} FROM tickets WHERE id = ?) WHERE id = ?`,
      first as string,
      second as string,
    )
    await expect(update).rejects.toThrow('the key, id or code is that of another ticket')
    expect(await counted()).toEqual(before)
  })
})

describe('the texts of a ticket', () => {
  it.each([
    ['a NUL followed by much text', `'a' || char(0) || printf('%4000c', 'x')`],
    ['many characters of one byte', `printf('%3600c', 'x')`],
    ['many characters of four bytes', `replace(hex(zeroblob(475)), '0', '🎫')`],
  ])('with %s are refused, new or changed', async (_, text) => {
    const org = await makeOrganizer()
    const id = await addTicket(org)
    const update = query(`UPDATE tickets SET attendee_name = ${text} WHERE id = ?`, id)
    await expect(update).rejects.toThrow('CHECK constraint failed: tickets_texts_fit')
    const insert = query(
      `INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, attendee_name)
       SELECT key + 1, ?, session_number, 'L', 'Valid', ticket_type_id, ${text} FROM tickets WHERE id = ?`,
      crypto.randomUUID(),
      id,
    )
    await expect(insert).rejects.toThrow('CHECK constraint failed: tickets_texts_fit')
  })

  it('at their most fill a page of 500', async () => {
    const org = await makeOrganizer()
    // 3,500 bytes: four-byte characters, and control characters that take six bytes each in JSON.
    const attendee_name = '🎫'.repeat(600) + '\u0001'.repeat(1_100)
    // The search index takes 20 ms for such a text, and is not needed here.
    const [trigger] = await query<{ sql: string }>(
      `SELECT sql FROM sqlite_schema WHERE name = 'tickets_insert_search'`,
    )
    await query('DROP TRIGGER tickets_insert_search')
    await addTickets(
      org,
      Array.from({ length: 501 }, () => ({ attendee_name })),
    )
    await query(trigger?.sql ?? '')
    const page = await getPage(org.staff, ticketsPath(org.session, { pageSize: 500 }))
    expect(page.data).toHaveLength(500)
    expect(page.data[499]?.attendee?.name).toBe(attendee_name)
    expect((await getPage(org.staff, page.links.next as string)).data).toHaveLength(1)
    // Other tests compare the index with all tickets.
    await query(
      'DELETE FROM tickets WHERE session_number = (SELECT number FROM sessions WHERE id = ?)',
      org.session,
    )
  })
})

describe('the tag', () => {
  it.each<[string, TicketInput | { ticket_type_name: string }]>([
    ['number', { ticket_number: 'other' }],
    ['status', { status: 'CheckedIn' }],
    ['seat', { seat_label: 'Z' }],
    ['holder', { current_holder_id: '0190a000-0000-7000-8000-000000000999' }],
    ['e-mail', { holder_email: 'new@example.com' }],
    ['name', { attendee_name: 'New' }],
    ['attendee e-mail', { attendee_email: 'new@example.com' }],
    ['company', { attendee_company: 'New' }],
    ['check-in', { checked_in_at: 5 }],
    ['transfers', { transfer_count: 4 }],
  ])('changes with the %s of a ticket', async (_, change) => {
    const org = await makeOrganizer()
    const id = await addTicket(org)
    const before = await tagOf(org.session)
    const [[column, value]] = Object.entries(change) as [[string, string | number]]
    await query(`UPDATE tickets SET ${column} = ? WHERE id = ?`, value, id)
    expect(await tagOf(org.session)).not.toBe(before)
  })

  it('changes with a new ticket, one less, one moved, and a type renamed; not with another session', async () => {
    const org = await makeOrganizer()
    const other = await addSession(org)
    const seen = new Set([await tagOf(org.session)])
    const expectChange = async () => {
      const tag = await tagOf(org.session)
      expect(seen.has(tag)).toBe(false)
      seen.add(tag)
    }
    const [id] = (await addTickets(org, [{}, {}])) as [string]
    await expectChange()
    await query('DELETE FROM tickets WHERE id = ?', id)
    await expectChange()
    await query('UPDATE ticket_types SET name = ? WHERE id = ?', 'Renamed', org.types.Standing)
    await expectChange()
    const [to] = await query<{ number: number }>('SELECT number FROM sessions WHERE id = ?', other)
    await query(
      `UPDATE tickets SET session_number = ?1, key = (CAST(?1 AS INTEGER) << 20) + 9
      WHERE session_number = (SELECT number FROM sessions WHERE id = ?2)`,
      to?.number as number,
      org.session,
    )
    await expectChange()
    const settled = await tagOf(org.session)
    await addTickets(org, [{}], other)
    await query('UPDATE sessions SET capacity = 7 WHERE id = ?', org.session)
    expect(await tagOf(org.session)).toBe(settled)
  })
})

describe('the tables refuse', () => {
  it.each([
    ['an id that is no UUID', `id = 'zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz'`, 'tickets_id_is_uuid'],
    ['an id with hyphens elsewhere', `id = '0190a000-0000-7000-8000-0000000-0001'`, 'tickets_id_is_uuid'],
    ['an id without hyphens', `id = '0190a0000000070000800000000000000001'`, 'tickets_id_is_uuid'],
    ['an id of bytes', `id = CAST('0190a000-0000-7000-8000-000000000001' AS BLOB)`, 'tickets_id_is_uuid'],
    ['a holder that is no UUID', `current_holder_id = 'somebody'`, 'tickets_holder_is_uuid'],
    ['a name of bytes', `attendee_name = X'416e61'`, 'tickets_texts'],
    ['a number of bytes', `ticket_number = X'31'`, 'tickets_texts'],
  ])('%s', async (_, change, constraint) => {
    const org = await makeOrganizer()
    const id = await addTicket(org)
    await expect(query(`UPDATE tickets SET ${change} WHERE id = ?`, id)).rejects.toThrow(constraint)
  })

  it.each(['organizers', 'events', 'venues', 'series', 'ticket_types', 'listings', 'members'])(
    'bytes in the texts of %s',
    async (table) => {
      const org = await makeOrganizer()
      await addVenue(org.id)
      await addSeries(org, [])
      await insert('listings', {
        id: crypto.randomUUID(),
        organizer_id: org.id,
        title: 'T',
        slug: crypto.randomUUID(),
        created_at: 0,
        updated_at: 0,
      })
      const column = { listings: 'title', members: 'subject' }[table] ?? 'name'
      await expect(query(`UPDATE ${table} SET ${column} = X'41'`)).rejects.toThrow(`${table}_texts`)
    },
  )

  it('a key before its session, a status in lower case, a manager of one event, a negative capacity', async () => {
    const org = await makeOrganizer()
    const [place] = await query<{ number: number }>('SELECT number FROM sessions WHERE id = ?', org.session)
    const number = place?.number as number
    const ticket = (change: Record<string, string | number>) =>
      insert('tickets', {
        key: number * 2 ** 20 + 1,
        id: crypto.randomUUID(),
        session_number: number,
        ...{ ticket_number: 'N', status: 'Valid', ticket_type_id: org.types.VIP },
        ...change,
      })
    await expect(ticket({ key: number * 2 ** 20 })).rejects.toThrow('tickets_key_in_session')
    await expect(ticket({ status: 'valid' })).rejects.toThrow('tickets_status')
    await expect(
      insert('members', {
        organizer_id: org.id,
        subject: 'm',
        role: 'manager',
        event_id: org.event,
      }),
    ).rejects.toThrow('members_event_limits_staff')
    await expect(
      insert('sessions', { ...sessionRow(crypto.randomUUID(), org.event), capacity: -1 }),
    ).rejects.toThrow('sessions_capacity')
    expect(await counted()).toEqual(await recounted())
  })
})
