// Finds guests whose name, e-mail or type somebody has mended in the list.

type Lost = {
  known: { parts: readonly string[] | null }
  present: { attendee_name: string | null } | undefined
  /** Whether nobody else can have the ticket: its guest is inside, was erased, or was voided by a person. */
  isBound: boolean
}

type Guest = {
  values: { attendeeName?: string | null; attendeeEmail?: string | null; holderEmail?: string | null }
}

/** Above so many candidates, names are paired in their order. */
const MAX_COMPARED = 60

/** How many letters differ (Levenshtein), up to what two names can have. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = (row[j - 1] as number) + Number(a[i - 1] !== b[j - 1])
      next.push(Math.min(same, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}

const MAX_NAME = 100
const nameOf = (name: string | null | undefined): string => (name ?? '').toLowerCase().slice(0, MAX_NAME)

/** The part of a name that may differ where nothing else tells that the guest of a bound ticket is meant. */
const MAX_DIFFERENCE = 1 / 3

/** Whether somebody else of the same type may be meant, who would find themselves without a valid ticket. */
const isOther = (guest: Guest, entry: Lost, by: number): boolean => {
  const { attendeeName, attendeeEmail, holderEmail } = guest.values
  if (!entry.isBound || attendeeEmail || holderEmail) return false
  return (
    by > Math.max(nameOf(attendeeName).length, nameOf(entry.present?.attendee_name).length) * MAX_DIFFERENCE
  )
}

/** Pairs the names of a part that have most in common first. */
const pairByName = <One extends Guest, Entry extends Lost>(
  guests: readonly One[],
  lost: readonly Entry[],
): [One, Entry][] => {
  if (guests.length * lost.length > MAX_COMPARED ** 2) {
    const loose = lost.filter(({ isBound }) => !isBound)
    return guests.slice(0, loose.length).map((guest, index) => [guest, loose[index] as Entry])
  }
  const compared = guests
    .flatMap((guest) =>
      lost.map((entry) => ({
        ...{ guest, entry },
        by: distance(nameOf(guest.values.attendeeName), nameOf(entry.present?.attendee_name)),
      })),
    )
    .sort((a, b) => a.by - b.by)
  const taken = new Set<One | Entry>()
  return compared.flatMap(({ guest, entry, by }): [One, Entry][] => {
    if (taken.has(guest) || taken.has(entry) || isOther(guest, entry, by)) return []
    taken.add(guest)
    taken.add(entry)
    return [[guest, entry]]
  })
}

/**
 * Pairs guests without a ticket with tickets that have lost their row, where all but one of name, e-mail and
 * type are equal: a type first, then an e-mail, then a name.
 */
export const pairMended = <One extends Guest, Entry extends Lost>(
  guests: readonly One[],
  lost: readonly Entry[],
  partsOf: (guest: One) => readonly string[],
): [One, Entry][] => {
  const pairs: [One, Entry][] = []
  const [left, leftLost] = [new Set(guests), new Set(lost)]
  const parts = new Map(guests.map((guest) => [guest, partsOf(guest)]))
  for (const part of [2, 1, 0]) {
    const byPart = Map.groupBy(leftLost, ({ known }) => known.parts?.[part])
    const wanted = Map.groupBy(left, (guest) => parts.get(guest)?.[part])
    for (const [hash, found] of wanted) {
      const entries = hash === undefined ? undefined : byPart.get(hash)
      if (entries === undefined) continue
      for (const [guest, entry] of pairByName(found, entries)) {
        pairs.push([guest, entry])
        left.delete(guest)
        leftLost.delete(entry)
      }
    }
  }
  return pairs
}
