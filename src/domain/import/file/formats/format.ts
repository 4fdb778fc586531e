// A format of files: how its columns become Doorlist's.
import type { Column } from '../columns.ts'

/** A row's values by the names of a file's columns. */
export type Fields = Record<string, unknown>

export type Format = {
  name: string
  /** The file's names for Doorlist's columns, for error messages. */
  labels: Partial<Record<Column, string>>
  /** Columns that name the event or date. They must have one value throughout a file. */
  scope: readonly string[]
  /** Returns the row by Doorlist's columns. Calls `reject` with what cannot be converted. */
  toColumns(fields: Fields, reject: Reject): Fields
}

export type Reject = (label: string, message: string) => void

/** The export of another system. */
export type ExportFormat = Format & {
  /** The columns that only this export has together. */
  identifiedBy: readonly string[]
  /** The columns without which it cannot be imported. */
  required: readonly string[]
  /** What to export instead, if one of them is missing. */
  hint: string
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export const fullName = (fields: Fields, first: string, last: string): string =>
  [textOf(fields[first]), textOf(fields[last])].join(' ').trim()

/** The status for a state, ignoring case. Rejects a state that is not known. */
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
