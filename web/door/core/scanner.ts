// Tells what a scanner types from what people type, wherever the focus is.

/** Between two keys of a scanner, at most. People are slower. */
export const GAP_MS = 60
/** The same where nobody types text: a slow scanner may be at work. */
export const GAP_OUTSIDE_FIELDS_MS = 500
const MIN_SCAN = 6
/** The shortest code that is looked for at the end of other text. */
const MIN_TAIL = 12

/**
 * Characters in quick succession. `withPauses`: the same with those before a pause of a slow phone. `lastAt`
 * is in ms of any clock that does not jump.
 */
export type Burst = { text: string; withPauses: string; lastAt: number }

export const NO_BURST: Burst = { text: '', withPauses: '', lastAt: Number.NEGATIVE_INFINITY }

/** Adds characters to a burst, or begins the next one. */
export const addTo = (burst: Burst, added: string, at: number, gapMs = GAP_MS): Burst => {
  const sinceLast = at - burst.lastAt
  return {
    text: sinceLast <= gapMs ? burst.text + added : added,
    withPauses: sinceLast <= GAP_OUTSIDE_FIELDS_MS ? burst.withPauses + added : added,
    lastAt: at,
  }
}

type Lookup = {
  /** Whether a ticket on the phone has this code. */
  isCode: (text: string) => boolean
  /** Whether a number or the search finds somebody by this text. */
  isFound: (text: string) => boolean
}

/** Where the keys go. `outside`: no field has the focus, and no dialog is open. */
export type Place = 'search' | 'field' | 'dialog' | 'outside'

/** How long two keys of a scan may be apart. */
export const gapAt = (place: Place): number =>
  place === 'search' || place === 'field' ? GAP_MS : GAP_OUTSIDE_FIELDS_MS

/**
 * What a scanner typed before an Enter; undefined if a person typed. `before` is the text of the field up to
 * the caret.
 */
export const endScan = (
  { text, withPauses, lastAt }: Burst,
  at: number,
  { place, before }: { place: Place; before: string },
  { isCode, isFound }: Lookup,
): string | undefined => {
  const isFast = text.trim().length >= MIN_SCAN && at - lastAt <= gapAt(place)
  // A slow phone may have a pause within the link.
  const [link] = /https?:\/\/\S+$/i.exec(before) ?? []
  if (link !== undefined && isCode(link)) return link
  if (isFast && isCode(text)) return text
  for (let from = 0; before.length - from >= MIN_TAIL; from += 1) {
    const tail = before.slice(from)
    if (tail.trim().length >= MIN_TAIL && isCode(tail)) return tail
  }
  if (!isFast || place !== 'search') return isFast ? text : undefined
  return isFound(text) || isFound(before) ? undefined : withPauses
}

/**
 * Whether text that entered a field at once, without keys, is from a scanner. Other text may be a word from a
 * phone's keyboard, or pasted: it stays in the field, and with an Enter right after it, it is a scan too.
 */
export const isScanAtOnce = (text: string, { isCode }: Pick<Lookup, 'isCode'>): boolean =>
  text.trim().length >= MIN_SCAN && isCode(text)

/**
 * The text of a field before the caret without what a scanner typed at its end. The field may have cut it.
 */
export const withoutScan = (before: string, scan: string): string => {
  for (let length = Math.min(scan.length, before.length); length > 0; length -= 1)
    if (before.endsWith(scan.slice(0, length))) return before.slice(0, -length)
  return before
}
