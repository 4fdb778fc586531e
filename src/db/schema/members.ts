import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { areInstants, areTexts, instant, isOneOf, isUuid, uuid } from './columns.ts'
import { events } from './events.ts'
import { organizers } from './organizers.ts'

export const ROLES = ['owner', 'manager', 'staff'] as const

/**
 * What a phone is for. A `Steward` holds no names. A `Kiosk` holds none either, and only asks about tickets.
 */
export const PHONE_ROLES = ['Staff', 'Steward', 'Kiosk'] as const

/** The role of a token's subject in an organizer, for `staff` optionally limited to one event. */
export const members = sqliteTable(
  'members',
  {
    organizerId: uuid('organizer_id')
      .notNull()
      .references(() => organizers.id),
    subject: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    eventId: uuid('event_id').references(() => events.id),
    name: text(),
    /** Null, like `addedBy`, if another writer added the member. */
    addedAt: instant('added_at'),
    addedBy: text('added_by'),
    /** Of a phone, by triggers. Null for `Staff`, and for people and programs. */
    phoneRole: text('phone_role', { enum: PHONE_ROLES }),
    /** When that was changed last. */
    phoneRoleSince: instant('phone_role_since'),
  },
  (t) => [
    // A named index instead of PRIMARY KEY, so that INDEXED BY can name it.
    uniqueIndex('members_pk').on(t.organizerId, t.subject),
    // For the sessions of a subject in all organizers.
    index('members_by_subject').on(t.subject, t.organizerId, t.eventId),
    index('members_by_event').on(t.eventId),
    // For the list of people, which excludes phones and programs.
    index('members_people')
      .on(t.organizerId, t.subject)
      .where(sql`subject NOT GLOB 'device:*' AND subject NOT GLOB 'program:*'`),
    // For the last owner of an organizer.
    index('members_owners').on(t.organizerId, t.subject).where(sql`role = 'owner'`),
    areTexts('members_texts', t.subject, t.name, t.addedBy),
    areInstants('members_instants', t.addedAt),
    areInstants('members_phone_role_since', t.phoneRoleSince),
    isOneOf('members_role', t.role, ROLES),
    isOneOf('members_phone_role', t.phoneRole, PHONE_ROLES),
    check('members_event_limits_staff', sql`${t.eventId} IS NULL OR ${t.role} = 'staff'`),
  ],
)

/** Links that make people members. Each works once. */
export const invitations = sqliteTable(
  'invitations',
  {
    id: uuid().primaryKey(),
    organizerId: uuid('organizer_id')
      .notNull()
      .references(() => organizers.id),
    role: text({ enum: ROLES }).notNull(),
    /** No foreign key, so that an accepted or expired invitation does not prevent deleting the event. */
    eventId: uuid('event_id'),
    /** The invited person's name. */
    name: text(),
    /** SHA-256 of the link’s code, in base64url. The code itself is not stored. */
    codeHash: text('code_hash').notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    invitedBy: text('invited_by').notNull(),
    acceptedBy: text('accepted_by'),
  },
  (t) => [
    index('invitations_by_organizer').on(t.organizerId, t.expiresAt, t.id).where(sql`accepted_by IS NULL`),
    index('invitations_by_event').on(t.eventId, t.expiresAt).where(sql`accepted_by IS NULL`),
    isUuid('invitations_id_is_uuid', t.id),
    areTexts('invitations_texts', t.name, t.codeHash, t.invitedBy, t.acceptedBy),
    areInstants('invitations_instants', t.expiresAt),
    isOneOf('invitations_role', t.role, ROLES),
    check('invitations_event_limits_staff', sql`${t.eventId} IS NULL OR ${t.role} = 'staff'`),
  ],
)
