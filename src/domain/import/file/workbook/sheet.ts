// A sheet of a workbook, as its cells are shown.

/** A number in a cell, or a tick, for columns that need something else than what is shown. */
export type NumberCell = {
  /**
   * Without grouping, currency and empty decimals; in scientific notation if the
   * spreadsheet has rounded it.
   */
  code: string
  /** Without a format. */
  value: string
  /** ISO 8601, if it is shown as a date or a time. */
  instant?: string
}

/** A row with values. */
export type SheetRow = {
  /** From 1. */
  line: number
  cells: readonly string[]
  /** By the index of the cell. */
  numbers?: ReadonlyMap<number, NumberCell>
  isHidden?: true
  /** How many of its cells are read as empty, or as a cell above, by the reason. */
  found?: Partial<Record<Finding, number>>
}

/**
 * What a person should know of a cell: an error such as #N/A; a formula whose result
 * the program that wrote the file did not calculate; a cell that is merged with one above,
 * so that the sheet shows that one.
 */
export type Finding = 'error' | 'noResult' | 'merged'

export type Sheet = { name: string; isHidden: boolean; rows: readonly SheetRow[] }
