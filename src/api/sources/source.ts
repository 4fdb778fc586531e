// A source as managers get it, with its address opened.
import type { Context } from 'hono'
import * as z from 'zod'
import { AFTER_MS, BEFORE_MS } from '../../domain/sources/schedule.ts'
import {
  SOURCE_KINDS,
  SOURCE_STATUSES,
  type SourceKind,
  type SourceRecord,
} from '../../domain/sources/source.ts'
import { readSecret } from '../auth/own/secret.ts'
import type { AppEnv } from '../http/context.ts'
import { demoId } from '../resources/examples.ts'
import { responseSchemas } from '../resources/schema-names.ts'
import { Instant, serializer } from '../resources/values.ts'
import { sealContext } from './run.ts'

export const RowProblem = z.strictObject({
  row: z.int().meta({ description: 'Its line in the list.' }),
  field: z.string().nullable().meta({ description: 'Null for the row as a whole.' }),
  message: z.string(),
})

export const Source = z
  .strictObject({
    id: z.uuid(),
    sessionId: z.uuid(),
    name: z.string(),
    kind: z.enum(SOURCE_KINDS),
    url: z.string().nullable().meta({
      description:
        'Where the list is. Null for a shop at its usual address, and where the address must be written again.',
    }),
    settings: z.record(z.string(), z.unknown()),
    missing: z.enum(['keep', 'void']),
    everyMinutes: z.int(),
    ticketTypeName: z.string().nullable(),
    columns: z.record(z.string(), z.string()),
    lastRunAt: Instant.nullable(),
    lastChangedAt: Instant.nullable().meta({ description: 'When a run last changed a ticket.' }),
    rows: z.int().nullable().meta({ description: 'How many rows it has; null before the first run.' }),
    status: z.enum(SOURCE_STATUSES).meta({
      description:
        '`Problem`: the last run failed, or rows have problems; it runs again. `Stopped`: it does not run until its `status` is set to `Ok`.',
    }),
    problem: z.string().nullable().meta({ description: 'What is wrong, in a sentence.' }),
    problems: z.array(RowProblem).meta({
      description: 'The first 100 problems of rows. Such a row changes nothing, and counts as there.',
    }),
    nextAt: Instant.nullable().meta({
      description:
        'When it runs again. Null if it is stopped, or if its session began more than 12 hours ago.',
    }),
  })
  .register(responseSchemas, { id: 'Source' })

const serialize = serializer(Source)

const AGAIN = 'Write the address and the secret of the source again: they cannot be opened any more.'

type Opened = { url: string | null; secret: string | null }

/** Undefined if the service has another secret by now, or if it was restored from a backup. */
export const openOf = async (c: Context<AppEnv>, row: SourceRecord): Promise<Opened | undefined> => {
  const { open } = await readSecret(c.env)
  const context = sealContext(row.id)
  try {
    return {
      url: row.url === null ? null : await open(row.url, context),
      secret: row.secret === null ? null : await open(row.secret, context),
    }
  } catch {
    return undefined
  }
}

/** Without its address, nobody knows where a list is; without its secret, a shop answers nothing. */
export const isWhole = (kind: SourceKind, opened: Opened | undefined): boolean =>
  opened !== undefined && (kind === 'Link' ? opened.url !== null : opened.secret !== null)

const nextAtOf = ({ nextAt, startsAt, status }: SourceRecord): number | null => {
  if (nextAt === null || status === 'Stopped' || startsAt + AFTER_MS <= Date.now()) return null
  return Math.max(nextAt, startsAt - BEFORE_MS)
}

export const serializeSource = async (
  c: Context<AppEnv>,
  row: SourceRecord,
): Promise<z.infer<typeof Source>> => {
  const opened = await openOf(c, row)
  const isLost = opened === undefined || (row.kind === 'Link' && opened.url === null)
  return serialize({
    ...row,
    url: opened?.url ?? null,
    settings: JSON.parse(row.settings),
    columns: JSON.parse(row.columns),
    problems: JSON.parse(row.problems),
    nextAt: isLost ? null : nextAtOf(row),
    ...(isLost && { status: 'Stopped', problem: row.status === 'Stopped' ? (row.problem ?? AGAIN) : AGAIN }),
  })
}

export const exampleSource: z.infer<typeof Source> = {
  id: demoId('87'),
  sessionId: demoId('30'),
  name: 'Sheet of Tom',
  kind: 'Link',
  url: 'https://docs.google.com/spreadsheets/d/1a2b3c/edit#gid=0',
  settings: {},
  missing: 'keep',
  everyMinutes: 5,
  ticketTypeName: 'Guest list',
  columns: {},
  lastRunAt: '2026-06-12T18:01:07.913Z',
  lastChangedAt: '2026-06-12T17:41:02.118Z',
  rows: 120,
  status: 'Ok',
  problem: null,
  problems: [],
  nextAt: '2026-06-12T18:06:07.913Z',
}
