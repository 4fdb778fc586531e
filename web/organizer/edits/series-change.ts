// The change of a series' name and description, and what to do where somebody else has changed them.

export const SERIES_FIELDS = ['name', 'description'] as const
export type SeriesField = (typeof SERIES_FIELDS)[number]

/** The fields as in the form: a missing description is an empty text. */
export type SeriesText = Record<SeriesField, string>

/** Text fields of a browser have line feeds alone. */
const normalize = (text: string): string => text.replace(/\r\n?/g, '\n')

export const textOf = (series: { name: string; description: string | null }): SeriesText => ({
  name: series.name,
  description: normalize(series.description ?? ''),
})

/** The fields to send; undefined if nothing differs. */
export const changeOf = (
  base: SeriesText,
  mine: SeriesText,
): { name?: string; description?: string | null } | undefined => {
  const change = {
    ...(mine.name.trim() !== base.name && { name: mine.name.trim() }),
    ...(mine.description !== base.description && { description: mine.description || null }),
  }
  return Object.keys(change).length === 0 ? undefined : change
}

/** The fields in which they differ. */
export const differingFields = (base: SeriesText, mine: SeriesText): SeriesField[] => {
  const change = changeOf(base, mine) ?? {}
  return SERIES_FIELDS.filter((field) => field in change)
}

export type Standing =
  /** What is there is what was to be written: an earlier attempt arrived. */
  | 'saved'
  /** Name and description are as they were when the person began: only something else of the series has changed. */
  | 'same'
  | 'conflict'

/** Compares the series as it is now with what the person began with and what they typed. */
export const standingOf = (base: SeriesText, mine: SeriesText, now: SeriesText): Standing => {
  if (changeOf(now, mine) === undefined) return 'saved'
  return changeOf(base, now) === undefined ? 'same' : 'conflict'
}
