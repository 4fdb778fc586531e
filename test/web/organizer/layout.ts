// The boxes of a screen: none covers another, none is wider than its card, and no column of a grid is empty
// while the text of another goes over several lines.
import type { Page } from 'playwright-core'

const WIDTHS = [390, 768, 1_280, 1_680]

const PROBLEMS = `(() => {
  const problems = []
  const root = document.querySelector('dialog[open]') ?? document.querySelector('main')
  const nameOf = (element) => element.localName + (element.className && typeof element.className === 'string'
    ? '.' + element.className.trim().replaceAll(/\\s+/g, '.') : '') + ' "' + element.textContent.trim().slice(0, 30) + '"'
  const boxOf = (element) => element.getBoundingClientRect()
  const isShown = (element) => {
    const { width, height } = boxOf(element)
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
  }
  const isPlaced = (element) => {
    const { position, display, float } = getComputedStyle(element)
    return !['absolute', 'fixed', 'sticky'].includes(position) && !display.startsWith('inline') && float === 'none'
  }
  const linesOf = (element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ bottom }) => Math.round(bottom / 8))).size
  }
  const hasLines = (element) => [element, ...element.querySelectorAll('*')].some((one) =>
    one.children.length === 0 && one.textContent.trim() !== '' && linesOf(one) > 1)
  for (const parent of root.querySelectorAll('*')) {
    if (parent.closest('svg, select, table, .hidden') !== null || !isShown(parent)) continue
    const style = getComputedStyle(parent)
    const children = [...parent.children].filter((child) => isShown(child) && isPlaced(child))
    for (const [index, one] of children.entries())
      for (const other of children.slice(index + 1)) {
        const [a, b] = [boxOf(one), boxOf(other)]
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (wide > 1 && high > 1) problems.push('overlap: ' + nameOf(one) + ' and ' + nameOf(other))
      }
    const card = parent.parentElement.closest('.card, fieldset')
    if (card !== null && root.contains(card) && parent.closest('.scrolls, .part, .hidden, .tabs, .chips') === null &&
      (boxOf(parent).right > boxOf(card).right + 1 || boxOf(parent).left < boxOf(card).left - 1))
      problems.push('wider than its card: ' + nameOf(parent))
    if (style.display !== 'grid' || children.length < 2) continue
    const tracks = style.gridTemplateColumns.split(' ').map(parseFloat).filter((width) => !Number.isNaN(width))
    const rows = Map.groupBy(children, (child) => Math.round(boxOf(child).top / 8))
    let left = boxOf(parent).left + parseFloat(style.paddingLeft) + parseFloat(style.borderLeftWidth)
    for (const width of tracks) {
      const isEmpty = width > 40 && children.every((child) => {
        const { left: from, right: to } = boxOf(child)
        return Math.min(to, left + width) - Math.max(from, left) < Math.min(24, width / 2)
      })
      if (isEmpty && rows.size === 1 && children.some(hasLines))
        problems.push('an empty column beside lines: ' + nameOf(parent))
      left += width + (parseFloat(style.columnGap) || 0)
    }
  }
  return [...new Set(problems)]
})()`

/** What is wrong with the boxes of the page at each width, as it is drawn now. */
export const layoutProblems = async (page: Page): Promise<string[]> => {
  const size = page.viewportSize()
  const problems: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const found = await page.evaluate<string[]>(PROBLEMS)
    problems.push(...found.map((problem) => `${width}: ${problem}`))
  }
  if (size !== null) await page.setViewportSize(size)
  return problems
}
