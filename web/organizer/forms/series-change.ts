// The change of a series' name and description, and whether it conflicts with that of somebody else.

export const SERIES_FIELDS = ['name', 'description'] as const
export type SeriesField = (typeof SERIES_FIELDS)[number]

/** The fields as in the form: a missing description is an empty text. */
export type SeriesText = Record<SeriesField, string>

/** The value of a `<textarea>` has only line feeds (HTML, section 4.10.11). */
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

export type Comparison =
  /** The service has what the person typed: an earlier attempt was saved. */
  | 'saved'
  /** Nobody has changed the name or the description; something else of the series has changed. */
  | 'same'
  | 'conflict'

/** Compares what the service has now with what the person began with and what they typed. */
export const compare = (base: SeriesText, mine: SeriesText, current: SeriesText): Comparison => {
  if (changeOf(current, mine) === undefined) return 'saved'
  return changeOf(base, current) === undefined ? 'same' : 'conflict'
}
