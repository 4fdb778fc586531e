// Sources: lists that follow a list elsewhere.

import { strToU8, zipSync } from 'fflate'
import { beforeEach, describe, expect, it } from 'vitest'
import { runDeps } from '../../../../src/api/sources/run.ts'
import { openDatabase } from '../../../../src/db/client.ts'
import { runSource as runDomain } from '../../../../src/domain/sources/run.ts'
import { here } from '../../../support/address.ts'
import { callWithBindings, expectError, sendJson } from '../../../support/api.ts'
import { type Organizer, query } from '../../../support/rows.ts'
import { API, historyOf, read, readBody, remove, send } from '../../../support/setup.ts'
import {
  addSource,
  guestsOf,
  List,
  makeSheet,
  run,
  type Source,
  sourcesPath,
  ticketsOf,
} from '../../../support/sources.ts'

let org: Organizer
let list: List
beforeEach(async () => {
  ;({ org, list } = await makeSheet())
})

const add = (more: object = {}) => addSource(org.session, org.manager, list.url, more)
const names = () => guestsOf(org.session)

describe('a source', () => {
  it('is added, read, changed, run and deleted', async () => {
    list.rows('Name,E-mail', 'Ana,ana@example.com', 'Bo,bo@example.com')
    const added = await add()
    expect(added).toMatchObject({
      ...{
        name: 'Sheet of Tom',
        kind: 'Link',
        url: list.url,
        settings: {},
        missing: 'keep',
        everyMinutes: 5,
      },
      ...{ ticketTypeName: null, columns: {}, lastRunAt: null, lastChangedAt: null, rows: null },
      ...{ status: 'Ok', problem: null, problems: [] },
    })
    const ran = await run(added, org.manager)
    expect(ran).toMatchObject({ status: 'Ok', rows: 2, problem: null, problems: [] })
    expect(await names()).toEqual(['Ana Valid', 'Bo Valid'])
    expect(await readBody<Source>(`/sources/${added.id}`, org.manager)).toEqual(ran)
    expect(await readBody(sourcesPath(org.session), org.manager)).toEqual({ data: [ran] })
    const { body } = await send<Source>('PATCH', `/sources/${added.id}`, org.manager, {
      name: 'Sheet of Kim',
    })
    expect(body).toMatchObject({ name: 'Sheet of Kim' })
    expect((await remove(`/sources/${added.id}`, org.manager)).status).toBe(204)
    await expectError(await read(`/sources/${added.id}`, org.manager), 'source_not_found')
    expect(await names()).toEqual(['Ana Valid', 'Bo Valid'])
    expect(await query('SELECT * FROM source_rows WHERE source_id = ?', added.id)).toEqual([])
    expect((await ticketsOf(org.session)).map(({ source_id }) => source_id)).toEqual([null, null])
    const records = await historyOf(org.id, org.owner, added.id)
    expect(records.map(({ action }) => action)).toEqual(['source.delete', 'source.update', 'source.create'])
    expect(JSON.stringify(records)).not.toContain('127.0.0.1')
  })

  it('follows its list', async () => {
    list.rows(
      'Name,E-mail,Type',
      'Ana,ana@example.com,VIP',
      'Bo,bo@example.com,VIP',
      'Cy,cy@example.com,Crew',
    )
    const source = await add({ missing: 'void' })
    await run(source, org.manager)
    list.rows(
      'Name,E-mail,Type',
      'Ana,ana@example.com,Crew',
      'Cyd,cy@example.com,Crew',
      'Dee,dee@example.com,VIP',
    )
    const ran = await run(source, org.manager)
    expect(ran).toMatchObject({ status: 'Ok', rows: 3 })
    const tickets = await ticketsOf(org.session)
    expect(tickets.map((row) => [row.attendee_name, row.ticket_type_name, row.status])).toEqual([
      ['Ana', 'Crew', 'Valid'],
      ['Bo', 'VIP', 'Voided'],
      ['Cyd', 'Crew', 'Valid'],
      ['Dee', 'VIP', 'Valid'],
    ])
    const records = await historyOf(org.id, org.owner, org.session)
    expect(records.map(({ action, change }) => [action, change])).toMatchObject([
      ['tickets.import', { sourceName: 'Sheet of Tom', inserted: 1, updated: 2, voided: 1, unchanged: 0 }],
      ['tickets.import', { inserted: 3 }],
    ])
  })
})

