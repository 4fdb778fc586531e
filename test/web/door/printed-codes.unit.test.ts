// The QR codes of other systems match the codes that an import of their exports keeps.
/// <reference types="vite/client" />
import { expect, it } from 'vitest'
import { formsOf } from '../../../src/domain/tickets/code-forms.ts'
import { furtherTexts } from '../../../src/domain/tickets/further-texts.ts'
import { readTickets } from '../../support/import-file.ts'

const fixtures = import.meta.glob<string>('../../scripts/fixtures/*.csv', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const codesIn = (name: string): (string | undefined)[] => {
  const file = fixtures[`../../scripts/fixtures/${name}.csv`] as string
  return readTickets(file.replace('\ufeff', '')).tickets.map(({ values }) => values.code)
}

it.each([
  ['pretix', 'hidden1', 'hidden1'],
  ['hi-events', 'A-X7K2P9Q', 'A-X7K2P9Q'],
  [
    'alf-io',
    // The signature is base64, and may have slashes.
    '7d9c2f10-3b64-4f5e-9a1c-0e5d8b7a6c21/q83v/Ty7Xw+0kq2l1mZ8nA0bC3dE4fG5hI6jK7lM8n=',
    '7d9c2f10-3b64-4f5e-9a1c-0e5d8b7a6c21',
  ],
  ['tito', 'https://ti.to/tickets/ti_pX9tJEguENQbdPOdhq66Vtw', 'ti_pX9tJEguENQbdPOdhq66Vtw'],
  ['tito', 'ti_pX9tJEguENQbdPOdhq66Vtw', 'ti_pX9tJEguENQbdPOdhq66Vtw'],
])('finds a ticket of %s by its printed code: %s', (name, printed, code) => {
  expect(codesIn(name)).toContain(code)
  expect(formsOf(printed, furtherTexts)).toContain(code)
})

it('finds an Eventbrite ticket by the digits of its barcode', () => {
  const [code = ''] = codesIn('eventbrite')
  expect(code).toMatch(/^\d+$/)
  expect(formsOf(code)[0]).toBe(code)
})

it.each([
  ['version 2', '{"i":[2,"events.example.org","fZwvEDtkT16aHA5di3psIQ=="]}'],
  [
    'version 1',
    '{"registrant_id": 1, "checkin_secret": "7d9c2f10-3b64-4f5e-9a1c-0e5d8b7a6c21", "version": 1}',
  ],
])('finds an Indico ticket by the UUID in the JSON of %s', (_, printed) => {
  expect(formsOf(printed, furtherTexts)).toContain('7d9c2f10-3b64-4f5e-9a1c-0e5d8b7a6c21')
})
