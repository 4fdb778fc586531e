// The service's operations, each with a request that succeeds for an owner. Suites about rules that hold for every
// guarded route run against each of them.
import { demoId } from '../../src/api/demo-ids.ts'
import type { Operation as Description } from '../../src/api/operation.ts'
import { ROUTE_GROUPS } from '../../src/api/route-groups.ts'
import { ERRORS, type ErrorCode } from '../../src/errors.ts'
import { bulkUpdatePath, call, sendJson } from './api.ts'
import { historyPath } from './console.ts'
import { addSeries, insert, type Organizer } from './rows.ts'

/** The ids in the paths of the operations. */
export type Target = { session: string; event: string; series: string; listing: string; record: string }

export type Operation = {
  name: string
  method: Description['method']
  path: (target: Target) => string
  /** The body for a target. */
  body?: (target: Target) => object
  /** The status of a successful response. */
  success: number
  /** The error for an unknown id; undefined for a list that is then empty. */
  notFound: ErrorCode | undefined
  /** Whether it changes nothing, so that it may run on a replica. */
  isRead: boolean
  /** Whether the role `staff` allows it. */
  forStaff: boolean
}

/** Their bodies name the version of a preview, which belongs to one subject. Tests of their own cover their access. */
const NEED_A_PREVIEW = ['putBack']

const fillPath =
  (path: string) =>
  ({ session, event, series, listing, record }: Target): string => {
    const id = path.includes('/history/') ? record : listing
    const ids: Record<string, string> = { sessionId: session, eventId: event, seriesId: series, id }
    return path.replace(/:(\w+)/g, (_, name: string) => ids[name] as string)
  }

/** The first example that changes something, with the ids of the target instead of the demo's. */
const bodyOf = ({ bodyExamples = {} }: Description) => {
  const examples = Object.values(bodyExamples)
  const { value } = examples.find(({ harmless }) => !harmless) ?? { value: undefined }
  return ({ session, event, series }: Target): object => {
    const ids = { [demoId('30')]: session, [demoId('10')]: event, [demoId('20')]: series }
    const text = Object.entries(ids).reduce(
      (json, [from, to]) => json.replaceAll(from, to),
      JSON.stringify(value),
    )
    return JSON.parse(text)
  }
}

const toOperation = (description: Description, path: string): Operation => {
  const { id, method, body, response, errors = {}, access, isRead = method === 'GET' } = description
  return {
    name: id,
    method,
    path: fillPath(path),
    ...(body && { body: bodyOf(description) }),
    success: response.body === undefined ? 204 : (response.status ?? 200),
    notFound: (Object.keys(errors) as ErrorCode[]).find((code) => ERRORS[code].status === 404),
    isRead,
    forStaff: access !== 'manager',
  }
}

export const OPERATIONS: readonly Operation[] = ROUTE_GROUPS.flatMap(({ path, operations }) =>
  operations
    .filter(({ id, access }) => access !== 'public' && !NEED_A_PREVIEW.includes(id))
    .map((description) => toOperation(description, path + description.path)),
)

export const addListing = async (organizer: string): Promise<string> => {
  const id = crypto.randomUUID()
  const now = Date.UTC(2026, 0, 1)
  await insert('listings', {
    id,
    organizer_id: organizer,
    title: 'Listing',
    slug: 'listing',
    created_at: now,
    updated_at: now,
  })
  return id
}

/** Changes the sessions of a series, and returns the id of the record. */
export const addRecord = async (org: Organizer, event: string, series: string): Promise<string> => {
  await sendJson('POST', bulkUpdatePath(event, series), org.owner, { filterType: 'All', newCapacity: 500 })
  const history = await call(historyPath(event, series), { subject: org.owner })
  const { data } = await history.json<{ data: { id: string }[] }>()
  return data[0]?.id as string
}

/** Adds the rows that every operation needs to succeed for the organizer. */
export const addTarget = async (org: Organizer): Promise<Target> => {
  const { series } = await addSeries(org, [Date.UTC(2027, 0, 1), Date.UTC(2027, 0, 8)])
  return {
    session: org.session,
    event: org.event,
    series,
    listing: await addListing(org.id),
    record: await addRecord(org, org.event, series),
  }
}

/** The operation's request on a target, without its token. */
export const requestOf = (
  { method, body }: Operation,
  target: Target,
  headers: Record<string, string> = {},
) => ({
  method,
  headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
  ...(body && { body: JSON.stringify(body(target)) }),
})

/** Calls the operation on a target, with a token of `subject` or with `headers`. */
export const callOperation = (
  operation: Operation,
  target: Target,
  { subject, headers }: { subject?: string; headers?: Record<string, string> },
): Promise<Response> =>
  call(operation.path(target), {
    ...requestOf(operation, target, headers),
    ...(subject !== undefined && { subject }),
  })
