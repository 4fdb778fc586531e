import { type Organizer, query } from './rows.ts'

const STEP = 10_000

/** Nearly all tickets have the same name. */
const SAME_NAME = `CASE WHEN n % 1000 = 7 THEN 'Thousandth Ticket' WHEN n = 42 THEN 'Only One' ELSE 'Anna Smith' END`

const pick = (names: string, step: number): string =>
  `json_extract('${JSON.stringify(names.split(' '))}', '$[' || (n * ${step} % ${names.split(' ').length}) || ']')`

/** One ticket in 16 belongs to a Smith, and one in 15 of these to an Anna. */
export const MANY_NAMES = `${pick('Anna Maria John Peter José Lucía Ibrahim Wei Olga Sven Zoë Karl Emma Noah Mia', 7)}
  || ' ' || ${pick('Smith García Müller Jones Brown Rossi Novak Nguyen Kim Silva Martin Dubois Olsen Ivanov Cohen Tanaka', 11)}`

/** Fills a session with generated tickets. Every hundred tickets have the same mix of values. */
export const fillSession = async (
  org: Organizer,
  session: string,
  count: number,
  name = SAME_NAME,
): Promise<void> => {
  for (let from = 0; from < count; from += STEP) {
    await query(
      `WITH RECURSIVE c(n) AS (SELECT ${from + 1} UNION ALL SELECT n + 1 FROM c WHERE n < ${Math.min(count, from + STEP)})
       INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name, seat_label,
         holder_email, attendee_name, checked_in_at, transfer_count)
       SELECT (number << 20) + n, lower(printf('%08x-0000-4000-8000-%012x', number, n)), number, printf('T%06d', n * 7919 % 1000003),
         CASE n % 10 WHEN 1 THEN 'Refunded' WHEN 2 THEN 'Voided' WHEN 3 THEN 'CheckedIn' WHEN 4 THEN 'CheckedIn' ELSE 'Valid' END,
         ?, 'Standing', CASE n % 3 WHEN 0 THEN NULL ELSE 'S' || n % 50 END, CASE n % 7 WHEN 0 THEN NULL ELSE 'x' || n % 90 || '@example.com' END,
         ${name},
         CASE n % 4 WHEN 0 THEN n % 500 END, n % 2
       FROM sessions CROSS JOIN c WHERE id = ?`,
      org.types.Standing,
      session,
    )
  }
}
