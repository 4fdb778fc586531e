// What says whose a ticket is. Some phones may not hold it.

/** Seat, e-mail addresses, name, company, note, reference and guest list of a row. */
export const NAMES: ReadonlySet<number> = new Set([4, 5, 6, 7, 8, 13, 15, 21])
