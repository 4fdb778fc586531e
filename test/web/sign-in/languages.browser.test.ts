// What people read before they sign in: the setup and an invitation, in each language.
// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeArrivalTexts as makeArabic } from '../../../web/organizer/languages/ar.ts'
import { makeArrivalTexts as makeGerman } from '../../../web/organizer/languages/de.ts'
import type { ArrivalTexts } from '../../../web/organizer/languages/en.ts'
import { makeArrivalTexts as makeSpanish } from '../../../web/organizer/languages/es.ts'
import { makeArrivalTexts as makeFrench } from '../../../web/organizer/languages/fr.ts'
import { makeArrivalTexts as makePolish } from '../../../web/organizer/languages/pl.ts'
import { type AllWords, type Language, makeWords } from '../../../web/shared/language.ts'
import { BROWSER } from '../../support/node/browser.ts'
import { expectText } from '../../support/node/door.ts'
import { SETUP_CODE } from '../../support/node/local-service.ts'
import { useOwnService } from '../../support/node/own-service.ts'
import { expectGood } from './look.ts'
import { openWithPasskeys } from './passkeys.ts'
import { button, field, invite, openMore } from './steps.ts'

const textsOf = (language: Language, make: (words: AllWords) => ArrivalTexts): [Language, ArrivalTexts] => [
  language,
  make(makeWords(language, language)),
]

const TRANSLATIONS = [
  textsOf('de', makeGerman),
  textsOf('fr', makeFrench),
  textsOf('es', makeSpanish),
  textsOf('pl', makePolish),
  textsOf('ar', makeArabic),
]

describe.skipIf(BROWSER === undefined)('people with passkeys', () => {
  const service = useOwnService('empty', { isOwn: true })
  let home: string
  beforeAll(() => {
    home = service.api.replace('127.0.0.1', 'localhost')
  })

  it.each(TRANSLATIONS)('read the setup in %s', async (locale, texts) => {
    const { context, page, problems } = await openWithPasskeys(`${home}/setup`, { locale })
    await button(page, texts.createPasskey).click()
    await page.getByText(texts.organizerMissing).waitFor()
    await field(page, texts.setupCode).fill('not the setup code')
    await field(page, texts.organizer).fill('New Nights')
    await field(page, texts.yourName).fill('Ana García')
    await button(page, texts.createPasskey).click()
    await expectText(page.getByRole('alert'), texts.setupRefused)
    await expectGood(page, `setup-${locale}`)
    expect(problems).toEqual([])
    await context.close()
  })

  describe('once the service is set up', () => {
    let owner: Awaited<ReturnType<typeof openWithPasskeys>>
    beforeAll(async () => {
      owner = await openWithPasskeys(`${home}/setup#setup/${SETUP_CODE}`)
      await field(owner.page, 'Organizer').fill('New Nights')
      await field(owner.page, 'Your name').fill('Ana García')
      await button(owner.page, 'Create passkey').click()
      await owner.page.getByRole('list', { name: 'Getting started' }).waitFor()
    })
    afterAll(() => owner?.context.close())

    it.each(TRANSLATIONS)('join in %s, and find the console in English', async (locale, texts) => {
      const url = await invite(owner.page, 'Gil', 'manager')
      const { context, page, problems } = await openWithPasskeys(url, { locale })
      await expectText(page.getByRole('status'), texts.invitedBy('New Nights', texts.roles.manager))
      await expectGood(page, `join-${locale}`)
      await button(page, texts.createPasskey).click()
      await page.getByRole('heading', { name: 'Events' }).waitFor()
      await openMore(page)
      await button(page, 'Sign out').click()
      await page.getByText(texts.signInLead).waitFor()
      await expectGood(page, `signed-out-${locale}`)
      expect(problems).toEqual([])
      await context.close()
    })
  })
})
