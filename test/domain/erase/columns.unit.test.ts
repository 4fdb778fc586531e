// What is about a person is erased and withheld everywhere: a new column is not forgotten in one place.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/lib/local.ts'
import { SIZED_TEXTS } from '../../../src/db/schema/tickets.ts'
import { PERSON_COLUMNS } from '../../../src/domain/erase/columns.ts'
import { WITHOUT_NAMES } from '../../../src/domain/tickets/changes-statements.ts'
import { FIELDS } from '../../../web/door/core/ticket.ts'
import { NAMES } from '../../../web/door/core/withheld.ts'

const sql = await readFile(join(ROOT, 'drizzle', '0001_derived_data.sql'), 'utf8')

/** The statement of a trigger. */
const trigger = (name: string): string =>
  sql.split(new RegExp(`CREATE TRIGGER ${name}\\s`))[1]?.split('END;')[0] ?? ''

describe('a text of a ticket', () => {
  it('is about a person, unless it is one of these', () => {
    expect(SIZED_TEXTS.filter((column) => !PERSON_COLUMNS.includes(column))).toEqual([
      ...['ticket_number', 'ticket_type_name', 'seat_label', 'code'],
    ])
  })
})

describe.each(PERSON_COLUMNS)('%s', (column) => {
  it.each(['tickets_insert_erased', 'tickets_update_erased'])('is in the trigger %s', (name) => {
    expect(trigger(name)).toContain(`NEW.${column}`)
  })

  it('leaves what is kept for a revert when its ticket is deleted', () => {
    expect(trigger('tickets_delete_kept').split(`'$.${column}'`)).toHaveLength(3)
  })
})

describe('a phone that may hold no names', () => {
  it('takes off its disk what the service withholds', () => {
    expect([...NAMES].map((at) => FIELDS[at]).toSorted()).toEqual(Object.keys(WITHOUT_NAMES).toSorted())
  })
})