const header = 'Name,E-mail'
const rowsOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `Guest ${from + index},guest${from + index}@example.com`)

it.each([
  ['Link', { sheets: 'A' }, 'settings.sheets: must be a list of names of sheets.'],
  ['Link', { sheet: 'A' }, 'settings: Unknown field "sheet".'],
  ['Link', { ['x'.repeat(9_999)]: 1 }, `settings: Unknown field "${'x'.repeat(100)}".`],
  ['Eventbrite', {}, 'settings.event: must be text of 1 to 200 characters.'],
] as const)('says what is wrong with the settings of %s: %j', async (kind, settings, message) => {
  const body = { name: 'Sheet', kind, settings, ...(kind === 'Link' && { url: list.url }) }
  const { response } = await send('POST', sourcesPath(org.session), org.manager, body)
  expect((await expectError(response, 'invalid_request')).message).toBe(message)
})

describe("a person's word", () => {
  it('stands for a field, a status, a deletion and an erasure, and the source writes the rest', async () => {
    list.rows(
      `${header},Note`,
      'Ana,ana@example.com,A',
      'Bo,bo@example.com,B',
      'Cy,cy@example.com,C',
      'Di,di@example.com,D',
    )
    const source = await add({ missing: 'void' })
    await run(source, org.manager)
    const [ana, bo, cy, di] = (await ticketsOf(org.session)).map(({ id }) => id as string)
    const tickets = `/sessions/${org.session}/tickets`
    await send('PATCH', `${tickets}/${ana}`, org.manager, { note: 'Mine' })
    await send('PATCH', `${tickets}/${bo}`, org.manager, { status: 'Voided' })
    await remove(`${tickets}/${cy}`, org.manager)
    await send('POST', `${tickets}/${di}/erase`, org.manager, {})
    list.rows(
      `${header},Note`,
      'Ana,ana@example.com,A2',
      'Bo,bo@example.com,B2',
      'Cy,cy@example.com,C2',
      'Di,di@example.com,D2',
    )
    const ran = await run(source, org.manager)
    expect(ran).toMatchObject({ status: 'Ok', rows: 4 })
    const after = await ticketsOf(org.session)
    expect(after.map((row) => [row.attendee_name, row.note, row.status])).toEqual([
      ['Ana', 'Mine', 'Valid'],
      ['Bo', 'B2', 'Voided'],
      [null, null, 'Valid'],
    ])
    list.rows(header, 'Ana,ana@example.com')
    await run(source, org.manager)
    expect((await ticketsOf(org.session)).map(({ status }) => status)).toEqual(['Valid', 'Voided', 'Voided'])
    list.rows(header, 'Ana,ana@example.com', 'Bo,bo@example.com', 'Di,di@example.com')
    await run(source, org.manager)
    expect((await ticketsOf(org.session)).map(({ status }) => status)).toEqual(['Valid', 'Voided', 'Valid'])
  })
})

describe('a typing error', () => {
  it('harms nobody: its row is there, and an unreadable key voids nobody', async () => {
    list.rows('Number,Name', 'N1,Ana', 'N2,Bo', 'N3,Cy')
    const source = await add({ missing: 'void' })
    await run(source, org.manager)
    list.rows('Number,Name,Code', 'N1,Ana,', `N2,Bob,${'1'.repeat(201)}`)
    const ran = await run(source, org.manager)
    expect(ran).toMatchObject({ status: 'Problem', problems: [{ row: 3, field: 'code' }] })
    expect(await names()).toEqual(['Ana Valid', 'Bo Valid', 'Cy Voided'])
    list.rows('Number,Name', 'N1,Ana', ',Bo', 'N3,Cy')
    const blocked = await run(source, org.manager)
    expect(blocked.problem).toContain('nobody was voided')
    expect(await names()).toEqual(['Ana Valid', 'Bo Valid', 'Cy Valid'])
  })

  it('that is mended makes no second guest', async () => {
    list.rows('Name', 'Ana Smth', 'Bo Lind')
    const source = await add()
    await run(source, org.manager)
    list.rows('Name', 'Ana Smith', 'Bo Lind')
    await run(source, org.manager)
    expect(await names()).toEqual(['Ana Smith Valid', 'Bo Lind Valid'])
  })
})

