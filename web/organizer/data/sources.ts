// The lists elsewhere that a session follows.
import type { Schemas } from '../../shared/schemas.ts'
import { texts } from '../texts.ts'
import { ORGANIZER_API } from './reads.ts'

export type Source = Schemas['Source']

export const sourcesOf = (sessionId: string): string => `${ORGANIZER_API}/sessions/${sessionId}/sources`

export const pathOfSource = ({ id }: Pick<Source, 'id'>): string => `${ORGANIZER_API}/sources/${id}`

/** Whether it has stopped because its list has shrunk, so that somebody must decide. */
export const hasShrunk = ({ status, problem }: Source): boolean =>
  status === 'Stopped' && / were read before, now /.test(problem ?? '')

/** What a column of a list is called. */
export const nameOfField = (field: string): string =>
  (texts.meanings as Record<string, string>)[field] ?? field

const fold = (heading: string): string => heading.trim().toLowerCase()

/** The field that a manager has named for a heading; empty if none. */
export const fieldFor = ({ columns }: Source, heading: string): string =>
  Object.entries(columns).find(([name]) => fold(name) === fold(heading))?.[1] ?? ''

/** The columns with another field for a heading; none if it is empty. */
export const withField = ({ columns }: Source, heading: string, field: string): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(columns).filter(([name]) => fold(name) !== fold(heading))),
  ...(field !== '' && { [heading]: field }),
})
