// A guest's page: the ticket as a picture, for a queue without a network.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { ROOT } from '../../scripts/lib/local.ts'
import { languages } from '../../src/languages.ts'
import { expectAccessible } from '../support/node/axe.ts'
import { BROWSER } from '../support/node/browser.ts'
import { makeTicketSource, useDoor } from '../support/node/door.ts'
import { openProfile, type PageOptions } from '../support/node/page.ts'

const ZXING_READER = join(ROOT, 'node_modules', 'zxing-wasm', 'dist', 'reader', 'zxing_reader.wasm')

const readPicture = async (picture: Buffer): Promise<string[]> => {
  await prepareZXingModule({ overrides: { wasmBinary: await readFile(ZXING_READER) }, fireImmediately: true })
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] })
  return found.map(({ text }) => text)
}

describe.skipIf(BROWSER === undefined)('the page of a guest', () => {
  const service = useDoor()
  const takeTicket = makeTicketSource(service)

  const open = async (code: string, language = 'en', options: PageOptions = {}) => {
    const opened = await openProfile({ acceptDownloads: true, ...options })
    await opened.page.goto(`${service.api}/t/${code}?lang=${language}`)
    return opened
  }

  const save = async (page: Page) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.tip').getByRole('button').first().click(),
    ])
    return { name: download.suggestedFilename(), picture: await readFile(await download.path()) }
  }

  it('saves the ticket as a picture that a scanner reads, also without a network', async () => {
    const { code } = await takeTicket()
    const { page, problems } = await open(code)
    await expectAccessible(page)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save picture' }).waitFor()
    const { name, picture } = await save(page)
    expect(name).toBe('Event.png')
    expect(await readPicture(picture)).toEqual([code])
    expect(problems).toEqual([])
  })

  it.each([
    ['in the dark', { colorScheme: 'dark' }],
    ['in forced colours', { forcedColors: 'active', colorScheme: 'dark' }],
  ] as const)('shows a code that a scanner reads from the screen %s', async (_, options) => {
    const { code } = await takeTicket()
    const { page } = await open(code, 'en', options)
    expect(await readPicture(await page.screenshot())).toEqual([code])
  })

  it('sets the code in groups from left to right, also in Arabic', async () => {
    const { code } = await takeTicket()
    const { page } = await open(code, 'ar')
    const groups = await page.evaluate<{ left: number; right: number }[]>(
      '[...document.querySelectorAll("figcaption span")].map((span) => span.getBoundingClientRect().toJSON())',
    )
    expect(groups).toHaveLength(5)
    for (const [index, { left }] of groups.entries())
      if (index > 0) expect(left).toBeGreaterThan((groups[index - 1]?.right ?? 0) + 4)
  })

  it.each(languages)(
    'has the button in the language %s, and draws long and hostile texts',
    async (language) => {
      const { id, code } = await takeTicket()
      const name = `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(3)} <b> / محمد`
      await service.sql(`UPDATE tickets SET attendee_name = '${name}' WHERE id = '${id}'`)
      const { page, problems } = await open(code, language)
      const button = page.locator('.tip').getByRole('button')
      const label = await page.locator('article').getAttribute('data-save')
      expect((await button.textContent())?.trim()).toBe(label)
      expect(await readPicture((await save(page)).picture)).toEqual([code])
      expect(problems).toEqual([])
    },
  )

  it('names the file after the event, without what a file cannot be named', async () => {
    const { id, code } = await takeTicket()
    const event = `(SELECT event_id FROM sessions WHERE number = (SELECT session_number FROM tickets WHERE id = '${id}'))`
    const [before] = await service.sql<{ name: string }>(`SELECT name FROM events WHERE id = ${event}`)
    await service.sql(`UPDATE events SET name = '..A/B: "Night" *?' WHERE id = ${event}`)
    const { page } = await open(code)
    expect((await save(page)).name).toBe('A B Night.png')
    await service.sql(`UPDATE events SET name = '${before?.name}' WHERE id = ${event}`)
  })

  it('has no button without scripts, nor for a ticket that is not valid', async () => {
    const { id, code } = await takeTicket()
    const plain = await open(code, 'en', { javaScriptEnabled: false })
    await plain.page.getByText('Add to calendar').waitFor()
    expect(await plain.page.getByRole('button').count()).toBe(0)
    await service.sql(`UPDATE tickets SET status = 'Voided' WHERE id = '${id}'`)
    const { page } = await open(code)
    await page.getByText('This ticket is void').waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
  })
})
