// What the organizer's console reads.
import { expect } from 'vitest'
import type { Schemas } from '../../web/shared/schemas.ts'
import { bulkUpdatePath, call, getWithCost, okBody, sendJson, seriesPath } from './api.ts'
import type { Organizer } from './rows.ts'

const BASE = '/api/organizer/v1'
export const EVENTS_PATH = `${BASE}/events`
export const VENUES_PATH = `${BASE}/venues`
export const LISTINGS_PATH = `${BASE}/listings`

export const seriesSessionsPath = (event: string, series: string): string =>
  `${seriesPath(event, series)}/sessions`

export const previewPath = (event: string, series: string): string =>
  `${bulkUpdatePath(event, series)}/preview`

export const historyPath = (event: string, series: string): string => `${seriesPath(event, series)}/history`

export const revertPath = (event: string, series: string, id: string): string =>
  `${historyPath(event, series)}/${id}/revert`

type Page<Item> = { data: Item[]; links: { self: string; next: string | null } }

/** Reads a page of a list. */
export const getList = <Item>(subject: string, path: string) => getWithCost<Page<Item>>(subject, path)

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

type PreviewBody = Schemas['Preview']

/** Previews a bulk update, or tries to. */
export const postPreview = (
  { manager, event }: Organizer,
  series: string,
  body: unknown,
  subject = manager,
): Promise<Response> => sendJson('POST', previewPath(event, series), subject, body)

/** Previews a bulk update. Fails unless the status is 200. */
export const previewUpdate = async (...given: Parameters<typeof postPreview>): Promise<PreviewBody> =>
  okBody(await postPreview(...given))

export type HistoryItem = Schemas['HistoryRecord']

/** The history of a series, latest first. */
export const readHistory = ({ owner, event }: Organizer, series: string): Promise<HistoryItem[]> =>
  getAll<HistoryItem>(owner, historyPath(event, series))

/** Previews reverting a record, or tries to. */
export const postRevertPreview = (
  { manager, event }: Organizer,
  series: string,
  id: string,
  subject = manager,
): Promise<Response> => call(`${revertPath(event, series, id)}/preview`, { method: 'POST', subject })

/** Previews reverting a record. Fails unless the status is 200. */
export const previewRevert = async (org: Organizer, series: string, id: string): Promise<PreviewBody> =>
  okBody(await postRevertPreview(org, series, id))

export const postRevert = (
  { manager, event }: Organizer,
  series: string,
  id: string,
  expectedVersion: unknown,
  subject = manager,
): Promise<Response> => sendJson('POST', revertPath(event, series, id), subject, { expectedVersion })
