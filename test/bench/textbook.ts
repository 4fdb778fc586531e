// The list as a good engineer in a hurry writes it: one query for the membership, one for the count, one for
// the page; LIKE for the search and OFFSET for the pages; on a table of its own with the ordinary indexes.
import { authenticate } from './authenticate.ts'

const COLUMNS: Record<string, string> = {
  ticketNumber: 'ticket_number',
  status: 'status',
  ticketTypeName: 'ticket_type_name',
  seatLabel: 'seat_label',
  holderEmail: 'holder_email',
  checkedInAt: 'checked_in_at',
  transferCount: 'transfer_count',
}

type Row = Record<string, string | number | null>

export const TEXTBOOK_TABLE = [
  `CREATE TABLE textbook_tickets (
     id TEXT PRIMARY KEY, session_id TEXT NOT NULL, ticket_number TEXT NOT NULL COLLATE NOCASE, status TEXT NOT NULL,
     ticket_type_name TEXT NOT NULL COLLATE NOCASE, seat_label TEXT COLLATE NOCASE, current_holder_id TEXT,
     holder_email TEXT COLLATE NOCASE, attendee_name TEXT, attendee_email TEXT, attendee_company TEXT,
     checked_in_at INTEGER, transfer_count INTEGER NOT NULL)`,
]

export const TEXTBOOK_INDEXES = [
  'CREATE INDEX textbook_session_number ON textbook_tickets (session_id, ticket_number)',
  'CREATE INDEX textbook_session_status ON textbook_tickets (session_id, status)',
]

export const answerTextbook = async (
  request: Request,
  env: Env,
  context: ExecutionContext,
): Promise<Response> => {
  const subject = await authenticate(request, env, context)
  const url = new URL(request.url)
  const sessionId = url.pathname.split('/')[4] as string
  const member = await env.DB.prepare(
    `SELECT role FROM sessions JOIN events ON events.id = sessions.event_id
     JOIN members ON members.organizer_id = events.organizer_id
     WHERE sessions.id = ? AND members.subject = ?`,
  )
    .bind(sessionId, subject)
    .first()
  if (member === null) return Response.json({ code: 'session_not_found' }, { status: 404 })

  const page = Number(url.searchParams.get('page') ?? 1)
  const pageSize = Math.min(500, Number(url.searchParams.get('pageSize') ?? 20))
  const sort = url.searchParams.get('sort') ?? 'ticketNumber'
  const order = `${COLUMNS[sort.replace(/^-/, '')]} ${sort.startsWith('-') ? 'DESC' : 'ASC'}`
  const conditions = ['session_id = ?']
  const values: (string | number)[] = [sessionId]
  const status = url.searchParams.get('status')
  if (status !== null) {
    conditions.push('status = ?')
    values.push(status)
  }
  const words = url.searchParams.get('q')?.split(/\s+/) ?? []
  for (const word of words) {
    const fields = ['ticket_number', 'seat_label', 'holder_email', 'attendee_name', 'attendee_email']
    conditions.push(`(${fields.map((field) => `${field} LIKE ?`).join(' OR ')})`)
    values.push(...fields.map(() => `%${word}%`))
  }
  const where = conditions.join(' AND ')

  const total = await env.DB.prepare(`SELECT count(*) AS total FROM textbook_tickets WHERE ${where}`)
    .bind(...values)
    .first<number>('total')
  const { results, meta } = await env.DB.prepare(
    `SELECT * FROM textbook_tickets WHERE ${where} ORDER BY ${order}, id LIMIT ? OFFSET ?`,
  )
    .bind(...values, pageSize, (page - 1) * pageSize)
    .all<Row>()

  const totalCount = total ?? 0
  const totalPages = Math.ceil(totalCount / pageSize)
  const data = results.map((row) => ({
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
  }))
  return Response.json(
    {
      data,
      meta: { totalCount, page, pageSize, totalPages, hasNext: page < totalPages, hasPrevious: page > 1 },
      links: null,
    },
    { headers: { 'Server-Timing': `trips;desc="3", rows;desc="${meta.rows_read}"` } },
  )
}
