// The list of sessions, for its tests.
import type { Schemas } from '../../web/shared/schemas.ts'
import { getWithCost, type Parameters, withQuery } from './api.ts'
import { insert, sessionRow } from './rows.ts'

type Page = Schemas['SessionPage']

export const sessionsPath = (parameters: Parameters = {}): string => withQuery('/api/v1/sessions', parameters)

/** Reads a page. Fails unless the status is 200. */
export const getSessions = async (subject: string, url: string) => {
  const page = await getWithCost<Page>(subject, url)
  return { ...page, ids: page.data.map(({ id }) => id) }
}

/** The ids of all pages. */
export const getAllSessions = async (subject: string, parameters: Parameters): Promise<string[]> => {
  const ids: string[] = []
  for (let next: string | null = sessionsPath(parameters); next !== null; ) {
    const page: Awaited<ReturnType<typeof getSessions>> = await getSessions(subject, next)
    ids.push(...page.ids)
    next = page.links.next
  }
  return ids
}

/** Adds sessions to an event, by their starts; returns the ids. */
export const addSessions = async (event: string, starts: number[]): Promise<string[]> => {
  const ids = starts.map(() => crypto.randomUUID() as string)
  await insert(
    'sessions',
    ...ids.map((id, i) => ({ ...sessionRow(id, event), starts_at: starts[i] as number })),
  )
  return ids
}
