// Up to 2,048 tickets, with all their words in one text that a search scans for the beginnings of words.
// Searching one long text is several times faster than searching a text for each ticket.
import type { SearchGroup } from '../../../src/domain/tickets/words.ts'
import type { Row } from './ticket.ts'

/** Small enough to rebuild the text when a word changes, and large enough that a session has few segments. */
export const SEGMENT_SIZE = 2_048

const FIRST_LETTER = /^[a-z]/

/**
 * Marks the beginning of a word, so that `indexOf` finds only beginnings. Folded words are lower-case, so an
 * upper-case first letter can be the mark.
 */
export const markBeginning = (word: string): string =>
  FIRST_LETTER.test(word) ? word.charAt(0).toUpperCase() + word.slice(1) : ` ${word}`

/** A row with what searches and sorting need: its words, their beginnings marked, and its folded name. */
export type IndexedRow = { row: Row; words: string; name: string }

/** The longest part of a group and its joined forms. A ticket that has none of them does not match. */
const alternativesOf = ({ parts, joined }: SearchGroup): string[] => [
  ...(parts.reduce((best, variants) => (shortest(variants) > shortest(best) ? variants : best)) ?? []),
  ...joined,
]

const shortest = (variants: readonly string[]): number => Math.min(...variants.map(({ length }) => length))

const hasGroup = (words: string, { parts, joined }: SearchGroup): boolean => {
  const has = (beginning: string) => words.includes(markBeginning(beginning))
  return parts.every((variants) => variants.some(has)) || joined.some(has)
}

export class Segment {
  readonly #slots: (IndexedRow | undefined)[] = []
  #text: string | undefined
  /** Where the words of each slot begin in the text. */
  #starts = new Uint32Array(0)
  /** The result of the last search. */
  #last: { beginning: string; slots: readonly number[] } | undefined

  get isFull(): boolean {
    return this.#slots.length >= SEGMENT_SIZE
  }

  /** Appends a ticket and returns its slot. */
  add(indexed: IndexedRow): number {
    this.#forgetText()
    return this.#slots.push(indexed) - 1
  }

  set(slot: number, indexed: IndexedRow | undefined): void {
    if (this.#slots[slot]?.words !== indexed?.words) this.#forgetText()
    this.#slots[slot] = indexed
  }

  /** Calls `visit` with each ticket that matches every group, or with all tickets if there are no groups. */
  forEach(groups: readonly SearchGroup[], visit: (indexed: IndexedRow) => void): void {
    if (groups.length === 0) {
      for (const indexed of this.#slots) if (indexed !== undefined) visit(indexed)
      return
    }
    const [first, ...others] = groups as [SearchGroup, ...SearchGroup[]]
    const isSimple = first.parts.length === 1 && first.joined.length === 0
    for (const slot of this.#find(alternativesOf(first))) {
      const indexed = this.#slots[slot] as IndexedRow
      if (!isSimple && !hasGroup(indexed.words, first)) continue
      if (others.every((group) => hasGroup(indexed.words, group))) visit(indexed)
    }
  }

  /** The slots of tickets with a word that begins with one of `beginnings`. */
  #find(beginnings: readonly string[]): Iterable<number> {
    const [only = '', ...others] = beginnings
    return others.length === 0 ? this.#findOne(only) : new Set(beginnings.flatMap((one) => this.#scan(one)))
  }

  #findOne(beginning: string): readonly number[] {
    const marked = markBeginning(beginning)
    // One more letter can only narrow the last result.
    const slots =
      this.#last !== undefined && beginning.startsWith(this.#last.beginning)
        ? this.#last.slots.filter((slot) => this.#slots[slot]?.words.includes(marked))
        : this.#scan(beginning)
    this.#last = { beginning, slots }
    return slots
  }

  #scan(beginning: string): number[] {
    const text = this.#makeText()
    const marked = markBeginning(beginning)
    const slots: number[] = []
    let slot = 0
    for (let at = text.indexOf(marked); at !== -1; ) {
      while ((this.#starts[slot + 1] ?? Number.POSITIVE_INFINITY) <= at) slot += 1
      slots.push(slot)
      const next = this.#starts[slot + 1]
      at = next === undefined ? -1 : text.indexOf(marked, next)
    }
    return slots
  }

  #forgetText(): void {
    this.#text = undefined
    this.#last = undefined
  }

  #makeText(): string {
    if (this.#text !== undefined) return this.#text
    this.#starts = new Uint32Array(this.#slots.length)
    let length = 0
    this.#text = this.#slots
      .map((indexed, slot) => {
        this.#starts[slot] = length
        const words = indexed?.words ?? ''
        length += words.length
        return words
      })
      .join('')
    return this.#text
  }
}
