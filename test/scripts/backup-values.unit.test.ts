import { expect, it } from 'vitest'
import { insertStatements } from '../../scripts/backup/statements.ts'
import { backupTables } from '../../scripts/backup/tables.ts'

it('an export names the table, the column and the row of a value that it cannot write', async () => {
  const table = (await backupTables()).find(({ name }) => name === 'tickets')
  const row = { rowid_of_row: 1048577, attendee_name: [65, 110, 97] as unknown as string }
  expect(() => [...insertStatements(table as NonNullable<typeof table>, [row])]).toThrow(
    'tickets.attendee_name WHERE rowid = 1048577: it is no text',
  )
})

it('every table of a backup has a key, by which long texts are appended', async () => {
  for (const { name, primaryKey } of await backupTables()) expect(primaryKey, name).not.toEqual([])
})
