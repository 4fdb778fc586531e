// The boxes of a screen at four widths: nothing covers anything else or leaves its card, no column is empty
// while another wraps, and a title and its actions stand in one row. With text twice as large, nothing covers
// anything else or is cut off. Names of another direction stand apart from the words around them.
import type { Page } from 'playwright-core'

const WIDTHS = [390, 768, 1_280, 1_680]
/** From here on, there is room for a title and its actions in one row. */
const ROOM = 768

/** In pixels, for a finger. Line heights are not whole numbers. */
const LEAST_TARGET = 43.5

/** What is wrong with the page as it is drawn now. `hasRoom`: titles and actions stand in one row. */
const PROBLEMS = `((hasRoom) => {
  const problems = new Set()
  const root = document.querySelector('dialog[open]') ?? document.querySelector('main')
  const nameOf = (element) => element.localName + (element.getAttribute('class') ?? '').trim().replace(/^(?=.)|\\s+/g, '.') +
    ' "' + (element.getAttribute('aria-label') ?? element.textContent).trim().replaceAll(/\\s+/g, ' ').slice(0, 30) + '"'
  const boxOf = (element) => element.getBoundingClientRect()
  const styles = new Map()
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element))
    return styles.get(element)
  }
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const isWithin = (element, test) => {
    for (let one = element; one !== null && one !== root; one = one.parentElement) if (test(one)) return true
    return false
  }
  /** Is only for screen readers. */
  const isHidden = (element) => isWithin(element, (one) => styleOf(one).clipPath !== 'none')
  /** Lies over the rest. */
  const isAbove = (element) => isWithin(element, (one) => /fixed|sticky/.test(styleOf(one).position) || one.role === 'menu')

  /* What people see: controls, pictures, and the texts between them. */
  const SEEN = '.button, button, input, select, textarea, img, svg, progress, canvas'
  const leaves = []
  /** The part of a box that its scrolled and cut ancestors show. */
  const clip = (element, box) => {
    let { left, right, top, bottom } = box
    for (let one = element.parentElement; one !== null && root.contains(one); one = one.parentElement) {
      const { overflowX, overflowY } = styleOf(one)
      const outer = boxOf(one)
      if (overflowX !== 'visible') {
        if (overflowX !== 'auto' && overflowX !== 'scroll' && (right > outer.right + 1 || left < outer.left - 1))
          problems.add('cut off: ' + nameOf(element))
        left = Math.max(left, outer.left)
        right = Math.min(right, outer.right)
      }
      if (overflowY !== 'visible') {
        top = Math.max(top, outer.top)
        bottom = Math.min(bottom, outer.bottom)
      }
    }
    return right - left > 1 && bottom - top > 1 ? { left, right, top, bottom } : undefined
  }
  const add = (element, box) => {
    const seen = clip(element, box)
    if (seen !== undefined) leaves.push({ element, isAbove: isAbove(element), ...seen })
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const isText = node.nodeType === Node.TEXT_NODE
    const element = isText ? node.parentElement : node
    if (isText ? node.data.trim() === '' : !node.matches(SEEN)) continue
    if ((isText ? element : element.parentElement).closest(SEEN) !== null || !isShown(element) || isHidden(element)) continue
    if (!isText) {
      add(element, boxOf(element))
      continue
    }
    const range = document.createRange()
    range.selectNodeContents(node)
    const size = parseFloat(styleOf(element).fontSize)
    for (const { left, right, top, bottom } of range.getClientRects()) {
      // The letters, without the room above and below.
      const middle = (top + bottom) / 2
      if (right - left > 1) add(element, { left, right, top: middle - size * 0.4, bottom: middle + size * 0.4 })
    }
  }
  const below = leaves.filter((leaf) => !leaf.isAbove).sort((a, b) => a.top - b.top)
  for (const [index, one] of below.entries())
    for (const other of below.slice(index + 1)) {
      if (other.top > one.bottom - 1) break
      if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element)) continue
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const high = Math.min(one.bottom, other.bottom) - other.top
      if (wide > 1 && high > 1) problems.add('overlap: ' + nameOf(one.element) + ' and ' + nameOf(other.element))
    }
  const page = root.localName === 'dialog' ? root : document.documentElement
  if (page.scrollWidth > page.clientWidth) problems.add('wider than the page: ' + page.scrollWidth)

  const isPlaced = (element) => {
    const { position, display } = styleOf(element)
    return isShown(element) && position !== 'absolute' && position !== 'fixed' && display !== 'contents'
  }
  /** Whether the text of one of its elements goes over several lines. */
  const hasLines = (element) => leaves.some((one) => element.contains(one.element) && leaves.some((other) =>
    other.element === one.element && other.top > one.bottom))
  /** How much of its width shows anything. */
  const inkOf = (elements) => {
    const inked = elements.flatMap((element) => [element, ...element.querySelectorAll('*')]).filter((element) => {
      const { borderTopWidth, backgroundColor } = styleOf(element)
      return borderTopWidth !== '0px' || backgroundColor !== 'rgba(0, 0, 0, 0)'
    }).map(boxOf)
    const seen = leaves.filter((leaf) => elements.some((element) => element.contains(leaf.element)))
    return [...inked, ...seen]
  }
  for (const parent of root.querySelectorAll('*')) {
    if (!isShown(parent) || parent.closest('svg, select, table') !== null || isHidden(parent)) continue
    const box = boxOf(parent)
    const card = parent.parentElement.closest('.card, fieldset, dialog')
    const scrolled = parent.parentElement.closest('.scrolls, .part, .tabs, .chips, .buttons')
    if (card !== null && root.contains(card) && (scrolled === null || !card.contains(scrolled)) &&
      !parent.matches('.scrolls, .part, .tabs') && (box.right > boxOf(card).right + 1 || box.left < boxOf(card).left - 1))
      problems.add('wider than its card: ' + nameOf(parent))
    const style = styleOf(parent)
    if (!style.display.endsWith('grid')) continue
    const children = [...parent.children].filter(isPlaced)
    let left = box.left + parseFloat(style.paddingLeft) + parseFloat(style.borderLeftWidth)
    const tracks = style.gridTemplateColumns.split(' ').map(parseFloat).filter((width) => !Number.isNaN(width)).map((width) => {
      const track = { left, right: left + width, width }
      left += width + (parseFloat(style.columnGap) || 0)
      return track
    })
    if (tracks.length < 2) continue
    const isIn = ({ left, right }) => (child) => {
      const { left: from, right: to } = boxOf(child)
      return Math.min(to, right) - Math.max(from, left) > Math.min(8, (right - left) / 2)
    }
    // What stands below the others, where each column has a width of its own.
    const isUneven = new Set(tracks.map(({ width }) => Math.round(width))).size > 1
    const isBelow = (child) => children.some((one) => boxOf(one).bottom <= boxOf(child).top &&
      !children.some((other) => boxOf(other).top < boxOf(one).bottom && boxOf(other).bottom > boxOf(child).top))
    const belowOthers = isUneven ? children.filter(isBelow) : []
    for (const track of tracks) {
      const ink = inkOf(children.filter(isIn(track))).map(({ left, right }) =>
        [Math.max(left, track.left), Math.min(right, track.right)]).filter(([from, to]) => to > from)
      const used = ink.length === 0 ? 0 : Math.max(...ink.map(([, to]) => to)) - Math.min(...ink.map(([from]) => from))
      if (track.width - used < Math.max(160, track.width / 2)) continue
      const narrow = children.find((child) => !isIn(track)(child) && (belowOthers.includes(child) ||
        (hasLines(child) && tracks.filter((other) => isIn(other)(child)).length === 1)))
      if (narrow !== undefined) problems.add('an empty column beside the lines of ' + nameOf(narrow))
    }
  }

  for (const table of root.querySelectorAll('table'))
    if (isShown(table) && table.tBodies[0]?.rows.length === 0) problems.add('a head without rows: ' + nameOf(table))
  /** What is tapped with it: its label, or the block that it covers. */
  const targetOf = (element) => {
    if (element.labels?.length > 0 && element.matches('[type=checkbox], [type=radio]')) return element.labels[0]
    const { position, content } = getComputedStyle(element, '::after')
    return element.closest('.opens') ?? (position === 'absolute' && content !== 'none' ? element.offsetParent ?? element : element)
  }
  const isInSentence = (element) => element.matches('.history a')
  if (!hasRoom)
    for (const element of root.querySelectorAll('a, button, input, select, summary')) {
      if (!isShown(element) || isHidden(element) || isInSentence(element)) continue
      const { height } = boxOf(targetOf(element))
      if (height < ${LEAST_TARGET}) problems.add('a small target: ' + nameOf(element) + ' ' + height)
    }
  const shownIn = (parent, selector) => [...parent.querySelectorAll(selector)].filter(isShown)
  const primary = shownIn(root, '.button.primary:enabled')
  if (primary.length > 1) problems.add('more than one main action: ' + primary.map(nameOf).join())
  for (const { element } of leaves) {
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    for (const text of texts)
      for (const { 0: word, index } of text.data.matchAll(/(?<![\\p{L}\\d@._/-])\\p{L}{2,14}(?![\\p{L}\\d@._/-])/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) problems.add('a broken word: ' + word)
      }
  }

  if (hasRoom && root.localName === 'main') {
    const heads = [...root.querySelectorAll('.title, .card > .spread')].filter((head) => head.querySelector('h1, h2') !== null)
    for (const head of heads) {
      const title = boxOf(head.querySelector('h1, h2'))
      for (const action of head.querySelectorAll('.button'))
        if (isShown(action) && action.closest('.notice, .jump') === null && (boxOf(action).top > title.bottom || boxOf(action).bottom < title.top))
          problems.add('not in the row of its title: ' + nameOf(action))
    }
  }
  return [...problems]
})`

