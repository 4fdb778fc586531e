// The browsers in which the page works, and what it says where it cannot.
// @module-tag full
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { expectStatus, makeTicketSource, openDoor, useDoor } from '../../support/node/door.ts'
import { collectProblems, openSignedIn } from '../../support/node/page.ts'

/** A script for the browser: it has nothing that is newer than the oldest browsers of the page. */
const OLDEST = `
  delete AbortSignal.any
  delete Array.fromAsync
  delete Intl.Segmenter
  delete URL.parse
  delete Promise.try
  delete Promise.withResolvers
  delete Object.groupBy
  delete Map.groupBy
  for (const name of Object.getOwnPropertyNames(Set.prototype))
    if (/^(union|intersection|difference|symmetricDifference|is[A-Z].*)$/.test(name)) delete Set.prototype[name]
  delete globalThis.Iterator
  delete Uint8Array.fromBase64
  delete globalThis.BarcodeDetector
`

describe.skipIf(BROWSER === undefined)('each page', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)

  it('works in the oldest browsers that it is built for', async () => {
    const door = await openDoor(service, { script: OLDEST })
    const ticket = await takeTicket()
    await door.checkIn(ticket)
    expect(await door.alert.textContent()).toMatch(/^Checked in/)
    await expectStatus(service, ticket, 'CheckedIn')
    const console = await openSignedIn(service, service.org.manager, '/organizer/', { script: OLDEST })
    await console.page.getByRole('heading', { name: 'Events' }).waitFor()
    expect([...door.problems, ...console.problems]).toEqual([])
  })

  it.each(['door', 'organizer'])('says what to do at an insecure address: /%s/', async (name) => {
    const page = await service.browser.newPage()
    const problems = collectProblems(page)
    await page.route('http://tickets.example/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: service.api + pathname }) })
    })
    await page.goto(`http://tickets.example/${name}/`)
    await page.getByRole('alert').filter({ hasText: 'This address is not secure' }).waitFor()
    const link = page.getByRole('link', { name: 'tickets.example' })
    expect(await link.getAttribute('href')).toBe(`https://tickets.example/${name}/`)
    await expectAccessible(page)
    // A header that browsers ignore here.
    expect(problems.filter((text) => !text.includes('Cross-Origin-Opener-Policy'))).toEqual([])
  })
})
