// Phones that connect by a link. Each is a member of the staff, so what is true of staff is true of it.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { integer, prepare, selectList, value } from '../../db/prepared.ts'
import { devices, signIns } from '../../db/schema/sign-in.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, isFirstRun, wasRecorded } from '../history/audit.ts'
import { eventGuard } from '../people/members.ts'
import { changeResource } from '../resources/change-resource.ts'
import { createResources } from '../resources/create-resources.ts'
import { ORGANIZER } from '../resources/definitions.ts'
import { organizerGuard } from '../resources/limits.ts'
import { listByName, MANAGED_ORGANIZER } from '../resources/managed-lists.ts'
import type { ResourceType } from '../resources/resource.ts'
import { hashOf, newCode } from '../secrets.ts'
import type { RefreshToken, StoredSignIn } from './renewal.ts'
import { SIGN_IN_COLUMNS } from './sign-ins.ts'

const LINK_MS = 15 * 60_000

/** Instants are epoch milliseconds. */
export type Device = {
  id: string
  name: string
  eventId: string | null
  expiresAt: number
  connectedAt: number | null
  lastSeenAt: number | null
}

/** A link that connects a phone. */
export type DeviceLink = { code: string; expiresAt: number }

const LAST_SEEN = sql`coalesce((SELECT used_at FROM sign_ins WHERE sign_ins.id = devices.id), devices.connected_at)`

export const DEVICE: ResourceType<Device & { codeHash: string | null }> = {
  type: 'device',
  notFound: 'device_not_found',
  table: devices,
  from: sql`devices`,
  organizerId: devices.organizerId,
  columns: {
    id: devices.id,
    name: sql`devices.name`,
    eventId: sql`devices.event_id`,
    expiresAt: sql`devices.expires_at`,
    connectedAt: sql`devices.connected_at`,
    lastSeenAt: LAST_SEEN,
    codeHash: devices.codeHash,
  },
  state: sql`json_object('name', devices.name, 'eventId', devices.event_id, 'expiresAt', devices.expires_at)`,
  uses: [],
}

const makeLink = async (now: Date) => {
  const code = newCode()
  const expiresAt = now.getTime() + LINK_MS
  return { link: { code, expiresAt }, codeHash: await hashOf(code) }
}

export type NewDevice = { id: string; name: string; eventId: string | null; expiresAt: number }

/**
 * Adds a phone with a link. A repeat has a new link, and the earlier one ends.
 *
 * @param content what the client sent
 * @throws AppError `organizer_not_found`, also for non-members; `forbidden`; `event_not_found`; `id_taken`;
 *   `limit_reached`
 */
export const addDevice = async (
  db: Database,
  actor: Actor,
  organizerId: string,
  { id, ...values }: NewDevice,
  content: object,
): Promise<{ device: Device; link: DeviceLink }> => {
  const { link, codeHash } = await makeLink(actor.now)
  const [made] = await createResources(
    db,
    actor,
    DEVICE,
    { parent: ORGANIZER, id: organizerId },
    [{ id, values: { ...values, organizerId, codeHash, codeExpiresAt: link.expiresAt }, content }],
    { guards: () => [eventGuard(organizerId, values.eventId), organizerGuard('devices')] },
  )
  if (made === undefined) throw new AppError('id_taken')
  return made.codeHash === codeHash ? { device: made, link } : renewDeviceLink(db, actor, { id, organizerId })
}

/**
 * Makes a new link for a phone. The one before ends, and the phone that used it is signed out when this one
 * is used.
 *
 * @throws AppError `device_not_found`, also for non-members; `forbidden`
 */
export const renewDeviceLink = async (
  db: Database,
  actor: Actor,
  path: { id: string; organizerId: string },
): Promise<{ device: Device; link: DeviceLink }> => {
  const { link, codeHash } = await makeLink(actor.now)
  const values = { codeHash, codeExpiresAt: new Date(link.expiresAt), codeUsedBy: null }
  return { device: await changeResource(db, actor, DEVICE, path, values, { link: 'new' }), link }
}

const { codeHash: _, ...LISTED_COLUMNS } = DEVICE.columns

const listed = prepare<Device>(sql`
  SELECT ${selectList(LISTED_COLUMNS)}
  FROM ${MANAGED_ORGANIZER.managed}
  CROSS JOIN devices INDEXED BY devices_by_organizer ON devices.organizer_id = managed.id
    AND (devices.name, devices.id) > (${value('name')}, ${value('id')})
  ORDER BY devices.name, devices.id LIMIT ${integer('limit')}`)

/** Lists the phones of an organizer by name. */
export const listDevices = listByName(MANAGED_ORGANIZER, listed)

/** A phone as it sees itself. `expiresAt` is epoch milliseconds. */
export type Phone = {
  id: string
  name: string
  expiresAt: number
  organizerId: string
  organizerName: string
}

