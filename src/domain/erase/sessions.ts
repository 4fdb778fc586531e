// Erases the guests of sessions that have been over for as long as their organizers have set. It is SQL text
// without bound values, because the command `tidy` runs it through wrangler, too.
import { TICKET_KEY_BITS } from '../../db/schema/tickets.ts'
import { PERSON_COLUMNS } from './columns.ts'
import { ERASED_VALUES, eraseKeptOf } from './kept-values.ts'
import { purgeWords, type Run } from './purge-words.ts'
import { eraseSourcesOf } from './sources.ts'

export { MAX_ERASE_DAYS } from '../../db/schema/organizers.ts'

const DAY_MS = 86_400_000

/** A session is over this long after its start, and after the last item recorded in it. */
const OVER_MS = DAY_MS

/** Few enough for a statement not to hold up other requests. */
const TICKETS_AT_ONCE = 500

const HAS_PERSON = `coalesce(${PERSON_COLUMNS.join(', ')}) IS NOT NULL`

/** FROM and WHERE of the sessions that are due at `now`, with this setting. */
export const dueSessions = (organizers: string, days: string, now: number | string): string => {
  const dueBefore = `${now} - ${OVER_MS} - ${days} * ${DAY_MS}`
  return `FROM ${organizers} CROSS JOIN sessions INDEXED BY sessions_not_erased
      ON sessions.organizer_id = organizers.id AND sessions.erased_at IS NULL AND sessions.starts_at < ${dueBefore}
    WHERE coalesce((SELECT max(received_at) FROM check_ins WHERE check_ins.session_id = sessions.id), 0) < ${dueBefore}`
}

type Due = { number: number; id: string; organizerId: string }

/** The subject of the records. */
const SERVICE_SUBJECT = 'service'

const eraseSession = async (run: Run, { number, id, organizerId }: Due, now: number): Promise<number> => {
  const end = (number + 1) * 2 ** TICKET_KEY_BITS
  let [after, erased] = [number * 2 ** TICKET_KEY_BITS, 0]
  for (;;) {
    const [[page]] = (await run(
      `SELECT count(*) AS tickets, coalesce(max(key), 0) AS last, coalesce(sum(${HAS_PERSON}), 0) AS people
       FROM (SELECT * FROM tickets WHERE key > ${after} AND key < ${end} ORDER BY key LIMIT ${TICKETS_AT_ONCE})`,
    )) as [[{ tickets: number; last: number; people: number }]]
    if (page.tickets === 0) break
    const keys = `tickets.key > ${after} AND tickets.key <= ${page.last}`
    await run(
      `UPDATE audit_log SET change = json_remove(change, '$.digest') WHERE id IN (
         SELECT created.id FROM tickets CROSS JOIN audit_log AS created INDEXED BY audit_log_creations
           ON created.entity_id = tickets.id AND substr(created.action, -7) = '.create'
         WHERE ${keys} AND created.entity_type = 'ticket' AND json_type(created.change, '$.digest') IS NOT NULL)`,
      `UPDATE kept_values SET guest = 'Erased', before = ${ERASED_VALUES.before}, after = ${ERASED_VALUES.after}
       WHERE key IN (
         SELECT kept.key FROM tickets CROSS JOIN kept_values AS kept INDEXED BY kept_values_by_ticket
           ON kept.ticket_id = tickets.id AND kept.guest = 'Kept'
         WHERE ${keys})`,
      `UPDATE tickets SET ${PERSON_COLUMNS.map((column) => `${column} = NULL`).join(', ')}
       WHERE ${keys} AND ${HAS_PERSON}`,
    )
    erased += page.people
    after = page.last
  }
  await eraseKeptOf(run, id)
  await eraseSourcesOf(run, id)
  await run(
    `INSERT INTO audit_log (at, subject, request_id, organizer_id, entity_type, entity_id, action, change, call_id)
     SELECT ${now}, '${SERVICE_SUBJECT}', '', '${organizerId}', 'session', '${id}', 'session.erase',
       json_object('tickets', ${erased}), '${crypto.randomUUID()}' WHERE ${erased} > 0`,
    // A guest who was added in the meantime is erased by the next run.
    `UPDATE sessions SET erased_at = ${now} WHERE number = ${number} AND NOT EXISTS (
       SELECT 1 FROM tickets WHERE key > ${number * 2 ** TICKET_KEY_BITS} AND key < ${end} AND ${HAS_PERSON})`,
  )
  return erased
}

/** Enough for a day. What remains is done by the next run. */
const MAX_SESSIONS = 200

/** Erases the guests of the sessions that are due, and what the search index stores of erased words. */
export const eraseDueGuests = async (
  run: Run,
  now: number,
): Promise<{ sessions: number; tickets: number }> => {
  const [due = []] = (await run(
    `SELECT sessions.number, sessions.id, sessions.organizer_id AS "organizerId"
     ${dueSessions('organizers', 'erase_after_days', now)} AND erase_after_days IS NOT NULL
     ORDER BY sessions.number LIMIT ${MAX_SESSIONS}`,
  )) as Due[][]
  let tickets = 0
  for (const session of due) tickets += await eraseSession(run, session, now)
  await purgeWords(run)
  return { sessions: due.length, tickets }
}
