// Phones that connect by a link. Each is a staff member, so all rules for staff apply, and those of its role.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { PHONE_ROLES } from '../../db/schema/members.ts'
import { devices, signIns } from '../../db/schema/sign-in.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../actor.ts'
import { insertAudit, isFirstRun, wasRecorded } from '../audit.ts'
import { noonAfter } from '../local-time.ts'
import { eventGuard } from '../people/members.ts'
import { changeResource } from '../resources/change-resource.ts'
import { createResources } from '../resources/create-resources.ts'
import { ORGANIZER } from '../resources/definitions.ts'
import { organizerGuard } from '../resources/limits.ts'
import { listInOrganizer } from '../resources/managed-lists.ts'
import type { ResourcePath, ResourceType } from '../resources/resource.ts'
import { hashOf, newCode } from '../secrets.ts'
import type { RefreshToken, StoredSignIn } from './renewal.ts'
import { SIGN_IN_COLUMNS } from './sign-ins.ts'

export { PHONE_ROLES }

export type PhoneRole = (typeof PHONE_ROLES)[number]

const LINK_MS = 15 * 60_000

/** Instants are epoch milliseconds. */
export type Device = {
  id: string
  name: string
  eventId: string | null
  role: PhoneRole
  expiresAt: number
  connectedAt: number | null
  lastSeenAt: number | null
  unsent: number
}

export type DeviceLink = { code: string; expiresAt: number }

const LAST_SEEN = sql`nullif(max(coalesce(devices.seen_at, 0), coalesce(devices.connected_at, 0),
  coalesce((SELECT used_at FROM sign_ins WHERE sign_ins.id = devices.id), 0)), 0)`

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
    role: sql`devices.role`,
    expiresAt: sql`devices.expires_at`,
    connectedAt: sql`devices.connected_at`,
    lastSeenAt: LAST_SEEN,
    unsent: sql`devices.unsent`,
    codeHash: devices.codeHash,
  },
  state: sql`json_object('name', devices.name, 'eventId', devices.event_id, 'role', devices.role, 'expiresAt', devices.expires_at)`,
  uses: [],
}

const makeLink = async (now: Date) => {
  const code = newCode()
  const expiresAt = now.getTime() + LINK_MS
  return { link: { code, expiresAt }, codeHash: await hashOf(code) }
}

const DAY_MS = 86_400_000
const MIN_DAYS = 30
export const MAX_DEVICE_DAYS = 400

/**
 * When a new phone is signed out: at noon of the day after the last session that it may see, in the time zone
 * of that session's event, but in 30 days at the earliest and 400 at the latest.
 */
export const defaultEnd = async (
  db: Database,
  { organizerId, eventId }: { organizerId: string; eventId: string | null },
  now: number,
): Promise<number> => {
  db.moveToPrimary()
  const [[event]] = await db.batch([
    db
      .select({
        startsAt: sql<number | null>`starts_at`.as('starts_at'),
        timeZone: sql<string>`time_zone`.as('time_zone'),
      })
      .from(sql`sessions CROSS JOIN events ON events.id = sessions.event_id`)
      .where(
        eventId === null
          ? sql`sessions.organizer_id = ${organizerId}`
          : sql`sessions.event_id = ${eventId} AND events.organizer_id = ${organizerId}`,
      )
      .orderBy(sql`starts_at DESC`)
      .limit(1),
  ])
  const zone = event?.timeZone ?? 'UTC'
  const [first, last] = [now + MIN_DAYS * DAY_MS, now + MAX_DEVICE_DAYS * DAY_MS]
  const ends = [noonAfter(event?.startsAt ?? now, zone), noonAfter(first, zone, 0), noonAfter(first, zone)]
  const end = ends.find((noon) => noon >= first) as number
  return end > last ? noonAfter(last, zone, -1) : end
}

export type NewDevice = {
  id: string
  name: string
  eventId: string | null
  role: PhoneRole
  expiresAt: number
}

/**
 * Adds a phone with a link. A repeat replaces the link.
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
    [{ id, values: { ...values, organizerId, codeHash, codeExpiresAt: link.expiresAt, unsent: 0 }, content }],
    { guards: () => [eventGuard(organizerId, values.eventId), organizerGuard('devices')] },
  )
  if (made === undefined) throw new AppError('id_taken')
  return made.codeHash === codeHash ? { device: made, link } : renewDeviceLink(db, actor, { id, organizerId })
}

/** The column values of a phone that gets a role, in SQL where they depend on the old ones. */
export const roleValues = (role: PhoneRole, now: Date) => ({
  role,
  roleSince: sql`iif(devices.role = ${role}, devices.role_since, ${now.getTime()})`,
})

