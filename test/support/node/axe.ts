// Checks a page with axe-core.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Not described: what is right. */
const RESULTS = { resultTypes: ['violations'] }

/** The rules of axe-core for each colour scheme. All but one find the same in both. */
const RULES = [
  { colorScheme: 'light', options: RESULTS },
  { colorScheme: 'dark', options: { ...RESULTS, runOnly: ['color-contrast'] } },
] as const

/**
 * Expects that axe-core finds no violation on the screen, in light and in dark. A failure names the screen.
 */
export const expectAccessible = async (page: Page, screen = page.url()): Promise<void> => {
  // Not a script tag: the content security policy forbids it.
  if (await page.evaluate('globalThis.axe === undefined')) await page.evaluate(axe.source)
  for (const { colorScheme, options } of RULES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const violations = await page.evaluate<
      string[]
    >(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => [id, html, any[0]?.message].join(' | '))))`)
    expect(violations, `${screen}, ${colorScheme}`).toEqual([])
  }
}
