// People with passkeys: the setup, an invitation, signing out and in, and their passkeys.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BROWSER } from '../../support/node/browser.ts'
import { expectGone, expectText, expireToken, readTokens } from '../../support/node/door.ts'
import { SETUP_CODE } from '../../support/node/local-service.ts'
import { useOwnService } from '../../support/node/own-service.ts'
import { sharedBrowser } from '../../support/node/page.ts'
import { loseResponse } from '../organizer/console.ts'
import { expectGood } from './look.ts'
import { openWithPasskeys } from './passkeys.ts'
import { button, field, invite, openMore, visit } from './steps.ts'

describe.skipIf(BROWSER === undefined)('people with passkeys', () => {
  const service = useOwnService('empty', { isOwn: true })
  let home: string
  beforeAll(() => {
    home = service.api.replace('127.0.0.1', 'localhost')
  })
  afterEach(async () => {
    for (const context of (await sharedBrowser()).contexts()) {
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      if (context !== owner.context) await context.close()
    }
  })
  afterAll(() => owner?.context.close())

  type Opened = Awaited<ReturnType<typeof openWithPasskeys>>

  /** Signs the owner in, whose passkey is on a device of its own. The first test makes it. */
  let owner: Opened
  beforeAll(async () => {
    owner = await openWithPasskeys(`${home}/setup`)
  })

  it('set the service up, invite, join, sign out and in, and keep their passkeys', async () => {
    const { page, problems, setWilling, changeDevice } = owner
    await field(page, 'Setup code').waitFor()
    await expectGood(page, 'setup')
    // Fields that are empty are named.
    await button(page, 'Create passkey').click()
    await page.getByText('Enter the name of your organization.').waitFor()
    await field(page, 'Setup code').fill('not the setup code')
    await field(page, 'Organizer').fill('New Nights')
    await field(page, 'Your name').fill('Ana García')
    await button(page, 'Create passkey').click()
    await expectText(page.getByRole('alert'), 'The setup code is wrong')
    await expectGood(page, 'setup-refused')
    // With the link nobody types the code.
    await page.goto(`${home}/setup#setup/${SETUP_CODE}`)
    await page.reload()
    await field(page, 'Organizer').fill('New Nights')
    expect(await field(page, 'Setup code').count()).toBe(0)
    // Whoever closes the browser's dialog has made no mistake.
    await setWilling(false)
    await field(page, 'Your name').fill('Ana García')
    await button(page, 'Create passkey').click()
    await expectText(button(page, 'Create passkey').and(page.locator('[aria-disabled=false]')), 'Create')
    expect(await page.getByRole('alert').count()).toBe(0)
    await setWilling(true)
    // By the keyboard alone.
    await field(page, 'Your name').press('Enter')
    await page.getByRole('list', { name: 'Getting started' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/')
    const next = page.getByRole('list', { name: 'Getting started' }).getByRole('link')
    expect(await next.getAttribute('href')).toBe('#/?new')

    // A second person joins.
    const url = await invite(page, 'Bo', 'manager')
    const second = await openWithPasskeys(url)
    await expectText(second.page.getByRole('status'), 'New Nights has invited you. Your role: Manager.')
    expect(await field(second.page, 'Your name').inputValue()).toBe('Bo')
    await expectGood(second.page, 'join')
    await field(second.page, 'Your name').fill('Bo Larsen')
    await button(second.page, 'Create passkey').click()
    await second.page.getByRole('heading', { name: 'Events' }).waitFor()
    expect(second.page.url()).not.toContain('join')
    // And comes again.
    await openMore(second.page)
    await button(second.page, 'Sign out').click()
    await button(second.page, 'Sign in with a passkey').waitFor()
    await expectGood(second.page, 'signed-out')
    await second.setWilling(false)
    const asked = second.page.waitForResponse('**/sign-in/options')
    await button(second.page, 'Sign in with a passkey').click()
    await asked
    await second.page.locator('button[aria-busy=false]').waitFor()
    expect(await second.page.getByRole('alert').count()).toBe(0)
    await second.setWilling(true)
    await button(second.page, 'Sign in with a passkey').click()
    await second.page.getByRole('heading', { name: 'Events' }).waitFor()
    expect(second.problems).toEqual([])
    // The link works once.
    const third = await openWithPasskeys(url)
    await expectText(third.page.getByRole('alert'), 'This invitation has expired or was already used')
    await expectGood(third.page, 'join-over')

    // Staff end at the door page, with a passkey that exists too.
    const staffLink = await invite(page, 'Cleo', 'staff')
    await third.page.goto(staffLink)
    await third.page.reload()
    await button(third.page, 'Create passkey').click()
    await third.page.waitForURL('**/door/')
    await third.page.getByRole('heading', { name: 'Sessions' }).waitFor()

    // Passkeys are added and removed.
    const keys = page.getByRole('table', { name: 'Your passkeys' })
    await keys.waitFor()
    await expectText(keys, 'Your only passkey')
    await button(page, 'Add passkey').click()
    await button(page, 'Create passkey').click()
    await expectText(page.getByRole('alert'), 'This device already has a passkey')
    await page.locator('button[aria-disabled=false]', { hasText: 'Create passkey' }).waitFor()
    await changeDevice()
    await button(page, 'Create passkey').click()
    await keys.getByRole('row').nth(2).waitFor()
    await expectGood(page, 'people')
    await keys
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await expectText(page.getByRole('alert'), 'It no longer signs anyone in')
    await page.getByRole('alert').getByRole('button', { name: 'Remove' }).click()
    await expectGone(keys.getByRole('row').nth(2))
    await expectText(keys, 'Your only passkey')
    await button(page, 'Sign out everywhere').click()
    await page.getByRole('alert').getByRole('button', { name: 'Sign out everywhere' }).click()
    await button(page, 'Sign in with a passkey').click()
    await page.getByRole('heading', { name: 'People' }).waitFor()
    expect(problems).toEqual([])
  })

  const toDoor = async (name: string) => {
    const opened = await openWithPasskeys(await invite(owner.page, name, 'staff'))
    await button(opened.page, 'Create passkey').click()
    await opened.page.waitForURL('**/door/')
    await opened.page.getByRole('heading', { name: 'Sessions' }).waitFor()
    return opened
  }

  it('find their passkeys on the console as door staff too', async () => {
    const { page, problems } = await toDoor('Ida')
    await page.goto(`${home}/organizer/#/people`)
    await expectText(page.getByRole('table', { name: 'Your passkeys' }), 'Your only passkey')
    await expectGood(page, 'people-staff')
    expect(problems).toEqual([])
  })

  it('are told once on each browser of a passkey that was added, wherever that was done', async () => {
    const told = (page: Page) => page.getByRole('status').filter({ hasText: 'A passkey was added on' })
    const { page, problems, exportPasskeys } = await openWithPasskeys(
      await invite(owner.page, 'Hal', 'manager'),
    )
    await button(page, 'Create passkey').click()
    await page.getByRole('heading', { name: 'Events' }).waitFor()
    // A person begins with one passkey, of which nobody is told.
    const looked = page.waitForResponse('**/api/v1/passkeys')
    await visit(page, 'Venues')
    await looked
    await page.getByText('No venues yet.').waitFor()
    expect(await told(page).count()).toBe(0)

    // Somebody has a copy of the passkey, and adds another one.
    const thief = await openWithPasskeys(`${home}/organizer/#/people`, { passkeys: await exportPasskeys() })
    await button(thief.page, 'Sign in with a passkey').click()
    await thief.page.getByRole('table', { name: 'Your passkeys' }).waitFor()
    // What is still loading above the button would move it.
    await expectGone(thief.page.getByText('Loading…'))
    await button(thief.page, 'Add passkey').click()
    await button(thief.page, 'Create passkey').waitFor()
    await thief.changeDevice()
    await button(thief.page, 'Create passkey').click()
    await thief.page.getByRole('table', { name: 'Your passkeys' }).getByRole('row').nth(2).waitFor()

    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await told(page).waitFor()
    await expectGood(page, 'passkey-added')
    // A reload does not dismiss it.
    await page.reload()
    await told(page).getByRole('link', { name: 'Your passkeys' }).click()
    const passkeys = page.getByRole('table', { name: 'Your passkeys' })
    await passkeys.getByRole('row').nth(2).waitFor()
    await button(page, 'Dismiss').click()
    await expectGone(told(page))
    const again = page.waitForResponse('**/api/v1/passkeys')
    await visit(page, 'Venues')
    await again
    await page.getByText('No venues yet.').waitFor()
    expect(await told(page).count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('sign in at one host: elsewhere the button leads there', async () => {
    const { page } = await openWithPasskeys(`${service.api}/door/#/`)
    await page.getByText('Passkeys for this service work at localhost').waitFor()
    await expectGood(page, 'other-host')
    await button(page, 'Sign in with a passkey').click()
    await page.waitForURL(`${home}/door/#/`)
    await button(page, 'Sign in with a passkey').waitFor()
    expect(await page.getByText('Passkeys for this service work at').count()).toBe(0)
  })

  it('sign in with the passkey when the answer to its creation was lost', async () => {
    const { page } = await openWithPasskeys(await invite(owner.page, 'Dee', 'staff'))
    await page.route('**/sign-up', loseResponse, { times: 1 })
    await button(page, 'Create passkey').click()
    await expectText(page.getByRole('alert'), 'The connection was lost')
    await expectGood(page, 'sign-up-lost')
    await button(page, 'Sign in with a passkey').click()
    await page.waitForURL('**/door/')
  })

  it('need no second passkey for a second invitation', async () => {
    const { page } = await toDoor('Eli')
    await page.goto(await invite(owner.page, 'Eli', 'manager'))
    await expectText(page.getByRole('status'), 'You have joined New Nights. Your role: Manager.')
    expect(page.url()).not.toContain('join')
    await button(page, 'Continue').click()
    await page.getByRole('heading', { name: 'Events' }).waitFor()
  })

  /**
   * Ends the sign-in of a page, as a restore of the database does. The page learns of it with its next
   * request.
   */
  const endSignIn = async (page: Page): Promise<void> => {
    const { subject } = await readTokens(page)
    await service.sql(`UPDATE sign_ins SET ended_at = used_at WHERE subject = '${subject}'`)
    await expireToken(page)
  }

  it('are asked once to sign in again, on a screen and in a dialog, and go on where they were', async () => {
    const { page, problems } = await openWithPasskeys(await invite(owner.page, 'Gil', 'manager'))
    await button(page, 'Create passkey').click()
    await page.getByRole('heading', { name: 'Events' }).waitFor()
    await button(page, 'New event').click()
    await field(page, 'Name').fill('Summer Night')
    await endSignIn(page)
    await button(page, 'Create event').click()
    const signIn = page.getByRole('dialog').getByRole('button', { name: 'Sign in with a passkey' })
    await signIn.waitFor()
    await expectGood(page, 'ended-in-dialog')
    await signIn.click()
    await expectGone(signIn)
    await button(page, 'Create event').click()
    await page.getByRole('heading', { name: 'Summer Night' }).waitFor()

    await endSignIn(page)
    await visit(page, 'Venues')
    await button(page, 'Sign in with a passkey').waitFor()
    await expectGood(page, 'ended')
    expect(await button(page, 'Sign in with a passkey').count()).toBe(1)
    expect(await page.getByText('Your sign-in has ended').count()).toBe(1)
    await button(page, 'Sign in with a passkey').click()
    await page.getByText('No venues yet.').waitFor()
    expect(await button(page, 'Sign in with a passkey').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('keep working at the door when their sign-in has ended, and sign in again', async () => {
    const { page, problems } = await toDoor('Flo')
    const org = await service.makeOrganizer({ tickets: 20 })
    const { subject } = await readTokens(page)
    await service.insert('members', { organizer_id: org.id, subject, role: 'staff' })
    await page.goto(`${home}/door/#/sessions/${org.session}`)
    await page.getByText('Ready offline').waitFor()
    await endSignIn(page)
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    await page.getByText('Your sign-in has ended').waitFor()
    await page.getByRole('searchbox', { name: 'Search tickets' }).waitFor()
    await expectGood(page, 'door-ended')
    await button(page, 'Sign in with a passkey').click()
    await expectText(page.getByRole('status', { name: 'Connection' }), /^Up to date$/)
    expect(await page.getByText('Your sign-in has ended').count()).toBe(0)
    await button(page, 'Settings').click()
    await expectText(page.getByRole('dialog'), 'Signed in as Flo')
    await button(page, 'Sign out and erase').click()
    await button(page, 'Sign in with a passkey').waitFor()
    await expectGood(page, 'door-signed-out')
    await button(page, 'Sign in with a passkey').click()
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    expect(problems).toEqual([])
  })
})
