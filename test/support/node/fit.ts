// Looks for texts that do not fit on a small phone.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What must contain its text. The name of an event and what the header says of the connection may be cut. */
const FIND_CLIPPED = `(() => {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    if (node.data.trim() === '' || element.closest('.hidden, .top h1, .states, option') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right, width } = range.getBoundingClientRect()
    if (width === 0) continue
    const around = [element.closest('button, label, a, .tag, .notice, .card, .filters, dialog'), document.body]
    for (const box of around) {
      const outer = box?.getBoundingClientRect()
      if (outer && (left < outer.left - 1 || right > outer.right + 1)) found.push(box.tagName + ': ' + node.data)
    }
    const { overflow, overflowX } = getComputedStyle(element)
    const isCut = [overflow, overflowX].some((value) => value === 'hidden' || value === 'clip')
    if (isCut && element.scrollWidth > element.clientWidth + 1) found.push('cut: ' + node.data)
  }
  const context = document.createElement('canvas').getContext('2d')
  for (const field of document.querySelectorAll('input[placeholder]')) {
    const style = getComputedStyle(field)
    const hint = getComputedStyle(field, '::placeholder')
    context.font = [hint.fontWeight, hint.fontSize, hint.fontFamily].join(' ')
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    if (context.measureText(field.placeholder).width > room + 1) found.push('placeholder: ' + field.placeholder)
  }
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.push('the page is ' + scrollWidth + ' wide')
  return found
})()`

/** Expects that no text is cut off, leaves its button, or makes the page wider than the screen. */
export const expectFits = async (page: Page, screen: string): Promise<void> => {
  expect(await page.evaluate(FIND_CLIPPED), screen).toEqual([])
}
