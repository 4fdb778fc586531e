// The new name of a ticket type with many tickets: in parts that are short for others, and finished by the
// run of each minute if the request cannot.
// @module-tag slow
import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../../../src/db/client.ts'
import { finishRenames } from '../../../../src/domain/resources/rename-type.ts'
import { here } from '../../../support/address.ts'
import { callWithBindings, jsonRequest, okBody } from '../../../support/api.ts'
import { type Batch, faultyDatabase } from '../../../support/faulty-database.ts'
import { fillSession } from '../../../support/fill-session.ts'
import { makeOrganizer, type Organizer, query } from '../../../support/rows.ts'

const TICKETS = 1_800
/** Of a part: 500 tickets, each with the rows of one change. */
const MAX_READ = 500 * 12
const MAX_WRITTEN = 500 * 7

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
  await fillSession(org, org.session, TICKETS)
})

const namesOf = () =>
  query<{ name: string; tickets: number }>(
    `SELECT ticket_type_name AS name, count(*) AS tickets FROM tickets WHERE ticket_type_id = ? GROUP BY 1 ORDER BY 1`,
    org.types.Standing,
  )
const renamingOf = async () =>
  (
    await query<{ renaming: string | null }>(
      'SELECT renaming FROM ticket_types WHERE id = ?',
      org.types.Standing,
    )
  )[0]?.renaming

const untilNamed = async (name: string) => {
  const sql = 'SELECT 1 FROM ticket_types WHERE id = ? AND name = ?'
  while ((await query(sql, org.types.Standing, name)).length === 0) await scheduler.wait(1)
}

const rename = (name: string, DB: D1Database = env.DB, subject = org.owner) =>
  callWithBindings(
    { DB },
    `/api/organizer/v1/ticket-types/${org.types.Standing}`,
    jsonRequest('PATCH', subject, { name }),
  )

/** The real database; `before` is called before each batch with the number of those before it. */
const watched = (before: (batch: number) => Promise<unknown> = async () => undefined) => {
  const batches: { read: number; written: number }[] = []
  const DB = faultyDatabase(
    (real): Batch =>
      async (statements) => {
        await before(batches.length)
        const results = await real(statements)
        const sum = (rows: 'rows_read' | 'rows_written') =>
          results.reduce((all, { meta }) => all + meta[rows], 0)
        batches.push({ read: sum('rows_read'), written: sum('rows_written') })
        return results
      },
  )
  return { DB, batches }
}

it('is written in parts, and each ticket has it with the response', async () => {
  const { DB, batches } = watched()
  expect(await okBody(await rename('Floor', DB))).toMatchObject({ name: 'Floor' })
  expect(await namesOf()).toEqual([{ name: 'Floor', tickets: TICKETS }])
  expect(await renamingOf()).toBeNull()
  expect(batches.length).toBeGreaterThan(TICKETS / 500)
  for (const { read, written } of batches) {
    expect(read).toBeLessThanOrEqual(MAX_READ)
    expect(written).toBeLessThanOrEqual(MAX_WRITTEN)
  }
})

it('is written at once for few tickets, and by SQL for all', async () => {
  await query('DELETE FROM tickets WHERE ticket_type_id = ? AND (key & 1048575) > 500', org.types.Standing)
  const { DB, batches } = watched()
  expect((await rename('Floor', DB)).status).toBe(200)
  expect(await namesOf()).toEqual([{ name: 'Floor', tickets: 500 }])
  expect(batches).toHaveLength(2)
  await query('UPDATE ticket_types SET name = ? WHERE id = ?', 'Stalls', org.types.Standing)
  expect(await namesOf()).toEqual([{ name: 'Stalls', tickets: 500 }])
})

it('is finished by the run of the next minute if the database gives up', async () => {
  const { DB } = watched(async (batch) => {
    if (batch > 3) throw new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.')
  })
  const response = await rename('Floor', DB)
  expect(response.status).toBe(200)
  expect((await namesOf()).map(({ name }) => name)).toEqual(['Floor', 'Standing'])
  expect(await renamingOf()).not.toBeNull()
  // The request could not give its lease back.
  await finishRenames(openDatabase(here(), undefined))
  expect(await renamingOf()).not.toBeNull()
  await query('UPDATE organizers SET lease_until = 0')
  await finishRenames(openDatabase(here(), undefined))
  expect(await namesOf()).toEqual([{ name: 'Floor', tickets: TICKETS }])
  expect(await renamingOf()).toBeNull()
})

it('gives way to a later name, which the same request writes', async () => {
  let later: Promise<Response> | undefined
  const { DB } = watched(async (batch) => {
    if (batch !== 4) return
    later = rename('Stalls', env.DB, org.manager)
    await untilNamed('Stalls')
  })
  expect((await rename('Floor', DB)).status).toBe(200)
  expect(await namesOf()).toEqual([{ name: 'Stalls', tickets: TICKETS }])
  expect((await later)?.status).toBe(200)
  expect(await namesOf()).toEqual([{ name: 'Stalls', tickets: TICKETS }])
  expect(await renamingOf()).toBeNull()
})

it('waits for another heavy write of the organizer', async () => {
  await query(
    `UPDATE organizers SET lease = 'other', lease_until = ? WHERE id = ?`,
    Date.now() + 5_000,
    org.id,
  )
  let hasEnded = false
  const renamed = rename('Floor').then((response) => {
    hasEnded = true
    return response
  })
  await untilNamed('Floor')
  expect(await namesOf()).toEqual([{ name: 'Standing', tickets: TICKETS }])
  expect(hasEnded).toBe(false)
  await query('UPDATE organizers SET lease_until = 0 WHERE id = ?', org.id)
  expect((await renamed).status).toBe(200)
  expect(await namesOf()).toEqual([{ name: 'Floor', tickets: TICKETS }])
})

it('costs nothing where the name stays', async () => {
  const { DB, batches } = watched()
  expect((await rename('Standing', DB)).status).toBe(200)
  expect(batches.reduce((sum, { written }) => sum + written, 0)).toBe(0)
})
