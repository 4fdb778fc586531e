// Searches a large list by bits instead of texts. Reading the texts of 100,000 tickets, which lie all over
// the memory, takes a phone longer than all else of a keystroke. For each beginning of up to three letters
// there is a set with a bit for each ticket. The bits lie side by side, and leave few texts to be read.
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

const LATIN = 26
const DIGITS = 10
/** Latin letters and digits. */
const OWN = LATIN + DIGITS
const LETTERS = 64
/** Sets of tickets that pairs with other characters share, and those of three letters. */
const [SHARED_PAIRS, TRIPLES] = [64, 256]

/** The number of a character: Latin letters and digits have their own, and all others share the rest. */
const letterOf = (code: number): number => {
  if (code > 96 && code < 97 + LATIN) return code - 97
  if (code > 47 && code < 48 + DIGITS) return LATIN + code - 48
  return OWN + (code % (LETTERS - OWN))
}

const hasOwn = (beginning: string): boolean => /^[a-z\d]{1,2}$/.test(beginning)

/** Where the sets of each kind begin: words by letter, names by letter, words by two letters and by three. */
const BY_NAME = LETTERS
const BY_PAIR = BY_NAME + LETTERS
const BY_SHARED_PAIR = BY_PAIR + OWN * OWN
const BY_TRIPLE = BY_SHARED_PAIR + SHARED_PAIRS
const SETS = BY_TRIPLE + TRIPLES

const pairOf = (first: number, second: number): number => {
  const [a, b] = [letterOf(first), letterOf(second)]
  return a < OWN && b < OWN ? BY_PAIR + a * OWN + b : BY_SHARED_PAIR + ((first * 31 + second) % SHARED_PAIRS)
}

const tripleOf = (first: number, second: number, third: number): number =>
  BY_TRIPLE + ((first * 961 + second * 31 + third) % TRIPLES)

/** The sets that have each ticket with such a word; by one or two own characters, no other ticket. */
const setsOf = (beginning: string): number[] => {
  const [first, second, third] = [0, 1, 2].map((at) => beginning.charCodeAt(at)) as [number, number, number]
  if (beginning.length === 1) return [letterOf(first)]
  const pair = pairOf(first, second)
  return beginning.length === 2 ? [pair] : [pair, tripleOf(first, second, third)]
}

/** One of these must have the ticket, or it does not match the group. */
const alternativesOf = ({ parts, joined }: SearchGroup): number[][] =>
  [...(parts[0] ?? []), ...joined].map(setsOf)

/** Whether the sets tell that a ticket matches. */
const isSure = ({ parts, joined }: SearchGroup): boolean =>
  parts.length === 1 && joined.length === 0 && (parts[0] ?? []).every(hasOwn)

/** A bit for each slot. */
type Bits = Uint32Array

const NONE: Bits = new Uint32Array()

const hasBit = (bits: Bits, slot: number): boolean => (((bits[slot >> 5] ?? 0) >> (slot & 31)) & 1) === 1

/** Calls `use` with each slot, in order. */
const eachSlot = (bits: Bits, use: (slot: number) => void): void => {
  for (let at = 0; at < bits.length; at += 1) {
    for (let rest = bits[at] as number; rest !== 0; rest &= rest - 1) {
      use(at * 32 + 31 - Math.clz32(rest & -rest))
    }
  }
}

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

/** A search that only these lengthen finds nothing new. */
const PLAIN = /^[a-z\d][a-z\d ]*$/i

/** The ranks of names, best first. */
const RANKS = [0, 1, 2, 3] as const

/** Tickets that come later, before all sets must grow. */
const SPARE = 1_000

const roomFor = (tickets: number): number => Math.ceil(tickets / 32) * 32

class SearchIndex {
  readonly #list: TicketList
  readonly #slots = new Map<string, number>()
  readonly #free: number[] = []
  readonly #rows: (IndexedRow | undefined)[] = []
  readonly #sets: (Bits | undefined)[] = new Array(SETS)
  #room: number
  #keys: Float64Array
  /** The first letters of the first and of the last word of the name. */
  #firsts: Uint8Array
  #lasts: Uint8Array
  /** The last search, and what it has found in any status. */
  #last: { q: string; found: Bits } | undefined
  isReady = false

  constructor(list: TicketList) {
    this.#list = list
    this.#room = roomFor(list.tickets.size + SPARE)
    this.#keys = new Float64Array(this.#room)
    this.#firsts = new Uint8Array(this.#room)
    this.#lasts = new Uint8Array(this.#room)
  }

