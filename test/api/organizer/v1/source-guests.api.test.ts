// What a source does to guests when people, other lists and faults come between: nobody is wrongly void,
// twice on the list, or without a ticket.
import { beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { callWithBindings, expectError, sendJson } from '../../../support/api.ts'
import { faultyDatabase } from '../../../support/faulty-database.ts'
import { addSession, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { API, historyOf, read, readBody, remove, send } from '../../../support/setup.ts'
import {
  addSource,
  guestsOf,
  type List,
  makeSheet,
  openShop,
  run,
  type Source,
  sourcesPath,
  ticketsOf,
} from '../../../support/sources.ts'

let org: Organizer
let list: List
let tickets: string
beforeEach(async () => {
  ;({ org, list } = await makeSheet())
  tickets = `/sessions/${org.session}/tickets`
})

const add = (more: object = {}) => addSource(org.session, org.manager, list.url, more)
const follow = async (source: Source, ...rows: string[]) => {
  list.rows(...(rows as [string, ...string[]]))
  return run(source, org.manager)
}
const names = (session = org.session) => guestsOf(session)
const idOf = async (name: string) =>
  (await ticketsOf(org.session)).find(({ attendee_name }) => attendee_name === name)?.id as string
const patch = (id: string, body: object) => send('PATCH', `${tickets}/${id}`, org.manager, body)
const checkIn = (name: string) =>
  query(
    `UPDATE tickets SET status = 'CheckedIn', checked_in_at = 1 WHERE attendee_name = ? AND session_number =
      (SELECT number FROM sessions WHERE id = ?)`,
    name,
    org.session,
  )
const preview = async ({ id }: Source) => (await send('POST', `/sources/${id}/preview`, org.manager, {})).body

/** Runs a source; the answer of the database to a batch is lost. */
const runAndLose = async ({ id }: Source, batch: number): Promise<void> => {
  let batches = 0
  const DB = faultyDatabase((real) => async (statements) => {
    batches += 1
    const isLost = batches === batch
    const results = await real(statements)
    if (isLost) throw new Error('D1_ERROR: Network connection lost.')
    return results
  })
  await callWithBindings({ DB }, `${API}/sources/${id}/run`, { method: 'POST', subject: org.manager })
  // A lease whose answer was lost ends after a minute.
  await query(`UPDATE sources SET lease_until = 0 WHERE id = ?`, id)
}

describe('a new guest of a list of names', () => {
  it('never gets a ticket that a person voided, of a guest who was erased, or who is inside', async () => {
    const source = await add({ missing: 'void' })
    await follow(source, 'Name', 'Bo Lind', 'Di Kern', 'Ed Moss', 'Ana')
    await patch(await idOf('Bo Lind'), { status: 'Voided' })
    await send('POST', `${tickets}/${await idOf('Di Kern')}/erase`, org.manager, {})
    await checkIn('Ed Moss')
    await follow(source, 'Name', 'Ana', 'Zed Young', 'Uma Hall', 'Ivy West')
    expect((await names()).toSorted()).toEqual([
      'Ana Valid',
      'Bo Lind Voided',
      'Ed Moss CheckedIn',
      'Ivy West Valid',
      'Uma Hall Valid',
      'Zed Young Valid',
      'null Voided',
    ])
  })

  it('stays void under a mended name, if a person voided the guest', async () => {
    const source = await add()
    await follow(source, 'Name', 'Bo Lind', 'Ana')
    await patch(await idOf('Bo Lind'), { status: 'Voided' })
    await follow(source, 'Name', 'Bo Lindt', 'Ana')
    expect(await names()).toEqual(['Bo Lindt Voided', 'Ana Valid'])
  })

  it('with an e-mail keeps the words about the guest: erased, and void', async () => {
    const source = await add()
    await follow(source, 'Name,E-mail', 'Bo,bo@example.com', 'Di,di@example.com')
    await patch(await idOf('Bo'), { status: 'Voided' })
    await send('POST', `${tickets}/${await idOf('Di')}/erase`, org.manager, {})
    await follow(source, 'Name,E-mail', 'Bob,bo@example.com', 'Dia,di@example.com')
    expect(await names()).toEqual(['Bob Voided', 'null Valid'])
  })
})

describe('companions', () => {
  it('come and go with the number of a row', async () => {
    const source = await add({ missing: 'void' })
    const counts = async () => {
      const rows = await ticketsOf(org.session)
      return [rows.filter(({ status }) => status === 'Valid').length, rows.length]
    }
    await follow(source, 'Name,Guests', 'Ana,3', 'Bo,1')
    const before = await ticketsOf(org.session)
    await follow(source, 'Name,Guests', 'Ana,3', 'Bo,1', 'Cy,1')
    expect((await ticketsOf(org.session)).slice(0, before.length)).toEqual(before)
    const all = (await counts())[0] as number
    await follow(source, 'Name,Guests', 'Ana,2', 'Bo,1', 'Cy,1')
    expect(await counts()).toEqual([all - 1, all])
    await follow(source, 'Name,Guests', 'Ana,4', 'Bo,1', 'Cy,1')
    expect(await counts()).toEqual([all + 1, all + 1])
    expect(new Set((await ticketsOf(org.session)).map(({ ticket_number }) => ticket_number)).size).toBe(
      all + 1,
    )
  })

  it('stay while their row has a problem', async () => {
    const source = await add({ missing: 'void' })
    await follow(source, 'Name,Guests', 'Ana,3', 'Bo,1')
    const before = await names()
    const ran = await follow(source, 'Name,Guests', 'Ana,many', 'Bo,1')
    expect(ran).toMatchObject({ status: 'Problem' })
    expect(ran.problems).toHaveLength(1)
    expect(await names()).toEqual(before)
  })
})

describe('a row with a problem', () => {
  it('is there also under a mended name, and voids nobody', async () => {
    const source = await add({ missing: 'void' })
    await follow(source, 'Name,E-mail', 'Ana Smth,ana@example.com', 'Bo,bo@example.com')
    const ran = await follow(
      source,
      'Name,E-mail,Code',
      `Ana Smith,ana@example.com,${'1'.repeat(201)}`,
      'Bo,bo@example.com,',
    )
    expect(ran.status).toBe('Problem')
    expect(await names()).toEqual(['Ana Smth Valid', 'Bo Valid'])
  })

  it('with the number of an earlier row changes nothing twice', async () => {
    const source = await add({ missing: 'void' })
    await follow(source, 'Number,Name', 'N1,Ana', 'N2,Bo')
    const ran = await follow(source, 'Number,Name', 'N1,Ana', 'N1,Bo')
    expect(ran.problems).toMatchObject([{ row: 3, field: 'ticketNumber' }])
    expect((await names())[0]).toBe('Ana Valid')
  })

  it('is mended by the next list', async () => {
    const source = await add({ missing: 'void' })
    await follow(source, 'Number,Name', 'N1,Ana', ',Bo')
    expect((await names()).toSorted()).toEqual(['Ana Valid', 'Bo Valid'])
    await follow(source, 'Number,Name', 'N1,Ana', 'N2,Bo')
    expect((await names()).toSorted()).toEqual(['Ana Valid', 'Bo Valid'])
  })
})

describe('cells', () => {
  it('that are emptied empty a field, but never a number or a code, and a column that goes keeps it', async () => {
    const source = await add()
    await follow(source, 'Number,Name,Code,Note', 'N1,Ana,code-1,Aisle', 'N2,Bo,code-2,Stage')
    await follow(source, 'Number,Name,Code,Note', 'N1,Ana,,', 'N2,Bo,code-2,Stage')
    const rows = async () =>
      (await ticketsOf(org.session)).map(({ ticket_number, code, note }) => [ticket_number, code, note])
    expect(await rows()).toEqual([
      ['N1', 'code-1', null],
      ['N2', 'code-2', 'Stage'],
    ])
    await follow(source, 'Number,Name', 'N1,Ana', 'N2,Bo')
    expect(await rows()).toEqual([
      ['N1', 'code-1', null],
      ['N2', 'code-2', 'Stage'],
    ])
  })

  it('with another code of a void ticket leave the guest the code that they have, until it is valid', async () => {
    const source = await add()
    const codeAfter = async (row: string) => {
      await follow(source, 'Number,Name,Code,status', row)
      return (await ticketsOf(org.session)).map(({ status, code }) => `${status} ${code}`)
    }
    expect(await codeAfter('N1,Ana,code-1,Valid')).toEqual(['Valid code-1'])
    expect(await codeAfter('N1,Ana,code-2,Voided')).toEqual(['Voided code-1'])
    expect(await codeAfter('N1,Ana,code-3,Voided')).toEqual(['Voided code-1'])
    expect(await codeAfter('N1,Ana,code-3,Valid')).toEqual(['Valid code-3'])
  })

  it('with a status cover a ticket and free it again, unless a person did', async () => {
    const source = await add()
    await follow(source, 'Number,Name,status', 'N1,Ana,Refunded', 'N2,Bo,Valid', 'N3,Cy,Valid')
    expect(await names()).toEqual(['Ana Refunded', 'Bo Valid', 'Cy Valid'])
    await follow(source, 'Number,Name,status', 'N1,Ana,Valid', 'N2,Bo,Refunded', 'N3,Cy,Refunded')
    expect(await names()).toEqual(['Ana Valid', 'Bo Refunded', 'Cy Refunded'])
    await patch(await idOf('Bo'), { status: 'Valid' })
    await follow(source, 'Number,Name,status', 'N1,Ana A,Valid', 'N2,Bo,Refunded', 'N3,Cy,Valid')
    expect(await names()).toEqual(['Ana A Valid', 'Bo Valid', 'Cy Valid'])
  })
})

describe('equal guests', () => {
  it('have as many tickets as rows; the one inside stays, and a deleted one is not made again', async () => {
    const source = await add({ missing: 'void' })
    await follow(source, 'Name', 'Ana', 'Ana', 'Ana')
    const [first, second] = await ticketsOf(org.session)
    await query(
      `UPDATE tickets SET status = 'CheckedIn', checked_in_at = 1 WHERE id = ?`,
      second?.id as string,
    )
    await remove(`${tickets}/${first?.id}`, org.manager)
    await follow(source, 'Name', 'Ana', 'Ana', 'Ana', 'Bo')
    expect(await names()).toEqual(['Ana CheckedIn', 'Ana Valid', 'Bo Valid'])
    await follow(source, 'Name', 'Ana', 'Bo')
    expect(await names()).toEqual(['Ana CheckedIn', 'Ana Voided', 'Bo Valid'])
  })
})

describe('a ticket that was moved', () => {
  it('is not made again, is not touched, and comes back with its source', async () => {
    const source = await add({ missing: 'void' })
    await follow(source, 'Number,Name', 'N1,Ana', 'N2,Bo')
    const there = await addSession(org)
    const ana = await idOf('Ana')
    const path = `${tickets}/bulk-update`
    const body = { ticketIds: [ana], changes: { sessionId: there } }
    const seen = await send('POST', `${path}/preview`, org.manager, body)
    const moved = await send('POST', path, org.manager, { ...body, expectedVersion: seen.body.version })
    expect(moved.status, JSON.stringify([seen.body, moved.body])).toBe(200)
    await follow(source, 'Number,Name', 'N1,Anna', 'N2,Bob')
    expect(await names()).toEqual(['Bob Valid'])
    expect(await names(there)).toEqual(['Ana Valid'])
    await follow(source, 'Number,Name', 'N2,Bob')
    expect(await names(there)).toEqual(['Ana Valid'])
    const back = `${path}/${moved.body.recordId}/revert`
    const { body: version } = await send('POST', `${back}/preview`, org.manager, {})
    const reverted = await send('POST', back, org.manager, { expectedVersion: version.version })
    expect(reverted.status, JSON.stringify(reverted.body)).toBe(200)
    expect((await names()).toSorted()).toEqual(['Ana Valid', 'Bob Valid'])
    await follow(source, 'Number,Name', 'N1,Annie', 'N2,Bob')
    expect((await names()).toSorted()).toEqual(['Annie Valid', 'Bob Valid'])
  })
})

describe('a list that shrank', () => {
  it('is not taken by starting the source again, and is when it has grown again', async () => {
    const source = await add({ missing: 'void' })
    const rows = Array.from({ length: 30 }, (_, index) => `N${index},Guest ${index}`)
    await follow(source, 'Number,Name', ...rows)
    expect(await follow(source, 'Number,Name', ...rows.slice(0, 5))).toMatchObject({ status: 'Stopped' })
    const started = await send<Source>('PATCH', `/sources/${source.id}`, org.manager, { status: 'Ok' })
    expect(started.body).toMatchObject({ status: 'Ok', problem: null })
    expect(await run(source, org.manager)).toMatchObject({ status: 'Stopped', rows: 30 })
    expect((await names()).filter((name) => name.endsWith('Voided'))).toEqual([])
    await send('PATCH', `/sources/${source.id}`, org.manager, { status: 'Ok' })
    expect(await follow(source, 'Number,Name', ...rows.slice(0, 25))).toMatchObject({
      status: 'Ok',
      rows: 25,
    })
    expect((await names()).filter((name) => name.endsWith('Voided'))).toHaveLength(5)
  })

  it('is kept by who stops the source: nothing but starting it runs it again', async () => {
    const source = await add({ missing: 'void' })
    const rows = Array.from({ length: 30 }, (_, index) => `N${index},Guest ${index}`)
    await follow(source, 'Number,Name', ...rows)
    await follow(source, 'Number,Name', ...rows.slice(0, 5))
    const stop = { status: 'Stopped' }
    expect((await send('PATCH', `/sources/${source.id}`, org.manager, stop)).body).toMatchObject({
      ...{ status: 'Stopped', problem: null, nextAt: null },
    })
    list.requests.length = 0
    expect(await run(source, org.manager, { take: true })).toMatchObject(stop)
    expect(list.requests).toEqual([])
    await send('PATCH', `/sources/${source.id}`, org.manager, { status: 'Ok' })
    expect(await run(source, org.manager)).toMatchObject(stop)
    expect(await run(source, org.manager, { take: true })).toMatchObject({ status: 'Ok', rows: 5 })
  })

  it('to nothing is stopped, too', async () => {
    const source = await add({ missing: 'void' })
    const rows = Array.from({ length: 11 }, (_, index) => `N${index},Guest ${index}`)
    await follow(source, 'Number,Name', ...rows)
    expect(await follow(source, 'Number,Name')).toMatchObject({
      status: 'Stopped',
      problem: '11 guests were read before, now 0. Nothing was changed.',
    })
    list.write('')
    await send('PATCH', `/sources/${source.id}`, org.manager, { status: 'Ok' })
    expect(await run(source, org.manager)).not.toMatchObject({ status: 'Ok' })
    expect((await names()).filter((name) => name.endsWith('Voided'))).toEqual([])
  })
})

describe('lost answers of the database', () => {
  it.each([1, 2, 3, 4, 5])('do nothing twice: batch %i runs, and its answer is lost', async (lost) => {
    const source = await add({ missing: 'void' })
    await follow(source, 'Name', 'Ana', 'Bo')
    list.rows('Name,Guests', 'Ana,1', 'Cy Holm,1', 'Dee Park,3')
    await runAndLose(source, lost)
    await run(source, org.manager)
    const valid = (await names()).filter((name) => name.endsWith('Valid'))
    expect(valid.filter((name) => name.startsWith('Cy'))).toHaveLength(1)
    expect(valid.filter((name) => name.startsWith('Dee'))).toHaveLength(3)
    const records = await historyOf(org.id, org.owner, org.session)
    expect(records.filter(({ action }) => action === 'tickets.import')).toHaveLength(2)
  })
})

describe('two runs at once', () => {
  it('make each guest once, and both answer after the list was read', async () => {
    const source = await add()
    list.rows('Name', 'Ana', 'Bo')
    const ran = await Promise.all([1, 2, 3].map(() => run(source, org.manager)))
    expect(ran.map(({ status, rows }) => [status, rows])).toEqual([
      ['Ok', 2],
      ['Ok', 2],
      ['Ok', 2],
    ])
    expect(await names()).toEqual(['Ana Valid', 'Bo Valid'])
  })

  it('the one whose lease was taken over writes nothing', async () => {
    const source = await add()
    list.rows('Name', 'Ana', 'Bo')
    const { url } = list
    list.answer(async () => {
      await query('UPDATE sources SET lease = ?, lease_until = 0 WHERE id = ?', 'another', source.id)
      return new Response('Name\nOld', { headers: { 'Content-Type': 'text/csv' } })
    })
    await run(source, org.manager)
    expect(url).toBe(list.url)
    expect(await names()).toEqual([])
  })
})

describe('a sheet that several people change while it is read, with lost answers', () => {
  it('is the list in the end, nobody inside is touched, and nobody is twice on it', {
    tags: ['slow'],
  }, async () => {
    let state = inject('seed')
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    const source = await add({ missing: 'void', everyMinutes: 1 })
    const rows = new Map(Array.from({ length: 20 }, (_, index) => [`N${index}`, `Guest ${index}`]))
    const content = () => ['Number,Name', ...[...rows].map((row) => row.join())].join('\n')
    list.answer(() => {
      for (let edits = 0; edits < 3; edits += 1) {
        const number = `N${Math.floor(random() * 30)}`
        if (rows.has(number) && rows.size > 16 && random() < 0.5) rows.delete(number)
        else rows.set(number, `Guest ${Math.floor(random() * 1_000)}`)
      }
      return new Response(content(), { headers: { 'Content-Type': 'text/csv' } })
    })
    await run(source, org.manager)
    const [inside] = await ticketsOf(org.session)
    await query(
      `UPDATE tickets SET status = 'CheckedIn', checked_in_at = 1 WHERE id = ?`,
      inside?.id as string,
    )
    for (let round = 0; round < 12; round += 1) {
      const lost = Math.floor(random() * 8)
      await runAndLose(source, lost)
    }
    list.answer(() => new Response(content(), { headers: { 'Content-Type': 'text/csv' } }))
    expect(await run(source, org.manager)).toMatchObject({ status: 'Ok', rows: rows.size })
    const all = await ticketsOf(org.session)
    const expected = all.filter(({ status }) => status === 'Valid' || status === 'CheckedIn')
    const onList = expected.filter(({ ticket_number }) => rows.has(ticket_number as string))
    expect(new Map(onList.map((row) => [row.ticket_number, row.attendee_name]))).toEqual(rows)
    expect(onList).toHaveLength(rows.size)
    expect(expected.filter((row) => !onList.includes(row)).every(({ id }) => id === inside?.id)).toBe(true)
    expect(all.find(({ id }) => id === inside?.id)).toMatchObject({ status: 'CheckedIn' })
  })
})

describe('the same tag', () => {
  it('hides no change that comes with it', async () => {
    const source = await add()
    let content = 'Name\nAna'
    list.answer(() => new Response(content, { headers: { 'Content-Type': 'text/csv', ETag: '"same"' } }))
    await run(source, org.manager)
    content = 'Name\nAna\nBo'
    await run(source, org.manager)
    expect(await names()).toEqual(['Ana Valid', 'Bo Valid'])
  })

  it('that no header can have, and a 304 without a question, break nothing', async () => {
    const source = await add()
    list.answer(() => new Response(null, { status: 304 }))
    expect(await run(source, org.manager)).toMatchObject({ status: 'Problem' })
    list.answer(
      () => new Response('Name\nAna', { headers: { 'Content-Type': 'text/csv', ETag: '"ünï 表"' } }),
    )
    expect(await run(source, org.manager)).toMatchObject({ status: 'Ok', problem: null })
    expect(await run(source, org.manager)).toMatchObject({ status: 'Ok', problem: null })
  })
})

describe('access', () => {
  it('is of managers alone: to others a source is not there, or is refused', async () => {
    const other = await makeOrganizer()
    list.rows('Name', 'Ana')
    const source = await add()
    const asked: ['POST' | 'PATCH', string, object][] = [
      ['PATCH', `/sources/${source.id}`, { name: 'Mine', url: 'http://127.0.0.1:9/theirs.csv' }],
      ['POST', `/sources/${source.id}/run`, { take: true }],
      ['POST', `/sources/${source.id}/preview`, {}],
    ]
    for (const [method, path, body] of asked) {
      for (const subject of [org.stranger, other.owner, other.manager, other.staff]) {
        await expectError(await sendJson(method, API + path, subject, body), 'source_not_found')
      }
      for (const subject of [org.staff, org.eventStaff]) {
        await expectError(await sendJson(method, API + path, subject, body), 'forbidden')
      }
      const unknown = path.replace(source.id, crypto.randomUUID())
      await expectError(await sendJson(method, API + unknown, org.manager, body), 'source_not_found')
    }
    for (const subject of [org.staff, org.eventStaff]) {
      await expectError(await read(`/sources/${source.id}`, subject), 'forbidden')
      await expectError(await read(sourcesPath(org.session), subject), 'forbidden')
    }
    expect(list.requests).toEqual([])
    expect(await readBody<Source>(`/sources/${source.id}`, org.manager)).toEqual(source)
    expect(await names()).toEqual([])
  })
})

describe('the address and the secret', () => {
  it('are in no log line, error, history, problem or preview', async () => {
    const lines: string[] = []
    for (const level of ['log', 'error', 'warn', 'info'] as const) {
      vi.spyOn(console, level).mockImplementation((...parts) => {
        lines.push(parts.map(String).join(' '))
      })
    }
    const hidden = `hidden-${crypto.randomUUID()}`
    const url = `http://127.0.0.1:9/${hidden}.csv`
    const seen: unknown[] = []
    const source = await addSource(org.session, org.manager, url)
    seen.push((await run(source, org.manager)).problem)
    seen.push(await preview(source))
    seen.push(
      (await send('PATCH', `/sources/${source.id}`, org.manager, { url: `https://10.0.0.1/${hidden}` })).body,
    )
    await send('PATCH', `/sources/${source.id}`, org.manager, { url: `${url}?again` })
    const shop = await addSource(org.session, org.manager, `http://127.0.0.1:9/${hidden}`, {
      ...{ kind: 'Pretix', secret: hidden, settings: { organizer: 'o', event: 'e' } },
    })
    expect(Object.keys(shop)).not.toContain('secret')
    seen.push((await run(shop, org.manager)).problem)
    await remove(`/sources/${source.id}`, org.manager)
    seen.push(await historyOf(org.id, org.owner))
    seen.push(await query('SELECT * FROM audit_log WHERE organizer_id = ?', org.id))
    seen.push(await query('SELECT url, secret FROM sources WHERE session_id = ?', org.session))
    expect(seen[0]).not.toBeNull()
    expect(JSON.stringify(seen)).not.toContain(hidden)
    expect(lines.join('\n')).not.toContain(hidden)
  })
})

describe('an order of a shop', () => {
  const position = (positionid: number) => ({
    ...{ positionid, item: 1, secret: `secret-${positionid}`, attendee_name: `Guest ${positionid}` },
  })

  it('that loses a ticket, such as to another order, takes it from its guest', async () => {
    let positions = [position(1), position(2)]
    let changes = 0
    const shop = openShop(({ url }) => {
      const order = {
        ...{ code: 'AB12C', event: 'night', status: 'p', email: 'buyer@example.com', positions },
        last_modified: new Date(Date.UTC(2026, 5, 1, 0, changes)).toISOString(),
      }
      changes += 1
      const products = [{ id: 1, name: { en: 'Standard' }, admission: true }]
      return Response.json({ next: null, results: url.includes('/items/') ? products : [order] })
    })
    const source = await addSource(org.session, org.manager, shop, {
      ...{ kind: 'Pretix', secret: 'token', settings: { organizer: 'club', event: 'night' } },
    })
    expect(await run(source, org.manager)).toMatchObject({ status: 'Ok', problem: null })
    expect(await names()).toEqual(['Guest 1 Valid', 'Guest 2 Valid'])
    await checkIn('Guest 1')
    positions = positions.slice(0, 1)
    await run(source, org.manager)
    expect(await names()).toEqual(['Guest 1 CheckedIn', 'Guest 2 Voided'])
    // An answer without tickets has left them out.
    positions = [position(1), position(2)]
    await run(source, org.manager)
    expect(await names()).toContain('Guest 2 Valid')
    positions = []
    await run(source, org.manager)
    expect(await names()).toContain('Guest 2 Valid')
  })
})
