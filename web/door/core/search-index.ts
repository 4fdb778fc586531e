// Searches a large list by numbers instead of texts. Reading the texts of 100,000 tickets, which lie all over
// the memory, takes a phone longer than all else of a keystroke. The numbers lie side by side, and leave few
// tickets whose texts must be read.
import { parseSearch, type SearchGroup } from '../../../src/domain/tickets/words.ts'
import {
  compare,
  type Found,
  type IndexedRow,
  makeFirst,
  matcherOf,
  type Query,
  rankBy,
  type TicketList,
  typedWords,
} from './ticket-list.ts'

/**
 * The masks of a ticket, of 32 bits: which letters its words begin with, which pairs of letters, and which
 * letters the words of its name.
 */
const MASKS = 8
const [LETTERS, PAIRS, NAME_LETTERS] = [0, 2, 6] as const
const PAIR_BITS = 128

const LATIN = 26
const DIGITS = 10
const BITS = 64

/** The bit of a character: Latin letters and digits have their own, and all others share the rest. */
const bitOf = (code: number): number => {
  if (code > 96 && code < 97 + LATIN) return code - 97
  if (code > 47 && code < 48 + DIGITS) return LATIN + code - 48
  return LATIN + DIGITS + (code % (BITS - LATIN - DIGITS))
}

const hasOwnBit = (character: string): boolean => /^[a-z\d]$/.test(character)

const pairOf = (first: number, second: number): number => (first * 31 + second) % PAIR_BITS

/** Six characters of a name as a number, which sorts as they do. Ends at the first that does not fit. */
const keyOf = (name: string): number => {
  let key = 0
  let fits = true
  for (let at = 0; at < 6; at += 1) {
    const code: number = fits ? Math.min(255, at < name.length ? name.charCodeAt(at) : 0) : 0
    fits &&= code < 255
    key = key * 256 + code
  }
  return key
}

/** The places of a bit among the masks. */
type Place = { offset: number; mask: number }
const placeOf = (kind: number, bit: number): Place => ({ offset: kind + (bit >> 5), mask: 1 << (bit & 31) })

/** What the masks of a ticket must have if one of its words begins so. */
const placesOf = (beginning: string): Place[] => {
  const [first, second] = [beginning.charCodeAt(0), beginning.charCodeAt(1)]
  const letter = placeOf(LETTERS, bitOf(first))
  return beginning.length < 2 ? [letter] : [letter, placeOf(PAIRS, pairOf(first, second))]
}

/** One of these must match, or the ticket does not match the group. */
const alternativesOf = ({ parts, joined }: SearchGroup): Place[][] =>
  [...(parts[0] ?? []), ...joined].map(placesOf)

/** Whether the masks tell that a ticket matches. */
const isSure = ({ parts, joined }: SearchGroup): boolean =>
  parts.length === 1 && joined.length === 0 && (parts[0] ?? []).every(hasOwnBit)

const has = (masks: Int32Array, base: number, { offset, mask }: Place): boolean =>
  ((masks[base + offset] as number) & mask) !== 0

const haveOne = (masks: Int32Array, base: number, alternatives: readonly Place[][]): boolean => {
  for (const places of alternatives) {
    let hasAll = true
    for (const place of places) hasAll &&= has(masks, base, place)
    if (hasAll) return true
  }
  return false
}

const haveAll = (masks: Int32Array, base: number, groups: readonly Place[][][]): boolean => {
  for (const alternatives of groups) if (!haveOne(masks, base, alternatives)) return false
  return true
}

/** A search that only these lengthen finds nothing new. */
const PLAIN = /^[a-z\d][a-z\d ]*$/i

/** The ranks of names, best first. */
const RANKS = [0, 1, 2, 3] as const

class SearchIndex {
  readonly #list: TicketList
  readonly #slots = new Map<string, number>()
  readonly #free: number[] = []
  readonly #rows: (IndexedRow | undefined)[] = []
  #masks = new Int32Array()
  #keys = new Float64Array()
  /** The first letters of the first and of the last word of the name. */
  #firsts = new Uint8Array()
  #lasts = new Uint8Array()
  /** The last search, and what it has found in any status. */
  #last: { q: string; slots: readonly number[] } | undefined
  isReady = false

  constructor(list: TicketList) {
    this.#list = list
  }

  #grow(): void {
    const room = Math.max(1_024, this.#rows.length * 1.25)
    const grown = <Values extends Int32Array | Float64Array | Uint8Array>(
      to: Values,
      from: Values,
    ): Values => {
      to.set(from)
      return to
    }
    this.#masks = grown(new Int32Array(room * MASKS), this.#masks)
    this.#keys = grown(new Float64Array(room), this.#keys)
    this.#firsts = grown(new Uint8Array(room), this.#firsts)
    this.#lasts = grown(new Uint8Array(room), this.#lasts)
  }

