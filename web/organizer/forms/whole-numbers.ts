// The numbers of a session, as they are typed.

const MAX_CAPACITY = 1_000_000
/** One day. */
const MAX_OFFSET_MINUTES = 1_440

/** A whole number from 0 to `max`; NaN for any other text. */
const parseWhole = (text: string, max: number): number => {
  const digits = text.trim()
  return /^\d{1,9}$/.test(digits) && Number(digits) <= max ? Number(digits) : Number.NaN
}

export const parseCapacity = (text: string): number => parseWhole(text, MAX_CAPACITY)

/** How many minutes before the start the doors open. */
export const parseOffset = (text: string): number => parseWhole(text, MAX_OFFSET_MINUTES)

/** Four weeks. */
const MAX_WINDOW_MINUTES = 40_320

/** Minutes from the start, negative before it; null for an empty text, NaN for any other. */
export const parseMinutes = (text: string): number | null => {
  const [, sign, digits = ''] = /^([-−]?)\s*(.*)$/.exec(text.trim()) ?? []
  if (digits === '') return sign ? Number.NaN : null
  const minutes = parseWhole(digits, MAX_WINDOW_MINUTES)
  return sign ? -minutes : minutes
}
