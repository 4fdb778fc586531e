// Several tabs of one phone: one of them is the active one, and the others say so.
// @module-tag full
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import {
  type Door,
  expectGone,
  expectStatus,
  expectText,
  holdResponse,
  makeTicketSource,
  openDoor,
  openTab,
  readCheckIns,
  readStatus,
  readStore,
  readWaiting,
  useDoor,
} from '../../support/node/door.ts'
import { eventually } from '../../support/node/page.ts'

/**
 * A script for the browser: the page learns nothing from its lock or its storage, as if it were suspended.
 */
const SUSPENDED = `{
  const { request } = LockManager.prototype
  LockManager.prototype.request = function (name, ...rest) {
    const held = request.call(this, name, ...rest)
    if (name !== 'doorlist.active') return held
    held.catch(() => undefined)
    return new Promise(() => undefined)
  }
  addEventListener('storage', (event) => event.stopImmediatePropagation())
}`

/** A script for the browser: it has no Web Locks. */
const WITHOUT_LOCKS = `Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })`

describe.skipIf(BROWSER === undefined)('two tabs of one phone', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)

  const useHere = ({ page }: Door) => page.getByRole('button', { name: 'Use it here' })

  const expectElsewhere = async (door: Door): Promise<void> => {
    await expectText(door.page.getByRole('status'), 'Doorlist is open in another tab')
    expect(await door.search.count()).toBe(0)
    expect(await door.alert.count()).toBe(0)
  }

  it('take over from each other, with all that was not sent', async () => {
    const first = await openDoor(service)
    const [ticket, other] = [await takeTicket(), await takeTicket()]
    await first.context.route('**/check-ins', (route) => route.abort())
    await first.checkIn(ticket)
    await expectText(first.connection, /1 to send/)

    const second = await openTab(service, first)
    await expectElsewhere(first)
    await expectAccessible(first.page)
    await second.expectRow(ticket, 'Checked in')
    await second.checkIn(other)
    await expectText(second.connection, /2 to send/)

    await useHere(first).click()
    await first.ready.waitFor()
    await expectElsewhere(second)
    await first.context.unroute('**/check-ins')
    await first.wake()
    for (const one of [ticket, other]) {
      await expectStatus(service, one, 'CheckedIn')
      expect(await readCheckIns(service, one)).toHaveLength(1)
    }
    expect([...first.problems, ...second.problems]).toEqual([])
  })

  it('stay as they are when the active one is loaded again', async () => {
    const first = await openDoor(service)
    const second = await openTab(service, first)
    await expectElsewhere(first)
    await second.page.reload()
    await second.ready.waitFor()
    const ticket = await takeTicket()
    await second.checkIn(ticket)
    expect(await readStatus(service, ticket)).toBe('CheckedIn')
    await expectElsewhere(first)
  })

  it('take the question back whose tab was suspended before it stored the answer', async () => {
    const first = await openDoor(service, { script: SUSPENDED })
    const ticket = await takeTicket()
    const { release } = await holdResponse(first.page)
    await first.page.route('**/ticket-changes**', () => undefined)
    await first.choose(ticket)
    await first.dialog.getByRole('button', { name: 'Check in', exact: true }).click()
    await expectStatus(service, ticket, 'CheckedIn')

    const second = await openTab(service, first)
    await expectStatus(service, ticket, 'Valid')
    expect(await useHere(first).count()).toBe(0)
    await release()
    await expectElsewhere(first)
    expect(await readStatus(service, ticket)).toBe('Valid')
    await second.checkIn(ticket)
    await expectText(second.alert, /^Checked in/)
    await eventually(async () => expect(await readWaiting(second.page)).toEqual([]))
    expect(await readStatus(service, ticket)).toBe('CheckedIn')
  })

  it('show no refusal in the one that was suspended', async () => {
    const first = await openDoor(service, { script: SUSPENDED })
    await openTab(service, first)
    await first.page.evaluate(`{
      globalThis.alerts = []
      new MutationObserver(() => alerts.push(document.querySelector('[role=alert]')?.textContent ?? ''))
        .observe(document.body, { childList: true, subtree: true, characterData: true })
    }`)
    await first.enter('NOBODY-HAS-THIS-CODE')
    await expectElsewhere(first)
    const alerts = await first.page.evaluate<string[]>('alerts')
    expect(alerts.filter((one) => one.startsWith('Unknown'))).toEqual([])
  })

  it('let the suspended one write nothing after the other one was signed out and erased', async () => {
    const first = await openDoor(service, { script: SUSPENDED })
    const ticket = await takeTicket()
    const second = await openTab(service, first)
    await second.signOut()
    await second.button('Sign in').waitFor()
    await first.choose(ticket)
    await first.dialog.getByRole('button', { name: 'Check in', exact: true }).click()
    await expectElsewhere(first)
    for (const store of ['sessions', 'tickets', 'checkIns'])
      expect(await readStore(second.page, store)).toEqual([])
    expect(await readStatus(service, ticket)).toBe('Valid')
  })

  it('leave the other one as it is when somebody signs out', async () => {
    const first = await openDoor(service)
    const second = await openTab(service, first)
    await second.signOut()
    await second.button('Sign in').waitFor()
    await expectElsewhere(first)
    await useHere(first).click()
    await first.button('Sign in').waitFor()
    await expectGone(first.search)
  })

  it('know each other by the disk in a browser without Web Locks', async () => {
    const first = await openDoor(service, { script: WITHOUT_LOCKS })
    const second = await openTab(service, first)
    const [ticket, other] = [await takeTicket(), await takeTicket()]
    await second.checkIn(ticket)
    expect(await readStatus(service, ticket)).toBe('CheckedIn')
    await first.search.fill(other.code)
    await expectElsewhere(first)
    expect(await readStatus(service, other)).toBe('Valid')
  })
})
