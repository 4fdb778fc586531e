// A client of the API: sends HTTP requests to the Worker and checks every response against the OpenAPI
// document.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import { forgetLooks } from '../../src/api/webhooks/run.ts'
import { ERRORS, type ErrorCode, titleOf } from '../../src/errors.ts'
import worker from '../../src/index.ts'
import type { Schemas } from '../../web/shared/schemas.ts'
import { here, ORIGIN, withBindings } from './address.ts'
import { expectDocumented } from './documented.ts'
import { tokenFor } from './tokens.ts'

export { ORIGIN }

export type Page = Schemas['TicketPage']

type Init = RequestInit & { subject?: string | undefined; headers?: Record<string, string> }

/** Sends a request with a token of `subject`, or with none. Fails if the response is not as documented. */
export const call = async (path: string, { subject, headers, ...init }: Init = {}): Promise<Response> => {
  const response = await exports.default.fetch(`${ORIGIN}${path}`, {
    ...init,
    headers: {
      ...(subject !== undefined && { Authorization: `Bearer ${await tokenFor(subject)}` }),
      ...headers,
    },
  })
  await expectDocumented(init.method ?? 'GET', new URL(`${ORIGIN}${path}`).pathname, response)
  return response
}

/** Like `call`, with some of the Worker's bindings replaced. */
export const callWithBindings = async (
  bindings: Partial<Env>,
  path: string,
  { subject, headers, ...init }: Init = {},
): Promise<Response> => {
  const url = `${ORIGIN}${path}`
  const authorization: Record<string, string> =
    subject === undefined ? {} : { Authorization: `Bearer ${await tokenFor(subject)}` }
  const context = createExecutionContext()
  // What the request leaves behind is awaited below. It would wait for the second between two looks for
  // webhooks.
  forgetLooks(here())
  const request = new Request(url, { ...init, headers: { ...authorization, ...headers } })
  const response = await worker.fetch(request, withBindings(bindings), context)
  try {
    // Reads the body, which may be made while it is sent.
    await expectDocumented(init.method ?? 'GET', new URL(url).pathname, response)
  } finally {
    await waitOnExecutionContext(context)
  }
  // `fetch` sets the URL of a response; a direct call of the handler does not.
  return Object.defineProperty(response, 'url', { value: url })
}

export type Parameters = Record<string, string | number>

export const withQuery = (path: string, parameters: Parameters): string => {
  const search = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
  return search.size > 0 ? `${path}?${search}` : path
}

export const ticketsPath = (sessionId: string, parameters: Parameters = {}): string =>
  withQuery(`/api/v1/sessions/${sessionId}/tickets`, parameters)

/** The body of a response. Fails unless the status is 200. */
export const okBody = async <Body>(response: Response): Promise<Body> => {
  const body = await response.json<Body>()
  expect(response.status, JSON.stringify(body)).toBe(200)
  return body
}

/** Reads what is at a path. Fails unless the status is 200. */
export const getBody = async <Body>(subject: string, path: string): Promise<Body> =>
  okBody<Body>(await call(path, { subject }))

/** Reads a page of the ticket list. */
export const getPage = (subject: string, path: string) => getBody<Page>(subject, path)

/** A request with a JSON body: a string as it is, anything else serialized. */
export const jsonRequest = (
  method: 'PUT' | 'POST' | 'PATCH',
  subject: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
) => ({
  method,
  subject,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** Sends a request with a JSON body. */
export const sendJson = (
  method: 'PUT' | 'POST' | 'PATCH',
  path: string,
  subject: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> => call(path, jsonRequest(method, subject, body, headers))

export const seriesPath = (event: string, series: string): string =>
  `/api/organizer/v1/events/${event}/series/${series}`

export const bulkUpdatePath = (event: string, series: string): string =>
  `${seriesPath(event, series)}/sessions/bulk-update`

export const listingPath = (id: string): string => `/api/organizer/v1/listings/${id}`

/**
 * Checks an error response: status, content type, body, request id, and that the message matches `naming`.
 */
export const expectError = async (response: Response, code: ErrorCode, naming?: string | RegExp) => {
  const body = await response.json<{ code: string; message: string }>()
  const { status } = ERRORS[code]
  expect({ status: response.status, code: body.code }).toEqual({ status, code })
  const isProblem =
    new URL(response.url || ORIGIN).pathname.match(/^\/api\/(organizer|public)\/v1\/listings(\/|$)/) !== null
  expect(response.headers.get('Content-Type')).toBe(
    isProblem ? 'application/problem+json' : 'application/json',
  )
  if (isProblem) {
    const { message } = body
    const instance = new URL(response.url).pathname
    expect(body).toEqual({
      type: `/api/docs/errors#${code}`,
      title: titleOf(code),
      status,
      detail: message,
      instance,
      code,
      message,
    })
  } else {
    const more = code === 'changes_gone' && 'role' in body ? ['role'] : []
    expect(Object.keys(body)).toEqual(['code', 'message', ...more])
  }
  expect(response.headers.get('X-Request-Id')).toMatch(/^[\w=-]+$/)
  if (naming !== undefined) expect(body.message).toMatch(naming)
  return body
}

/** Rows read and round trips, from the Server-Timing header. */
export const readCost = (response: Response): { rows: number; trips: number } => {
  const header = response.headers.get('Server-Timing') ?? ''
  const figure = (name: string) => Number(new RegExp(`${name};desc="(\\d+)"`).exec(header)?.[1])
  return { rows: figure('rows'), trips: figure('trips') }
}

/** Reads what is at a path, with its cost. Fails unless the status is 200. */
export const getWithCost = async <Body>(subject: string, path: string) => {
  const response = await call(path, { subject })
  return { ...(await okBody<Body>(response)), ...readCost(response) }
}
