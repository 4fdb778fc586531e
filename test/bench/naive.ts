// A naive implementation of the ticket list: one query for the membership, one for the count, one for the
// page, LIKE for the search and OFFSET for the pages, on its own table with the usual indexes. It calls the
// rate limiter and writes a log line like the service, so that only the list itself differs.
import { guard, writeLogLine } from './guard.ts'

const SORT_COLUMNS: Record<string, string> = {
  ticketNumber: 'ticket_number',
  status: 'status',
  ticketTypeName: 'ticket_type_name',
  seatLabel: 'seat_label',
  holderEmail: 'holder_email',
  checkedInAt: 'checked_in_at',
  transferCount: 'transfer_count',
}

const SEARCHED_COLUMNS = ['ticket_number', 'seat_label', 'holder_email', 'attendee_name', 'attendee_email']

type Row = Record<string, string | number | null>

export const NAIVE_TABLE = `CREATE TABLE naive_tickets (
  id TEXT PRIMARY KEY, session_id TEXT NOT NULL, ticket_number TEXT NOT NULL COLLATE NOCASE, status TEXT NOT NULL,
  ticket_type_name TEXT NOT NULL COLLATE NOCASE, seat_label TEXT COLLATE NOCASE, current_holder_id TEXT,
  holder_email TEXT COLLATE NOCASE, attendee_name TEXT, attendee_email TEXT, attendee_company TEXT,
  checked_in_at INTEGER, transfer_count INTEGER NOT NULL)`

export const NAIVE_INDEXES = [
  'CREATE INDEX naive_session_number ON naive_tickets (session_id, ticket_number)',
  'CREATE INDEX naive_session_status ON naive_tickets (session_id, status)',
]

const writeTicket = (row: Row) => ({
  id: row.id,
  ticketNumber: row.ticket_number,
  status: row.status,
  ticketTypeName: row.ticket_type_name,
  seatLabel: row.seat_label,
  currentHolderId: row.current_holder_id ?? undefined,
  holderEmail: row.holder_email,
  attendee:
    row.attendee_name === null
      ? null
      : { name: row.attendee_name, email: row.attendee_email, company: row.attendee_company },
  checkedInAt: row.checked_in_at === null ? undefined : new Date(row.checked_in_at as number).toISOString(),
  transferCount: row.transfer_count,
})

/** The WHERE clause of a request's filter and search, and the values that it binds. */
const selectTickets = (sessionId: string, query: URLSearchParams) => {
  const conditions = ['session_id = ?']
  const values: (string | number)[] = [sessionId]
  const status = query.get('status')
  if (status !== null) {
    conditions.push('status = ?')
    values.push(status)
  }
  for (const word of query.get('q')?.split(/\s+/) ?? []) {
    conditions.push(`(${SEARCHED_COLUMNS.map((column) => `${column} LIKE ?`).join(' OR ')})`)
    values.push(...SEARCHED_COLUMNS.map(() => `%${word}%`))
  }
  return { where: conditions.join(' AND '), values }
}

export const respondNaively = async (request: Request, env: Env): Promise<Response> => {
  const subject = await guard(request, env)
  const { pathname, searchParams } = new URL(request.url)
  const sessionId = pathname.split('/')[4] as string
  const member = await env.DB.prepare(
    `SELECT role FROM sessions JOIN events ON events.id = sessions.event_id
     JOIN members ON members.organizer_id = events.organizer_id
     WHERE sessions.id = ? AND members.subject = ?`,
  )
    .bind(sessionId, subject)
    .all()
  if (member.results.length === 0) return Response.json({ code: 'session_not_found' }, { status: 404 })

  const page = Number(searchParams.get('page') ?? 1)
  const pageSize = Math.min(500, Number(searchParams.get('pageSize') ?? 20))
  const sort = searchParams.get('sort') ?? 'ticketNumber'
  const order = `${SORT_COLUMNS[sort.replace(/^-/, '')]} ${sort.startsWith('-') ? 'DESC' : 'ASC'}`
  const { where, values } = selectTickets(sessionId, searchParams)
  const counted = await env.DB.prepare(`SELECT count(*) AS total FROM naive_tickets WHERE ${where}`)
    .bind(...values)
    .all<{ total: number }>()
  const { results, meta } = await env.DB.prepare(
    `SELECT * FROM naive_tickets WHERE ${where} ORDER BY ${order}, id LIMIT ? OFFSET ?`,
  )
    .bind(...values, pageSize, (page - 1) * pageSize)
    .all<Row>()

  const totalCount = counted.results[0]?.total ?? 0
  writeLogLine(request)
  const rowsRead = member.meta.rows_read + counted.meta.rows_read + meta.rows_read
  const totalPages = Math.ceil(totalCount / pageSize)
  return Response.json(
    {
      data: results.map(writeTicket),
      meta: { totalCount, page, pageSize, totalPages, hasNext: page < totalPages, hasPrevious: page > 1 },
      links: null,
    },
    { headers: { 'Server-Timing': `trips;desc="3", rows;desc="${rowsRead}"` } },
  )
}
