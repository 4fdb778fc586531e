// Slugs, the names of listings in addresses.
import { foldText } from '../tickets/fold.ts'

export const MAX_SLUG_CHARACTERS = 80

/** For a title without a letter or digit of `a–z 0–9`. */
const NAMELESS = 'listing'

/** How many numbers are tried before a random ending. */
const NUMBERS = 20

const cut = (text: string, length: number): string => text.slice(0, length).replace(/-+$/, '')

/** The title in `a–z 0–9 -`, with `ue` for ü; empty if nothing is left. */
export const toSlug = (title: string): string => {
  const { plain, expanded = plain } = foldText(title)
  const words = expanded.replaceAll("'", '').match(/[a-z0-9]+/g) ?? []
  return cut(words.join('-'), MAX_SLUG_CHARACTERS)
}

/** The slugs to try for a title, the best first. The last one is nobody’s. */
export const slugsOf = (title: string, random: string): string[] => {
  const slug = toSlug(title) || NAMELESS
  const endings = ['', ...Array.from({ length: NUMBERS }, (_, index) => `-${index + 2}`), `-${random}`]
  return endings.map((ending) => `${cut(slug, MAX_SLUG_CHARACTERS - ending.length)}${ending}`)
}