const PHONE_COLUMNS = {
  id: sql<string>`devices.id`.as('id'),
  name: sql<string>`devices.name`.as('name'),
  expiresAt: sql<number>`devices.expires_at`.as('expires_at'),
  organizerId: sql<string>`organizers.id`.as('organizer_id'),
  organizerName: sql<string>`organizers.name`.as('organizer_name'),
}

const CONNECTED_AT = sql<number | null>`devices.connected_at`.as('connected_at')

const DEVICE_WITH_ORGANIZER = sql`devices CROSS JOIN organizers INDEXED BY organizers_pk ON organizers.id = devices.organizer_id`

/** True for the phone of a link that has not expired, if the phone may still connect. */
export const hasLink = (codeHash: string, now: number): SQL =>
  sql`devices.code_hash = ${codeHash} AND devices.code_expires_at > ${now} AND devices.expires_at > ${now}`

/**
 * Connects the phone that sends the code of a link. The same code with the same `attempt` connects it again
 * while the link is valid: its first response may have been lost.
 *
 * @returns the phone, with the next refresh token
 * @throws AppError `invalid_grant` whatever is wrong with the code
 */
export const connectDevice = async (
  db: Database,
  actor: Omit<Actor, 'subject'>,
  code: string,
  attempt = actor.callId,
): Promise<{ phone: Phone; token: RefreshToken }> => {
  const [codeHash, usedBy] = await Promise.all([hashOf(code), hashOf(attempt)])
  const now = actor.now.getTime()
  const isUsable = hasLink(codeHash, now)
  const subject = sql`'device:' || devices.id`
  const [, , , [connected]] = await db.batch([
    insertAudit(
      db,
      { ...actor, subject },
      {
        action: 'device.connect',
        entity: { type: 'device', id: sql`devices.id`, organizerId: sql`devices.organizer_id` },
        change: {},
      },
      sql`FROM devices WHERE ${isUsable} AND code_used_by IS NULL AND ${isFirstRun(actor)}`,
    ),
    db
      .update(devices)
      // Later than any sign-in before, whatever the clocks of two machines say.
      .set({ codeUsedBy: usedBy, connectedAt: sql`max(${now}, coalesce(connected_at, 0) + 1)` })
      .where(sql`${isUsable} AND ${wasRecorded}`),
    db
      .insert(signIns)
      .select(
        sql`SELECT id, ${subject}, NULL, connected_at, 0, connected_at, NULL FROM devices WHERE code_hash = ${codeHash} AND ${wasRecorded}`,
      )
      .onConflictDoUpdate({
        target: signIns.id,
        set: {
          startedAt: sql`excluded.started_at`,
          number: sql`0`,
          usedAt: sql`excluded.used_at`,
          endedAt: sql`NULL`,
        },
      }),
    db
      .select({
        ...PHONE_COLUMNS,
        startedAt: sql<number>`sign_ins.started_at`.as('started_at'),
        number: sql<number>`sign_ins.number`.as('number'),
      })
      .from(sql`${DEVICE_WITH_ORGANIZER} CROSS JOIN sign_ins ON sign_ins.id = devices.id`)
      .where(sql`${isUsable} AND code_used_by = ${usedBy} AND sign_ins.ended_at IS NULL`),
  ])
  if (connected === undefined) throw new AppError('invalid_grant')
  const { startedAt, number, ...phone } = connected
  return { phone, token: { id: phone.id, startedAt, number: number + 1 } }
}

/**
 * The phone of a refresh token, with its sign-in as it is stored. After a restore the sign-in may be missing.
 *
 * @returns undefined if there is no such phone, or its time is over
 */
export const findDevice = async (
  db: Database,
  id: string,
  now: number,
): Promise<{ phone: Phone; stored: StoredSignIn } | undefined> => {
  db.moveToPrimary()
  const [[row]] = await db.batch([
    db
      .select({ ...PHONE_COLUMNS, connectedAt: CONNECTED_AT, ...SIGN_IN_COLUMNS })
      .from(sql`${DEVICE_WITH_ORGANIZER} LEFT JOIN sign_ins ON sign_ins.id = devices.id`)
      .where(sql`devices.id = ${id} AND devices.expires_at > ${now}`),
  ])
  if (row === undefined) return undefined
  const { signInStartedAt, number, usedAt, endedAt, connectedAt, ...phone } = row
  const since = connectedAt ?? 0
  const isCurrent = signInStartedAt !== null && signInStartedAt >= since
  const stored = isCurrent
    ? { startedAt: signInStartedAt, number: number ?? 0, usedAt: usedAt ?? 0, endedAt }
    : { startedAt: since, number: 0, usedAt: 0, endedAt: null }
  return { phone, stored }
}
