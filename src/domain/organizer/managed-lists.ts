// Lists below an organizer or an event, for its owners and managers.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { builder, integer, type Prepared, prepare, value } from '../../db/prepared.ts'
import { mayManage, requireAccess } from '../access.ts'
import { type AnyResourceType, type ResourceType, withMember } from './resource.ts'
import {
  EVENT,
  type EventRow,
  ORGANIZER,
  type Organizer,
  TICKET_TYPE,
  type TicketTypeRow,
} from './resources.ts'

export type Owner = Pick<AnyResourceType, 'notFound'> & {
  access: Prepared<{ allowed: number }>
  /** A table of one row with its `id`. Empty if the subject may not manage it. */
  managed: SQL
}

const ownerOf = <Row>(type: ResourceType<Row>): Owner => {
  const from = withMember(type, value('subject'))
  const isOwner = eq(type.table.id, value('ownerId'))
  return {
    notFound: type.notFound,
    access: prepare(
      builder
        .select({ allowed: sql`${mayManage}`.as('allowed') })
        .from(from)
        .where(isOwner),
    ),
    managed: sql`(SELECT ${type.table.id} FROM ${from} WHERE ${isOwner} AND ${mayManage}) AS managed`,
  }
}

export const MANAGED_ORGANIZER = ownerOf<Organizer>(ORGANIZER)
export const MANAGED_EVENT = ownerOf<EventRow>(EVENT)

export type Page<Item, Position> = {
  items: Item[]
  /** The position of the last item if more follow. */
  next: Position | undefined
}

/**
 * Reads a page of a list. The statement has the named values `subject`, those given, and `limit`.
 *
 * @throws AppError the owner's `notFound`, also for non-members; `forbidden` for staff
 */
export const readManaged = async <Row, Position>(
  db: Database,
  { access, notFound }: Pick<Owner, 'access' | 'notFound'>,
  statement: Prepared<Row>,
  values: Record<string, string | number>,
  pageSize: number,
  positionOf: (row: Row) => Position,
): Promise<Page<Row, Position>> => {
  // One extra row shows whether another page follows.
  const [allowed, rows] = await db.batchPrepared([access, statement], { ...values, limit: pageSize + 1 })
  requireAccess(allowed[0], notFound)
  const items = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? items.at(-1) : undefined
  return { items, next: last && positionOf(last) }
}

/** A position in a list by name. The ids break ties. */
export type NamePosition = { name: string; id: string }

/**
 * A list by name. The statement has the values of {@link readManaged}, and `name` and `id` of the item before.
 *
 * The function throws AppError with the owner's `notFound`, also for non-members; `forbidden` for staff.
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
    readManaged(db, owner, statement, { ...after, subject, ownerId }, pageSize, ({ name, id }) => ({
      name,
      id,
    }))

const ticketTypes = prepare<TicketTypeRow>(sql`
  SELECT ${sql.join(
    Object.entries(TICKET_TYPE.columns).map(([name, column]) => sql`${column} AS ${sql.identifier(name)}`),
    sql`, `,
  )}
  FROM ${MANAGED_EVENT.managed}
  CROSS JOIN ticket_types INDEXED BY ticket_types_by_event ON event_id = managed.id
    AND (name COLLATE NOCASE, ticket_types.id) > (${value('name')}, ${value('id')})
  ORDER BY name COLLATE NOCASE, ticket_types.id LIMIT ${integer('limit')}`)

/** Lists the ticket types of an event by name, ignoring ASCII case. */
export const listTicketTypes = listByName(MANAGED_EVENT, ticketTypes)

const organizers = prepare<Organizer>(sql`
  SELECT organizers.id, organizers.name, role FROM members INDEXED BY members_by_subject
  CROSS JOIN organizers INDEXED BY organizers_pk ON organizers.id = members.organizer_id
  WHERE members.subject = ${value('subject')} AND ${mayManage}
    AND (organizers.name, organizers.id) > (${value('name')}, ${value('id')})
  ORDER BY organizers.name, organizers.id LIMIT ${integer('limit')}`)

/** Lists the organizers where the subject is an owner or manager, by name. */
export const listOrganizers = async (
  db: Database,
  subject: string,
  pageSize: number,
  after: NamePosition = { name: '', id: '' },
): Promise<Page<Organizer, NamePosition>> => {
  const [rows] = await db.batchPrepared([organizers], { ...after, subject, limit: pageSize + 1 })
  const items = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? items.at(-1) : undefined
  return { items, next: last && { name: last.name, id: last.id } }
}
