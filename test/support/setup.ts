// Requests by which an organizer sets up a night.
import { expect } from 'vitest'
import type { Schemas } from '../../web/shared/schemas.ts'
import { call, getBody, sendJson, withQuery } from './api.ts'

export const API = '/api/organizer/v1'

/** Sends a body and returns the status and the parsed response, if it is not empty. */
export const send = async <Body = Record<string, unknown>>(
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  subject: string,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  const response = await sendJson(method, `${API}${path}`, subject, body, headers)
  const text = await response.clone().text()
  return { response, status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as Body }
}

/** Creates something. Fails unless that succeeds. */
export const create = async <Body = { id: string }>(
  path: string,
  subject: string,
  body: unknown,
): Promise<Body> => {
  const created = await send<Body>('POST', path, subject, body)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}

export const read = (path: string, subject: string, headers: Record<string, string> = {}) =>
  call(`${API}${path}`, { subject, headers })

/** Reads something that exists. */
export const readBody = <Body>(path: string, subject: string): Promise<Body> =>
  getBody(subject, `${API}${path}`)

export const remove = (path: string, subject: string) => call(`${API}${path}`, { method: 'DELETE', subject })

export type HistoryItem = Schemas['OrganizerRecord']

/** The records of the organizer, or of one entity. */
export const historyOf = async (
  organizer: string,
  subject: string,
  entityId?: string,
): Promise<HistoryItem[]> => {
  const path = withQuery(`/organizers/${organizer}/history`, entityId === undefined ? {} : { entityId })
  return (await readBody<{ data: HistoryItem[] }>(path, subject)).data
}