describe('a list that shrinks', () => {
  it('stops the source until somebody takes it', async () => {
    list.rows(header, ...rowsOf(0, 30))
    const source = await add({ missing: 'void' })
    await run(source, org.manager)
    list.rows(header, ...rowsOf(0, 12))
    expect(await run(source, org.manager)).toMatchObject({
      status: 'Stopped',
      problem: '30 guests were read before, now 12. Nothing was changed.',
      nextAt: null,
      rows: 30,
    })
    expect((await names()).filter((name) => name.endsWith('Valid'))).toHaveLength(30)
    expect(await run(source, org.manager)).toMatchObject({ status: 'Stopped' })
    expect(await run(source, org.manager, { take: true })).toMatchObject({
      status: 'Ok',
      rows: 12,
      problem: null,
    })
    expect((await names()).filter((name) => name.endsWith('Valid'))).toHaveLength(12)
  })
})

describe('an owner', () => {
  it('is one at most: the first run adopts by number, others leave what they find', async () => {
    const first = { tickets: [{ ticketTypeName: 'VIP', ticketNumber: 'N1', attendeeName: 'Ana' }] }
    const version = await send('POST', `/sessions/${org.session}/imports/preview`, org.manager, first)
    await send('POST', `/sessions/${org.session}/imports`, org.manager, {
      ...first,
      expectedVersion: version.body.version,
    })
    list.rows('Number,Name,Type', 'N1,Anna,VIP', 'N2,Bo,VIP')
    const source = await add({ missing: 'void' })
    const preview = (await send('POST', `/sources/${source.id}/preview`, org.manager, {})).body
    expect(preview).toMatchObject({ adopted: 1, toInsert: 1, toUpdate: 1, problem: null })
    await run(source, org.manager)
    expect(await names()).toEqual(['Anna Valid', 'Bo Valid'])
    const other = new List()
    other.rows('Number,Name,Type', 'N1,Other,VIP', 'N3,Cy,VIP')
    const second = await addSource(org.session, org.manager, other.url)
    await run(second, org.manager)
    expect(await names()).toEqual(['Anna Valid', 'Bo Valid', 'Cy Valid'])
    const upload = {
      tickets: [{ ticketTypeName: 'VIP', ticketNumber: 'N9', attendeeName: 'Di' }],
      missing: 'void',
    }
    const { body } = await send('POST', `/sessions/${org.session}/imports/preview`, org.manager, upload)
    expect(body).toMatchObject({ toVoid: 0, warnings: [{ code: 'kept_by_others', tickets: 3 }] })
  })
})

