// Runs the SQL of docs/production.md, and checks that its commands exist.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT, withDatabase } from '../../scripts/lib/local.ts'
import { removeState } from '../support/node/dev.ts'
import { copyState } from '../support/node/own-service.ts'

const PAGE = readFileSync(join(ROOT, 'docs', 'production.md'), 'utf8')
const statementsIn = (text: string) =>
  [...text.matchAll(/```sql\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.split(/;\n/).filter((statement) => statement.trim() !== ''),
  )
const STATEMENTS = statementsIn(PAGE)
const STAFF = 'auth0|left-the-team'
/** Who signs in with a passkey. */
const OWN = '0190a000-0000-7000-8000-000000000086'

let state: string
beforeAll(async () => {
  state = await copyState('smallDemo')
})
afterAll(() => removeState(state))

it('erases a member of staff, and keeps the tickets', async () => {
  await withDatabase(state, async (db) => {
    const count = async (sql: string, ...values: string[]) =>
      db
        .prepare(sql)
        .bind(...values)
        .first<number>('n')
    await db.batch([
      db.prepare('UPDATE series SET updated_by = ?').bind(STAFF),
      db.prepare('UPDATE sessions SET updated_by = ?').bind(STAFF),
      db
        .prepare(`INSERT INTO members (organizer_id, subject, role) SELECT id, ?, 'staff' FROM organizers`)
        .bind(STAFF),
      db.prepare('UPDATE tickets SET updated_by = ? WHERE key = (SELECT min(key) FROM tickets)').bind(STAFF),
      db.prepare("UPDATE members SET added_by = ? WHERE subject = 'door'").bind(STAFF),
      ...[
        ['member', STAFF, '{"role":"staff","name":"Jo Left"}'],
        ['invitation', 'i', '{"role":"staff","name":"The Name"}'],
      ].map((values) =>
        db
          .prepare(
            `INSERT INTO audit_log (at, subject, request_id, organizer_id, entity_type, entity_id, action, change, call_id, before)
             VALUES (1, 's', 'r', 'o', ?1, ?2, ?1 || '.update', ?3, ?2, ?3)`,
          )
          .bind(...values),
      ),
      ...[[STAFF, 'Somebody'] as const, ['owner', 'The Name'] as const].map(([invitedBy, name]) =>
        db
          .prepare(
            `INSERT INTO invitations (id, organizer_id, role, name, code_hash, expires_at, invited_by)
             SELECT ?1, id, 'staff', ?2, ?1, 1, ?3 FROM organizers LIMIT 1`,
          )
          .bind(crypto.randomUUID(), name, invitedBy),
      ),
      ...[
        `INSERT INTO people VALUES ('${OWN}', 'Jo Left', 1)`,
        `INSERT INTO passkeys VALUES ('p', '${OWN}', 'key', 0, '[]', 1, NULL)`,
        `INSERT INTO sign_ins VALUES ('${crypto.randomUUID()}', 'person:${OWN}', NULL, 1, 0, 1, NULL)`,
      ].map((statement) => db.prepare(statement)),
    ])
    const tickets = await count('SELECT count(*) AS n FROM tickets')

    await db.batch(STATEMENTS.map((statement) => db.prepare(statement)))

    expect(STATEMENTS).toHaveLength(17)
    expect(await count('SELECT count(*) AS n FROM tickets')).toBe(tickets)
    const staff = `SELECT (SELECT count(*) FROM series WHERE updated_by = ?1)
      + (SELECT count(*) FROM sessions WHERE updated_by = ?1)
      + (SELECT count(*) FROM tickets WHERE updated_by = ?1)
      + (SELECT count(*) FROM members WHERE added_by = ?1)
      + (SELECT count(*) FROM invitations)
      + (SELECT count(*) FROM audit_log WHERE entity_id = ?1 OR change || before GLOB '*"name"*') AS n`
    expect(await count(staff, STAFF)).toBe(0)
    const own =
      'SELECT (SELECT count(*) FROM people) + (SELECT count(*) FROM passkeys) + (SELECT count(*) FROM sign_ins) AS n'
    expect(await count(own)).toBe(0)
    // The page removes the member from one organizer of the two.
    expect(await count('SELECT count(*) AS n FROM members WHERE subject = ?', STAFF)).toBe(1)
  })
})

it('finds the passkey that was removed after a backup, and removes it again', async () => {
  const [find = '', ...end] = statementsIn(PAGE.slice(PAGE.indexOf('### End again')))
  const ADDED_AT = 1_795_426_345_768
  const passkey = (id: string, addedAt: number) =>
    `INSERT INTO passkeys VALUES ('${id}', '${OWN}', 'key', 0, '[]', ${addedAt}, NULL)`
  await withDatabase(state, async (db) => {
    await db.batch(
      [
        `INSERT INTO people VALUES ('${OWN}', 'Jo Left', 1)`,
        passkey('mine', 1),
        passkey('stolen', ADDED_AT),
        `INSERT INTO sign_ins VALUES ('${crypto.randomUUID()}', 'person:${OWN}', 'stolen', 1, 0, 1, NULL)`,
        `INSERT INTO audit_log (at, subject, request_id, organizer_id, entity_type, entity_id, action, change, call_id, before)
         VALUES (${ADDED_AT}, 'person:${OWN}', 'r', 'o', 'member', 'person:${OWN}', 'passkey.delete', '{}',
           '${crypto.randomUUID()}', '{"addedAt":${ADDED_AT}}')`,
      ].map((statement) => db.prepare(statement)),
    )
    const { results } = await db.prepare(find).all()
    expect(results).toEqual([
      {
        ...{ at: ADDED_AT, organizer_id: 'o', action: 'passkey.delete', entity_id: `person:${OWN}` },
        ...{ change: '{}', before: `{"addedAt":${ADDED_AT}}` },
      },
    ])
    await db.batch(end.map((statement) => db.prepare(statement)))
    expect((await db.prepare('SELECT id FROM passkeys').all()).results).toEqual([{ id: 'mine' }])
    expect((await db.prepare('SELECT id FROM sign_ins').all()).results).toEqual([])
  })
})

it('names commands that exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
  const named = new Set([...PAGE.matchAll(/npm run ([\w-]+)/g)].map(([, name]) => name))
  expect([...named].sort()).toEqual([
    ...['deploy', 'dev', 'export', 'generate', 'organizer', 'restore', 'search-index', 'setup-link', 'tidy'],
  ])
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...named]))
})
