// Fails a test file that changes the database which it shares with other files, instead of failing those.
import { afterAll, expect } from 'vitest'
import { query } from './rows.ts'

/** The tables, indexes and triggers. D1 adds tables of its own, whose names begin with `_cf_`. */
const readSchema = () =>
  query(`SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name`)

const before = await readSchema()

afterAll(async () => {
  expect(await readSchema()).toEqual(before)
})
