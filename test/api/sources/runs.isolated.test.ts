// When sources are read by the Cron Trigger, and what that costs where nothing has changed.
import { beforeEach, describe, expect, it } from 'vitest'
import { runDeps, runSources } from '../../../src/api/sources/run.ts'
import { openDatabase } from '../../../src/db/client.ts'
import { runSource } from '../../../src/domain/sources/run.ts'
import { type Due, listDueSources } from '../../../src/domain/sources/schedule.ts'
import { here } from '../../support/address.ts'
import { type Organizer, query } from '../../support/rows.ts'
import { readBody } from '../../support/setup.ts'
import { addSource, type List, makeSheet, run, type Source, ticketsOf } from '../../support/sources.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let org: Organizer
let list: List
let source: Source
beforeEach(async () => {
  ;({ org, list } = await makeSheet())
  list.rows('Name', 'Ana', 'Bo')
  await query('DELETE FROM sources')
  source = await addSource(org.session, org.manager, list.url)
})

const startIn = (ms: number) =>
  query('UPDATE sessions SET starts_at = ? WHERE id = ?', Date.now() + ms, org.session)

describe('the Cron Trigger', () => {
  it.each([
    ['not 31 days before the session', 31 * DAY_MS, 0],
    ['29 days before', 29 * DAY_MS, 1],
    ['11 hours after its start', -11 * HOUR_MS, 1],
    ['not 13 hours after', -13 * HOUR_MS, 0],
  ])('reads a source: %s', async (_, ahead, times) => {
    await startIn(ahead)
    await runSources(here())
    expect(list.requests).toHaveLength(times)
    expect(await ticketsOf(org.session)).toHaveLength(2 * times)
    // It is due again after five minutes.
    await runSources(here())
    expect(list.requests).toHaveLength(times)
    await query('UPDATE sources SET next_at = next_at - 301000 WHERE last_run_at IS NOT NULL')
    await runSources(here())
    expect(list.requests).toHaveLength(2 * times)
  })

  it('asks once for an unchanged list, conditionally, and reads at most 5 rows', async () => {
    await run(source, org.manager)
    await startIn(0)
    await query('UPDATE sources SET next_at = 0')
    list.requests.length = 0
    const db = openDatabase(here(), undefined)
    const [due] = await listDueSources(db, Date.now())
    expect(due?.id).toBe(source.id)
    await runSource(db, due as Due, runDeps(here()))
    expect(list.requests).toHaveLength(1)
    expect(list.requests[0]?.headers.get('If-None-Match')).not.toBeNull()
    expect(db.usage.rowsRead).toBeLessThanOrEqual(5)
    expect(await readBody<Source>(`/sources/${source.id}`, org.manager)).toMatchObject({
      ...{ status: 'Ok', rows: 2 },
    })
  })

  it('reads at most 5 rows where the same list comes again without a tag', async () => {
    const content = 'Name\nAna\nBo'
    list.answer(() => new Response(content, { headers: { 'Content-Type': 'text/csv' } }))
    await run(source, org.manager)
    await startIn(0)
    await query('UPDATE sources SET next_at = 0')
    const db = openDatabase(here(), undefined)
    const [due] = await listDueSources(db, Date.now())
    await runSource(db, due as Due, runDeps(here()))
    expect(db.usage.rowsRead).toBeLessThanOrEqual(5)
  })
})
