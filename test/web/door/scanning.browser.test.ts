// @module-tag full
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import { withCamera } from '../../support/node/camera.ts'
import {
  type Door,
  expectGone,
  expectStatus,
  expectText,
  holdResponse,
  makeTicketSource,
  openDoor,
  readCheckIns,
  readStatus,
  stopClocks,
  type Ticket,
  useDoor,
} from '../../support/node/door.ts'
import { eventually } from '../../support/node/page.ts'

/** The page reads ten frames a second, so it would send far more if it did not ignore repeats. */
const REPEAT_MS = 3_000

describe.skipIf(BROWSER === undefined)('the door page', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)

  /** Counts the check-ins of a ticket that a page sends. */
  const countSent = (page: Page, { id }: Ticket): (() => number) => {
    let count = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.postData()?.includes(id)) count += 1
    })
    return () => count
  }

  /** The files of the decoder that are on this phone. */
  const keptDecoders = (door: Door): Promise<string[]> =>
    door.page.evaluate(
      `caches.open('doorlist-decoder').then((cache) => cache.keys()).then((all) => all.map(({ url }) => url))`,
    )

  it('keeps a code that is typed before the first paint, and the focus', async () => {
    const { code, number } = await takeTicket()
    const door = await openDoor(service, {
      script: `
        requestAnimationFrame = () => 0
        new MutationObserver(() => {
          const field = document.querySelector('input[type=search]')
          if (field === null || 'isTyped' in globalThis) return
          globalThis.isTyped = true
          field.focus()
          field.value = '${code}'
          field.dispatchEvent(new Event('input', { bubbles: true }))
        }).observe(document, { subtree: true, childList: true })`,
    })
    await door.reload()
    await door.page.getByText('Ready offline').waitFor()
    expect(await door.page.evaluate('document.activeElement.type')).toBe('search')
    await door.search.press('Enter')
    await expectText(door.alert, number)
  })

  it('says what works on this phone', async () => {
    const check = async (door: Door): Promise<string[]> => {
      await door.button('Settings').click()
      await door.button('Check this phone').click()
      const results = door.page.getByRole('dialog').getByRole('status').locator('p')
      await expectText(results.first(), '✓ Sound')
      return results.allTextContents()
    }
    await withCamera(['nothing'], async (browser) => {
      const found = await check(await openDoor(service, { browser }))
      expect(found).toEqual(
        expect.arrayContaining(['✓ Camera', expect.stringMatching(/^[✓✗] Storage\. The browser/)]),
      )
    })
    expect(await check(await openDoor(service))).toEqual(expect.arrayContaining(['✗ Camera', '✗ Light']))
  })

  describe('scanning with the camera', () => {
    it('checks in a code, and the code at the end of a URL and in small letters, once each', async () => {
      const [plain, inUrl, small] = [await takeTicket(), await takeTicket(), await takeTicket()]
      const codes = [
        plain.code,
        `https://tickets.example/t?event=7&code=${inUrl.code}`,
        small.code.toLowerCase(),
      ]
      await withCamera(codes, async (browser) => {
        const door = await openDoor(service, { browser })
        const tickets = [plain, inUrl, small]
        await door.button('Scan').click()
        for (const ticket of tickets) {
          await expectText(door.alert, ticket.number)
          await expectStatus(service, ticket, 'CheckedIn')
        }
        // The video has shown each code for seconds, and begins again.
        await expectText(door.alert, /^Already checked in/)
        for (const ticket of tickets) {
          const all = await readCheckIns(service, ticket)
          expect(all[0]).toMatchObject({ outcome: 'CheckedIn' })
          for (const [index, { at }] of all.slice(1).entries())
            expect(at - (all[index]?.at ?? 0)).toBeGreaterThan(REPEAT_MS)
        }
        await door.button('Stop scanning').click()
        await expectGone(door.page.getByLabel('Camera'))
        expect(door.problems).toEqual([])
      })
    })

    it('refuses a number, which anyone could know', async () => {
      const ticket = await takeTicket()
      await withCamera([ticket.number], async (browser) => {
        const door = await openDoor(service, { browser })
        await door.button('Scan').click()
        await expectText(door.alert, /^Wrong code/)
        expect(await door.alert.textContent()).toContain('Search for the guest by name')
        await door.button('Search').click()
        await expectGone(door.page.getByLabel('Camera'))
        await eventually(async () =>
          expect(await door.search.evaluate((field) => field.matches(':focus'))).toBe(true),
        )
        expect(await readStatus(service, ticket)).toBe('Valid')
        expect(door.problems).toEqual([])
      })
    })

    const ALL_FORMATS = ['aztec', 'code_128', 'code_39', 'pdf417', 'qr_code']

    /** Stands in for a detector that Chromium has on phones only. */
    const detector = (
      formats: readonly string[],
      detect: string,
    ): string => `globalThis.BarcodeDetector = class {
      static getSupportedFormats = async () => ${JSON.stringify(formats)}
      constructor({ formats }) { globalThis.detected = formats }
      detect = async () => { ${detect} }
    }`

    it('uses the detector of a browser that reads every kind', async () => {
      const ticket = await takeTicket()
      await withCamera(['another code'], async (browser) => {
        const script = detector(ALL_FORMATS, `return [{ rawValue: '${ticket.code}' }]`)
        const door = await openDoor(service, { browser, script })
        await door.button('Scan').click()
        await expectText(door.alert, /^Checked in/)
        await expectText(door.alert, ticket.number)
        expect(await door.page.evaluate('detected')).toEqual(['qr_code', 'aztec', 'pdf417', 'code_128'])
        expect(await keptDecoders(door)).toEqual([])
        expect(door.problems).toEqual([])
      })
    })

    it.each([
      [
        'fails, as on phones without the services of their maker',
        ALL_FORMATS,
        `throw new Error('no service')`,
      ],
      ['lacks a kind', ['qr_code'], `return [{ rawValue: 'wrong' }]`],
    ])('reads codes itself where the detector %s', async (_, formats, detect) => {
      const ticket = await takeTicket()
      await withCamera([{ text: ticket.code, kind: 'Code128' }], async (browser) => {
        const door = await openDoor(service, { browser, script: detector(formats, detect) })
        await door.button('Scan').click()
        await expectText(door.alert, ticket.number)
        expect(await door.alert.textContent()).toMatch(/^Checked in/)
      })
    })

    it('reads Aztec, PDF417 and Code 128 with its own decoder, also without a network', async () => {
      const tickets = [await takeTicket(), await takeTicket(), await takeTicket(), await takeTicket()]
      const kinds = ['Aztec', 'PDF417', 'Code128', 'QRCode'] as const
      const shown = tickets.map(({ code }, index) => ({ text: code, kind: kinds[index] ?? 'QRCode' }))
      await withCamera(shown, async (browser) => {
        const door = await openDoor(service, { browser })
        await eventually(async () => expect(await keptDecoders(door)).toHaveLength(1))
        await door.page.context().setOffline(true)
        await door.reload()
        await door.ready.waitFor()
        await door.button('Scan').click()
        await door.page.getByText('Hold the code in front of the camera.').waitFor()
        for (const { number } of tickets) await expectText(door.alert, number)
        await door.page.context().setOffline(false)
        for (const ticket of tickets) await expectStatus(service, ticket, 'CheckedIn')
      })
    })

    it('reads QR codes alone, and says so, until the decoder is there', async () => {
      const [aztec, qr] = [await takeTicket(), await takeTicket()]
      const shown = [{ text: aztec.code, kind: 'Aztec' as const }, qr.code]
      await withCamera(shown, async (browser) => {
        const door = await openDoor(service, { browser })
        await eventually(async () => expect(await keptDecoders(door)).toHaveLength(1))
        await door.page.evaluate(`caches.delete('doorlist-decoder')`)
        let isHeld = true
        await door.page.context().route('**/*.wasm', (route) => (isHeld ? route.abort() : route.continue()))
        await door.button('Scan').click()
        await door.page.getByText('QR codes only', { exact: true }).waitFor()
        await expectText(door.alert, qr.number)
        expect(await readStatus(service, aztec)).toBe('Valid')
        isHeld = false
        await expectText(door.alert, aztec.number)
        await expectGone(door.page.getByText('QR codes only'))
        await eventually(async () => expect(await keptDecoders(door)).toHaveLength(1))
      })
    })

    it('says that there is no camera', async () => {
      const door = await openDoor(service)
      await door.button('Scan').click()
      await expectText(door.page.getByRole('status'), 'The camera cannot be used')
      await door.button('Close').click()
      await expectGone(door.page.getByText('The camera cannot be used'))
    })
  })

  describe('scanning with a scanner that types', () => {
    /** Types wherever the focus is, as a scanner does. */
    const scan = async ({ page }: Door, text: string): Promise<void> => {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }

    it('checks in without a tap on the search, and is ready for the next code', async () => {
      const door = await openDoor(service)
      for (const ticket of [await takeTicket(), await takeTicket()]) {
        await scan(door, ticket.code)
        await expectText(door.alert, ticket.number)
        expect(await door.alert.textContent()).toMatch(/^Checked in/)
        await expectStatus(service, ticket, 'CheckedIn')
        await eventually(async () => expect(await door.search.inputValue()).toBe(''))
      }
      expect(door.problems).toEqual([])
    })

    it('opens the ticket of a number, and checks nobody in', async () => {
      const door = await openDoor(service)
      const ticket = await takeTicket()
      await scan(door, ticket.number.toLowerCase())
      await expectText(door.dialog, ticket.number)
      expect(await door.alert.count()).toBe(0)
      expect(await readStatus(service, ticket)).toBe('Valid')
    })

    it('reads the same code once within three seconds, and says that it was just read', async () => {
      const door = await openDoor(service)
      const ticket = await takeTicket()
      const sent = countSent(door.page, ticket)
      await stopClocks(door.page)
      await scan(door, ticket.code)
      await expectText(door.alert, /^Checked in/)
      await scan(door, ticket.code)
      await expectText(door.page.getByRole('status'), /^Just read.*Checked in · /)
      await expectText(door.page.getByRole('status'), ticket.number)
      expect(sent()).toBe(1)
    })

    it('gives each of several codes 200 ms apart its outcome on a slow network', async () => {
      const door = await openDoor(service, { time: Date.now() })
      const held = await holdResponse(door.page)
      const tickets = [await takeTicket(), await takeTicket(), await takeTicket(), await takeTicket()]
      for (const ticket of tickets) {
        await scan(door, ticket.code)
        await door.page.clock.runFor(200)
      }
      await held.release()
      for (const ticket of tickets) await expectStatus(service, ticket, 'CheckedIn')
      await expectText(door.alert, tickets.at(-1)?.number ?? '')
      expect(await door.alert.textContent()).toMatch(/^Checked in/)
      expect(await door.alert.count()).toBe(1)
      // The first outcome was on the screen, too.
      await door.page.clock.fastForward(REPEAT_MS)
      await scan(door, tickets[0]?.code ?? '')
      await expectText(door.alert, /^Already checked in.*On this phone\./)
    })

    it('shows the outcome of a code until the next search, even if a ticket was opened meanwhile', async () => {
      const door = await openDoor(service)
      const [asked, opened] = [await takeTicket(), await takeTicket()]
      let release = (): void => undefined
      const isReleased = new Promise<void>((resolve) => {
        release = resolve
      })
      await door.page.route('**/check-ins', (route) => isReleased.then(() => route.continue()))
      await scan(door, asked.code)
      await scan(door, opened.number)
      await expectText(door.dialog, opened.number)
      release()
      await expectStatus(service, asked, 'CheckedIn')
      await door.dialog.getByRole('button', { name: 'Close' }).click()
      await expectText(door.alert, `Checked in · ${asked.name} ${asked.number}`)
      await door.search.press('x')
      await expectGone(door.alert)
    })

    it('shows nothing of the previous guest when a code of letters is scanned', async () => {
      const door = await openDoor(service)
      const ticket = await takeTicket()
      await scan(door, ticket.code)
      await expectText(door.alert, /^Checked in/)
      await scan(door, 'HELLO')
      await expectText(door.alert, /^Unknown ticket/)
      expect(await door.alert.textContent()).not.toContain(ticket.number)
    })

    it.each([
      ['the name of one ticket', ({ name }: Ticket) => name as string],
      ['the end of a number', ({ number }: Ticket) => number.slice(-6)],
      ['a short number', () => '17'],
    ])('opens the ticket for %s, and checks nobody in', async (_, textOf) => {
      const ticket = await takeTicket()
      const [name, number] = [
        `Only One ${ticket.number.slice(-3)}`,
        textOf(ticket) === '17' ? '17' : ticket.number,
      ]
      await service.sql(
        `UPDATE tickets SET attendee_name = '${name}', ticket_number = '${number}' WHERE id = '${ticket.id}'`,
      )
      const door = await openDoor(service)
      let posts = 0
      door.page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/check-ins')) posts += 1
      })
      await door.enter(textOf({ ...ticket, name }))
      await expectText(door.dialog, name)
      await door.dialog.getByRole('button', { name: 'Close' }).click()
      // A check-in would come before this one.
      const other = await takeTicket()
      await door.enter(other.code)
      await expectText(door.alert, other.number)
      expect(posts).toBe(1)
      expect(await readStatus(service, ticket)).toBe('Valid')
    })

    it('keeps the results for a part of a number that several tickets have', async () => {
      const { number } = await takeTicket()
      const door = await openDoor(service)
      await door.enter(number.slice(0, -3))
      await expectText(door.page.getByRole('status'), /^\d+ found$/)
      expect(await door.dialog.count()).toBe(0)
      expect(await door.alert.count()).toBe(0)
    })

    it('keeps the results for a number that two tickets share', async () => {
      const tickets = [await takeTicket(), await takeTicket()]
      const ids = tickets.map(({ id }) => `'${id}'`).join()
      await service.sql(`UPDATE tickets SET ticket_number = 'SHARED-1' WHERE id IN (${ids})`)
      const door = await openDoor(service)
      await door.enter('SHARED-1')
      await eventually(async () => expect(await door.list.getByRole('button').count()).toBe(2))
      expect(await door.dialog.count()).toBe(0)
      expect(await door.alert.count()).toBe(0)
    })

    it('says that a code is unknown', async () => {
      const door = await openDoor(service)
      await scan(door, 'XX999-000001')
      await expectText(door.alert, 'XX999-000001')
      expect(await door.alert.textContent()).toMatch(/^Unknown ticket/)
      expect(await door.alert.getByRole('button').count()).toBe(0)
    })

    it('names the other session of a ticket if it is on the phone', async () => {
      const door = await openDoor(service)
      const ticket = await takeTicket()
      await door.page.evaluate(`location.hash = '#/sessions/${service.org.otherEventSession}'`)
      await door.page.getByRole('heading', { name: 'Other event' }).waitFor()
      await door.ready.waitFor()
      await scan(door, ticket.code)
      await expectText(door.alert, /^For another session.*This ticket is for Event,/)
      expect(await readStatus(service, ticket)).toBe('Valid')
    })

    it('checks in a ticket that was sold a moment ago', async () => {
      const door = await openDoor(service)
      const ticket = await takeTicket()
      await service.sql(`UPDATE tickets SET code = 'NEW-000001' WHERE id = '${ticket.id}'`)
      await scan(door, 'NEW-000001')
      await expectText(door.alert, ticket.number)
      expect(await door.alert.textContent()).toMatch(/^Checked in/)
      await expectStatus(service, ticket, 'CheckedIn')
    })
  })
})
