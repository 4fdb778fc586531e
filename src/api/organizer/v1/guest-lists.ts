import type { Context } from 'hono'
import * as z from 'zod'
import {
  changeGuestList,
  createGuestList,
  createGuestListsOfSeries,
  DEFAULTS,
  GUEST_LIST,
  type GuestList as GuestListRow,
  listGuestLists,
  MAX_AT_ONCE,
  MAX_LISTS,
  MAX_PLUS_ONES,
  MAX_QUOTA,
  replaceLink,
  type StoredCode,
} from '../../../domain/guest-lists/guest-list.ts'
import { FLAGS } from '../../../domain/resources/definitions.ts'
import { hashOf, newCode } from '../../../domain/secrets.ts'
import { hasSecret, readSecret } from '../../auth/own/secret.ts'
import { type AppEnv, actorOf } from '../../http/context.ts'
import { RATE_LIMITS } from '../../http/rate-limit.ts'
import { operation } from '../../operation.ts'
import { nameCursors } from '../../pagination/page.ts'
import { demoId, EXAMPLE_CODE } from '../../resources/examples.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { SERIES_PATH, seriesParams } from '../../resources/series.ts'
import { sessionParams } from '../../resources/session.ts'
import { Flag, noteSchema } from '../../resources/ticket-type.ts'
import {
  changeBody,
  Instant,
  nameSchema,
  newId,
  serializer,
  storedInstant,
  strictBody,
  uuidSchema,
} from '../../resources/values.ts'
import { listBelowOperation } from './list-operation.ts'
import {
  changeOperation,
  deleteOperation,
  readOperation,
  resourcePathOf,
  setLocation,
} from './resource-operations.ts'
import { session } from './sessions.ts'

const count = z.int().min(0)

const GuestList = z
  .strictObject({
    id: z.uuid(),
    sessionId: z.uuid(),
    name: z.string(),
    ticketTypeName: z.string(),
    quota: z.int().min(1).max(MAX_QUOTA).meta({ description: 'How many persons may be on it.' }),
    maxPlusOnes: z.int().min(0).max(MAX_PLUS_ONES).meta({ description: 'Companions of an entry.' }),
    closesAt: Instant.meta({
      description:
        'Until then those with the link can change it. By default when the doors open, or else at the start.',
    }),
    note: z
      .string()
      .nullable()
      .meta({ description: 'For door staff. The notes of its tickets begin with it.' }),
    flag: z.enum(FLAGS),
    showArrivals: z.boolean().meta({ description: 'Whether those with the link see who has arrived.' }),
    link: z
      .string()
      .nullable()
      .meta({ description: 'Null after a restore or with a new secret, until there is a new link.' }),
    persons: count.meta({ description: 'Its tickets that are valid or checked in.' }),
    arrived: count.meta({ description: 'Those of `persons` who are checked in.' }),
  })
  .register(responseSchemas, { id: 'GuestList' })

const serialize = serializer(GuestList)

/** What a sealed code belongs to, so that it opens for no other list. */
const contextOf = (id: string): string => `guest-list ${id}`

/** The code goes into the fragment, which browsers never send. */
const linkTo = (code: string, request: string): string => new URL(`/list/#${code}`, request).href

/** Null without a code, and for one that was sealed by another secret. */
const readLink = async (
  c: Context<AppEnv>,
  { id, sealedCode }: Pick<GuestListRow, 'id' | 'sealedCode'>,
): Promise<string | null> => {
  if (sealedCode === null || !hasSecret(c.env)) return null
  const { open } = await readSecret(c.env)
  const code = await open(sealedCode, contextOf(id)).catch(() => null)
  return code === null ? null : linkTo(code, c.req.url)
}

const serializeGuestList = async (
  row: GuestListRow,
  _url: string,
  c: Context<AppEnv>,
): Promise<z.infer<typeof GuestList>> =>
  serialize({ ...row, showArrivals: row.showArrivals === 1, link: await readLink(c, row) })

