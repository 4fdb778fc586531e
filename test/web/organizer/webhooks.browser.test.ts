// Webhooks in the console: an owner adds one, tests, pauses, resumes and deletes it, and sees how it is.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { expectText, useConsole } from './console.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A receiver that gives this answer. */
const listen = async (answer: () => number): Promise<string> => {
  server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(answer()).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Longer than a phone is wide.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${'doorlist'.repeat(12)}`
}

describe.skipIf(BROWSER === undefined)('the webhooks', () => {
  const { service, open } = useConsole()

  it('are set up and looked after by an owner, on a desktop and on a phone', async () => {
    let status = 204
    const url = await listen(() => status)
    const org = await service.makeOrganizer({ tickets: 3 })
    const { page, problems } = await open(org.owner, '/organizer/#/webhooks')
    const section = page.getByRole('region', { name: 'Webhooks' })
    const entry = section.getByRole('listitem')
    const dialog = page.getByRole('dialog')
    await section.getByText('No webhooks.').waitFor()

    await page.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByRole('textbox', { name: 'URL' }).fill('http://10.0.0.1/')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByText('must begin with https://').waitFor()
    await dialog.getByRole('textbox', { name: 'URL' }).fill(url)
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Badge printer')
    await dialog.getByRole('combobox', { name: 'Events' }).selectOption('tickets')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    const secret = dialog.getByRole('textbox', { name: 'Secret' })
    await secret.waitFor()
    expect(await secret.inputValue()).toMatch(/^whsec_/)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expectText(entry, /Badge printer.*Active.*Up to date.*Nothing sent yet/)

    await entry.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('The program answered 204.').waitFor()
    await entry.getByRole('button', { name: 'Pause' }).click()
    await expectText(entry, /Paused.*Somebody paused it/)
    await service.sql(`UPDATE tickets SET note = 'VIP'
      WHERE session_number = (SELECT number FROM sessions WHERE id = '${org.session}')`)
    await page.reload()
    await expectText(entry, /3 events are waiting, since/)
    await entry.getByRole('button', { name: 'Resume' }).click()
    await expectAccessible(page, 'resume')
    await entry.getByRole('button', { name: 'Everything it missed' }).click()
    await expectText(entry, /Active/)

    // It fails, and is at the end of its patience.
    status = 500
    await service.sql(
      `UPDATE webhooks SET attempts = 9, paused_at = 1e12, pause_reason = 'Failing', status = 500, attempted_at = 1e12
       WHERE organizer_id = '${org.id}'`,
    )
    await page.reload()
    await expectText(entry, /Paused.*It failed for three days.*Last answer 500/)
    for (const width of [320, 390, 1_440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, `webhooks, ${width} pixels wide`)
      const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await page.evaluate<number>(excess)).toBeLessThanOrEqual(0)
      if (process.env.SHOTS) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.screenshot({ path: `${process.env.SHOTS}/webhooks-${width}-${colorScheme}.png` })
        }
      }
    }

    await entry.getByRole('button', { name: 'New secret' }).click()
    await dialog.getByRole('textbox', { name: 'Secret' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expectText(entry, /The secret before also signs until/)
    await entry.getByRole('button', { name: 'Edit' }).click()
    expect(await dialog.getByRole('combobox', { name: 'Events' }).inputValue()).toBe('tickets')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await section.getByText('No webhooks.').waitFor()
    expect(problems).toEqual([])
  })

  it('leave the feed to programs, which an owner switches on', async () => {
    const org = await service.makeOrganizer()
    const { page } = await open(org.owner, '/organizer/#/webhooks')
    const feed = page.getByRole('region', { name: 'Feed' })
    await expectText(feed, /The feed is off/)
    await feed.getByRole('button', { name: 'Switch on' }).click()
    await expectText(feed, /The feed is on/)
    await feed.getByRole('button', { name: 'Switch off' }).click()
    await expectText(feed, /The feed is off/)
  })

  it('are not for managers', async () => {
    const org = await service.makeOrganizer()
    const { page } = await open(org.manager, '/organizer/#/webhooks')
    await page.getByText('Only owners can see and add webhooks.').waitFor()
  })
})
