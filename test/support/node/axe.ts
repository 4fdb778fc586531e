// Checks a page with axe-core.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Expects that axe-core finds no violation on the screen, in light and in dark. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // Not a script tag: the content security policy forbids it.
  await page.evaluate(axe.source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const violations = await page.evaluate<string[]>(`axe.run().then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => [id, html, any[0]?.message].join(' | '))))`)
    expect(violations, colorScheme).toEqual([])
  }
}
