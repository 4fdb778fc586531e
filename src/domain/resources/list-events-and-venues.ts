// The events and venues of every organizer that a subject manages, by organizer and name.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, type Prepared, prepare, value } from '../../db/prepared.ts'
import { fitting, type Page, toPage } from '../pages.ts'
import { type EventRow, SERIES_OF_EVENT } from './definitions.ts'
import { MANAGED_ORGANIZERS } from './managed-lists.ts'

/** An item's position in the order. The ids break ties. */
export type NamedPosition = { organizerName: string; organizerId: string; name: string; id: string }

type Named = { id: string; name: string; organizerId: string; organizerName: string }

export type Event = Omit<EventRow, 'series' | 'walkIns'> & {
  walkIns: boolean
  series: { id: string; name: string }[]
}

export const toEvent = ({ walkIns, series, ...row }: EventRow): Event => ({
  ...row,
  walkIns: walkIns === 1,
  series: JSON.parse(series),
})

/** The cursor's `field` for the organizer of the cursor. Later organizers are read from their first item. */
const startOf = (field: string): SQL => sql`iif(managed.id = ${value('organizerId')}, ${value(field)}, '')`

/**
 * A page of rows from `table`. It reads at most one page per organizer, so the cost depends on neither the
 * number of rows nor the position.
 */
const selectNamed = (table: 'events' | 'venues', columns: SQL): SQL => {
  const row = (column: string) => sql.raw(`${table}.${column}`)
  return sql`
WITH managed AS MATERIALIZED (
  SELECT * FROM (${MANAGED_ORGANIZERS}) AS organizer
  WHERE (organizer.name, organizer.id) >= (${value('organizerName')}, ${value('organizerId')})
)
SELECT ${row('id')}, ${row('name')}, managed.id AS "organizerId", managed.name AS "organizerName"${columns}
FROM managed CROSS JOIN ${sql.raw(table)} ON ${row('rowid')} IN (
  SELECT rowid FROM ${sql.raw(`${table} INDEXED BY ${table}_by_name`)}
  WHERE organizer_id = managed.id AND (name, id) > (${startOf('name')}, ${startOf('id')})
  ORDER BY name, id LIMIT ${integer('limit')})
ORDER BY managed.name, managed.id, ${row('name')}, ${row('id')} LIMIT ${integer('limit')}`
}

const events = prepare<EventRow>(
  selectNamed('events', sql`, time_zone AS "timeZone", walk_ins AS "walkIns", ${SERIES_OF_EVENT} AS series`),
)
const venues = prepare<Named>(selectNamed('venues', sql``))

/** Sorts before every item, because ids and names compare as text. */
const START: NamedPosition = { organizerName: '', organizerId: '', name: '', id: '' }

/** The size at which a page ends early, in characters of its texts. */
const MAX_PAGE_CHARACTERS = 500_000

const readPage = async <Row extends Named>(
  db: Database,
  statement: Prepared<Row>,
  subject: string,
  pageSize: number,
  after: NamedPosition = START,
): Promise<Page<Row, NamedPosition>> => {
  const [rows] = await db.batchPrepared([statement], { ...after, subject, limit: pageSize + 1 })
  return toPage(
    rows,
    fitting(rows, pageSize, MAX_PAGE_CHARACTERS),
    ({ organizerName, organizerId, name, id }) => ({ organizerName, organizerId, name, id }),
  )
}

/** Lists the events that the subject manages, each with its series. */
export const listEvents = async (
  db: Database,
  subject: string,
  pageSize: number,
  after: NamedPosition | undefined,
): Promise<Page<Event, NamedPosition>> => {
  const { items, next } = await readPage(db, events, subject, pageSize, after)
  return { items: items.map(toEvent), next }
}

/** Lists the venues of the organizers that the subject manages. */
export const listVenues = (
  db: Database,
  subject: string,
  pageSize: number,
  after: NamedPosition | undefined,
): Promise<Page<Named, NamedPosition>> => readPage(db, venues, subject, pageSize, after)
