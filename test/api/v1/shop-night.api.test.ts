// A night whose tickets are sold elsewhere: 300 before it and 40 at the door by a shop, and a sheet that is
// edited five times while eight phones scan. Everybody is let in once.
// @module-tag full slow
import { beforeEach, expect, it } from 'vitest'
import { hashCode } from '../../../src/domain/tickets/code-hash.ts'
import { okBody, sendJson } from '../../support/api.ts'
import { sendOne } from '../../support/check-ins.ts'
import { addStaff, makeOrganizer, type Organizer, query } from '../../support/rows.ts'
import { addSource, List, openShop, run, serveLists } from '../../support/sources.ts'
import { catchUp, type Device, newDevice } from '../../support/sync.ts'

const [BEFORE, AT_THE_DOOR, ON_SHEET, PHONES] = [300, 40, 30, 8]
const PAGE_SIZE = 50
/** Of a row of the list. */
const CODE_HASH = 12

let org: Organizer
beforeEach(async () => {
  serveLists()
  org = await makeOrganizer()
  await query('UPDATE sessions SET starts_at = ?, capacity = 1000 WHERE id = ?', Date.now(), org.session)
})

/** A shop with an order for each ticket, in pages. */
const openPretix = () => {
  const orders: { code: string; status: string; last_modified: string; positions: object[] }[] = []
  const now = () => new Date().toISOString()
  const url = openShop((request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname.endsWith('/items/')) {
      return Response.json({ next: null, results: [{ id: 1, name: { en: 'Standard' }, admission: true }] })
    }
    const since = searchParams.get('modified_since') ?? ''
    const page = Number(searchParams.get('page') ?? 1)
    const all = orders.filter(({ last_modified }) => last_modified >= since)
    const rest = all.slice((page - 1) * PAGE_SIZE)
    searchParams.set('page', String(page + 1))
    const next = rest.length > PAGE_SIZE ? `${url}${pathname}?${searchParams}` : null
    return Response.json(
      { next, results: rest.slice(0, PAGE_SIZE) },
      { headers: { 'X-Page-Generated': now() } },
    )
  })
  const sell = (): string => {
    const [code, secret] = [`P${1_000 + orders.length}`, crypto.randomUUID() as string]
    const position = { positionid: 1, item: 1, secret, attendee_name: `Guest ${code}` }
    orders.push({ code, status: 'p', last_modified: now(), positions: [position] })
    return secret
  }
  const refund = (index: number): void => {
    Object.assign(orders[index] as object, {
      status: 'c',
      refunds: [{ state: 'done' }],
      last_modified: now(),
    })
  }
  return { url, sell, refund }
}

type Phone = { subject: string; device: Device; name: string }

const idOf = (phone: Phone, code: string): string | undefined => {
  const hash = hashCode(org.session, code)
  return [...phone.device.rows.values()].find((row) => row[CODE_HASH] === hash)?.[0]
}

/** The last reading was half a minute ago. */
const passTime = () =>
  query('UPDATE sources SET last_run_at = last_run_at - 31000 WHERE session_id = ?', org.session)

/** What a phone does with a code: it asks about one that it does not know, until the list has it. */
const scan = async (phone: Phone, code: string): Promise<string> => {
  for (let turn = 0; turn < 50; turn += 1) {
    const ticketId = idOf(phone, code)
    if (ticketId !== undefined) {
      const item = { type: 'CheckIn', id: crypto.randomUUID(), ticketId, at: new Date().toISOString() }
      return (await sendOne(org.session, phone.subject, item, phone.name)).outcome
    }
    if (turn === 0) {
      const body = { code, sessionId: org.session }
      await okBody(await sendJson('POST', '/api/v1/codes/find', phone.subject, body))
    }
    await catchUp(phone.device, phone.subject, org.session)
    // A phone polls again.
    if (idOf(phone, code) === undefined) await scheduler.wait(50)
  }
  return 'UnknownTicket'
}