describe('a run', () => {
  it("is reverted as an import is, which stops the source and is nobody's word", async () => {
    list.rows(`${header},Note`, 'Ana,ana@example.com,A')
    const source = await add({ missing: 'void' })
    await run(source, org.manager)
    list.rows(`${header},Note`, 'Ana,ana@example.com,B', 'Bo,bo@example.com,')
    await run(source, org.manager)
    const [record] = await historyOf(org.id, org.owner, org.session)
    const reverted = await send(
      'POST',
      `/sessions/${org.session}/imports/${record?.id}/revert`,
      org.manager,
      {},
    )
    expect(reverted.body).toMatchObject({ deleted: 1, restored: 1 })
    expect(await readBody<Source>(`/sources/${source.id}`, org.manager)).toMatchObject({ status: 'Stopped' })
    const restarted = await send<Source>('PATCH', `/sources/${source.id}`, org.manager, { status: 'Ok' })
    expect(restarted.body).toMatchObject({ status: 'Ok', problem: null })
    await run(source, org.manager)
    expect((await ticketsOf(org.session)).map(({ attendee_name, note }) => [attendee_name, note])).toEqual([
      ['Ana', 'B'],
      ['Bo', null],
    ])
  })

  it('leaves who is inside, and makes nobody inside', async () => {
    list.rows('Number,Name,Status', 'N1,Ana,Valid', 'N2,Bo,CheckedIn')
    const source = await add({ missing: 'void' })
    await run(source, org.manager)
    expect(await names()).toEqual(['Ana Valid', 'Bo Valid'])
    await query(
      `UPDATE tickets SET status = 'CheckedIn', checked_in_at = 1 WHERE ticket_number = 'N1' AND source_id = ?`,
      source.id,
    )
    list.rows('Number,Name,Status', 'N1,Ana,Refunded')
    await run(source, org.manager)
    expect(await names()).toEqual(['Ana CheckedIn', 'Bo Voided'])
  })

  it('of a changed list costs a few rows for each ticket of the session, and an import’s for what changes', {
    tags: ['slow'],
  }, async () => {
    const source = await add({ missing: 'void' })
    const cost = async (...rows: string[]) => {
      list.rows(header, ...rows)
      const db = openDatabase(here(), undefined)
      expect(await runDomain(db, source, runDeps(here()), { forced: true })).toBe(true)
      return { read: db.usage.rowsRead, written: db.usage.rowsWritten }
    }
    const first = await cost(...rowsOf(0, 400))
    expect(first.read).toBeLessThanOrEqual(29 * 400)
    expect(first.written).toBeLessThanOrEqual(20 * 400)
    const added = await cost(...rowsOf(0, 401))
    expect(added.read).toBeLessThanOrEqual(2 * 400 + 100)
    expect(added.written).toBeLessThanOrEqual(30)
    const changed = await cost('Guest 0 Renamed,guest0@example.com', ...rowsOf(1, 401))
    expect(changed.read).toBeLessThanOrEqual(2 * 400 + 100)
    expect(changed.written).toBeLessThanOrEqual(30)
  })

  it('says that a web page is none', async () => {
    list.type = 'text/html'
    list.write('<!doctype html><title>Sign in</title>')
    const source = await add()
    expect(await run(source, org.manager)).toMatchObject({
      status: 'Problem',
      problem: 'The link leads to a web page. Share the sheet with everybody who has the link.',
    })
  })
})

