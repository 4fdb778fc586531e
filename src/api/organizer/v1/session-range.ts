// The query of the lists of sessions, and their cursors.
import * as z from 'zod'
import type { SessionPosition } from '../../../domain/list-sessions.ts'
import type { SessionRange } from '../../../domain/organizer/list-sessions-of.ts'
import { cursorsOf } from '../../pagination/cursors.ts'
import { cursorParam, pageSizeParam } from '../../pagination/page.ts'
import { instantParam } from '../../resources/values.ts'

/** `of` is the id of the series or event. */
export const rangeCursors = cursorsOf<SessionRange & { of: string }, SessionPosition>(
  z.strictObject({ startsAt: z.int(), id: z.string() }),
  ({ of, from, to }) => ['series-sessions', of, from?.getTime() ?? null, to?.getTime() ?? null],
)

export const rangeQuery = (owner: 'series' | 'event') => ({
  from: instantParam.meta({
    format: 'date-time',
    examples: ['2026-06-12T00:00:00+02:00'],
    description: 'Only sessions that start at or after this time.',
  }),
  to: instantParam.meta({
    format: 'date-time',
    examples: ['2026-12-31T00:00:00+01:00'],
    description: 'Only sessions that start before this time.',
  }),
  pageSize: pageSizeParam('Sessions', 100, 500),
  cursor: cursorParam(`the ${owner}, \`from\` and \`to\` of its link`),
})
