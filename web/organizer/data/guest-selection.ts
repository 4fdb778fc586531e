// Which guests of a list are chosen.

/** All that match, or those with these ids. */
export type Selection = 'all' | ReadonlySet<string>

export const NOBODY: Selection = new Set()

/** The service takes so many ids at once. */
export const MAX_IDS = 500

/** What a list shows of its guests, and how many match. */
export type Listed = { ids: readonly string[]; total: number }

export const countOf = (selection: Selection, { total }: Listed): number =>
  selection === 'all' ? total : selection.size

export const isChosen = (selection: Selection, id: string): boolean =>
  selection === 'all' || selection.has(id)

/** Chooses or leaves the guests from one row to another. Where all were chosen, those shown stay so. */
export const chooseRows = (
  selection: Selection,
  { ids }: Listed,
  [from, to]: readonly [from: number, to: number],
  isSelected: boolean,
): Selection => {
  const next = new Set(selection === 'all' ? ids : selection)
  for (const id of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isSelected) next.add(id)
    else next.delete(id)
  }
  return next
}

/** Chooses all that are shown, or nobody. Where no more match, those are all. */
export const chooseShown = (selection: Selection, listed: Listed): Selection => {
  if (isEachChosen(selection, listed)) return NOBODY
  return listed.ids.length >= listed.total ? 'all' : new Set(listed.ids)
}

export const isEachChosen = (selection: Selection, { ids }: Listed): boolean =>
  ids.length > 0 && ids.every((id) => isChosen(selection, id))

/** As the service takes it. */
export const toBody = (
  selection: Selection,
  filter: Record<string, string>,
): { ticketIds: string[] } | { filter: Record<string, string> } =>
  selection === 'all' ? { filter } : { ticketIds: [...selection] }