describe('what is read', () => {
  const workbook = (sheets: Record<string, string[][]>) => {
    const names = Object.keys(sheets)
    const main = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const relation = (id: number, type: string, target: string) =>
      `<Relationship Id="r${id}" Type="${main}/${type}" Target="${target}"/>`
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const files: Record<string, string> = {
      '_rels/.rels': `<Relationships>${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      'xl/workbook.xml': `<workbook xmlns:r="${main}"><sheets>${names
        .map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="r${n + 1}"/>`)
        .join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${names
        .map((_, n) => relation(n + 1, 'worksheet', `worksheets/sheet${n + 1}.xml`))
        .join('')}</Relationships>`,
    }
    for (const [n, rows] of Object.values(sheets).entries()) {
      const data = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
      files[`xl/worksheets/sheet${n + 1}.xml`] = `<worksheet><sheetData>${data}</sheetData></worksheet>`
    }
    return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
  }

  it('of a workbook with several sheets are those that the source names', async () => {
    list.write(
      workbook({
        Friends: [['Name', 'Note'], ...[['Ana', 'bar']]],
        Band: [['Name', 'Note'], ...[['Bo', 'stage']]],
      }),
    )
    list.type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    const source = await add()
    const { status, problem } = await run(source, org.manager)
    expect(status).toBe('Problem')
    expect(problem).toMatch(/^The workbook has several sheets: .*Friends.*Band/)
    const change = { settings: { sheets: ['Band'] } }
    await send('PATCH', `/sources/${source.id}`, org.manager, change)
    expect(await run(source, org.manager)).toMatchObject({ status: 'Ok', problem: null, rows: 1 })
    const read = (await ticketsOf(org.session)).map((row) => [row.attendee_name, row.ticket_type_name])
    expect(read).toEqual([['Bo', 'Band']])
    await send('PATCH', `/sources/${source.id}`, org.manager, { settings: { sheets: ['Nobody'] } })
    expect(await run(source, org.manager)).toMatchObject({ status: 'Problem', rows: 1 })
  })

  it('is what a person says that a column is', async () => {
    list.rows('Who dances,E-mail,Remarks', 'Ana,ana@example.com,bar')
    const source = await add({ columns: { ' who DANCES ': 'attendeeName' } })
    const preview = (await send('POST', `/sources/${source.id}/preview`, org.manager, {})).body
    expect(preview).toMatchObject({
      columns: [
        { heading: 'Who dances', field: 'attendeeName' },
        { heading: 'E-mail', field: 'holderEmail' },
        { heading: 'Remarks' },
      ],
      guests: [{ row: 2, name: 'Ana', email: 'ana@example.com', ticketTypeName: 'Guest list' }],
    })
    await run(source, org.manager)
    const columns = { 'Who dances': 'note', Remarks: 'attendeeName' }
    await send('PATCH', `/sources/${source.id}`, org.manager, { columns })
    await run(source, org.manager)
    expect((await ticketsOf(org.session)).map((row) => [row.attendee_name, row.note])).toEqual([
      ['bar', 'Ana'],
    ])
  })

  it('by guest is nobody else’s ticket, and a row without what the first rows had is a problem', async () => {
    await send('POST', `/sessions/${org.session}/tickets`, org.manager, {
      tickets: [{ attendee: { name: 'Ana' }, ticketTypeName: 'Guest list' }],
    })
    list.rows('Name', 'Ana', 'Bo')
    const source = await add({ missing: 'void' })
    const preview = (await send('POST', `/sources/${source.id}/preview`, org.manager, {})).body
    expect(preview).toMatchObject({ adopted: 0, theirs: 1, toInsert: 1 })
    await run(source, org.manager)
    list.rows('Name', 'Bo')
    await run(source, org.manager)
    expect(await names()).toEqual(['Ana Valid', 'Bo Valid'])

    const numbers = new List()
    numbers.rows('Number,Name', 'N1,Cy', 'N2,Di')
    const byNumber = await addSource(org.session, org.manager, numbers.url, { missing: 'void' })
    await run(byNumber, org.manager)
    numbers.rows('Number,Name', 'N1,Cy', ',Di')
    expect(await run(byNumber, org.manager)).toMatchObject({
      ...{ status: 'Problem', problems: [{ row: 3 }] },
      problem: '1 row has a problem. One of them cannot be told apart, so nobody was voided.',
    })
    expect(await names()).toEqual(['Ana Valid', 'Bo Valid', 'Cy Valid', 'Di Valid'])
  })
})

describe('the time of a run', () => {
  it('comes 1, 5, 15 and then 60 minutes after failures, and after `everyMinutes` again', async () => {
    list.answer(() => new Response('', { status: 500 }))
    const source = await add({ everyMinutes: 7 })
    const now = Date.now()
    const deps = { ...runDeps(here()), now: () => now }
    const waits: number[] = []
    const wait = async () => {
      await runDomain(openDatabase(here(), undefined), source, deps, { forced: true })
      const [row] = await query<{ next_at: number }>('SELECT next_at FROM sources WHERE id = ?', source.id)
      waits.push(((row?.next_at ?? 0) - now) / 60_000)
    }
    for (let count = 0; count < 5; count += 1) await wait()
    list.answer(() => new Response('Name\nAna'))
    await wait()
    expect(waits).toEqual([1, 5, 15, 60, 60, 7])
  })
})

describe('a source of a session', () => {
  it('is one of five at most, and a repeat adds none', async () => {
    const id = crypto.randomUUID()
    await add({ id })
    for (let count = 1; count < 5; count += 1) await add()
    const body = { name: 'Sheet of Tom', kind: 'Link', url: list.url }
    const sixth = await sendJson('POST', API + sourcesPath(org.session), org.manager, body)
    await expectError(sixth, 'limit_reached')
    expect((await send('POST', sourcesPath(org.session), org.manager, { ...body, id })).status).toBe(201)
  })

  it('is stopped by another secret of the service, until its address is written again', async () => {
    list.rows('Name', 'Ana')
    const source = await add()
    const bindings = { DOORLIST_SECRET: 'another secret, as long as the first one' }
    const asked = async (method: string, path: string, body?: object) => {
      const response = await callWithBindings(bindings, API + path, {
        ...{ method, subject: org.manager },
        ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      })
      return (await response.json()) as Source
    }
    const path = `/sources/${source.id}`
    expect(await asked('GET', path)).toMatchObject({ status: 'Stopped', url: null, nextAt: null })
    expect(await asked('POST', `${path}/run`)).toMatchObject({ status: 'Stopped' })
    expect(list.requests).toEqual([])
    expect(await asked('PATCH', path, { url: list.url })).toMatchObject({ status: 'Ok', url: list.url })
    expect(await asked('POST', `${path}/run`)).toMatchObject({ status: 'Ok', rows: 1 })
  })
})
