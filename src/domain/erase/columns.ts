// Which columns of a ticket are about a person. Also for the commands, which write SQL as text.
import { getTableColumns } from 'drizzle-orm'
import { tickets } from '../../db/schema/tickets.ts'

const stored = new Set(Object.values(getTableColumns(tickets)).map(({ name }) => name))

export const HOLDER_COLUMNS: readonly string[] = ['holder_email', 'current_holder_id', 'reference'].filter(
  (name) => stored.has(name),
)

export const PERSON_COLUMNS: readonly string[] = [
  ...HOLDER_COLUMNS,
  ...['attendee_name', 'attendee_email', 'attendee_company', 'note'],
]
