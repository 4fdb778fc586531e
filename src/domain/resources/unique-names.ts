// Ticket types and areas have unique names in their event, because tickets find their type by its name. An
// index makes sure of it; its expression is that of the comparison below.
import { sql } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import type { Guard } from './resource.ts'

const NOUNS = { ticket_types: 'ticket type', areas: 'area' } as const

/**
 * Fails if another one of the event has the name, ignoring ASCII case and spaces at the ends.
 * @param whose of a resource that is changed, which may keep its name, or of a new one
 */
export const nameGuards = (
  table: keyof typeof NOUNS,
  { name }: { name?: string },
  whose: 'new' | 'changed',
): Guard[] => {
  if (name === undefined) return []
  const [others, index] = [sql.identifier(table), sql.identifier(`${table}_by_event`)]
  return [
    {
      failed: sql`(SELECT 1 FROM ${others} AS other INDEXED BY ${index} WHERE other.event_id = events.id
        AND trim(other.name) = trim(${name}) COLLATE NOCASE
        ${whose === 'new' ? sql`` : sql`AND other.id <> ${others}.id`})`,
      error: () =>
        new AppError(
          'name_taken',
          `name: another ${NOUNS[table]} of the event has this name. Nothing was written.`,
        ),
    },
  ]
}
