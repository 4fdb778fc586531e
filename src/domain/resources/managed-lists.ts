// Lists below an organizer, an event or a series, for owners and managers.
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { builder, integer, type Prepared, prepare, selectList, value } from '../../db/prepared.ts'
import { series } from '../../db/schema/events.ts'
import { mayManage, requireAccess } from '../access.ts'
import { type Page, toPage } from '../pages.ts'
import {
  AREA,
  type AreaRow,
  EVENT,
  HAS_FEED,
  ORGANIZER,
  type Organizer,
  SERIES,
  SESSION,
  TICKET_TYPE,
  type TicketTypeRow,
} from './definitions.ts'
import { type AnyResourceType, withMember } from './resource.ts'

/** The resource above a list, with the named value `ownerId`. */
export type Owner = Pick<AnyResourceType, 'notFound'> & {
  access: Prepared<{ allowed: number | null }>
  /**
   * A table with one row: its `id`, and the id of its `organizer`. Empty if the subject may not manage it.
   */
  managed: SQL
}

const ownerOf = (type: AnyResourceType, condition?: SQL): Owner => {
  const from = withMember(type, value('subject'))
  const isOwner = and(eq(type.table.id, value('ownerId')), condition)
  return {
    notFound: type.notFound,
    access: prepare(
      builder
        .select({ allowed: sql`${mayManage}`.as('allowed') })
        .from(from)
        .where(isOwner),
    ),
    managed: sql`(SELECT ${type.table.id}, ${type.organizerId} AS organizer FROM ${from}
      WHERE ${isOwner} AND ${mayManage}) AS managed`,
  }
}

export const MANAGED_ORGANIZER = ownerOf(ORGANIZER)
export const MANAGED_EVENT = ownerOf(EVENT)
export const MANAGED_SESSION = ownerOf(SESSION)
/** With the named value `eventId` for the event of the series. */
export const MANAGED_SERIES = ownerOf(SERIES, eq(series.eventId, value('eventId')))

/**
 * Reads a page of a list. The statement has the named values `subject`, `limit` and those given.
 *
 * @throws AppError the owner’s `notFound`, also for non-members; `forbidden` for staff
 */
export const readManaged = async <Row extends object, Position>(
  db: Database,
  { access, notFound }: Owner,
  statement: Prepared<Row>,
  values: Record<string, string | number>,
  pageSize: number,
  positionOf: (row: Row) => Position,
): Promise<Page<Row, Position>> => {
  const [allowed, rows] = await db.batchPrepared([access, statement], { ...values, limit: pageSize + 1 })
  requireAccess(allowed[0], notFound)
  return toPage(rows, pageSize, positionOf)
}

/** The ids break ties. */
export type NamePosition = { name: string; id: string }

const namePositionOf = ({ name, id }: NamePosition): NamePosition => ({ name, id })

/**
 * A list by name. The statement has the named values of {@link readManaged}, and `name` and `id` of the
 * previous item. The list throws what {@link readManaged} throws.
 */
export const listByName =
  <Row extends NamePosition>(owner: Owner, statement: Prepared<Row>) =>
  (
    db: Database,
    subject: string,
    ownerId: string,
    pageSize: number,
    after: NamePosition = { name: '', id: '' },
  ): Promise<Page<Row, NamePosition>> =>
    readManaged(db, owner, statement, { ...after, subject, ownerId }, pageSize, namePositionOf)

/** The phones or programs of an organizer, by name. */
export const listInOrganizer = <Row extends NamePosition>(
  table: 'devices' | 'programs',
  columns: { readonly [Name in keyof Row]: SQLWrapper },
): ReturnType<typeof listByName<Row>> => {
  const column = (name: string) => sql.raw(`${table}.${name}`)
  return listByName(
    MANAGED_ORGANIZER,
    prepare<Row>(sql`
  SELECT ${selectList(columns)} FROM ${MANAGED_ORGANIZER.managed}
  CROSS JOIN ${sql.raw(`${table} INDEXED BY ${table}_by_organizer`)} ON ${column('organizer_id')} = managed.id
    AND (${column('name')}, ${column('id')}) > (${value('name')}, ${value('id')})
  ORDER BY ${column('name')}, ${column('id')} LIMIT ${integer('limit')}`),
  )
}

const ticketTypes = prepare<TicketTypeRow>(sql`
  SELECT ${selectList(TICKET_TYPE.columns)}
  FROM ${MANAGED_EVENT.managed}
  CROSS JOIN ticket_types INDEXED BY ticket_types_by_event ON event_id = managed.id
    AND trim(ticket_types.name) > trim(${value('name')}) COLLATE NOCASE
  ORDER BY trim(ticket_types.name) COLLATE NOCASE LIMIT ${integer('limit')}`)

/** Lists the ticket types of an event by name, ignoring ASCII case. Their names are unique. */
export const listTicketTypes = listByName(MANAGED_EVENT, ticketTypes)

const areas = prepare<AreaRow>(sql`
  SELECT ${selectList(AREA.columns)}
  FROM ${MANAGED_EVENT.managed}
  CROSS JOIN areas INDEXED BY areas_by_event ON event_id = managed.id
    AND trim(areas.name) > trim(${value('name')}) COLLATE NOCASE
  ORDER BY trim(areas.name) COLLATE NOCASE LIMIT ${integer('limit')}`)

/** Lists the areas of an event as {@link listTicketTypes} does. */
export const listAreas = listByName(MANAGED_EVENT, areas)

/** The organizers where the subject is an owner or manager. */
export const MANAGED_ORGANIZERS: SQL = sql`
  SELECT organizers.id, organizers.name, role, erase_after_days AS "eraseAfterDays", ${HAS_FEED} AS feed
  FROM members INDEXED BY members_by_subject
  CROSS JOIN organizers INDEXED BY organizers_pk ON organizers.id = members.organizer_id
  WHERE members.subject = ${value('subject')} AND ${mayManage}`

const organizers = prepare<Organizer>(sql`
  SELECT * FROM (${MANAGED_ORGANIZERS}) AS organizer WHERE (name, id) > (${value('name')}, ${value('id')})
  ORDER BY name, id LIMIT ${integer('limit')}`)

export const listOrganizers = async (
  db: Database,
  subject: string,
  pageSize: number,
  after: NamePosition = { name: '', id: '' },
): Promise<Page<Organizer, NamePosition>> => {
  const [rows] = await db.batchPrepared([organizers], { ...after, subject, limit: pageSize + 1 })
  return toPage(rows, pageSize, namePositionOf)
}
