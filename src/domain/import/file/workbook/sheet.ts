// A sheet of a workbook, as its cells are shown.

/** A number in a cell, for columns that need something else than what is shown. */
export type NumberCell = {
  /** Without grouping, currency and empty decimals; in scientific notation if the spreadsheet has rounded it. */
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
  /** How many of its cells have an error, such as #N/A. They are read as empty. */
  failed?: number
}

export type Sheet = { name: string; isHidden: boolean; rows: readonly SheetRow[] }