const problemsAt = async (
  page: Page,
  widths: readonly number[],
  hasRoom: (width: number) => boolean,
): Promise<string[]> => {
  const size = page.viewportSize()
  const problems: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const found = await page.evaluate<string[]>(`${PROBLEMS}(${hasRoom(width)})`)
    problems.push(...found.map((problem) => `${width}: ${problem}`))
  }
  if (size !== null) await page.setViewportSize(size)
  return problems
}

/** What is wrong with the boxes of the page at each width, as it is drawn now. */
export const layoutProblems = (page: Page): Promise<string[]> =>
  problemsAt(page, WIDTHS, (width) => width >= ROOM)

const LARGE_WIDTHS = [390, 1_280]
/** Large text takes lines where it likes. */
const OF_LARGE_TEXT = /: (overlap|cut off|wider)/

/** What is wrong with the boxes where the text is twice as large, as browsers can be set to. */
export const largeTextProblems = async (page: Page): Promise<string[]> => {
  const resize = (size: string): Promise<unknown> =>
    page.evaluate(`document.documentElement.style.fontSize = '${size}'`)
  await resize('200%')
  const problems = await problemsAt(page, LARGE_WIDTHS, () => false)
  await resize('')
  return problems.filter((problem) => OF_LARGE_TEXT.test(problem)).map((problem) => `200 %, ${problem}`)
}

