// A night whose tickets are sold elsewhere: before it and at the door by a shop, and a sheet that is edited
// five times while the doors are open. The phones, one of which has no network, let everybody in once. In
// `npm run rehearsal` there are 300 tickets before the night, 40 at the door, and eight phones.
// @module-tag full
import { afterAll, describe, expect, it } from 'vitest'
import { BROWSER } from '../support/node/browser.ts'
import { type Door, expectText, openDoor, useDoor } from '../support/node/door.ts'
import { eventually } from '../support/node/page.ts'
import { startPretix } from '../support/shops/pretix.ts'
import { startServer } from '../support/shops/server.ts'

const IS_LONG = process.env.REHEARSAL !== undefined
const PHONES = IS_LONG ? 8 : 2
const BEFORE = IS_LONG ? 300 : 20
const AT_THE_DOOR = IS_LONG ? 40 : 10
const ON_SHEET = IS_LONG ? 20 : 6
/** A code that a phone reads again within this time is not asked about. */
const REPEAT_MS = 3_200

type SheetRow = { code: string; name: string; type: string }

describe.skipIf(BROWSER === undefined)('a night whose tickets are sold elsewhere', () => {
  const service = useDoor()
  const closings: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of closings) await close()
  })

  const openSheet = async () => {
    const rows: SheetRow[] = Array.from({ length: ON_SHEET }, (_, n) => ({
      ...{ code: `sheet-${n}`, name: `Guest Of House ${n}`, type: 'Guest list' },
    }))
    const write = () =>
      ['code,name,ticket type', ...rows.map(({ code, name, type }) => [code, name, type].join())].join('\n')
    const server = await startServer(
      () => ({ headers: { 'Content-Type': 'text/csv' }, body: write() }),
      'Too many requests',
    )
    closings.push(server.close)
    return { url: `${server.url}/list.csv`, rows }
  }

  it('lets everybody in once', async () => {
    const org = await service.makeOrganizer()
    const shop = await startPretix()
    closings.push(shop.close)
    const sheet = await openSheet()
    const token = await service.token(org.owner)
    const send = async (path: string, body: unknown = {}) => {
      const response = await fetch(`${service.api}/api/organizer/v1${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as { id: string; status: string; problem: string | null }
      if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
      return answer
    }
    for (let count = 0; count < BEFORE; count += 1) shop.sell([`Guest ${count}`])
    const refunded = shop.sell(['Refunded Before'], { status: 'c' })
    const { id: shopId } = await send(`/sessions/${org.session}/sources`, {
      ...{ name: 'Shop', kind: 'Pretix', url: shop.url, secret: shop.token },
      settings: { organizer: 'club', event: 'night' },
    })
    const { id: sheetId } = await send(`/sessions/${org.session}/sources`, {
      ...{ name: 'Sheet of the house', kind: 'Link', url: sheet.url },
    })
    for (const id of [shopId, sheetId])
      expect(await send(`/sources/${id}/run`)).toMatchObject({ problem: null })

    const doors: Door[] = []
    for (let n = 0; n < PHONES; n += 1) {
      // Unknown codes are counted for each phone.
      const subject = `${org.staff}-${n}`
      await service.insert('members', { organizer_id: org.id, subject, role: 'staff' })
      doors.push(await openDoor({ ...service, org }, { subject, device: `Gate ${n}`, isImpatient: true }))
    }
    const letIn = async (door: Door, code: string): Promise<void> => {
      // A code may be known just before it is scanned again.
      const card = door.alert.filter({ hasText: /hecked in/ }).filter({ hasText: numberOf(code) })
      for (let turn = 0; turn < 10; turn += 1) {
        // Another key: two Enters at once are one of a scanner.
        await door.search.press('End')
        await door.enter(code)
        const unknown = door.alert.filter({ hasText: 'Unknown ticket' })
        await card.or(unknown).first().waitFor()
        if ((await card.count()) > 0) return
        // Staff scan the code again.
        await door.page.waitForTimeout(REPEAT_MS)
      }
      throw new Error(`${code} is not let in.`)
    }
    /** A code that was sold just now is let in without a second scan, once the shop has answered. */
    const letInAsking = async (door: Door, code: string): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      shop.isAwaited = promise
      await door.search.press('End')
      await door.enter(code)
      await door.page.getByText('Asking the shop…').waitFor()
      resolve()
      await expectText(door.alert.filter({ hasText: /hecked in/ }), numberOf(code))
    }
    const numbers = new Map<string, string>()
    const numberOf = (code: string): string => numbers.get(code) ?? ''
    const noteNumbers = (): void => {
      for (const { code, positions } of shop.orders) {
        for (const { secret, positionid } of positions) numbers.set(secret, `${code}-${positionid}`)
      }
    }
    noteNumbers()
    for (const { code, name } of sheet.rows) numbers.set(code, name)

    // Each phone has a queue of its own.
    const codes = [
      ...shop.orders.filter(({ status }) => status === 'p').flatMap(({ positions }) => positions),
      ...sheet.rows.map(({ code }) => ({ secret: code })),
    ].map(({ secret }) => secret)
    const queues = doors.map((_, n) => codes.filter((_, index) => index % PHONES === n))
    const scanSome = (count: number) =>
      Promise.all(
        doors.map(async (door, n) => {
          for (const code of queues[n]?.splice(0, count) ?? []) await letIn(door, code)
        }),
      )

    const edits = [
      () => Object.assign(sheet.rows[0] as SheetRow, { name: 'Guest Of House 0 Renamed' }),
      () => sheet.rows.push({ code: 'sheet-late', name: 'Late Guest', type: 'Guest list' }),
      () => sheet.rows.splice(3, 1),
      () => sheet.rows.reverse(),
      () => sheet.rows.push({ code: 'sheet-last', name: 'Last Guest', type: 'Band' }),
    ]
    for (const [turn, edit] of edits.entries()) {
      const away = (doors[turn % PHONES] as Door).page.context()
      await away.setOffline(true)
      await scanSome(2)
      await away.setOffline(false)
      edit()
      const sold = Array.from({ length: AT_THE_DOOR / edits.length }, (_, n) =>
        shop.sell([`Walk Up ${turn} ${n}`]),
      )
      noteNumbers()
      // Half a minute has passed since the door last asked the shop.
      await service.sql(
        `UPDATE sources SET last_run_at = last_run_at - 31000, next_at = 0 WHERE id IN ('${shopId}', '${sheetId}')`,
      )
      const [first, ...others] = sold.map(({ positions }) => positions[0]?.secret as string)
      // A phone that had a network all the time.
      await letInAsking(doors[(turn + 1) % PHONES] as Door, first as string)
      await Promise.all(others.map((code, n) => letIn(doors[n % PHONES] as Door, code)))
      if (turn === 2) shop.change(shop.orders[5] as (typeof shop.orders)[number], { status: 'c' })
      await send(`/sources/${sheetId}/run`)
    }
    await send(`/sources/${shopId}/run`)
    await scanSome(Number.POSITIVE_INFINITY)
    numbers.set('sheet-late', 'Late Guest').set('sheet-last', 'Last Guest')
    await letIn(doors[0] as Door, 'sheet-late')
    await letIn(doors[1] as Door, 'sheet-last')

    // What is refunded is not let in, and a second scan of anybody is not either.
    const [first] = doors as [Door]
    await first.enter(refunded.positions[0]?.secret as string)
    await first.alert.filter({ hasText: 'Not valid' }).waitFor()

    const read = () =>
      service.sql<{ number: string; status: string; times: number }>(
        `SELECT ticket_number AS number, status,
           (SELECT count(*) FROM check_ins WHERE ticket_id = tickets.id AND outcome = 'CheckedIn' AND undone_at IS NULL) AS times
         FROM tickets WHERE session_number = (SELECT number FROM sessions WHERE id = '${org.session}')`,
      )
    await eventually(async () => {
      const tickets = await read()
      expect(tickets).toHaveLength(BEFORE + 1 + AT_THE_DOOR + ON_SHEET + 2)
      expect(tickets.filter(({ status, times }) => status !== 'CheckedIn' || times !== 1)).toEqual([
        { number: `${refunded.code}-1`, status: 'Voided', times: 0 },
      ])
    })
    expect(doors.flatMap(({ problems }) => problems)).toEqual([])
  })
})
