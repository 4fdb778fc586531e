import { sqlText } from './sql-text.ts'

/**
 * Statements that create an organizer with its owner, unless there is one of this name with this owner: a
 * command whose connection broke can be repeated.
 */
export const createOrganizer = (id: string, name: string, owner: string): string[] => [
  `INSERT INTO organizers (id, name) SELECT ${sqlText(id)}, ${sqlText(name)} WHERE NOT EXISTS (
    SELECT 1 FROM organizers JOIN members ON organizer_id = id WHERE organizers.name = ${sqlText(name)}
      AND subject = ${sqlText(owner)} AND role = 'owner')`,
  `INSERT INTO members (organizer_id, subject, role, added_at) SELECT id, ${sqlText(owner)}, 'owner', unixepoch() * 1000
    FROM organizers WHERE id = ${sqlText(id)}`,
]
