// Which columns of a ticket are about a person. Also for the commands, which write SQL as text.

export const HOLDER_COLUMNS: readonly string[] = ['holder_email', 'current_holder_id', 'reference']

export const PERSON_COLUMNS: readonly string[] = [
  ...HOLDER_COLUMNS,
  ...['attendee_name', 'attendee_email', 'attendee_company', 'note'],
]
