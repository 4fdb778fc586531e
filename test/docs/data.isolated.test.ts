// Runs every statement of docs/data.md in order on a real database, and checks the page's statements about
// their results, the tables and the errors.
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { bulkUpdatePath, call, getPage, sendJson, ticketsPath } from '../support/api.ts'
import { insert, query, type Row, sessionRow } from '../support/rows.ts'

const ID = (end: string): string => `7d9f0000-0000-4000-8000-${end.padStart(12, '0')}`
const ALL = /```sql\n([\s\S]*?)```/g
const statements = [...env.TEST_DATA_PAGE.matchAll(ALL)].map((match) => match[1] as string)

const results: Row[][] = []

/** The place of the only statement of the page that contains `text`. */
const placeOf = (text: string): number => {
  const places = statements.flatMap((statement, place) => (statement.includes(text) ? [place] : []))
  expect(places, text).toHaveLength(1)
  return places[0] as number
}

const statementWith = (text: string): string => statements[placeOf(text)] as string

/** The rows that the statement returned. */
const rowsOf = (text: string): Row[] => results[placeOf(text)] as Row[]

beforeAll(async () => {
  for (const statement of statements) results.push(await query(statement))
})

const list = (session: string) => getPage('auth0|123', ticketsPath(session))

describe('the statements of docs/data.md', () => {
  it('are all found', () => {
    expect(statements).toHaveLength(env.TEST_DATA_PAGE.match(/^```sql$/gm)?.length ?? 0)
    expect(statements.length).toBeGreaterThan(15)
  })

  it('result in the lists that the page describes', async () => {
    const { data, meta } = await list(ID('5'))
    expect(meta.totalCount).toBe(2)
    expect(data).toEqual([
      {
        id: ID('11'),
        ticketNumber: 'SN-1',
        status: 'CheckedIn',
        ticketTypeName: 'VIP',
        seatLabel: null,
        holderEmail: 'ana@example.com',
        attendee: { name: 'Anna García', email: null, company: null },
        checkedInAt: expect.any(String),
        transferCount: 0,
      },
      {
        id: ID('13'),
        ticketNumber: 'SN-3',
        status: 'Valid',
        ticketTypeName: 'Floor',
        seatLabel: 'A1',
        currentHolderId: ID('aa'),
        holderEmail: 'bo@example.com',
        attendee: { name: 'Bo Example', email: null, company: null },
        transferCount: 1,
      },
    ])
    const other = await list(ID('6'))
    expect(other.data.map(({ ticketNumber }) => ticketNumber)).toEqual(['SN-4'])
    expect(rowsOf('ORDER BY ticket_number').map(({ ticket_type_name }) => ticket_type_name)).toEqual([
      'VIP',
      'Floor',
    ])
  })

  it('return the rows that the page describes', async () => {
    const [first, second] = (rowsOf('INSERT INTO sessions') as { number: number }[]).map(
      ({ number }) => number,
    )
    const key = (number: number | undefined, n: number) => (number as number) * 2 ** 20 + n
    expect(rowsOf("'ana@example.com', 'Ana García'")).toEqual([{ key: key(first, 1) }])
    expect(rowsOf('< capacity')).toEqual([{ key: key(first, 2) }])
    expect(rowsOf("SET status = 'CheckedIn'")).toEqual([
      { ticket_number: 'SN-1', checked_in_at: expect.any(Number) },
    ])
    expect(rowsOf("SET status = 'Refunded'")).toEqual([{ id: ID('12') }])
    expect(rowsOf('SET (session_number, key)')).toEqual([{ key: key(second, 1), session_number: second }])
  })

  it('leave counts and search index correct', async () => {
    const counts = await query(
      `SELECT valid, checked_in, refunded, voided FROM ticket_counts JOIN sessions ON number = session_number
       WHERE id IN (?, ?) ORDER BY number`,
      ID('5'),
      ID('6'),
    )
    expect(counts).toEqual([
      { valid: 1, checked_in: 1, refunded: 0, voided: 0 },
      { valid: 1, checked_in: 0, refunded: 0, voided: 0 },
    ])
    const search = async (q: string) =>
      (await getPage('auth0|123', ticketsPath(ID('5'), { q }))).data.map(({ ticketNumber }) => ticketNumber)
    expect(await search('anna')).toEqual(['SN-1'])
    expect(await search('sn')).toEqual(['SN-1', 'SN-3'])
  })

  it('check in once: the second check-in returns no row', async () => {
    const checkIn = statementWith("SET status = 'CheckedIn'")
    expect(await query(checkIn)).toEqual([])
  })

  it('sell no more tickets than there is room for', async () => {
    const sell = statementWith('< capacity')
    await query('UPDATE sessions SET capacity = 2 WHERE id = ?', ID('5'))
    expect(await query(sell)).toEqual([])
    await query('UPDATE sessions SET capacity = 500 WHERE id = ?', ID('5'))
  })
})

describe('the rows that the page inserts', () => {
  it('are a listing, a series and a venue of the API', async () => {
    const response = await call(`/api/organizer/v1/listings/${ID('9')}`, { subject: 'auth0|123' })
    expect(await response.json()).toMatchObject({
      title: 'Summer Night',
      status: 'Published',
      startsAt: '2026-06-12T18:30:00.000Z',
      priceFrom: 18.5,
      tags: ['live', 'open air'],
    })
    const path = bulkUpdatePath(ID('2'), ID('8'))
    const update = await sendJson('POST', path, 'auth0|123', { filterType: 'All', newVenueId: ID('7') })
    expect(await update.json()).toEqual({ sessionsUpdated: 2 })
  })

  it('give a door worker access until the row is deleted', async () => {
    const insertMember = statementWith("'staff', '7d9f")
    const deleteMember = statementWith('DELETE FROM members')
    const status = async () => (await call(ticketsPath(ID('5')), { subject: 'auth0|456' })).status
    expect(await status()).toBe(404)
    await query(insertMember)
    expect(await status()).toBe(200)
    await query(deleteMember)
    expect(await status()).toBe(404)
  })

  it('can have their check-in undone', async () => {
    const undo = statementWith("SET status = 'Valid'")
    const checkIn = statementWith("SET status = 'CheckedIn'")
    expect(await query(undo)).toEqual([])
    await query(checkIn.replace(ID('11'), ID('13')))
    expect(await query(undo)).toEqual([{ ticket_number: 'SN-3' }])
    expect(await query('SELECT status, checked_in_at FROM tickets WHERE id = ?', ID('13'))).toEqual([
      { status: 'Valid', checked_in_at: null },
    ])
  })
})

describe('the statements for a dashboard', () => {
  it('count sales and arrivals of each session', () => {
    expect(rowsOf('AS sold')).toEqual([
      expect.objectContaining({ id: ID('5'), capacity: 500, sold: 2, arrived: 1, refunded: 0, voided: 0 }),
      expect.objectContaining({ id: ID('6'), sold: 1, arrived: 0 }),
    ])
    expect(rowsOf('GROUP BY ticket_type_name')).toEqual([
      { ticket_type_name: 'Floor', status: 'Valid', tickets: 1 },
      { ticket_type_name: 'VIP', status: 'CheckedIn', tickets: 1 },
    ])
    expect(rowsOf('GROUP BY quarter')).toEqual([{ quarter: expect.any(Number), arrivals: 1 }])
    expect((rowsOf('GROUP BY quarter')[0]?.quarter as number) % 900_000).toBe(0)
  })

  it('show what the API changed', async () => {
    const path = bulkUpdatePath(ID('2'), ID('8'))
    await sendJson('POST', path, 'auth0|123', { filterType: 'All', newCapacity: 500 })
    const log = statementWith('FROM audit_log')
    const [latest] = await query(log)
    expect(latest).toMatchObject({ subject: 'auth0|123', action: 'sessions.bulk-update', sessions: 2 })
  })

  it('read as many rows as the page says', async () => {
    const rowsRead = async (text: string) => {
      const sql = statementWith(text)
      return (await env.DB.prepare(sql).run()).meta.rows_read
    }
    expect(await rowsRead('AS sold')).toBeLessThanOrEqual(2 * 3)
    const plan = async (text: string) => {
      const sql = statementWith(text)
      const rows = await query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      return rows.map(({ detail }) => detail).join('\n')
    }
    expect(await plan('GROUP BY ticket_type_name')).toMatch(
      /SEARCH tickets USING COVERING INDEX tickets_by_type/,
    )
    expect(await plan('GROUP BY quarter')).toMatch(
      /SEARCH tickets USING INDEX tickets_by_check_in \(session_number=\? AND status=\?/,
    )
  })
})

describe('the tables of docs/data.md', () => {
  const section = (env.TEST_DATA_PAGE.split('### Tables')[1] as string).split('\n### ')[0] as string
  const rows = section.split('\n').flatMap((line) => {
    const [, first, second, third] = line.split(/(?<!\\)\|/)
    return first === undefined || third === undefined ? [] : [{ first, second, third }]
  })
  const names = (cell: string | undefined) =>
    [...(cell ?? '').replace(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)].map((match) => match[1] as string)

  it.each(rows.filter(({ first }) => /^ `\w+` $/.test(first)))('$first', async ({ first, second, third }) => {
    const columns = await query<{ name: string; notnull: number; dflt_value: string | null }>(
      `PRAGMA table_info(${names(first)[0]})`,
    )
    expect(columns.length).toBeGreaterThan(0)
    // The database chooses `sessions.number`, an integer primary key.
    const optional = columns.filter(
      ({ name, notnull, dflt_value }) => notnull === 0 || dflt_value !== null || name === 'number',
    )
    const derived = first.includes('sessions')
      ? /^organizer_id$/
      : first.includes('events')
        ? /^(types_version|areas)$/
        : /^(ticket_type_name|presence|session_count)$/
    const written = columns.map(({ name }) => name).filter((name) => !derived.test(name))
    expect([...names(second), ...names(third)].sort()).toEqual(written.sort())
    for (const name of names(third)) expect(optional.map((column) => column.name)).toContain(name)
  })

  it('name all triggers', async () => {
    const triggers = await query<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    const patterns = [...section.matchAll(/`(\*_\w+|ticket_types_update_name)`/g)].map(
      (match) => new RegExp(`^${(match[1] as string).replace('*', '\\w+')}$`),
    )
    for (const { name } of triggers)
      expect(
        patterns.filter((pattern) => pattern.test(name)),
        name,
      ).toHaveLength(1)
    for (const pattern of patterns)
      expect(
        triggers.some(({ name }) => pattern.test(name)),
        `${pattern}`,
      ).toBe(true)
  })
})

describe('a sale', () => {
  it('reads as few rows in a large session as in a small one', async () => {
    const sell = statementWith("'ana@example.com', 'Ana García'")
    const cost = async (id: string) => {
      const statement = env.DB.prepare(sell.replace(ID('11'), id).replace(ID('5'), ID('7')))
      return (await statement.run()).meta.rows_read
    }
    await insert('sessions', sessionRow(ID('7'), ID('2')))
    const small = await cost(ID('21'))
    await query(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
       INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id)
       SELECT (number << 20) + 100 + n, '${ID('').slice(0, 24)}' || printf('%012d', 1000 + n), number, 'L-' || n, 'Valid', ?
       FROM sessions, n WHERE sessions.id = ?`,
      ID('3'),
      ID('7'),
    )
    expect(await cost(ID('22'))).toBeLessThan(small + 10)
  })
})

describe('the errors of docs/data.md', () => {
  const good = {
    key: '(SELECT max(key) + 1 FROM tickets WHERE session_number = number)',
    id: `'${ID('99')}'`,
    session_number: 'number',
    ticket_number: "'SN-99'",
    status: "'Valid'",
    ticket_type_id: `'${ID('3')}'`,
  }
  const insertTicket = (change: Record<string, string>, verb = 'INSERT') => {
    const values = { ...good, ...change }
    return `${verb} INTO tickets (${Object.keys(values)}) SELECT ${Object.values(values)}
      FROM sessions WHERE id = '${ID('5')}'`
  }
  const CASES: [what: string, sql: string, text: string][] = [
    ['a key', insertTicket({ key: '(number << 20) + 1' }), 'UNIQUE constraint failed: tickets.key'],
    ['an id', insertTicket({ id: `'${ID('11')}'` }), 'UNIQUE constraint failed: tickets.id'],
    [
      'a key outside',
      insertTicket({ key: '(number << 20) + 1048576' }),
      'CHECK constraint failed: tickets_key_in_session',
    ],
    ['capitals', insertTicket({ id: `'${ID('A9')}'` }), 'CHECK constraint failed: tickets_id_is_uuid'],
    ['bytes', insertTicket({ attendee_name: `X'416e61'` }), 'CHECK constraint failed: tickets_texts'],
    ['a status', insertTicket({ status: "'Sold'" }), 'CHECK constraint failed: tickets_status'],
    [
      'long texts',
      insertTicket({ attendee_name: `printf('%3600c', 'x')` }),
      'CHECK constraint failed: tickets_texts_fit',
    ],
    [
      'many bytes',
      insertTicket({ attendee_name: `replace(hex(zeroblob(450)), '0', '🎫')` }),
      'CHECK constraint failed: tickets_texts_fit',
    ],
    [
      'an update of an id',
      `UPDATE OR REPLACE tickets SET id = '${ID('13')}' WHERE id = '${ID('11')}'`,
      'the key, id or code is that of another ticket',
    ],
    ['an empty seat', insertTicket({ seat_label: "''" }), 'CHECK constraint failed: tickets_no_empty_seat'],
    [
      'an empty e-mail',
      insertTicket({ holder_email: "''" }),
      'CHECK constraint failed: tickets_no_empty_email',
    ],
    [
      'an early instant',
      insertTicket({ checked_in_at: '-1' }),
      'CHECK constraint failed: tickets_checked_in_at',
    ],
    ['transfers', insertTicket({ transfer_count: '-1' }), 'CHECK constraint failed: tickets_transfer_count'],
    ...[
      insertTicket({ checked_in_at: "'tomorrow'" }),
      insertTicket({ checked_in_at: '253402300800000' }),
      insertTicket({ checked_in_at: '0.5' }),
      `UPDATE tickets SET checked_in_at = '2026-06-12T18:30:00Z' WHERE id = '${ID('11')}'`,
    ].map((sql): [string, string, string] => [
      'an invalid check-in time',
      sql,
      'CHECK constraint failed: tickets_checked_in_at',
    ]),
    [
      'text transfers',
      insertTicket({ transfer_count: "'many'" }),
      'CHECK constraint failed: tickets_transfer_count',
    ],
    ...[
      `INSERT INTO sessions (id, event_id, starts_at, capacity) VALUES ('${ID('98')}', '${ID('2')}', '2001-01-01', 5)`,
      `UPDATE sessions SET starts_at = 9e15 WHERE id = '${ID('5')}'`,
    ].map((sql): [string, string, string] => [
      'an invalid start',
      sql,
      'CHECK constraint failed: sessions_instants',
    ]),
    [
      'half a place',
      `UPDATE sessions SET capacity = 10.5 WHERE id = '${ID('5')}'`,
      'CHECK constraint failed: sessions_capacity',
    ],
    [
      'half a minute',
      `UPDATE sessions SET doors_open_offset_minutes = 0.5 WHERE id = '${ID('5')}'`,
      'CHECK constraint failed: sessions_doors',
    ],
    [
      'a taken slug',
      `INSERT INTO listings (id, organizer_id, title, slug, created_at, updated_at)
       SELECT '${ID('96')}', organizer_id, 'T', slug, 0, 0 FROM listings LIMIT 1`,
      'UNIQUE constraint failed: listings.slug',
    ],
    ...['ticket_types', 'areas'].map((table): [string, string, string] => [
      `one name twice in ${table}`,
      `INSERT INTO ${table} (id, event_id, name) VALUES ('${ID('98')}', '${ID('2')}', 'Door'),
         ('${ID('99')}', '${ID('2')}', ' dOOR ')`,
      `UNIQUE constraint failed: index '${table}_by_event'`,
    ]),
    ...Object.entries({
      created_at: 'instants',
      starts_at: 'instants',
      sort_order: 'integers',
      price_from: 'numbers',
    }).map(([column, check]): [string, string, string] => {
      const numbers = { created_at: '0', updated_at: '0', [column]: "'soon'" }
      return [
        `an invalid ${column}`,
        `INSERT INTO listings (id, organizer_id, title, slug, ${Object.keys(numbers)})
         SELECT '${ID('97')}', '${ID('1')}', 'T', 't', ${Object.values(numbers)}`,
        `CHECK constraint failed: listings_${check}`,
      ]
    }),
    [
      'no type',
      insertTicket({ ticket_type_id: `'${ID('77')}'` }),
      'NOT NULL constraint failed: tickets.ticket_type_name',
    ],
    [
      'no session',
      insertTicket({ session_number: '4711', key: '(4711 << 20) + 1' }),
      'FOREIGN KEY constraint failed',
    ],
    ['a session', `DELETE FROM sessions WHERE id = '${ID('5')}'`, 'FOREIGN KEY constraint failed'],
    [
      'a replacement',
      insertTicket({ id: `'${ID('11')}'` }, 'INSERT OR REPLACE'),
      'INSERT OR REPLACE is not supported',
    ],
    ['a generated column', insertTicket({ seat_label_order: "''" }), 'cannot INSERT into generated column'],
  ]

  it.each(CASES)('%s is rejected with the text of the page', async (_, sql, text) => {
    expect(env.TEST_DATA_PAGE).toContain(`\`${text}\``)
    await expect(query(sql)).rejects.toThrow(text)
  })

  it('are all tested', () => {
    const table = env.TEST_DATA_PAGE.split('### What is rejected')[1] as string
    const texts = [
      ...table.matchAll(
        /`([^`]*(?:constraint failed|not supported|cannot INSERT|more than|another ticket|must be whole)[^`]*)`/g,
      ),
    ].map((match) => match[1])
    expect(new Set(texts)).toEqual(new Set(CASES.map(([, , text]) => text)))
  })
})
