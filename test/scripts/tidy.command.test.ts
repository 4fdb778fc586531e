// `npm run tidy` deletes what is old, leaves tickets as they are, and deletes nothing unless asked to.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tidyCommand } from '../../scripts/tidy.ts'
import { readFileRows, writeFileRows } from '../support/node/database-file.ts'
import { removeState } from '../support/node/dev.ts'
import { copyState } from '../support/node/own-service.ts'
import { run } from '../support/node/run-command.ts'

const SERIES = '0190a000-0000-7000-8000-000000000020'

let state: string
beforeAll(async () => {
  state = await copyState('smallDemo')
  writeFileRows(
    state,
    `UPDATE sessions SET starts_at = (unixepoch() - 100 * 86400) * 1000
     WHERE id IN (SELECT session_id FROM check_ins LIMIT 1)`,
    ...[100, 10].map(
      (days) => `INSERT INTO audit_log
         (at, subject, request_id, organizer_id, entity_type, entity_id, action, change, call_id)
       VALUES ((unixepoch() - ${days} * 86400) * 1000, 's', 'r', 'o', 'series', '${SERIES}', 'series.update', '{}', '${days}')`,
    ),
  )
})
afterAll(() => removeState(state))

type Counts = { checkIns: number; bases: number; records: number; checkedIn: number }

const counts = () =>
  readFileRows(
    state,
    `SELECT (SELECT count(*) FROM check_ins) AS checkIns, (SELECT count(*) FROM ticket_bases) AS bases,
       (SELECT count(*) FROM audit_log) AS records, (SELECT sum(checked_in) FROM ticket_counts) AS checkedIn`,
  )[0] as Counts

const tidy = (...args: string[]) => run(tidyCommand, ...args, '--persist-to', state)

it('deletes what is older than asked, and nothing else', async () => {
  const before = counts()
  expect(before.checkIns).toBeGreaterThan(0)
  for (const args of [[], ['--check-ins', '101', '--history', '101']]) {
    const { code, stdout } = await tidy(...args)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('0 deleted') })
    expect(counts()).toEqual(before)
  }
  expect((await tidy('--history', '30')).stdout).toMatch(/history +1 deleted, 1 kept/)
  expect(counts()).toEqual({ ...before, records: 1 })
  await tidy('--check-ins', '30')
  expect(counts()).toEqual({ checkIns: 0, bases: 0, records: 1, checkedIn: before.checkedIn })
})

it('deletes events that feeds no longer keep, only if asked', async () => {
  const old = '(unixepoch() - 31 * 86400) * 1000'
  writeFileRows(
    state,
    ...[old, 'unixepoch() * 1000'].map(
      (at) => `INSERT INTO feed_events (organizer_id, type, at, data) VALUES ('o', 'area.full', ${at}, '{}')`,
    ),
  )
  expect((await tidy()).stdout).not.toContain('feed')
  expect((await tidy('--feed')).stdout).toMatch(/feed +1 deleted/)
  expect((await tidy('--feed')).stdout).toMatch(/feed +0 deleted/)
})

it('deletes the values that imports overwrote more than 30 days ago, only if asked', async () => {
  writeFileRows(
    state,
    ...[31, 29].flatMap((days) => [
      `INSERT INTO audit_log
         (at, subject, request_id, organizer_id, entity_type, entity_id, action, change, call_id)
       VALUES ((unixepoch() - ${days} * 86400) * 1000, 's', 'r', 'o', 'session', 'i', 'tickets.import', '{}', 'i${days}')`,
      `INSERT INTO kept_values (key, ticket_id, session_number, ticket_number, before, after)
       SELECT id << 20 | 1, '${SERIES}', 1, 'A-1', '{}', '{}' FROM audit_log WHERE call_id = 'i${days}'`,
    ]),
  )
  expect((await tidy()).stdout).not.toContain('kept  ')
  expect((await tidy('--kept')).stdout).toMatch(/kept +1 deleted/)
  expect((await tidy('--kept')).stdout).toMatch(/kept +0 deleted/)
})

it('requires whole days', async () => {
  for (const args of [['--check-ins', '0'], ['--history', '1.5'], ['--history', 'all'], ['now']]) {
    const { code, stderr } = await tidy(...args)
    expect(code).toBe(1)
    expect(stderr).toContain('Usage: npm run tidy')
  }
})
