// The list of sessions, for its tests.
import { expect } from 'vitest'
import type { Schemas } from '../../web/shared/schemas.ts'
import { call, readCost } from './api.ts'
import { insert, sessionRow } from './rows.ts'

type Page = Schemas['SessionPage']

export const sessionsPath = (parameters: Record<string, string | number> = {}): string =>
  `/api/v1/sessions?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))}`

/** Reads a page. Fails unless the status is 200. */
export const getSessions = async (subject: string, url: string) => {
  const response = await call(url, { subject })
  const body = await response.json<Page>()
  expect(response.status, JSON.stringify(body)).toBe(200)
  return { ...body, ids: body.data.map(({ id }) => id), ...readCost(response) }
}

/** The ids of all pages. */
export const getAllSessions = async (
  subject: string,
  parameters: Record<string, string | number>,
): Promise<string[]> => {
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