const exampleGuestList: z.infer<typeof GuestList> = {
  id: demoId('95'),
  sessionId: demoId('30'),
  name: 'DJ Tom',
  ticketTypeName: DEFAULTS.ticketTypeName,
  quota: 20,
  maxPlusOnes: DEFAULTS.maxPlusOnes,
  closesAt: '2026-06-19T17:30:00.000Z',
  note: null,
  flag: 'None',
  showArrivals: true,
  link: `https://tickets.example.com/list/#${EXAMPLE_CODE}`,
  persons: 12,
  arrived: 0,
}

const guestList = {
  type: GUEST_LIST,
  noun: 'guest list',
  tag: 'Guests',
  path: '/guest-lists/:listId',
  params: { listId: uuidSchema },
  schema: GuestList,
  serialize: serializeGuestList,
  example: exampleGuestList,
}

const QUOTA_RULE = `must be a whole number of persons from 1 to ${MAX_QUOTA.toLocaleString('en')}`
const PLUS_ONES_RULE = `must be a whole number from 0 to ${MAX_PLUS_ONES}`

const fields = {
  name: nameSchema,
  quota: z.int(QUOTA_RULE).min(1, QUOTA_RULE).max(MAX_QUOTA, QUOTA_RULE),
  ticketTypeName: nameSchema.exactOptional().meta({
    description: `\`${DEFAULTS.ticketTypeName}\` by default. A missing type is added to the event.`,
  }),
  maxPlusOnes: z
    .int(PLUS_ONES_RULE)
    .min(0, PLUS_ONES_RULE)
    .max(MAX_PLUS_ONES, PLUS_ONES_RULE)
    .exactOptional()
    .meta({ description: `Companions of an entry; ${DEFAULTS.maxPlusOnes} by default.` }),
  closesAt: storedInstant.nullable().exactOptional().meta({
    description: 'Null: when the doors open, or else at the start, also if the session moves.',
  }),
  note: noteSchema.exactOptional(),
  flag: Flag.exactOptional(),
  showArrivals: z
    .boolean('must be true or false')
    .exactOptional()
    .meta({ description: 'Whether those with the link see who has arrived; true by default.' }),
}

const { closesAt: _, ...lastingFields } = fields

const NewGuestLists = z
  .strictObject({ created: z.array(GuestList) })
  .register(responseSchemas, { id: 'NewGuestLists' })

const makeCode = async (c: Context<AppEnv>, id: string): Promise<StoredCode> => {
  const code = newCode()
  const { seal } = await readSecret(c.env)
  return { codeHash: await hashOf(code), sealedCode: await seal(code, contextOf(id)) }
}

const writesTickets = (body: object): boolean =>
  ['name', 'ticketTypeName', 'note', 'flag'].some((field) => field in body)

const isRename = async (c: Context<AppEnv>): Promise<boolean> =>
  writesTickets(Object(await c.req.json().catch(() => null)))

const answer = (description: string) => ({
  description,
  body: GuestList,
  examples: { list: { summary: 'A guest list', value: exampleGuestList } },
})

