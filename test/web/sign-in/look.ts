// What holds for every screen of the sign-in.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../../support/node/axe.ts'

/** Saves pictures of a screen in the folder `$PICTURES`, if it is set. */
const takePictures = async (page: Page, name: string): Promise<void> => {
  const { PICTURES } = process.env
  if (PICTURES === undefined) return
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png` })
    }
  }
}

/** Asserts that a screen has no barrier, in light and dark, and that nothing is wider than a small phone. */
export const expectGood = async (page: Page, name: string): Promise<void> => {
  await takePictures(page, name)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page, name)
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(excess, `${name}: pixels too wide`).toBeLessThanOrEqual(0)
}
