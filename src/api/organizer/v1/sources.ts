import type { Context } from 'hono'
import * as z from 'zod'
import { MEANINGS } from '../../../domain/import/file/headings.ts'
import { changeResource } from '../../../domain/resources/change-resource.ts'
import { withoutDefaults } from '../../../domain/resources/create-resources.ts'
import { readResource } from '../../../domain/resources/resource.ts'
import { previewSource } from '../../../domain/sources/preview.ts'
import { SourceError } from '../../../domain/sources/reader.ts'
import {
  addSource,
  afresh,
  listSources,
  SOURCE,
  SOURCE_KINDS,
  type SourceKind,
  type SourceRecord,
  TOO_MANY_SOURCES,
} from '../../../domain/sources/source.ts'
import { AppError } from '../../../errors.ts'
import { readSecret } from '../../auth/own/secret.ts'
import { answerValidated, isCurrent } from '../../http/conditional.ts'
import { type AppEnv, actorOf } from '../../http/context.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { invalid } from '../../http/validate.ts'
import { operation } from '../../operation.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { sessionParams } from '../../resources/session.ts'
import { changeBody, lineSchema, nameSchema, newId, strictBody, uuidSchema } from '../../resources/values.ts'
import { requireSourceUrl } from '../../sources/fetch.ts'
import { Preview, serializePreview } from '../../sources/preview.ts'
import { runDeps, runForManager, sealContext } from '../../sources/run.ts'
import { exampleSource, isWhole, openOf, Source, serializeSource } from '../../sources/source.ts'
import { deleteOperation, setLocation } from './resource-operations.ts'

const SOURCES = '/sessions/:sessionId/sources'
const ONE = '/sources/:sourceId'

const sourceParams = { sourceId: uuidSchema }

const tag = 'Guests'

const MAX_URL = 2_000
const MAX_SECRET = 2_000
const MAX_SHEETS = 50
const MAX_COLUMNS = 100

const text = (max: number) => lineSchema(max)

const SETTINGS = {
  Link: z.strictObject({
    sheets: z.array(text(200), 'must be a list of names of sheets').min(1).max(MAX_SHEETS).exactOptional(),
  }),
  Pretix: z.strictObject({
    organizer: text(200),
    event: text(200),
    subevent: z.union([z.int(), text(200)], 'must be the number of a date').exactOptional(),
  }),
  Eventbrite: z.strictObject({ event: text(200) }),
} as const

/** @throws AppError `invalid_request` unless they are those of the kind */
const parseSettings = (kind: SourceKind, given: unknown): Record<string, unknown> => {
  const { success, data, error } = z.object({ settings: SETTINGS[kind] }).safeParse({ settings: given })
  if (success) return data.settings
  throw invalid(error)
}

const settings = z.record(z.string(), z.unknown(), 'must be an object').meta({
  description:
    'Of `Link`: `sheets`, the names of the sheets to read, where a workbook has several. Of `Pretix`: `organizer`, `event` and perhaps `subevent`. Of `Eventbrite`: `event`.',
  properties: {
    sheets: { type: 'array', items: { type: 'string' } },
    organizer: { type: 'string' },
    event: { type: 'string' },
    subevent: { type: ['integer', 'string'] },
  },
})

const fields = {
  name: nameSchema,
  url: z.string('must be a URL').max(MAX_URL, `must have at most ${MAX_URL} characters`).nullable().meta({
    description:
      'An https URL with a public host name. A link by which a sheet of Google, Dropbox or Nextcloud is shared leads to the sheet. Who may read it may read its guests: only managers see it.',
  }),
  settings,
  secret: z
    .string('must be text')
    .min(1, `must have 1 to ${MAX_SECRET} characters`)
    .max(MAX_SECRET, `must have 1 to ${MAX_SECRET} characters`)
    .regex(/^[\x21-\x7e]+$/, 'must have no spaces')
    .nullable()
    .meta({ description: 'A token of the shop. No response has it.' }),
  missing: z.enum(['keep', 'void'], 'must be keep or void').meta({
    description:
      'What happens to tickets of the source that have lost their row, unless they are checked in.',
  }),
  everyMinutes: z
    .int('must be a whole number from 1 to 1440')
    .min(1, 'must be a whole number from 1 to 1440')
    .max(1_440, 'must be a whole number from 1 to 1440'),
  ticketTypeName: nameSchema.nullable().meta({
    description: 'The type of guests whose row has none. By default `Guest list`.',
  }),
  columns: z
    .record(
      z.string().min(1).max(200),
      z.enum(MEANINGS, `must be one of ${MEANINGS.join(', ')}`),
      'must be an object',
    )
    .refine(
      (columns) => Object.keys(columns).length <= MAX_COLUMNS,
      `must have at most ${MAX_COLUMNS} headings`,
    )
    .meta({ description: 'The field of each heading that is not recognised.' }),
  status: z.enum(['Ok', 'Stopped'], 'must be Ok or Stopped'),
}