export const guestListOperations = [
  listBelowOperation('listGuestLists', guestList, session, {
    path: '/sessions/:sessionId/guest-lists',
    description: 'Sorted by name, with their links.',
    pageName: 'GuestListPage',
    cursors: nameCursors,
    list: listGuestLists,
  }),
  operation({
    id: 'createGuestList',
    method: 'POST',
    path: '/sessions/:sessionId/guest-lists',
    tag: guestList.tag,
    summary: 'Create a guest list',
    description: `Anyone who has its link can fill it, without an account. A session can have ${MAX_LISTS}.`,
    access: 'manager',
    needsSecret: true,
    params: sessionParams,
    body: strictBody({ id: newId, ...fields }).register(requestSchemas, { id: 'NewGuestList' }),
    bodyExamples: { list: { summary: 'The list of a DJ', value: { name: 'DJ Tom', quota: 20 } } },
    response: { status: 201, location: true, ...answer('The new guest list, with its link.') },
    errors: { session_not_found: true, id_taken: true, limit_reached: true },
    handle: async (c, { params: { sessionId }, body }) => {
      const { id = crypto.randomUUID(), closesAt = null, ...given } = body
      const row = await createGuestList(
        c.get('db'),
        actorOf(c),
        sessionId,
        id,
        { ...DEFAULTS, ...given, closesAt },
        await makeCode(c, id),
      )
      setLocation(c, guestList, { id })
      return serializeGuestList(row, c.req.url, c)
    },
  }),
  operation({
    id: 'createGuestListsOfSeries',
    method: 'POST',
    path: `${SERIES_PATH}/guest-lists`,
    tag: guestList.tag,
    summary: 'Create a guest list for each session of a series',
    description: `In each session that has not begun, is not cancelled and has no list of this name: a repeat creates those that are missing. All or none, of at most ${MAX_AT_ONCE} sessions, the next first.`,
    access: 'manager',
    needsSecret: true,
    params: seriesParams,
    body: strictBody(lastingFields).register(requestSchemas, { id: 'NewSeriesGuestLists' }),
    bodyExamples: { list: { summary: 'The list of a DJ', value: { name: 'DJ Tom', quota: 20 } } },
    response: {
      description: 'The new guest lists by the start of their sessions, each with its link.',
      body: NewGuestLists,
      examples: { lists: { summary: 'One', value: { created: [exampleGuestList] } } },
    },
    errors: {
      series_not_found: true,
      limit_reached: true,
    },
    handle: async (c, { params: { seriesId, eventId }, body }) => {
      const ids = Array.from({ length: MAX_AT_ONCE }, () => crypto.randomUUID())
      const rows = await createGuestListsOfSeries(
        c.get('db'),
        actorOf(c),
        { id: seriesId, eventId },
        { ...DEFAULTS, ...body },
        await Promise.all(ids.map(async (id) => ({ id, ...(await makeCode(c, id)) }))),
      )
      return { created: await Promise.all(rows.map((row) => serializeGuestList(row, c.req.url, c))) }
    },
  }),
  readOperation('getGuestList', guestList),
  changeOperation('updateGuestList', guestList, {
    description:
      'Its tickets get the new type, note and flag, except those that a manager has changed. A lower quota removes nobody.',
    isHeavy: ({ body }) => writesTickets(body),
    limits: async (c) => [RATE_LIMITS.requests, ...((await isRename(c)) ? [RATE_LIMITS.renames] : [])],
    body: changeBody({
      ...fields,
      name: fields.name.exactOptional(),
      quota: fields.quota.exactOptional(),
    }).register(requestSchemas, { id: 'GuestListChange' }),
    bodyExamples: {
      same: { summary: 'Harmless on the demo: its current quota', harmless: true, value: { quota: 20 } },
      close: { summary: 'Closed since then', value: { closesAt: '2026-06-19T12:00:00Z' } },
    },
    write: (db, actor, path, _, body, { isCurrent }) => changeGuestList(db, actor, path, body, isCurrent),
  }),
  deleteOperation('deleteGuestList', guestList, {
    description: 'Its tickets stay, without a list. The link ends.',
    isHeavy: true,
  }),
  operation({
    id: 'replaceGuestListLink',
    method: 'POST',
    path: `${guestList.path}/new-link`,
    tag: guestList.tag,
    summary: 'Replace the link of a guest list',
    description: 'The link before ends.',
    access: 'manager',
    needsSecret: true,
    params: guestList.params,
    body: strictBody({}).register(requestSchemas, { id: 'NewLink' }),
    bodyExamples: { none: { summary: 'No fields', value: {} } },
    isBodyOptional: true,
    response: answer('The guest list, with its new link.'),
    errors: { guest_list_not_found: true },
    handle: async (c, { params }) => {
      const path = resourcePathOf(guestList, params)
      const row = await replaceLink(c.get('db'), actorOf(c), path, await makeCode(c, path.id))
      return serializeGuestList(row, c.req.url, c)
    },
  }),
]
