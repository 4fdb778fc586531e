// Pages of lists that are paged forward.

export type Page<Item, Position> = {
  items: Item[]
  /** The position of the last item if more follow. */
  next: Position | undefined
}

/** A page of `size` items, read with one more row that shows whether another page follows. */
export const toPage = <Row extends object, Position>(
  rows: readonly Row[],
  size: number,
  positionOf: (row: Row) => Position,
): Page<Row, Position> => {
  const items = rows.slice(0, size)
  const last = rows.length > size ? items.at(-1) : undefined
  return { items, next: last && positionOf(last) }
}

const charactersOf = (row: object): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)

/** How many rows fit a page of `size` items and `maxCharacters` of text, at least one. */
export const fitting = (rows: readonly object[], size: number, maxCharacters: number): number => {
  let characters = 0
  const end = rows.findIndex((row, index) => {
    characters += charactersOf(row)
    return index > 0 && (index >= size || characters > maxCharacters)
  })
  return end === -1 ? rows.length : end
}
