// Random writes in plain SQL, of every kind and with every conflict rule, to the tickets of a few sessions.
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import type { Organizer } from './rows.ts'

const STATUSES = ['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const

/** Few ids, so that deleted ones come back and tickets meet each other's ids. */
const IDS = Array.from({ length: 12 }, (_, i) => `0190b000-0000-7000-8000-${String(i).padStart(12, '0')}`)

const COLUMNS =
  'key, id, session_number, ticket_number, status, ticket_type_id, ticket_type_name, attendee_name'

const WRITES = [
  'insert',
  'insert-reusing-key',
  'insert-or-ignore',
  'insert-or-replace',
  'upsert',
  'upsert-by-key',
  'update',
  'update-or-ignore',
  'update-or-replace',
  'update-nothing',
  'delete',
  'delete-and-insert',
  'move',
  'change-id',
  'change-key',
  'rename-type',
  'bulk-insert',
  'bulk-update',
  'bulk-delete',
  'bulk-move',
] as const

/** A random write. Many are refused by a rule of the tables, and then change nothing. */
export const anyWrite = fc.record({
  kind: fc.constant('write' as const),
  write: fc.constantFrom(...WRITES),
  id: fc.constantFrom(...IDS),
  otherId: fc.constantFrom(...IDS),
  status: fc.constantFrom(...STATUSES),
  session: fc.constantFrom(0, 0, 1),
  word: fc.constantFrom('Ana', 'Bo', 'Cy'),
})

type Write = typeof anyWrite extends fc.Arbitrary<infer T> ? T : never

/** The statements of a write. Those that break a rule of the tables fail, and change nothing. */
const statementsOf = (org: Organizer, numbers: number[], write: Write): string[] => {
  const { id, otherId, status, word } = write
  const number = numbers[write.session] as number
  const types = Object.values(org.types)
  const type = types[word.length % types.length] as string
  const nextKey = `(SELECT coalesce(max(key), ${number} << 20) + 1 FROM tickets WHERE session_number = ${number})`
  const freeKey = `(SELECT min(n) FROM (SELECT (${number} << 20) + 1 AS n
    UNION ALL SELECT key + 1 FROM tickets WHERE session_number = ${number})
    WHERE n NOT IN (SELECT key FROM tickets))`
  const insert = (how: string, key = nextKey) =>
    `${how} INTO tickets (${COLUMNS}) VALUES (${key}, '${id}', ${number}, 'N', '${status}', '${type}', 'wrong', '${word}')`
  const all = `session_number IN (${numbers.join(', ')})`
  switch (write.write) {
    case 'insert':
      return [insert('INSERT')]
    case 'insert-reusing-key':
      return [insert('INSERT', freeKey)]
    case 'insert-or-ignore':
      return [insert('INSERT OR IGNORE')]
    case 'insert-or-replace':
      return [insert('INSERT OR REPLACE')]
    case 'upsert':
      return [
        `${insert('INSERT')} ON CONFLICT (id) DO UPDATE SET status = excluded.status, attendee_name = 'Up'`,
      ]
    case 'upsert-by-key':
      return [
        `${insert('INSERT', `(${number} << 20) + 1`)} ON CONFLICT (key) DO UPDATE SET id = excluded.id, status = excluded.status`,
      ]
    case 'update':
      return [`UPDATE tickets SET status = '${status}', attendee_name = '${word}' WHERE id = '${id}'`]
    case 'update-or-ignore':
      return [`UPDATE OR IGNORE tickets SET id = '${otherId}', seat_label = '${word}' WHERE id = '${id}'`]
    case 'update-or-replace':
      return [`UPDATE OR REPLACE tickets SET seat_label = '${word}' WHERE id = '${id}'`]
    case 'update-nothing':
      return [`UPDATE tickets SET status = status WHERE id = '${id}'`]
    case 'delete':
      return [`DELETE FROM tickets WHERE id = '${id}'`]
    case 'delete-and-insert':
      return [`DELETE FROM tickets WHERE id = '${id}'`, insert('INSERT', freeKey)]
    case 'move':
      return [`UPDATE tickets SET session_number = ${number}, key = ${nextKey} WHERE id = '${id}'`]
    case 'change-id':
      return [`UPDATE tickets SET id = '${otherId}' WHERE id = '${id}'`]
    case 'change-key':
      return [`UPDATE tickets SET key = key + 100 WHERE id = '${id}'`]
    case 'rename-type':
      return [`UPDATE ticket_types SET name = '${word} ${status}' WHERE id = '${type}'`]
    case 'bulk-insert':
      return [
        `INSERT OR IGNORE INTO tickets (${COLUMNS})
         SELECT (SELECT coalesce(max(key), ${number} << 20) FROM tickets WHERE session_number = ${number}) + each.key + 1,
           value, ${number}, 'B', 'Valid', '${type}', '', '${word}' FROM json_each('${JSON.stringify(IDS)}') AS each`,
      ]
    case 'bulk-update':
      return [`UPDATE tickets SET status = '${status}' WHERE ${all} AND key % 2 = 0`]
    case 'bulk-delete':
      return [`DELETE FROM tickets WHERE ${all} AND key % 3 = 0`]
    case 'bulk-move':
      return [
        `UPDATE tickets SET session_number = ${number}, key = (${number} << 20) + 1000 + (key & 1023)
         WHERE ${all} AND session_number <> ${number}`,
      ]
  }
}

/** Errors of the tables: the statement was refused, and the whole batch with it. */
const REFUSED = /UNIQUE constraint failed|is not supported|is that of another ticket|tickets_key_in_session/

/** Performs a write on the sessions with these numbers. */
export const performWrite = async (org: Organizer, numbers: number[], write: Write): Promise<void> => {
  try {
    await env.DB.batch(statementsOf(org, numbers, write).map((sql) => env.DB.prepare(sql)))
  } catch (error) {
    if (!REFUSED.test(String(error))) throw error
  }
}
