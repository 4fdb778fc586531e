// docs/data.md keeps its word: every statement of the page is run, in its order, on a real database, and the list
// then shows what the page says. So do the errors that it names.
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { getPage, ticketsPath } from './support/api.ts'
import { insert, query, sessionRow } from './support/rows.ts'

type Row = Record<string, string | number | null>

const ID = (end: string): string => `7d9f0000-0000-4000-8000-${end.padStart(12, '0')}`
const ALL = /```sql\n([\s\S]*?)```/g
const statements = [...env.TEST_DATA_PAGE.matchAll(ALL)].map((match) => match[1] as string)

/** What the one statement of the page that contains `text` returned. */
const rowsOf = (text: string): Row[] => {
  const indexes = statements.flatMap((statement, index) => (statement.includes(text) ? [index] : []))
  expect(indexes, text).toHaveLength(1)
  return results[indexes[0] as number] as Row[]
}
const results: Row[][] = []

beforeAll(async () => {
  for (const statement of statements) results.push(await query(statement))
})

const list = (session: string) => getPage('auth0|123', ticketsPath(session))

describe('the statements of docs/data.md', () => {
  it('are all there', () => {
    expect(statements).toHaveLength(env.TEST_DATA_PAGE.match(/^```sql$/gm)?.length ?? 0)
    expect(statements.length).toBeGreaterThan(15)
  })

  it('come to the list that the page describes', async () => {
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

  it('return what the page says of them', async () => {
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

  it('leave counts and search index right', async () => {
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

  it('let in once: the second check-in gets no row', async () => {
    const [checkIn] = statements.filter((statement) => statement.includes("SET status = 'CheckedIn'"))
    expect(await query(checkIn as string)).toEqual([])
  })

  it('sell no more than there is room for', async () => {
    const [sell] = statements.filter((statement) => statement.includes('< capacity'))
    await query('UPDATE sessions SET capacity = 2 WHERE id = ?', ID('5'))
    expect(await query(sell as string)).toEqual([])
    await query('UPDATE sessions SET capacity = 500 WHERE id = ?', ID('5'))
  })
})

describe('a sale', () => {
  it('costs the same in a large session', async () => {
    const [sell] = statements.filter((statement) => statement.includes("'ana@example.com', 'Ana García'"))
    const cost = async (id: string) => {
      const statement = env.DB.prepare((sell as string).replace(ID('11'), id).replace(ID('5'), ID('7')))
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

describe('what docs/data.md says is refused', () => {
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
    ['a status', insertTicket({ status: "'Sold'" }), 'CHECK constraint failed: tickets_status'],
    [
      'long texts',
      insertTicket({ attendee_name: `printf('%1200c', 'x')` }),
      'CHECK constraint failed: tickets_texts_fit',
    ],
    [
      'many bytes',
      insertTicket({ attendee_name: `replace(hex(zeroblob(450)), '0', '🎫')` }),
      'the texts of a ticket have more than 3,600 bytes',
    ],
    [
      'an update of an id',
      `UPDATE OR REPLACE tickets SET id = '${ID('13')}' WHERE id = '${ID('11')}'`,
      'the key or id is that of another ticket',
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
      insertTicket({ transfer_count: "'many'" }),
      `UPDATE tickets SET checked_in_at = '2026-06-12T18:30:00Z' WHERE id = '${ID('11')}'`,
    ].map((sql): [string, string, string] => [
      'no number of a ticket',
      sql,
      'checked_in_at must be whole milliseconds',
    ]),
    ...[
      `INSERT INTO sessions (id, event_id, starts_at, capacity) VALUES ('${ID('98')}', '${ID('2')}', '2001-01-01', 5)`,
      `UPDATE sessions SET starts_at = 9e15 WHERE id = '${ID('5')}'`,
      `UPDATE sessions SET capacity = 10.5 WHERE id = '${ID('5')}'`,
    ].map((sql): [string, string, string] => [
      'no number of a session',
      sql,
      'starts_at must be whole milliseconds',
    ]),
    ...['created_at', 'starts_at', 'sort_order', 'price_from'].map((column): [string, string, string] => {
      const numbers = { created_at: '0', updated_at: '0', [column]: "'soon'" }
      return [
        'no number of a listing',
        `INSERT INTO listings (id, organizer_id, title, slug, ${Object.keys(numbers)})
         SELECT '${ID('97')}', '${ID('1')}', 'T', 't', ${Object.values(numbers)}`,
        'instants of a listing must be whole milliseconds',
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

  it.each(CASES)('%s, with the text of the page', async (_, sql, text) => {
    expect(env.TEST_DATA_PAGE).toContain(`\`${text}\``)
    await expect(query(sql)).rejects.toThrow(text)
  })

  it('is every text of the page’s table', () => {
    const table = env.TEST_DATA_PAGE.split('### What is refused')[1] as string
    const texts = [
      ...table.matchAll(
        /`([^`]*(?:constraint failed|not supported|cannot INSERT|more than|another ticket|must be whole)[^`]*)`/g,
      ),
    ].map((match) => match[1])
    expect(new Set(texts)).toEqual(new Set(CASES.map(([, , text]) => text)))
  })
})
