// The text of a cell of a table. A number of a workbook depends on what its column is.
import type { NumberCell } from './sheet.ts'

type Row = { cells: readonly string[]; numbers?: ReadonlyMap<number, NumberCell> }

/** By the name of the column. Others have what is shown. */
const OF_NUMBER: Readonly<Record<string, (number: NumberCell) => string | undefined>> = {
  code: ({ code }) => code,
  ticketNumber: ({ code }) => code,
  reference: ({ code }) => code,
  plusOnes: ({ value }) => value,
  quantity: ({ value }) => value,
  transferCount: ({ value }) => value,
  checkedInAt: ({ instant }) => instant,
}

/** The cell as a value of a column; '' if there is none. */
export const cellAs = (column: string | undefined, { cells, numbers }: Row, index: number): string => {
  const number = numbers?.get(index)
  const read = column === undefined ? undefined : OF_NUMBER[column]
  return (number && read?.(number)) ?? cells[index] ?? ''
}
