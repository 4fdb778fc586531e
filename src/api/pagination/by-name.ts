// Cursors and query of the lists sorted by name, or by organizer and name.
import * as z from 'zod'
import type { NamedPosition } from '../../domain/resources/list-events-and-venues.ts'
import type { NamePosition } from '../../domain/resources/managed-lists.ts'
import { cursorsOf } from './cursors.ts'
import { cursorParam, pageSizeParam } from './page.ts'

export const namedCursors = cursorsOf<'events' | 'venues', NamedPosition>(
  z.strictObject({
    organizerName: z.string(),
    organizerId: z.string(),
    name: z.string(),
    id: z.string(),
  }),
  (list) => [list],
)

/** For a list by its path. */
export const nameCursors = cursorsOf<string, NamePosition>(
  z.strictObject({ name: z.string(), id: z.string() }),
  (list) => [list],
)

/** The console shows all events and venues; for most people they fit into one response. */
export const namedQuery = (items: string) => ({
  pageSize: pageSizeParam(items, 100, 500),
  cursor: cursorParam('the list of its link'),
})