it('lets everybody in once', { timeout: 120_000 }, async () => {
  const shop = openPretix()
  const rows = new Map(
    Array.from({ length: ON_SHEET }, (_, n) => [`sheet-${n}-${crypto.randomUUID()}`, `House ${n}`]),
  )
  const list = new List()
  const write = () => list.rows('Code,Name', ...[...rows].map((row) => row.join()))
  write()
  const codes = [...Array.from({ length: BEFORE }, () => shop.sell()), ...rows.keys()]
  const settings = { organizer: 'club', event: 'night' }
  const source = await addSource(org.session, org.manager, shop.url, {
    ...{ kind: 'Pretix', secret: 'token', settings, name: 'Shop' },
  })
  const sheet = await addSource(org.session, org.manager, list.url, { missing: 'void' })
  expect(await run(source, org.manager)).toMatchObject({ status: 'Ok', rows: BEFORE })
  expect(await run(sheet, org.manager)).toMatchObject({ status: 'Ok', rows: ON_SHEET })

  const phones: Phone[] = []
  for (let n = 0; n < PHONES; n += 1) {
    phones.push({ subject: await addStaff(org), device: newDevice(), name: `Gate ${n}` })
  }
  for (const phone of phones) await catchUp(phone.device, phone.subject, org.session)

  // Nobody who is refunded, or leaves the sheet, has come by then.
  const [refunded, gone] = [codes[BEFORE - 1] as string, codes.at(-1) as string]
  const waiting = codes.filter((code) => code !== refunded && code !== gone)
  const outcomes: string[] = []
  const scanAll = (some: readonly string[]) =>
    Promise.all(
      phones.map(async (phone, n) => {
        for (const code of some.filter((_, index) => index % PHONES === n)) {
          outcomes.push(await scan(phone, code))
        }
      }),
    )
  const edits = [
    () => rows.set([...rows.keys()][0] as string, 'House 0 Renamed'),
    () => rows.set(`late-${crypto.randomUUID()}`, 'Late'),
    () => rows.delete(gone),
    () => shop.refund(BEFORE - 1),
    () => rows.set(`last-${crypto.randomUUID()}`, 'Last'),
  ]
  const part = Math.ceil(waiting.length / edits.length)
  for (const [turn, edit] of edits.entries()) {
    const sold = Array.from({ length: AT_THE_DOOR / edits.length }, () => shop.sell())
    edit()
    write()
    await passTime()
    await scanAll([...sold, ...waiting.slice(turn * part, (turn + 1) * part)])
  }
  await passTime()
  const late = [...rows.keys()].filter((code) => /^l/.test(code))
  await scanAll(late)
  const expected = waiting.length + AT_THE_DOOR + late.length
  expect(outcomes).toEqual(Array(expected).fill('CheckedIn'))

  // A second gate lets nobody in again, and neither who is refunded nor who left the sheet.
  const [first, second] = phones as [Phone, Phone]
  for (const phone of [first, second]) await catchUp(phone.device, phone.subject, org.session)
  expect(await scan(first, codes[1] as string)).toBe('AlreadyCheckedIn')
  expect(await scan(second, late[0] as string)).toBe('AlreadyCheckedIn')
  expect(await scan(first, refunded)).toBe('NotValid')
  expect(await scan(second, gone)).toBe('NotValid')

  const ended = await query<{ status: string; tickets: number; entries: number }>(
    `SELECT status, count(*) AS tickets, sum((SELECT count(*) FROM check_ins WHERE ticket_id = tickets.id
        AND outcome = 'CheckedIn' AND undone_at IS NULL)) AS entries
     FROM tickets WHERE session_number = (SELECT number FROM sessions WHERE id = ?) GROUP BY status ORDER BY status`,
    org.session,
  )
  expect(ended).toEqual([
    { status: 'CheckedIn', tickets: expected, entries: expected },
    { status: 'Refunded', tickets: 1, entries: 0 },
    { status: 'Voided', tickets: 1, entries: 0 },
  ])
})
