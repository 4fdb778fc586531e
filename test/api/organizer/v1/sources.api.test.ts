// Sources: lists that follow a list elsewhere.
import { beforeEach, describe, expect, it } from 'vitest'
import { expectError } from '../../../support/api.ts'
import { makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { historyOf, read, readBody, remove, send } from '../../../support/setup.ts'
import {
  addSource,
  List,
  run,
  type Source,
  serveLists,
  sourcesPath,
  ticketsOf,
} from '../../../support/sources.ts'

let org: Organizer
let list: List
beforeEach(async () => {
  serveLists()
  org = await makeOrganizer()
  list = new List()
})

const add = (more: object = {}) => addSource(org.session, org.manager, list.url, more)
const names = async () =>
  (await ticketsOf(org.session)).map(({ attendee_name, status }) => `${attendee_name} ${status}`)

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
