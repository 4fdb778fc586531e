// Guest lists of a session, which others fill by a link. The code of the link is kept sealed, so that
// managers can read it again.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, selectList, value } from '../../db/prepared.ts'
import { auditLog } from '../../db/schema/audit-log.ts'
import { guestLists, MAX_PLUS_ONES, MAX_QUOTA } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import { EVENTS_BY_ID, requireAccess } from '../access.ts'
import type { Actor } from '../actor.ts'
import { toChange, wasRecorded } from '../audit.ts'
import { changeResource } from '../resources/change-resource.ts'
import { createResources, newValue, withoutDefaults } from '../resources/create-resources.ts'
import { type Flag, SERIES, SESSION } from '../resources/definitions.ts'
import { countGuard } from '../resources/limits.ts'
import { listByName, MANAGED_SESSION } from '../resources/managed-lists.ts'
import {
  fromManaged,
  type Guard,
  guardColumns,
  guardsPass,
  isAt,
  type ResourcePath,
  type ResourceType,
  requireGuards,
  selectResources,
} from '../resources/resource.ts'
import { inSession, insertTypes, typeNamed } from '../tickets/create-tickets.ts'

export { MAX_PLUS_ONES, MAX_QUOTA }

export const MAX_LISTS = 100

/** Characters of a ticket’s note: the list’s, and after it the entry’s. */
export const MAX_NOTE_CHARACTERS = 280

/** Instants are epoch milliseconds, `showArrivals` is 0 or 1. */
export type GuestList = {
  id: string
  sessionId: string
  name: string
  ticketTypeName: string
  quota: number
  maxPlusOnes: number
  closesAt: number
  note: string | null
  flag: Flag
  showArrivals: number
  sealedCode: string | null
  persons: number
  arrived: number
}

/** When a list closes, in terms of `guest_lists` and `sessions`. */
export const CLOSES_AT = sql<number>`coalesce(guest_lists.closes_at,
  sessions.starts_at - coalesce(sessions.doors_open_offset_minutes, 0) * 60000)`

export const GUEST_LIST: ResourceType<GuestList> = {
  type: 'guest-list',
  notFound: 'guest_list_not_found',
  table: guestLists,
  from: sql`guest_lists CROSS JOIN sessions ON sessions.number = guest_lists.session_number
    CROSS JOIN ${EVENTS_BY_ID} ON events.id = sessions.event_id
    CROSS JOIN ticket_types ON ticket_types.id = guest_lists.ticket_type_id`,
  organizerId: sql`events.organizer_id`,
  columns: {
    id: guestLists.id,
    sessionId: sql`sessions.id`,
    name: sql`guest_lists.name`,
    ticketTypeName: sql`ticket_types.name`,
    quota: guestLists.quota,
    maxPlusOnes: guestLists.maxPlusOnes,
    closesAt: CLOSES_AT,
    note: sql`guest_lists.note`,
    flag: sql`guest_lists.flag`,
    showArrivals: sql`guest_lists.show_arrivals`,
    sealedCode: guestLists.sealedCode,
    persons: guestLists.persons,
    arrived: guestLists.arrived,
  },
  state: sql`json_object('name', guest_lists.name, 'ticketTypeName', ticket_types.name, 'quota', quota,
    'maxPlusOnes', max_plus_ones, 'closesAt', closes_at, 'note', guest_lists.note, 'flag', guest_lists.flag,
    'showArrivals', json(iif(show_arrivals, 'true', 'false')))`,
  version: sql`json_array(guest_lists.name, ticket_types.name, quota, max_plus_ones, ${CLOSES_AT}, guest_lists.note,
    guest_lists.flag, show_arrivals, code_hash)`,
  uses: [],
}

export type GuestListSettings = {
  name: string
  ticketTypeName: string
  quota: number
  maxPlusOnes: number
  closesAt: Date | null
  note: string | null
  flag: Flag
  showArrivals: boolean
}

/** The code of a link: its hash, and sealed. */
export type StoredCode = { codeHash: string; sealedCode: string }

/** What omitted fields stand for. */
export const DEFAULTS: Pick<
  GuestListSettings,
  'ticketTypeName' | 'maxPlusOnes' | 'note' | 'flag' | 'showArrivals'
> = { ticketTypeName: 'Guest list', maxPlusOnes: 3, note: null, flag: 'None', showArrivals: true }

/** Fails if the event would have too many ticket types. */
const typeGuard = (name: string): Guard =>
  countGuard('ticket_types', sql`(${typeNamed(sql`id`, sql`events.id`, sql`${name}`)} IS NULL)`)

const tooManyLists = (): AppError =>
  new AppError('limit_reached', `A session can have at most ${MAX_LISTS} guest lists.`)

/** A new list. Its values have more than columns: the name of its type, and the id of its session. */
const newList = (
  id: string,
  sessionId: string,
  { ticketTypeName, closesAt, ...settings }: GuestListSettings,
  code: StoredCode,
) => ({
  id,
  values: {
    ...{ ...settings, ...code, sessionId },
    ...{ closesAt: closesAt?.getTime() ?? null, typeName: ticketTypeName, persons: 0, arrived: 0 },
  },
  content: withoutDefaults({ ...settings, sessionId, ticketTypeName, closesAt }, DEFAULTS),
})

