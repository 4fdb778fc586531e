// The name of a ticket type is a copy in each of its tickets. Where they are many, they get a new name in
// parts, so that others wait for one part at most.
import { sql } from 'drizzle-orm'
import { type Database, LIMITS } from '../../db/client.ts'
import { isAwaited } from '../../db/queue.ts'
import { tickets, ticketTypes } from '../../db/schema/tickets.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../actor.ts'
import { endLease, LEASE_ASK_MS, LEASE_MS, LEASE_WAIT_MS, ownerOfType, takeLease } from '../heavy-writes.ts'
import { changeResource, type WriteChange } from './change-resource.ts'
import { TICKET_TYPE, type TicketTypeRow } from './definitions.ts'

/** Renaming a ticket reads eleven rows and writes six. */
const RENAMED_AT_ONCE = 500

/** Leaves the tickets to {@link finishRename} if the name is new and they are more than a part. */
const renamingOf = (name: unknown, { callId }: Actor) =>
  sql`iif(ticket_types.name IS NOT ${name} AND (SELECT count(*) FROM (SELECT 1 FROM tickets
    WHERE tickets.ticket_type_id = ticket_types.id LIMIT ${RENAMED_AT_ONCE + 1})) > ${RENAMED_AT_ONCE},
    ${callId}, ticket_types.renaming)`

const readRenaming = async (db: Database, id: string): Promise<string | null> => {
  const [[type]] = await db.batch([
    db.select({ renaming: ticketTypes.renaming }).from(ticketTypes).where(sql`${ticketTypes.id} = ${id}`),
  ])
  return type?.renaming ?? null
}

/**
 * Gives the tickets of a type its name, in parts by key. If the type is renamed meanwhile, it begins again.
 * While somebody waits, it rests after each part for as long as the part took.
 */
const renameInParts = async (db: Database, id: string, lease: string, first: string): Promise<void> => {
  const name = sql`(SELECT name FROM ticket_types WHERE id = ${id})`
  let [renaming, after, takenAt] = [first, 0, Date.now()]
  for (;;) {
    const start = Date.now()
    const part = sql`SELECT key FROM tickets INDEXED BY tickets_by_type_id
      WHERE ticket_type_id = ${id} AND key > ${after} ORDER BY key LIMIT ${RENAMED_AT_ONCE}`
    const [[end]] = await db.batch([
      db
        .select({
          last: sql<number | null>`max(key)`.as('last'),
          current: sql<string | null>`(SELECT renaming FROM ticket_types WHERE id = ${id})`.as('current'),
        })
        .from(sql`(${part})`),
      db
        .update(tickets)
        .set({ ticketTypeName: name })
        .where(sql`key IN (${part}) AND ticket_type_name IS NOT ${name} COLLATE BINARY`),
    ])
    const { last, current } = end ?? { last: null, current: null }
    if (current === null) return
    if (current !== renaming) {
      renaming = current
      after = 0
    } else if (last === null) {
      // Nothing if it was renamed since.
      await db.batch([
        db
          .update(ticketTypes)
          .set({ renaming: null })
          .where(sql`${ticketTypes.id} = ${id} AND ${ticketTypes.renaming} = ${renaming}`),
      ])
    } else after = last
    if (isAwaited(db.binding)) await scheduler.wait(Date.now() - start)
    if (Date.now() - takenAt > LEASE_MS / 2) {
      takenAt = Date.now()
      await takeLease(db, ownerOfType(id), null, lease, takenAt)
    }
  }
}

/**
 * Gives the tickets of a type its name, if a change has left that to do. Waits for another heavy write of the
 * organizer, which may be a rename that does it.
 */
const finishRename = async (db: Database, id: string, maxWaitMs: number): Promise<void> => {
  const owner = ownerOfType(id)
  const lease = crypto.randomUUID()
  const giveUpAt = Date.now() + maxWaitMs
  for (;;) {
    const renaming = await readRenaming(db, id)
    if (renaming === null) return
    if ((await takeLease(db, owner, null, lease, Date.now())) === 'taken') {
      db.allow(LIMITS.deadlineMs)
      try {
        return await renameInParts(db, id, lease, renaming)
      } finally {
        await endLease(db, owner, lease, Date.now())
      }
    }
    if (Date.now() >= giveUpAt) return
    await scheduler.wait(LEASE_ASK_MS)
  }
}

/** Finishes what requests could not. */
export const finishRenames = async (db: Database): Promise<void> => {
  const [types] = await db.batch([
    db.select({ id: ticketTypes.id }).from(ticketTypes).where(sql`${ticketTypes.renaming} IS NOT NULL`),
  ])
  for (const { id } of types) await finishRename(db, id, 0)
}

/**
 * Changes a ticket type. If the database gives up while it renames the tickets, the run of the next minute
 * goes on.
 */
export const changeTicketType: WriteChange<TicketTypeRow, object> = async (
  db,
  actor,
  path,
  values,
  change,
  conditions,
) => {
  const { name } = values
  const all = name === undefined ? values : { ...values, renaming: renamingOf(name, actor) }
  const row = await changeResource(db, actor, TICKET_TYPE, path, all, change, conditions)
  if (name === undefined) return row
  try {
    await finishRename(db, path.id, LEASE_WAIT_MS)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'database_unavailable') throw error
  }
  return row
}
