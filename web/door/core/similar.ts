// Names that differ from what was typed by one letter: wrong, missing, additional or swapped.
import { fold } from '../../../src/domain/tickets/words.ts'
import type { Ticket } from './ticket.ts'
import { compare, makeFirst, type TicketList } from './ticket-list.ts'

/** Shorter words have too many neighbors. */
const MIN_LETTERS = 4

/** Whether the end of `typed` is the beginning of the end of `word`. */
const continues = (typed: string, from: number, word: string, at: number): boolean =>
  word.startsWith(typed.slice(from), at)

/** Whether a word of a name begins almost as typed. */
const isSimilar = (word: string, typed: string): boolean => {
  if (typed.length < MIN_LETTERS) return false
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same += 1
  return (
    continues(typed, same + 1, word, same + 1) ||
    continues(typed, same, word, same + 1) ||
    continues(typed, same + 1, word, same) ||
    (typed[same] === word[same + 1] &&
      typed[same + 1] === word[same] &&
      continues(typed, same + 2, word, same + 2))
  )
}

const WORDS = /\p{L}+/gu

/**
 * Recognizes names that are similar to what was typed: one or two words of letters. Both are without case
 * and accents. Undefined for any other text.
 */
export const similarTo = (typed: string): ((name: string) => boolean) | undefined => {
  const searched = typed.trim().split(/\s+/)
  if (searched.length > 2 || !searched.every((word) => /^\p{L}+$/u.test(word))) return undefined
  if (!searched.some((word) => word.length >= MIN_LETTERS)) return undefined
  return (name) => {
    const words = name.match(WORDS) ?? []
    return searched.every((one) => words.some((word) => word.startsWith(one) || isSimilar(word, one)))
  }
}

/** Finds tickets whose names differ from `q` by one letter in a word. */
export const findSimilar = (list: TicketList, q: string, limit: number): Ticket[] => {
  const isNear = similarTo(fold(q))
  const first = makeFirst(limit, compare)
  if (isNear === undefined) return []
  for (const indexed of list.tickets.values())
    if (indexed.row[6] !== null && isNear(indexed.name)) first.add(indexed)
  return first.all.map(({ row }) => list.toTicket(row))
}
