// What a link is for: a phone or an invitation.
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { AppError } from '../../errors.ts'
import { isUsableInvitation } from '../people/invitations.ts'
import type { Role } from '../people/members.ts'
import { hashOf } from '../secrets.ts'
import { hasLink } from './devices.ts'

/** `expiresAt` is epoch milliseconds. */
export type Link = {
  kind: 'device' | 'invitation'
  organizerName: string
  name: string | null
  role: Role
  expiresAt: number
}

const COLUMNS = {
  organizerName: sql<string>`organizers.name`.as('organizer_name'),
  name: sql<string | null>`link.name`.as('link_name'),
  expiresAt: sql<number>`link.expires_at`.as('expires_at'),
  role: sql<Role>`link.role`.as('role'),
}

const WITH_ORGANIZER = sql`CROSS JOIN organizers INDEXED BY organizers_pk ON organizers.id = link.organizer_id`

/** @throws AppError `invitation_not_found` whatever is wrong with the code */
export const inspectLink = async (db: Database, code: string, now: number): Promise<Link> => {
  const codeHash = await hashOf(code)
  // A replica may not have a link that was just made.
  db.moveToPrimary()
  const [[device], [invitation]] = await db.batch([
    db
      .select(COLUMNS)
      .from(sql`(SELECT organizer_id, name, code_expires_at AS expires_at, 'staff' AS role FROM devices
      WHERE ${hasLink(codeHash, now)} AND code_used_by IS NULL) AS link ${WITH_ORGANIZER}`),
    db
      .select(COLUMNS)
      .from(sql`(SELECT * FROM invitations WHERE ${isUsableInvitation(codeHash)}) AS link ${WITH_ORGANIZER}`),
  ])
  if (device !== undefined) return { kind: 'device', ...device }
  if (invitation !== undefined) return { kind: 'invitation', ...invitation }
  throw new AppError('invitation_not_found')
}