/** Texts in letters from right to left that are mixed with what stands around them. */
const MIXED = `(() => {
  const root = document.querySelector('dialog[open]') ?? document.querySelector('main')
  const ofRight = /[\\u0590-\\u08ff]/
  const isBlock = (element) => !/^inline/.test(getComputedStyle(element).display)
  const isApart = (element) => element.matches('bdi, [dir=auto]')
  const isMixed = (element) => !isApart(element) && /[\\p{Script=Latin}\\d]/u.test(element.textContent)
  const mixed = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode
    if (!ofRight.test(data) || !parentElement.checkVisibility() || parentElement.closest('option, textarea') !== null) continue
    let element = parentElement
    while (!isApart(element) && !isBlock(element)) element = element.parentElement
    if (isMixed(element)) mixed.push(element.textContent.trim().slice(0, 60))
  }
  return mixed
})()`

/** The names of the other direction that do not stand apart. */
export const mixedDirections = async (page: Page): Promise<string[]> =>
  (await page.evaluate<string[]>(MIXED)).map((text) => `not apart: ${text}`)

/** What nobody sees in forced colours: a button, field or mark without a line, a choice like the others. */
const UNSEEN = `(() => {
  const root = document.querySelector('dialog[open]') ?? document.body
  const nameOf = (element) => element.localName + ' "' + (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30) + '"'
  const hasLine = (element) => {
    const { borderTopWidth, borderBottomWidth, outlineStyle, textDecorationLine } = getComputedStyle(element)
    return borderTopWidth !== '0px' || borderBottomWidth !== '0px' || outlineStyle !== 'none' || textDecorationLine !== 'none'
  }
  const lookOf = (element) => {
    const { borderTopWidth, borderBottomColor, outlineStyle, fontWeight, textDecorationLine, color, backgroundColor } = getComputedStyle(element)
    return [borderTopWidth, borderBottomColor, outlineStyle, fontWeight, textDecorationLine, color, backgroundColor].join()
  }
  const shown = (selector) => [...root.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }))
  const current = shown('[aria-current]').filter((one) => one.matches('a, button')).filter((one) => {
    const others = [...one.closest('nav, ul').querySelectorAll(one.localName)].filter((other) => !other.hasAttribute('aria-current'))
    return others.some((other) => lookOf(other) === lookOf(one))
  })
  return [
    ...shown('.button:not(.plain), .input, .tag, .notice, .card, progress').filter((one) => !hasLine(one)).map((one) => 'no line: ' + nameOf(one)),
    ...current.map((one) => 'like the others: ' + nameOf(one)),
  ]
})()`

export const unseenInForcedColours = (page: Page): Promise<string[]> => page.evaluate<string[]>(UNSEEN)