/** In the body of a new source, and of a change. */
const optional = {
  url: fields.url.exactOptional(),
  settings: fields.settings.exactOptional(),
  secret: fields.secret.exactOptional(),
  missing: fields.missing.exactOptional(),
  everyMinutes: fields.everyMinutes.exactOptional(),
  ticketTypeName: fields.ticketTypeName.exactOptional(),
  columns: fields.columns.exactOptional(),
}

const NewSource = strictBody({
  id: newId,
  name: fields.name,
  kind: z.enum(SOURCE_KINDS, `must be one of ${SOURCE_KINDS.join(', ')}`),
  ...optional,
  status: fields.status.exactOptional().meta({
    description: '`Stopped`: it waits until its `status` is set to `Ok`, so that it can be previewed first.',
  }),
}).register(requestSchemas, { id: 'NewSource' })

const SourceChange = changeBody({
  name: fields.name.exactOptional(),
  ...optional,
  status: fields.status.exactOptional().meta({
    description: '`Ok` starts a stopped source again, and makes the next run read everything again.',
  }),
}).register(requestSchemas, { id: 'SourceChange' })

type Change = z.output<typeof SourceChange>

/** @throws AppError `invalid_request` unless the source may be there */
const requireUrl = (c: Context<AppEnv>, kind: SourceKind, url: string | null): void => {
  if (url !== null) requireSourceUrl(c.env, url, c.req.url)
  else if (kind === 'Link') throw new AppError('invalid_request', 'url: must be the address of the list.')
}

/** @throws AppError `invalid_request` */
const requireToken = (kind: SourceKind, secret: string | null): void => {
  if (kind === 'Link' && secret !== null) {
    throw new AppError('invalid_request', 'secret: a link has none.')
  }
}

const readSource = (c: Context<AppEnv>, id: string) => (db: AppEnv['Variables']['db']) =>
  readResource(db, c.get('subject'), SOURCE, { id })

/** The column values of a change. */
const valuesOf = async (
  c: Context<AppEnv>,
  row: SourceRecord,
  { url, secret, settings: given, columns, status, ...others }: Change,
  now: number,
): Promise<Record<string, unknown>> => {
  const { seal } = await readSecret(c.env)
  const opened = await openOf(c, row)
  const sealed = async (value: string | null) => (value === null ? null : seal(value, sealContext(row.id)))
  if (url !== undefined) requireUrl(c, row.kind, url)
  if (secret !== undefined) requireToken(row.kind, secret)
  const isSame = (value: string | null | undefined, before: string | null | undefined) =>
    value === undefined || (opened !== undefined && value === before)
  const address = {
    ...(!isSame(url, opened?.url) && { url: await sealed(url as string | null) }),
    ...(!isSame(secret, opened?.secret) && { secret: await sealed(secret as string | null) }),
  }
  const isNowWhole =
    opened !== undefined
      ? isWhole(row.kind, {
          url: url === undefined ? opened.url : url,
          secret: secret === undefined ? opened.secret : secret,
        })
      : (row.url === null || url !== undefined) &&
        (row.secret === null || secret !== undefined) &&
        isWhole(row.kind, { url: url ?? null, secret: secret ?? null })
  if (status === 'Ok' && !isNowWhole) {
    throw new AppError('invalid_request', `${row.kind === 'Link' ? 'url' : 'secret'}: must be written again.`)
  }
  const starts = status === 'Ok' || (status === undefined && isNowWhole && !isWhole(row.kind, opened))
  const isRead = ['missing', 'ticketTypeName'].some((name) => name in others)
  const isOther = Object.keys(address).length > 0 || given !== undefined || columns !== undefined || isRead
  const stays = row.status === 'Stopped' && !starts
  return {
    ...others,
    ...address,
    ...(given !== undefined && { settings: JSON.stringify(parseSettings(row.kind, given)) }),
    ...(columns !== undefined && { columns: JSON.stringify(columns) }),
    ...((isOther || starts) && afresh(now)),
    ...(others.everyMinutes !== undefined && { nextAt: now }),
    ...(starts && { status: 'Ok', problem: null }),
    ...(stays && { nextAt: null }),
    ...(status === 'Stopped' && { status, problem: null, nextAt: null, lease: '', leaseUntil: 0 }),
  }
}

