// Who signs in at the service itself: phones, programs and people
// with passkeys; and the key for their tokens.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { areInstants, areIntegers, areTexts, instant, isOneOf, isUuid, uuid } from './columns.ts'
import { events } from './events.ts'
import { PHONE_ROLES } from './members.ts'
import { organizers } from './organizers.ts'

/** The key that signs tokens, sealed by the service’s secret. A new secret gets a new key. */
export const signingKeys = sqliteTable(
  'signing_keys',
  {
    /** The `kid` of tokens, and the end of their issuer. */
    id: uuid().primaryKey(),
    /** Derived from the secret without revealing it. */
    secretId: text('secret_id').notNull().unique(),
    /** The private JWK in AES-GCM: 12 bytes of nonce, then the ciphertext, in base64url. */
    sealed: text().notNull(),
  },
  (t) => [isUuid('signing_keys_id_is_uuid', t.id), areTexts('signing_keys_texts', t.secretId, t.sealed)],
)

/** Phones that connect by a link. A trigger makes each a staff member with the subject `device:<id>`. */
export const devices = sqliteTable(
  'devices',
  {
    id: uuid().primaryKey(),
    organizerId: uuid('organizer_id')
      .notNull()
      .references(() => organizers.id),
    name: text().notNull(),
    eventId: uuid('event_id').references(() => events.id),
    /** Triggers copy it to the membership, like the next column. */
    role: text({ enum: PHONE_ROLES }).notNull().default('Staff'),
    /** When the role was changed last; null if it never was. */
    roleSince: instant('role_since'),
    expiresAt: instant('expires_at').notNull(),
    connectedAt: instant('connected_at'),
    /** When the phone last made a request, to about a minute. */
    seenAt: instant('seen_at'),
    /** How many check-ins it last said to hold that were not sent. */
    unsent: integer().notNull().default(0),
    /** SHA-256 of the last link’s code, in base64url. Backups omit it, like the next two columns. */
    codeHash: text('code_hash').unique(),
    codeExpiresAt: instant('code_expires_at'),
    /** SHA-256 of the `attempt` of the phone that used the link; null before. */
    codeUsedBy: text('code_used_by'),
  },
  (t) => [
    index('devices_by_organizer').on(t.organizerId, t.name, t.id),
    index('devices_by_event').on(t.eventId),
    isUuid('devices_id_is_uuid', t.id),
    areTexts('devices_texts', t.name, t.codeHash, t.codeUsedBy),
    isOneOf('devices_role', t.role, PHONE_ROLES),
    areInstants('devices_role_since', t.roleSince),
    areInstants('devices_expires_at', t.expiresAt),
    areInstants('devices_connected_at', t.connectedAt),
    areInstants('devices_seen_at', t.seenAt),
    areInstants('devices_code_expires_at', t.codeExpiresAt),
    areIntegers('devices_unsent', t.unsent),
  ],
)

export const PROGRAM_ROLES = ['manager', 'staff'] as const

/** Programs of an organizer. A trigger makes each a member with the subject `program:<id>`. */
export const programs = sqliteTable(
  'programs',
  {
    id: uuid().primaryKey(),
    organizerId: uuid('organizer_id')
      .notNull()
      .references(() => organizers.id),
    name: text().notNull(),
    role: text({ enum: PROGRAM_ROLES }).notNull(),
    eventId: uuid('event_id').references(() => events.id),
    /** SHA-256 of its secret, in base64url. Null after a restore, because backups omit it. */
    secretHash: text('secret_hash'),
  },
  (t) => [
    index('programs_by_organizer').on(t.organizerId, t.name, t.id),
    index('programs_by_event').on(t.eventId),
    isUuid('programs_id_is_uuid', t.id),
    areTexts('programs_texts', t.name, t.secretHash),
    isOneOf('programs_role', t.role, PROGRAM_ROLES),
    check('programs_event_limits_staff', sql`${t.eventId} IS NULL OR ${t.role} = 'staff'`),
  ],
)

/** People with passkeys, with the subject `person:<id>`. */
export const people = sqliteTable(
  'people',
  { id: uuid().primaryKey(), name: text().notNull(), addedAt: instant('added_at').notNull() },
  (t) => [
    isUuid('people_id_is_uuid', t.id),
    areTexts('people_texts', t.name),
    areInstants('people_instants', t.addedAt),
  ],
)

export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The credential's id, in base64url. */
    id: text().primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** The signature counter; 0 for an authenticator without one. */
    counter: integer().notNull(),
    /** The WebAuthn transports, as JSON. */
    transports: text().notNull(),
    addedAt: instant('added_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    index('passkeys_by_person').on(t.personId),
    areTexts('passkeys_texts', t.id, t.publicKey, t.transports),
    areIntegers('passkeys_counter', t.counter),
    areInstants('passkeys_added_at', t.addedAt),
    areInstants('passkeys_used_at', t.usedAt),
  ],
)

/** Sign-ins of people, and the last one of each phone under the phone’s id. */
export const signIns = sqliteTable(
  'sign_ins',
  {
    id: uuid().primaryKey(),
    subject: text().notNull(),
    /** The passkey of a person’s sign-in. */
    passkeyId: text('passkey_id'),
    startedAt: instant('started_at').notNull(),
    /** The highest refresh token number that was used, and when it first was. */
    number: integer().notNull(),
    usedAt: instant('used_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [index('sign_ins_by_subject').on(t.subject, t.usedAt), isUuid('sign_ins_id_is_uuid', t.id)],
)

/** Challenges that were answered: none is accepted twice. */
export const usedChallenges = sqliteTable(
  'used_challenges',
  { id: text().primaryKey(), expiresAt: instant('expires_at').notNull() },
  (t) => [index('used_challenges_by_time').on(t.expiresAt)],
)

/** The host that passkeys belong to: where the setup ran. One row. */
export const passkeyHost = sqliteTable('passkey_host', {
  id: integer().primaryKey(),
  host: text().notNull(),
})

/**
 * The code that opens the setup of a database other than `DB`, whose own is a secret of the deployment. One
 * row.
 */
export const setupCode = sqliteTable(
  'setup_code',
  {
    id: integer().primaryKey(),
    /** SHA-256 in base64url. */
    codeHash: text('code_hash').notNull(),
    /** Where the setup must run. */
    host: text().notNull(),
  },
  (t) => [areTexts('setup_code_texts', t.codeHash, t.host)],
)