/** Column values of a new list, and the statement that adds its type. `eventId` is that of its event. */
const columnsOfNew = (db: Database, eventId: SQL) => {
  const name = newValue('typeName')
  return {
    before: (source: SQL) => [
      insertTypes(db, eventId, { name, id: sql`${crypto.randomUUID()}`, rows: source }),
    ],
    defaults: {
      sessionNumber: sql`(SELECT number FROM sessions WHERE sessions.id = ${newValue('sessionId')})`,
      ticketTypeId: typeNamed(sql`id`, eventId, name),
    },
  }
}

/**
 * Creates a guest list. A missing ticket type is added to the event. A repeat leaves its link.
 *
 * @throws AppError `session_not_found`, also for non-members; `forbidden`; `id_taken`; `limit_reached`;
 *   `invalid_request` for too many ticket types
 */
export const createGuestList = async (
  db: Database,
  actor: Actor,
  sessionId: string,
  id: string,
  settings: GuestListSettings,
  code: StoredCode,
): Promise<GuestList> => {
  const [made] = await createResources(
    db,
    actor,
    GUEST_LIST,
    { parent: SESSION, id: sessionId },
    [newList(id, sessionId, settings, code)],
    {
      ...columnsOfNew(db, inSession(sessionId).eventId),
      guards: () => [
        {
          failed: sql`(SELECT 1 FROM guest_lists AS counted WHERE counted.session_number = sessions.number
            LIMIT 1 OFFSET ${MAX_LISTS - 1})`,
          error: tooManyLists,
        },
        typeGuard(settings.ticketTypeName),
      ],
    },
  )
  // It has been deleted since.
  if (made === undefined) throw new AppError('id_taken')
  return made
}

/** Of a series, in one call. */
export const MAX_AT_ONCE = 100

/**
 * Creates a guest list in each session of a series that has not begun, is not cancelled and has no list of
 * that name, so that a repeat creates those that are missing. At most {@link MAX_AT_ONCE}, the next first.
 *
 * @param ids of the lists and their links, as many as may be needed
 * @throws AppError `series_not_found`, also for non-members; `forbidden`; `limit_reached` or
 *   `invalid_request` for too many lists in a session or ticket types: then none is created
 */
export const createGuestListsOfSeries = async (
  db: Database,
  actor: Actor,
  path: ResourcePath,
  { ticketTypeName, ...settings }: Omit<GuestListSettings, 'closesAt'>,
  ids: readonly (StoredCode & { id: string })[],
): Promise<GuestList[]> => {
  const json = JSON.stringify(ids.map((item) => ({ ...item, callId: crypto.randomUUID() })))
  const items = sql`json_each(${json}) AS item`
  const ofDate = (name: 'id' | 'callId'): SQL => sql`${json} ->> ('$[' || dates.position || '].' || ${name})`
  const dates = sql`(SELECT dates.id, dates.number, row_number() OVER (ORDER BY dates.starts_at, dates.id) - 1 AS position
    FROM sessions AS dates INDEXED BY sessions_by_series
    WHERE dates.series_id = ${path.id} AND dates.starts_at > ${actor.now.getTime()} AND dates.cancelled_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM guest_lists INDEXED BY guest_lists_by_session
        WHERE guest_lists.session_number = dates.number AND guest_lists.name = ${settings.name})
    ORDER BY dates.starts_at, dates.id LIMIT ${ids.length}) AS dates`
  const guards: Guard[] = [
    {
      failed: sql`(SELECT min(dates.position) FROM ${dates} WHERE EXISTS (SELECT 1 FROM guest_lists AS counted
        INDEXED BY guest_lists_by_session WHERE counted.session_number = dates.number LIMIT 1 OFFSET ${MAX_LISTS - 1}))`,
      error: tooManyLists,
    },
    typeGuard(ticketTypeName),
  ]
  const typeName = sql`${ticketTypeName}`
  const eventId = sql`(SELECT event_id FROM series WHERE series.id = ${path.id})`
  const source = sql`${fromManaged(SERIES, actor.subject, path)} AND ${guardsPass(guards)}`
  const perDate = sql`FROM (SELECT events.organizer_id ${source}) AS managed CROSS JOIN ${dates}`
  const content = toChange(withoutDefaults({ ...settings, ticketTypeName }, DEFAULTS))
  const [[series], ...results] = await db.batch([
    selectResources(db, SERIES, actor.subject, isAt(SERIES, path), { more: guardColumns(guards) }),
    insertTypes(db, eventId, {
      name: typeName,
      id: sql`${crypto.randomUUID()}`,
      rows: sql`${source} AND EXISTS (SELECT 1 FROM ${dates})`,
    }),
    db.insert(auditLog).select(
      sql`SELECT NULL, ${actor.now.getTime()}, ${actor.subject}, ${actor.requestId}, managed.organizer_id, ${GUEST_LIST.type},
        ${ofDate('id')}, 'guest-list.create', NULL, json_set(${content}, '$.sessionId', dates.id),
        ${ofDate('callId')}, NULL ${perDate}`,
    ),
    db.insert(guestLists).select(
      sql`SELECT item.value ->> 'id', sessions.number, ${settings.name}, ${typeNamed(sql`id`, eventId, typeName)},
          ${settings.quota}, ${settings.maxPlusOnes}, NULL, ${settings.note}, ${settings.flag},
          ${settings.showArrivals ? 1 : 0}, item.value ->> 'codeHash', item.value ->> 'sealedCode', 0, 0
        FROM ${items} CROSS JOIN ${auditLog} INDEXED BY audit_log_call_id_unique ON ${auditLog.callId} = item.value ->> 'callId'
        CROSS JOIN sessions ON sessions.id = ${auditLog.change} ->> '$.sessionId'
        WHERE (SELECT ${wasRecorded})`,
    ),
    selectResources(
      db,
      GUEST_LIST,
      actor.subject,
      sql`guest_lists.id IN (SELECT item.value ->> 'id' FROM ${items})`,
    ),
  ])
  requireGuards(requireAccess(series, SERIES.notFound), guards)
  const made = results.at(-1) as unknown as GuestList[]
  return made.toSorted((a, b) => a.closesAt - b.closesAt)
}