/** For the other side and the database. */
const PREVIEW_MS = 30_000

/** What the history has of a change: not the address, nor the secret. */
const recordOf = ({ url, secret, ...change }: Change): object => ({
  ...change,
  ...(url !== undefined && { url: 'new' }),
  ...(secret !== undefined && { secret: 'new' }),
})

const one = {
  path: ONE,
  tag,
  access: 'manager' as const,
  params: sourceParams,
  needsSecret: true,
}

const answer = (description: string) => ({
  description,
  body: Source,
  examples: { source: { summary: 'A sheet', value: exampleSource } },
})

export const sourceOperations = [
  operation({
    id: 'listSources',
    method: 'GET',
    path: SOURCES,
    tag,
    summary: 'List the sources of a session',
    description: 'Sorted by name, without their secrets.',
    access: 'manager',
    needsSecret: true,
    params: sessionParams,
    response: {
      description: 'At most 5 sources.',
      body: z.strictObject({ data: z.array(Source) }).register(responseSchemas, { id: 'SourceList' }),
      cache: 'private',
      examples: { list: { summary: 'A sheet', value: { data: [exampleSource] } } },
    },
    errors: { session_not_found: true },
    handle: async (c, { params: { sessionId } }) => {
      const rows = await readFromNearest(c, (db) => listSources(db, c.get('subject'), sessionId))
      return { data: await Promise.all(rows.map((row) => serializeSource(c, row))) }
    },
  }),
  operation({
    id: 'createSource',
    method: 'POST',
    path: SOURCES,
    tag,
    summary: 'Add a source',
    description:
      'The session’s list follows a list elsewhere: a sheet behind a link, or a shop. It is read every few minutes, from 30 days before the session until 12 hours after its start. It changes only tickets that it made, or that its first run found by number or code; what a person changes stays.',
    access: 'manager',
    needsSecret: true,
    params: sessionParams,
    body: NewSource,
    bodyExamples: {
      sheet: {
        summary: 'A shared sheet',
        value: {
          name: 'Sheet of Tom',
          kind: 'Link',
          url: 'https://docs.google.com/spreadsheets/d/1a2b3c/edit#gid=0',
          status: 'Stopped',
        },
      },
    },
    response: { status: 201, location: true, ...answer('The new source.') },
    errors: { session_not_found: true, id_taken: true, limit_reached: TOO_MANY_SOURCES },
    handle: async (c, { params: { sessionId }, body }) => {
      const { id = crypto.randomUUID(), name, kind, url = null, secret = null, settings: given = {} } = body
      const { missing = 'keep', everyMinutes = 5, ticketTypeName = null, columns = {}, status = 'Ok' } = body
      requireUrl(c, kind, url)
      requireToken(kind, secret)
      const parsed = parseSettings(kind, given)
      const { seal, sign } = await readSecret(c.env)
      const sealed = async (value: string | null) => (value === null ? null : seal(value, sealContext(id)))
      const shown = { name, kind, missing, everyMinutes, ticketTypeName, settings: parsed, columns, status }
      const content = {
        ...withoutDefaults(shown, {
          ...{ missing: 'keep', everyMinutes: 5, settings: {}, columns: {}, status: 'Ok' },
        }),
        // A repeat has the same address and secret.
        digest: (await sign(JSON.stringify(['source', id, url, secret]))).slice(0, 16),
      }
      const row = await addSource(
        c.get('db'),
        actorOf(c),
        sessionId,
        id,
        {
          ...{ name, kind, missing, everyMinutes, ticketTypeName, status },
          settings: JSON.stringify(parsed),
          columns: JSON.stringify(columns),
          url: await sealed(url),
          secret: await sealed(secret),
        },
        content,
      )
      setLocation(c, { path: ONE }, { id })
      return serializeSource(c, row)
    },
  }),
  operation({
    ...one,
    id: 'getSource',
    method: 'GET',
    summary: 'Read a source',
    response: { ...answer('The source.'), cache: 'validators' },
    errors: { source_not_found: true },
    handle: async (c, { params: { sourceId } }) => {
      const row = await readFromNearest(c, readSource(c, sourceId))
      return answerValidated(c, await serializeSource(c, row), row.version)
    },
  }),
  operation({
    ...one,
    id: 'updateSource',
    method: 'PATCH',
    summary: 'Change a source',
    description:
      'After a change of what is read, the next run is at once and reads everything again. If the address and the secret could no longer be opened, writing them starts the source again.',
    body: SourceChange,
    bodyExamples: {
      start: { summary: 'Start it again', value: { status: 'Ok' } },
      often: { summary: 'Read it every minute', value: { everyMinutes: 1 } },
    },
    response: { ...answer('The source after the change.'), cache: 'private' },
    errors: { source_not_found: true, precondition_failed: true },
    handle: async (c, { params: { sourceId: id }, body }) => {
      const actor = actorOf(c)
      const db = c.get('db')
      db.moveToPrimary()
      const row = await readSource(c, id)(db)
      const values = await valuesOf(c, row, body, actor.now.getTime())
      const changed = await changeResource(db, actor, SOURCE, { id }, values, recordOf(body), {
        isCurrent: isCurrent(c),
      })
      return serializeSource(c, changed)
    },
  }),
  deleteOperation(
    'deleteSource',
    {
      ...{ type: SOURCE, noun: 'source', tag, path: ONE, params: sourceParams, needsSecret: true },
      schema: Source,
      serialize: () => exampleSource,
      example: exampleSource,
    },
    { description: 'Its tickets stay, and belong to no source.' },
  ),
  operation({
    ...one,
    id: 'previewSource',
    method: 'POST',
    path: `${ONE}/preview`,
    summary: 'Preview a run of a source',
    description: 'Reads all that the source has, and returns what a run would change. Changes nothing.',
    body: strictBody({}),
    bodyExamples: { source: { summary: 'A source', value: {} } },
    isBodyOptional: true,
    isRead: true,
    isHeavy: true,
    response: {
      description: 'What a run would change.',
      body: Preview,
      cache: 'private',
      examples: {
        sheet: {
          summary: 'A sheet with two new guests',
          value: {
            ...serializePreview(new SourceError(''), null),
            ...{ problem: null, rows: 2, toInsert: 2, newTicketTypes: ['Guest list'] },
            ...{ soldAfter: 182, capacity: 400 },
            columns: [
              { heading: 'Name', field: 'attendeeName' },
              { heading: 'E-mail', field: 'holderEmail' },
            ],
            guests: [
              {
                ...{ row: 2, name: 'Ana García', email: 'ana@example.com' },
                ...{ ticketTypeName: 'Guest list', note: null },
              },
            ],
          },
        },
      },
    },
    errors: { source_not_found: true },
    handle: async (c, { params: { sourceId } }) => {
      const db = c.get('db')
      db.allow(PREVIEW_MS)
      const row = await readFromNearest(c, readSource(c, sourceId))
      return serializePreview(await previewSource(db, row, runDeps(c.env)), row.ticketTypeName)
    },
  }),
  operation({
    ...one,
    id: 'runSource',
    method: 'POST',
    path: `${ONE}/run`,
    summary: 'Run a source now',
    description:
      'Waits for a run that is under way. A run that fails is no error of this call: the source says what happened.',
    body: strictBody({
      take: z.boolean('must be true or false').exactOptional().meta({
        description:
          'Takes a list that has lost more than half of its rows and more than 10, for which the source has stopped.',
      }),
    }),
    bodyExamples: {
      now: { summary: 'Now', value: {} },
      taken: { summary: 'Take a list that has shrunk', value: { take: true } },
    },
    isBodyOptional: true,
    response: answer('The source after the run.'),
    errors: { source_not_found: true },
    handle: async (c, { params: { sourceId }, body: { take = false } }) => {
      const read = readSource(c, sourceId)
      const db = c.get('db')
      db.moveToPrimary()
      await read(db)
      await runForManager(c, sourceId, take, read)
      return serializeSource(c, await read(db))
    },
  }),
]