  put(id: string, indexed: IndexedRow | undefined): void {
    const known = this.#slots.get(id)
    const before = known === undefined ? undefined : this.#rows[known]
    const isSame = before?.words === indexed?.words && before?.name === indexed?.name
    if (!isSame) this.#last = undefined
    if (indexed === undefined) {
      if (known === undefined) return
      this.#slots.delete(id)
      this.#free.push(known)
      this.#rows[known] = undefined
      this.#masks.fill(0, known * MASKS, (known + 1) * MASKS)
      return
    }
    const slot = known ?? this.#free.pop() ?? this.#rows.length
    if (slot >= this.#keys.length) this.#grow()
    this.#slots.set(id, slot)
    this.#rows[slot] = indexed
    if (!isSame) this.#read(slot, indexed)
  }

  #read(slot: number, { words, name }: IndexedRow): void {
    const base = slot * MASKS
    const masks = this.#masks
    masks.fill(0, base, base + MASKS)
    const add = ({ offset, mask }: Place): void => {
      masks[base + offset] = (masks[base + offset] as number) | mask
    }
    // The mark of a beginning is a capital, or a space before it.
    for (const word of words.match(/[A-Z ][^A-Z ]*/g) ?? []) {
      for (const place of placesOf(word.trim().toLowerCase())) add(place)
    }
    const parts = name.split(' ')
    for (const part of parts) add(placeOf(NAME_LETTERS, bitOf(part.charCodeAt(0))))
    this.#firsts[slot] = bitOf(name.charCodeAt(0))
    this.#lasts[slot] = bitOf((parts.at(-1) ?? '').charCodeAt(0))
    this.#keys[slot] = keyOf(name)
  }

  search({ q, status, overlay, limit }: Query): Found | undefined {
    const groups = parseSearch(q)
    if (!this.isReady || groups.length === 0) return undefined
    const matching = this.#match(q, groups)
    const shown =
      status === undefined
        ? matching
        : matching.filter((slot) => {
            const { row } = this.#rows[slot] as IndexedRow
            return (overlay.get(row[0])?.status ?? row[2]) === status
          })
    const tickets = this.#first(shown, typedWords(q), limit)
    return { tickets: tickets.map(({ row }) => this.#list.toTicket(row)), count: shown.length }
  }

  /** The slots whose tickets match, in any status. */
  #match(q: string, groups: readonly SearchGroup[]): readonly number[] {
    const before = this.#last
    const within = before && PLAIN.test(q) && q.startsWith(before.q) ? before.slots : undefined
    const [rows, masks] = [this.#rows, this.#masks]
    const alternatives = groups.map(alternativesOf)
    const matches = groups.every(isSure) ? undefined : matcherOf(groups)
    const found: number[] = []
    const size = within?.length ?? rows.length
    for (let index = 0; index < size; index += 1) {
      const slot = within === undefined ? index : (within[index] as number)
      if (!haveAll(masks, slot * MASKS, alternatives)) continue
      if (matches === undefined || matches((rows[slot] as IndexedRow).words)) found.push(slot)
    }
    this.#last = { q, slots: found }
    return found
  }

  /** The best rank that a name can have, by its letters. */
  #bestRank(slot: number, letters: readonly number[], places: readonly Place[]): number {
    const [first, last] = [this.#firsts[slot], this.#lasts[slot]]
    let best = 3
    for (let index = 0; index < letters.length; index += 1) {
      if (last === letters[index]) return 0
      if (first === letters[index]) best = 1
      else if (best === 3 && has(this.#masks, slot * MASKS, places[index] as Place)) best = 2
    }
    return best
  }

  /** The first tickets, by rank and name. Reads the names of those alone that may be among them. */
  #first(slots: readonly number[], typed: readonly string[], limit: number): IndexedRow[] {
    const rankOf = rankBy(typed)
    const letters = typed.map((word) => bitOf(word.charCodeAt(0)))
    const places = letters.map((bit) => placeOf(NAME_LETTERS, bit))
    const firsts = RANKS.map(() => makeFirst(limit, compare))
    /** No name of a rank after this is among them. */
    const ends = RANKS.map(() => (limit === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY))
    for (const slot of slots) {
      const best = this.#bestRank(slot, letters, places)
      if ((this.#keys[slot] as number) > (ends[best] as number)) continue
      const indexed = this.#rows[slot] as IndexedRow
      const rank = best === 3 ? 3 : rankOf(indexed)
      const { add, all } = firsts[rank] as (typeof firsts)[number]
      add(indexed)
      if (all.length < limit) continue
      ends[rank] = keyOf((all.at(-1) as IndexedRow).name)
      ends.fill(Number.NEGATIVE_INFINITY, rank + 1)
    }
    return firsts.flatMap(({ all }) => all).slice(0, limit)
  }
}

/** Smaller lists are searched at once. */
const LARGE = 20_000
/** Of one step, so that nobody waits for it. */
const PER_STEP = 1_000

/** The lists that have an index, or will soon. */
const indexed = new WeakSet<TicketList>()

/** Makes the index of a large list, in steps. From then on, the list searches by it. */
export const keepIndex = async (
  list: TicketList,
  pause: () => Promise<unknown>,
  large = LARGE,
): Promise<void> => {
  if (indexed.has(list) || list.tickets.size <= large) return
  indexed.add(list)
  const index = new SearchIndex(list)
  const { put, remove, search } = list
  Object.assign(list, {
    put: (row: IndexedRow) => {
      put.call(list, row)
      index.put(row.row[0], row)
    },
    remove: (id: string) => {
      remove.call(list, id)
      index.put(id, undefined)
    },
    search: (query: Query) => index.search(query) ?? search.call(list, query),
  })
  let step = 0
  for (const [id, row] of [...list.tickets]) {
    // Removed or replaced meanwhile.
    if (list.tickets.get(id) === row) index.put(id, row)
    step += 1
    if (step % PER_STEP === 0) await pause()
  }
  index.isReady = true
}
