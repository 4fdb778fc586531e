// What the database itself takes for a page: a bare query with the same answer, and for a search the same
// full-text expression, counted and sorted. There is no access check, no version, no cursor and no schema. It
// calls the rate limiter and writes a log line like the service.
import { sql } from 'drizzle-orm'
import { prepare, selectList, value } from '../../src/db/prepared.ts'
import { IS_MATCH, matchExpression } from '../../src/domain/tickets/search.ts'
import { TICKET_FIELDS, type Ticket } from '../../src/domain/tickets/ticket.ts'
import { parseSearch } from '../../src/domain/tickets/words.ts'
import { guard, writeLogLine } from './guard.ts'

const TICKET_COLUMNS = selectList(TICKET_FIELDS)

const session = sql`WITH session AS MATERIALIZED (SELECT number FROM sessions WHERE id = ${value('sessionId')})`

const STATEMENTS = {
  page: prepare<Ticket>(sql`SELECT ${TICKET_COLUMNS} FROM tickets
    WHERE session_number = (SELECT number FROM sessions WHERE id = ${value('sessionId')})
    ORDER BY ticket_number COLLATE NOCASE, key LIMIT ${value('limit')}`),
  count: prepare<{ total: number }>(
    sql`${session} SELECT count(*) AS total FROM session CROSS JOIN ticket_search WHERE ${IS_MATCH}`,
  ),
  matches: prepare<Ticket>(sql`${session} SELECT ${TICKET_COLUMNS} FROM session CROSS JOIN ticket_search
    CROSS JOIN tickets ON tickets.key = ticket_search.rowid WHERE ${IS_MATCH}
    ORDER BY ticket_number COLLATE NOCASE, key LIMIT ${value('limit')}`),
}

const writeTicket = ({
  key: _,
  attendeeName,
  attendeeEmail,
  attendeeCompany,
  checkedInAt,
  ...ticket
}: Ticket) => ({
  ...ticket,
  attendee:
    attendeeName === null ? null : { name: attendeeName, email: attendeeEmail, company: attendeeCompany },
  checkedInAt: checkedInAt === null ? undefined : new Date(checkedInAt).toISOString(),
})

export const respondBarely = async (request: Request, env: Env): Promise<Response> => {
  await guard(request, env)
  const { pathname, searchParams } = new URL(request.url)
  const q = searchParams.get('q')
  const values: Record<string, unknown> = {
    sessionId: pathname.split('/')[4],
    limit: Number(searchParams.get('pageSize') ?? 20),
    match: q === null ? '' : matchExpression(parseSearch(q)),
  }
  const statements = q === null ? [STATEMENTS.page] : [STATEMENTS.matches, STATEMENTS.count]
  const results = await env.DB.withSession().batch<Ticket>(
    statements.map(({ text, names }) => env.DB.prepare(text).bind(...names.map((name) => values[name]))),
  )
  writeLogLine(request)
  const rows = results.reduce((sum, { meta }) => sum + meta.rows_read, 0)
  const sqlMs = results.reduce((sum, { meta }) => sum + meta.duration, 0)
  return Response.json(
    { data: results[0]?.results.map(writeTicket), meta: results[1]?.results[0] },
    { headers: { 'Server-Timing': `sql;dur=${sqlMs}, trips;desc="1", rows;desc="${rows}"` } },
  )
}
