import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { builder } from '../../../../src/db/prepared.ts'
import { isUnchanged, type PlannedSession } from '../../../../src/domain/series/session-plan.ts'

/** More than D1 accepts in one value, or in the five terms of a compound SELECT. */
const COUNT = 30_000

const ROWS = sql`
  WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${COUNT})
  SELECT 'session-' || n AS id, n AS starts_at, 100 AS capacity, NULL AS venue_id, NULL AS doors,
    NULL AS cancelled_at, NULL AS cancel_notice, NULL AS problem FROM c`

const PLANNED = Array.from({ length: COUNT }, (_, index): PlannedSession => {
  const values = {
    capacity: 100,
    venueId: null,
    doorsOpenOffsetMinutes: null,
    cancelledAt: null,
    cancelNotice: null,
  }
  return {
    id: `session-${index + 1}`,
    startsAt: index + 1,
    before: values,
    after: values,
    sold: 0,
    problem: null,
  }
})

it.each([
  ['is unchanged', PLANNED, 1],
  [
    'differs in its last session',
    PLANNED.with(-1, { ...(PLANNED.at(-1) as PlannedSession), startsAt: 0 }),
    0,
  ],
  ['has one session less', PLANNED.slice(0, -1), 0],
])('tells whether a large plan %s', async (_, expected, unchanged) => {
  const { sql: text, params } = builder
    .all(sql`SELECT ${isUnchanged(expected)} AS unchanged FROM (${ROWS})`)
    .getQuery()
  const { results } = await env.DB.prepare(text)
    .bind(...params)
    .all()
  expect(results).toEqual([{ unchanged }])
})
