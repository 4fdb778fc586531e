// New versions of an installed page.
// @module-tag full
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER, ENGINE } from '../../support/node/browser.ts'
import { addressOf, asDoor, type Door, makeTicketSource, openDoor, useDoor } from '../../support/node/door.ts'
import { eventually, openProfile } from '../../support/node/page.ts'
import { startProxy } from '../../support/node/proxy.ts'

/** What a later deployment changes: text at the end of a file, and the policy of the page. */
type Deployment = { ends?: Record<string, string>; policy?: string }

describe.skipIf(BROWSER === undefined)('an installed page', () => {
  const service = useDoor()
  let deployment: Deployment = {}
  let server: Server
  let address: string

  beforeAll(async () => {
    server = createServer(async ({ url = '/' }, response) => {
      const original = await fetch(service.api + url)
      const body = Buffer.concat([
        Buffer.from(await original.arrayBuffer()),
        Buffer.from(deployment.ends?.[url] ?? ''),
      ])
      for (const name of ['Content-Type', 'Cache-Control', 'Content-Security-Policy', 'X-Request-Id']) {
        const value = original.headers.get(name)
        if (value !== null) response.setHeader(name, value)
      }
      if (url === '/door/' && deployment.policy !== undefined)
        response.setHeader('Content-Security-Policy', deployment.policy)
      response.writeHead(original.status).end(body)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/door/`
  })
  afterEach(() => {
    deployment = {}
  })
  afterAll(() => {
    server?.closeAllConnections()
    server?.close()
  })

  const openInstalled = async (): Promise<Page> => {
    const { page } = await openProfile()
    await page.goto(address)
    await page.evaluate(`navigator.serviceWorker.ready`)
    await eventually(async () =>
      expect(await page.evaluate(`navigator.serviceWorker.controller?.state`)).toBe('activated'),
    )
    return page
  }

  const reloadedPolicy = async (page: Page): Promise<string | undefined> => {
    const response = await page.reload()
    expect(response?.fromServiceWorker()).toBe(true)
    return response?.headers()['content-security-policy']
  }

  it('adopts the policy of a page with the same content', async () => {
    const page = await openInstalled()
    const before = await reloadedPolicy(page)
    deployment = { policy: `${before}; report-uri /later` }
    await eventually(async () => expect(await reloadedPolicy(page)).toBe(deployment.policy))
    await page.context().setOffline(true)
    expect(await reloadedPolicy(page)).toBe(deployment.policy)
  })

  it('does not adopt the policy of a page with other content', async () => {
    const page = await openInstalled()
    const before = await reloadedPolicy(page)
    deployment = { policy: `${before}; report-uri /later`, ends: { '/door/': '<!-- later -->' } }
    await page.reload()
    const asked = page.waitForEvent('console')
    await page.evaluate(`fetch('/door/', { cache: 'no-store' }).then(() => console.log('asked'))`)
    await asked
    expect(await reloadedPolicy(page)).toBe(before)
  })

  it('opens even if a new version does not take over', async () => {
    const page = await openInstalled()
    deployment = { ends: { '/door/sw.js': '// later' } }
    await page.evaluate(`navigator.serviceWorker.getRegistration().then((one) => one.update())`)
    await eventually(async () =>
      expect(
        await page.evaluate(`navigator.serviceWorker.getRegistration().then((one) => one.waiting?.state)`),
      ).toBe('installed'),
    )
    await page.addInitScript(`ServiceWorker.prototype.postMessage = () => undefined`)
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
  })

  it('does not install a version with a file of another one', async () => {
    const page = await openInstalled()
    deployment = { ends: { '/door/sw.js': '// later', '/door/': '<!-- of the version after -->' } }
    const states = await page.evaluate(`new Promise((resolve) => {
      navigator.serviceWorker.getRegistration().then((one) => {
        one.addEventListener('updatefound', () => {
          const worker = one.installing
          worker.addEventListener('statechange', () => resolve(worker.state))
        })
        one.update().catch(() => undefined)
      })
    })`)
    expect(states).toBe('redundant')
    await page.context().setOffline(true)
    await page.reload()
    expect(await page.content()).not.toContain('of the version after')
  })

  it('is installed without being opened again if the first attempt fails', async () => {
    deployment = { ends: { '/door/': '<!-- of the version after -->' } }
    const page = await (await service.browser.newContext()).newPage()
    await page.addInitScript(`{
      const { register } = ServiceWorkerContainer.prototype
      ServiceWorkerContainer.prototype.register = async function (...values) {
        const registration = await register.apply(this, values)
        registration.installing?.addEventListener('statechange', ({ target }) => { globalThis.installed = target.state })
        return registration
      }
    }`)
    await page.goto(address)
    await eventually(async () => expect(await page.evaluate('globalThis.installed')).toBe('redundant'))
    deployment = {}
    await eventually(async () =>
      expect(await page.evaluate(`navigator.serviceWorker.controller?.state`)).toBe('activated'),
    )
    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
  })

  it.skipIf(ENGINE !== 'chromium')(
    'loads its parts without a network after a reload past the worker',
    async () => {
      const page = await openInstalled()
      const cdp = await page.context().newCDPSession(page)
      await page.evaluate('globalThis.isOld = true')
      await cdp.send('Page.reload', { ignoreCache: true })
      await eventually(async () => expect(await page.evaluate('globalThis.isOld')).toBeUndefined())
      await eventually(async () =>
        expect(await page.evaluate(`navigator.serviceWorker.controller?.state`)).toBe('activated'),
      )
    },
  )

  it('opens as the new version if that is ready', async () => {
    const page = await openInstalled()
    deployment = { ends: { '/door/sw.js': '// later' } }
    await page.evaluate(`navigator.serviceWorker.getRegistration().then((one) => one.update())`)
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await eventually(async () => {
      const waiting = await page.evaluate(
        `navigator.serviceWorker.getRegistration().then((one) => one.waiting ?? one.installing)`,
      )
      expect(waiting).toBeNull()
    })
  })

  it('stays open for signed-in people when a deployment has no sign-in', async () => {
    const door = await openDoor(service)
    await door.page.route('**/config.json', (route) =>
      route.fulfill({ json: { issuer: '', clientId: '', scope: 'openid', audience: null, resource: null } }),
    )
    for (let visit = 0; visit < 2; visit += 1) {
      const asked = door.page.waitForResponse('**/config.json')
      await door.reload()
      await (await asked).finished()
      await door.search.waitFor()
    }
  })

  describe('an open page with a new version', () => {
    const takeTicket = makeTicketSource(service)
    let proxy: Awaited<ReturnType<typeof startProxy>>
    let version: number

    beforeEach(async () => {
      version = 1
      proxy = await startProxy(service.api, '/door/sw.js', () => `// Version ${version}`)
    })
    afterEach(() => proxy.stop())

    /** Opens a session. The issuer does not know the proxy's address, so the sign-in is copied. */
    const openSession = async (): Promise<Door> => {
      const { origins, ...state } = await service.signIn(service.org.staff)
      const storageState = { ...state, origins: origins.map((one) => ({ ...one, origin: proxy.url })) }
      const { page, problems } = await openProfile({ storageState })
      const door = asDoor(page, problems)
      await page.goto(proxy.url + addressOf(service.org.session))
      await door.ready.waitFor()
      return door
    }

    /** Makes the service have a new version of the page, and the browser find it. */
    const publish = async ({ page }: Door): Promise<void> => {
      version = 2
      await page.evaluate(
        `navigator.serviceWorker.getRegistration().then((registration) => registration.update())`,
      )
      await eventually(async () => expect(await hasWaiting(page)).toBe(true))
    }

    const hasWaiting = (page: Page): Promise<boolean> =>
      page.evaluate(`navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)`)

    const isSamePage = (page: Page): Promise<boolean> => page.evaluate(`globalThis.isSamePage === true`)

    it('switches only when its button is tapped', async () => {
      const door = await openSession()
      await door.page.evaluate(`globalThis.isSamePage = true`)
      await publish(door)
      await door.checkIn(await takeTicket())
      expect(await isSamePage(door.page)).toBe(true)
      expect(await hasWaiting(door.page)).toBe(true)
      await door.button('Settings').click()
      await door.button('Update the page').waitFor()
      await expectAccessible(door.page)
      await door.button('Update the page').click()
      await eventually(async () => expect(await isSamePage(door.page)).toBe(false))
      await door.ready.waitFor()
      expect(await hasWaiting(door.page)).toBe(false)
      expect(door.problems).toEqual([])
    })

    it('keeps the decoder of codes, and no other', async () => {
      const door = await openSession()
      const kept = (): Promise<string[]> =>
        door.page.evaluate(
          `caches.open('doorlist-decoder').then((cache) => cache.keys()).then((all) => all.map(({ url }) => url))`,
        )
      await eventually(async () => expect(await kept()).toHaveLength(1))
      const before = await kept()
      const update = async (): Promise<void> => {
        await publish(door)
        await door.page.evaluate(`globalThis.isSamePage = true`)
        await door.button('Settings').click()
        await door.button('Update the page').click()
        await eventually(async () => expect(await isSamePage(door.page)).toBe(false))
        await door.ready.waitFor()
      }
      await update()
      expect(await kept()).toEqual(before)
      // What a version with another library has left.
      await door.page.evaluate(`caches.open('doorlist-decoder').then(async (cache) => {
        await cache.delete('${before[0]}')
        await cache.put('/door/decoder/zxing-0000000000.wasm', new Response('old'))
      })`)
      await door.reload()
      await eventually(async () => expect(await kept()).toEqual(before))
      expect(door.problems).toEqual([])
    })

    it('loads its parts in the tab that another one has updated', async () => {
      const first = await openSession()
      const second = asDoor(await first.context.newPage())
      await second.page.goto(proxy.url + addressOf(service.org.session))
      await second.ready.waitFor()
      await publish(second)
      await second.page.evaluate(`globalThis.isSamePage = true`)
      await second.button('Settings').click()
      await second.button('Update the page').click()
      // Each start of a page makes it the active tab.
      await eventually(async () => expect(await isSamePage(second.page)).toBe(false))
      await second.ready.waitFor()
      await first.button('Use it here').click()
      await first.ready.waitFor()
      await first.button('Settings').click()
      await first.page.getByRole('combobox', { name: 'Language' }).selectOption('de')
      await first.page.getByRole('searchbox', { name: 'Tickets suchen' }).waitFor({ state: 'attached' })
      expect(first.problems).toEqual([])
    })
  })
})
