// How the columns of a file map to Doorlist's.
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
}

export type Reject = (label: string, message: string) => void

/** The export of another system. */
export type ExportFormat = Format & {
  /** Columns that only this export has together. */
  identifiedBy: readonly string[]
  /** Columns that the import needs. */
  required: readonly string[]
  /** What to export instead if a column is missing. */
  hint: string
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export const fullName = (fields: Fields, first: string, last: string): string =>
  [textOf(fields[first]), textOf(fields[last])].join(' ').trim()

/** The status for a state, ignoring case. Rejects unknown states. */
export const toStatus = (
  fields: Fields,
  column: string,
  states: Record<string, string>,
  reject: Reject,
): string | undefined => {
  const state = textOf(fields[column])
  const status = Object.entries(states).find(([known]) => known.toLowerCase() === state.toLowerCase())?.[1]
  if (status === undefined) {
    const known = Object.keys(states).join(', ')
    reject(column, `"${state}" is not a known state; the known states are ${known}`)
  }
  return status
}
