// POST /api/v1/codes/find starts the sources of a session whose list does not have a code.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { okBody, readCost, sendJson } from '../../support/api.ts'
import { addStaff, addTickets, type Organizer, query } from '../../support/rows.ts'
import { send } from '../../support/setup.ts'
import { addSource, type List, makeSheet, run, ticketsOf } from '../../support/sources.ts'

type Found = { data: unknown[]; asking?: true }

let org: Organizer
let staff: string
let list: List
beforeEach(async () => {
  ;({ org, list } = await makeSheet())
  staff = await addStaff(org)
  await query('UPDATE sessions SET starts_at = ? WHERE id = ?', Date.now(), org.session)
})

const find = (code: string, session = org.session): Promise<Response> =>
  sendJson('POST', '/api/v1/codes/find', staff, { code, sessionId: session })
const found = async (...search: Parameters<typeof find>) => okBody<Found>(await find(...search))

const codes = async () => (await ticketsOf(org.session)).map(({ code }) => code)
const newCode = (): string => `code-${crypto.randomUUID()}`

/** A source that was read `seconds` ago. */
const addRead = async (seconds: number) => {
  list.rows('Code,Name', 'first,Ana')
  const source = await addSource(org.session, org.manager, list.url)
  await run(source, org.manager)
  await query('UPDATE sources SET last_run_at = last_run_at - ? WHERE id = ?', seconds * 1_000, source.id)
  list.requests.length = 0
  return source
}

describe('an unknown code', () => {
  it('reads the sources at once, so that the ticket comes with the changes of the list', async () => {
    await addRead(31)
    const sold = newCode()
    list.rows('Code,Name', 'first,Ana', `${sold},Ben`)
    expect(await found(sold)).toEqual({ data: [], asking: true })
    await vi.waitFor(async () => expect(await codes()).toContain(sold))
    expect(list.requests).toHaveLength(1)
  })

  it('reads them at most every 30 seconds, whoever asks', async () => {
    const source = await addRead(31)
    const [one, other] = await Promise.all([found(newCode()), found(newCode())])
    expect([one, other]).toContainEqual({ data: [], asking: true })
    await vi.waitFor(async () =>
      expect(await query('SELECT lease FROM sources WHERE id = ?', source.id)).toEqual([{ lease: '' }]),
    )
    expect(await found(newCode())).toEqual({ data: [] })
    expect(list.requests).toHaveLength(1)
  })

  it('leaves a source alone that fails, that is stopped, or that is of another session', async () => {
    const source = await addRead(31)
    await query('UPDATE sources SET attempts = 1, next_at = next_at + 600000 WHERE id = ?', source.id)
    expect(await found(newCode())).toEqual({ data: [] })
    await query(`UPDATE sources SET attempts = 0, status = 'Stopped', next_at = NULL WHERE id = ?`, source.id)
    expect(await found(newCode())).toEqual({ data: [] })
    await send('PATCH', `/sources/${source.id}`, org.manager, { status: 'Ok' })
    expect(await found(newCode(), org.otherEventSession)).toEqual({ data: [] })
    expect(list.requests).toEqual([])
  })

  it('costs nothing but a look where the session has no sources', async () => {
    const response = await find(newCode())
    expect(await okBody(response.clone() as Response)).toEqual({ data: [] })
    const { rows } = readCost(response)
    await addRead(0)
    expect(readCost(await find(newCode())).rows).toBeGreaterThan(rows)
  })

  it('of another session starts nothing', async () => {
    await addRead(31)
    const code = newCode()
    await addTickets(org, [{ code }], org.otherEventSession)
    expect((await found(code)).data).toHaveLength(1)
    expect(list.requests).toEqual([])
  })
})