  #grow(): void {
    this.#room = roomFor(this.#room * 1.25)
    const grown = <Values extends Bits | Float64Array | Uint8Array>(to: Values, from: Values): Values => {
      to.set(from)
      return to
    }
    this.#keys = grown(new Float64Array(this.#room), this.#keys)
    this.#firsts = grown(new Uint8Array(this.#room), this.#firsts)
    this.#lasts = grown(new Uint8Array(this.#room), this.#lasts)
    for (const [index, set] of this.#sets.entries()) {
      if (set) this.#sets[index] = grown(new Uint32Array(this.#room / 32), set)
    }
  }

  put(id: string, indexed: IndexedRow | undefined): void {
    const known = this.#slots.get(id)
    const before = known === undefined ? undefined : this.#rows[known]
    const isSame = before?.words === indexed?.words && before?.name === indexed?.name
    if (!isSame) {
      this.#last = undefined
      if (known !== undefined && before) this.#mark(known, before, false)
    }
    if (indexed === undefined) {
      if (known === undefined) return
      this.#slots.delete(id)
      this.#free.push(known)
      this.#rows[known] = undefined
      return
    }
    const slot = known ?? this.#free.pop() ?? this.#rows.length
    if (slot >= this.#room) this.#grow()
    this.#slots.set(id, slot)
    this.#rows[slot] = indexed
    if (!isSame) this.#read(slot, indexed)
  }

  /** Adds a ticket to the sets of its words, or removes it from them. */
  #mark(slot: number, { words, name }: IndexedRow, isIn: boolean): void {
    const [at, bit] = [slot >> 5, 1 << (slot & 31)]
    const mark = (index: number): void => {
      const set = this.#sets[index] ?? new Uint32Array(this.#room / 32)
      this.#sets[index] = set
      const old = set[at] as number
      set[at] = isIn ? old | bit : old & ~bit
    }
    // The mark of a beginning is a capital, or a space before it.
    for (const word of words.match(/[A-Z ][^A-Z ]*/g) ?? []) {
      const own = word.trim().toLowerCase()
      mark(letterOf(own.charCodeAt(0)))
      if (own.length > 1) mark(pairOf(own.charCodeAt(0), own.charCodeAt(1)))
      if (own.length > 2) mark(tripleOf(own.charCodeAt(0), own.charCodeAt(1), own.charCodeAt(2)))
    }
    for (const part of name.match(/[^ ]+/g) ?? []) mark(BY_NAME + letterOf(part.charCodeAt(0)))
  }

  #read(slot: number, indexed: IndexedRow): void {
    this.#mark(slot, indexed, true)
    const { name } = indexed
    this.#firsts[slot] = letterOf(name.charCodeAt(0))
    this.#lasts[slot] = letterOf(name.charCodeAt(name.lastIndexOf(' ') + 1))
    this.#keys[slot] = keyOf(name)
  }

  search({ q, status, overlay, limit }: Query): Found | undefined {
    const groups = parseSearch(q)
    if (!this.isReady || groups.length === 0) return undefined
    const matching = this.#match(q, groups)
    const shown =
      status === undefined
        ? matching
        : this.#keep(matching, ({ row }) => (overlay.get(row[0])?.status ?? row[2]) === status)
    const tickets = this.#first(shown, typedWords(q), limit)
    let count = 0
    eachSlot(shown, () => {
      count += 1
    })
    return { tickets: tickets.map(({ row }) => this.#list.toTicket(row)), count }
  }

  /** The slots whose tickets fulfil a condition. */
  #keep(bits: Bits, isKept: (indexed: IndexedRow) => boolean): Bits {
    const kept = new Uint32Array(bits.length)
    eachSlot(bits, (slot) => {
      if (isKept(this.#rows[slot] as IndexedRow))
        kept[slot >> 5] = (kept[slot >> 5] as number) | (1 << (slot & 31))
    })
    return kept
  }

  /** The slots whose tickets match, in any status. */
  #match(q: string, groups: readonly SearchGroup[]): Bits {
    const before = this.#last
    const within = before && PLAIN.test(q) && q.startsWith(before.q) ? before.found : undefined
    const alternatives = groups.map((group) =>
      alternativesOf(group).map((sets) => sets.map((index) => this.#sets[index] ?? NONE)),
    )
    const size = Math.ceil(this.#rows.length / 32)
    let found: Bits = new Uint32Array(size)
    for (let at = 0; at < size; at += 1) {
      let bits = within === undefined ? -1 : (within[at] as number)
      for (const group of alternatives) {
        let any = 0
        for (const sets of group) {
          let all = bits
          for (const set of sets) all &= set[at] ?? 0
          any |= all
        }
        bits = any
      }
      found[at] = bits
    }
    if (!groups.every(isSure)) {
      const matches = matcherOf(groups)
      found = this.#keep(found, ({ words }) => matches(words))
    }
    this.#last = { q, found }
    return found
  }

  /** The best rank that a name can have, by its letters. */
  #bestRank(slot: number, letters: readonly number[], sets: readonly Bits[]): number {
    const [first, last] = [this.#firsts[slot], this.#lasts[slot]]
    let best = 3
    for (let index = 0; index < letters.length; index += 1) {
      if (last === letters[index]) return 0
      if (first === letters[index]) best = 1
      else if (best === 3 && hasBit(sets[index] as Bits, slot)) best = 2
    }
    return best
  }

  /** The first tickets, by rank and name. Reads the names of those alone that may be among them. */
  #first(bits: Bits, typed: readonly string[], limit: number): IndexedRow[] {
    const rankOf = rankBy(typed)
    const letters = typed.map((word) => letterOf(word.charCodeAt(0)))
    const sets = letters.map((letter) => this.#sets[BY_NAME + letter] ?? NONE)
    const firsts = RANKS.map(() => makeFirst(limit, compare))
    /** No name of a rank after this is among them. */
    const ends = RANKS.map(() => (limit === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY))
    eachSlot(bits, (slot) => {
      const best = this.#bestRank(slot, letters, sets)
      if ((this.#keys[slot] as number) > (ends[best] as number)) return
      const indexed = this.#rows[slot] as IndexedRow
      const rank = best === 3 ? 3 : rankOf(indexed)
      const { add, all } = firsts[rank] as (typeof firsts)[number]
      add(indexed)
      if (all.length < limit) return
      ends[rank] = keyOf((all.at(-1) as IndexedRow).name)
      ends.fill(Number.NEGATIVE_INFINITY, rank + 1)
    })
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
