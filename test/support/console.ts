// What the organizer's console reads.
import { expect } from 'vitest'
import { call, readCost, seriesPath } from './api.ts'

const BASE = '/api/organizer/v1'
export const EVENTS_PATH = `${BASE}/events`
export const VENUES_PATH = `${BASE}/venues`
export const LISTINGS_PATH = `${BASE}/listings`

export const withQuery = (path: string, parameters: Record<string, string | number>): string =>
  `${path}?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))}`

export const seriesSessionsPath = (event: string, series: string): string =>
  `${seriesPath(event, series)}/sessions`

type Page<Item> = { data: Item[]; links: { self: string; next: string | null } }

/** Reads a response with its cost. Fails unless the status is 200. */
export const getJson = async <Body>(subject: string, path: string) => {
  const response = await call(path, { subject })
  const body = await response.json<Body>()
  expect(response.status, JSON.stringify(body)).toBe(200)
  return { ...body, ...readCost(response) }
}

/** Reads a page of a list. */
export const getList = <Item>(subject: string, path: string) => getJson<Page<Item>>(subject, path)

/** The items of all pages. */
export const getAll = async <Item>(subject: string, path: string): Promise<Item[]> => {
  const items: Item[] = []
  for (let next: string | null = path; next !== null; ) {
    const page: Page<Item> = await getList<Item>(subject, next)
    expect(page.links.self).toBe(next)
    items.push(...page.data)
    next = page.links.next
  }
  return items
}
