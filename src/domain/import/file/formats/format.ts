// How the columns of a file map to Doorlist's.
import { isNothing } from '../table/cells.ts'
import type { Column } from '../table/columns.ts'

/** A row's values by the file's column names. */
export type Fields = Record<string, unknown>

export type Format = {
  name: string
  /** The file’s names for Doorlist’s columns, for error messages. */
  labels: Partial<Record<Column, string>>
  /** Columns that name the event or date, so must have one value throughout a file. */
  scope: readonly string[]
  /** Maps a row to Doorlist’s columns, and calls `reject` for what cannot be converted. */
  toColumns(fields: Fields, reject: Reject): Fields
  /** The system’s word for the status of a row. */
  stateOf?(fields: Fields): string
  /** Whether its rows are guests of a list, since the numbers of their tickets are not in it. */
  isPlain?: boolean
}

export type Reject = (label: string, message: string) => void

/** The export of another system. */
export type ExportFormat = Format & {
  /** Columns that only this export has together. */
  identifiedBy: readonly string[]
  /** Columns that may have the number of the ticket. Without them guests are found by name. */
  numberIn: readonly string[]
  /** The column with the status. Without it everybody is valid. */
  statusIn?: string
  /** Columns of which one has the code, if others than that of the labels have. */
  codeIn?: readonly string[]
  /** Other versions' names of its columns, in small letters. They count beside a number. */
  alsoCalled?: Readonly<Record<string, string>>
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export const fullName = (fields: Fields, first: string, last: string): string =>
  [firstOf(fields, first), firstOf(fields, last)].join(' ').trim()

/** The first of these columns with a value, which a hyphen is not. */
export const firstOf = (fields: Fields, ...columns: string[]): string =>
  columns.map((column) => textOf(fields[column])).find((text) => !isNothing('attendeeName', text)) ?? ''

/** The status for a state, ignoring case. Rejects unknown states. Undefined if the column is missing. */
export const toStatus = (
  fields: Fields,
  column: string,
  states: Record<string, string>,
  reject: Reject,
): string | undefined => {
  if (!(column in fields)) return undefined
  const state = textOf(fields[column])
  const status = Object.entries(states).find(([known]) => known.toLowerCase() === state.toLowerCase())?.[1]
  if (status === undefined) {
    const known = Object.keys(states).join(', ')
    reject(column, `"${state}" is not a known state; the known states are ${known}`)
  }
  return status
}
