// The name and the description of a series, as fields of a form.
import { texts } from '../texts.ts'
import { type FieldOf, NAME } from './control.tsx'
import type { Draft } from './draft.ts'

export const SERIES_FIELDS: readonly FieldOf[] = [
  NAME,
  { name: 'description', label: texts.description, kind: 'prose' },
]

export const seriesDraft = (series: { name: string; description: string | null }): Draft => ({
  name: series.name,
  description: series.description ?? '',
})

export const seriesBody = ({ name, description }: Draft) => ({ name, description: description || null })