/** The type that the list’s own event has by this name. */
const typeOfList = (id: string, name: SQL): SQL =>
  typeNamed(
    sql`id`,
    sql`(SELECT event_id FROM guest_lists CROSS JOIN sessions ON sessions.number = session_number
      WHERE guest_lists.id = ${id})`,
    name,
  )

/** Fails with the length of the longest note that a ticket of the list would have, if it is too long. */
const noteGuard = (note: string): Guard => ({
  failed: sql`(SELECT max(length(${note}) + length(' · ') + length(entries.note)) FROM guest_list_entries AS entries
    INDEXED BY guest_list_entries_present WHERE entries.list_id = guest_lists.id AND removed_at IS NULL
    HAVING max(length(${note}) + length(' · ') + length(entries.note)) > ${MAX_NOTE_CHARACTERS})`,
  error: (length) =>
    new AppError(
      'invalid_request',
      `note: with the note of an entry it would have ${length} characters; the limit is ${MAX_NOTE_CHARACTERS}.`,
    ),
})

/**
 * Changes a guest list. Its tickets follow, except what a manager has changed in them.
 *
 * @throws AppError `guest_list_not_found`, also for non-members; `forbidden`; `precondition_failed`;
 *   `invalid_request` for too many ticket types or too long a note
 */
export const changeGuestList = (
  db: Database,
  actor: Actor,
  path: ResourcePath,
  change: Partial<GuestListSettings>,
  isCurrent?: (version: string) => Promise<boolean>,
): Promise<GuestList> => {
  const { ticketTypeName, ...values } = change
  const { note } = change
  const type = sql`${ticketTypeName ?? null}`
  return changeResource(
    db,
    actor,
    GUEST_LIST,
    path,
    { ...values, ...(ticketTypeName !== undefined && { ticketTypeId: typeOfList(path.id, type) }) },
    change,
    {
      isCurrent,
      guards: [
        ...(ticketTypeName === undefined ? [] : [typeGuard(ticketTypeName)]),
        ...(note ? [noteGuard(note)] : []),
      ],
      ...(ticketTypeName !== undefined && {
        before: (source: SQL) => [
          insertTypes(
            db,
            sql`(SELECT event_id FROM guest_lists CROSS JOIN sessions ON sessions.number = session_number
              WHERE guest_lists.id = ${path.id})`,
            { name: type, id: sql`${crypto.randomUUID()}`, rows: source },
          ),
        ],
      }),
    },
  )
}

/**
 * Gives a list a new link. The one before ends.
 *
 * @throws AppError `guest_list_not_found`, also for non-members; `forbidden`
 */
export const replaceLink = (
  db: Database,
  actor: Actor,
  path: ResourcePath,
  code: StoredCode,
): Promise<GuestList> =>
  changeResource(db, actor, GUEST_LIST, path, code, {}, { action: 'guest-list.new-link' })

const lists = prepare<GuestList>(sql`
  SELECT ${selectList(GUEST_LIST.columns)}
  FROM ${MANAGED_SESSION.managed}
  CROSS JOIN sessions ON sessions.id = managed.id
  CROSS JOIN guest_lists INDEXED BY guest_lists_by_session ON guest_lists.session_number = sessions.number
    AND (guest_lists.name, guest_lists.id) > (${value('name')}, ${value('id')})
  CROSS JOIN ticket_types ON ticket_types.id = guest_lists.ticket_type_id
  ORDER BY guest_lists.name, guest_lists.id LIMIT ${integer('limit')}`)

/** Lists the guest lists of a session by name. */
export const listGuestLists = listByName(MANAGED_SESSION, lists)