/**
 * Replaces the link of a phone. When the new one is used, the phone that used the old one is signed out.
 *
 * @throws AppError `device_not_found`, also for non-members; `forbidden`
 */
export const renewDeviceLink = async (
  db: Database,
  actor: Actor,
  path: ResourcePath,
): Promise<{ device: Device; link: DeviceLink }> => {
  const { link, codeHash } = await makeLink(actor.now)
  const values = { codeHash, codeExpiresAt: new Date(link.expiresAt), codeUsedBy: null }
  return { device: await changeResource(db, actor, DEVICE, path, values, { link: 'new' }), link }
}

const { codeHash: _, ...LISTED_COLUMNS } = DEVICE.columns

export const listDevices = listInOrganizer<Device>('devices', LISTED_COLUMNS)

/**
 * The phone itself, with its organizer. Instants are epoch milliseconds. `signedInUntil` is later than
 * `expiresAt` during a night.
 */
export type Phone = {
  id: string
  name: string
  role: PhoneRole
  expiresAt: number
  signedInUntil: number
  organizerId: string
  organizerName: string
}

/** A night lasts this long from the start of a session. No list may be hidden during it. */
const NIGHT_MS = 12 * 3_600_000

/** The end of the night, or NULL if no session started in the last 12 hours. */
const nightEnd = (now: number): SQL => sql`(SELECT max(starts_at) + ${NIGHT_MS}
  FROM sessions INDEXED BY sessions_by_organizer WHERE sessions.organizer_id = devices.organizer_id
    AND starts_at > ${now - NIGHT_MS} AND starts_at <= ${now}
    AND (devices.event_id IS NULL OR sessions.event_id = devices.event_id))`

const isSignedIn = (now: number): SQL => sql`(devices.expires_at > ${now} OR ${nightEnd(now)} IS NOT NULL)`

const phoneColumns = (now: number) => ({
  signedInUntil: sql<number>`max(devices.expires_at, coalesce(${nightEnd(now)}, 0))`.as('signed_in_until'),
  id: sql<string>`devices.id`.as('id'),
  name: sql<string>`devices.name`.as('name'),
  role: sql<PhoneRole>`devices.role`.as('role'),
  expiresAt: sql<number>`devices.expires_at`.as('expires_at'),
  organizerId: sql<string>`organizers.id`.as('organizer_id'),
  organizerName: sql<string>`organizers.name`.as('organizer_name'),
})

const CONNECTED_AT = sql<number | null>`devices.connected_at`.as('connected_at')

const DEVICE_WITH_ORGANIZER = sql`devices CROSS JOIN organizers INDEXED BY organizers_pk ON organizers.id = devices.organizer_id`

/** True for the phone of an unexpired link, if the phone itself may sign in. */
export const hasLink = (codeHash: string, now: number): SQL =>
  sql`devices.code_hash = ${codeHash} AND devices.code_expires_at > ${now} AND ${isSignedIn(now)}`

/**
 * Connects the phone that sends the code of a link. The same code with the same `attempt` connects it again
 * while the link is valid, because the first response may have been lost.
 *
 * @returns the phone, with the next refresh token
 * @throws AppError `invalid_grant` for any fault of the code
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
      // Later than any earlier sign-in, even if clocks disagree.
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
        ...phoneColumns(now),
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
 * The phone of a refresh token, with its stored sign-in, which may be missing after a restore.
 *
 * @returns undefined if there is no such phone, or it has expired
 */
export const findDevice = async (
  db: Database,
  id: string,
  now: number,
): Promise<{ phone: Phone; stored: StoredSignIn } | undefined> => {
  db.moveToPrimary()
  const [[row]] = await db.batch([
    db
      .select({ ...phoneColumns(now), connectedAt: CONNECTED_AT, ...SIGN_IN_COLUMNS })
      .from(sql`${DEVICE_WITH_ORGANIZER} LEFT JOIN sign_ins ON sign_ins.id = devices.id`)
      .where(sql`devices.id = ${id} AND ${isSignedIn(now)}`),
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

/** Notes that a phone has made a request, and how many unsent check-ins it says to hold. */
export const noteSeen = async (db: Database, id: string, now: number, unsent: number): Promise<void> => {
  await db.batch([
    db
      .update(devices)
      .set({ seenAt: new Date(now), unsent })
      .where(sql`id = ${id} AND coalesce(seen_at, 0) < ${now}`),
  ])
}

/** Notes what a phone says to hold whose sign-in is over, unless another one was connected in its place. */
export const noteUnsent = async (
  db: Database,
  { id, startedAt }: RefreshToken,
  unsent: number,
): Promise<void> => {
  await db.batch([
    db
      .update(devices)
      .set({ unsent })
      .where(sql`id = ${id} AND coalesce(connected_at, 0) <= ${startedAt} AND unsent <> ${unsent}`),
  ])
}
